//===- AlignmentTests.cpp - Code that asks where a pointer points ---------===//

#include "analysis/dependences/AlignmentTests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Whether \p E takes the low bits of its first operand, those of a multiple of
/// at most 256 bytes, as allocations have it.
static bool takesLowBits(const Expr *E) {
  constexpr uint64_t Coarsest = 256;
  if (E->operands().size() != 2 || !E->operand(1)->isIntegerConstant())
    return false;
  const auto Number = static_cast<uint64_t>(E->operand(1)->value());
  return E->op() == Op::Rem   ? isPowerOf2_64(Number) && Number <= Coarsest
         : E->op() == Op::And ? Number < Coarsest
                              : false;
}

static bool hasAddress(const Expr *E) {
  bool Result = false;
  visitPostOrder(E,
                 [&](const Expr *Node) { Result |= Node->op() == Op::Base; });
  return Result;
}

static bool testsAlignment(const Expr *Condition) {
  bool Result = false;
  visitPostOrder(Condition, [&](const Expr *Node) {
    Result |= takesLowBits(Node) && hasAddress(Node->operand(0));
  });
  return Result;
}

AlignmentTests::AlignmentTests(const KernelGraphs &Graphs) : Graphs(Graphs) {
  for (const BasicBlock &Block : Graphs.kernel().Blocks)
    if (Block.Condition && testsAlignment(Block.Condition))
      Tests.push_back(Block.Id);
}

bool AlignmentTests::guard(BlockId Block) const {
  return !Tests.empty() &&
         any_of(Graphs.dependences().decidingBranches(Block),
                [&](BlockId Branch) { return is_contained(Tests, Branch); });
}
