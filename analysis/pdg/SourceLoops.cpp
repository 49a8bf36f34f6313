//===- SourceLoops.cpp - The loop statement around each block -------------===//
//
// A CFG does not tell { found = i; break; } inside a loop from the code behind
// the loop, but threads run the former in the iteration in which they leave.
// So each block remembers the innermost loop statement of the source that it
// stands in, through inlined calls as well.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/KernelLowering.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace kernelcast {

std::vector<unsigned> KernelLowering::sourceLoops(const clang::Stmt *Body,
                                                  const clang::CFG &Graph) {
  std::vector<unsigned> Around(Graph.getNumBlockIDs(), SourceLoop);
  // Each statement's innermost loop; only functions with loops pay for it.
  DenseMap<const clang::Stmt *, unsigned> LoopOf;
  SmallVector<std::pair<const clang::Stmt *, unsigned>, 64> Work;
  Work.push_back({Body, SourceLoop});
  bool AnyLoop = false;
  while (!Work.empty()) {
    auto [S, Loop] = Work.pop_back_val();
    LoopOf[S] = Loop;
    if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
            clang::CXXForRangeStmt>(S)) {
      AnyLoop = true;
      unsigned Id = Model.SourceLoopParent.size();
      Model.SourceLoopParent.push_back(Loop);
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
  if (!AnyLoop)
    return Around;
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
