//===- SsaBuilder.h - Variables in static single assignment form -*- C++ -*-==//
//
// While a flow graph grows, reading a variable looks for its definition in the
// block, then through the predecessors; where several meet, a phi is placed.
// A block whose predecessors are not all known yet (a loop's header) gets an
// incomplete phi, which is filled when the last predecessor has arrived and the
// block is "sealed". Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau: "Simple
// and Efficient Construction of Static Single Assignment Form", 2013,
// algorithms 1 to 4.
//
// A block where ways meet has the value of the block that decided between them,
// its immediate dominator, if nobody wrote the variable in between:
//
//   H: if (...)       what is between them is lowered between them, so that the
//     /     \         times of the writes tell. Inlined code has thousands of
//   ...     ...       such blocks in a row, and no phi is made in them to be
//     \     /         dropped again.
//       J
//
// Blocks each of which is the only one in front of the next are a row, and keep
// what is written in them in one table: the last entry at or before a block is
// its value. So a variable that inlined code has not touched for thousands of
// blocks is found in a few steps.
//
// A pointer that a loop advances is kept as Base + offset with a phi for the
// offset alone, so that the array stays known inside the loop. A pointer that
// comes in with another base has an offset too, as the number that it is. One
// that an if sets to another object is the choice between the two, and no phi.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_SSABUILDER_H
#define KERNELCAST_ANALYSIS_AST_SSABUILDER_H

#include "analysis/ast/PointerTargets.h"
#include <deque>

namespace kernelcast {

/// A variable of the construction: a scalar of one of the model's arrays, by
/// its number among them (TypeLayout::Leaves).
using SsaVariable = std::pair<ArrayId, unsigned>;

class SsaBuilder {
public:
  /// Adds phis to \p Model, whose blocks and edges others make.
  SsaBuilder(KernelModel &Model, PointerTargets &Pointers)
      : Model(Model), Pointers(Pointers) {}

  /// From here to the end of \p Block the value of \p Variable is \p V.
  void write(BlockId Block, SsaVariable Variable, ScalarExpr V);

  /// The value at the end of what \p Block holds so far; unknown if nothing has
  /// been written on the way there.
  ScalarExpr read(BlockId Block, SsaVariable Variable, ScalarType Type);

  /// Values that are kept, each of one variable in one block: what the memory
  /// of the construction grows with.
  size_t noted() const { return Noted; }

  /// \p Block has all its predecessors.
  void seal(BlockId Block);

  /// With all blocks sealed: phis with a single value become that value
  /// wherever they are used, and those that nothing uses leave the blocks.
  /// False if \p GiveUp said to stop.
  bool finish(llvm::function_ref<bool()> GiveUp);

private:
  /// What a variable holds from the end of a block of its row on.
  struct Definition {
    unsigned Place; ///< the block's, in its row
    ScalarExpr Value;
  };

  /// Blocks each of which is the only predecessor of the next.
  struct Row {
    BlockId First = None, Last = None;
    llvm::DenseMap<SsaVariable, llvm::SmallVector<Definition, 1>>
        Definitions;     ///< by ascending place
    uint64_t Filter = 0; ///< bits of the variables in Definitions (filterBit)
  };

  struct BlockState {
    unsigned Row = 0, Place = 0; ///< in Rows; among the row's blocks
    /// When it was first asked for, written last, and sealed.
    unsigned Begun = 0, Written = 0, Closed = 0;
    BlockId Dominator = None; ///< the immediate one, if it is known
    llvm::SmallVector<std::pair<SsaVariable, PhiId>, 4> Incomplete;
    bool Sealed = false;
    bool Left = false; ///< a block behind it has been sealed
  };
  using Rewriting = llvm::DenseMap<const Expr *, const Expr *>;

  /// Two ways from one branch.
  struct Meeting {
    ScalarExpr Condition;        ///< of the branch
    BlockId WhenTrue, WhenFalse; ///< the last blocks of the two ways
  };

  BlockState &state(BlockId Block);
  ScalarExpr *definition(BlockId Block, SsaVariable Variable);
  void joinRow(BlockId Block);
  void note(BlockId Block, SsaVariable Variable, ScalarExpr V);
  BlockId commonDominator(llvm::ArrayRef<BlockId> Blocks);
  bool passes(BlockId Block, SsaVariable Variable);
  ScalarExpr replaced(ScalarExpr V);
  std::optional<Meeting> meeting(BlockId Block) const;
  ScalarExpr chosenPointer(BlockId Block, SsaVariable Variable);
  ScalarExpr onTheWayIn(BlockId Block, SsaVariable Variable);
  PhiId newPhi(BlockId Block, SsaVariable Variable, ScalarType Type);
  void completePhi(PhiId Phi, SsaVariable Variable);
  ScalarExpr resolved(ScalarExpr E, Rewriting &Memo);
  bool replaceTrivialPhis();
  void dropDeadPhis();

  KernelModel &Model;
  PointerTargets &Pointers;
  std::deque<BlockState> States; ///< by block
  std::deque<Row> Rows;
  size_t Noted = 0;
  unsigned Now = 0;    ///< counts what is asked of blocks for the first time
  BlockId Last = None; ///< the block that was written last
  /// Whether every block was written before those behind it were sealed.
  bool InOrder = true;
  /// When each variable was written, ascending.
  llvm::DenseMap<SsaVariable, llvm::SmallVector<unsigned, 2>> Writes;
  /// Pointer phis are kept as Base + offset; the base by phi number.
  llvm::DenseMap<PhiId, ScalarExpr> PhiBase;
  /// What chosenPointer() is asking for.
  llvm::DenseSet<std::pair<BlockId, SsaVariable>> Choosing;
  /// Phis that turned out to be another value.
  llvm::DenseMap<PhiId, ScalarExpr> Replaced;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_SSABUILDER_H
