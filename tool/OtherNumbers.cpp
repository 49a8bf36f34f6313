//===- OtherNumbers.cpp - Findings that hold for one number alone ---------===//

#include "tool/OtherNumbers.h"
#include "tool/FileAnalysis.h"
#include "tool/lint/LaunchFindings.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

using Places = std::set<std::pair<CheckId, SourceSpot>>;

/// Whether \p F names a number that not even the host program gives.
static bool isGuessed(const Finding &F) {
  return any_of(F.Assumes,
                [](const AssumedNumber &Each) { return !Each.OfHost; });
}

/// Another number in place of an assumed one; nothing where there is none.
using Change = function_ref<std::optional<int64_t>(int64_t)>;

/// \p User with each number that \p Found assumes changed by \p Other; nothing
/// where none is.
static std::optional<LaunchOverrides>
withOthers(LaunchOverrides User, const LaunchFindings &Found, Change Other) {
  std::set<std::string> Changed;
  for (const Finding &F : Found.Findings)
    for (const AssumedNumber &Number : F.Assumes)
      if (Number.Values.size() == 1 && !Number.OfHost)
        if (std::optional<int64_t> Value = Other(Number.Values[0]);
            Value && Changed.insert(Number.Name).second)
          User.give(Number.Name, *Value);
  return Changed.empty() ? std::nullopt : std::optional(std::move(User));
}

/// The place in host code that makes \p Launch, or null.
static const LaunchSite *siteOf(const KernelReport &Kernel,
                                const LaunchReport &Launch,
                                const LaunchOverrides &User,
                                const PipelineSetup &Setup) {
  for (const LaunchSite &Site : Kernel.Analysis->model().Launches) {
    if (Site.Location != Launch.Profile.Launch.Location)
      continue;
    Expected<LaunchConfiguration> Same =
        Kernel.Analysis->launch(User, *Launch.Gpu, &Site, Setup.Options);
    if (Same && sameLaunch(*Same, Launch.Profile.Launch))
      return &Site;
    consumeError(Same.takeError());
  }
  return nullptr;
}

/// What \p Checks find in \p Launch under \p User, which is none where host
/// code does not make the launch then; nothing if there is no such launch at
/// all.
static std::optional<Places>
foundWith(const LaunchOverrides &User, const LaunchSite *Site,
          const KernelReport &Kernel, const LaunchReport &Launch,
          ArrayRef<const CheckInfo *> Checks, const PipelineSetup &Setup) {
  Expected<LaunchConfiguration> Other =
      Kernel.Analysis->launch(User, *Launch.Gpu, Site, Setup.Options);
  if (!Other) {
    consumeError(Other.takeError());
    return std::nullopt;
  }
  const LaunchReport Report =
      analyseLaunch(Kernel.Analysis, *Other, Launch.Gpu, Setup);
  Places Result;
  for (const Finding &F :
       findingsOf(Kernel, Report, Checks, Setup.Options, AnyShare).Findings)
    Result.insert({F.Check, F.Location});
  return Result;
}

static std::shared_ptr<LaunchFindings>
withoutAccidents(const LaunchFindings &Found, const KernelReport &Kernel,
                 const LaunchReport &Launch, const LaunchOverrides &User,
                 ArrayRef<const CheckInfo *> Checks,
                 const PipelineSetup &Setup) {
  auto Result = std::make_shared<LaunchFindings>(Found);
  auto odd = [](int64_t N) -> std::optional<int64_t> {
    return N < INT32_MAX - 1 ? std::optional(N % 2 ? N + 2 : N + 1)
                             : std::nullopt;
  };
  auto half = [](int64_t N) -> std::optional<int64_t> {
    return N >= 2 ? std::optional(N / 2) : std::nullopt;
  };
  const LaunchSite *Site = siteOf(Kernel, Launch, User, Setup);
  const std::vector<const CheckInfo *> Tried =
      checksThatFound(Found, Checks, isGuessed);
  for (Change Other : {Change(odd), Change(half)})
    if (auto Changed = withOthers(User, Found, Other))
      if (auto Again = foundWith(*Changed, Site, Kernel, Launch, Tried, Setup))
        erase_if(Result->Findings, [&](const Finding &F) {
          return isGuessed(F) && !Again->count({F.Check, F.Location});
        });
  return Result;
}

void kernelcast::dropAccidents(const std::string &Path, KernelReport &Kernel,
                               ArrayRef<const CheckInfo *> Checks,
                               const PipelineSetup &Setup) {
  if (!Kernel.Analysis)
    return;
  const LaunchOverrides User = Setup.launchOf(Path, Kernel);
  for (LaunchReport &Launch : Kernel.Launches)
    if (Launch.Findings && any_of(Launch.Findings->Findings, isGuessed))
      Launch.Findings = withoutAccidents(*Launch.Findings, Kernel, Launch, User,
                                         Checks, Setup);
}
