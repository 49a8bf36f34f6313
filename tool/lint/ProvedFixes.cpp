//===- ProvedFixes.cpp - From what the analysis knows to a fix ------------===//

#include "tool/lint/ProvedFixes.h"
#include "analysis/specialize/IndexExtent.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;
using namespace kernelcast;

/// \p Padding as far as the launches of \p Kernel show that it is proved.
static SourceChange paddingIn(const KernelReport &Kernel,
                              const ArrayPadding &Padding) {
  const KernelModel &Model = Kernel.Analysis->model();
  SourceChange Change = Padding.by(1);
  for (const RowIndex &Row : Model.RowIndices)
    if (Row.Array == Padding.Array &&
        (Kernel.Launches.empty() || Model.LaunchesLeftOut ||
         !all_of(Kernel.Launches, [&](const LaunchReport &Launch) {
           return staysInRow(Model, Row, Launch.Profile.Launch);
         })))
      Change.hinder(ChangeObstacle::IndexUnbounded, Row.Location);
  return Change;
}

std::vector<KnownChange> kernelcast::knownChanges(const KernelReport &Kernel) {
  std::vector<KnownChange> Result;
  if (!Kernel.Analysis)
    return Result;
  const KernelModel &Model = Kernel.Analysis->model();
  for (const ArrayPadding &Each : Model.Paddings)
    Result.push_back({FixKind::Padding, Model.Arrays[Each.Array].Location,
                      paddingIn(Kernel, Each)});
  for (const DoubleOperation &Each : Model.DoubleOperations)
    Result.push_back({FixKind::FloatLiteral, Each.Location, Each.Change});
  for (const PointerPromise &Each : Model.PointerPromises)
    Result.push_back(
        {FixKind::PointerPromise,
         Model.Arrays[Model.Parameters[Each.Parameter].Array].Location,
         Each.Change});
  for (const LoadHoisting &Each : Model.LoadHoistings)
    Result.push_back({FixKind::Hoisting, Each.Location, Each.Change});
  return Result;
}

static Fix fixBy(const SourceChange &Change, std::string What) {
  Fix Result;
  Result.What = std::move(What);
  Result.Change = Change;
  return Result;
}

std::optional<Fix> kernelcast::floatLiteralFix(const KernelModel &Kernel,
                                               const SourceSpot &Place) {
  for (const DoubleOperation &Each : Kernel.DoubleOperations)
    if (Each.Location == Place && !Each.Change.Replacements.empty())
      return fixBy(Each.Change, "give the number the suffix f");
  return std::nullopt;
}

std::optional<Fix> kernelcast::pointerPromiseFix(const KernelModel &Kernel,
                                                 unsigned Parameter) {
  for (const PointerPromise &Each : Kernel.PointerPromises)
    if (Each.Parameter == Parameter)
      return fixBy(Each.Change, fmt::format("declare {} const and restrict",
                                            Kernel.Parameters[Parameter].Name));
  return std::nullopt;
}

std::optional<Fix> kernelcast::hoistingFix(const KernelModel &Kernel,
                                           const SourceSpot &Place) {
  for (const LoadHoisting &Each : Kernel.LoadHoistings)
    if (Each.Location == Place)
      return fixBy(Each.Change, "load it once, in front of the loop");
  return std::nullopt;
}

std::optional<Fix> kernelcast::paddingFix(const KernelModel &Kernel,
                                          ArrayId Array) {
  // An odd number of words spreads a column over all banks; narrow elements
  // need several for a word.
  constexpr unsigned Paddings[] = {1, 2, 4, 8};
  const auto Known = find_if(
      Kernel.Paddings, [&](const ArrayPadding &P) { return P.Array == Array; });
  if (Known == Kernel.Paddings.end())
    return std::nullopt;
  auto what = [&](unsigned Elements) {
    return fmt::format("make the rows of {} {} element{} longer",
                       Kernel.Arrays[Array].Name, Elements,
                       Elements == 1 ? "" : "s");
  };
  Fix Result;
  Result.What = what(Paddings[0]);
  Result.Change = Known->by(Paddings[0]);
  for (unsigned Elements : drop_begin(Paddings))
    Result.Others.emplace_back(what(Elements), Known->by(Elements));
  return Result;
}

namespace {

/// Where a change begins.
using Place = std::tuple<std::string, unsigned, unsigned>;

/// By place, what is in the way of the change there.
class Obstacles {
public:
  explicit Obstacles(const Report &Report) {
    for (const FileReport &File : Report.Files)
      for (const KernelReport &Kernel : File.Kernels)
        note(Kernel);
  }

  void addTo(SourceChange &Change) const {
    if (Change.Replacements.empty())
      return;
    auto Found = ByPlace.find(placeOf(Change));
    if (Found != ByPlace.end())
      Change.hinder(Found->second.first, Found->second.second);
  }

private:
  static Place placeOf(const SourceChange &Change) {
    const TextRange &Last = Change.Replacements.back().Range;
    return {Change.File, Last.Line, Last.Column};
  }

  void note(const KernelReport &Kernel) {
    for (const KnownChange &Known : Kernel.Changes) {
      const SourceChange &Change = Known.Change;
      if (Change.Obstacle != ChangeObstacle::None &&
          !Change.Replacements.empty())
        ByPlace.try_emplace(placeOf(Change), Change.Obstacle,
                            Change.ObstacleAt);
    }
  }

  std::map<Place, std::pair<ChangeObstacle, SourceSpot>> ByPlace;
};

} // namespace

/// Whether an instance of a kernel at \p At is not analysed: what it does with
/// the text is not known.
static bool hasUnseenInstance(const Report &Report, StringRef Kernel) {
  SourceSpot At;
  for (const FileReport &File : Report.Files)
    for (const KernelReport &Each : File.Kernels)
      if (Each.QualifiedName == Kernel)
        At = Each.Location;
  return any_of(Report.Files, [&](const FileReport &File) {
    return any_of(File.Kernels, [&](const KernelReport &Each) {
      return Each.Location == At && Each.Status == ModelStatus::NotModelled &&
             !Each.UninstantiatedTemplate;
    });
  });
}

void kernelcast::hinderFixes(const Report &Report,
                             std::vector<Finding> &Findings) {
  if (none_of(Findings, [](const Finding &F) { return F.Remedy; }))
    return;
  const Obstacles Known(Report);
  for (Finding &F : Findings) {
    if (!F.Remedy)
      continue;
    const bool Unseen = hasUnseenInstance(Report, F.Kernel);
    auto hinder = [&](SourceChange &Change) {
      Known.addTo(Change);
      if (Unseen)
        Change.hinder(ChangeObstacle::NotModelled, F.Location);
    };
    hinder(F.Remedy->Change);
    for (auto &[What, Change] : F.Remedy->Others)
      hinder(Change);
  }
}
