//===- LowerMathematics.cpp - Functions of numbers ------------------------===//
//
// Integer functions become the arithmetic that they stand for, so that indices
// stay known through them; all others become Call expressions, element by
// element, under one name for all spellings.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "analysis/symbolic/IntegerRules.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace kernelcast {

std::optional<Value>
KernelLowering::lowerMathFunction(StringRef Name, const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  if (Type->isVoidType() || Type->isReferenceType())
    return std::nullopt;
  SmallVector<Value, 3> Arguments;
  unsigned Width = 1;
  for (const clang::Expr *Argument : E->arguments()) {
    if (Argument->getType()->isPointerType() || Argument->isGLValue() ||
        Argument->getType()->isRecordType())
      return std::nullopt;
    Arguments.push_back(rvalue(Argument));
    if (Arguments.back().empty())
      return std::nullopt;
    Width = std::max<unsigned>(Width, Arguments.back().size());
  }
  const TypeLayout Layout = layout(Type);
  if (Layout.Leaves.empty())
    return std::nullopt;
  if (Name.starts_with("convert_") && Arguments.size() == 1) {
    if (Name.contains("_sat"))
      for (auto [V, To] : zip(Arguments[0], Layout.Leaves))
        V = saturated(V, To.Type);
    return convertAll(Arguments[0], Type);
  }
  if (Name.starts_with("__") && Name.contains("_as_"))
    return opaque(Type, "reinterpreted bits");
  StringRef Plain = Name;
  Plain.consume_front("__nv_");
  Plain.consume_front("__builtin_");
  enum {
    Min,
    Max,
    Abs,
    Mul24,
    Mad24,
    Clamp,
    Choice,
    Other
  } Kind = StringSwitch<decltype(Other)>(Plain)
               .Cases("min", "umin", "llmin", "ullmin", Min)
               .Cases("max", "umax", "llmax", "ullmax", Max)
               .Cases("abs", "labs", "llabs", Abs)
               .Cases("mul24", "umul24", "__mul24", "__umul24", Mul24)
               .Case("mad24", Mad24)
               .Case("clamp", Clamp)
               .Case("select", Choice)
               .Default(Other);
  // The third argument chooses the second: a number by being other than 0, an
  // element of a vector by its sign. A function of the user's may have the
  // name.
  if (Kind == Choice && Model.Lang == Language::OpenCL &&
      Arguments.size() == 3 && all_of(Arguments, [&](const Value &V) {
        return V.size() == Layout.Leaves.size();
      })) {
    Value Result;
    for (auto [I, C] : enumerate(Arguments[2])) {
      ScalarType Signed = ScalarType::integer(C->type().Bits, true);
      ScalarExpr Takes = Type->isVectorType()
                             ? pool().binary(Op::Less, convert(C, Signed),
                                             pool().constant(0, Signed))
                             : pool().isTrue(C);
      ScalarType To = Layout.Leaves[I].Type;
      Result.push_back(pool().select(Takes, convert(Arguments[1][I], To),
                                     convert(Arguments[0][I], To)));
    }
    return Result;
  }
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
    bool Integers = !T.Float;
    for (ScalarExpr X : A)
      Integers &= !X->type().Float;
    if (Integers && Kind != Other) {
      if (Kind != Abs)
        for (ScalarExpr &X : A)
          X = convert(X, T);
      switch (Kind) {
      case Min:
        Result.push_back(pool().binary(Op::Min, A[0], A[1]));
        continue;
      case Max:
        Result.push_back(pool().binary(Op::Max, A[0], A[1]));
        continue;
      case Abs: {
        ScalarExpr X = A[0];
        Result.push_back(
            convert(X->type().Signed
                        ? pool().binary(Op::Max, X, pool().unary(Op::Negate, X))
                        : X,
                    T));
        continue;
      }
      case Mul24:
      case Mad24:
        Result.push_back(
            pool().mul(lowBits(pool(), A[0], 24), lowBits(pool(), A[1], 24)));
        if (Kind == Mad24)
          Result.back() = pool().add(Result.back(), A[2]);
        continue;
      case Clamp:
        Result.push_back(
            pool().binary(Op::Min, pool().binary(Op::Max, A[0], A[1]), A[2]));
        continue;
      default:
        break;
      }
    }
    // Clang's and the vendors' spellings of one function share a name.
    StringRef Canonical = Plain;
    if (T.Float && T.Bits == 32 && Canonical.size() > 3)
      Canonical.consume_back("f");
    Result.push_back(pool().call(Canonical, A, T));
  }
  return Result;
}

/// Mathematical functions with further results behind pointers: sincos(x, &s,
/// &c), modf, frexp, fract and the like.
std::optional<Value>
KernelLowering::lowerSplittingFunction(StringRef Name,
                                       const clang::CallExpr *E) {
  StringRef Plain = Name;
  Plain.consume_front("__nv_");
  Plain.consume_front("__");
  Plain.consume_front("fast_");
  bool Known = false;
  for (StringRef Function :
       {"sincospi", "sincos", "modf", "frexp", "remquo", "fract", "lgamma_r"})
    Known |= Plain == Function || Plain == (Function + "f").str();
  if (!Known)
    return std::nullopt;
  ScalarExpr Argument = nullptr;
  unsigned Number = 0;
  for (const clang::Expr *A : E->arguments()) {
    if (!A->getType()->isPointerType()) {
      ScalarExpr V = scalar(A);
      Argument = Argument ? Argument : V;
      continue;
    }
    clang::QualType Pointee = A->getType()->getPointeeType();
    std::string Part = (Plain + "." + Twine(++Number)).str();
    Value Results;
    for (const Leaf &L : layout(Pointee).Leaves)
      Results.push_back(Argument ? pool().call(Part, {Argument}, L.Type)
                                 : pool().opaque(Part, L.Type));
    store(scalar(A), Pointee, Results, A);
  }
  clang::QualType Type = E->getCallReturnType(Context);
  Value V;
  for (const Leaf &L : layout(Type).Leaves)
    V.push_back(Argument ? pool().call(Plain, {Argument}, L.Type)
                         : pool().opaque("result", L.Type));
  return V;
}

} // namespace kernelcast
