//===- ScalarEvaluation.cpp - An expression over known symbols ------------===//

#include "analysis/launch/ScalarEvaluation.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

double Scalar::number(ScalarType Type) const {
  if (Type.Float)
    return Float;
  return Type.Signed || Integer >= 0
             ? static_cast<double>(Integer)
             : static_cast<double>(static_cast<uint64_t>(Integer));
}

static std::optional<Scalar> convert(Scalar A, ScalarType From, ScalarType To) {
  Scalar R;
  if (To.Float) {
    R.Float = A.number(From);
    if (To.Bits == 32)
      R.Float = static_cast<float>(R.Float);
    return R;
  }
  if (!From.Float) {
    R.Integer = wrapToType(A.Integer, To);
    return R;
  }
  double Whole = std::trunc(A.Float);
  if (!(Whole > -9.2e18 && Whole < 9.2e18))
    return std::nullopt;
  R.Integer = wrapToType(static_cast<int64_t>(Whole), To);
  return R;
}

static std::optional<double> floatOperation(Op Operation, double A, double B) {
  switch (Operation) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    return A * B;
  case Op::Div:
    return A / B;
  case Op::Min:
    return std::fmin(A, B);
  case Op::Max:
    return std::fmax(A, B);
  case Op::Equal:
    return A == B;
  case Op::NotEqual:
    return A != B;
  case Op::Less:
    return A < B;
  case Op::LessEqual:
    return A <= B;
  default:
    return std::nullopt;
  }
}

static std::optional<double> mathFunction(StringRef Name,
                                          ArrayRef<double> Args) {
  Name.consume_back("f");
  if (Args.size() == 1) {
    using Function = double (*)(double);
    Function F =
        StringSwitch<Function>(Name)
            .Case("ceil", [](double X) { return std::ceil(X); })
            .Case("floor", [](double X) { return std::floor(X); })
            .Case("round", [](double X) { return std::round(X); })
            .Case("trunc", [](double X) { return std::trunc(X); })
            .Case("sqrt", [](double X) { return std::sqrt(X); })
            .Case("log2", [](double X) { return std::log2(X); })
            .Case("log", [](double X) { return std::log(X); })
            .Case("log10", [](double X) { return std::log10(X); })
            .Case("exp2", [](double X) { return std::exp2(X); })
            .Cases("fabs", "abs", [](double X) { return std::fabs(X); })
            .Default(nullptr);
    if (F)
      return F(Args[0]);
  }
  if (Args.size() == 2 && Name == "pow")
    return std::pow(Args[0], Args[1]);
  return std::nullopt;
}

static std::optional<Scalar> apply(const Expr *E, ArrayRef<Scalar> Args) {
  ScalarType Type = E->type();
  if (E->op() == Op::Select)
    return Args[0].Integer ? Args[1] : Args[2];
  ScalarType Operand = E->operand(0)->type();
  if (E->op() == Op::Cast)
    return convert(Args[0], Operand, Type);
  Scalar R;
  std::optional<double> Number;
  if (E->op() == Op::Call) {
    SmallVector<double, 2> Numbers;
    for (auto [A, Source] : zip(Args, E->operands()))
      Numbers.push_back(A.number(Source->type()));
    Number = mathFunction(E->name(), Numbers);
  } else if (!Operand.Float) {
    auto Value = foldInteger(E->op(), Operand, Args[0].Integer,
                             Args.size() > 1 ? Args[1].Integer : 0);
    if (!Value)
      return std::nullopt;
    R.Integer = *Value;
    return R;
  } else if (E->op() == Op::Negate) {
    Number = -Args[0].Float;
  } else if (Args.size() == 2) {
    Number = floatOperation(E->op(), Args[0].Float, Args[1].Float);
  }
  if (!Number || !std::isfinite(*Number))
    return std::nullopt;
  R.Float = *Number;
  return convert(R, ScalarType::floating(64), Type);
}

std::optional<Scalar> kernelcast::evaluateScalar(
    const Expr *Root,
    function_ref<std::optional<Scalar>(const Expr *)> ValueOf) {
  if (!Root)
    return std::nullopt;
  DenseMap<const Expr *, std::optional<Scalar>> Values;
  visitPostOrder(Root, [&](const Expr *E) {
    std::optional<Scalar> &Result = Values[E];
    if (E->isConstant()) {
      Result = Scalar{E->value(), E->type().Float ? E->floatValue() : 0};
    } else if (E->isLeaf()) {
      Result = ValueOf(E);
    } else {
      SmallVector<Scalar, 3> Args;
      std::optional<Scalar> Computed;
      bool Known = true;
      for (auto [I, Operand] : enumerate(E->operands())) {
        std::optional<Scalar> Value = Values.lookup(Operand);
        // Only the chosen arm of a select has to be known.
        bool Skip = E->op() == Op::Select && I > 0 && Known &&
                    (Args[0].Integer != 0) != (I == 1);
        Known &= Value.has_value() || Skip;
        Args.push_back(Value.value_or(Scalar()));
      }
      if (Known)
        Computed = apply(E, Args);
      Values[E] = Computed;
    }
  });
  return Values.lookup(Root);
}
