//===- PointerTargets.cpp - Which variables a pointer may lead to ---------===//

#include "analysis/ast/PointerTargets.h"

using namespace llvm;

namespace kernelcast {

/// Whether \p E moves an address to a type of the same width.
static bool keepsAddress(ScalarExpr E) {
  return E->op() == Op::Cast && !E->type().Float &&
         E->operand(0)->type().Bits == 64;
}

ScalarExpr baseOf(ScalarExpr Address) {
  SmallVector<ScalarExpr, 16> Work{Address};
  for (unsigned Steps = 0; !Work.empty() && Steps < 256; ++Steps) {
    ScalarExpr E = Work.pop_back_val();
    if (E->op() == Op::Base)
      return E;
    if (E->op() == Op::Add)
      Work.append({E->operand(1), E->operand(0)});
    else if (E->op() == Op::Sub || keepsAddress(E))
      Work.push_back(E->operand(0));
  }
  return nullptr;
}

ScalarExpr offsetFrom(ExpressionPool &Pool, ScalarExpr Address,
                      ScalarExpr Base) {
  if (Address == Base)
    return Pool.constant(0, ScalarType::pointer());
  if (Address->op() == Op::Cast)
    return offsetFrom(Pool, Address->operand(0), Base);
  if (baseOf(Address->operand(0)) == Base)
    return Pool.binary(Address->op(),
                       offsetFrom(Pool, Address->operand(0), Base),
                       Address->operand(1));
  return Pool.binary(Address->op(), Address->operand(0),
                     offsetFrom(Pool, Address->operand(1), Base));
}

SmallVector<ScalarExpr, 2> PointerTargets::basesOf(ScalarExpr Address) const {
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
      if (keepsAddress(E))
        Work.push_back(E->operand(0));
      break;
    case Op::Select:
      Work.append({E->operand(2), E->operand(1)});
      break;
    case Op::Phi:
      append_range(Work, Model.Phis[E->value()].Incoming);
      break;
    default:
      break;
    }
  }
  return Bases;
}

bool PointerTargets::choosesBase(ScalarExpr Address) {
  ScalarExpr Base = baseOf(Address);
  if (Address == Base ||
      (Address->op() == Op::Add && Base &&
       offsetFrom(*Model.Pool, Address, Base)->isIntegerConstant()))
    return false;
  SmallVector<ScalarExpr, 2> Bases = basesOf(Address);
  if (Bases.size() < (Base ? 2 : 1))
    return false;
  for (ScalarExpr B : Bases)
    choose(B);
  return true;
}

void PointerTargets::choose(ScalarExpr Base) {
  if (auto Variable = Declared.find(Base->value()); Variable != Declared.end())
    Chosen.insert(Variable->second);
}

ScalarExpr PointerTargets::offsetAcross(ScalarExpr Pointer, ScalarExpr Base) {
  SmallVector<ScalarExpr, 2> Bases = basesOf(Pointer);
  MemorySpace Space = Model.Arrays[Base->value()].Space;
  bool Told = !Bases.empty() || Pointer->isIntegerConstant();
  choose(Base);
  for (ScalarExpr B : Bases) {
    choose(B);
    Told &= Model.Arrays[B->value()].Space == Space;
  }
  return Told && Space != MemorySpace::Local
             ? Model.Pool->binary(Op::Sub, Pointer, Base)
             : Model.Pool->opaque("pointer into one of several arrays",
                                  ScalarType::pointer());
}

} // namespace kernelcast
