//===- LowerBuiltin.cpp - Functions that the hardware implements ----------===//
//
// Index functions become coordinates, atomics and cached loads become memory
// accesses, barriers, shuffles and votes become effects; the functions of
// numbers are in LowerMathematics. Everything is known by name, for CUDA,
// OpenCL and the compiler's own intrinsics alike.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
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
