//===- AmdIntrinsics.cpp - What CUDA's and OpenCL's functions are here ----===//

#include "analysis/lowering/AmdIntrinsics.h"
#include "analysis/lowering/DeviceModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kernelcast {
namespace {

/// A function of numbers that the back end has code for.
struct NumberFunction {
  StringLiteral Name;
  Intrinsic::ID Id;
  bool Approximate; ///< by its definition
};

/// CUDA's, in single precision.
constexpr NumberFunction CudaFunctions[] = {
    {"__nv_expf", Intrinsic::exp, false},
    {"__nv_exp2f", Intrinsic::exp2, false},
    {"__nv_exp10f", Intrinsic::exp10, false},
    {"__nv_logf", Intrinsic::log, false},
    {"__nv_log2f", Intrinsic::log2, false},
    {"__nv_log10f", Intrinsic::log10, false},
    {"__nv_fast_expf", Intrinsic::exp, true},
    {"__nv_fast_exp10f", Intrinsic::exp10, true},
    {"__nv_fast_logf", Intrinsic::log, true},
    {"__nv_fast_log10f", Intrinsic::log10, true},
    {"__nv_roundf", Intrinsic::round, false},
    {"__nv_fsqrt_rn", Intrinsic::sqrt, false},
};
/// OpenCL's, of floats.
constexpr NumberFunction OpenClFunctions[] = {
    {"exp", Intrinsic::exp, false},
    {"exp2", Intrinsic::exp2, false},
    {"exp10", Intrinsic::exp10, false},
    {"log", Intrinsic::log, false},
    {"log2", Intrinsic::log2, false},
    {"log10", Intrinsic::log10, false},
    {"round", Intrinsic::round, false},
    {"native_exp", Intrinsic::exp, true},
    {"native_exp2", Intrinsic::exp2, true},
    {"native_exp10", Intrinsic::exp10, true},
    {"native_log", Intrinsic::log, true},
    {"native_log2", Intrinsic::log2, true},
    {"native_log10", Intrinsic::log10, true},
    {"native_sin", Intrinsic::sin, true},
    {"native_cos", Intrinsic::cos, true},
    {"native_sqrt", Intrinsic::sqrt, true},
    {"native_rsqrt", Intrinsic::amdgcn_rsq, true},
};

/// Replaces the calls of one function.
class CallTranslation {
public:
  CallTranslation(CallInst &Call, Language Lang, unsigned WaveSize)
      : Call(Call), Lang(Lang), WaveSize(WaveSize), Builder(&Call) {
    if (isa<FPMathOperator>(&Call))
      Builder.setFastMathFlags(Call.getFastMathFlags());
  }

  /// What takes the call's place, or null.
  Value *intrinsic(Intrinsic::ID Id);
  Value *function(StringRef Name);

private:
  CallInst &Call;
  Language Lang;
  unsigned WaveSize;
  IRBuilder<> Builder;

  /// Each has a number for lanes of one wave and 0 for the x axis.
  enum class Shuffle : uint8_t { Up, Down, Xor, Index };

  Value *plain(Intrinsic::ID Id, ArrayRef<Value *> Arguments = {}) {
    return Builder.CreateIntrinsic(Id, {}, Arguments);
  }
  Value *implicit(unsigned Offset, Type *T, uint64_t Low, uint64_t High);
  Value *threadNumber(Intrinsic::ID Id);
  Value *lane();
  Value *approximate(Intrinsic::ID Id, ArrayRef<Value *> Arguments);
  Value *barrier();
  Value *fence(StringRef Scope) {
    return Builder.CreateFence(AtomicOrdering::SequentiallyConsistent,
                               Call.getContext().getOrInsertSyncScopeID(Scope));
  }
  Value *wrapping(AtomicRMWInst::BinOp Operation);
  Value *product24(Value *A, Value *B, bool Unsigned);
  Value *shuffle(Shuffle How);
};

} // namespace

/// A number of the launch, from Low to High - 1, which no kernel changes.
Value *CallTranslation::implicit(unsigned Offset, Type *T, uint64_t Low,
                                 uint64_t High) {
  Value *Base = plain(Intrinsic::amdgcn_implicitarg_ptr);
  Value *Place =
      Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Base, Offset);
  LoadInst *Load =
      Builder.CreateAlignedLoad(T, Place, Align(T->getScalarSizeInBits() / 8));
  LLVMContext &Context = Call.getContext();
  MDNode *Empty = MDNode::get(Context, {});
  Load->setMetadata(LLVMContext::MD_invariant_load, Empty);
  Load->setMetadata(LLVMContext::MD_noundef, Empty);
  if (High)
    Load->setMetadata(
        LLVMContext::MD_range,
        MDBuilder(Context).createRange(APInt(T->getScalarSizeInBits(), Low),
                                       APInt(T->getScalarSizeInBits(), High)));
  return Load;
}

Value *CallTranslation::threadNumber(Intrinsic::ID Id) {
  auto *Made = cast<CallInst>(plain(Id));
  Made->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, 1024)));
  return Made;
}

/// The bits of all lanes before this one, counted.
Value *CallTranslation::lane() {
  Value *All = Builder.getInt32(~0u);
  Value *Low = plain(Intrinsic::amdgcn_mbcnt_lo, {All, Builder.getInt32(0)});
  return WaveSize == 32 ? Low : plain(Intrinsic::amdgcn_mbcnt_hi, {All, Low});
}

Value *CallTranslation::approximate(Intrinsic::ID Id,
                                    ArrayRef<Value *> Arguments) {
  CallInst *Made =
      Builder.CreateIntrinsic(Id, {Arguments[0]->getType()}, Arguments);
  Made->setHasApproxFunc(true);
  return Made;
}

/// As HIP's: what a block has written before it is seen behind it.
Value *CallTranslation::barrier() {
  SyncScope::ID Block = Call.getContext().getOrInsertSyncScopeID("workgroup");
  Builder.CreateFence(AtomicOrdering::Release, Block);
  plain(Intrinsic::amdgcn_s_barrier);
  return Builder.CreateFence(AtomicOrdering::Acquire, Block);
}

Value *CallTranslation::wrapping(AtomicRMWInst::BinOp Operation) {
  return Builder.CreateAtomicRMW(
      Operation, Call.getArgOperand(0), Call.getArgOperand(1), MaybeAlign(),
      AtomicOrdering::Monotonic,
      Call.getContext().getOrInsertSyncScopeID("agent"));
}

/// Of the lower 24 bits, which the back end has an instruction for.
Value *CallTranslation::product24(Value *A, Value *B, bool Unsigned) {
  Value *Eight = ConstantInt::get(A->getType(), 8);
  auto Lower = [&](Value *V) {
    Value *Upper = Builder.CreateShl(V, Eight);
    return Unsigned ? Builder.CreateLShr(Upper, Eight)
                    : Builder.CreateAShr(Upper, Eight);
  };
  return Builder.CreateMul(Lower(A), Lower(B));
}

/// A value of another lane, through the LDS's crossbar; as HIP does it. CUDA's
/// last operand has the width: 32 less it, shifted by 8; a constant once the
/// functions around it are inlined.
Value *CallTranslation::shuffle(Shuffle How) {
  Type *T = Call.getType();
  if (Call.arg_size() != 4 || T->getPrimitiveSizeInBits() != 32 ||
      T->isVectorTy())
    return nullptr;
  Type *Int = Builder.getInt32Ty();
  Value *Width = Builder.CreateSub(
      Builder.getInt32(32),
      Builder.CreateAnd(Builder.CreateLShr(Call.getArgOperand(3), 8), 31));
  Value *Bits = Builder.CreateBitCast(Call.getArgOperand(1), Int);
  Value *By = Call.getArgOperand(2), *Self = lane();
  Value *Mask = Builder.CreateSub(Width, Builder.getInt32(1));
  Value *Rest = Builder.CreateNot(Mask);
  Value *Group = Builder.CreateAnd(Self, Rest);
  Value *From = nullptr, *Outside = nullptr;
  switch (How) {
  case Shuffle::Index:
    From = Builder.CreateAdd(Builder.CreateAnd(By, Mask), Group);
    break;
  case Shuffle::Up:
    From = Builder.CreateSub(Self, By);
    Outside = Builder.CreateICmpSLT(From, Group);
    break;
  case Shuffle::Down:
    From = Builder.CreateAdd(Self, By);
    Outside = Builder.CreateICmpUGE(
        Builder.CreateAdd(Builder.CreateAnd(Self, Mask), By), Width);
    break;
  case Shuffle::Xor:
    From = Builder.CreateXor(Self, By);
    Outside = Builder.CreateICmpUGE(
        From, Builder.CreateAnd(Builder.CreateAdd(Self, Width), Rest));
    break;
  }
  if (Outside)
    From = Builder.CreateSelect(Outside, Self, From);
  Value *Got =
      plain(Intrinsic::amdgcn_ds_bpermute, {Builder.CreateShl(From, 2), Bits});
  return Builder.CreateBitCast(Got, T);
}

Value *CallTranslation::intrinsic(Intrinsic::ID Id) {
  Type *Short = Builder.getInt16Ty(), *Int = Builder.getInt32Ty();
  auto BlockSize = [&](unsigned Axis) {
    return Builder.CreateZExt(
        implicit(ImplicitArguments::BlockSize + 2 * Axis, Short, 1, 1025), Int);
  };
  auto GridSize = [&](unsigned Axis) {
    return implicit(ImplicitArguments::GridSize + 4 * Axis, Int, 0, 0);
  };
  auto Operand = [&](unsigned I) { return Call.getArgOperand(I); };
  switch (Id) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return threadNumber(Intrinsic::amdgcn_workitem_id_x);
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return threadNumber(Intrinsic::amdgcn_workitem_id_y);
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return threadNumber(Intrinsic::amdgcn_workitem_id_z);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return plain(Intrinsic::amdgcn_workgroup_id_x);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return plain(Intrinsic::amdgcn_workgroup_id_y);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return plain(Intrinsic::amdgcn_workgroup_id_z);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return BlockSize(0);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return BlockSize(1);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return BlockSize(2);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return GridSize(0);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return GridSize(1);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return GridSize(2);
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return Builder.getInt32(WaveSize);
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return lane();
  case Intrinsic::nvvm_barrier0:
    return barrier();
  case Intrinsic::nvvm_bar_warp_sync:
    return plain(Intrinsic::amdgcn_wave_barrier);
  case Intrinsic::nvvm_membar_cta:
    return fence("workgroup");
  case Intrinsic::nvvm_membar_gl:
    return fence("agent");
  case Intrinsic::nvvm_membar_sys:
    return fence("");
  case Intrinsic::nvvm_rsqrt_approx_f:
    return Builder.CreateIntrinsic(Intrinsic::amdgcn_rsq, {Call.getType()},
                                   {Operand(0)});
  case Intrinsic::nvvm_sin_approx_f:
    return approximate(Intrinsic::sin, {Operand(0)});
  case Intrinsic::nvvm_cos_approx_f:
    return approximate(Intrinsic::cos, {Operand(0)});
  case Intrinsic::nvvm_lg2_approx_f:
    return approximate(Intrinsic::log2, {Operand(0)});
  case Intrinsic::nvvm_ex2_approx_f:
    return approximate(Intrinsic::exp2, {Operand(0)});
  case Intrinsic::nvvm_saturate_f:
    return Builder.CreateIntrinsic(Intrinsic::amdgcn_fmed3, {Call.getType()},
                                   {Operand(0),
                                    ConstantFP::get(Call.getType(), 0),
                                    ConstantFP::get(Call.getType(), 1)});
  case Intrinsic::nvvm_rcp_rn_f:
    return Builder.CreateFDiv(ConstantFP::get(Call.getType(), 1), Operand(0));
  // Never part of a fused operation, for which this IR has no word: the sum
  // of a product stays apart.
  case Intrinsic::nvvm_add_rn_f:
  case Intrinsic::nvvm_add_rn_d:
    return Builder.CreateFAdd(Operand(0), Operand(1));
  case Intrinsic::nvvm_mul_rn_f:
  case Intrinsic::nvvm_mul_rn_d:
    return Builder.CreateFMul(Operand(0), Operand(1));
  case Intrinsic::nvvm_atomic_load_inc_32:
    return wrapping(AtomicRMWInst::UIncWrap);
  case Intrinsic::nvvm_atomic_load_dec_32:
    return wrapping(AtomicRMWInst::UDecWrap);
  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::nvvm_shfl_sync_idx_f32:
    return shuffle(Shuffle::Index);
  case Intrinsic::nvvm_shfl_sync_up_i32:
  case Intrinsic::nvvm_shfl_sync_up_f32:
    return shuffle(Shuffle::Up);
  case Intrinsic::nvvm_shfl_sync_down_i32:
  case Intrinsic::nvvm_shfl_sync_down_f32:
    return shuffle(Shuffle::Down);
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_bfly_f32:
    return shuffle(Shuffle::Xor);
  default:
    return nullptr;
  }
}

Value *CallTranslation::function(StringRef Name) {
  if (Call.arg_empty())
    return nullptr;
  SmallVector<Value *, 3> Operands(Call.args());
  Type *T = Call.getType();
  const bool Same =
      all_of(Operands, [&](const Value *V) { return V->getType() == T; });
  ArrayRef<NumberFunction> Known = Lang == Language::Cuda
                                       ? ArrayRef(CudaFunctions)
                                       : ArrayRef(OpenClFunctions);
  if (Same && Operands.size() == 1 && T->getScalarType()->isFloatTy())
    for (const NumberFunction &F : Known) {
      if (F.Name != Name || (F.Id == Intrinsic::amdgcn_rsq && T->isVectorTy()))
        continue;
      if (F.Approximate)
        return approximate(F.Id, {Operands[0]});
      return Builder.CreateIntrinsic(F.Id, {T}, {Operands[0]});
    }
  auto Fast = [&](Value *A, Value *B) {
    Value *Made = Builder.CreateFDiv(A, B);
    if (auto *I = dyn_cast<llvm::Instruction>(Made)) {
      I->setHasApproxFunc(true);
      I->setHasAllowReciprocal(true);
    }
    return Made;
  };
  const bool Floats = T->getScalarType()->isFloatTy() && Same;
  if (Lang == Language::Cuda) {
    if ((Name == "__nv_fast_fdividef" || Name == "__nv_fdividef") && Floats &&
        Operands.size() == 2)
      return Fast(Operands[0], Operands[1]);
    if (Name == "__nv_fdiv_rn" && Floats && Operands.size() == 2)
      return Builder.CreateFDiv(Operands[0], Operands[1]);
    if (Name == "__nv_fmodf" && Floats && Operands.size() == 2)
      return Builder.CreateFRem(Operands[0], Operands[1]);
    if (Name == "__nv_fast_powf" && Floats && Operands.size() == 2)
      return approximate(
          Intrinsic::exp2,
          {Builder.CreateFMul(Operands[1],
                              approximate(Intrinsic::log2, {Operands[0]}))});
    if ((Name == "__nv_mul24" || Name == "__nv_umul24") && Same &&
        T->isIntegerTy(32) && Operands.size() == 2)
      return product24(Operands[0], Operands[1], Name == "__nv_umul24");
    return nullptr;
  }
  if (!Same)
    return nullptr;
  const bool Whole = T->isIntOrIntVectorTy();
  const bool Numbers =
      T->getScalarType()->isFloatTy() || T->getScalarType()->isDoubleTy();
  if (Name == "native_recip" && Floats && Operands.size() == 1)
    return Fast(ConstantFP::get(T, 1), Operands[0]);
  if (Name == "native_divide" && Floats && Operands.size() == 2)
    return Fast(Operands[0], Operands[1]);
  if (Name == "clamp" && Numbers && Operands.size() == 3)
    return Builder.CreateMinNum(Builder.CreateMaxNum(Operands[0], Operands[1]),
                                Operands[2]);
  // Unsigned numbers are j in a mangled name.
  const StringRef Mangled = Call.getCalledFunction()->getName();
  const bool Unsigned = Mangled.ends_with("j") || Mangled.contains("_j");
  if (Name == "mul24" && Whole && Operands.size() == 2)
    return product24(Operands[0], Operands[1], Unsigned);
  if (Name == "mad24" && Whole && Operands.size() == 3)
    return Builder.CreateAdd(product24(Operands[0], Operands[1], Unsigned),
                             Operands[2]);
  return nullptr;
}

/// get_global_offset(), which the launch says.
static Value *globalOffset(CallInst &Call) {
  const auto *Axis = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Axis || Axis->getZExtValue() > 2 || !Call.getType()->isIntegerTy(64))
    return nullptr;
  IRBuilder<> Builder(&Call);
  Value *Base =
      Builder.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, {}, {});
  Value *Place = Builder.CreateConstInBoundsGEP1_64(
      Builder.getInt8Ty(), Base,
      ImplicitArguments::Offset + 8 * Axis->getZExtValue());
  LoadInst *Load = Builder.CreateAlignedLoad(Call.getType(), Place, Align(8));
  Load->setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(Call.getContext(), {}));
  return Load;
}

void translateToAmd(Module &Code, Language Lang, unsigned WaveSize) {
  std::vector<Function *> Declared;
  for (Function &F : Code)
    if (F.isDeclaration() && !F.use_empty())
      Declared.push_back(&F);
  for (Function *F : Declared) {
    const StringRef Name = F->isIntrinsic() ? F->getName() : sourceName(*F);
    if (F->isIntrinsic() && !Name.starts_with("llvm.nvvm."))
      continue;
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != F)
        continue;
      CallTranslation Translation(*Call, Lang, WaveSize);
      Value *Made = F->isIntrinsic()
                        ? Translation.intrinsic(F->getIntrinsicID())
                    : Name == "get_global_offset" && Call->arg_size() == 1
                        ? globalOffset(*Call)
                        : Translation.function(Name);
      if (!Made)
        continue;
      if (!Call->getType()->isVoidTy()) {
        if (isa<llvm::Instruction>(Made))
          Made->takeName(Call);
        Call->replaceAllUsesWith(Made);
      }
      Call->eraseFromParent();
    }
  }
  if (Lang != Language::Cuda)
    return;
  // CUDA's atomic functions order nothing and are seen by the device.
  SyncScope::ID Device = Code.getContext().getOrInsertSyncScopeID("agent");
  for (Function &F : Code)
    for (llvm::BasicBlock &Block : F)
      for (llvm::Instruction &I : Block) {
        if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I)) {
          Atomic->setSyncScopeID(Device);
          Atomic->setOrdering(AtomicOrdering::Monotonic);
        } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
          Exchange->setSyncScopeID(Device);
          Exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
          Exchange->setFailureOrdering(AtomicOrdering::Monotonic);
        }
      }
}

} // namespace kernelcast
