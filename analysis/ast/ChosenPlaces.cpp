//===- ChosenPlaces.cpp - Addresses that choose between slots -------------===//

#include "analysis/ast/ChosenPlaces.h"
#include "analysis/support/Magnitude.h"
#include <numeric>

using namespace llvm;

namespace kernelcast {

namespace {
/// The values Constant + Step * i for any i.
struct Progression {
  int64_t Step = 1, Constant = 0;
};
} // namespace

/// One that all values of \p E are in; Step is 0 for a constant.
static Progression progressionOf(ScalarExpr E, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  if (E->isIntegerConstant())
    return {0, E->value()};
  if (Depth == MaxDepth || E->type().Bits != 64)
    return {};
  auto Of = [&](unsigned I) { return progressionOf(E->operand(I), Depth + 1); };
  switch (E->op()) {
  case Op::Add:
  case Op::Sub: {
    const Progression A = Of(0), B = Of(1);
    const auto First = static_cast<uint64_t>(A.Constant);
    const auto Second = static_cast<uint64_t>(B.Constant);
    return {std::gcd(A.Step, B.Step),
            static_cast<int64_t>(E->op() == Op::Add ? First + Second
                                                    : First - Second)};
  }
  case Op::Mul: {
    Progression A = Of(0), B = Of(1);
    if (A.Step == 0)
      std::swap(A, B);
    constexpr uint64_t Most = 1 << 20;
    if (B.Step != 0 || magnitude(B.Constant) > Most ||
        magnitude(A.Step) > Most || magnitude(A.Constant) > Most)
      return {};
    return {A.Step * static_cast<int64_t>(magnitude(B.Constant)),
            A.Constant * B.Constant};
  }
  default:
    return {};
  }
}

/// Adds the variables that \p Address selects from where \p Condition holds
/// (null: always); false if it may lead elsewhere.
static bool addSides(ExpressionPool &Pool, ScalarExpr Address,
                     ScalarExpr Condition,
                     function_ref<bool(ScalarExpr)> IsVariable,
                     ChosenPlaces &To) {
  constexpr unsigned MaxSides = 8;
  if (Address->op() == Op::Select) {
    ScalarExpr Test = Pool.isTrue(Address->operand(0));
    ScalarExpr Else =
        Pool.binary(Op::Equal, Test, Pool.constant(0, ScalarType::truth()));
    auto Side = [&](unsigned I, ScalarExpr C) {
      return addSides(Pool, Address->operand(I),
                      Condition ? Pool.binary(Op::And, Condition, C) : C,
                      IsVariable, To);
    };
    return Side(1, Test) && Side(2, Else);
  }
  if (Address->op() == Op::Add && Address->operand(1)->isIntegerConstant()) {
    const size_t First = To.size();
    if (!addSides(Pool, Address->operand(0), Condition, IsVariable, To))
      return false;
    for (ChosenPlace &Place : drop_begin(To, First))
      Place.Address = Pool.add(Place.Address, Address->operand(1));
    return true;
  }
  if (Address->op() != Op::Base || !IsVariable(Address) ||
      To.size() == MaxSides)
    return false;
  To.push_back({Address, Condition});
  return true;
}

ChosenPlaces sidesOf(ExpressionPool &Pool, ScalarExpr Address,
                     function_ref<bool(ScalarExpr)> IsVariable) {
  ChosenPlaces Sides;
  if (!addSides(Pool, Address, nullptr, IsVariable, Sides) || Sides.size() < 2)
    return {};
  return Sides;
}

ChosenPlaces elementsOf(ExpressionPool &Pool, ScalarExpr Address,
                        uint64_t Bytes, uint64_t Width) {
  constexpr size_t MaxElements = 16;
  ScalarExpr Base = baseOf(Address), Rest = offsetFrom(Pool, Address, Base);
  const Progression Offsets = progressionOf(Rest);
  // What wraps around in 64 bits keeps its place among powers of two alone.
  const int64_t Step = Offsets.Step & -Offsets.Step;
  if (Step <= 0 || Width == 0 || Width > Bytes)
    return {};
  int64_t Offset = Offsets.Constant % Step;
  Offset += Offset < 0 ? Step : 0;
  ChosenPlaces Elements;
  for (const auto Last = static_cast<int64_t>(Bytes - Width); Offset <= Last;
       Offset += Step) {
    if (Elements.size() == MaxElements)
      return {};
    ScalarExpr Number = Pool.constant(Offset, ScalarType::pointer());
    Elements.push_back(
        {Pool.add(Base, Number), Pool.binary(Op::Equal, Rest, Number)});
  }
  return Elements;
}

} // namespace kernelcast
