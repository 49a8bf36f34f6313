//===- CodeFlow.h - Blocks and loops of machine code ------------*- C++ -*-===//
//
// The control-flow graph of a function of a listing. A block ends where control
// may leave: at branches, at exits that a predicate guards, and in front of
// what is jumped to. What cannot be reached (padding, the jump to itself behind
// the end) is in no block.
//
// Lanes that have parted meet again where an instruction in front says so:
//
//   SSY L; ... SYNC;          Maxwell, Pascal: SYNC goes on at the L of the
//   PBK L; ... BRK;           latest SSY that is open; so do BRK of PBK and
//   PCNT L; ... CONT;         CONT of PCNT
//   BSSY B0, L; ... BSYNC B0; Volta and later, by one of several names
//
// What is open is followed through the graph; where ways meet, that is what
// all of them leave open.
//
// Loops are natural loops: a jump back to a block that dominates it (A. Aho et
// al., Compilers, 2nd edition, section 9.6).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SASS_CODEFLOW_H
#define KERNELCAST_ANALYSIS_SASS_CODEFLOW_H

#include "analysis/sass/SassListing.h"
#include "analysis/support/Dominators.h"

namespace kernelcast {

using CodeBlockId = unsigned;
inline constexpr unsigned NoCode = ~0u;

struct CodeBlock {
  unsigned First = 0, End = 0; ///< instructions [First, End)
  /// Where control may go; none: the function ends.
  llvm::SmallVector<CodeBlockId, 2> Successors;
  llvm::SmallVector<CodeBlockId, 2> Predecessors;
  /// The block behind it in the text, if control may just go on there.
  CodeBlockId FallThrough = NoCode;
  bool MayExit = false;               ///< at its end, for some lanes
  unsigned Loop = NoCode;             ///< innermost loop around it
  CodeBlockId Dominator = NoCode;     ///< immediate; NoCode: the entry
  CodeBlockId PostDominator = NoCode; ///< immediate; NoCode: the end
};

struct CodeLoop {
  CodeBlockId Header = 0;
  unsigned Parent = NoCode;
  llvm::SmallVector<CodeBlockId, 2> Latches; ///< blocks that jump back
  std::vector<CodeBlockId> Blocks;           ///< with those of inner loops
};

struct CodeFlow {
  /// By address, [0] is the entry. All can be reached from there.
  std::vector<CodeBlock> Blocks;
  std::vector<CodeLoop> Loops;    ///< outer before inner
  std::vector<CodeBlockId> Order; ///< blocks in reverse post order
  Dominators Tree;

  bool dominates(CodeBlockId A, CodeBlockId B) const {
    return Tree.dominates(A, B);
  }
  /// Whether \p Block is in \p Loop; all are in NoCode.
  bool isIn(CodeBlockId Block, unsigned Loop) const;
};

/// Whether \p I calls a function, which comes back behind it.
bool isCall(const SassInstruction &I);

/// Errors name what keeps the graph from being known: a jump to a place that
/// the listing does not show or to a computed one, lanes that
/// meet nowhere, loops with several entries.
llvm::Expected<CodeFlow> codeFlow(const SassFunction &Function);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_CODEFLOW_H
