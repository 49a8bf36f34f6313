//===- SumOfProducts.cpp - Integer expressions multiplied out -------------===//

#include "analysis/control/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

static constexpr unsigned MaxProducts = 64;

const Expr *kernelcast::withoutWideCasts(const Expr *E) {
  while (E->op() == Op::Cast && !E->type().Float && E->type().Bits >= 32 &&
         !E->operand(0)->type().Float)
    E = E->operand(0);
  return E;
}

/// Multiplies \p E out into \p Result; false if it gets too long.
static bool expand(const Expr *E, Sum &Result, unsigned Depth = 0) {
  E = withoutWideCasts(E);
  if (Depth > 64 || Result.size() > MaxProducts)
    return false;
  if (E->isIntegerConstant()) {
    Result.push_back(
        {wrapToType(E->value(), ScalarType::integer(E->type().Bits, true)),
         {}});
    return true;
  }
  Sum A, B;
  // Sums of chars and shorts wrap around in programs that are right.
  bool IsWhole = !E->type().Float && E->type().Bits >= 32;
  switch (IsWhole ? E->op() : Op::Call) {
  case Op::Add:
  case Op::Sub:
    if (!expand(E->operand(0), A, Depth + 1) ||
        !expand(E->operand(1), B, Depth + 1))
      return false;
    if (E->op() == Op::Sub)
      for (Product &P : B)
        P.Number = -P.Number;
    Result.append(A.begin(), A.end());
    Result.append(B.begin(), B.end());
    return Result.size() <= MaxProducts;
  case Op::Negate:
    if (!expand(E->operand(0), A, Depth + 1))
      return false;
    for (Product &P : A)
      P.Number = -P.Number;
    Result.append(A.begin(), A.end());
    return true;
  case Op::Mul:
    if (!expand(E->operand(0), A, Depth + 1) ||
        !expand(E->operand(1), B, Depth + 1) ||
        A.size() * B.size() > MaxProducts)
      return false;
    for (const Product &X : A)
      for (const Product &Y : B) {
        Product P;
        P.Number = static_cast<int64_t>(static_cast<uint64_t>(X.Number) *
                                        static_cast<uint64_t>(Y.Number));
        P.Factors = X.Factors;
        P.Factors.append(Y.Factors.begin(), Y.Factors.end());
        llvm::sort(P.Factors, [](const Expr *L, const Expr *R) {
          return L->id() < R->id();
        });
        Result.push_back(std::move(P));
      }
    return Result.size() <= MaxProducts;
  case Op::Shl: {
    const Expr *Amount = E->operand(1);
    if (!Amount->isIntegerConstant() || Amount->value() < 0 ||
        Amount->value() > 62)
      break;
    if (!expand(E->operand(0), A, Depth + 1))
      return false;
    for (Product &P : A)
      P.Number = static_cast<int64_t>(static_cast<uint64_t>(P.Number)
                                      << Amount->value());
    Result.append(A.begin(), A.end());
    return Result.size() <= MaxProducts;
  }
  default:
    break;
  }
  Result.push_back({1, {E}});
  return true;
}

bool kernelcast::isCoordinate(const Expr *E, Coordinate Which) {
  return E->op() == Op::Coordinate &&
         static_cast<Coordinate>(E->value()) == Which;
}

std::optional<Sum> kernelcast::sumOfProducts(const Expr *E) {
  Sum All, Result;
  if (!expand(E, All))
    return std::nullopt;
  for (const Product &P : All) {
    auto *Same = llvm::find_if(
        Result, [&](const Product &R) { return R.Factors == P.Factors; });
    if (Same != Result.end())
      Same->Number = static_cast<int64_t>(static_cast<uint64_t>(Same->Number) +
                                          static_cast<uint64_t>(P.Number));
    else
      Result.push_back(P);
  }
  llvm::erase_if(Result, [](const Product &P) { return P.Number == 0; });
  return Result;
}
