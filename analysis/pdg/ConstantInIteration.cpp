//===- ConstantInIteration.cpp - Constants of unrolled code ---------------===//

#include "analysis/pdg/ConstantInIteration.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

bool ConstantInIteration::leaf(const Expr *E) const {
  size_t Number = static_cast<size_t>(E->value());
  switch (E->op()) {
  case Op::Constant:
    return true;
  case Op::Base: // of a variable, not what a pointer argument points to
    return Number < Kernel.Arrays.size() &&
           Kernel.Arrays[Number].Parameter == None &&
           Kernel.Arrays[Number].Space != MemorySpace::Global &&
           Kernel.Arrays[Number].Space != MemorySpace::Texture;
  case Op::Counter:
    return Number < Kernel.Loops.size() && Kernel.Loops[Number].Unrolled;
  default:
    return false;
  }
}

bool ConstantInIteration::contains(const Expr *Root) {
  SmallVector<const Expr *, 32> Path{Root};
  while (!Path.empty()) {
    const Expr *E = Path.back();
    if (Known.count(E)) {
      Path.pop_back();
      continue;
    }
    size_t Size = Path.size();
    for (const Expr *O : E->operands())
      if (!Known.count(O))
        Path.push_back(O);
    if (Path.size() != Size)
      continue;
    Path.pop_back();
    Known[E] =
        E->isLeaf() ? leaf(E) : all_of(E->operands(), [&](const Expr *O) {
          return Known.lookup(O);
        });
  }
  return Known.lookup(Root);
}
