//===- FactRecorder.h - Facts as they are found, until they are sure ------===//
//
// While a box is evaluated its facts go on a tape. If the box has to be split
// the tape is cut back and nothing has happened; when the box is finished the
// tape is added to the totals.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_FACTRECORDER_H
#define KERNELCAST_ANALYSIS_EVALUATOR_FACTRECORDER_H

#include "analysis/WarpProfile.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "analysis/access/Footprint.h"
#include "analysis/evaluator/WarpValue.h"

namespace kernelcast {

/// A count with proven bounds. Low == High: exact.
struct Estimate {
  double Value = 0, Low = 0, High = 0;

  Estimate() = default;
  Estimate(double Exact) : Value(Exact), Low(Exact), High(Exact) {}
  Estimate(double Value, double Low, double High)
      : Value(Value), Low(Low), High(High) {}
  Estimate &operator+=(const Estimate &B) {
    Value += B.Value, Low += B.Low, High += B.High;
    return *this;
  }
  friend Estimate operator*(Estimate A, double Factor) {
    return {A.Value * Factor, A.Low * Factor, A.High * Factor};
  }
};

/// The lanes that take part in something: surely, possibly, and with which
/// probability each of the merely possible ones.
struct LaneSet {
  LaneMask Must = 0, May = 0;
  double Probability = 1;

  static LaneSet of(LaneMask Lanes) { return {Lanes, Lanes, 1}; }
  bool empty() const { return May == 0; }
  friend bool operator==(const LaneSet &A, const LaneSet &B) {
    return A.Must == B.Must && A.May == B.May &&
           (A.Must == A.May || A.Probability == B.Probability);
  }
  Estimate lanes() const;
  /// 1 if some lane takes part, else 0; between if that is not known. Lanes
  /// decide independently of each other in the estimate.
  Estimate any() const;
};

/// Who has in common the part of an address that depends on data.
enum class AddressStart : uint8_t {
  Common,    ///< the whole warp, or there is no such part
  InGroups,  ///< the lanes of each of several groups
  Scattered, ///< nobody
};

/// What several warp executions of one access add up to.
struct AccessEvent {
  enum Count {
    Warps,
    Lanes,
    Sectors,
    Lines,
    Transactions,
    Bytes,
    Banks,
    NumCounts
  };
  AccessId Access = 0;
  Estimate Counts[NumCounts];
  unsigned MaxDegree = 0;
  std::optional<int64_t> LaneStride;
  bool HasStride = false;     ///< two neighbouring lanes are active
  bool LaunchUniform = false; ///< the same address in every warp
  bool Unbounded = false;
  const Expr *Reason = nullptr; ///< the address depends on it
  AddressStart Start = AddressStart::Common;
  unsigned Cause = ~0u; ///< block whose condition depends on data
};

/// Where an access went in a box.
struct PatternEvent {
  AccessId Access = 0;
  FootprintPattern Pattern;
};

struct BlockEvent {
  BlockId Block = 0;
  Estimate Warps, Lanes;
  bool Unbounded = false;
};

struct BranchEvent {
  BlockId Block = 0;
  Estimate Warps, True, False, Both;
  bool Unbounded = false;
  const Expr *Reason = nullptr; ///< what the condition depends on
  unsigned Cause = ~0u;         ///< the branch that decides who gets here
};

struct LoopEvent {
  LoopId Loop = 0;
  double Lanes = 0;   ///< lanes that enter, over all points
  double Warps = 0;   ///< warps that enter
  Estimate Trips;     ///< sum over the lanes
  double Longest = 0; ///< sum over the warps of the longest lane
  double Min = 0, Max = 0;
  bool Assumed = false;
  bool EntryUnsure = false; ///< some lanes may not enter
  unsigned Cause = ~0u;
};

/// Totals of one kernel over the boxes that are finished.
class FactRecorder {
public:
  explicit FactRecorder(const KernelModel &Kernel);

  struct Mark {
    size_t Accesses, Patterns, Blocks, Branches, Loops;
  };
  Mark mark() const {
    return {Accesses.size(), Patterns.size(), Blocks.size(), Branches.size(),
            Loops.size()};
  }
  void cutBack(const Mark &To);
  /// Adds the tape to the totals, each event \p Weight times.
  void flush(double Weight, bool Sampled);
  /// The totals as facts of \p Profile.
  void finish(WarpProfile &Profile, llvm::StringRef SampleNote) const;

  std::vector<AccessEvent> Accesses;
  std::vector<PatternEvent> Patterns;
  std::vector<BlockEvent> Blocks;
  std::vector<BranchEvent> Branches;
  std::vector<LoopEvent> Loops;
  bool TapeSampled = false; ///< iterations on the tape have been sampled

private:
  template <typename Event> struct Total : Event {
    bool Seen = false;
  };
  std::string reason(const AccessEvent &Total, bool Sampled,
                     llvm::StringRef SampleNote) const;
  std::string dataDependence(unsigned Cause) const;

  const KernelModel &Kernel;
  std::vector<Total<AccessEvent>> AccessTotals;
  std::vector<Footprint> Footprints; ///< by access
  std::vector<Total<BlockEvent>> BlockTotals;
  std::vector<Total<BranchEvent>> BranchTotals;
  std::vector<Total<LoopEvent>> LoopTotals;
  bool AnySampled = false; ///< then nothing is known for the whole launch
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_FACTRECORDER_H
