//===- CallCosts.cpp - Functions and intrinsics ---------------------------===//

#include "analysis/lowering/CallCosts.h"
#include "analysis/instructions/Builtins.h"
#include "analysis/instructions/PtxTable.h"
#include "analysis/lowering/CodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
// Not all of kernelcast: BasicBlock and Instruction are LLVM's here.
using namespace kernelcast::sequences;
using kernelcast::CodeWriter;
using kernelcast::isInConstantBank;
using kernelcast::registersOf;
using kernelcast::Sequence;
using Class = kernelcast::InstructionClass;

static void writeMemoryCopy(const MemIntrinsic &I, CodeWriter &Code) {
  const auto *Length = dyn_cast<ConstantInt>(I.getLength());
  if (!Length) {
    Code.add(Class::Other, 1);
    return;
  }
  uint64_t Each = std::min<uint64_t>(I.getDestAlign().valueOrOne().value(), 16);
  const auto *Copy = dyn_cast<MemTransferInst>(&I);
  if (Copy)
    Each = std::min(Each, Copy->getSourceAlign().valueOrOne().value());
  const auto Steps =
      static_cast<float>(divideCeil(Length->getZExtValue(), Each));
  auto Access = [&](unsigned Space, bool IsStore) {
    bool Shared = Space == 3;
    if (Space == 4 || Space == 101)
      Code.add(Class::Other, Steps);
    else if (IsStore)
      Code.add(Shared ? Class::StoreShared : Class::StoreGlobal, Steps);
    else
      Code.add(Shared ? Class::LoadShared : Class::LoadGlobal, Steps);
  };
  if (Copy)
    Access(Copy->getSourceAddressSpace(), false);
  Access(I.getDestAddressSpace(), true);
}

/// LLVM's own intrinsics. False: none that is known.
static bool writeIntrinsic(const CallBase &I, CodeWriter &Code) {
  const Type *T = I.getType()->getScalarType();
  float Lanes = 1;
  if (const auto *V = dyn_cast<FixedVectorType>(I.getType()))
    Lanes =
        static_cast<float>(T->isHalfTy() ? divideCeil(V->getNumElements(), 2)
                                         : V->getNumElements());
  bool Wide = registersOf(T, Code.Layout) > 1;
  bool IsDouble = T->isDoubleTy();
  auto Each = [&](const Sequence &Steps) {
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      Code.add(Steps);
    return true;
  };
  auto Of = [&](Class C, float Count) {
    Code.add(C, Count * Lanes);
    return true;
  };
  const auto *Vector = dyn_cast<FixedVectorType>(I.getType());
  const float Elements =
      Vector ? static_cast<float>(Vector->getNumElements()) : 1;
  auto Arithmetic = [&](float Operations) {
    Code.addArithmetic(T, Lanes, Operations * Elements);
    return true;
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::not_intrinsic:
    return false;
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::expect:
    return true;
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    Code.moveOperands(I);
    return Arithmetic(2);
  case Intrinsic::fabs: // adds -0
    return Arithmetic(1);
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
    Code.moveOperands(I);
    return IsDouble ? Each(MinimumF64) : Of(Class::Fp32, 1);
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return Of(Class::Conversion, 1);
  case Intrinsic::round:
    return Each(IsDouble ? RoundF64 : RoundF32);
  case Intrinsic::copysign:
    return Each(IsDouble ? CopySignF64 : CopySignF32);
  case Intrinsic::sqrt:
    if (!IsDouble && Code.FastRoots)
      return Each(Code.Flushes ? FlushedApproximation : ApproximateRoot);
    return Each(IsDouble ? RootF64 : RootF32);
  case Intrinsic::exp2:
  case Intrinsic::log2:
    return Each(Code.Flushes ? FlushedApproximation : ApproximateRoot);
  case Intrinsic::sin:
  case Intrinsic::cos:
    return Each(ApproximateSine);
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    Code.moveOperands(I);
    return Of(Class::Int, Wide ? 4 : 1);
  case Intrinsic::abs:
    return Of(Class::Int, Wide ? 5 : 1);
  case Intrinsic::ctpop:
    return Of(Class::Int, Wide ? 3 : 1);
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
    return Of(Class::Int, Wide ? 2 : 1);
  case Intrinsic::ctlz:
    return Wide ? Each(LeadingZeros64) : Of(Class::Int, 2);
  case Intrinsic::cttz:
    return Each(Wide ? TrailingZeros64 : TrailingZeros32);
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    if (isa<ConstantInt>(I.getOperand(2)))
      return Of(Class::Int, Wide ? 2 : 1);
    return Of(Class::Int, Wide ? 8 : 3);
  case Intrinsic::uadd_sat:
    return Of(Class::Int, Wide ? 6 : 3);
  case Intrinsic::usub_sat:
    return Of(Class::Int, Wide ? 5 : 2);
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
    return Of(Class::Int, Wide ? 9 : 4);
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
    return Of(Class::Branch, 1);
  default:
    return false;
  }
}

/// llvm.nvvm.*, by the name behind that.
static bool writeDeviceIntrinsic(const CallBase &I, StringRef Name,
                                 CodeWriter &Code) {
  bool IsDouble = I.getType()->isDoubleTy();
  auto Of = [&](Class C, float Count) {
    Code.add(C, Count);
    return true;
  };
  auto Arithmetic = [&](float Operations) {
    Code.addArithmetic(I.getType(), 1, Operations);
    return true;
  };
  auto Steps = [&](const Sequence &S) {
    Code.add(S);
    return true;
  };
  if (Name.consume_front("read.ptx.sreg.")) {
    if (isInConstantBank(&I) || Name == "warpsize")
      return true;
    return Of(Class::Other, Name.contains("clock64") ? 1 : 1);
  }
  if (Name.starts_with("ptr.") || Name.starts_with("bitcast.") ||
      Name.starts_with("lohi.") || Name.starts_with("d2i.") ||
      Name.starts_with("move.") || Name.starts_with("ll2"))
    return true;
  if (Name.starts_with("bar.warp.sync"))
    return Of(Class::Branch, 1);
  if (Name.starts_with("barrier0.") || Name.starts_with("barrier.sync"))
    return Of(Class::Barrier, 1),
           Name.starts_with("barrier0.") ? Of(Class::Other, 1) : true;
  if (Name.starts_with("barrier") || Name.starts_with("bar."))
    return Of(Class::Barrier, 1);
  if (Name.starts_with("membar."))
    return Of(Class::Other, Name == "membar.cta" ? 1 : 3);
  if (Name.starts_with("shfl.") || Name.starts_with("vote.") ||
      Name.starts_with("match.") || Name.starts_with("activemask") ||
      Name.starts_with("redux."))
    return Of(Class::Other, 1);
  if (Name.starts_with("atomic."))
    return Of(Class::Atomic, 1);
  if (Name.starts_with("fma."))
    return Code.moveOperands(I), Arithmetic(2);
  if (Name.starts_with("add.") || Name.starts_with("mul."))
    return I.getType()->isFPOrFPVectorTy() ? Arithmetic(1) : Of(Class::Int, 1);
  if (Name.starts_with("fmin.") || Name.starts_with("fmax."))
    return IsDouble ? Steps(MinimumF64) : Of(Class::Fp32, 1);
  if (Name.starts_with("fabs.") || Name.starts_with("saturate."))
    return Arithmetic(1);
  bool Flushed = Name.contains(".ftz") || Code.Flushes;
  if (Name.starts_with("div.approx") || Name.starts_with("div.full"))
    return Steps(Flushed ? FlushedDivision : ApproximateDivision);
  if (Name.starts_with("div."))
    return Steps(IsDouble ? DivisionF64 : DivisionF32);
  if (Name.starts_with("rcp.approx"))
    return Steps(Flushed ? FlushedApproximation : ApproximateRoot);
  if (Name.starts_with("rcp."))
    return Steps(IsDouble ? ReciprocalF64 : ReciprocalF32);
  if (Name == "rsqrt.approx.d")
    return Steps(ReciprocalRootF64);
  if (Name.starts_with("sqrt.approx") || Name.starts_with("rsqrt.") ||
      Name.starts_with("ex2.") || Name.starts_with("lg2."))
    return Steps(Flushed ? FlushedApproximation : ApproximateRoot);
  if (Name.starts_with("sqrt."))
    return Steps(IsDouble ? RootF64 : RootF32);
  if (Name.starts_with("sin.") || Name.starts_with("cos."))
    return Steps(ApproximateSine);
  if (Name.starts_with("floor.") || Name.starts_with("ceil.") ||
      Name.starts_with("trunc.") || Name.starts_with("round.") ||
      Name.contains("2i.") || Name.contains("2ui.") || Name.contains("2ll.") ||
      Name.contains("2ull.") || Name.contains("2f.") || Name.contains("2d."))
    return Of(Class::Conversion, 1);
  if (Name.starts_with("mulhi."))
    return registersOf(I.getType(), Code.Layout) > 1 ? Steps(HighProduct64)
                                                     : Of(Class::Int, 1);
  if (Name.starts_with("wmma.") || Name.starts_with("mma."))
    return Of(Name.contains("load")    ? Class::LoadShared
              : Name.contains("store") ? Class::StoreShared
                                       : Class::Fp32,
              2);
  return false;
}

/// Additions and multiplications that bring a float near zero, for sine and
/// cosine: a product, and three multiply-adds with parts of pi / 2.
static constexpr float ReductionOperations = 7;

/// Whether \p Name, a sine or cosine, follows another one of the same float,
/// which has been brought near zero for both. (Of doubles each does it.)
static bool isReduced(const CallBase &I, StringRef Name,
                      const CodeWriter &Code) {
  auto Turns = [](StringRef Function) {
    return Function == "__nv_sinf" || Function == "__nv_cosf" ||
           Function == "sinf" || Function == "cosf";
  };
  if (!Turns(Name) || I.arg_size() != 1 || isa<Constant>(I.getArgOperand(0)) ||
      I.getArgOperand(0)->hasNUsesOrMore(64))
    return false;
  return any_of(I.getArgOperand(0)->users(), [&](const User *Other) {
    const auto *Call = dyn_cast<CallBase>(Other);
    return Call && Call != &I && Call->getCalledFunction() &&
           Turns(Call->getCalledFunction()->getName()) &&
           Code.Before.dominates(Call, &I);
  });
}

/// Functions that stay calls: the vendor's mathematical library, by its cost;
/// else a call, with its operands moved to where the callee wants them.
static void writeFunction(const CallBase &I, StringRef Name, CodeWriter &Code) {
  if (kernelcast::isNumberConversion(kernelcast::withoutVendor(Name))) {
    Code.moveOperands(I);
    Code.add(Class::Conversion, 1);
    return;
  }
  std::string Plain = kernelcast::plainName(Name);
  const Type *T = I.getType()->isVoidTy() && I.arg_size()
                      ? I.getArgOperand(0)->getType()
                      : I.getType();
  if (Code.Approximate && T->isFloatTy())
    Plain = kernelcast::approximateName(Plain);
  const bool Reduces = !StringRef(Plain).starts_with("native_");
  if (Name.starts_with("__nv_") || kernelcast::isMathFunction(Plain)) {
    const kernelcast::MathFunction Function = kernelcast::mathFunction(Plain);
    if (!T->isFloatingPointTy()) {
      Code.add(Class::Int, std::max(1.0f, static_cast<float>(Code.width(I))));
      return;
    }
    const kernelcast::PrecisionCost &Cost =
        T->isDoubleTy() ? Function.Cost.Double : Function.Cost.Single;
    Code.add(Function.Is == kernelcast::Meaning::Rounding ? Class::Conversion
                                                          : Code.floatClass(T),
             Cost.All);
    Code.add(Class::Sfu, Cost.Sfu);
    Code.add(Class::Int, Cost.Int);
    Code.addArithmetic(T, 0,
                       Cost.Operations - (Reduces && isReduced(I, Name, Code)
                                              ? ReductionOperations
                                              : 0));
    Code.addOperations({.Fp32 = Cost.SingleOperations});
    return;
  }
  float Words = static_cast<float>(registersOf(I.getType(), Code.Layout));
  for (const Value *Operand : I.args())
    Words += static_cast<float>(registersOf(Operand->getType(), Code.Layout));
  Code.add(Class::Int, Words);
  Code.add(Class::Branch, 1);
}

/// Inline assembly: what the table says of each instruction, and its accesses;
/// one operation of integers for each that it does not have.
static void writeAssembly(StringRef Text, CodeWriter &Code) {
  using kernelcast::PtxForm;
  for (const kernelcast::PtxInstruction &Each : kernelcast::parsePtx(Text)) {
    if (Each.Opcode.empty())
      continue;
    const bool IsShared =
        kernelcast::spaceOf(Each) == kernelcast::MemorySpace::Shared;
    switch (kernelcast::formOf(Each)) {
    case PtxForm::Unknown:
      Code.add(Class::Int, 1);
      continue;
    case PtxForm::Load:
      if (kernelcast::spaceOf(Each) == kernelcast::MemorySpace::Constant)
        Code.add(Class::Other, 1);
      else
        Code.add(IsShared ? Class::LoadShared : Class::LoadGlobal, 1);
      continue;
    case PtxForm::Store:
      Code.add(IsShared ? Class::StoreShared : Class::StoreGlobal, 1);
      continue;
    case PtxForm::LoadMatrix:
      Code.add(Class::LoadShared, 1);
      continue;
    case PtxForm::StoreMatrix:
      Code.add(Class::StoreShared, 1);
      continue;
    case PtxForm::Reduction:
    case PtxForm::Atomic:
      Code.add(Class::Atomic, 1);
      continue;
    case PtxForm::AsynchronousCopy:
      Code.add(Class::LoadGlobal, 1);
      Code.add(Class::StoreShared, 1);
      continue;
    default:
      break;
    }
    const kernelcast::OperationCost Cost = kernelcast::ptxCost(Each);
    if (Cost.Count > 0)
      Code.add(Cost.Class, Cost.Count);
    if (Cost.Operations > 0)
      Code.addOperations(
          kernelcast::isOfHalves(Each)
              ? kernelcast::FloatOperations{.Fp16 = Cost.Operations}
          : Cost.Class == Class::Fp64
              ? kernelcast::FloatOperations{.Fp64 = Cost.Operations}
              : kernelcast::FloatOperations{.Fp32 = Cost.Operations});
  }
}

void kernelcast::writeCall(const CallBase &I, CodeWriter &Code) {
  if (I.isInlineAsm()) {
    writeAssembly(cast<InlineAsm>(I.getCalledOperand())->getAsmString(), Code);
    return;
  }
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
    return writeMemoryCopy(*Memory, Code);
  const Function *Callee = I.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : StringRef();
  if (writeIntrinsic(I, Code))
    return;
  if (Name.consume_front("llvm.nvvm.")) {
    if (!writeDeviceIntrinsic(I, Name, Code))
      Code.add(Class::Int, std::max(1.0f, static_cast<float>(Code.width(I))));
    return;
  }
  if (Name.starts_with("llvm."))
    return Code.add(Class::Int, static_cast<float>(Code.width(I)));
  writeFunction(I, Name, Code);
}
