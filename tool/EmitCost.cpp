//===- EmitCost.cpp - kernelcast emit-cost --------------------------------===//
//
// Makes the cost function of one kernel: tries it on random launches until they
// take no new way through the model, holds each new way against what predict
// says of the same launch, and writes the function only if all agree.
//===----------------------------------------------------------------------===//

#include "cost_models/emit/CostFunctionText.h"
#include "tool/ChooseKernel.h"
#include "tool/FileAnalysis.h"
#include "tool/LaunchSampler.h"
#include "tool/OptionValues.h"
#include "tool/OutputFile.h"
#include "tool/Tool.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// Launches that are tried at most, and in a row without a new way.
static constexpr unsigned MostTries = 20000, EnoughTries = 2500;
/// Of functions that go over the lanes of all warps, which take long.
static constexpr unsigned MostSlowTries = 2000, EnoughSlowTries = 300;
/// Ways that a function may have; more are no longer looked for.
static constexpr unsigned MostPaths = 256;
static constexpr double Tolerance = 1e-9;

namespace {

class Emission {
public:
  Emission(const PipelineSetup &Setup, const KernelReport &Kernel)
      : Setup(Setup), Kernel(Kernel), First(Kernel.Launches[0]),
        Gpu(*First.Gpu),
        Mode(Setup.Command->Mode.value_or(Setup.Models[0]->modes()[0])),
        Counted(First.Compiled ? First.Compiled : Kernel.Analysis),
        Function(Counted->graphs(), Gpu, Mode, residency()) {}

  /// Looks for the ways through the model. Errors: why there is no function.
  Error explore() {
    LaunchSampler Sampler(Function.profile().arguments(), Gpu.WarpSize,
                          mostThreads(Gpu), /*Seed=*/1, isSlow());
    const unsigned Most = isSlow() ? MostSlowTries : MostTries,
                   Enough = isSlow() ? EnoughSlowTries : EnoughTries;
    unsigned Idle = 0;
    for (Tried = 0; Tried != Most && Idle != Enough; ++Tried) {
      LaunchPoint Point = Sampler.next();
      unsigned Before = Function.paths();
      auto Explored = Function.explore(Point);
      if (!Explored)
        return Explored.takeError();
      std::optional<double> Cycles = *Explored;
      Idle = Function.paths() > Before ? 0 : Idle + 1;
      Covered += Cycles.has_value();
      std::vector<std::string> Unknown = Function.paths() > Before
                                             ? Function.unknowns()
                                             : std::vector<std::string>();
      if (!Unknown.empty())
        return createStringError(join(Unknown, "\n"));
      if (Cycles && Function.paths() > Before)
        if (Error E = compare(Point, *Cycles))
          return E;
      if (Function.paths() >= MostPaths)
        break;
    }
    if (!Covered)
      return createStringError("no launch that was tried is covered");
    return Error::success();
  }

  /// The comment above the function. \p WhyNotCompiled: why it is not that of
  /// the compiled code, for which it was asked first; "": nobody did.
  std::vector<std::string> head(StringRef WhyNotCompiled) const;
  bool isSlow() const { return Function.profile().isByLanes(); }
  bool isOfCompiledCode() const { return First.Compiled != nullptr; }
  const CostFunction &function() const { return Function; }

private:
  std::vector<ResidentBlocks> residency() const {
    std::vector<ResidentBlocks> Table(1);
    for (uint64_t W = 1; W <= mostThreads(Gpu) / Gpu.WarpSize; ++W) {
      auto Resident = Counted->residency(
          W * Gpu.WarpSize, First.Profile.Launch.DynamicSharedBytes, Gpu,
          Setup.Options);
      Table.push_back({});
      if (Resident)
        Table.back() = {Resident->BlocksPerSM, Resident->WarpsPerSM};
      else
        consumeError(Resident.takeError());
    }
    return Table;
  }

  /// Whether predict says the same of the launch at \p Point.
  Error compare(const LaunchPoint &Point, double Cycles) {
    LaunchOverrides User;
    auto Sizes = [&](const char *Of) {
      std::array<uint64_t, 3> Result;
      for (unsigned D = 0; D != 3; ++D)
        Result[D] = Point.at(std::string(Of) + "xyz"[D]);
      return Result;
    };
    User.Grid = Sizes("gridDim.");
    User.Block = Sizes("blockDim.");
    User.DynamicSharedBytes = First.Profile.Launch.DynamicSharedBytes;
    for (const std::string &Name : Function.profile().arguments())
      User.give(Name, Point.at(Name));
    auto Launch = Kernel.Analysis->launch(User, Gpu);
    if (!Launch)
      return Launch.takeError();
    LaunchReport Report = analyseLaunch(Kernel.Analysis, *Launch, First.Gpu,
                                        Setup, First.Compiled);
    // Where predict has to sample it is not the measure.
    for (const BlockFacts &Facts : Report.counted().Blocks)
      if (!Facts.WarpExecutions.isExact())
        return Error::success();
    if (Report.Predictions.empty())
      return createStringError("predict refuses a launch that is covered: " +
                               join(Report.Problems, "; "));
    double Expected = Report.Predictions[0].Cycles;
    ++Compared;
    if (std::abs(Cycles - Expected) <= Tolerance * Expected)
      return Error::success();
    std::string At;
    for (const auto &[Name, Value] : Point)
      At += " " + Name + "=" + std::to_string(Value);
    return createStringError(
        "the formulas give %.17g cycles where predict gives %.17g, for%s",
        Cycles, Expected, At.c_str());
  }

  const PipelineSetup &Setup;
  const KernelReport &Kernel;
  const LaunchReport &First;
  const GpuSpec &Gpu;
  ModelMode Mode;
  /// The kernel whose counts are written: as it is compiled, or as it stands.
  std::shared_ptr<const KernelAnalysis> Counted;
  CostFunction Function;
  unsigned Tried = 0, Covered = 0, Compared = 0;
};

} // namespace

std::vector<std::string> Emission::head(StringRef WhyNotCompiled) const {
  const KernelModel &Model = *First.Model;
  std::vector<std::string> Lines;
  Lines.push_back("Microseconds that the kernel " + Kernel.QualifiedName +
                  " takes on " + Gpu.Name + ",");
  Lines.push_back("by kernelcast's model wfg in mode " +
                  kernelcast::name(Mode).str() + ": what");
  Lines.push_back("kernelcast predict --model wfg" +
                  std::string(WhyNotCompiled.empty() ? "" : " --counts ast") +
                  " says for the same launch.");
  Lines.push_back("-1 for a launch that the function does not cover.");
  if (First.Compiled)
    Lines.push_back("Instructions and accesses are counted in the optimised "
                    "code (--counts ir).");
  else
    Lines.push_back("Instructions and accesses are counted in the source.");
  if (!First.Compiled && !Kernel.Compiled.empty())
    Lines.push_back("Its compiled code cannot be counted: " +
                    Kernel.Compiled.front().WhyNot);
  if (!WhyNotCompiled.empty())
    Lines.push_back("Its compiled code has no function: " +
                    WhyNotCompiled.split('\n').first.str());
  Lines.push_back("");
  for (const ParameterInfo &P : Model.Parameters)
    if (!P.Pointer && P.Scalar.Float && !P.Aggregate)
      Lines.push_back("The argument " + P.Name + " does not matter.");
  for (const Assumption &Entry : First.Profile.Launch.Assumptions)
    if (Entry.Kind == AssumptionKind::Pointer)
      Lines.push_back("The pointer " + Entry.Name + " is taken as not null.");
  Lines.push_back("Taken for granted: " +
                  std::to_string(First.Profile.Launch.DynamicSharedBytes) +
                  " bytes of dynamic shared memory in a block.");
  Lines.push_back("Covered: blocks whose x size is a multiple of " +
                  std::to_string(Gpu.WarpSize) +
                  ", numbers that do not overflow,");
  Lines.push_back("and the " + std::to_string(Function.paths()) +
                  " ways through the model that " + std::to_string(Tried) +
                  " random launches take (of these");
  Lines.push_back(std::to_string(Covered) + " are covered).");
  for (std::string &Line : Lines) // nothing ends the comment
    for (size_t At; (At = Line.find("*/")) != std::string::npos;)
      Line.replace(At, 2, "* /");
  return Lines;
}

/// The C function's name: the kernel's with _us behind it.
static std::string functionName(const KernelReport &Kernel) {
  std::string Name;
  for (char C : Kernel.Name + "_us")
    Name += isAlnum(C) || C == '_' ? C : '_';
  return isDigit(Name[0]) ? "_" + Name : Name;
}

/// Writes the function of one kernel. \p WhyNotCompiled as in head().
static int emit(const CommandLine &Command, const std::string &WhyNotCompiled) {
  Expected<PipelineSetup> Setup = preparePipeline(Command, /*WithModels=*/true);
  if (!Setup)
    return complain(Setup.takeError());
  if (Setup->Gpus.size() > 1)
    return complain(usageError("emit-cost takes one --gpu"));
  Report Result = runPipeline(*Setup, /*Progress=*/false);
  if (WhyNotCompiled.empty()) // the second time they are known
    if (int Status = printDiagnostics(Result); Status != Done)
      return Status;
  Expected<const KernelReport *> Kernel = chooseKernel(Result, "write down");
  if (!Kernel)
    return complain(Kernel.takeError());
  Emission Emit(*Setup, **Kernel);
  if (Error Error = Emit.explore()) {
    std::string Why = toString(std::move(Error));
    if (Emit.isOfCompiledCode() && !Command.CountsChosen) {
      CommandLine OfSource = Command;
      OfSource.Counts = InstructionSource::Ast;
      return emit(OfSource, Why);
    }
    if (!WhyNotCompiled.empty())
      Why += "\nof the compiled code: " + WhyNotCompiled;
    else if (Emit.isOfCompiledCode())
      Why += "\nthat is of the compiled code; --counts ast asks the source";
    complain(createStringError("no cost function for " +
                               (*Kernel)->QualifiedName + ":\n" + Why));
    return NotModelledKernels;
  }
  CostFunctionTextOptions Options;
  Options.Function = functionName(**Kernel);
  Options.Head = Emit.head(WhyNotCompiled);
  Error Written = writeOutput(Command.Output, [&](raw_ostream &OS) {
    writeC(Emit.function(), Options, OS);
  });
  return Written ? complain(std::move(Written)) : int(Done);
}

int kernelcast::runEmitCost(const CommandLine &Given) {
  CommandLine Command = Given;
  if (Command.Model.empty()) // the one whose numbers are formulas
    Command.Model = kernelcast::name(ModelId::Wfg).str();
  return emit(Command, "");
}
