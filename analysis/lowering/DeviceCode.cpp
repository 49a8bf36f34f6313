//===- DeviceCode.cpp - Optimised code of a unit's kernels ----------------===//

#include "analysis/lowering/DeviceCode.h"
#include "analysis/frontend/DeclarationLog.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/lowering/AmdModule.h"
#include "analysis/lowering/BudgetGate.h"
#include "analysis/lowering/CodeReach.h"
#include "analysis/lowering/CompileBudget.h"
#include "analysis/lowering/DeviceModule.h"
#include "analysis/lowering/DevicePipeline.h"
#include "analysis/support/CrashGuard.h"
#include "analysis/support/PhaseClock.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace kernelcast {
namespace {

/// Keeps the first error that the optimiser reports instead of printing it and
/// ending the program.
class OptimiserErrors : public llvm::DiagnosticHandler {
public:
  explicit OptimiserErrors(std::string &First) : First(First) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &Info) override {
    if (Info.getSeverity() == llvm::DS_Error && First.empty()) {
      llvm::raw_string_ostream Text(First);
      llvm::DiagnosticPrinterRawOStream Printer(Text);
      Info.print(Printer);
    }
    return true;
  }

private:
  std::string &First;
};

/// One go at some kernels. After a crash nothing in here can be destroyed.
struct Attempt {
  std::unique_ptr<llvm::LLVMContext> Context =
      std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> Code;
  std::unique_ptr<llvm::TargetMachine> Machine;
  CompileBudget Budget;
  std::vector<GeneratedKernel> Kernels;
  llvm::StringMap<MachineFunctionCode> MachineFunctions; ///< of AMD's GPUs
  std::string Error;
  const char *Doing = "generating code";

  Attempt(double Seconds, size_t Instructions)
      : Budget(Seconds, Instructions) {}
  void run(TranslationUnit &Unit,
           llvm::ArrayRef<const KernelDeclaration *> Wanted,
           const DeviceCodeOptions &Options);

private:
  void makeMachineCode(const DeviceCodeOptions &Options);
};

void Attempt::run(TranslationUnit &Unit,
                  llvm::ArrayRef<const KernelDeclaration *> Wanted,
                  const DeviceCodeOptions &Options) {
  if (auto Found = deviceMachine(Options.Target)) {
    Machine = std::move(*Found);
  } else {
    Error = llvm::toString(Found.takeError());
    return;
  }
  Budget.start();
  Context->setDiagnosticHandler(std::make_unique<OptimiserErrors>(Error));
  Code = generateModule(Unit, Wanted, *Context, Budget, Kernels);
  if (!Code)
    return;
  Doing = "checking code";
  std::string Broken;
  llvm::raw_string_ostream Text(Broken);
  if (llvm::verifyModule(*Code, &Text)) {
    Error = "the compiler's code is invalid: " + Broken;
    return;
  }
  if (Options.Target.isAmd()) {
    Doing = "making code for AMD's GPUs";
    retargetToAmd(*Code, Kernels, Unit.Lang, Options.Target, *Machine);
    if (llvm::verifyModule(*Code, &Text)) {
      Error = "the code for AMD's GPUs is invalid: " + Broken;
      return;
    }
  }
  Doing = "optimising";
  if (optimiseDeviceCode(*Code, *Machine, Budget) && Options.Target.isAmd())
    makeMachineCode(Options);
}

/// The back end changes what it is given: it gets the code, and a copy, with
/// neighbouring loads and stores made vectors as there, is to be read. Blocks
/// of both are the same until one goes or a new one comes.
void Attempt::makeMachineCode(const DeviceCodeOptions &Options) {
  Doing = "making machine code";
  simplifyLoops(*Code, *Machine);
  if (Options.Text) {
    llvm::raw_string_ostream Stream(*Options.Text);
    // Some passes look at uses in their order.
    Code->print(Stream, nullptr, /*ShouldPreserveUseListOrder=*/true);
  }
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(*Code, Copies);
  std::vector<std::pair<llvm::WeakVH, const llvm::BasicBlock *>> Pairs;
  for (llvm::Function &F : *Code)
    for (llvm::BasicBlock &Block : F)
      Pairs.emplace_back(&Block, llvm::cast<llvm::BasicBlock>(Copies[&Block]));
  for (GeneratedKernel &Kernel : Kernels)
    if (Kernel.Function)
      Kernel.Function = llvm::cast<llvm::Function>(Copies[Kernel.Function]);
  MachineFunctions = generateMachineCode(*Code, *Machine, Budget);
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> Alive;
  for (const auto &[Before, Made] : Pairs)
    if (const llvm::Value *Block = Before)
      Alive[llvm::cast<llvm::BasicBlock>(Block)] = Made;
  for (auto &Each : MachineFunctions)
    for (MachineBlock &Block : Each.second.Blocks)
      Block.From = Alive.lookup(Block.From);
  Code = std::move(Copy);
  mergeAccesses(*Code, *Machine, Budget);
}

} // namespace

/// Fills a DeviceCode.
class DeviceCompiler {
public:
  DeviceCompiler(TranslationUnit &Unit, const DeviceCodeOptions &Options,
                 llvm::ArrayRef<const KernelDeclaration *> Wanted)
      : Unit(Unit), Options(Options), Wanted(Wanted) {
    Result.Kernels.resize(Wanted.size());
  }

  DeviceCode run();

private:
  TranslationUnit &Unit;
  const DeviceCodeOptions &Options;
  llvm::ArrayRef<const KernelDeclaration *> Wanted;
  double Left = 0; ///< of the unit's seconds, for kernels alone
  DeviceCode Result;

  std::string compile(llvm::ArrayRef<size_t> Which, double Seconds);
};

/// Compiles the kernels \p Which together; returns what went wrong with all of
/// them, if anything did. Where one of them fails its reason is in Result.
std::string DeviceCompiler::compile(llvm::ArrayRef<size_t> Which,
                                    double Seconds) {
  std::vector<const KernelDeclaration *> Together;
  for (size_t I : Which)
    Together.push_back(Wanted[I]);
  auto Try = std::make_unique<Attempt>(Seconds, Options.Instructions);
  bool Survived =
      runGuarded([&] { Try->run(Unit, Together, Options); }, ParseStackBytes);
  Left -= Try->Budget.spent();
  if (!Survived) {
    Unit.Declarations->silence();
    // Its parts may be in any state.
    return std::string("the compiler crashed ") + Try.release()->Doing;
  }
  if (!Try->Error.empty())
    return Try->Error;
  if (!Try->Budget.why().empty())
    return "compiling it takes " + Try->Budget.why();
  for (size_t I = 0; I != Which.size(); ++I) {
    DeviceKernel &Kernel = Result.Kernels[Which[I]];
    Kernel.Function = Try->Kernels[I].Function;
    Kernel.WhyNot = std::move(Try->Kernels[I].WhyNot);
    if (!Kernel.Function)
      continue;
    if (auto Made = Try->MachineFunctions.find(Kernel.Function->getName());
        Made != Try->MachineFunctions.end())
      Kernel.Machine = std::move(Made->second);
    for (const llvm::Function *Reached : reachedFrom(*Kernel.Function)) {
      Kernel.AccessesApart |=
          Try->Budget.leftAccessesApart() && hasTooManyNeighbours(*Reached);
      if (Reached->isDeclaration() && !Reached->isIntrinsic())
        Kernel.Elsewhere.push_back(Reached);
    }
  }
  Result.Parts.push_back({std::move(Try->Context), std::move(Try->Code)});
  return {};
}

DeviceCode DeviceCompiler::run() {
  std::vector<size_t> Which;
  for (auto [I, Kernel] : llvm::enumerate(Wanted))
    if (Kernel->UninstantiatedTemplate)
      Result.Kernels[I].WhyNot = "a template that nothing instantiates";
    else if (!Kernel->Clean)
      Result.Kernels[I].WhyNot = "it is in error";
    else
      Which.push_back(I);
  auto FailAll = [&](const std::string &Why) {
    for (size_t I : Which)
      Result.Kernels[I].WhyNot = Why;
    return std::move(Result);
  };
  if (Which.empty())
    return std::move(Result);
  // Two thirds of the time are for all together, the rest for those alone: what
  // a file has hundreds of is done in that, or not at all.
  const double Together = Options.UnitSeconds * 2 / 3;
  bool Single = Which.size() == 1;
  std::string Why = compile(
      Which, Single ? std::min(Options.KernelSeconds, Together) : Together);
  if (Why.empty())
    return std::move(Result);
  if (Single)
    return FailAll(Why);
  Left = Options.UnitSeconds - Together;
  for (size_t I : Which) {
    std::string Alone =
        Left > 0 ? compile(I, std::min(Options.KernelSeconds, Left))
                 : llvm::formatv("compiling the file's kernels takes more than "
                                 "{0:f1} seconds",
                                 Options.UnitSeconds)
                       .str();
    if (!Alone.empty())
      Result.Kernels[I].WhyNot = std::move(Alone);
  }
  return std::move(Result);
}

DeviceCode DeviceCode::compile(TranslationUnit &Unit,
                               llvm::ArrayRef<const KernelDeclaration *> Wanted,
                               const DeviceCodeOptions &Options) {
  PhaseScope Timed(Phase::Lowering);
  return DeviceCompiler(Unit, Options, Wanted).run();
}

} // namespace kernelcast
