//===- Executions.h - Every warp execution, lane by lane --------*- C++ -*-===//
//
// The totals of Tally.h say how much a place costs. Some claims are about
// single threads: lane 3 goes to byte 96, a thread loads what it has loaded
// before, all divide by one number. For those who ask (ORACLE_EXECUTIONS) this
// keeps the accesses of every lane by
//
//   the site; the block, and the number of the warp in it; the iteration
//   numbers of the loops around, those of callers first, outermost first, from
//   0
//
// which name one execution of one warp, and the numbers that each division of
// integers divides by. At most MostEntries of both are kept; a launch with more
// of them is called too long.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_EXECUTIONS_H
#define KERNELCAST_TEST_ORACLE_EXECUTIONS_H

#include "Tally.h"
#include <unordered_map>

namespace oracle {

struct LaneAccess {
  unsigned Lane = 0;
  size_t Array = 0;   ///< the same number for all accesses of one array
  size_t Offset = 0;  ///< in bytes, from its start
  bool Again = false; ///< see Loads
};

/// Which bytes each work-item has loaded. A load is made again if the work-item
/// has loaded at that address and width before and nobody, in the order in
/// which the simulator runs the work-items, has written there since.
class Loads {
public:
  /// Notes a load, and tells whether it is made again.
  bool load(const Coordinates &Who, size_t Address, size_t Bytes);
  void store(size_t Address, size_t Bytes);

private:
  uint64_t Now = 0;
  std::unordered_map<size_t, uint64_t> Written; ///< when, by byte
  std::map<std::tuple<Coordinates, size_t, size_t>, uint64_t> Loaded;
};

class Executions {
public:
  static constexpr size_t MostEntries = 2'000'000;

  struct Key {
    std::array<uint32_t, 3> Block{};
    uint32_t Warp = 0; ///< in the block
    Iterations Around;
    bool operator<(const Key &O) const {
      return std::tie(Block, Warp, Around) <
             std::tie(O.Block, O.Warp, O.Around);
    }
  };

  void add(const Site &At, const Key &Where, const LaneAccess &Access);
  void divide(const Site &At, uint64_t Divisor);
  /// Of one site; null if nothing is kept.
  const std::map<Key, std::vector<LaneAccess>> *of(const Site &At) const;
  const std::map<Site, std::set<uint64_t>> &divisors() const {
    return Divisors;
  }
  bool isTooLong() const { return Entries > MostEntries; }

private:
  std::map<Site, std::map<Key, std::vector<LaneAccess>>> Accesses;
  std::map<Site, std::set<uint64_t>> Divisors;
  size_t Entries = 0;
};

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_EXECUTIONS_H
