//===- DevicePipeline.cpp - From generated to final code ------------------===//

#include "analysis/lowering/DevicePipeline.h"
#include "analysis/lowering/BudgetGate.h"
#include "analysis/lowering/HeldDivisors.h"
#include "analysis/lowering/LoopUnrolling.h"
#include "analysis/lowering/MixedMemories.h"
#include "analysis/lowering/ReadOnlyLoads.h"
#include "analysis/lowering/SharedSums.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"
#include <mutex>

using namespace llvm;

namespace kernelcast {

static constexpr char DeviceTriple[] = "nvptx64-nvidia-cuda";
static constexpr char AmdTriple[] = "amdgcn-amd-amdhsa";
/// To look for one that the compiler knows.
static constexpr unsigned OldestCapability = 20, NewestCapability = 200;

static const Target *deviceTarget(StringRef Triple, std::string &Problem) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
  });
  return TargetRegistry::lookupTarget(Triple, Problem);
}

/// The processors of which \p Wanted is the newest, it first.
static std::vector<std::string> candidates(const CompileTarget &Wanted) {
  std::vector<std::string> Names;
  if (Wanted.isAmd()) {
    // The letters and digits after the family's are stepping and variant, in
    // hexadecimal: gfx942 comes before gfx950, gfx1200 before gfx1201.
    StringRef Processor = Wanted.Processor;
    StringRef Family =
        Processor.drop_back(std::min<size_t>(2, Processor.size()));
    unsigned Variant = 0;
    Names.push_back(Processor.str());
    if (!Processor.take_back(2).getAsInteger(16, Variant))
      while (Variant--)
        Names.push_back((Family + utohexstr(Variant, true, 2)).str());
    return Names;
  }
  for (unsigned Number = std::min(Wanted.ComputeCapability, NewestCapability);
       Number >= OldestCapability; --Number)
    Names.push_back("sm_" + std::to_string(Number));
  return Names;
}

std::string processorFor(const CompileTarget &Wanted) {
  std::string Problem;
  const char *Triple = Wanted.isAmd() ? AmdTriple : DeviceTriple;
  const Target *Found = deviceTarget(Triple, Problem);
  if (!Found)
    return "";
  std::unique_ptr<MCSubtargetInfo> Known(
      Found->createMCSubtargetInfo(Triple, "", ""));
  if (Known)
    for (std::string &Name : candidates(Wanted))
      if (Known->isCPUStringValid(Name))
        return std::move(Name);
  return "";
}

Expected<std::unique_ptr<TargetMachine>>
deviceMachine(const CompileTarget &Wanted) {
  std::string Problem;
  const char *Triple = Wanted.isAmd() ? AmdTriple : DeviceTriple;
  const Target *Found = deviceTarget(Triple, Problem);
  if (!Found)
    return createStringError(inconvertibleErrorCode(), Problem);
  TargetOptions Options;
  // As nvcc does without -fmad=false, and HIP's compiler.
  Options.AllowFPOpFusion = FPOpFusion::Fast;
  // What a function of AMD's takes stands in the comments of its text.
  Options.MCOptions.AsmVerbose = Wanted.isAmd();
  if (std::string Name = processorFor(Wanted); !Name.empty())
    if (std::unique_ptr<TargetMachine> Machine(Found->createTargetMachine(
            Triple, Name, Wanted.isAmd() ? "" : "+ptx80", Options, Reloc::PIC_,
            std::nullopt, CodeGenOptLevel::Aggressive));
        Machine)
      return Machine;
  const std::string Name =
      Wanted.isAmd() ? Wanted.Processor
                     : "sm_" + std::to_string(Wanted.ComputeCapability);
  return createStringError(inconvertibleErrorCode(), "no compiler for " + Name);
}

/// Whether \p Pass says how large built-in indices can be. nvcc does not know
/// that when it unrolls. Of for (i = threadIdx.x; i < 142; i += 64), of which a
/// thread makes three iterations at most, it makes four copies and a loop over
/// what is left over, as counters of requests and of jumps show.
static bool boundsIndices(StringRef Pass) {
  return Pass == "NVVMIntrRangePass";
}

namespace {

/// Passes that take the square of a function's basic blocks, on functions that
/// unrolling has given thousands of them. The other passes have limits of their
/// own.
class CostlyPasses {
public:
  bool mayRun(StringRef Pass, const Any &Part) {
    const auto *const *F = any_cast<const Function *>(&Part);
    if (!F || (*F)->size() <= ManyBlocks)
      return true;
    if (Pass == "ConstraintEliminationPass")
      return false;
    // It asks of every branch on a value whether that dominates a use. It is
    // run again and again, in case that something has changed since.
    return Pass != "InstCombinePass" || !Combined.contains(*F);
  }
  /// \p Pass has been run on \p Part, and has changed all but \p Preserved.
  void wasRun(StringRef Pass, const Any &Part,
              const PreservedAnalyses &Preserved) {
    const Function *F = nullptr;
    if (const auto *const *Whole = any_cast<const Function *>(&Part))
      F = *Whole;
    else if (const auto *const *L = any_cast<const Loop *>(&Part))
      F = (*L)->isInvalid() ? nullptr : (*L)->getHeader()->getParent();
    if (F && Pass == "InstCombinePass")
      Combined.insert(F);
    else if (!isSpecialPass(Pass, {"PassManager", "PassAdaptor",
                                   "RequireAnalysisPass",
                                   "InvalidateAnalysisPass"}) &&
             !Preserved.areAllPreserved()) {
      if (F)
        Combined.erase(F);
      else
        Combined.clear();
    }
  }

private:
  static constexpr size_t ManyBlocks = 2000;
  /// Functions of which InstCombine has seen all changes.
  DenseSet<const Function *> Combined;
};

} // namespace

/// Runs \p Passes with the analyses that \p Builder knows.
static void runPasses(ModulePassManager Passes, PassBuilder &Builder,
                      Module &Code) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Passes.run(Code, Modules);
}

/// The part of the compiler that knows no target but by its costs.
static void runCommonPasses(Module &Code, TargetMachine &Machine,
                            CompileBudget &Budget) {
  PipelineTuningOptions Tuning;
  // AMD's compiler is LLVM, and does at -O3 what clang does. nvcc makes no
  // vectors, and has a measure of its own for unrolling.
  const bool IsAmd = Machine.getTargetTriple().isAMDGCN();
  Tuning.LoopInterleaving = IsAmd;
  Tuning.LoopVectorization = IsAmd;
  Tuning.SLPVectorization = IsAmd;
  Tuning.LoopUnrolling = IsAmd;
  // LLVM's own is 250, which each GPU's target multiplies. nvcc leaves no call
  // even of a body of tens of thousands of instructions.
  Tuning.InlinerThreshold = (IsAmd ? 8 : 64) * 250;
  PassInstrumentationCallbacks Callbacks;
  CostlyPasses Costly;
  Callbacks.registerShouldRunOptionalPassCallback(
      [&](StringRef Pass, const Any &Part) {
        return Budget.goesOn(&Code) && !boundsIndices(Pass) &&
               Costly.mayRun(Pass, Part);
      });
  Callbacks.registerAfterPassCallback(
      [&](StringRef Pass, const Any &Part, const PreservedAnalyses &Preserved) {
        Costly.wasRun(Pass, Part, Preserved);
      });
  PassBuilder Builder(&Machine, Tuning, std::nullopt, &Callbacks);
  if (!IsAmd) {
    forgetProgress(Code);
    unrollLikeNvcc(Builder);
    holdDivisors(Builder);
  }
  runPasses(Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3),
            Builder, Code);
  releaseDivisors(Code);
}

/// The target's passes, as far as what they work on is IR.
static void runTargetPasses(Module &Code, TargetMachine &Machine,
                            CompileBudget &Budget) {
  auto &Generator = static_cast<LLVMTargetMachine &>(Machine);
  BudgetGate Gate(Code, Budget);
  OptPassGate &Before = Code.getContext().getOptPassGate();
  Code.getContext().setOptPassGate(Gate);
  {
    legacy::PassManager Passes;
    TargetPassConfig *Config = Generator.createPassConfig(Passes);
    Config->setDisableVerify(true);
    Passes.add(Config);
    Passes.add(new MachineModuleInfoWrapperPass(&Generator));
    Passes.add(
        createTargetTransformInfoWrapperPass(Machine.getTargetIRAnalysis()));
    Config->addIRPasses();
    Config->addCodeGenPrepare();
    Config->addPassesToHandleExceptions();
    Config->addISelPrepare();
    Config->setInitialized();
    Passes.run(Code);
  }
  Code.getContext().setOptPassGate(Before);
}

static void runOnFunctions(FunctionPassManager Passes, Module &Code,
                           TargetMachine &Machine) {
  PassBuilder Builder(&Machine);
  ModulePassManager All;
  All.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
  runPasses(std::move(All), Builder, Code);
}

void simplifyLoops(Module &Code, TargetMachine &Machine) {
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  runOnFunctions(std::move(Passes), Code, Machine);
}

namespace {
/// Makes neighbouring accesses wide ones where BudgetGate lets that be done.
struct MergeNeighbours : PassInfoMixin<MergeNeighbours> {
  explicit MergeNeighbours(CompileBudget &Budget) : Budget(Budget) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    return mayMergeAccesses(F, Budget)
               ? LoadStoreVectorizerPass().run(F, Analyses)
               : PreservedAnalyses::all();
  }
  CompileBudget &Budget;
};
} // namespace

void mergeAccesses(Module &Code, TargetMachine &Machine,
                   CompileBudget &Budget) {
  FunctionPassManager Passes;
  Passes.addPass(SeparateConstOffsetFromGEPPass());
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(MergeNeighbours(Budget));
  runOnFunctions(std::move(Passes), Code, Machine);
}

/// ptxas aligns local arrays so that they are filled and copied 16 bytes at a
/// time.
static void alignCopiedArrays(Function &F) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  auto Aligned = [&](Value *Pointer, MaybeAlign Known, Instruction &At) {
    return isa<AllocaInst>(getUnderlyingObject(Pointer))
               ? getOrEnforceKnownAlignment(Pointer, Align(16), Layout, &At)
               : Known.valueOrOne();
  };
  for (Instruction &I : instructions(F)) {
    if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
      Copy->setDestAlignment(
          Aligned(Copy->getRawDest(), Copy->getDestAlign(), I));
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      Copy->setSourceAlignment(
          Aligned(Copy->getRawSource(), Copy->getSourceAlign(), I));
  }
}

bool optimiseDeviceCode(Module &Code, TargetMachine &Machine,
                        CompileBudget &Budget) {
  Code.setDataLayout(Machine.createDataLayout());
  if (!Budget.suffices(&Code))
    return false;
  holdReadOnlyLoads(Code);
  runCommonPasses(Code, Machine, Budget);
  if (!Budget.suffices(&Code))
    return false;
  if (!Machine.getTargetTriple().isAMDGCN()) {
    for (Function &F : Code)
      separateMemories(F);
    runTargetPasses(Code, Machine, Budget);
    writeReadOnlyLoads(Code);
    for (Function &F : Code)
      alignCopiedArrays(F);
    for (Function &F : Code)
      if (!F.isDeclaration() && Budget.goesOn(&Code))
        shareSums(F);
  }
  return Budget.suffices(&Code);
}

} // namespace kernelcast
