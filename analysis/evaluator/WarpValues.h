//===- WarpValues.h - The values of one box ---------------------*- C++ -*-===//
//
// A slot for each node of the expression program, with the value that it has at
// all points of the box. A list of nodes is brought up to date when its block
// runs: a node is computed again only if an operand is newer or more lanes need
// it. Each slot has the time of its last change for that; an assignment from
// outside (a coordinate, a counter, a phi) makes a new time.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUES_H
#define KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUES_H

#include "analysis/evaluator/EvaluationPlan.h"
#include "analysis/evaluator/LaneGroups.h"
#include "analysis/evaluator/WarpMapping.h"
#include <cassert>

namespace kernelcast {

class WarpValues {
public:
  /// \p Width is the number of lanes in a warp.
  WarpValues(const EvaluationPlan &Plan, const LaunchConfiguration &Launch,
             unsigned Width);
  WarpValues(const WarpValues &) = delete;

  /// Starts anew with the coordinates of \p Warps.
  void enter(const WarpBox &Warps);

  const Box &points() const { return Points; }
  unsigned width() const { return Width; }
  /// Makes the iterations of a loop one more variable of the box.
  unsigned addVariable() { return Points.Size++; }
  void setVariable(unsigned V, const BoxVariable &To) {
    Points.Variables[V] = To;
  }
  void dropVariable() { --Points.Size; }

  /// Brings the nodes of \p List up to date for \p Lanes, as far as these have
  /// the leaves. Their operands are so by then: they come before in the list or
  /// in that of a block that dominates. False: the box has to be split.
  bool update(llvm::ArrayRef<SlotId> List, LaneMask Lanes);
  /// The value of \p S, which must be up to date for \p Lanes.
  const GroupedValue &of(SlotId S, [[maybe_unused]] LaneMask Lanes) const {
    assert(!(Lanes & ~Slots[S].Valid) && "lanes that it was not made for");
    return Slots[S].Value;
  }
  /// The same as one value for all lanes, held here or in \p Storage; null if
  /// the box has to be split for that.
  const WarpValue *alike(SlotId S, LaneMask Lanes, WarpValue &Storage) {
    return Arithmetic.alike(of(S, Lanes), Lanes, Storage);
  }
  /// The value of \p S as far as it is up to date; \p Unsure lanes and those
  /// that it was not made for are unknown because of \p S itself.
  GroupedValue sureValue(SlotId S, LaneMask Unsure) const;
  void assign(SlotId S, const GroupedValue &V, LaneMask Lanes);
  /// Sets the counter of a loop, if it is needed, to \p First, and to
  /// \p Step more at each point of \p Variable (None: one iteration).
  void assignCounter(LoopId Loop, int64_t First, int64_t Step,
                     unsigned Variable, LaneMask Lanes);

  GroupedArithmetic &arithmetic() { return Arithmetic; }
  /// Where to split the box, after anything has returned false.
  const SplitRequest &split() const { return Arithmetic.split(); }
  /// Asks for no split but for an end: out of steps. Returns false.
  bool giveUp() {
    Arithmetic.split() = {SplitRequest::Kind::Budget, 0, 0};
    return false;
  }

private:
  struct Slot {
    Slot() {} // leaves the lanes alone
    GroupedValue Value;
    LaneMask Valid = 0;
    uint64_t Tick = 0; ///< when it was computed; operands must not be newer
  };
  bool compute(const ProgramNode &Node, LaneMask Lanes, GroupedValue &R);
  LaneMask computable(const ProgramNode &Node) const;
  void setConstant(SlotId S, const LaunchConfiguration &Launch);
  WarpValue coordinate(Coordinate Which, const WarpBox &Warps) const;

  const ExpressionProgram &Program;
  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  unsigned Width;
  Box Points;
  GroupedArithmetic Arithmetic;
  std::vector<Slot> Slots;
  uint64_t Tick = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUES_H
