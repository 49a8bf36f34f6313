//===- DeviceCode.cpp - Optimised code of a unit's kernels ----------------===//

#include "analysis/lowering/DeviceCode.h"
#include "analysis/frontend/DeclarationLog.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/lowering/AmdModule.h"
#include "analysis/lowering/BudgetGate.h"
#include "analysis/lowering/CodeParts.h"
#include "analysis/lowering/CodeReach.h"
#include "analysis/lowering/CompileBudget.h"
#include "analysis/lowering/DeviceModule.h"
#include "analysis/lowering/DevicePipeline.h"
#include "analysis/support/CrashGuard.h"
#include "analysis/support/PhaseClock.h"
#include "analysis/support/SpareThreads.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <atomic>
#include <optional>

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

/// Code that is being generated. After a crash nothing in here can be
/// destroyed.
struct Generation {
  std::unique_ptr<llvm::LLVMContext> Context =
      std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> Code;
  CompileBudget Budget;
  std::vector<GeneratedKernel> Kernels;
  std::string Error;
  const char *Doing = "generating code";

  Generation(double Seconds, size_t Instructions)
      : Budget(Seconds, Instructions) {}
  void run(TranslationUnit &Unit,
           llvm::ArrayRef<const KernelDeclaration *> Wanted,
           const DeviceCodeOptions &Options);
};

void Generation::run(TranslationUnit &Unit,
                     llvm::ArrayRef<const KernelDeclaration *> Wanted,
                     const DeviceCodeOptions &Options) {
  auto Machine = deviceMachine(Options.Target);
  if (!Machine) {
    Error = llvm::toString(Machine.takeError());
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
    retargetToAmd(*Code, Kernels, Unit.Lang, Options.Target, **Machine);
    if (llvm::verifyModule(*Code, &Text)) {
      Error = "the code for AMD's GPUs is invalid: " + Broken;
      return;
    }
  }
  Budget.suffices(Code.get());
}

/// A part that is being optimised. After a crash nothing in here can be
/// destroyed.
struct Optimisation {
  CodePart Part;
  std::unique_ptr<llvm::TargetMachine> Machine;
  CompileBudget Budget;
  llvm::StringMap<MachineFunctionCode> MachineFunctions; ///< of AMD's GPUs
  std::string Error;
  const char *Doing = "reading generated code";

  Optimisation(double Seconds, size_t Instructions, double Spent = 0)
      : Budget(Seconds, Instructions, Spent) {}
  void run(llvm::function_ref<llvm::Expected<CodePart>()> Read,
           const DeviceCodeOptions &Options);

private:
  void makeMachineCode(const DeviceCodeOptions &Options);
};

void Optimisation::run(llvm::function_ref<llvm::Expected<CodePart>()> Read,
                       const DeviceCodeOptions &Options) {
  Budget.start();
  auto Found = deviceMachine(Options.Target);
  auto Code = Read();
  if (!Found || !Code) {
    Error =
        llvm::toString(llvm::joinErrors(Found.takeError(), Code.takeError()));
    return;
  }
  Machine = std::move(*Found);
  Part = std::move(*Code);
  Part.Context->setDiagnosticHandler(std::make_unique<OptimiserErrors>(Error));
  Doing = "optimising";
  if (optimiseDeviceCode(*Part.Code, *Machine, Budget) &&
      Options.Target.isAmd())
    makeMachineCode(Options);
}

/// The back end changes what it is given: it gets the code, and a copy, with
/// neighbouring loads and stores made vectors as there, is to be read. Blocks
/// of both are the same until one goes or a new one comes.
void Optimisation::makeMachineCode(const DeviceCodeOptions &Options) {
  Doing = "making machine code";
  simplifyLoops(*Part.Code, *Machine);
  if (Options.Text) {
    llvm::raw_string_ostream Stream(*Options.Text);
    // Some passes look at uses in their order.
    Part.Code->print(Stream, nullptr, /*ShouldPreserveUseListOrder=*/true);
  }
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(*Part.Code, Copies);
  std::vector<std::pair<llvm::WeakVH, const llvm::BasicBlock *>> Pairs;
  for (llvm::Function &F : *Part.Code)
    for (llvm::BasicBlock &Block : F)
      Pairs.emplace_back(&Block, llvm::cast<llvm::BasicBlock>(Copies[&Block]));
  for (llvm::Function *&Kernel : Part.Kernels)
    Kernel = llvm::cast<llvm::Function>(Copies[Kernel]);
  MachineFunctions = generateMachineCode(*Part.Code, *Machine, Budget);
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> Alive;
  for (const auto &[Before, Made] : Pairs)
    if (const llvm::Value *Block = Before)
      Alive[llvm::cast<llvm::BasicBlock>(Block)] = Made;
  for (auto &Each : MachineFunctions)
    for (MachineBlock &Block : Each.second.Blocks)
      Block.From = Alive.lookup(Block.From);
  Part.Code = std::move(Copy);
  mergeAccesses(*Part.Code, *Machine, Budget);
}

/// Processor time for \p Kernels kernels together. Two thirds of the unit's are
/// for what is compiled together, the rest for kernels alone: what a file has
/// hundreds of is done in that, or not at all.
double secondsFor(size_t Kernels, const DeviceCodeOptions &Options) {
  const double Together = Options.UnitSeconds * 2 / 3;
  return Kernels == 1 ? std::min(Options.KernelSeconds, Together) : Together;
}

std::string tooLong(const DeviceCodeOptions &Options) {
  return llvm::formatv("compiling the file's kernels takes more than {0:f1} "
                       "seconds",
                       Options.UnitSeconds);
}

/// What the parts of one generated module share. Threads that optimise them
/// hold it, too.
struct PartsUnderWay {
  struct One {
    std::vector<size_t> Kernels; ///< numbers of wanted ones
    std::unique_ptr<Optimisation> Done;
    std::string WhyNot; ///< of all its kernels
    bool Tried = false;
  };
  DeviceCodeOptions Options;
  std::vector<One> Parts;
  std::optional<CodePart> Whole; ///< where there is one part
  std::unique_ptr<SplitCode> Split;

  /// Optimises part \p Number, if the unit's budget allows that.
  void run(size_t Number);
  double spent() const { return double(Microseconds) * 1e-6; }
  void spend(double Seconds) {
    Microseconds += static_cast<uint64_t>(Seconds * 1e6);
  }

private:
  std::atomic<uint64_t> Microseconds = 0; ///< of processor time
  std::atomic<size_t> Instructions = 0;   ///< of the parts that are done
};

void PartsUnderWay::run(size_t Number) {
  PhaseScope Timed(Phase::Lowering);
  One &Mine = Parts[Number];
  const double Before = spent(), Left = Options.UnitSeconds - Before;
  if (Split && Left <= 0) {
    Mine.WhyNot = tooLong(Options);
    return;
  }
  if (Instructions > Options.Instructions) {
    Mine.WhyNot = llvm::formatv("compiling the file's kernels takes more than "
                                "{0} instructions",
                                Options.Instructions);
    return;
  }
  Mine.Tried = true;
  const double Most = secondsFor(Mine.Kernels.size(), Options);
  auto Try = Split ? std::make_unique<Optimisation>(std::min(Most, Left),
                                                    Options.Instructions)
                   : std::make_unique<Optimisation>(Most, Options.Instructions,
                                                    Before);
  auto Read = [&]() -> llvm::Expected<CodePart> {
    if (Split)
      return Split->read(Number);
    return std::move(*Whole);
  };
  const bool Survived =
      runGuarded([&] { Try->run(Read, Options); }, ParseStackBytes);
  spend(Try->Budget.spent() - (Split ? 0 : Before));
  if (!Survived) {
    // Its parts may be in any state.
    Mine.WhyNot = std::string("the compiler crashed ") + Try.release()->Doing;
  } else if (!Try->Error.empty()) {
    Mine.WhyNot = Try->Error;
  } else if (Split && Left < Most && Try->Budget.spent() > Left) {
    Mine.WhyNot = tooLong(Options);
  } else if (!Try->Budget.why().empty()) {
    Mine.WhyNot = "compiling it takes " + Try->Budget.why();
  } else {
    Instructions += Try->Part.Code->getInstructionCount();
    Mine.Done = std::move(Try);
  }
}

} // namespace

/// Fills a DeviceCode.
class DeviceCompiler {
public:
  DeviceCompiler(TranslationUnit &Unit,
                 llvm::ArrayRef<const KernelDeclaration *> Wanted,
                 const DeviceCodeOptions &Options)
      : Unit(Unit), Wanted(Wanted), Options(Options) {
    Result.Kernels.resize(Wanted.size());
  }

  void start();
  DeviceCode finish();

private:
  TranslationUnit &Unit;
  const std::vector<const KernelDeclaration *> Wanted;
  const DeviceCodeOptions Options;
  std::vector<size_t> Which; ///< of the wanted ones can have code
  std::string WhyNone;       ///< what went wrong with all of these together
  std::shared_ptr<PartsUnderWay> Together;
  std::optional<AssistedWork> Work;
  DeviceCode Result;

  std::string generate(llvm::ArrayRef<size_t> Some, PartsUnderWay &Into);
  void take(PartsUnderWay &From);
  std::vector<size_t> failedTogether() const;
  void compileAlone(llvm::ArrayRef<size_t> Failed);
};

/// Generates the code of the kernels \p Some, and deals it out to the parts of
/// \p Into. Returns what went wrong with all of them, if anything did. Where
/// one of them fails its reason is in Result.
std::string DeviceCompiler::generate(llvm::ArrayRef<size_t> Some,
                                     PartsUnderWay &Into) {
  std::vector<const KernelDeclaration *> Declarations;
  for (size_t I : Some)
    Declarations.push_back(Wanted[I]);
  auto Try = std::make_unique<Generation>(secondsFor(Some.size(), Into.Options),
                                          Into.Options.Instructions);
  std::vector<std::vector<size_t>> Dealt;
  const bool Survived = runGuarded(
      [&] {
        Try->run(Unit, Declarations, Into.Options);
        if (!Try->Code || !Try->Error.empty() || !Try->Budget.why().empty())
          return;
        Try->Doing = "writing generated code";
        // The text that is asked for is that of one module.
        Dealt = dealKernels(Try->Kernels, Into.Options.Text
                                              ? Into.Options.Instructions
                                              : InstructionsOfPart);
        if (Dealt.size() > 1)
          Into.Split =
              std::make_unique<SplitCode>(*Try->Code, Try->Kernels, Dealt);
      },
      ParseStackBytes);
  Into.spend(Try->Budget.spent());
  if (!Survived) {
    Unit.Declarations->silence();
    // Its parts may be in any state.
    return std::string("the compiler crashed ") + Try.release()->Doing;
  }
  if (!Try->Error.empty())
    return Try->Error;
  if (!Try->Budget.why().empty())
    return "compiling it takes " + Try->Budget.why();
  for (auto [Number, Kernel] : llvm::zip_equal(Some, Try->Kernels))
    Result.Kernels[Number].WhyNot = Kernel.WhyNot;
  for (const std::vector<size_t> &Numbers : Dealt) {
    PartsUnderWay::One &Part = Into.Parts.emplace_back();
    for (size_t Number : Numbers)
      Part.Kernels.push_back(Some[Number]);
  }
  if (Dealt.size() == 1) {
    CodePart &All = Into.Whole.emplace();
    for (size_t Number : Dealt.front())
      All.Kernels.push_back(Try->Kernels[Number].Function);
    All.Context = std::move(Try->Context);
    All.Code = std::move(Try->Code);
  }
  return {};
}

/// What has become of the parts of \p From.
void DeviceCompiler::take(PartsUnderWay &From) {
  for (PartsUnderWay::One &Part : From.Parts) {
    if (!Part.Done) {
      for (size_t Number : Part.Kernels)
        Result.Kernels[Number].WhyNot = Part.WhyNot;
      continue;
    }
    Optimisation &Made = *Part.Done;
    for (auto [Number, Function] :
         llvm::zip_equal(Part.Kernels, Made.Part.Kernels)) {
      DeviceKernel &Kernel = Result.Kernels[Number];
      Kernel.WhyNot.clear();
      Kernel.Function = Function;
      Kernel.Part = Result.Parts.size();
      if (auto Code = Made.MachineFunctions.find(Function->getName());
          Code != Made.MachineFunctions.end())
        Kernel.Machine = std::move(Code->second);
      for (const llvm::Function *Reached : reachedFrom(*Function)) {
        Kernel.AccessesApart |=
            Made.Budget.leftAccessesApart() && hasTooManyNeighbours(*Reached);
        if (Reached->isDeclaration() && !Reached->isIntrinsic())
          Kernel.Elsewhere.push_back(Reached);
      }
    }
    Result.Parts.push_back(
        {std::move(Made.Part.Context), std::move(Made.Part.Code)});
    Part.Done.reset();
  }
}

/// The kernels that may have failed for others' sake.
std::vector<size_t> DeviceCompiler::failedTogether() const {
  if (Which.size() == 1)
    return {};
  if (!WhyNone.empty())
    return Which;
  std::vector<size_t> Failed;
  for (const PartsUnderWay::One &Part : Together->Parts)
    if (Part.Tried && !Part.WhyNot.empty() && Part.Kernels.size() > 1)
      llvm::append_range(Failed, Part.Kernels);
  return Failed;
}

void DeviceCompiler::compileAlone(llvm::ArrayRef<size_t> Failed) {
  double Left = Options.UnitSeconds - Together->spent();
  for (size_t Number : Failed) {
    if (Left <= 0) {
      Result.Kernels[Number].WhyNot = tooLong(Options);
      continue;
    }
    PartsUnderWay Own;
    Own.Options = Options;
    Own.Options.KernelSeconds = std::min(Options.KernelSeconds, Left);
    if (std::string Why = generate(Number, Own); !Why.empty())
      Result.Kernels[Number].WhyNot = std::move(Why);
    else if (!Own.Parts.empty())
      Own.run(0);
    take(Own);
    Left -= Own.spent();
  }
}

void DeviceCompiler::start() {
  for (auto [I, Kernel] : llvm::enumerate(Wanted))
    if (Kernel->UninstantiatedTemplate)
      Result.Kernels[I].WhyNot = "a template that nothing instantiates";
    else if (!Kernel->Clean)
      Result.Kernels[I].WhyNot = "it is in error";
    else
      Which.push_back(I);
  if (Which.empty())
    return;
  Together = std::make_shared<PartsUnderWay>();
  Together->Options = Options;
  WhyNone = generate(Which, *Together);
  if (WhyNone.empty())
    Work.emplace(Options.Spare, Together->Parts.size(),
                 [Parts = Together](size_t I) { Parts->run(I); });
}

DeviceCode DeviceCompiler::finish() {
  if (Which.empty())
    return std::move(Result);
  if (Work) {
    Work->finish();
    take(*Together);
  } else {
    for (size_t Number : Which)
      Result.Kernels[Number].WhyNot = WhyNone;
  }
  compileAlone(failedTogether());
  return std::move(Result);
}

DeviceCompilation::DeviceCompilation(
    TranslationUnit &Unit, llvm::ArrayRef<const KernelDeclaration *> Wanted,
    const DeviceCodeOptions &Options)
    : Compiler(std::make_unique<DeviceCompiler>(Unit, Wanted, Options)) {
  PhaseScope Timed(Phase::Lowering);
  Compiler->start();
}

DeviceCompilation::DeviceCompilation(DeviceCompilation &&) noexcept = default;
DeviceCompilation::~DeviceCompilation() = default;

DeviceCode DeviceCompilation::finish() {
  PhaseScope Timed(Phase::Lowering);
  return Compiler->finish();
}

DeviceCode DeviceCode::compile(TranslationUnit &Unit,
                               llvm::ArrayRef<const KernelDeclaration *> Wanted,
                               const DeviceCodeOptions &Options) {
  return DeviceCompilation(Unit, Wanted, Options).finish();
}

void DeviceCode::forEachKernel(const std::shared_ptr<SpareThreads> &Spare,
                               llvm::function_ref<void(size_t)> Read) const {
  std::vector<std::vector<size_t>> Numbers(Parts.size());
  for (auto [Number, Kernel] : llvm::enumerate(Kernels))
    if (Kernel.Function)
      Numbers[Kernel.Part].push_back(Number);
  AssistedWork(Spare, Numbers.size(), [&](size_t Part) {
    PhaseScope Timed(Phase::Lowering);
    for (size_t Number : Numbers[Part])
      Read(Number);
  }).finish();
}

} // namespace kernelcast
