//===- ContractCheck.cpp - Contracts that do not hold ---------------------===//

#include "tool/lint/ContractCheck.h"
#include "analysis/launch/LaunchPrecedence.h"
#include "analysis/support/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// A finding about \p Asked of which \p Why cannot be said whether it holds.
static Finding undecided(const Contract &Asked, const std::string &Why) {
  Finding F;
  F.Check = CheckId::UndecidedContract;
  F.Location = Asked.Location;
  F.Range = Asked.Range;
  F.About = Asked.Text;
  F.Known = How::Assumed;
  F.Message =
      fmt::format("contract '{}' cannot be decided: {}", Asked.Text, Why);
  return F;
}

static Finding broken(const Contract &Asked, const MeasuredFact &Fact) {
  Finding F = undecided(Asked, "");
  F.Check = CheckId::Contract;
  F.Known = Fact.Value.Source;
  const bool Exact = Fact.Value.Low == Fact.Value.High;
  const std::string Value = factText(Asked.Fact, Fact.Value.Value);
  F.Message = fmt::format(
      "contract '{}' is broken: {}", Asked.Text,
      Asked.Fact == ContractFact::Time
          ? fmt::format("{} are predicted, with counts that are {}", Value,
                        name(Fact.Value.Source).str())
      : Exact || Fact.Value.Source == How::Sampled
          ? fmt::format("it is {} ({})", Value, name(Fact.Value.Source).str())
          : fmt::format("it is between {} and {} ({})",
                        factText(Asked.Fact, Fact.Value.Low),
                        factText(Asked.Fact, Fact.Value.High),
                        name(Fact.Value.Source).str()));
  F.Notes = Fact.Notes;
  return F;
}

/// What \p Launch of \p Kernel does to \p Asked; nothing if it keeps it.
static std::optional<Finding> judged(const Contract &Asked,
                                     const KernelReport &Kernel,
                                     const LaunchReport &Launch,
                                     const AnalysisOptions &Options) {
  const LintLaunch Seen(Kernel, Launch, Options, /*Code=*/nullptr);
  const MeasuredFact Fact = measuredFact(Asked, Seen);
  const Verdict Judged = verdict(Asked, Fact);
  if (Judged == Verdict::Holds)
    return std::nullopt;
  Finding F = Judged == Verdict::Broken
                  ? broken(Asked, Fact)
                  : undecided(Asked, whyUndecided(Asked, Fact));
  Seen.complete(F, F.Check);
  return F;
}

void ContractCheck::mistake(const SourceSpot &At, const std::string &Message) {
  const ReportDiagnostic New{ReportDiagnostic::Level::Error, At,
                             "contract: " + Message};
  // Instantiations of a template make the same mistake.
  if (none_of(Mistakes, [&](const ReportDiagnostic &Old) {
        return Old.Location == New.Location && Old.Message == New.Message;
      }))
    Mistakes.push_back(New);
}

/// " did you mean 'n'?", or what there is.
static std::string suggestion(const std::string &Name,
                              ArrayRef<std::string> Known) {
  const StringRef Near = nearestName(Name, Known);
  if (!Near.empty())
    return "; did you mean '" + Near.str() + "'?";
  constexpr size_t Most = 8;
  return Known.empty() ? ""
                       : "; there are " + join(Known.take_front(Most), ", ");
}

/// Whether \p Asked names arrays and arguments that \p Kernel has.
bool ContractCheck::isMeaningful(const Contract &Asked,
                                 const KernelReport &Kernel) {
  const KernelModel &Model = Kernel.Analysis->model();
  if (!Asked.Array.empty()) {
    const bool OfBanks = Asked.Fact == ContractFact::BankDegree;
    std::vector<std::string> Arrays;
    for (const MemoryAccess &Access : Model.Accesses)
      if (Access.Array != kernelcast::None &&
          (OfBanks ? Access.Space == MemorySpace::Shared
                   : Access.Space == MemorySpace::Global &&
                         Access.Kind == Asked.Kind) &&
          !is_contained(Arrays, Model.Arrays[Access.Array].Name))
        Arrays.push_back(Model.Arrays[Access.Array].Name);
    if (!is_contained(Arrays, Asked.Array)) {
      mistake(Asked.ArrayAt,
              fmt::format("{} has no {} '{}'{}", Kernel.QualifiedName,
                          OfBanks
                              ? "array in shared memory called"
                              : name(Asked.Kind).str() + " in global memory of",
                          Asked.Array, suggestion(Asked.Array, Arrays)));
      return false;
    }
  }
  std::vector<std::string> Names;
  for (const ParameterInfo &Parameter : Model.Parameters)
    if (!Parameter.Pointer)
      Names.push_back(Parameter.Name);
  for (const LaunchReport &Launch : Kernel.Launches)
    for (const ArgumentValue &Value : Launch.Profile.Launch.Arguments)
      if (!is_contained(Names, Value.Name))
        Names.push_back(Value.Name);
  for (const auto &[Name, At] : Asked.ArgumentAt)
    if (!is_contained(Names, Name)) {
      mistake(At,
              fmt::format("{} has no argument or host variable '{}'{}",
                          Kernel.QualifiedName, Name, suggestion(Name, Names)));
      return false;
    }
  return true;
}

std::vector<Finding> ContractCheck::ofTime(const Contract &Asked,
                                           const FileReport &File,
                                           const KernelReport &Kernel) {
  auto Gpu = Launches.gpu(Asked.Gpu);
  if (!Gpu) {
    mistake(Asked.GpuAt, toString(Gpu.takeError()));
    return {};
  }
  LaunchOverrides Given = Launches.given(File, Kernel);
  overrideLaunch(Given, Asked.Launch);
  std::vector<const LaunchSite *> Sites;
  for (const LaunchSite &Site : Kernel.Analysis->model().Launches)
    Sites.push_back(&Site);
  if (Sites.empty())
    Sites.push_back(nullptr);
  std::vector<Finding> Result;
  std::vector<LaunchConfiguration> Seen;
  for (const LaunchSite *Site : Sites) {
    Expected<LaunchConfiguration> Launch =
        Kernel.Analysis->launch(Given, **Gpu, Site, Options);
    if (!Launch) {
      Finding F = undecided(Asked, toString(Launch.takeError()));
      F.Kernel = Kernel.QualifiedName;
      F.Gpu = (*Gpu)->Name;
      if (Site)
        F.LaunchedAt = Site->Location;
      Result.push_back(std::move(F));
      continue;
    }
    if (any_of(Seen, [&](const LaunchConfiguration &Other) {
          return sameLaunch(Other, *Launch);
        }))
      continue;
    Seen.push_back(*Launch);
    const LaunchReport Own = Launches.analyse(Kernel.Analysis, *Launch, *Gpu);
    if (auto F = judged(Asked, Kernel, Own, Options))
      Result.push_back(std::move(*F));
  }
  return Result;
}

std::vector<Finding> ContractCheck::check(const FileReport &File,
                                          const KernelReport &Kernel) {
  std::vector<Finding> Result;
  ArrayRef<Contract> Contracts = Comments.above(Kernel.Location);
  if (Contracts.size() > MaxContracts) {
    mistake(Contracts[MaxContracts].Location,
            fmt::format("a kernel has at most {} contracts", MaxContracts));
    Contracts = Contracts.take_front(MaxContracts);
  }
  for (const Contract &Asked : Contracts) {
    if (!Kernel.Analysis ||
        (Kernel.Launches.empty() && Asked.Fact != ContractFact::Time)) {
      Finding F =
          undecided(Asked, Kernel.Reasons.empty() ? "the kernel has no launch"
                                                  : join(Kernel.Reasons, "; "));
      F.Kernel = Kernel.QualifiedName;
      Result.push_back(std::move(F));
      continue;
    }
    if (!isMeaningful(Asked, Kernel))
      continue;
    if (Asked.Fact == ContractFact::Time) {
      append_range(Result, ofTime(Asked, File, Kernel));
      continue;
    }
    for (const LaunchReport &Launch : Kernel.Launches)
      if (auto F = judged(Asked, Kernel, Launch, Options))
        Result.push_back(std::move(*F));
  }
  return Result;
}

std::vector<ReportDiagnostic> ContractCheck::takeDiagnostics(bool AllKernels) {
  std::vector<ReportDiagnostic> All = Comments.takeDiagnostics(AllKernels);
  append_range(All, Mistakes);
  return All;
}
