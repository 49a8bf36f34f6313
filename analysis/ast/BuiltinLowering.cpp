//===- BuiltinLowering.cpp - Functions that the hardware implements -------===//

#include "analysis/ast/BuiltinLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/ast/LaunchIndices.h"

using namespace llvm;

namespace kernelcast {

std::optional<Value> BuiltinLowering::index(const IndexFunction &F,
                                            const clang::CallExpr *E) {
  ScalarType Result = Layouts.scalar(E->getCallReturnType(Context));
  unsigned D = 0;
  if (F.Is == IndexFunction::AlongDimension ||
      F.Is == IndexFunction::GlobalId || F.Is == IndexFunction::GlobalSize) {
    if (E->getNumArgs() != 1)
      return std::nullopt;
    ScalarExpr Dimension = Expressions.scalar(E->getArg(0));
    if (!Dimension->isIntegerConstant())
      return Numbers.opaque(E->getType(),
                            "index function of a computed dimension");
    D = Dimension->value();
    // There is one of everything beyond z, and its number is 0.
    if (D > 2)
      return Value{Pool.constant(F.First == Coordinate::BlockSizeX ||
                                     F.First == Coordinate::GridSizeX,
                                 Result)};
  }
  if (ScalarExpr V = indexValue(Pool, F, D))
    return Value{Numbers.convert(V, Result)};
  return Numbers.opaque(E->getType(), F.Is == IndexFunction::Dimensions
                                          ? "number of dimensions"
                                          : "special register");
}

/// What threads do together: an instruction whose result nobody knows.
Value BuiltinLowering::effect(EffectKind Kind, const clang::CallExpr *E) {
  for (const clang::Expr *Argument : E->arguments())
    Memory.lose(Argument->isGLValue() ? Value{Expressions.address(Argument)}
                                      : Expressions.rvalue(Argument));
  Expressions.writeTargets(E, "result of a builtin function");
  clang::QualType Type = E->getCallReturnType(Context);
  Flow.effect(Kind, E);
  // A number of 64 bits is shuffled word by word.
  if (Kind == EffectKind::Shuffle && !Type->isVoidType() &&
      Layouts.of(Type).Bytes == 8)
    Flow.effect(Kind, E);
  if (Type->isVoidType())
    return {};
  return Memory.relayed(Numbers.opaque(
      Type, Kind == EffectKind::Vote      ? "result of a vote"
            : Kind == EffectKind::Shuffle ? "value of another lane"
                                          : "result of a barrier"));
}

std::optional<Value> BuiltinLowering::lower(const clang::CallExpr *E,
                                            const clang::FunctionDecl *Callee) {
  if (!Callee->getDeclName().isIdentifier())
    return std::nullopt;
  StringRef Name = Callee->getName();
  clang::QualType Type = E->getCallReturnType(Context);
  if (const Builtin *Known = findBuiltin(Name, Model.Lang)) {
    if (const auto *Function = std::get_if<IndexFunction>(Known))
      if (std::optional<Value> V = index(*Function, E))
        return V;
    if (const auto *Kind = std::get_if<EffectKind>(Known))
      return effect(*Kind, E);
    if (const auto *Form = std::get_if<MemoryForm>(Known))
      if (std::optional<Value> V = Accesses.lower(*Form, E))
        return V;
    if (const auto *Form = std::get_if<FreeForm>(Known)) {
      if (*Form == FreeForm::FirstArgument && E->getNumArgs() >= 1)
        return Expressions.rvalue(E->getArg(0));
      return Type->isVoidType() ? Value{} : Numbers.opaque(Type, "clock");
    }
  }
  // The compiler's own constants: __builtin_nanf(""), __builtin_huge_val().
  clang::Expr::EvalResult Constant;
  if (Callee->getBuiltinID() && Type->isRealFloatingType() &&
      !E->isValueDependent() && E->EvaluateAsRValue(Constant, Context) &&
      Constant.Val.isFloat()) {
    const ScalarType To = Layouts.scalar(Type);
    APFloat Number = Constant.Val.getFloat();
    bool Lost = false;
    Number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Lost);
    return Value{Pool.floatConstant(Number.convertToDouble(), To.Bits)};
  }
  if (std::optional<Value> V = Mathematics.splitting(Name, E))
    return V;
  const clang::FunctionDecl *Definition = nullptr;
  if (Callee->hasBody(Definition))
    // Ours or the compiler's: templates, which stand for the code of libraries,
    // and integer helpers are inlined; functions of numbers with a name of
    // their own, pow(float, double) among them, stay one instruction.
    if (!Type->isRealFloatingType() ||
        (Callee->isTemplateInstantiation() && !isMathFunction(plainName(Name))))
      return std::nullopt;
  bool Integers = Type->isIntegerType() || Type->isVectorType() ||
                  Type->isRealFloatingType();
  if (Integers && !isa<clang::CXXMethodDecl>(Callee))
    return Mathematics.lower(Name, E);
  return std::nullopt;
}

} // namespace kernelcast
