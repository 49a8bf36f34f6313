//===- WarpsOfRow.cpp - A row of threads warp by warp ---------------------===//

#include "analysis/formulas/WarpsOfRow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelcast;

const Expr *WarpsOfRow::of(const Expr *E) {
  if (auto At = Known.find(E); At != Known.end())
    return At->second;
  bool Good = true;
  // Operands first, so that no recursion gets deep.
  visitPostOrder(E, [&](const Expr *Node) {
    if (auto At = Known.find(Node); At != Known.end())
      Good &= At->second != nullptr;
    if (!Good || Known.count(Node))
      return;
    const Expr *Result = rewrite(Node);
    Known[Node] = Result;
    Good = Result != nullptr;
  });
  return Good ? Known.lookup(E) : nullptr;
}

const Expr *WarpsOfRow::rewrite(const Expr *E) {
  ScalarType Type = E->type();
  if (Type.Float)
    return nullptr;
  switch (E->op()) {
  case Op::Constant:
    return Pool.constant(E->value(), Type);
  case Op::Symbol:
    return Pool.symbol(E->name(), Type);
  case Op::Base:
    return Pool.base(unsigned(E->value()));
  case Op::Counter:
    return Pool.counter(unsigned(E->value()));
  case Op::Coordinate: {
    auto Which = static_cast<Coordinate>(E->value());
    const Expr *Same = Pool.coordinate(Which, Type);
    if (Which != Coordinate::ThreadX)
      return Same;
    const Expr *Warp = Pool.cast(Pool.counter(Counter), Type);
    return Pool.add(Pool.binary(Op::Mul, Warp, Pool.constant(W, Type)), Same);
  }
  case Op::Rem:
  case Op::Div:
  case Op::And:
  case Op::Shr:
    if (const Expr *Part = partOf(E))
      return Part;
    break;
  default:
    break;
  }
  if (E->isLeaf())
    return nullptr;
  llvm::SmallVector<const Expr *, 3> Operands;
  for (const Expr *Operand : E->operands())
    Operands.push_back(Known.lookup(Operand));
  switch (E->op()) {
  case Op::Negate:
  case Op::Not:
  case Op::FloorLog2:
    return Pool.unary(E->op(), Operands[0]);
  case Op::Cast:
    return Pool.cast(Operands[0], Type);
  case Op::Select:
    return Pool.select(Operands[0], Operands[1], Operands[2]);
  case Op::Call:
    return nullptr;
  default:
    return Operands.size() == 2 ? Pool.binary(E->op(), Operands[0], Operands[1])
                                : nullptr;
  }
}

const Expr *WarpsOfRow::product(const Product &P, ScalarType Type) {
  const Expr *Result = Pool.constant(P.Number, Type);
  for (const Expr *Factor : P.Factors)
    Result =
        Pool.binary(Op::Mul, Result, Pool.cast(Known.lookup(Factor), Type));
  return Result;
}

/// (threadIdx.x + R) % W or / W, where W divides R >= 0, also as bits.
const Expr *WarpsOfRow::partOf(const Expr *E) {
  const Expr *By = E->operand(1);
  bool IsLane = (E->op() == Op::Rem && By->isConstant(W)) ||
                (E->op() == Op::And && By->isConstant(W - 1));
  bool IsWarp = (E->op() == Op::Div && By->isConstant(W)) ||
                (E->op() == Op::Shr && By->isConstant(llvm::Log2_32(W)));
  std::optional<Sum> All;
  if (IsLane || IsWarp)
    All = sumOfProducts(E->operand(0));
  if (!All)
    return nullptr;
  ScalarType Type = E->type();
  bool Found = false;
  const Expr *Warp = Pool.cast(Pool.counter(Counter), Type);
  for (const Product &P : *All) {
    if (P.Number == 1 && P.Factors.size() == 1 &&
        isCoordinate(P.Factors[0], Coordinate::ThreadX)) {
      Found = true;
      continue;
    }
    // blockDim.x is a multiple of W.
    bool IsWhole =
        P.Number % W == 0 || llvm::any_of(P.Factors, [](const Expr *F) {
          return isCoordinate(F, Coordinate::BlockSizeX);
        });
    bool IsKnown = llvm::all_of(P.Factors, [&](const Expr *F) {
      return F->op() == Op::Coordinate &&
             !isCoordinate(F, Coordinate::ThreadX) && Known.lookup(F);
    });
    if (P.Number < 0 || !IsWhole || !IsKnown)
      return nullptr;
    Warp = Pool.add(
        Warp, Pool.binary(Op::Div, product(P, Type), Pool.constant(W, Type)));
  }
  if (!Found)
    return nullptr;
  return IsLane ? Pool.coordinate(Coordinate::ThreadX, Type) : Warp;
}
