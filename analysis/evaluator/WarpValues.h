//===- WarpValues.h - The values of one box ---------------------*- C++ -*-===//
//
// A slot for each node of the expression program, with the value that it has at
// all points of the box. A list of nodes is brought up to date when its block
// runs: a node is computed again only if an operand is newer or more lanes need
// it. Each slot has the time of its last change for that; an assignment from
// outside (a coordinate, a counter, a phi) makes a new time.
//
// A stretch of the flow graph may be evaluated for the parts of a box, one
// after the other, and what follows for the whole box again. So each slot knows
// the box that its value belongs to. A part takes over the values of the box
// that it is a part of, counted from its own first point, and hands them back
// when it ends; what it computed itself ends with it, and is computed again for
// the whole box if that should need it. A leaf cannot be computed again: what
// the parts gave to phis and counters is lost unless it is assigned to the
// whole.
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

  /// From here on no box is split for floats: those that differ from point to
  /// point are as unknown as data.
  void keepForFloats() { SplitsForFloats = false; }

  const Box &points() const { return Points; }
  unsigned width() const { return Width; }
  /// Makes the iterations of a loop one more variable of the box.
  unsigned addVariable() { return Points.Size++; }
  void setVariable(unsigned V, const BoxVariable &To) {
    Points.Variables[V] = To;
  }
  void dropVariable() { --Points.Size; }

  /// What follows is evaluated for parts of the box as it is now, one by one.
  void openDivision();
  /// Evaluates \p Part from here on, until leavePart().
  void enterPart(const Box &Part);
  /// Goes back to the box that is divided, with the values that it had.
  void leavePart();
  void closeDivision() { Divisions.pop_back(); }
  /// How many divisions are open, one inside the other.
  unsigned divisions() const { return Divisions.size(); }
  /// The variables of which the part has not all points.
  unsigned divided() const { return Divisions.back().Divided; }

  /// Makes the value of \p S, as far as it was made, one of the box as it is
  /// now. False: the box has to be split, or the value is lost.
  bool refresh(SlotId S) {
    return isFresh(Slots[S]) || !Slots[S].Valid || restore(S);
  }
  /// Brings the nodes of \p List up to date for \p Lanes, as far as these have
  /// the leaves. Their operands are so by then: they come before in the list or
  /// in that of a block that dominates. False: the box has to be split.
  bool update(llvm::ArrayRef<SlotId> List, LaneMask Lanes);
  /// Of \p Lanes, those that \p S was not made for: nothing says what they
  /// have.
  LaneMask unmade(SlotId S, LaneMask Lanes) const {
    return Lanes & ~Slots[S].Valid;
  }
  /// The value of \p S, which must be up to date for \p Lanes and fresh.
  const GroupedValue &of(SlotId S, [[maybe_unused]] LaneMask Lanes) const {
    assert(!(Lanes & ~Slots[S].Valid) && "lanes that it was not made for");
    return Slots[S].Value;
  }
  /// The same as one value for all lanes, held here or in \p Storage; \p S need
  /// not be fresh. Null if the box has to be split for that.
  const WarpValue *alike(SlotId S, LaneMask Lanes, WarpValue &Storage) {
    return refresh(S) ? Arithmetic.alike(of(S, Lanes), Lanes, Storage)
                      : nullptr;
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
  bool giveUp() { return request({SplitRequest::Kind::Budget, None, 0}); }
  /// Asks for \p Split, as if an operation had. Returns false.
  bool request(const SplitRequest &Split) {
    Arithmetic.split() = Split;
    return false;
  }

private:
  struct Slot {
    Slot() {} // leaves the lanes alone
    GroupedValue Value;
    LaneMask Valid = 0;
    uint64_t Tick = 0;  ///< when it was computed; operands must not be newer
    uint64_t Owner = 0; ///< the box that the value belongs to; 0: to any
  };
  struct Division {
    uint64_t Owner;   ///< the box that is divided
    Box Whole;        ///< its points
    unsigned Divided; ///< variables of which the part has not all points
    size_t Borrowed;  ///< number of slots that parts around it have borrowed
  };
  bool isFresh(const Slot &S) const { return !S.Owner || S.Owner == Owner; }
  const Division *ownerOf(const Slot &S) const;
  bool isAlive(const Slot &S) const { return isFresh(S) || ownerOf(S); }
  /// Whether its value belongs to a box of which nothing is left.
  bool isForgotten(const Slot &S) const {
    return S.Owner && S.Owner < Outermost;
  }
  /// Whether only parts that have ended had its value.
  bool isLeftover(const Slot &S) const {
    return S.Valid && !isAlive(S) && !isForgotten(S);
  }
  uint64_t ownerOfResult(const ProgramNode &Node) const;
  void moveTo(const Box &Part, uint64_t Number);
  bool restore(SlotId S);
  bool borrow(SlotId S, const Division &From);
  bool computeAgain(SlotId S);
  bool compute(const ProgramNode &Node, LaneMask &Lanes, GroupedValue &R);
  bool keepChoosers(const ProgramNode &Node, LaneMask &Lanes);
  bool decide(const ProgramNode &Node, LaneMask &Lanes, GroupedValue &R);
  LaneMask computable(const ProgramNode &Node) const;
  void setConstant(SlotId S, const LaunchConfiguration &Launch);
  WarpValue coordinate(Coordinate Which, const WarpBox &Warps) const;

  const ExpressionProgram &Program;
  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  unsigned Width;
  Box Points;
  GroupedArithmetic Arithmetic;
  bool SplitsForFloats = true;
  std::vector<Slot> Slots;
  uint64_t Tick = 0;

  uint64_t Owner = 0;              ///< the box, or the part, that is evaluated
  uint64_t Outermost = 0;          ///< the box that it is a part of
  uint64_t LastOwner = 0;          ///< numbers are never used again
  std::vector<Division> Divisions; ///< the outermost first
  std::vector<std::pair<SlotId, Slot>> Borrowed; ///< as they were before
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUES_H
