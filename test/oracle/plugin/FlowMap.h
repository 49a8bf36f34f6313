//===- FlowMap.h - The loops around each block of a function ----*- C++ -*-===//
//
// Threads of a warp run a block together if they reach it in the same iteration
// of every loop around it. "Around" is meant as in the source:
//
//   for (...) {          block A lies in the loop: it leads back to the header.
//     A;                 block B does not lead back, but stands in the loop
//     if (found) {       statement: who runs it, runs it in the iteration in
//       B; break;        which it leaves. So B counts as inside the loop.
//     }                  block C stands behind the loop: all who left are
//   }                    together again.
//   C;
//
// Blocks like A are LLVM's natural loops. Blocks like B are those that the
// loop's header dominates and whose source places lie in the statement, whose
// begin and end the compiler leaves in the metadata of the loop's way back.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_FLOWMAP_H
#define KERNELCAST_TEST_ORACLE_FLOWMAP_H

#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace oracle {

/// Line and column, from 1; {0, 0} where there is none.
using Place = std::pair<unsigned, unsigned>;

struct LoopStatement {
  unsigned Number = 0; ///< in its function
  const llvm::BasicBlock *Header = nullptr;
  std::unordered_set<const llvm::BasicBlock *> Blocks; ///< of the natural loop
  Place Begin, End;
  bool TestsAtEnd = false; ///< do-while: one iteration more than ways back
};

struct FlowMap {
  explicit FlowMap(const llvm::Function &F);

  std::deque<LoopStatement> Loops;
  /// Outermost first.
  std::unordered_map<const llvm::BasicBlock *, std::vector<LoopStatement *>>
      Around;
  bool Irreducible = false; ///< a cycle that is no natural loop
};

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_FLOWMAP_H
