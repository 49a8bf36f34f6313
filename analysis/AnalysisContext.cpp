//===- AnalysisContext.cpp - From a source to profiles of its kernels -----===//

#include "analysis/AnalysisContext.h"
#include "analysis/ast/KernelBuilder.h"
#include "analysis/changes/SourceChanges.h"
#include "analysis/formulas/KernelFormulas.h"
#include "analysis/frontend/KernelNames.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/host/HostLaunches.h"
#include "analysis/host/ProgramReader.h"
#include "analysis/lowering/DeviceCode.h"
#include "analysis/lowering/DevicePipeline.h"
#include "analysis/lowering/IrReader.h"
#include "analysis/specialize/Specialize.h"
#include "analysis/support/CrashGuard.h"
#include "analysis/support/NearestName.h"
#include "analysis/support/PhaseClock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>

using namespace llvm;
using namespace kernelcast;

//===- One kernel ---------------------------------------------------------===//

KernelAnalysis::KernelAnalysis(KernelModel Given, unsigned MaxRegisters)
    : Model(std::move(Given)), MaxRegisters(MaxRegisters),
      Graphs(std::make_unique<KernelGraphs>(Model)) {}

KernelAnalysis::~KernelAnalysis() = default;

const SpecializationPlan &KernelAnalysis::plan() const {
  PhaseScope Timed(Phase::Facts);
  return Plan.get([&] { return SpecializationPlan(*Graphs); });
}

const KernelSymbols &KernelAnalysis::symbols() const {
  return Symbols.get([&] { return KernelSymbols(Model); });
}

Expected<LaunchConfiguration>
KernelAnalysis::launch(const LaunchOverrides &User, const GpuSpec &Gpu,
                       const LaunchSite *Site,
                       const AnalysisOptions &Options) const {
  PhaseScope Timed(Phase::Host);
  return resolveLaunch(
      symbols(), Site, User, Gpu,
      [&](uint64_t Threads, uint64_t Shared) -> std::optional<uint64_t> {
        Expected<OccupancyResult> Blocks =
            residency(Threads, Shared, Gpu, Options);
        if (!Blocks) {
          consumeError(Blocks.takeError());
          return 0;
        }
        return Blocks->BlocksPerSM;
      });
}

static RegisterSources registerSources(const AnalysisOptions &Options,
                                       unsigned MaxRegisters) {
  return {Options.Registers, Options.Log.get(), Options.Listing.get(),
          MaxRegisters};
}

/// Whether the iterations of \p Loop, of compiled code, may be known in the
/// source alone.
static bool lacksTrips(const LoopInfo &Loop) {
  return !Loop.TripCount && Loop.Location.isValid();
}

bool KernelAnalysis::takesTripsOfSource() const {
  return any_of(Model.Loops, lacksTrips);
}

/// Gives the loops of \p Compiled that nobody can count the iterations of those
/// of \p OfSource, unless the user has.
static void giveTrips(const KernelModel &Compiled, const WarpProfile &OfSource,
                      ControlAssumptions &Control) {
  for (const LoopInfo &Loop : Compiled.Loops) {
    if (!lacksTrips(Loop) || Control.LoopTrips.count({Loop.Location.Line, 0}))
      continue;
    for (const auto &[Same, Facts] :
         zip(OfSource.Kernel->Loops, OfSource.Loops))
      if (Same.Location == Loop.Location)
        Control.LoopTrips.try_emplace(
            {Loop.Location.Line, Loop.Location.Column}, Facts.WarpMean.Value);
  }
}

WarpProfile KernelAnalysis::profile(const LaunchConfiguration &Launch,
                                    const GpuSpec &Gpu,
                                    const AnalysisOptions &Options,
                                    const WarpProfile *OfSource) const {
  EvaluationOptions Evaluation = Options.Evaluation;
  if (OfSource)
    giveTrips(Model, *OfSource, Evaluation.Control);
  return specialize(
      plan(), Launch, Gpu,
      {Evaluation, registerSources(Options, MaxRegisters), Options.StartsWarm});
}

WarpProfile KernelAnalysis::rederived(WarpProfile Changed,
                                      const GpuSpec &Gpu) const {
  rederive(plan(), Gpu, Changed);
  return Changed;
}

Expected<OccupancyResult>
KernelAnalysis::residency(uint64_t Threads, uint64_t DynamicSharedBytes,
                          const GpuSpec &Gpu,
                          const AnalysisOptions &Options) const {
  RegisterCount Registers =
      registersOf(Model, Threads, Gpu, registerSources(Options, MaxRegisters));
  return residencyOf(Model, Threads, DynamicSharedBytes, Registers.PerThread,
                     Gpu);
}

void KernelAnalysis::withFormulas(
    unsigned WarpSize, function_ref<void(KernelFormulas &)> Use) const {
  std::lock_guard<std::mutex> Turn(FormulaTurn);
  std::unique_ptr<KernelFormulas> &Known = Formulas[WarpSize];
  if (!Known)
    Known = std::make_unique<KernelFormulas>(Model, WarpSize);
  Use(*Known);
}

std::shared_ptr<const KernelAnalysis>
kernelcast::compiledFor(const GpuSpec &Gpu, ArrayRef<CompiledForm> Compiled) {
  const std::optional<CompileTarget> Target = compileTarget(Gpu);
  const auto *Found = find_if(Compiled, [&](const CompiledForm &Each) {
    return Each.Target == Target;
  });
  return Found == Compiled.end() ? nullptr : Found->Analysis;
}

//===- One source ---------------------------------------------------------===//

static void addUnique(std::vector<std::string> &To, std::string Text) {
  if (!is_contained(To, Text))
    To.push_back(std::move(Text));
}

/// What the declaration alone says of a kernel.
static SourceKernel declared(const KernelDeclaration &Declaration) {
  SourceKernel Kernel;
  std::string Plain = withoutTemplateArguments(Declaration.QualifiedName);
  size_t Scope = Plain.rfind("::");
  Kernel.Name = Scope == std::string::npos ? Plain : Plain.substr(Scope + 2);
  Kernel.QualifiedName = Declaration.QualifiedName;
  Kernel.TemplateArguments = Declaration.TemplateArguments;
  Kernel.Location = Declaration.Location;
  Kernel.Clean = Declaration.Clean;
  Kernel.UninstantiatedTemplate = Declaration.UninstantiatedTemplate;
  Kernel.Reasons = Declaration.Reasons;
  if (Declaration.UninstantiatedTemplate)
    addUnique(Kernel.Reasons,
              "a template that this file never instantiates: nothing is known "
              "about its arguments");
  else if (!Declaration.Clean && Kernel.Reasons.empty())
    Kernel.Reasons.push_back("the compiler found errors in it");
  return Kernel;
}

static SourceKernel modelled(const KernelDeclaration &Declaration,
                             TranslationUnit &Unit,
                             const HostLaunches &Launches, bool Remedies) {
  SourceKernel Kernel = declared(Declaration);
  if (Declaration.UninstantiatedTemplate || !Declaration.Clean)
    return Kernel;
  auto Start = std::chrono::steady_clock::now();
  PhaseScope Timed(Phase::Lowering);
  KernelModel Model =
      buildKernelModel(Declaration.Function, *Unit.Context, Unit.Lang);
  for (const std::string &Reason : Model.Reasons)
    addUnique(Kernel.Reasons, Reason);
  Kernel.Status = Model.Status;
  for (const std::string &Missing : Declaration.Missing) {
    addUnique(Kernel.Reasons, Missing);
    if (Kernel.Status == ModelStatus::Modelled)
      Kernel.Status = ModelStatus::Partial;
  }
  if (Model.Status != ModelStatus::NotModelled) {
    Launches.resolve(Declaration.Function, Model);
    Model.InexactFloats = Unit.InexactFloats;
    Model.InexactSums = Unit.InexactSums;
    if (Remedies)
      findSourceChanges(Declaration.Function, *Unit.Context, Model);
    Kernel.Analysis =
        std::make_shared<KernelAnalysis>(std::move(Model), Unit.MaxRegisters);
  }
  Kernel.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  return Kernel;
}

/// Kernels that are being compiled for one target.
struct AnalysisContext::Compilation {
  CompileTarget Target;
  std::vector<size_t> Numbers; ///< of Kernels
  DeviceCompilation Code;
};

/// Begins to compile those of \p Declarations that \p Numbers has.
AnalysisContext::Compilation
AnalysisContext::compile(TranslationUnit &Unit, const CompileTarget &Target,
                         ArrayRef<const KernelDeclaration *> Declarations,
                         std::vector<size_t> Numbers,
                         const SourceOptions &Options) {
  SmallVector<const KernelDeclaration *> Wanted;
  for (size_t Number : Numbers)
    Wanted.push_back(Declarations[Number]);
  DeviceCodeOptions Compiling;
  Compiling.Target = Target;
  Compiling.Spare = Options.Spare;
  Compiling.allowFor(ParseSeconds);
  return {Target, std::move(Numbers),
          DeviceCompilation(Unit, Wanted, Compiling)};
}

void AnalysisContext::read(TranslationUnit &Unit,
                           const SourceOptions &Options) {
  Lang = Unit.Lang;
  ParseSeconds = Unit.ParseSeconds;
  Messages = std::move(Unit.Diagnostics);
  Inputs = std::move(Unit.Inputs);
  Text = std::move(Unit.Text);
  std::vector<const KernelDeclaration *> Declarations;
  for (const KernelDeclaration &Kernel : Unit.Kernels) {
    addUnique(Names, withoutTemplateArguments(Kernel.QualifiedName));
    if (!Options.Wanted || Options.Wanted(Kernel))
      Declarations.push_back(&Kernel);
  }
  // Spare threads optimise while this one reads the source.
  std::vector<Compilation> UnderWay;
  std::vector<size_t> Good;
  for (auto [Number, Kernel] : enumerate(Declarations))
    if (Kernel->Clean && !Kernel->UninstantiatedTemplate)
      Good.push_back(Number);
  if (!Good.empty())
    for (const CompileTarget &Target : Options.CompileFor)
      UnderWay.push_back(compile(Unit, Target, Declarations, Good, Options));
  if (Options.HostProgram)
    Program = kernelcast::hostProgram(*Unit.Context, *Unit.Skipped);
  if (Unit.Kernels.empty())
    return;
  HostLaunches Launches(*Unit.Context, *Unit.Skipped, Options.Remedies);
  for (const KernelDeclaration *Kernel : Declarations)
    Kernels.push_back(modelled(*Kernel, Unit, Launches, Options.Remedies));
  for (Compilation &Each : UnderWay)
    readCompiled(Unit, Each, Options);
  if (!Options.WantWitness)
    return;
  std::vector<size_t> Doubted = Options.WantWitness(*this);
  erase_if(Doubted, [&](size_t Number) { return !Kernels[Number].Analysis; });
  if (Doubted.empty())
    return;
  for (const CompileTarget &Target : Options.WitnessFor)
    if (!is_contained(Options.CompileFor, Target)) {
      Compilation Witness =
          compile(Unit, Target, Declarations, Doubted, Options);
      readCompiled(Unit, Witness, Options);
    }
}

static std::string processorName(const CompileTarget &Target) {
  return Target.isAmd() ? Target.Processor
                        : "sm_" + std::to_string(Target.ComputeCapability);
}

/// That code for \p Wanted is made for another processor; "": it is not.
static std::string whyOtherProcessor(const CompileTarget &Wanted) {
  const std::string Name = processorName(Wanted);
  const std::string Made = processorFor(Wanted);
  if (Made.empty() || Made == Name)
    return "";
  return "instructions and registers are those of code for " + Made +
         ", since the compiler here knows no " + Name;
}

/// The compiled form of \p Kernel for \p Target, of the code \p Compiled. Adds
/// to the kernel's reasons what is not in the code.
static CompiledForm compiledForm(const DeviceKernel &Compiled,
                                 const CompileTarget &Target,
                                 unsigned MaxRegisters, SourceKernel &Kernel) {
  CompiledForm Result;
  Result.Target = Target;
  KernelModel Model;
  // A bug in the reader costs this kernel its compiled form alone.
  if (!runGuarded(
          [&] {
            IrReaderOptions Reading;
            if (Target.isAmd())
              Reading.Machine = Compiled.Machine ? &*Compiled.Machine : nullptr;
            else {
              Reading.Architecture = Target.ComputeCapability;
              Reading.MaxRegisters = MaxRegisters;
            }
            Model = readKernel(*Compiled.Function, Kernel.Analysis->model(),
                               Reading);
          },
          ParseStackBytes)) {
    Result.WhyNot = "reading it crashed";
    return Result;
  }
  // Code that is understood in part is worse than a source that is in whole.
  if (Model.Status == ModelStatus::NotModelled ||
      (Model.Status == ModelStatus::Partial &&
       Kernel.Status == ModelStatus::Modelled)) {
    Result.WhyNot =
        Model.Reasons.empty() ? "no reason is known" : Model.Reasons.front();
    return Result;
  }
  for (const std::string &Reason : Model.Reasons)
    addUnique(Kernel.Reasons, Model.Status == ModelStatus::Modelled
                                  ? Target.Processor + ": " + Reason
                                  : Reason);
  Result.Analysis =
      std::make_shared<KernelAnalysis>(std::move(Model), MaxRegisters);
  if (std::string Why = whyOtherProcessor(Target); !Why.empty())
    addUnique(Kernel.Reasons, std::move(Why));
  if (Compiled.AccessesApart)
    addUnique(Kernel.Reasons,
              processorName(Target) +
                  ": neighbouring accesses are counted one by one, not as "
                  "wide ones, since a basic block has more than " +
                  std::to_string(CompileBudget::MostNeighbours) + " accesses");
  return Result;
}

/// Waits for \p Compiled, and gives its forms to those kernels that have a
/// model.
void AnalysisContext::readCompiled(TranslationUnit &Unit, Compilation &Compiled,
                                   const SourceOptions &Options) {
  auto Start = std::chrono::steady_clock::now();
  PhaseScope Timed(Phase::Lowering);
  const DeviceCode Code = Compiled.Code.finish();
  for (const auto &[Number, Each] : zip(Compiled.Numbers, Code.kernels()))
    if (Kernels[Number].Analysis)
      Kernels[Number].Compiled.push_back(
          {Compiled.Target, nullptr, Each.WhyNot});
  Code.forEachKernel(Options.Spare, [&](size_t I) {
    SourceKernel &Kernel = Kernels[Compiled.Numbers[I]];
    if (Kernel.Analysis)
      Kernel.Compiled.back() = compiledForm(Code.kernels()[I], Compiled.Target,
                                            Unit.MaxRegisters, Kernel);
  });
  const std::chrono::duration<double> Took =
      std::chrono::steady_clock::now() - Start;
  for (size_t Number : Compiled.Numbers)
    Kernels[Number].Seconds +=
        Took.count() / static_cast<double>(Compiled.Numbers.size());
}

Expected<AnalysisContext> AnalysisContext::open(const CompileJob &Job,
                                                const SourceOptions &Options) {
  AnalysisContext Context;
  if (Error E = parse(
          Job, [&](TranslationUnit &Unit) { Context.read(Unit, Options); }))
    return E;
  return Context;
}

Expected<std::shared_ptr<const KernelAnalysis>>
AnalysisContext::kernel(StringRef Name) const {
  std::vector<const SourceKernel *> Found;
  for (const SourceKernel &Kernel : Kernels)
    if (matchesKernel(Name, Kernel.QualifiedName, Kernel.TemplateArguments))
      Found.push_back(&Kernel);
  auto Fail = [&](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(), Why);
  };
  if (Found.empty()) {
    std::string Nearest = nearestName(Name, Names).str();
    return Fail("no kernel is called '" + Name + "'" +
                (Nearest.empty() ? "" : "; did you mean '" + Nearest + "'?"));
  }
  if (Found.size() > 1)
    return Fail("several kernels are called '" + Name + "'");
  if (!Found[0]->Analysis)
    return Fail("kernel '" + Name + "' is not modelled: " +
                (Found[0]->Reasons.empty() ? "no reason is known"
                                           : Found[0]->Reasons[0]));
  return Found[0]->Analysis;
}
