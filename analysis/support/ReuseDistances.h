//===- ReuseDistances.h - What is touched between two touches ---*- C++ -*-===//
//
// A cache that gives up what was used longest ago (LRU) still has a place as
// long as the places touched since fit into it with that one. Their bytes, each
// place counted once, are the reuse distance of a touch: whatever the cache's
// size, a distance of no more is a hit (Mattson et al., Evaluation techniques
// for storage hierarchies, 1970).
//
//   touches     a  b  b  c  a          places of 4 bytes
//   distance    -  -  4  -  12         a, b and c
//
// Each place is marked at the time of its last touch. The marks behind the last
// touch of a place are then the places touched since; a tree of sums over time
// (Fenwick) counts them in a logarithm of the touches.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_REUSEDISTANCES_H
#define KERNELCAST_ANALYSIS_SUPPORT_REUSEDISTANCES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernelcast {

class ReuseDistances {
public:
  /// Of \p Places, numbered from 0, for at most so many \p Touches.
  ReuseDistances(size_t Places, size_t Touches)
      : Sums(Touches + 1), Last(Places, Never), Sizes(Places) {}

  /// Touches \p Place, which has so many \p Bytes, the same each time. Returns
  /// the distance in bytes, \p Bytes among them; nothing for a first touch.
  std::optional<uint64_t> touch(size_t Place, uint64_t Bytes) {
    std::optional<uint64_t> Distance;
    if (Last[Place] != Never) {
      Distance = Marked - upTo(Last[Place]) + Sizes[Place];
      mark(Last[Place], -static_cast<int64_t>(Sizes[Place]));
    }
    Sizes[Place] = Bytes;
    Last[Place] = Now++;
    mark(Last[Place], static_cast<int64_t>(Bytes));
    return Distance;
  }

  /// Bytes of all places that were touched.
  uint64_t touched() const { return Marked; }

private:
  static constexpr size_t Never = ~size_t(0);

  void mark(size_t Time, int64_t Bytes) {
    Marked += static_cast<uint64_t>(Bytes);
    for (size_t I = Time + 1; I < Sums.size(); I += I & -I)
      Sums[I] += static_cast<uint64_t>(Bytes);
  }
  /// Bytes of what was last touched at \p Time or before.
  uint64_t upTo(size_t Time) const {
    uint64_t Sum = 0;
    for (size_t I = Time + 1; I > 0; I -= I & -I)
      Sum += Sums[I];
    return Sum;
  }

  std::vector<uint64_t> Sums; ///< of marks, by the end of a stretch of time
  std::vector<size_t> Last;   ///< touch of a place
  std::vector<uint64_t> Sizes;
  uint64_t Marked = 0;
  size_t Now = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_REUSEDISTANCES_H
