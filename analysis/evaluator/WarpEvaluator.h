//===- WarpEvaluator.h - All warps of a box in lock step --------*- C++ -*-===//
//
// Runs the flow graph for one warp with all its lanes, and for all points of a
// box at once. Every block runs with a set of lanes: the union over its
// incoming edges, or that of the dominator where the threads reunite
// (FlowRegions.h). A condition that depends on data makes its lanes uncertain;
// counts then become intervals.
//
// Loops run in segments of iterations in which the same lanes stay in the loop
// and the loop's phis keep their values: the iteration is then one more
// variable of the box. Where phis change, segments are single iterations; that
// is ordinary interpretation. docs/warp-evaluator.md has the whole story.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H
#define KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H

#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/evaluator/EvaluationPlan.h"
#include "analysis/evaluator/FactRecorder.h"
#include "analysis/evaluator/LaneGroups.h"
#include "analysis/evaluator/Residues.h"
#include "analysis/evaluator/WarpMapping.h"
#include <cassert>

namespace kernelcast {

class WarpEvaluator {
public:
  WarpEvaluator(const EvaluationPlan &Plan, const LaunchConfiguration &Launch,
                const GpuSpec &Gpu, const EvaluationOptions &Options);
  ~WarpEvaluator();

  /// Puts the facts of \p Warps on the tape of the recorder. False: nothing is
  /// there, and split() says how to divide the box.
  bool evaluate(const WarpBox &Warps);
  const SplitRequest &split() const { return Arithmetic.split(); }

  FactRecorder Recorder;
  uint64_t Steps = 0;     ///< taken so far
  uint64_t StepLimit = 0; ///< no more than these
  /// Long loops are cut short and scaled instead of running out of steps.
  bool SampleLoops = false;
  /// Branches and loops whose outcome the estimates assume.
  std::vector<bool> AssumedBranches, AssumedLoops;
  /// Loops that data may end, but that are taken to go on until they must end.
  std::vector<bool> OutlastedLoops;

private:
  struct Slot {
    GroupedValue Value;
    LaneMask Valid = 0;
    uint64_t Tick = 0; ///< when it was computed; operands must not be newer

    /// The value, which must have been brought up to date for \p Lanes.
    const GroupedValue &of([[maybe_unused]] LaneMask Lanes) const {
      assert(!(Lanes & ~Valid) && "a value of lanes that it was not made for");
      return Value;
    }
  };

  /// A loop that is being run.
  struct LoopFrame {
    LoopId Loop;
    int64_t Iteration = 0;
    int64_t AssumedEnd = -1;  ///< trips are assumed: leave then
    unsigned Variable = None; ///< of the box, while a segment is run
    bool UnknownExit = false; ///< met in this iteration
  };
  struct LoopRun;

  // WarpEvaluator.cpp
  bool fail(SplitRequest::Kind Kind);
  bool step(size_t Work);
  bool update(llvm::ArrayRef<SlotId> List, LaneMask Lanes);
  bool compute(const ProgramNode &Node, LaneMask Lanes, GroupedValue &R);
  void assign(SlotId S, const GroupedValue &V, LaneMask Lanes);
  bool runRegion(unsigned Region, const LaneSet &Entry);
  bool runBlock(const BasicBlock &B, const LaneSet &Lanes);
  bool joinPhis(const BasicBlock &B);
  bool mergeIncoming(const BasicBlock &B, bool Back,
                     std::vector<GroupedValue> &Values);
  void branch(const BasicBlock &B, const LaneSet &Lanes);
  LaneSet edge(const BasicBlock &To, unsigned Predecessor) const;
  LaneSet incoming(const BasicBlock &B, bool Back) const;
  std::optional<double> givenProbability(const BasicBlock &B) const;
  bool runIrreducible(LaneMask Present);

  // LoopEvaluation.cpp
  bool runLoop(const LoopInfo &L, const LaneSet &Entry);
  bool tripHint(LoopRun &Run);
  int64_t segmentLength(const LoopRun &Run) const;
  bool runSegment(LoopRun &Run, int64_t Length, int64_t &Done);
  bool runIteration(LoopRun &Run, LaneSet &Next,
                    std::vector<GroupedValue> &NextState);
  void commit(LoopRun &Run, const LaneSet &Next, double Iterations);
  void leaveLoop(LoopRun &Run);
  std::optional<double> givenTrips(const LoopInfo &L) const;

  // SharedOffsets.cpp
  /// Lanes of a group have an unknown offset in common, a multiple of
  /// Alignment.
  struct SharedOffsets {
    llvm::SmallVector<LaneMask, 2> Groups;
    unsigned Alignment = AlignmentPeriod;
  };
  bool sharedOffsets(AccessId Id, LaneMask Lanes, WarpValue &Known,
                     SharedOffsets &Offsets);

  // AccessCosts.cpp
  struct Pattern;
  struct PatternCost;
  PatternCost patternCost(const MemoryAccess &A, const Pattern &P);
  void accessCost(const MemoryAccess &A, llvm::ArrayRef<int64_t> Addresses,
                  LaneMask Lanes, double *Counts, unsigned &Degree) const;
  struct GroupCost {
    Estimate Counts[AccessEvent::NumCounts];
    double Executions = 0;
    unsigned Degree = 0;
  };
  GroupCost groupCost(AccessId Id, const WarpValue &Address,
                      const LaneSet &Lanes, const SharedOffsets &Offsets,
                      unsigned Index);
  GroupCost groupCosts(AccessId Id, const WarpValue &Address,
                       const LaneSet &Lanes, const SharedOffsets &Offsets);
  /// Expected largest number of balls in one of 32 bins after 32 throws: the
  /// bank degree of a full warp with random addresses.
  static constexpr double RandomBankDegree = 3.5;

  // AccessRecording.cpp
  void recordPattern(const AccessEvent &E, const WarpValue &Address,
                     LaneMask Lanes);
  bool recordAccess(AccessId Id, const LaneSet &Lanes);
  void recordKnown(AccessEvent &E, const WarpValue &Address,
                   const LaneSet &Lanes, const SharedOffsets &Offsets);
  void recordGuessed(AccessEvent &E, const LaneSet &Lanes, LaneMask Guessed,
                     LaneMask Known);

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  const GpuSpec &Gpu;
  const EvaluationOptions &Options;
  const ExpressionProgram &Program;
  llvm::ArrayRef<FlowRegion> Regions;
  llvm::ArrayRef<std::vector<uint8_t>> Outcomes;
  unsigned Width; ///< lanes of a warp

  Box Points;
  GroupedArithmetic Arithmetic;
  double Scale = 1; ///< iterations that one sampled iteration stands for
  std::vector<Slot> Slots;
  uint64_t Tick = 0;
  std::vector<std::array<LaneSet, 2>> Out;     ///< lanes by block and successor
  std::vector<std::vector<LaneSet>> ItemLanes; ///< by region and item
  std::vector<LoopFrame> Frames;
  /// By access and group of lanes, the last pattern and its cost.
  std::vector<llvm::SmallVector<std::shared_ptr<PatternCost>, 1>> LastCosts;
  unsigned AssumedDepth = 0; ///< loops in flight with assumed trips
  unsigned Cause = None;     ///< the last block that branched on data
};

/// Lanes in \p A or \p B.
LaneSet unite(const LaneSet &A, const LaneSet &B);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H
