//===- LoopVariance.cpp - In which loops an expression varies -------------===//

#include "analysis/pdg/LoopVariance.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// More unrelated loops than this are not told apart.
static constexpr unsigned MaxLoops = 8;

LoopVariance::LoopVariance(const KernelModel &Kernel) : Kernel(Kernel) {}

bool LoopVariance::inside(LoopId Inner, LoopId Outer) const {
  // Loops are numbered outer before inner.
  while (Inner != None && Inner > Outer)
    Inner = Kernel.Loops[Inner].Parent;
  return Inner != None && Inner == Outer;
}

void LoopVariance::add(Facts &To, LoopId Loop) const {
  if (Loop == None || Loop >= Kernel.Loops.size())
    return;
  for (LoopId &Known : To.Loops) {
    if (inside(Known, Loop))
      return;
    if (inside(Loop, Known)) {
      Known = Loop;
      return;
    }
  }
  if (To.Loops.size() == MaxLoops)
    To.Everywhere = true;
  else
    To.Loops.push_back(Loop);
}

LoopVariance::Facts LoopVariance::leaf(const Expr *E) const {
  Facts F;
  size_t Number = static_cast<uint32_t>(E->value());
  auto LoopOf = [&](BlockId Block) {
    return Block < Kernel.Blocks.size() ? Kernel.Blocks[Block].Loop : None;
  };
  switch (E->op()) {
  case Op::Counter:
    add(F, Number);
    if (Number < Kernel.Loops.size())
      F.Linear = Number;
    break;
  case Op::Phi:
    if (Number < Kernel.Phis.size())
      add(F, LoopOf(Kernel.Phis[Number].Block));
    break;
  case Op::Load:
    if (Number < Kernel.Accesses.size())
      add(F, LoopOf(Kernel.Accesses[Number].Block));
    break;
  case Op::Opaque:
    F.Everywhere = true;
    break;
  default:
    break;
  }
  return F;
}

bool LoopVariance::varies(const Facts &F, LoopId Loop) const {
  return F.Everywhere ||
         any_of(F.Loops, [&](LoopId L) { return inside(L, Loop); });
}

LoopId LoopVariance::linear(const Expr *E) const {
  if (E->type().Float || E->type().Bits == 1 || E->operands().empty())
    return None;
  const Facts &A = Remembered[E->operand(0)->id()];
  if (E->op() == Op::Negate || E->op() == Op::Cast)
    return A.Linear;
  if (E->operands().size() != 2)
    return None;
  const Facts &B = Remembered[E->operand(1)->id()];
  switch (E->op()) {
  case Op::Add:
  case Op::Sub:
    if (A.Linear != None && (A.Linear == B.Linear || !varies(B, A.Linear)))
      return A.Linear;
    return B.Linear != None && !varies(A, B.Linear) ? B.Linear : None;
  case Op::Mul:
    if (A.Linear != None && !varies(B, A.Linear))
      return A.Linear;
    return B.Linear != None && !varies(A, B.Linear) ? B.Linear : None;
  case Op::Shl:
    return A.Linear != None && !varies(B, A.Linear) ? A.Linear : None;
  default:
    return None;
  }
}

const LoopVariance::Facts &LoopVariance::facts(const Expr *Root) {
  // Operands have smaller numbers.
  if (Root->id() >= Remembered.size())
    Remembered.resize(std::max<size_t>(Root->id() + 1, Kernel.Pool->size()));
  SmallVector<const Expr *, 32> Path{Root};
  while (!Path.empty()) {
    const Expr *E = Path.back();
    if (Remembered[E->id()].Known) {
      Path.pop_back();
      continue;
    }
    size_t Size = Path.size();
    for (const Expr *O : E->operands())
      if (!Remembered[O->id()].Known)
        Path.push_back(O);
    if (Path.size() != Size)
      continue;
    Path.pop_back();
    Facts F = leaf(E);
    for (const Expr *O : E->operands()) {
      const Facts &Of = Remembered[O->id()];
      F.Everywhere |= Of.Everywhere;
      for (LoopId L : Of.Loops)
        add(F, L);
    }
    if (!E->isLeaf())
      F.Linear = linear(E);
    F.Known = true;
    Remembered[E->id()] = std::move(F);
  }
  return Remembered[Root->id()];
}

bool LoopVariance::varies(const Expr *E, LoopId Loop) {
  return varies(facts(E), Loop);
}

LoopId LoopVariance::linearLoop(const Expr *E) { return facts(E).Linear; }
