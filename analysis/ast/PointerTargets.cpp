//===- PointerTargets.cpp - Which variables a pointer may lead to ---------===//
//
//   int *p = i < n ? &x : &y;
//   *p = 7;
//
// x and y live in register slots, and nothing may write them behind their
// backs. So each address is asked for all the bases that it may start from:
// through sums, the arms of selections and what comes into phis. If it is not
// plainly one, the variables among them are noted, and the kernel is lowered
// once more with slots that hold values nobody knows: what was read before a
// loop moved its pointer has been used already.
//
// Arrays in memory have no slots. For them the address as a number is enough:
// it says for each lane where it goes, as the bases are far apart.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"

using namespace llvm;

namespace kernelcast {

SmallVector<ScalarExpr, 2> KernelLowering::basesOf(ScalarExpr Address) {
  constexpr unsigned MaxNodes = 4096;
  SmallVector<ScalarExpr, 2> Bases;
  SmallVector<ScalarExpr, 16> Work{Address};
  SmallDenseSet<ScalarExpr, 16> Seen;
  while (!Work.empty() && Seen.size() < MaxNodes) {
    ScalarExpr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    switch (E->op()) {
    case Op::Base:
      Bases.push_back(E);
      break;
    case Op::Add:
      Work.append({E->operand(1), E->operand(0)});
      break;
    case Op::Sub:
      Work.push_back(E->operand(0));
      break;
    case Op::Cast:
      if (!E->type().Float && E->operand(0)->type().Bits == 64)
        Work.push_back(E->operand(0));
      break;
    case Op::Select:
      Work.append({E->operand(2), E->operand(1)});
      break;
    case Op::Phi:
      if (auto It = Replaced.find(E->value()); It != Replaced.end())
        Work.push_back(It->second);
      else
        append_range(Work, Model.Phis[E->value()].Incoming);
      break;
    default:
      break;
    }
  }
  return Bases;
}

bool KernelLowering::choosesBase(ScalarExpr Address) {
  ScalarExpr Base = baseOf(Address);
  if (Address == Base || (Address->op() == Op::Add && Base &&
                          offsetFrom(Address, Base)->isIntegerConstant()))
    return false;
  SmallVector<ScalarExpr, 2> Bases = basesOf(Address);
  if (Bases.size() < (Base ? 2 : 1))
    return false;
  for (ScalarExpr B : Bases)
    chosen(B);
  return true;
}

void KernelLowering::chosen(ScalarExpr Base) {
  if (const Object *O = Objects[Base->value()].get())
    Chosen.insert(O->Declared);
}

/// \p Pointer less \p Base, which is not its own.
ScalarExpr KernelLowering::offsetAcross(ScalarExpr Pointer, ScalarExpr Base) {
  SmallVector<ScalarExpr, 2> Bases = basesOf(Pointer);
  MemorySpace Space = Model.Arrays[Base->value()].Space;
  bool Told = !Bases.empty() || Pointer->isIntegerConstant();
  chosen(Base);
  for (ScalarExpr B : Bases) {
    chosen(B);
    Told &= Model.Arrays[B->value()].Space == Space;
  }
  return Told && Space != MemorySpace::Local
             ? pool().binary(Op::Sub, Pointer, Base)
             : pool().opaque("pointer into one of several arrays",
                             ScalarType::pointer());
}

} // namespace kernelcast
