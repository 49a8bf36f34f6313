//===- ElementUses.cpp - Elements of local arrays at constant indices -----===//
//
// s[0] = f(x) defines the value of an element; for (c ...) y += s[c] then reads
// memory, as far as the lowering can tell, and f(x) would have no use. Where an
// array is indexed by computed values too, reads and writes of single elements
// are therefore kept beside those accesses, as silent ones, until it is known
// which instructions there are and how long the array is needed. The same goes
// for all but the first lane of a vector that is stored at once, and for the
// coordinates and values that texture instructions take.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"

using namespace llvm;

namespace kernelcast {

void KernelLowering::silentAccess(AccessKind Kind, ArrayId Array,
                                  ScalarExpr Address, ScalarExpr Stored) {
  MemoryAccess Made;
  Made.Silent = true;
  Made.Kind = Kind;
  Made.Space = MemorySpace::Local;
  Made.Array = Array;
  Made.Address = Address;
  Made.Stored = Stored;
  Made.Block = Current;
  Effect Step;
  Step.Access = Model.Accesses.size();
  current().Effects.push_back(std::move(Step));
  Model.Accesses.push_back(std::move(Made));
}

void KernelLowering::compute(ArrayRef<ScalarExpr> Needed) {
  for (ScalarExpr E : Needed)
    silentAccess(AccessKind::Store, None, nullptr, E);
}

void KernelLowering::elementUse(AccessKind Kind, ScalarExpr Address,
                                const Leaf &Element, ScalarExpr Stored) {
  ArrayId Array = baseOf(Address)->value();
  if (Objects[Array]->Layout.Leaves.size() > 1)
    silentAccess(Kind, Array,
                 pool().add(Address, pool().constant(Element.Offset,
                                                     ScalarType::pointer())),
                 Stored);
}

void KernelLowering::dropElementUses() {
  std::vector<bool> Indexed(Model.Arrays.size());
  for (const MemoryAccess &Access : Model.Accesses)
    if (!Access.Silent && Access.Array != None)
      Indexed[Access.Array] = true;
  auto Needless = [&](const MemoryAccess &Access) {
    return Access.Silent && Access.Array != None && !Indexed[Access.Array];
  };
  for (BasicBlock &Block : Model.Blocks)
    erase_if(Block.Effects, [&](const Effect &Step) {
      return Step.Access != None && Needless(Model.Accesses[Step.Access]);
    });
  // What no effect refers to is dropped later; it must not keep values alive.
  for (MemoryAccess &Access : Model.Accesses)
    if (Needless(Access))
      Access.Address = Access.Stored = nullptr;
}

} // namespace kernelcast
