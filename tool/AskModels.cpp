//===- AskModels.cpp - What every model says about a launch ---------------===//

#include "tool/AskModels.h"
#include "analysis/hardware/WhatIf.h"
#include "analysis/support/PhaseClock.h"
#include "tool/OptionValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

Expected<std::unique_ptr<CostModel>>
kernelcast::modelNamed(const std::string &Name, std::optional<ModelMode> Mode,
                       bool MayBeAll) {
  std::unique_ptr<CostModel> Model =
      Name.empty() ? makeCostModel(DefaultModel) : makeCostModel(Name);
  if (!Model)
    return usageError("--model '" + Name + "': must be " +
                      join(costModelNames(), ", ") +
                      (MayBeAll ? " or all" : ""));
  if (Mode && !is_contained(Model->modes(), *Mode))
    return usageError("--mode '" + kernelcast::name(*Mode).str() +
                      "': the model " + Model->name().str() +
                      " does not have it");
  return Model;
}

/// What several models take for granted is said once.
static void addToLedger(std::vector<Assumption> &Ledger, const Assumption &A) {
  if (!is_contained(Ledger, A))
    Ledger.push_back(A);
}

/// Where the GPU file has the number \p Key from.
static std::string sourceOf(const GpuSpec &Gpu, StringRef Key) {
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Key == Field.Key)
      return (Gpu.*Field.Member).Source;
  return "";
}

/// The numbers among \p Quantities that nobody has verified.
static std::vector<Quantity> unverifiedAmong(ArrayRef<Quantity> Quantities) {
  std::vector<Quantity> Result;
  for (const Quantity &Q : Quantities)
    if (Q.Confidence == 'C' &&
        none_of(Result, [&](const Quantity &R) { return R.Key == Q.Key; }))
      Result.push_back(Q);
  return Result;
}

static std::string keysOf(ArrayRef<Quantity> Quantities) {
  std::string Keys;
  for (const Quantity &Q : Quantities)
    Keys += (Keys.empty() ? "" : ", ") + Q.Key;
  return Keys;
}

/// Puts an unverified number that a prediction rests on into the ledger.
static void addUnverified(const Quantity &Q, LaunchReport &Launch) {
  std::string Source = sourceOf(*Launch.Gpu, Q.Key);
  StringRef Rest = Source;
  Rest.consume_front("unverified");
  Rest = Rest.ltrim(",;: ");
  addToLedger(Launch.Profile.Launch.Assumptions,
              {.Kind = AssumptionKind::UnverifiedNumber,
               .Reason = Rest.empty() ? AssumptionReason::Only
                                      : AssumptionReason::SourceKnown,
               .Real = {Q.Value},
               .Name = Q.Key,
               .Detail = Rest.str(),
               .Gpu = Launch.Gpu->Name,
               .Unit = Q.Unit});
}

void kernelcast::askModels(
    const std::vector<std::unique_ptr<CostModel>> &Models,
    std::optional<ModelMode> Mode, bool VerifiedOnly, Detail Asked,
    LaunchReport &Launch) {
  auto Refuse = [&](ModelId Model, StringRef Why) {
    Why.consume_front((name(Model) + ": ").str());
    Launch.Refusals.push_back({Model, Why.str()});
    Launch.Problems.push_back((name(Model) + ": " + Why).str());
  };
  if (Models.empty())
    return;
  PhaseScope Timed(Phase::Models);
  std::vector<Quantity> Common = unverifiedAmong(Launch.CommonInputs);
  std::vector<Quantity> Unverified; // what is known comes first in the ledger
  for (const std::unique_ptr<CostModel> &Cost : Models) {
    ModelMode Own = Mode.value_or(Cost->modes()[0]);
    if (!is_contained(Cost->modes(), Own)) {
      Refuse(Cost->id(), ("it has no mode " + name(Own)).str());
      continue;
    }
    Expected<Prediction> P =
        Cost->predict(Launch.counted(), *Launch.Gpu, Own, Asked);
    if (!P) {
      Refuse(Cost->id(), toString(P.takeError()));
      continue;
    }
    std::vector<Quantity> Rests = Common;
    append_range(Rests, P->Quantities);
    Rests = unverifiedAmong(Rests);
    append_range(Unverified, Rests);
    if (VerifiedOnly && !Rests.empty()) {
      Refuse(Cost->id(), "it rests on unverified numbers: " + keysOf(Rests));
      continue;
    }
    for (const Assumption &A : P->Assumptions)
      addToLedger(Launch.Profile.Launch.Assumptions, A);
    Launch.Predictions.push_back(std::move(*P));
  }
  for (const Quantity &Q : Unverified) {
    if (is_contained(Launch.Unverified, Q.Key))
      continue;
    Launch.Unverified.push_back(Q.Key);
    if (!VerifiedOnly) // else no prediction rests on it
      addUnverified(Q, Launch);
  }
}

std::optional<BaseClockTime> kernelcast::atBaseClock(const LaunchReport &Launch,
                                                     bool VerifiedOnly) {
  const Prediction *Now = Launch.leading();
  const std::optional<double> Hertz =
      Launch.Gpu ? guaranteedClock(*Launch.Gpu) : std::nullopt;
  if (!Now || !Now->Without.empty() || !Hertz)
    return std::nullopt;
  const bool IsVerified = Launch.Gpu->BaseClock.Confidence != 'C';
  if (VerifiedOnly && !IsVerified)
    return std::nullopt;
  PhaseScope Timed(Phase::Models);
  const GpuSpec Slower = atItsBaseClock(*Launch.Gpu);
  Expected<Prediction> Then =
      makeCostModel(Now->Model)
          ->predict(Launch.counted(), Slower, Now->Mode, Detail::Seconds);
  if (!Then) {
    consumeError(Then.takeError());
    return std::nullopt;
  }
  return BaseClockTime{*Hertz, Then->Seconds, IsVerified};
}

void kernelcast::reportUnverified(bool VerifiedOnly, Report &Result) {
  for (const std::shared_ptr<const GpuSpec> &Gpu : Result.Gpus) {
    std::vector<std::string> Keys;
    bool LeftNone = false;
    for (const FileReport &File : Result.Files)
      for (const KernelReport &Kernel : File.Kernels)
        for (const LaunchReport &Launch : Kernel.Launches) {
          if (Launch.Gpu != Gpu)
            continue;
          LeftNone |= !Launch.Unverified.empty() && Launch.Predictions.empty();
          for (const std::string &Key : Launch.Unverified)
            if (!is_contained(Keys, Key))
              Keys.push_back(Key);
        }
    if (Keys.empty())
      continue;
    constexpr size_t Most = 3;
    std::string Message = "GPU " + Gpu->Name + ": unverified numbers: " +
                          join(ArrayRef(Keys).take_front(Most), ", ");
    if (Keys.size() > Most)
      Message += " and " + utostr(Keys.size() - Most) + " more";
    using Level = ReportDiagnostic::Level;
    if (VerifiedOnly)
      Message += " (--verified-only was given)";
    Result.Diagnostics.push_back(
        {VerifiedOnly && LeftNone ? Level::Error : Level::Warning,
         {},
         std::move(Message)});
  }
}
