//===- LowerBuiltin.cpp - Functions that the hardware implements ----------===//
//
// Index functions become coordinates, atomics and cached loads become memory
// accesses, barriers, shuffles and votes become effects; the functions of
// numbers are in LowerMathematics. Everything is known by name
// (analysis/instructions/Builtins.def), for CUDA, OpenCL and the compiler's own
// intrinsics alike.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"

using namespace llvm;

namespace kernelcast {

static Coordinate along(Coordinate First, unsigned Dimension) {
  return static_cast<Coordinate>(static_cast<unsigned>(First) + Dimension);
}

ScalarExpr KernelLowering::globalId(unsigned D) {
  ScalarType Wide = ScalarType::integer(64, false);
  auto Part = [&](Coordinate First) {
    return pool().cast(pool().coordinate(along(First, D)), Wide);
  };
  return pool().add(pool().add(pool().mul(Part(Coordinate::BlockX),
                                          Part(Coordinate::BlockSizeX)),
                               Part(Coordinate::ThreadX)),
                    Part(Coordinate::OffsetX));
}

ScalarExpr KernelLowering::linearThread() {
  auto C = [&](Coordinate Which) { return pool().coordinate(Which); };
  ScalarExpr Y = pool().mul(C(Coordinate::ThreadY), C(Coordinate::BlockSizeX));
  ScalarExpr Z =
      pool().mul(pool().mul(C(Coordinate::ThreadZ), C(Coordinate::BlockSizeX)),
                 C(Coordinate::BlockSizeY));
  return pool().add(pool().add(C(Coordinate::ThreadX), Y), Z);
}

/// \p F along dimension \p D, if it depends on one; null if nobody knows.
ScalarExpr KernelLowering::indexValue(const IndexFunction &F, unsigned D) {
  auto C = [&](Coordinate Which) {
    return pool().cast(pool().coordinate(Which),
                       ScalarType::integer(64, false));
  };
  auto Size = [&](unsigned Along) {
    return pool().mul(C(along(Coordinate::BlockSizeX, Along)),
                      C(along(Coordinate::GridSizeX, Along)));
  };
  ScalarExpr Warp = F.Is == IndexFunction::Lane || F.Is == IndexFunction::Warp
                        ? pool().coordinate(Coordinate::WarpSize)
                        : nullptr;
  switch (F.Is) {
  case IndexFunction::Fixed:
    return pool().coordinate(F.First);
  case IndexFunction::AlongDimension:
    return C(along(F.First, D));
  case IndexFunction::GlobalId:
    return globalId(D);
  case IndexFunction::GlobalSize:
    return Size(D);
  case IndexFunction::GlobalLinearId:
    return pool().add(
        pool().mul(pool().add(pool().mul(globalId(2), Size(1)), globalId(1)),
                   Size(0)),
        globalId(0));
  case IndexFunction::LinearThread:
    return linearThread();
  case IndexFunction::Lane:
    return pool().binary(Op::Rem, linearThread(), Warp);
  case IndexFunction::Warp:
    return pool().binary(Op::Div, linearThread(), Warp);
  case IndexFunction::Dimensions:
  case IndexFunction::UnknownRegister:
    return nullptr;
  }
  llvm_unreachable("no such index function");
}

std::optional<Value>
KernelLowering::lowerIndexFunction(const IndexFunction &F,
                                   const clang::CallExpr *E) {
  ScalarType Result = Layouts.scalar(E->getCallReturnType(Context));
  unsigned D = 0;
  if (F.Is == IndexFunction::AlongDimension ||
      F.Is == IndexFunction::GlobalId || F.Is == IndexFunction::GlobalSize) {
    if (E->getNumArgs() != 1)
      return std::nullopt;
    ScalarExpr Dimension = scalar(E->getArg(0));
    if (!Dimension->isIntegerConstant())
      return opaque(E->getType(), "index function of a computed dimension");
    D = Dimension->value();
    // There is one of everything beyond z, and its number is 0.
    if (D > 2)
      return Value{pool().constant(F.First == Coordinate::BlockSizeX ||
                                       F.First == Coordinate::GridSizeX,
                                   Result)};
  }
  if (ScalarExpr V = indexValue(F, D))
    return Value{convert(V, Result)};
  return opaque(E->getType(), F.Is == IndexFunction::Dimensions
                                  ? "number of dimensions"
                                  : "special register");
}

/// What threads do together: an instruction whose result nobody knows.
Value KernelLowering::lowerEffect(EffectKind Kind, const clang::CallExpr *E) {
  for (const clang::Expr *Argument : E->arguments())
    if (!Argument->isGLValue())
      rvalue(Argument);
  effect(Kind, E);
  clang::QualType Type = E->getCallReturnType(Context);
  if (Type->isVoidType())
    return {};
  return opaque(Type, Kind == EffectKind::Vote      ? "result of a vote"
                      : Kind == EffectKind::Shuffle ? "value of another lane"
                                                    : "result of a barrier");
}

std::optional<Value>
KernelLowering::lowerBuiltin(const clang::CallExpr *E,
                             const clang::FunctionDecl *Callee) {
  if (!Callee->getDeclName().isIdentifier())
    return std::nullopt;
  StringRef Name = Callee->getName();
  clang::QualType Type = E->getCallReturnType(Context);
  if (const Builtin *Known = findBuiltin(Name, Model.Lang)) {
    if (const auto *Function = std::get_if<IndexFunction>(Known))
      if (std::optional<Value> V = lowerIndexFunction(*Function, E))
        return V;
    if (const auto *Kind = std::get_if<EffectKind>(Known))
      return lowerEffect(*Kind, E);
    if (const auto *Form = std::get_if<MemoryForm>(Known))
      if (std::optional<Value> V = lowerMemoryFunction(*Form, E))
        return V;
    if (const auto *Form = std::get_if<FreeForm>(Known)) {
      if (*Form == FreeForm::FirstArgument && E->getNumArgs() >= 1)
        return rvalue(E->getArg(0));
      return Type->isVoidType() ? Value{} : opaque(Type, "clock");
    }
  }
  if (std::optional<Value> V = lowerSplittingFunction(Name, E))
    return *V;
  const clang::FunctionDecl *Definition = nullptr;
  if (Callee->hasBody(Definition))
    // Ours or the compiler's: integer helpers are inlined, floating-point
    // functions stay one instruction.
    if (!Type->isRealFloatingType())
      return std::nullopt;
  bool Integers = Type->isIntegerType() || Type->isVectorType() ||
                  Type->isRealFloatingType();
  if (Integers && !isa<clang::CXXMethodDecl>(Callee))
    return lowerMathFunction(Name, E);
  return std::nullopt;
}

/// Inline assembly: the lane number and its kin are recognised; everything else
/// writes unknown values.
void KernelLowering::lowerAsm(const clang::AsmStmt *S) {
  std::string Code = S->generateAsmString(Context);
  bool Recognised = false;
  if (S->getNumOutputs() == 1) {
    ScalarExpr V = nullptr;
    if (std::optional<IndexFunction> Register = specialRegister(Code))
      V = indexValue(*Register, 0);
    const auto *Gcc = dyn_cast<clang::GCCAsmStmt>(S);
    if (V && Gcc && S->getNumInputs() == 0) {
      const clang::Expr *Output = Gcc->getOutputExpr(0);
      store(address(Output), Output->getType(),
            convertAll({V}, Output->getType()), Output);
      Recognised = true;
    }
  }
  if (Recognised)
    return;
  if (!StringRef(Code).trim().empty())
    reason("inline assembly", S->getAsmLoc());
  if (const auto *Gcc = dyn_cast<clang::GCCAsmStmt>(S))
    for (unsigned I = 0; I < Gcc->getNumOutputs(); ++I) {
      const clang::Expr *Output = Gcc->getOutputExpr(I);
      store(address(Output), Output->getType(),
            opaque(Output->getType(), "inline assembly"), nullptr);
    }
}

} // namespace kernelcast
