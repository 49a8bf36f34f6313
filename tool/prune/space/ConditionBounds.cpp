//===- ConditionBounds.cpp - Conditions on intervals ----------------------===//
//
// An instruction that jumps only if a value is true or false does both where
// that is open: it goes on, and what the value would have been at the jump's
// target is merged in there, when the target is reached.
//===----------------------------------------------------------------------===//

#include "tool/prune/space/ConditionBounds.h"
#include "tool/prune/space/ExpressionCompiler.h"
#include <algorithm>

using namespace kernelcast;
using namespace llvm;

namespace {

using Bound = std::optional<WholeInterval>;

constexpr WholeInterval Never = {0, 0}, Always = {1, 1}, Either = {0, 1};

bool isPoint(const WholeInterval &Given) { return Given.Low == Given.High; }
bool isNever(const WholeInterval &Given) {
  return Given.Low == 0 && Given.High == 0;
}
bool isAlways(const WholeInterval &Given) {
  return Given.Low > 0 || Given.High < 0;
}

/// As far as an interval can say; it has other numbers, too.
WholeInterval withoutZero(const WholeInterval &Given) {
  return {Given.Low == 0 ? 1 : Given.Low, Given.High == 0 ? -1 : Given.High};
}

WholeInterval hull(const WholeInterval &A, const WholeInterval &B) {
  return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
}

Bound fits(__int128 Low, __int128 High) {
  if (Low < INT64_MIN || High > INT64_MAX)
    return std::nullopt;
  return WholeInterval{static_cast<int64_t>(Low), static_cast<int64_t>(High)};
}

int64_t floorOf(int64_t Left, int64_t Right) {
  return Left / Right - (Left % Right != 0 && (Left < 0) != (Right < 0));
}

Bound bounded(BinaryOperator Operator, const WholeInterval &L,
              const WholeInterval &R) {
  switch (Operator) {
  case BinaryOperator::Add:
    return fits(__int128(L.Low) + R.Low, __int128(L.High) + R.High);
  case BinaryOperator::Subtract:
    return fits(__int128(L.Low) - R.High, __int128(L.High) - R.Low);
  case BinaryOperator::Multiply: {
    const auto [Low, High] =
        std::minmax({__int128(L.Low) * R.Low, __int128(L.Low) * R.High,
                     __int128(L.High) * R.Low, __int128(L.High) * R.High});
    return fits(Low, High);
  }
  case BinaryOperator::FloorDivide: {
    if (R.Low <= 0)
      return std::nullopt;
    // Divisors are positive: the quotient moves one way with each operand.
    const auto [Low, High] =
        std::minmax({floorOf(L.Low, R.Low), floorOf(L.Low, R.High),
                     floorOf(L.High, R.Low), floorOf(L.High, R.High)});
    return WholeInterval{Low, High};
  }
  case BinaryOperator::Modulo:
    if (R.Low <= 0)
      return std::nullopt;
    if (L.Low >= 0 && L.High < R.Low)
      return L;
    if (isPoint(L) && isPoint(R)) {
      const int64_t Rest = L.Low - floorOf(L.Low, R.Low) * R.Low;
      return WholeInterval{Rest, Rest};
    }
    return WholeInterval{0, R.High - 1};
  default:
    return std::nullopt;
  }
}

Bound bounded(Comparison Operator, const WholeInterval &L,
              const WholeInterval &R) {
  auto decided = [](bool IsTrue, bool IsFalse) {
    return IsTrue ? Always : IsFalse ? Never : Either;
  };
  const bool IsSame = isPoint(L) && isPoint(R) && L.Low == R.Low;
  const bool IsApart = L.High < R.Low || R.High < L.Low;
  switch (Operator) {
  case Comparison::Less:
    return decided(L.High < R.Low, L.Low >= R.High);
  case Comparison::LessEqual:
    return decided(L.High <= R.Low, L.Low > R.High);
  case Comparison::Greater:
    return decided(L.Low > R.High, L.High <= R.Low);
  case Comparison::GreaterEqual:
    return decided(L.Low >= R.High, L.High < R.Low);
  case Comparison::Equal:
    return decided(IsSame, IsApart);
  case Comparison::NotEqual:
    return decided(IsApart, IsSame);
  case Comparison::In:
  case Comparison::NotIn:
    return std::nullopt;
  }
  return std::nullopt;
}

Bound bounded(UnaryOperator Operator, const WholeInterval &Given) {
  switch (Operator) {
  case UnaryOperator::Not:
    return isNever(Given) ? Always : isAlways(Given) ? Never : Either;
  case UnaryOperator::Negate:
    return fits(-__int128(Given.High), -__int128(Given.Low));
  case UnaryOperator::Plus:
    return Given;
  case UnaryOperator::Invert:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Certainty kernelcast::certaintyOf(
    const ParameterExpression &Condition,
    function_ref<std::optional<WholeInterval>(unsigned)> IntervalOf) {
  using Kind = ExpressionInstruction::Kind;
  const ExpressionCode &Code = Condition.code();
  SmallVector<WholeInterval, 16> Stack;
  /// Where a jump that may be taken arrives, and with what.
  SmallVector<std::pair<size_t, WholeInterval>, 4> Arriving;
  size_t At = 0;
  while (true) {
    for (auto *Each = Arriving.begin(); Each != Arriving.end();)
      if (Each->first == At) {
        Stack.back() = hull(Stack.back(), Each->second);
        Each = Arriving.erase(Each);
      } else if (Each->first < At) {
        return Certainty::Open; // a jump for certain went past it
      } else {
        ++Each;
      }
    if (At == Code.Instructions.size())
      break;
    const ExpressionInstruction &Now = Code.Instructions[At++];
    const size_t Target = At + Now.Operand;
    Bound Made;
    switch (Now.Type) {
    case Kind::Constant:
      if (const ExpressionValue &Value = Code.Constants[Now.Operand];
          Value.isInteger())
        Made = WholeInterval{Value.Integer, Value.Integer};
      break;
    case Kind::Parameter:
      Made = IntervalOf(Now.Operand);
      break;
    case Kind::Unary:
      Made = bounded(static_cast<UnaryOperator>(Now.Variant),
                     Stack.pop_back_val());
      break;
    case Kind::Binary:
    case Kind::Compare: {
      const WholeInterval Right = Stack.pop_back_val();
      const WholeInterval Left = Stack.pop_back_val();
      Made =
          Now.Type == Kind::Binary
              ? bounded(static_cast<BinaryOperator>(Now.Variant), Left, Right)
              : bounded(static_cast<Comparison>(Now.Variant), Left, Right);
      break;
    }
    case Kind::CompareNext: {
      const WholeInterval Right = Stack.pop_back_val();
      Made = bounded(static_cast<Comparison>(Now.Variant), Stack.pop_back_val(),
                     Right);
      if (!Made)
        break;
      if (isNever(*Made)) {
        At = Target;
      } else {
        if (!isAlways(*Made))
          Arriving.push_back({Target, Never});
        Made = Right;
      }
      break;
    }
    case Kind::KeepFalse:
    case Kind::KeepTrue: {
      const WholeInterval Top = Stack.pop_back_val();
      const bool KeepsTrue = Now.Type == Kind::KeepTrue;
      if (KeepsTrue ? isAlways(Top) : isNever(Top)) {
        Made = Top;
        At = Target;
        break;
      }
      if (!(KeepsTrue ? isNever(Top) : isAlways(Top)))
        Arriving.push_back({Target, KeepsTrue ? withoutZero(Top) : Never});
      continue;
    }
    default:
      break;
    }
    if (!Made)
      return Certainty::Open;
    Stack.push_back(*Made);
  }
  const WholeInterval &Result = Stack.back();
  return isNever(Result)    ? Certainty::AlwaysFalse
         : isAlways(Result) ? Certainty::AlwaysTrue
                            : Certainty::Open;
}

bool kernelcast::appendResidue(
    const ParameterExpression &Condition,
    function_ref<const ExpressionValue *(unsigned)> ValueOf,
    SmallVectorImpl<int64_t> &Residue) {
  using Kind = ExpressionInstruction::Kind;
  const ExpressionCode &Code = Condition.code();
  SmallVector<ExpressionValue, 16> Stack;
  ExpressionStorage Storage;
  ExpressionFailure Failure;
  bool Runs = true;
  for (const ExpressionInstruction &Now : Code.Instructions) {
    const ExpressionValue *Read =
        Now.Type == Kind::Parameter ? ValueOf(Now.Operand) : nullptr;
    if (Read && !Read->isInteger())
      return false;
    if (!Runs) {
      if (Read)
        Residue.push_back(Read->Integer);
      continue;
    }
    if (Now.Type == Kind::Constant)
      Read = &Code.Constants[Now.Operand];
    if (Read) {
      Stack.push_back(*Read);
    } else if (Now.Type == Kind::Binary) {
      const ExpressionValue Right = Stack.pop_back_val();
      const ExpressionValue Left = Stack.pop_back_val();
      if (!apply(static_cast<BinaryOperator>(Now.Variant), Left, Right,
                 Stack.emplace_back(), Storage, Failure))
        return false;
    } else {
      // A parameter without a value, or what may jump.
      Runs = false;
      for (const ExpressionValue &Each : Stack) {
        if (!Each.isInteger())
          return false;
        Residue.push_back(Each.Integer);
      }
    }
  }
  return true;
}
