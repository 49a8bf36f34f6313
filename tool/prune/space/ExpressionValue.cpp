//===- ExpressionValue.cpp - Python's arithmetic within 64 bits -----------===//

#include "tool/prune/space/ExpressionValue.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

using namespace kernelcast;

namespace {

using Kind = ExpressionValue::Kind;
using Fail = ExpressionFailure::Kind;

constexpr double TwoTo63 = 9223372036854775808.0;

bool fail(ExpressionFailure &Failure, Fail Reason, const char *What) {
  Failure.Reason = Reason;
  Failure.What = What;
  return false;
}
bool overflows(ExpressionFailure &Failure) {
  return fail(Failure, Fail::Overflow, "the result does not fit 64 bits");
}
bool divides(ExpressionFailure &Failure) {
  return fail(Failure, Fail::DivisionByZero, "division by zero");
}
bool refuses(ExpressionFailure &Failure) {
  return fail(Failure, Fail::WrongType,
              "the operator does not take values of these kinds");
}

bool set(ExpressionValue &Result, int64_t Value) {
  Result = ExpressionValue::integer(Value);
  return true;
}
bool set(ExpressionValue &Result, double Value) {
  Result = ExpressionValue::real(Value);
  return true;
}

enum class Order : uint8_t { Less, Equal, Greater, None };

/// A whole number beside a real one, without rounding either.
Order orderOf(int64_t Left, double Right) {
  if (std::isnan(Right))
    return Order::None;
  if (Right >= TwoTo63)
    return Order::Less;
  if (Right < -TwoTo63)
    return Order::Greater;
  const double Whole = std::trunc(Right);
  const auto Truncated = static_cast<int64_t>(Whole);
  if (Left != Truncated)
    return Left < Truncated ? Order::Less : Order::Greater;
  return Right > Whole   ? Order::Less
         : Right < Whole ? Order::Greater
                         : Order::Equal;
}

Order reversed(Order Given) {
  return Given == Order::Less      ? Order::Greater
         : Given == Order::Greater ? Order::Less
                                   : Given;
}

template <typename T> Order orderOfSame(const T &Left, const T &Right) {
  return Left < Right    ? Order::Less
         : Left == Right ? Order::Equal
         : Left > Right  ? Order::Greater
                         : Order::None;
}

Order orderOfNumbers(const ExpressionValue &Left,
                     const ExpressionValue &Right) {
  if (Left.isInteger())
    return Right.isInteger() ? orderOfSame(Left.Integer, Right.Integer)
                             : orderOf(Left.Integer, Right.Real);
  return Right.isInteger() ? reversed(orderOf(Right.Integer, Left.Real))
                           : orderOfSame(Left.Real, Right.Real);
}

/// The double nearest to Left / Right. Beyond 2^53 the operands are no doubles
/// any more: the quotient then gets at least 63 bits, of which the last also
/// stands for the remainder, and is rounded once.
double quotient(int64_t Left, int64_t Right) {
  constexpr int64_t Exact = int64_t(1) << 53;
  if (Left >= -Exact && Left <= Exact && Right >= -Exact && Right <= Exact)
    return static_cast<double>(Left) / static_cast<double>(Right);
  auto magnitude = [](int64_t Value) {
    return Value < 0 ? 0 - static_cast<uint64_t>(Value)
                     : static_cast<uint64_t>(Value);
  };
  const uint64_t Divisor = magnitude(Right);
  unsigned __int128 Dividend = magnitude(Left);
  int Shift = 0;
  for (; Dividend && !(Dividend >> 126); ++Shift)
    Dividend <<= 1;
  unsigned __int128 Quotient = Dividend / Divisor;
  if (Dividend % Divisor)
    Quotient |= 1;
  const double Magnitude = std::ldexp(static_cast<double>(Quotient), -Shift);
  return (Left < 0) != (Right < 0) ? -Magnitude : Magnitude;
}

/// The remainder with the divisor's sign, and the quotient that goes with it.
double realModulo(double Left, double Right) {
  double Rest = std::fmod(Left, Right);
  if (Rest == 0)
    return std::copysign(0.0, Right);
  return (Rest < 0) != (Right < 0) ? Rest + Right : Rest;
}
double realFloor(double Left, double Right) {
  const double Rest = std::fmod(Left, Right);
  double Quotient = (Left - Rest) / Right;
  if (Rest != 0 && (Rest < 0) != (Right < 0))
    Quotient -= 1;
  if (Quotient == 0)
    return std::copysign(0.0, Left / Right);
  const double Below = std::floor(Quotient);
  return Quotient - Below > 0.5 ? Below + 1 : Below;
}

bool power(int64_t Base, int64_t Exponent, ExpressionValue &Result,
           ExpressionFailure &Failure) {
  int64_t Product = 1;
  while (true) {
    if ((Exponent & 1) && __builtin_mul_overflow(Product, Base, &Product))
      return overflows(Failure);
    Exponent >>= 1;
    if (!Exponent)
      return set(Result, Product);
    if (__builtin_mul_overflow(Base, Base, &Base))
      return overflows(Failure);
  }
}

bool realPower(double Base, double Exponent, ExpressionValue &Result,
               ExpressionFailure &Failure) {
  if (Base == 0 && Exponent < 0)
    return divides(Failure);
  const double Power = std::pow(Base, Exponent);
  if (std::isnan(Power) && !std::isnan(Base) && !std::isnan(Exponent))
    return fail(Failure, Fail::WrongType,
                "the power of a negative number is not a real number");
  if (std::isinf(Power) && std::isfinite(Base) && std::isfinite(Exponent))
    return fail(Failure, Fail::Overflow,
                "the result is too large for a real number");
  return set(Result, Power);
}

bool applyToIntegers(BinaryOperator Operator, int64_t Left, int64_t Right,
                     ExpressionValue &Result, ExpressionFailure &Failure) {
  int64_t Whole = 0;
  switch (Operator) {
  case BinaryOperator::Add:
    return __builtin_add_overflow(Left, Right, &Whole) ? overflows(Failure)
                                                       : set(Result, Whole);
  case BinaryOperator::Subtract:
    return __builtin_sub_overflow(Left, Right, &Whole) ? overflows(Failure)
                                                       : set(Result, Whole);
  case BinaryOperator::Multiply:
    return __builtin_mul_overflow(Left, Right, &Whole) ? overflows(Failure)
                                                       : set(Result, Whole);
  case BinaryOperator::Divide:
    return Right ? set(Result, quotient(Left, Right)) : divides(Failure);
  case BinaryOperator::FloorDivide:
  case BinaryOperator::Modulo: {
    if (!Right)
      return divides(Failure);
    const bool WantsRest = Operator == BinaryOperator::Modulo;
    if (Right == -1) // the one divisor that can overflow
      return WantsRest           ? set(Result, int64_t(0))
             : Left == INT64_MIN ? overflows(Failure)
                                 : set(Result, -Left);
    int64_t Quotient = Left / Right, Rest = Left % Right;
    if (Rest && (Rest < 0) != (Right < 0)) {
      --Quotient;
      Rest += Right;
    }
    return set(Result, WantsRest ? Rest : Quotient);
  }
  case BinaryOperator::Power:
    return Right >= 0 ? power(Left, Right, Result, Failure)
                      : realPower(static_cast<double>(Left),
                                  static_cast<double>(Right), Result, Failure);
  case BinaryOperator::BitAnd:
    return set(Result, Left & Right);
  case BinaryOperator::BitOr:
    return set(Result, Left | Right);
  case BinaryOperator::BitXor:
    return set(Result, Left ^ Right);
  case BinaryOperator::ShiftLeft:
  case BinaryOperator::ShiftRight:
    if (Right < 0)
      return fail(Failure, Fail::WrongType, "the shift count is negative");
    if (Operator == BinaryOperator::ShiftRight)
      return set(Result, Left >> std::min<int64_t>(Right, 63));
    if (!Left)
      return set(Result, int64_t(0));
    return Right > 62 ||
                   __builtin_mul_overflow(Left, int64_t(1) << Right, &Whole)
               ? overflows(Failure)
               : set(Result, Whole);
  }
  return refuses(Failure);
}

bool applyToReals(BinaryOperator Operator, double Left, double Right,
                  ExpressionValue &Result, ExpressionFailure &Failure) {
  switch (Operator) {
  case BinaryOperator::Add:
    return set(Result, Left + Right);
  case BinaryOperator::Subtract:
    return set(Result, Left - Right);
  case BinaryOperator::Multiply:
    return set(Result, Left * Right);
  case BinaryOperator::Divide:
    return Right != 0 ? set(Result, Left / Right) : divides(Failure);
  case BinaryOperator::FloorDivide:
    return Right != 0 ? set(Result, realFloor(Left, Right)) : divides(Failure);
  case BinaryOperator::Modulo:
    return Right != 0 ? set(Result, realModulo(Left, Right)) : divides(Failure);
  case BinaryOperator::Power:
    return realPower(Left, Right, Result, Failure);
  default:
    return refuses(Failure);
  }
}

bool joinLists(const ExpressionList &Left, const ExpressionList &Right,
               ExpressionValue &Result, ExpressionStorage &Storage,
               ExpressionFailure &Failure) {
  if (Left.IsTuple != Right.IsTuple)
    return refuses(Failure);
  if (Left.Elements.size() + Right.Elements.size() > MaxListElements)
    return fail(Failure, Fail::TooLarge, "a list has over 1000000 elements");
  std::vector<ExpressionValue> All = Left.Elements;
  All.insert(All.end(), Right.Elements.begin(), Right.Elements.end());
  return makeList(All.data(), All.size(), Left.IsTuple, Result, Storage,
                  Failure);
}

bool isIn(const ExpressionValue &Left, const ExpressionValue &Right,
          bool &Result, ExpressionFailure &Failure) {
  if (Right.Type == Kind::Text && Left.Type == Kind::Text) {
    Result = Right.Text->find(*Left.Text) != std::string::npos;
    return true;
  }
  if (Right.Type != Kind::List)
    return fail(Failure, Fail::WrongType, "'in' needs a list on its right");
  Result = std::any_of(
      Right.List->Elements.begin(), Right.List->Elements.end(),
      [&](const ExpressionValue &Each) { return areEqual(Each, Left); });
  return true;
}

bool makeRange(const ExpressionValue *Arguments, size_t Count,
               ExpressionValue &Result, ExpressionStorage &Storage,
               ExpressionFailure &Failure) {
  if (!std::all_of(
          Arguments, Arguments + Count,
          [](const ExpressionValue &Each) { return Each.isInteger(); }))
    return fail(Failure, Fail::WrongType, "range() takes whole numbers");
  const int64_t Start = Count > 1 ? Arguments[0].Integer : 0;
  const int64_t Stop = Arguments[Count > 1].Integer;
  const int64_t Step = Count > 2 ? Arguments[2].Integer : 1;
  if (!Step)
    return fail(Failure, Fail::WrongType, "the step of range() is zero");
  const __int128 Distance =
      Step > 0 ? __int128(Stop) - Start : __int128(Start) - Stop;
  const __int128 Stride = Step > 0 ? __int128(Step) : -__int128(Step);
  const __int128 Elements = Distance > 0 ? (Distance - 1) / Stride + 1 : 0;
  if (Elements > __int128(MaxListElements))
    return fail(Failure, Fail::TooLarge, "range() has over 1000000 elements");
  std::vector<ExpressionValue> Values(static_cast<size_t>(Elements));
  for (size_t I = 0; I != Values.size(); ++I)
    Values[I] = ExpressionValue::integer(
        static_cast<int64_t>(Start + __int128(I) * Step));
  return makeList(Values.data(), Values.size(), false, Result, Storage,
                  Failure);
}

/// The values of a function that takes several, or one list of them.
bool values(const ExpressionValue *&Arguments, size_t &Count,
            ExpressionFailure &Failure) {
  if (Count != 1)
    return true;
  if (Arguments->Type != Kind::List)
    return fail(Failure, Fail::WrongType,
                "the function takes several values or a list");
  const std::vector<ExpressionValue> &Elements = Arguments->List->Elements;
  Arguments = Elements.data();
  Count = Elements.size();
  return Count || fail(Failure, Fail::WrongType, "the list is empty");
}

bool extreme(bool Largest, const ExpressionValue *Arguments, size_t Count,
             ExpressionValue &Result, ExpressionFailure &Failure) {
  if (!values(Arguments, Count, Failure))
    return false;
  Result = Arguments[0];
  for (size_t I = 1; I != Count; ++I) {
    bool Better = false;
    if (!apply(Largest ? Comparison::Greater : Comparison::Less, Arguments[I],
               Result, Better, Failure))
      return false;
    if (Better)
      Result = Arguments[I];
  }
  return true;
}

bool sum(const ExpressionValue &List, ExpressionValue &Result,
         ExpressionStorage &Storage, ExpressionFailure &Failure) {
  if (List.Type != Kind::List)
    return fail(Failure, Fail::WrongType, "sum() takes a list");
  Result = ExpressionValue::integer(0);
  for (const ExpressionValue &Each : List.List->Elements) {
    const ExpressionValue SoFar = Result;
    if (!Each.isNumber())
      return fail(Failure, Fail::WrongType, "sum() takes a list of numbers");
    if (!apply(BinaryOperator::Add, SoFar, Each, Result, Storage, Failure))
      return false;
  }
  return true;
}

bool wholeNumber(double Value, ExpressionValue &Result,
                 ExpressionFailure &Failure) {
  return Value >= -TwoTo63 && Value < TwoTo63
             ? set(Result, static_cast<int64_t>(Value))
             : overflows(Failure);
}

} // namespace

bool kernelcast::isTrue(const ExpressionValue &Value) {
  switch (Value.Type) {
  case Kind::Boolean:
  case Kind::Integer:
    return Value.Integer != 0;
  case Kind::Real:
    return Value.Real != 0;
  case Kind::Text:
    return !Value.Text->empty();
  case Kind::List:
    return !Value.List->Elements.empty();
  }
  return false;
}

bool kernelcast::areEqual(const ExpressionValue &Left,
                          const ExpressionValue &Right) {
  if (Left.isNumber() && Right.isNumber())
    return orderOfNumbers(Left, Right) == Order::Equal;
  if (Left.Type != Right.Type)
    return false;
  if (Left.Type == Kind::Text)
    return *Left.Text == *Right.Text;
  return Left.List->IsTuple == Right.List->IsTuple &&
         std::equal(Left.List->Elements.begin(), Left.List->Elements.end(),
                    Right.List->Elements.begin(), Right.List->Elements.end(),
                    areEqual);
}

bool kernelcast::apply(UnaryOperator Operator, const ExpressionValue &Value,
                       ExpressionValue &Result, ExpressionFailure &Failure) {
  if (Operator == UnaryOperator::Not) {
    Result = ExpressionValue::boolean(!isTrue(Value));
    return true;
  }
  if (Value.Type == Kind::Real && Operator != UnaryOperator::Invert)
    return set(Result,
               Operator == UnaryOperator::Negate ? -Value.Real : Value.Real);
  if (!Value.isInteger())
    return refuses(Failure);
  if (Operator == UnaryOperator::Plus)
    return set(Result, Value.Integer);
  if (Operator == UnaryOperator::Invert)
    return set(Result, ~Value.Integer);
  return Value.Integer == INT64_MIN ? overflows(Failure)
                                    : set(Result, -Value.Integer);
}

bool kernelcast::apply(BinaryOperator Operator, const ExpressionValue &Left,
                       const ExpressionValue &Right, ExpressionValue &Result,
                       ExpressionStorage &Storage, ExpressionFailure &Failure) {
  if (Left.isInteger() && Right.isInteger()) {
    const bool StaysTruth = Left.Type == Kind::Boolean &&
                            Right.Type == Kind::Boolean &&
                            (Operator == BinaryOperator::BitAnd ||
                             Operator == BinaryOperator::BitOr ||
                             Operator == BinaryOperator::BitXor);
    if (!applyToIntegers(Operator, Left.Integer, Right.Integer, Result,
                         Failure))
      return false;
    if (StaysTruth)
      Result.Type = Kind::Boolean;
    return true;
  }
  if (Left.isNumber() && Right.isNumber())
    return applyToReals(Operator, Left.asReal(), Right.asReal(), Result,
                        Failure);
  if (Operator != BinaryOperator::Add || Left.Type != Right.Type)
    return refuses(Failure);
  if (Left.Type == Kind::List)
    return joinLists(*Left.List, *Right.List, Result, Storage, Failure);
  if (Left.Text->size() + Right.Text->size() > MaxListElements)
    return fail(Failure, Fail::TooLarge, "a text has over 1000000 characters");
  return makeText(*Left.Text + *Right.Text, Result, Storage, Failure);
}

bool kernelcast::apply(Comparison Operator, const ExpressionValue &Left,
                       const ExpressionValue &Right, bool &Result,
                       ExpressionFailure &Failure) {
  switch (Operator) {
  case Comparison::Equal:
  case Comparison::NotEqual:
    Result = areEqual(Left, Right) == (Operator == Comparison::Equal);
    return true;
  case Comparison::In:
  case Comparison::NotIn:
    if (!isIn(Left, Right, Result, Failure))
      return false;
    Result = Result == (Operator == Comparison::In);
    return true;
  default:
    break;
  }
  Order Found = Order::None;
  if (Left.isNumber() && Right.isNumber())
    Found = orderOfNumbers(Left, Right);
  else if (Left.Type == Kind::Text && Right.Type == Kind::Text)
    Found = orderOfSame(*Left.Text, *Right.Text);
  else
    return fail(Failure, Fail::WrongType,
                "values of these kinds have no order");
  switch (Operator) {
  case Comparison::Less:
    Result = Found == Order::Less;
    return true;
  case Comparison::LessEqual:
    Result = Found == Order::Less || Found == Order::Equal;
    return true;
  case Comparison::Greater:
    Result = Found == Order::Greater;
    return true;
  default:
    Result = Found == Order::Greater || Found == Order::Equal;
    return true;
  }
}

bool kernelcast::apply(ExpressionFunction Function,
                       const ExpressionValue *Arguments, size_t Count,
                       ExpressionValue &Result, ExpressionStorage &Storage,
                       ExpressionFailure &Failure) {
  const ExpressionValue &First = *Arguments;
  switch (Function) {
  case ExpressionFunction::Min:
  case ExpressionFunction::Max:
    return extreme(Function == ExpressionFunction::Max, Arguments, Count,
                   Result, Failure);
  case ExpressionFunction::Range:
    return makeRange(Arguments, Count, Result, Storage, Failure);
  case ExpressionFunction::Sum:
    return sum(First, Result, Storage, Failure);
  case ExpressionFunction::Len:
    if (First.Type == Kind::List)
      return set(Result, static_cast<int64_t>(First.List->Elements.size()));
    if (First.Type == Kind::Text)
      return set(Result, static_cast<int64_t>(First.Text->size()));
    return fail(Failure, Fail::WrongType, "len() takes a list or a text");
  case ExpressionFunction::List:
    if (First.Type != Kind::List)
      return fail(Failure, Fail::WrongType, "list() takes a list or a range");
    if (First.List->IsTuple)
      return makeList(First.List->Elements.data(), First.List->Elements.size(),
                      false, Result, Storage, Failure);
    Result = First;
    return true;
  default:
    break;
  }
  if (!First.isNumber())
    return fail(Failure, Fail::WrongType, "the function takes a number");
  if (Function == ExpressionFunction::Float)
    return set(Result, First.asReal());
  if (First.isInteger()) {
    if (Function == ExpressionFunction::Abs && First.Integer < 0)
      return apply(UnaryOperator::Negate, First, Result, Failure);
    return set(Result, First.Integer);
  }
  if (Function == ExpressionFunction::Abs)
    return set(Result, std::fabs(First.Real));
  if (Function == ExpressionFunction::Int)
    return wholeNumber(std::trunc(First.Real), Result, Failure);
  // round() takes the even one of two that are equally near, as does the
  // processor unless told otherwise.
  return wholeNumber(std::nearbyint(First.Real), Result, Failure);
}

bool kernelcast::makeList(const ExpressionValue *Values, size_t Count,
                          bool IsTuple, ExpressionValue &Result,
                          ExpressionStorage &Storage,
                          ExpressionFailure &Failure) {
  size_t Weight = Count;
  for (size_t I = 0; I != Count && Weight <= MaxListElements; ++I)
    if (Values[I].Type == Kind::List)
      Weight += Values[I].List->Weight;
  if (Weight > MaxListElements)
    return fail(Failure, Fail::TooLarge, "a list has over 1000000 elements");
  if (Storage.Elements + Count > MaxStoredElements)
    return fail(Failure, Fail::TooLarge,
                "the lists have over 4000000 elements together");
  Storage.Elements += Count;
  ExpressionList &Made = Storage.Lists.emplace_back();
  Made.Elements.assign(Values, Values + Count);
  Made.Weight = Weight;
  Made.IsTuple = IsTuple;
  Result = ExpressionValue::list(Made);
  return true;
}

bool kernelcast::makeText(std::string Value, ExpressionValue &Result,
                          ExpressionStorage &Storage,
                          ExpressionFailure &Failure) {
  if (Storage.Elements + Value.size() > MaxStoredElements)
    return fail(Failure, Fail::TooLarge,
                "the texts have over 4000000 characters together");
  Storage.Elements += Value.size();
  Result = ExpressionValue::text(Storage.Texts.emplace_back(std::move(Value)));
  return true;
}

std::string kernelcast::pythonText(double Value) {
  char Text[40];
  const double Magnitude = std::fabs(Value);
  const bool Plain = Magnitude == 0 || (Magnitude >= 1e-4 && Magnitude < 1e16);
  const auto End = std::to_chars(std::begin(Text), std::end(Text), Value,
                                 Plain ? std::chars_format::fixed
                                       : std::chars_format::scientific);
  std::string Made(Text, End.ptr);
  if (Plain && std::isfinite(Value) && Made.find('.') == std::string::npos)
    Made += ".0";
  return Made;
}
