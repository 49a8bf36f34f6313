//===- AmdModule.cpp - A module for AMD's GPUs ----------------------------===//

#include "analysis/lowering/AmdModule.h"
#include "analysis/lowering/AmdIntrinsics.h"
#include "analysis/lowering/CodeReach.h"
#include "analysis/lowering/DevicePipeline.h"
#include "analysis/lowering/ReadOnlyLoads.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kernelcast {

static constexpr unsigned GlobalSpace = 1, ConstantSpace = 4, PrivateSpace = 5;
/// Of a block, where the source says nothing: HIP's and Clang's for OpenCL.
static constexpr unsigned CudaThreads = 1024, OpenClThreads = 256;

namespace {

/// What NVIDIA's notes and OpenCL's attributes say of a kernel.
struct BlockBounds {
  unsigned Least = 1, Most = 0; ///< threads; 0: nothing is said
};

class AmdRetargeting {
public:
  AmdRetargeting(Module &Code, Language Lang, const CompileTarget &Target)
      : Code(Code), Lang(Lang), Target(Target) {}

  void readNotes();
  void dropNvidia();
  void movePrivateVariables();
  Function *kernel(Function &Old);

private:
  Module &Code;
  Language Lang;
  const CompileTarget &Target;
  DenseMap<const Function *, BlockBounds> Bounds;
};

} // namespace

/// Clang says the bounds of a launch in a list of triples: function, word,
/// number.
void AmdRetargeting::readNotes() {
  if (NamedMDNode *Notes = Code.getNamedMetadata("nvvm.annotations")) {
    for (const MDNode *Note : Notes->operands())
      for (unsigned I = 1; I + 1 < Note->getNumOperands(); I += 2) {
        const auto *F =
            mdconst::dyn_extract_or_null<Function>(Note->getOperand(0));
        const auto *Word = dyn_cast_or_null<MDString>(Note->getOperand(I));
        const auto *Number =
            mdconst::dyn_extract_or_null<ConstantInt>(Note->getOperand(I + 1));
        if (F && Word && Number && Word->getString() == "maxntidx" &&
            Number->getZExtValue() <= CudaThreads)
          Bounds[F].Most = static_cast<unsigned>(Number->getZExtValue());
      }
    Notes->eraseFromParent();
  }
  for (const Function &F : Code)
    if (const MDNode *Required = F.getMetadata("reqd_work_group_size")) {
      uint64_t Threads = 1;
      for (const MDOperand &Each : Required->operands())
        if (const auto *Number = mdconst::dyn_extract<ConstantInt>(Each))
          Threads *= std::min<uint64_t>(Number->getZExtValue(), 1 << 16);
      if (Threads >= 1 && Threads <= CudaThreads)
        Bounds[&F] = {static_cast<unsigned>(Threads),
                      static_cast<unsigned>(Threads)};
    }
}

void AmdRetargeting::dropNvidia() {
  const std::string Processor = processorFor(Target);
  for (Function &F : Code) {
    for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Name);
    if (F.isIntrinsic())
      continue;
    F.addFnAttr("target-cpu", Processor);
    F.setVisibility(GlobalValue::DefaultVisibility);
  }
}

/// A thread's variables have short addresses of their own.
void AmdRetargeting::movePrivateVariables() {
  std::vector<AllocaInst *> Variables;
  for (Function &F : Code)
    for (llvm::BasicBlock &Block : F)
      for (llvm::Instruction &I : Block)
        if (auto *Variable = dyn_cast<AllocaInst>(&I))
          Variables.push_back(Variable);
  for (AllocaInst *Old : Variables) {
    IRBuilder<> Builder(Old);
    AllocaInst *New = Builder.CreateAlloca(Old->getAllocatedType(),
                                           PrivateSpace, Old->getArraySize());
    New->setAlignment(Old->getAlign());
    Value *Generic = Builder.CreateAddrSpaceCast(New, Old->getType());
    New->takeName(Old);
    // Lifetimes are of the variable itself.
    for (User *U : make_early_inc_range(Old->users()))
      if (auto *Call = dyn_cast<IntrinsicInst>(U);
          Call && Call->isLifetimeStartOrEnd()) {
        Builder.SetInsertPoint(Call);
        Builder.CreateIntrinsic(Call->getIntrinsicID(), {New->getType()},
                                {Call->getArgOperand(0), New});
        Call->eraseFromParent();
      }
    Old->replaceAllUsesWith(Generic);
    Old->eraseFromParent();
  }
}

/// \p Old with the calling convention and the parameters of AMD's kernels; null
/// where it is called as a function, too.
Function *AmdRetargeting::kernel(Function &Old) {
  Old.removeDeadConstantUsers();
  if (!Old.use_empty())
    return nullptr;
  LLVMContext &Context = Code.getContext();
  SmallVector<Type *, 8> Types;
  for (const Argument &A : Old.args()) {
    Type *T = A.getType();
    if (A.hasByValAttr())
      T = PointerType::get(Context, ConstantSpace);
    else if (T->isPointerTy() && T->getPointerAddressSpace() == 0)
      T = PointerType::get(Context, GlobalSpace);
    Types.push_back(T);
  }
  Function *New = Function::Create(
      FunctionType::get(Old.getReturnType(), Types, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, "", &Code);
  New->takeName(&Old);
  New->copyAttributesFrom(&Old);
  New->copyMetadata(&Old, 0);
  New->setCallingConv(CallingConv::AMDGPU_KERNEL);
  New->setVisibility(GlobalValue::ProtectedVisibility);
  New->splice(New->begin(), &Old);
  IRBuilder<> Builder(&New->getEntryBlock(), New->getEntryBlock().begin());
  for (auto [From, To] : zip_equal(Old.args(), New->args())) {
    To.takeName(&From);
    Value *Seen = &To;
    if (From.hasByValAttr()) {
      // The arguments' segment cannot be written; a copy that nobody writes to
      // is optimised away.
      Type *T = From.getParamByValType();
      Align By = From.getParamAlign().valueOrOne();
      To.removeAttr(Attribute::ByVal);
      To.removeAttr(Attribute::NoCapture);
      To.removeAttr(Attribute::NoAlias);
      To.addAttr(Attribute::getWithByRefType(Context, T));
      AllocaInst *Copy = Builder.CreateAlloca(T, PrivateSpace);
      Copy->setAlignment(By);
      Builder.CreateMemCpy(Copy, By, &To, By,
                           Code.getDataLayout().getTypeAllocSize(T));
      Seen = Copy;
    }
    if (Seen->getType() != From.getType())
      Seen = Builder.CreateAddrSpaceCast(Seen, From.getType());
    From.replaceAllUsesWith(Seen);
  }
  BlockBounds Known = Bounds.lookup(&Old);
  if (!Known.Most)
    Known.Most = Lang == Language::Cuda ? CudaThreads : OpenClThreads;
  New->addFnAttr("amdgpu-flat-work-group-size",
                 utostr(Known.Least) + "," + utostr(Known.Most));
  New->addFnAttr("uniform-work-group-size", "true");
  Old.eraseFromParent();
  return New;
}

/// Why there is no code of \p F, which a kernel needs; empty if there is.
static std::string problemOf(const Function &F) {
  if (F.isIntrinsic())
    return F.getName().starts_with("llvm.nvvm.")
               ? "no code for AMD's GPUs can be made of " + F.getName().str()
               : "";
  if (F.isDeclaration())
    return "the code of '" + sourceName(F).str() +
           "', which it calls, is in a library that is not at hand";
  for (const llvm::BasicBlock &Block : F)
    for (const llvm::Instruction &I : Block)
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isInlineAsm())
        return "it has assembly of NVIDIA's GPUs";
  return "";
}

void retargetToAmd(Module &Code, std::vector<GeneratedKernel> &Kernels,
                   Language Lang, const CompileTarget &Target,
                   const TargetMachine &Machine) {
  AmdRetargeting Retargeting(Code, Lang, Target);
  Code.setTargetTriple(Machine.getTargetTriple().str());
  Code.setDataLayout(Machine.createDataLayout());
  Retargeting.readNotes();
  Retargeting.dropNvidia();
  Retargeting.movePrivateVariables();
  writeReadOnlyLoads(Code);
  translateToAmd(Code, Lang, Target.waveSize());
  std::vector<Function *> Good;
  for (GeneratedKernel &Kernel : Kernels) {
    if (!Kernel.Function)
      continue;
    for (const Function *Reached : reachedFrom(*Kernel.Function))
      if (Kernel.WhyNot = problemOf(*Reached); !Kernel.WhyNot.empty())
        break;
    Function *Made =
        Kernel.WhyNot.empty() ? Retargeting.kernel(*Kernel.Function) : nullptr;
    if (!Made && Kernel.WhyNot.empty())
      Kernel.WhyNot = "it is called as a function, too";
    if ((Kernel.Function = Made))
      Good.push_back(Made);
  }
  keepOnly(Code, Good);
}

} // namespace kernelcast
