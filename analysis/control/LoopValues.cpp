//===- LoopValues.cpp - What changes in a loop, and how -------------------===//
#include "analysis/control/LoopValues.h"

using namespace kernelcast;

LoopValues::LoopValues(KernelModel &Kernel, const LoopInfo &Loop)
    : Kernel(Kernel), Pool(*Kernel.Pool), Id(Loop.Id),
      Counter(Pool.counter(Loop.Id)), Inside(Kernel.Blocks.size()) {
  for (BlockId Block : Loop.Blocks)
    if (Block < Inside.size())
      Inside.set(Block);
}

uint8_t LoopValues::leafDependence(const Expr *E) const {
  switch (E->op()) {
  case Op::Counter: {
    if (E->value() == Id)
      return OnCounter;
    // An inner loop's counter changes with this loop; any other is settled.
    for (LoopId L = E->value(); L < Kernel.Loops.size();
         L = Kernel.Loops[L].Parent)
      if (L == Id)
        return Other;
    return 0;
  }
  case Op::Phi:
    if (static_cast<uint64_t>(E->value()) < Kernel.Phis.size() &&
        !contains(Kernel.Phis[E->value()].Block))
      return 0;
    return Other;
  case Op::Load:
    if (static_cast<uint64_t>(E->value()) < Kernel.Accesses.size() &&
        !contains(Kernel.Accesses[E->value()].Block))
      return 0;
    return Other;
  case Op::Opaque:
    return Other;
  default:
    return 0;
  }
}

uint8_t LoopValues::dependence(const Expr *E) {
  auto Found = Known.find(E);
  if (Found != Known.end())
    return Found->second;
  llvm::SmallVector<std::pair<const Expr *, unsigned>, 32> Stack{{E, 0}};
  while (!Stack.empty()) {
    auto &[Node, Next] = Stack.back();
    if (Next < Node->operands().size()) {
      const Expr *Operand = Node->operand(Next++);
      if (!Known.count(Operand))
        Stack.push_back({Operand, 0});
      continue;
    }
    uint8_t Result = Node->isLeaf() ? leafDependence(Node) : 0;
    for (const Expr *Operand : Node->operands())
      Result |= Known.lookup(Operand);
    Known[Node] = Result;
    Stack.pop_back();
  }
  return Known.lookup(E);
}

std::optional<LinearForm> LoopValues::linearIn(const Expr *E, const Expr *Leaf,
                                               ScalarType Type,
                                               Overflow Widening) {
  if (Type.Float || E->type().Float)
    return std::nullopt;
  Steps = 0;
  return linear(E, Leaf, Type, Widening, 0);
}

std::optional<LinearForm> LoopValues::linear(const Expr *E, const Expr *Leaf,
                                             ScalarType Type, Overflow Widening,
                                             unsigned Depth) {
  // Shared nodes are visited once per path: stop before that gets long.
  if (++Steps > 2000 || Depth > 100 || E->type().Float)
    return std::nullopt;
  auto Constant = [&](int64_t V) { return Pool.constant(V, Type); };
  if (isInvariant(E))
    return LinearForm{Constant(0), Pool.cast(E, Type)};
  if (E == Leaf)
    return LinearForm{Constant(1), Constant(0)};
  auto Of = [&](const Expr *X) {
    return linear(X, Leaf, Type, Widening, Depth + 1);
  };
  switch (E->op()) {
  case Op::Cast: {
    const Expr *X = E->operand(0);
    ScalarType From = X->type();
    if (From.Float)
      return std::nullopt;
    if (From.Bits >= Type.Bits)
      return Of(X);
    if (Widening == Overflow::Wraps || From.Bits < 32)
      return std::nullopt;
    auto Narrow = linear(X, Leaf, From, Widening, Depth + 1);
    if (!Narrow)
      return std::nullopt;
    // A step keeps its direction: adding 2^32 - 1 counts down.
    const Expr *Coefficient = Pool.cast(
        Pool.cast(Narrow->Coefficient, ScalarType::integer(From.Bits, true)),
        Type);
    return LinearForm{Coefficient, Pool.cast(Narrow->Rest, Type)};
  }
  case Op::Add:
  case Op::Sub: {
    auto A = Of(E->operand(0));
    auto B = A ? Of(E->operand(1)) : std::nullopt;
    if (!B)
      return std::nullopt;
    return LinearForm{Pool.binary(E->op(), A->Coefficient, B->Coefficient),
                      Pool.binary(E->op(), A->Rest, B->Rest)};
  }
  case Op::Negate: {
    auto A = Of(E->operand(0));
    if (!A)
      return std::nullopt;
    return LinearForm{Pool.unary(Op::Negate, A->Coefficient),
                      Pool.unary(Op::Negate, A->Rest)};
  }
  case Op::Mul: {
    const Expr *Fixed = E->operand(1), *Varying = E->operand(0);
    if (!isInvariant(Fixed))
      std::swap(Fixed, Varying);
    if (!isInvariant(Fixed))
      return std::nullopt;
    auto A = Of(Varying);
    if (!A)
      return std::nullopt;
    Fixed = Pool.cast(Fixed, Type);
    return LinearForm{Pool.mul(A->Coefficient, Fixed),
                      Pool.mul(A->Rest, Fixed)};
  }
  case Op::Shl: {
    if (E->type().Bits != Type.Bits || !isInvariant(E->operand(1)))
      return std::nullopt;
    auto A = Of(E->operand(0));
    if (!A)
      return std::nullopt;
    return LinearForm{Pool.binary(Op::Shl, A->Coefficient, E->operand(1)),
                      Pool.binary(Op::Shl, A->Rest, E->operand(1))};
  }
  default:
    return std::nullopt;
  }
}

void kernelcast::rewriteModel(
    KernelModel &Kernel,
    llvm::function_ref<const Expr *(const Expr *)> Replace) {
  llvm::DenseMap<const Expr *, const Expr *> Memo;
  auto Update = [&](const Expr *&E) {
    if (E)
      E = Kernel.Pool->rewrite(E, Replace, &Memo);
  };
  for (MemoryAccess &Access : Kernel.Accesses) {
    Update(Access.Address);
    Update(Access.Stored);
  }
  for (SlowOperation &Slow : Kernel.SlowOperations)
    Update(Slow.Value);
  for (RowIndex &Row : Kernel.RowIndices)
    Update(Row.Index);
  for (BasicBlock &Block : Kernel.Blocks) {
    Update(Block.Condition);
    for (Instruction &I : Block.Instructions) {
      Update(I.Value);
      Update(I.Address);
    }
  }
  for (PhiNode &Phi : Kernel.Phis) {
    for (const Expr *&Incoming : Phi.Incoming)
      Update(Incoming);
    Update(Phi.ClosedForm);
  }
  for (LoopInfo &Loop : Kernel.Loops)
    Update(Loop.TripCount);
}

std::vector<BlockId>
kernelcast::immediateDominators(const KernelModel &Kernel) {
  unsigned Count = Kernel.Blocks.size();
  std::vector<BlockId> Idom(Count, None);
  if (Count == 0)
    return Idom;
  Idom[0] = 0;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 1; B < Count; ++B) {
      BlockId New = None;
      for (BlockId P : Kernel.Blocks[B].Predecessors) {
        if (P >= Count || Idom[P] == None)
          continue;
        if (New == None) {
          New = P;
          continue;
        }
        for (BlockId Q = P; Q != New;) {
          while (Q > New)
            Q = Idom[Q];
          while (New > Q)
            New = Idom[New];
        }
      }
      if (New != None && New != Idom[B]) {
        Idom[B] = New;
        Changed = true;
      }
    }
  }
  Idom[0] = None;
  return Idom;
}

bool kernelcast::dominates(const std::vector<BlockId> &Idom, BlockId A,
                           BlockId B) {
  while (B != None && B > A)
    B = Idom[B];
  return A == B;
}
