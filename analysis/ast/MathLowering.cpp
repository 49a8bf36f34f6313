//===- MathLowering.cpp - Functions of numbers ----------------------------===//

#include "analysis/ast/MathLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/instructions/IntegerFunctions.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace kernelcast {

/// \p V, a floating point number, rounded to a whole one as the conversion \p
/// Name does before it drops what is behind the point.
static ScalarExpr rounded(ExpressionPool &Pool, StringRef Name, ScalarExpr V) {
  struct Mode {
    StringRef Suffix, Function;
    double (*Round)(double);
  };
  static constexpr Mode Modes[] = {
      {"_rte", "rint", std::nearbyint}, {"_rtp", "ceil", std::ceil},
      {"_rtn", "floor", std::floor},    {"_rn", "rint", std::nearbyint},
      {"_ru", "ceil", std::ceil},       {"_rd", "floor", std::floor}};
  for (const Mode &M : Modes)
    if (Name.ends_with(M.Suffix))
      return V->isConstant()
                 ? Pool.floatConstant(M.Round(V->floatValue()), V->type().Bits)
                 : Pool.call(M.Function, {V}, V->type());
  return V;
}

/// __float2int_rz and the like of a constant, which stop at the type's ends; of
/// other numbers they cost an instruction.
std::optional<Value> MathLowering::convertedConstant(StringRef Name,
                                                     ArrayRef<Value> Arguments,
                                                     clang::QualType Type) {
  const TypeLayout &Layout = Layouts.of(Type);
  // Without the vendor's prefix it is a function of the user's.
  if (!Name.starts_with("__nv_") || !isNumberConversion(withoutVendor(Name)) ||
      Arguments.size() != 1 || Arguments[0].size() != 1 ||
      Layout.Leaves.size() != 1)
    return std::nullopt;
  const ScalarType To = Layout.Leaves[0].Type;
  ScalarExpr V = Arguments[0].front();
  if (To.Float || !V->type().Float || !V->isConstant() ||
      std::isnan(V->floatValue()))
    return std::nullopt;
  const double Whole = rounded(Pool, Name, V)->floatValue();
  const unsigned Digits = To.Bits - To.Signed;
  const auto Highest = static_cast<int64_t>(maskTrailingOnes<uint64_t>(Digits));
  if (Whole >= std::ldexp(1.0, static_cast<int>(Digits)))
    return {{Pool.constant(Highest, To)}};
  if (Whole < (To.Signed ? -std::ldexp(1.0, static_cast<int>(Digits)) : 0.0))
    return {{Pool.constant(To.Signed ? -Highest - 1 : 0, To)}};
  return {{Numbers.convert(Pool.floatConstant(Whole, V->type().Bits), To)}};
}

/// Conversions by name.
std::optional<Value> MathLowering::converted(StringRef Name,
                                             MutableArrayRef<Value> Arguments,
                                             clang::QualType Type) {
  const Builtin *Known = findBuiltin(Name, Model.Lang);
  if (const auto *Form = Known ? std::get_if<ConversionForm>(Known) : nullptr) {
    if (*Form == ConversionForm::Bits)
      return Numbers.opaque(Type, "reinterpreted bits");
    if (Arguments.size() == 1)
      for (auto [V, To] : zip(Arguments[0], Layouts.of(Type).Leaves))
        if (V->type().Float && !To.Type.Float)
          V = rounded(Pool, Name, V);
    if (*Form == ConversionForm::Saturating && Arguments.size() == 1)
      for (auto [V, To] : zip(Arguments[0], Layouts.of(Type).Leaves))
        V = Numbers.saturated(V, To.Type);
    if (Arguments.size() == 1)
      return Numbers.convertAll(Arguments[0], Type);
  }
  return convertedConstant(Name, Arguments, Type);
}

/// The function that the compiler calls for \p Name with results of type \p T:
/// the fast form, where approximations are allowed and there is one.
std::string MathLowering::asCompiled(StringRef Name, ScalarType T) const {
  return Model.FastMath && T.Float && T.Bits == 32 ? approximateName(Name)
                                                   : Name.str();
}

std::optional<Value> MathLowering::lower(StringRef Name,
                                         const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  if (Type->isVoidType() || Type->isReferenceType())
    return std::nullopt;
  SmallVector<Value, 3> Arguments;
  unsigned Width = 1;
  for (const clang::Expr *Argument : E->arguments()) {
    if (Argument->getType()->isPointerType() || Argument->isGLValue() ||
        Argument->getType()->isRecordType())
      return std::nullopt;
    Arguments.push_back(Expressions.rvalue(Argument));
    if (Arguments.back().empty())
      return std::nullopt;
    Width = std::max<unsigned>(Width, Arguments.back().size());
  }
  const TypeLayout Layout = Layouts.of(Type);
  if (Layout.Leaves.empty())
    return std::nullopt;
  if (std::optional<Value> V = converted(Name, Arguments, Type))
    return V;
  const Meaning Kind = mathFunction(plainName(Name)).Is;
  // A function of the user's may have the name.
  if (Kind == Meaning::Choice && Model.Lang == Language::OpenCL &&
      Arguments.size() == 3 && all_of(Arguments, [&](const Value &V) {
        return V.size() == Layout.Leaves.size();
      }))
    return chosen(Arguments, Layout, Type->isVectorType());
  Value Result;
  unsigned N = std::max<unsigned>(Width, Layout.Leaves.size());
  if (Layout.Leaves.size() < Width)
    N = Layout.Leaves.size(); // dot, length, ...: one call of all elements
  for (unsigned I = 0; I < N; ++I) {
    SmallVector<ScalarExpr, 4> A;
    for (const Value &V : Arguments)
      if (Layout.Leaves.size() < Width)
        A.append(V.begin(), V.end());
      else
        A.push_back(V[V.size() == 1 ? 0 : std::min<size_t>(I, V.size() - 1)]);
    ScalarType T = Layout.Leaves[I].Type;
    if (ScalarExpr V = integerFunction(Pool, Kind, A, T)) {
      Result.push_back(V);
      continue;
    }
    // Clang's and the vendors' spellings of one function share a name.
    StringRef Canonical = withoutVendor(Name);
    if (T.Float && T.Bits == 32 && Canonical.size() > 3)
      Canonical.consume_back("f");
    Result.push_back(Pool.call(asCompiled(Canonical, T), A, T));
  }
  if (Result.size() == 1)
    Flow.noteOperation(Result[0], E);
  return Result;
}

/// OpenCL's select: the third argument chooses the second, a number by being
/// other than 0, an element of a vector by its sign.
Value MathLowering::chosen(ArrayRef<Value> Arguments, const TypeLayout &Layout,
                           bool Vector) {
  Value Result;
  for (auto [I, C] : enumerate(Arguments[2])) {
    ScalarType Signed = ScalarType::integer(C->type().Bits, true);
    ScalarExpr Takes = Vector
                           ? Pool.binary(Op::Less, Numbers.convert(C, Signed),
                                         Pool.constant(0, Signed))
                           : Pool.isTrue(C);
    ScalarType To = Layout.Leaves[I].Type;
    ScalarExpr Otherwise = Numbers.convert(Arguments[0][I], To);
    ScalarExpr Then = Numbers.convert(Arguments[1][I], To);
    Result.push_back(Pool.select(Takes, Then, Otherwise));
  }
  return Result;
}

std::optional<Value> MathLowering::splitting(StringRef Name,
                                             const clang::CallExpr *E) {
  if (mathFunction(plainName(Name)).Is != Meaning::Splits)
    return std::nullopt;
  const StringRef Plain = withoutVendor(Name);
  ScalarExpr Argument = nullptr;
  unsigned Number = 0;
  for (const clang::Expr *A : E->arguments()) {
    if (!A->getType()->isPointerType()) {
      ScalarExpr V = Expressions.scalar(A);
      Argument = Argument ? Argument : V;
      continue;
    }
    clang::QualType Pointee = A->getType()->getPointeeType();
    Value Results;
    const std::string Part = asCompiled(Plain, Layouts.scalar(Pointee)) + "." +
                             std::to_string(++Number);
    for (const Leaf &L : Layouts.of(Pointee).Leaves)
      Results.push_back(Argument ? Pool.call(Part, {Argument}, L.Type)
                                 : Pool.opaque(Part, L.Type));
    Memory.store(Expressions.scalar(A), Pointee, Results, A);
  }
  clang::QualType Type = E->getCallReturnType(Context);
  Value V;
  for (const Leaf &L : Layouts.of(Type).Leaves)
    V.push_back(Argument
                    ? Pool.call(asCompiled(Plain, L.Type), {Argument}, L.Type)
                    : Pool.opaque("result", L.Type));
  return V;
}

} // namespace kernelcast
