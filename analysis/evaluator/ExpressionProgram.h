//===- ExpressionProgram.h - The needed expressions as straight code ------===//
//
// Only addresses, conditions and what they are made of are evaluated. Each
// needed node gets a slot once; each block gets the list of nodes to bring up
// to date when it runs, operands first. A node that a dominating block of the
// same or an outer loop lists already is current and left out. Values that no
// launch can tell (loaded data, floats that loops add up) are marked when the
// program is built, with everything that rests on them, and cost nothing later.
// Addresses among them are divided into a known and a common part
// (UniformOffset.h), or into the places that data choose between
// (ChosenAddresses.h); their lists are run only if the access turns out to need
// them.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_EXPRESSIONPROGRAM_H
#define KERNELCAST_ANALYSIS_EVALUATOR_EXPRESSIONPROGRAM_H

#include "analysis/KernelModel.h"
#include <memory>

namespace kernelcast {

struct Dominance;
using SlotId = unsigned;

struct ProgramNode {
  const Expr *Source = nullptr;
  bool Unknowable = false; ///< the same in every launch: depends on data
  bool Data = false;       ///< data has a part in it, perhaps one not needed
  bool Floats = false;     ///< floats have a part in it
  const Expr *Reason = nullptr;
  std::array<SlotId, 3> Operands{None, None, None};
};

struct ExpressionProgram {
  using List = std::vector<SlotId>;
  /// A phi that is needed: its slot and, by predecessor, the incoming value's
  /// slot.
  struct NeededPhi {
    SlotId Slot = None;
    std::vector<SlotId> Incoming;
  };

  std::vector<ProgramNode> Nodes;
  std::vector<SlotId> Coordinates; ///< leaves that depend on the box
  std::vector<SlotId> Constants;   ///< leaves that the launch fixes
  std::vector<SlotId> Counters;    ///< by loop; None: not needed
  std::vector<List> BlockLists;    ///< by block
  /// By block and predecessor: what the phis take from that edge.
  std::vector<std::vector<List>> EdgeLists;
  std::vector<std::vector<NeededPhi>> Phis; ///< by block
  std::vector<SlotId> Addresses;            ///< by access; None: no address
  /// An address that is known but for terms that may be the same for the warp.
  struct OffsetAddress {
    SlotId Known = None;
    llvm::SmallVector<SlotId, 2> Factors; ///< by unknown term
    llvm::SmallVector<uint64_t, 2> Spans; ///< as of AddressParts
    /// Lanes in which all of these are equal have the unknown terms in common.
    llvm::SmallVector<SlotId, 4> Deciding;
    List DecidingList, KnownList; ///< nodes to bring up to date before
    bool Common = true;           ///< else no two lanes have them in common
  };
  llvm::DenseMap<AccessId, OffsetAddress> Offsets;
  /// An address that is one of several known ones, and data say which.
  struct ChosenAddress {
    llvm::SmallVector<SlotId, 4> Arms;
    List ArmsList; ///< nodes to bring up to date before
  };
  llvm::DenseMap<AccessId, ChosenAddress> Choices;
  std::vector<SlotId> Conditions; ///< by block
  /// Of blocks whose condition rests on data: in lanes in which all of these
  /// are equal, it is the same.
  llvm::DenseMap<BlockId, llvm::SmallVector<SlotId, 4>> CommonConditions;
  std::vector<SlotId> TripCounts; ///< by loop
  std::vector<List> TripLists;    ///< by loop
  bool HasFloats = false;         ///< floats have a part in what is needed
  /// By loop: counters and phis of the loop or one inside that are used after
  /// it.
  std::vector<List> Escaping;

  std::unique_ptr<ExpressionPool> Pool; ///< owns the parts of addresses
};

/// The program of \p Kernel, whose dominators are \p Dom; it refers to the
/// model's expressions.
ExpressionProgram compileExpressions(const KernelModel &Kernel,
                                     const Dominance &Dom);

/// True if \p Inner is \p Outer or inside it; None is around everything.
bool contains(const KernelModel &Kernel, LoopId Outer, LoopId Inner);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_EXPRESSIONPROGRAM_H
