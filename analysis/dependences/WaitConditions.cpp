//===- WaitConditions.cpp - Branches by which threads may wait ------------===//

#include "analysis/dependences/WaitConditions.h"

namespace kernelcast {

bool mayWait(const KernelModel &Kernel, const Expr *Condition) {
  bool Result = false;
  visitPostOrder(Condition, [&](const Expr *Node) {
    if (Node->op() != Op::Load)
      return;
    const MemoryAccess &Read =
        Kernel.Accesses[static_cast<size_t>(Node->value())];
    Result |= Read.Kind == AccessKind::Atomic || Read.Volatile;
  });
  return Result;
}

} // namespace kernelcast
