//===- Reload.cpp - Findings about values that are loaded again -----------===//

#include "tool/lint/Reload.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/ProvedFixes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static const Effect &obstacle(const KernelModel &Kernel, const Reload &Found) {
  return Kernel.Blocks[Found.Block].Effects[Found.Step];
}

std::string kernelcast::obstacleText(const KernelModel &Kernel,
                                     const Reload &Found) {
  const Effect &Step = obstacle(Kernel, Found);
  return Step.Kind == EffectKind::Access
             ? "the " + subject(Kernel.Accesses[Step.Access])
             : Step.Text;
}

SourceSpot kernelcast::obstacleAt(const KernelModel &Kernel,
                                  const Reload &Found) {
  const Effect &Step = obstacle(Kernel, Found);
  return Step.Kind == EffectKind::Access ? Kernel.Accesses[Step.Access].Location
                                         : Step.Location;
}

std::optional<double> kernelcast::shareLeft(const LintLaunch &Launch,
                                            const Reload &Found) {
  if (Found.Loop == None)
    return 0;
  const KernelModel &Kernel = Launch.model();
  double Iterations = 1;
  for (LoopId L = Kernel.Blocks[Kernel.Accesses[Found.Load].Block].Loop;;
       L = Kernel.Loops[L].Parent) {
    const double Mean = Launch.profile().Loops[L].WarpMean.Value;
    if (!std::isfinite(Mean))
      return std::nullopt;
    Iterations *= std::max(1.0, Mean);
    if (L == Found.Loop)
      return 1 / Iterations;
  }
}

/// The finding about \p Found, a load that a variable would save.
static std::optional<Finding> aboutLoad(const LintLaunch &Launch,
                                        const Reload &Found) {
  const KernelModel &Kernel = Launch.model();
  const MemoryAccess &Load = Kernel.Accesses[Found.Load];
  std::optional<double> Left = shareLeft(Launch, Found);
  if (!Left ||
      !(Launch.profile().Accesses[Found.Load].WarpExecutions.Value > 0))
    return std::nullopt;
  Finding F;
  F.Location = Load.Location;
  F.Range = Load.Range;
  F.Known = How::Assumed; // the compiler decides, and arrays may overlap
  const std::string Why = obstacleText(Kernel, Found);
  F.Message =
      Found.Loop != None
          ? fmt::format("{} is the same in all iterations of the loop, and is "
                        "made in each, since {} may change it",
                        subject(Load), Why)
          : fmt::format("{} repeats an earlier one, since {} may change it",
                        subject(Load), Why);
  F.Predicted = Launch.gain(
      [&](WarpProfile &Ideal) { keepValue(Ideal, Found.Load, *Left); });
  if (Found.Loop != None)
    F.Remedy = hoistingFix(Kernel, Load.Location);
  if (Found.First != None)
    F.Notes.push_back({ReportDiagnostic::Level::Note,
                       Kernel.Accesses[Found.First].Location,
                       "the earlier load is here"});
  F.Notes.push_back({ReportDiagnostic::Level::Note, obstacleAt(Kernel, Found),
                     "what keeps the compiler from keeping the value"});
  return F;
}

static std::vector<Finding> find(const LintLaunch &Launch, bool InLoops) {
  std::vector<Finding> Result;
  for (const Reload &Found : Launch.reloads())
    if (!Found.ByRestrict && (Found.Loop != None) == InLoops)
      if (std::optional<Finding> F = aboutLoad(Launch, Found))
        Result.push_back(std::move(*F));
  return Result;
}

std::vector<Finding> kernelcast::findInvariantLoad(const LintLaunch &Launch) {
  return find(Launch, /*InLoops=*/true);
}

std::vector<Finding> kernelcast::findRepeatedLoad(const LintLaunch &Launch) {
  return find(Launch, /*InLoops=*/false);
}

/// The finding about the parameter behind \p Loads, none of which would be
/// made again if it said restrict.
static Finding aboutParameter(const LintLaunch &Launch,
                              ArrayRef<const Reload *> Loads) {
  constexpr size_t MostNotes = 4;
  const KernelModel &Kernel = Launch.model();
  const ArrayInfo &Array = Kernel.Arrays[Kernel.Accesses[Loads[0]->Load].Array];
  Finding F;
  F.Location = Array.Location;
  F.Known = How::Assumed; // the compiler decides, and arrays may overlap
  F.Message = fmt::format(
      "{} is only read, but without {} {} of it {} made again, since {} may "
      "change it",
      Array.Name,
      Kernel.Lang == Language::Cuda ? "const __restrict__" : "const restrict",
      Loads.size() == 1 ? "a load" : fmt::format("{} loads", Loads.size()),
      Loads.size() == 1 ? "is" : "are", obstacleText(Kernel, *Loads[0]));
  F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
    for (const Reload *Each : Loads)
      keepValue(Ideal, Each->Load, shareLeft(Launch, *Each).value_or(1));
  });
  F.Remedy = pointerPromiseFix(Kernel, Array.Parameter);
  for (const Reload *Each : Loads.take_front(MostNotes))
    F.Notes.push_back({ReportDiagnostic::Level::Note,
                       Kernel.Accesses[Each->Load].Location,
                       Each->Loop != None
                           ? "this load is the same in all iterations of a loop"
                           : "this load repeats an earlier one"});
  F.Notes.push_back({ReportDiagnostic::Level::Note,
                     obstacleAt(Kernel, *Loads[0]),
                     "what keeps the compiler from keeping the value"});
  return F;
}

std::vector<Finding> kernelcast::findMissingRestrict(const LintLaunch &Launch) {
  MapVector<ArrayId, SmallVector<const Reload *>> ByArray;
  for (const Reload &Found : Launch.reloads())
    if (Found.ByRestrict)
      ByArray[Launch.model().Accesses[Found.Load].Array].push_back(&Found);
  std::vector<Finding> Result;
  for (const auto &[Array, Loads] : ByArray)
    Result.push_back(aboutParameter(Launch, Loads));
  return Result;
}
