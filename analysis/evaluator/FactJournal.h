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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <cassert>
#include <memory>
#include <vector>

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
    L1Passes,
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

/// Events in the order in which they were found. A box may have a hundred
/// thousand of half a kilobyte each, so they never move, and what was rolled
/// back is written over.
template <class Event> class EventList {
public:
  size_t size() const { return Size; }
  /// A new event at the end, with what one that was rolled back has left in it.
  Event &append() {
    if (Size == Chunks.size() * ChunkSize)
      Chunks.push_back(std::make_unique<Event[]>(ChunkSize));
    return at(Size++);
  }
  void shrinkTo(size_t NewSize) {
    assert(NewSize <= Size && "a place that is no more");
    Size = NewSize;
  }
  auto events() const {
    return llvm::map_range(llvm::seq<size_t>(0, Size),
                           [this](size_t I) -> const Event & { return at(I); });
  }

private:
  static constexpr size_t ChunkSize = 64;
  Event &at(size_t I) const { return Chunks[I / ChunkSize][I % ChunkSize]; }

  std::vector<std::unique_ptr<Event[]>> Chunks;
  size_t Size = 0;
};

class FactJournal {
public:
  void add(const AccessEvent &E) { Accesses.append() = E; }
  void add(const BlockEvent &E) { Blocks.append() = E; }
  void add(const BranchEvent &E) { Branches.append() = E; }
  void add(const LoopEvent &E) { Loops.append() = E; }
  /// Where \p Access goes. All of the pattern is to be written.
  FootprintPattern &addPattern(AccessId Access) {
    PatternEvent &E = Patterns.append();
    E.Access = Access;
    return E.Pattern;
  }
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
    Accesses.shrinkTo(To.Accesses);
    Patterns.shrinkTo(To.Patterns);
    Blocks.shrinkTo(To.Blocks);
    Branches.shrinkTo(To.Branches);
    Loops.shrinkTo(To.Loops);
  }
  void clear() {
    rollBack({});
    Sampled = false;
  }

  auto accesses() const { return Accesses.events(); }
  auto patterns() const { return Patterns.events(); }
  auto blocks() const { return Blocks.events(); }
  auto branches() const { return Branches.events(); }
  auto loops() const { return Loops.events(); }
  bool isSampled() const { return Sampled; }

private:
  EventList<AccessEvent> Accesses;
  EventList<PatternEvent> Patterns;
  EventList<BlockEvent> Blocks;
  EventList<BranchEvent> Branches;
  EventList<LoopEvent> Loops;
  bool Sampled = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_FACTJOURNAL_H
