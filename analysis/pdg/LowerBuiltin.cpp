//===- LowerBuiltin.cpp - Functions that the hardware implements ----------===//
//
// Index functions become coordinates, atomics and cached loads become memory
// accesses, barriers, shuffles and votes become effects, and mathematical
// functions become Call expressions. Everything is known by name, for CUDA,
// OpenCL and the compiler's own intrinsics alike.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/KernelLowering.h"
#include "analysis/symbolic/IntegerRules.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringSwitch.h"

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

std::optional<Value>
KernelLowering::lowerIndexFunction(StringRef Name, const clang::CallExpr *E) {
  ScalarType Wide = ScalarType::integer(64, false);
  ScalarType Result = scalarType(E->getCallReturnType(Context));
  // __nvvm_read_ptx_sreg_tid_x and the like.
  if (Name.consume_front("__nvvm_read_ptx_sreg_")) {
    int First = StringSwitch<int>(Name.drop_back(Name.size() > 1 ? 2 : 0))
                    .Case("tid", int(Coordinate::ThreadX))
                    .Case("ctaid", int(Coordinate::BlockX))
                    .Case("ntid", int(Coordinate::BlockSizeX))
                    .Case("nctaid", int(Coordinate::GridSizeX))
                    .Default(-1);
    if (First >= 0 && Name.back() >= 'x' && Name.back() <= 'z')
      return Value{
          convert(pool().coordinate(
                      along(static_cast<Coordinate>(First), Name.back() - 'x')),
                  Result)};
    if (Name == "warpsize")
      return Value{convert(pool().coordinate(Coordinate::WarpSize), Result)};
    ScalarExpr Warp = pool().coordinate(Coordinate::WarpSize);
    if (Name == "laneid")
      return Value{
          convert(pool().binary(Op::Rem, linearThread(), Warp), Result)};
    return opaque(E->getType(), "special register");
  }
  if (Name == "__builtin_amdgcn_workitem_id_x" || Name == "__lane_id")
    return Value{
        convert(Name == "__lane_id"
                    ? pool().binary(Op::Rem, linearThread(),
                                    pool().coordinate(Coordinate::WarpSize))
                    : pool().coordinate(Coordinate::ThreadX),
                Result)};
  if (Model.Lang != Language::OpenCL)
    return std::nullopt;
  auto C = [&](Coordinate Which) {
    return pool().cast(pool().coordinate(Which), Wide);
  };
  if (Name == "get_work_dim")
    return opaque(E->getType(), "number of dimensions");
  if (Name == "get_local_linear_id")
    return Value{convert(linearThread(), Result)};
  if (Name == "get_global_linear_id") {
    auto Size = [&](unsigned D) {
      return pool().mul(C(along(Coordinate::BlockSizeX, D)),
                        C(along(Coordinate::GridSizeX, D)));
    };
    return Value{pool().add(
        pool().mul(pool().add(pool().mul(globalId(2), Size(1)), globalId(1)),
                   Size(0)),
        globalId(0))};
  }
  if (Name == "get_sub_group_local_id")
    return Value{convert(pool().binary(Op::Rem, linearThread(),
                                       pool().coordinate(Coordinate::WarpSize)),
                         Result)};
  if (Name == "get_sub_group_id")
    return Value{convert(pool().binary(Op::Div, linearThread(),
                                       pool().coordinate(Coordinate::WarpSize)),
                         Result)};
  if (Name == "get_sub_group_size" || Name == "get_max_sub_group_size")
    return Value{convert(pool().coordinate(Coordinate::WarpSize), Result)};
  bool Known = StringSwitch<bool>(Name)
                   .Cases("get_global_id", "get_local_id", "get_group_id", true)
                   .Cases("get_global_size", "get_local_size",
                          "get_enqueued_local_size", true)
                   .Cases("get_num_groups", "get_global_offset", true)
                   .Default(false);
  if (!Known || E->getNumArgs() != 1)
    return std::nullopt;
  ScalarExpr Dimension = scalar(E->getArg(0));
  if (!Dimension->isIntegerConstant())
    return opaque(E->getType(), "index function of a computed dimension");
  unsigned D = Dimension->value();
  if (D > 2)
    return Value{pool().constant(
        Name.contains("_size") || Name.contains("num_groups") ? 1 : 0, Result)};
  if (Name == "get_global_id")
    return Value{globalId(D)};
  if (Name == "get_local_id")
    return Value{C(along(Coordinate::ThreadX, D))};
  if (Name == "get_group_id")
    return Value{C(along(Coordinate::BlockX, D))};
  if (Name == "get_num_groups")
    return Value{C(along(Coordinate::GridSizeX, D))};
  if (Name == "get_global_offset")
    return Value{C(along(Coordinate::OffsetX, D))};
  if (Name == "get_global_size")
    return Value{pool().mul(C(along(Coordinate::BlockSizeX, D)),
                            C(along(Coordinate::GridSizeX, D)))};
  return Value{C(along(Coordinate::BlockSizeX, D))};
}

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
  // element of a vector by its sign.
  if (Kind == Choice && Model.Lang == Language::OpenCL &&
      Arguments.size() == 3) {
    Value Result;
    for (auto [I, C] : enumerate(Arguments[2])) {
      ScalarType Signed = ScalarType::integer(C->type().Bits, true);
      ScalarExpr Takes = Type->isVectorType()
                             ? pool().binary(Op::Less, convert(C, Signed),
                                             pool().constant(0, Signed))
                             : pool().isTrue(C);
      Result.push_back(pool().select(Takes, Arguments[1][I], Arguments[0][I]));
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

std::optional<Value>
KernelLowering::lowerBuiltin(const clang::CallExpr *E,
                             const clang::FunctionDecl *Callee) {
  if (!Callee->getDeclName().isIdentifier())
    return std::nullopt;
  StringRef Name = Callee->getName();
  clang::QualType Type = E->getCallReturnType(Context);
  if (auto V = lowerIndexFunction(Name, E))
    return V;
  auto Step = [&](EffectKind Kind, StringRef Result) {
    for (const clang::Expr *Argument : E->arguments())
      if (!Argument->isGLValue())
        rvalue(Argument);
    effect(Kind, E);
    return Type->isVoidType() ? Value{} : opaque(Type, Result);
  };
  EffectKind Kind =
      StringSwitch<EffectKind>(Name)
          .Cases("__syncthreads", "barrier", "work_group_barrier",
                 "__syncthreads_count", "__syncthreads_and", "__syncthreads_or",
                 "__barrier_sync", "__nvvm_barrier0", EffectKind::Barrier)
          .Cases("__nvvm_bar_sync", "__nvvm_barrier_sync", "__nvvm_bar0_popc",
                 "__nvvm_bar0_and", "__nvvm_bar0_or", "__nvvm_barrier0_popc",
                 "__nvvm_barrier0_and", "__nvvm_barrier0_or",
                 EffectKind::Barrier)
          .Cases("__syncwarp", "sub_group_barrier", "__nvvm_bar_warp_sync",
                 EffectKind::WarpBarrier)
          .Cases("__threadfence", "__threadfence_block", "__threadfence_system",
                 "mem_fence", "read_mem_fence", "write_mem_fence",
                 "atomic_work_item_fence", "__nvvm_membar_gl",
                 "__nvvm_membar_cta", EffectKind::Fence)
          .Cases("__activemask", "__any", "__all", "__ballot", EffectKind::Vote)
          .StartsWith("__ballot_sync", EffectKind::Vote)
          .StartsWith("__any_sync", EffectKind::Vote)
          .StartsWith("__all_sync", EffectKind::Vote)
          .StartsWith("__nvvm_vote", EffectKind::Vote)
          .StartsWith("sub_group_a", EffectKind::Vote)
          .StartsWith("work_group_a", EffectKind::Vote)
          .StartsWith("__shfl", EffectKind::Shuffle)
          .StartsWith("__nvvm_shfl", EffectKind::Shuffle)
          .StartsWith("__reduce_", EffectKind::Shuffle)
          .StartsWith("__match_", EffectKind::Shuffle)
          .StartsWith("sub_group_", EffectKind::Shuffle)
          .StartsWith("work_group_", EffectKind::Shuffle)
          .Case("printf", EffectKind::Call)
          .Default(EffectKind::Access);
  if (Kind != EffectKind::Access)
    return Step(Kind, Kind == EffectKind::Vote      ? "result of a vote"
                      : Kind == EffectKind::Shuffle ? "value of another lane"
                                                    : "result of a barrier");
  if (auto V = lowerMemoryFunction(Name, E))
    return V;
  bool Ignored = StringSwitch<bool>(Name)
                     .Cases("__builtin_assume", "__builtin_unreachable",
                            "__trap", "__brkpt", "__nanosleep", true)
                     .Cases("__assert_fail", "__assertfail", "prefetch",
                            "__builtin_prefetch", true)
                     .Cases("clock", "clock64", "__nvvm_read_ptx_sreg_clock",
                            "wait_group_events", true)
                     .Default(false);
  if (Ignored)
    return Type->isVoidType() ? Value{} : opaque(Type, "clock");
  if (Name == "__builtin_expect" && E->getNumArgs() >= 1)
    return rvalue(E->getArg(0));
  if (Name == "async_work_group_copy" ||
      Name == "async_work_group_strided_copy") {
    reason("asynchronous copy", E->getExprLoc());
    escapeArguments(E, "asynchronous copy");
    return opaque(Type, "event");
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
    ScalarExpr Warp = pool().coordinate(Coordinate::WarpSize);
    if (StringRef(Code).contains("%laneid"))
      V = pool().binary(Op::Rem, linearThread(), Warp);
    else if (StringRef(Code).contains("%tid.x"))
      V = pool().coordinate(Coordinate::ThreadX);
    else if (StringRef(Code).contains("%ctaid.x"))
      V = pool().coordinate(Coordinate::BlockX);
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
