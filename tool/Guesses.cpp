//===- Guesses.cpp - What a time owes to numbers nobody gave --------------===//

#include "tool/Guesses.h"
#include "analysis/support/PhaseClock.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// A guessed launch that takes longer is taken for a wrong guess: its time is
/// not worth a headline.
static constexpr double MostGuessedSeconds = 10;
/// So many guesses are weighed: those that loops depend on before the others.
static constexpr unsigned MostWeighed = 2;
/// One that is weighed later must move the logarithm of the time so much more.
static constexpr double ClearlyMore = 0.05;
/// Steps of an evaluation that only compares, fewer than the launch itself
/// gets. Its time may be off by what was not looked at, and so the launch as it
/// is gets as few, too: only the ratio of the two is used.
static constexpr uint64_t StepsToCompare = 500;

/// Whether \p Entry is a number of the launch that nobody gave and on which
/// counts depend.
static bool isGuess(const Assumption &Entry) {
  switch (Entry.Kind) {
  case AssumptionKind::BlockSize:
  case AssumptionKind::DynamicShared:
    return true;
  case AssumptionKind::GridSize:
    return Entry.Reason != AssumptionReason::WholeBlocks;
  case AssumptionKind::Argument:
  case AssumptionKind::HostVariable:
    return !Entry.Affects.empty() &&
           Entry.Reason != AssumptionReason::HostDefault;
  default:
    return false;
  }
}

/// \p Value times two, or half of it; nothing where that is no other number.
static std::optional<int64_t> scaled(int64_t Value, bool Doubled) {
  if (Value < 2 || Value > INT64_MAX / 2)
    return std::nullopt;
  return Doubled ? Value * 2 : Value / 2;
}

/// \p User with the guess \p Entry made half as large, or twice.
static std::optional<LaunchOverrides>
withOther(LaunchOverrides User, const Assumption &Entry, bool Doubled) {
  auto Shape = [&]() -> std::optional<std::array<uint64_t, 3>> {
    std::array<int64_t, 3> Size = Entry.Whole;
    int64_t &Longest = *std::max_element(Size.begin(), Size.end());
    std::optional<int64_t> Other = scaled(Longest, Doubled);
    if (!Other)
      return std::nullopt;
    Longest = *Other;
    return std::array{static_cast<uint64_t>(Size[0]),
                      static_cast<uint64_t>(Size[1]),
                      static_cast<uint64_t>(Size[2])};
  };
  switch (Entry.Kind) {
  case AssumptionKind::BlockSize:
    User.Block = Shape();
    return User.Block ? std::optional(std::move(User)) : std::nullopt;
  case AssumptionKind::GridSize:
    User.Grid = Shape();
    return User.Grid ? std::optional(std::move(User)) : std::nullopt;
  case AssumptionKind::DynamicShared:
  case AssumptionKind::Argument:
  case AssumptionKind::HostVariable: {
    std::optional<int64_t> Other = scaled(Entry.Whole[0], Doubled);
    if (!Other)
      return std::nullopt;
    if (Entry.Kind == AssumptionKind::DynamicShared)
      User.DynamicSharedBytes = static_cast<uint64_t>(*Other);
    else
      User.give(Entry.Name, *Other);
    return User;
  }
  default:
    return std::nullopt;
  }
}

/// The time of a launch by the model that made \p Like, or nothing.
static std::optional<double>
timeOf(const KernelAnalysis &Kernel, const KernelAnalysis &Counted,
       const LaunchSite *Site, const LaunchOverrides &User, const GpuSpec &Gpu,
       const Prediction &Like, const PipelineSetup &Setup) {
  AnalysisOptions Options = Setup.Options;
  Options.Evaluation.StepBudget =
      std::min(Options.Evaluation.StepBudget, StepsToCompare);
  Expected<LaunchConfiguration> Launch =
      Kernel.launch(User, Gpu, Site, Options);
  if (!Launch) {
    consumeError(Launch.takeError());
    return std::nullopt;
  }
  WarpProfile Profile = Kernel.profile(*Launch, Gpu, Options);
  if (&Counted != &Kernel)
    Profile = Counted.profile(*Launch, Gpu, Options, &Profile);
  if (!Profile.WhyNotResident.empty())
    return std::nullopt;
  for (const std::unique_ptr<CostModel> &Model : Setup.Models) {
    if (Model->id() != Like.Model)
      continue;
    Expected<Prediction> P =
        Model->predict(Profile, Gpu, Like.Mode, Detail::Seconds);
    if (P)
      return P->Seconds;
    consumeError(P.takeError());
  }
  return std::nullopt;
}

GuessReport kernelcast::weighGuesses(const KernelAnalysis &Kernel,
                                     const LaunchSite *Site,
                                     const LaunchOverrides &User,
                                     const LaunchReport &Launch,
                                     const PipelineSetup &Setup, bool Weigh) {
  GuessReport Result;
  if (Launch.Predictions.empty())
    return Result;
  PhaseScope Timed(Phase::Models);
  const Prediction &Headline = Launch.Predictions[0];
  const KernelAnalysis &Counted = Launch.Compiled ? *Launch.Compiled : Kernel;
  SmallVector<const Assumption *> Guesses;
  for (const Assumption &Entry : Launch.Profile.Launch.Assumptions)
    if (isGuess(Entry))
      Guesses.push_back(&Entry);
  Result.Count = static_cast<unsigned>(Guesses.size());
  auto OfLoops = std::stable_partition(
      Guesses.begin(), Guesses.end(), [](const Assumption *Entry) {
        return Entry->Affects.contains(AffectedPart::TripCounts);
      });
  Result.Withheld = Result.Count > 0 && Headline.Seconds > MostGuessedSeconds;
  // A launch of any size is over in time; it is loops that never end.
  if (Result.Withheld && OfLoops != Guesses.begin())
    Guesses.erase(OfLoops, Guesses.end());
  // The size of a block is seldom what a time depends on. Of a single number
  // there is nothing to weigh.
  auto Blocks = std::stable_partition(
      Guesses.begin(), Guesses.end(), [](const Assumption *Entry) {
        return Entry->Kind != AssumptionKind::BlockSize;
      });
  Result.Weighed = Weigh && Blocks - Guesses.begin() > 1;
  Guesses.truncate(std::min<size_t>(Guesses.size(), MostWeighed));
  std::optional<double> Same;
  if (Result.Weighed)
    Same =
        Launch.counted().EvaluationSteps <= StepsToCompare
            ? Headline.Seconds
            : timeOf(Kernel, Counted, Site, User, *Launch.Gpu, Headline, Setup);
  Result.Weighed &= Same && *Same > 0 && Headline.Seconds > 0;
  /// The time with another guess as a part of the time as it is, or nothing.
  auto Ratio = [&](const Assumption &Entry,
                   bool Doubled) -> std::optional<double> {
    std::optional<LaunchOverrides> Changed = withOther(User, Entry, Doubled);
    std::optional<double> Other = Changed
                                      ? timeOf(Kernel, Counted, Site, *Changed,
                                               *Launch.Gpu, Headline, Setup)
                                      : std::nullopt;
    if (!Other || !(*Other > 0))
      return std::nullopt;
    return *Other / *Same;
  };
  auto Moved = [](std::optional<double> Ratio) {
    return Ratio ? std::fabs(std::log(*Ratio)) : 0;
  };
  double Largest = 0;
  std::array<std::optional<double>, 2> Ratios; // of the one that moves most
  for (const Assumption *Entry : Guesses) {
    // Twice as much tells enough, unless it does nothing.
    std::array<std::optional<double>, 2> Own;
    for (bool Doubled : {true, false})
      if (Result.Weighed && (Doubled || Moved(Own[true]) <= ClearlyMore))
        Own[Doubled] = Ratio(*Entry, Doubled);
    double Here = std::max(Moved(Own[false]), Moved(Own[true]));
    if (Result.Most && Here <= Largest + ClearlyMore)
      continue;
    Largest = Here;
    Ratios = Own;
    Result.Most = Guess{*Entry, {}, {}};
  }
  // None of those weighed matters.
  Result.Weighed &= Largest > ClearlyMore;
  if (!Result.Weighed || !Result.Most)
    return Result;
  Guess &Most = *Result.Most;
  if (!Ratios[false])
    Ratios[false] = Ratio(Most.Entry, false);
  auto Time = [&](std::optional<double> Part) -> std::optional<double> {
    if (!Part)
      return std::nullopt;
    return Headline.Seconds * *Part;
  };
  Most.IfHalved = Time(Ratios[false]);
  Most.IfDoubled = Time(Ratios[true]);
  return Result;
}
