//===- FactJournal.h - Facts as they are found, until they are sure -------===//
//
// A rollback journal. While a box is evaluated its facts are written down one
// after the other. If the box, or a part of it, has to be split, the journal is
// rolled back to where that part began and nothing has happened; when the box
// is finished the facts are added to the totals of the launch (FactTotals.h).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_FACTJOURNAL_H
#define KERNELCAST_ANALYSIS_EVALUATOR_FACTJOURNAL_H

#include "analysis/KernelModel.h"
#include "analysis/access/Footprint.h"
#include "analysis/evaluator/LaneSet.h"
#include <cassert>

namespace kernelcast {

/// Which lanes have the part of an address that depends on data in common.
enum class AddressStart : uint8_t {
  Common,    ///< the whole warp, or there is no such part
  InGroups,  ///< the lanes of each of several groups
  Chosen,    ///< no two lanes, but each has one of a few known addresses
  Rows,      ///< no two lanes, but it leaves each in its bank
  Scattered, ///< no two lanes
};

/// What several warp executions of one access add up to.
struct AccessEvent {
  enum Count {
    Warps,
    Lanes,
    FewestSectors,
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
  bool HasStride = false; ///< two neighbouring lanes are active
  bool Unbounded = false;
  const Expr *Reason = nullptr; ///< the address depends on it
  AddressStart Start = AddressStart::Common;
  unsigned Cause = None; ///< block whose condition depends on data
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
  unsigned Cause = None;        ///< the branch that decides who gets here
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
  unsigned Cause = None;
};

class FactJournal {
public:
  void add(const AccessEvent &E) { Accesses.push_back(E); }
  void add(PatternEvent E) { Patterns.push_back(std::move(E)); }
  void add(const BlockEvent &E) { Blocks.push_back(E); }
  void add(const BranchEvent &E) { Branches.push_back(E); }
  void add(const LoopEvent &E) { Loops.push_back(E); }
  /// Some iterations stand for others. A rollback does not take that back.
  void noteSampling() { Sampled = true; }

  /// A place in the journal to come back to.
  struct Mark {
    size_t Accesses = 0, Patterns = 0, Blocks = 0, Branches = 0, Loops = 0;
  };
  Mark mark() const {
    return {Accesses.size(), Patterns.size(), Blocks.size(), Branches.size(),
            Loops.size()};
  }
  void rollBack(const Mark &To) {
    assert(To.Blocks <= Blocks.size() && "a place that is no more");
    Accesses.resize(To.Accesses);
    Patterns.resize(To.Patterns);
    Blocks.resize(To.Blocks);
    Branches.resize(To.Branches);
    Loops.resize(To.Loops);
  }
  void clear() {
    rollBack({});
    Sampled = false;
  }

  llvm::ArrayRef<AccessEvent> accesses() const { return Accesses; }
  llvm::ArrayRef<PatternEvent> patterns() const { return Patterns; }
  llvm::ArrayRef<BlockEvent> blocks() const { return Blocks; }
  llvm::ArrayRef<BranchEvent> branches() const { return Branches; }
  llvm::ArrayRef<LoopEvent> loops() const { return Loops; }
  bool isSampled() const { return Sampled; }

private:
  std::vector<AccessEvent> Accesses;
  std::vector<PatternEvent> Patterns;
  std::vector<BlockEvent> Blocks;
  std::vector<BranchEvent> Branches;
  std::vector<LoopEvent> Loops;
  bool Sampled = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_FACTJOURNAL_H
