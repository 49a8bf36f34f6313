//===- SourceLoops.cpp - The loop statement around each block -------------===//

#include "analysis/ast/SourceLoops.h"
#include "analysis/ast/Arithmetic.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace kernelcast {

/// LoopInfo::UnrollHint of a loop with these attributes.
static unsigned unrollHint(ArrayRef<const clang::Attr *> Attributes,
                           const clang::ASTContext &Context) {
  using Hint = clang::LoopHintAttr;
  unsigned Result = 0;
  for (const clang::Attr *A : Attributes) {
    if (const auto *OpenCl = dyn_cast<clang::OpenCLUnrollHintAttr>(A))
      Result = OpenCl->getUnrollHint() ? OpenCl->getUnrollHint() : ~0u;
    const auto *Loop = dyn_cast<Hint>(A);
    if (!Loop || (Loop->getOption() != Hint::Unroll &&
                  Loop->getOption() != Hint::UnrollCount))
      continue;
    if (Loop->getState() == Hint::Disable)
      Result = 1;
    else if (Loop->getState() != Hint::Numeric)
      Result = ~0u;
    else if (clang::Expr::EvalResult Count;
             Loop->getValue() && !Loop->getValue()->isValueDependent() &&
             Loop->getValue()->EvaluateAsInt(Count, Context))
      Result = static_cast<unsigned>(lowWord(Count.Val.getInt()));
  }
  return Result;
}

static bool isLoop(const clang::Stmt *S) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
             clang::CXXForRangeStmt>(S);
}

/// Most functions that are inlined have none.
static bool hasLoop(const clang::Stmt *Body) {
  SmallVector<const clang::Stmt *, 64> Work{Body};
  while (!Work.empty()) {
    const clang::Stmt *S = Work.pop_back_val();
    if (isLoop(S))
      return true;
    for (const clang::Stmt *Child : S->children())
      if (Child)
        Work.push_back(Child);
  }
  return false;
}

std::vector<unsigned> sourceLoops(const clang::Stmt *Body,
                                  const clang::CFG &Graph, unsigned Outside,
                                  const clang::ASTContext &Context,
                                  KernelModel &Model) {
  std::vector<unsigned> Around(Graph.getNumBlockIDs(), Outside);
  if (!hasLoop(Body))
    return Around;
  // Each statement's innermost loop.
  DenseMap<const clang::Stmt *, unsigned> LoopOf;
  SmallVector<std::pair<const clang::Stmt *, unsigned>, 64> Work;
  Work.push_back({Body, Outside});
  DenseMap<const clang::Stmt *, unsigned> Hints;
  while (!Work.empty()) {
    auto [S, Loop] = Work.pop_back_val();
    LoopOf[S] = Loop;
    if (const auto *Attributed = dyn_cast<clang::AttributedStmt>(S))
      Hints[Attributed->getSubStmt()] =
          unrollHint(Attributed->getAttrs(), Context);
    if (isLoop(S)) {
      unsigned Id = Model.SourceLoopParent.size();
      Model.SourceLoopParent.push_back(Loop);
      Model.SourceLoopUnroll.push_back(Hints.lookup(S));
      Loop = Id;
      LoopOf[S] = Id; // its terminator and its way back are inside
    }
    const clang::Stmt *Before = nullptr;
    if (const auto *For = dyn_cast<clang::ForStmt>(S))
      Before = For->getInit();
    for (const clang::Stmt *Child : S->children())
      if (Child)
        Work.push_back(
            {Child, Child == Before ? Model.SourceLoopParent[Loop] : Loop});
  }
  for (const clang::CFGBlock *Block : Graph) {
    const clang::Stmt *Mark = Block->getLoopTarget();
    for (const clang::CFGElement &Element : *Block) {
      if (Mark)
        break;
      if (auto Statement = Element.getAs<clang::CFGStmt>())
        if (LoopOf.count(Statement->getStmt()))
          Mark = Statement->getStmt();
    }
    if (!Mark)
      Mark = Block->getLabel();
    if (!Mark)
      Mark = Block->getTerminatorStmt();
    if (auto It = LoopOf.find(Mark); Mark && It != LoopOf.end())
      Around[Block->getBlockID()] = It->second;
  }
  return Around;
}

} // namespace kernelcast
