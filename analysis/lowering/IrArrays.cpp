//===- IrArrays.cpp - Memory objects of the IR as arrays ------------------===//

#include "analysis/lowering/IrArrays.h"
#include "analysis/instructions/Builtins.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kernelcast {

std::optional<MemorySpace> memorySpace(unsigned AddressSpace) {
  switch (AddressSpace) {
  case GlobalSpace:
    return MemorySpace::Global;
  case SharedMemorySpace:
    return MemorySpace::Shared;
  case ConstantSpace:
  case ParameterSpace:
    return MemorySpace::Constant;
  case LocalSpace:
    return MemorySpace::Local;
  default:
    return std::nullopt;
  }
}

/// What an intrinsic for AMD's GPUs is by NVIDIA's name; "" where it is not the
/// same, as far as the analysis is concerned.
static StringRef nvidiaName(const Function &Callee) {
  switch (Callee.getIntrinsicID()) {
  case Intrinsic::amdgcn_workitem_id_x:
    return "__nvvm_read_ptx_sreg_tid_x";
  case Intrinsic::amdgcn_workitem_id_y:
    return "__nvvm_read_ptx_sreg_tid_y";
  case Intrinsic::amdgcn_workitem_id_z:
    return "__nvvm_read_ptx_sreg_tid_z";
  case Intrinsic::amdgcn_workgroup_id_x:
    return "__nvvm_read_ptx_sreg_ctaid_x";
  case Intrinsic::amdgcn_workgroup_id_y:
    return "__nvvm_read_ptx_sreg_ctaid_y";
  case Intrinsic::amdgcn_workgroup_id_z:
    return "__nvvm_read_ptx_sreg_ctaid_z";
  case Intrinsic::amdgcn_s_barrier:
    return "__nvvm_barrier0";
  case Intrinsic::amdgcn_wave_barrier:
    return "__nvvm_bar_warp_sync";
  case Intrinsic::amdgcn_ds_bpermute:
    return "__nvvm_shfl_sync_idx_i32";
  default:
    return {};
  }
}

bool isTrap(const CallBase &Call) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return StringRef(Asm->getAsmString()).trim() == "trap;";
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  if (Callee->getIntrinsicID() == Intrinsic::trap)
    return true;
  const std::string Name = builtinName(*Callee);
  return Name == "__assertfail" || Name == "__assert_fail";
}

std::string builtinName(const Function &Callee) {
  if (StringRef Same = nvidiaName(Callee); !Same.empty())
    return Same.str();
  StringRef Name = Callee.getName();
  if (Name.consume_front("llvm.nvvm.")) {
    std::string Result = "__nvvm_" + Name.str();
    std::replace(Result.begin(), Result.end(), '.', '_');
    return Result;
  }
  ItaniumPartialDemangler Mangled;
  std::string Whole = Name.str();
  if (!Mangled.partialDemangle(Whole.c_str()) && Mangled.isFunction()) {
    size_t Size = 0;
    if (char *Base = Mangled.getFunctionBaseName(nullptr, &Size)) {
      std::string Result = Base;
      std::free(Base);
      return Result;
    }
  }
  return Whole;
}

bool splitsResults(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() &&
         mathFunction(plainName(builtinName(*Callee))).Is == Meaning::Splits;
}

IrArrays::IrArrays(const ReaderParts &Parts)
    : Parts(Parts), Taken(Parts.Source.Arrays.size()) {}

ArrayId IrArrays::add(ArrayInfo Info) {
  Parts.Model.Arrays.push_back(std::move(Info));
  return Parts.Model.Arrays.size() - 1;
}

/// The name in the source of a variable: "tile" for "f(int*)::tile", for
/// OpenCL's "f.tile", and for what is left of that in assembly, "f_$_tile".
static std::string plainVariableName(StringRef Mangled) {
  std::string Whole = demangle(Mangled);
  StringRef Name = Whole;
  if (size_t At = Name.rfind("_$_"); At != StringRef::npos)
    Name = Name.drop_front(At + 3);
  size_t Start = Name.find_last_not_of("abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  if (Start != StringRef::npos)
    Name = Name.drop_front(Start + 1);
  return Name.str();
}

static unsigned elementBytes(Type *T, const DataLayout &Layout) {
  constexpr unsigned MaxDimensions = 32;
  for (unsigned I = 0; I < MaxDimensions && isa<ArrayType>(T); ++I)
    T = cast<ArrayType>(T)->getElementType();
  return T->isSized() ? Layout.getTypeAllocSize(T).getKnownMinValue() : 0;
}

/// The source's array of this name in this memory. Two functions may have a
/// variable of one name; they are taken in order.
ArrayId IrArrays::named(StringRef Name, MemorySpace Space, uint64_t Bytes) {
  ArrayId Found = None;
  for (auto [Id, Array] : enumerate(Parts.Source.Arrays)) {
    if (Taken[Id] || Array.Name != Name || Array.Parameter != None ||
        Array.Space != Space || (Array.Bytes && Array.Bytes != Bytes))
      continue;
    Found = Id;
    break;
  }
  if (Found != None && !Parts.Source.Arrays[Found].DynamicShared)
    Taken[Found] = true;
  return Found;
}

ArrayId IrArrays::of(const GlobalVariable &Variable) {
  auto [At, New] = Known.try_emplace(&Variable, None);
  if (!New)
    return At->second;
  Type *T = Variable.getValueType();
  const MemorySpace Space =
      memorySpace(Variable.getAddressSpace()).value_or(MemorySpace::Global);
  const uint64_t Bytes =
      T->isSized() ? Parts.Layout.getTypeAllocSize(T).getKnownMinValue() : 0;
  const std::string Name = plainVariableName(Variable.getName());
  ArrayId Found = named(Name, Space, Bytes);
  if (Found != None)
    return At->second = Found;
  ArrayInfo Info;
  Info.Name = Name;
  Info.Space = Space;
  Info.Bytes = Bytes;
  Info.ElementBytes = elementBytes(T, Parts.Layout);
  Info.ReadOnly = Variable.isConstant();
  if (Space == MemorySpace::Shared) {
    KernelModel &Model = Parts.Model;
    const uint64_t Alignment = Variable.getAlign().valueOrOne().value();
    if (Bytes == 0) {
      Info.DynamicShared = true;
      Model.UsesDynamicShared = true;
      Info.SharedOffset = alignTo(Model.StaticSharedBytes, 16);
    } else {
      Info.SharedOffset = alignTo(Model.StaticSharedBytes, Alignment);
      Model.StaticSharedBytes = Info.SharedOffset + Bytes;
    }
  }
  return At->second = add(std::move(Info));
}

/// Whether \p Variable only takes a result of a function that has several, such
/// as sincosf(): it is a register once that is inlined.
static bool onlyTakesResults(const AllocaInst &Variable) {
  constexpr unsigned MostUses = 64;
  SmallVector<const Value *, 4> Work{&Variable};
  bool Taken = false;
  for (unsigned Steps = 0; !Work.empty(); ++Steps) {
    const Value *Pointer = Work.pop_back_val();
    for (const User *U : Pointer->users()) {
      if (++Steps > MostUses)
        return false;
      const auto *Call = dyn_cast<CallBase>(U);
      if (isa<AddrSpaceCastInst>(U))
        Work.push_back(U);
      else if (Call && !isa<IntrinsicInst>(Call) && splitsResults(*Call))
        Taken = true;
      else if (!isa<LoadInst, LifetimeIntrinsic>(U))
        return false;
    }
  }
  return Taken;
}

ArrayId IrArrays::of(const AllocaInst &Variable) {
  auto [At, New] = Known.try_emplace(&Variable, None);
  if (!New)
    return At->second;
  ArrayInfo Info;
  Info.Name = Variable.hasName() ? Variable.getName().str() : "local variable";
  Info.Space = MemorySpace::Local;
  if (auto Size = Variable.getAllocationSize(Parts.Layout))
    Info.Bytes = Size->getKnownMinValue();
  Info.ElementBytes = elementBytes(Variable.getAllocatedType(), Parts.Layout);
  Info.InRegisters =
      onlyTakesResults(Variable) || Parts.Choices.keeps(Variable);
  return At->second = add(std::move(Info));
}

ArrayId IrArrays::of(const Argument &Parameter) {
  auto [At, New] = Known.try_emplace(&Parameter, None);
  if (!New)
    return At->second;
  ArrayInfo Info;
  const unsigned Number = Parameter.getArgNo();
  Info.Name = Number < Parts.Source.Parameters.size()
                  ? Parts.Source.Parameters[Number].Name
                  : Parameter.getName().str();
  Info.Space = MemorySpace::Constant;
  Info.ReadOnly = true;
  if (Type *T = Parameter.getPointeeInMemoryValueType(); T && T->isSized())
    Info.Bytes = Parts.Layout.getTypeAllocSize(T).getKnownMinValue();
  return At->second = add(std::move(Info));
}

} // namespace kernelcast
