//===- ContractFacts.cpp - The fact that a contract is about --------------===//

#include "tool/lint/ContractFacts.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

using namespace llvm;
using namespace kernelcast;

static constexpr double Infinity = std::numeric_limits<double>::infinity();

std::string kernelcast::factText(ContractFact Fact, double Value) {
  switch (Fact) {
  case ContractFact::Time: {
    const TimeUnit Unit = timeUnit(Value, /*Unicode=*/false);
    return inUnit(Value, Unit) + " " + Unit.Name.str();
  }
  case ContractFact::Divergence:
  case ContractFact::Occupancy:
    return threeDigits(100 * Value) + " %";
  case ContractFact::BankDegree:
  case ContractFact::SectorsPerWarp:
  case ContractFact::Registers:
    break;
  }
  return threeDigits(Value);
}

static bool holds(ArgumentConstraint::Relation Compare, double Value,
                  double Limit) {
  using Relation = ArgumentConstraint::Relation;
  constexpr double Rounding = 1e-9; // of quotients: 0.1 may come out next to it
  const bool Same = std::fabs(Value - Limit) <= Rounding * Limit;
  switch (Compare) {
  case Relation::Equal:
    return Same;
  case Relation::NotEqual:
    return !Same;
  case Relation::Less:
    return Value < Limit && !Same;
  case Relation::LessEqual:
    return Value < Limit || Same;
  case Relation::Greater:
    return Value > Limit && !Same;
  case Relation::GreaterEqual:
    return Value > Limit || Same;
  }
  return false;
}

Verdict kernelcast::verdict(const Contract &Asked, const MeasuredFact &Fact) {
  if (!Fact.Unknown.empty())
    return Verdict::Undecided;
  const bool OneValue = Fact.Value.Source == How::Sampled;
  const double Low = OneValue ? Fact.Value.Value : Fact.Value.Low;
  const double High = OneValue ? Fact.Value.Value : Fact.Value.High;
  const bool AtLow = holds(Asked.Compare, Low, Asked.Limit);
  const bool AtHigh = holds(Asked.Compare, High, Asked.Limit);
  if (Low == High)
    return AtLow ? Verdict::Holds : Verdict::Broken;
  if (Asked.Compare == ArgumentConstraint::Relation::Equal)
    return Asked.Limit < Low || Asked.Limit > High ? Verdict::Broken
                                                   : Verdict::Undecided;
  return AtLow && AtHigh     ? Verdict::Holds
         : !AtLow && !AtHigh ? Verdict::Broken
                             : Verdict::Undecided;
}

namespace {

/// The worst of several values: the largest one.
class Worst {
public:
  /// Whether \p Each is worse than all before.
  bool add(const Known<double> &Each, const std::string &Reason) {
    const bool New = !Any || Each.Value > Value.Value;
    Value = Any ? Known<double>(std::max(Value.Value, Each.Value),
                                std::max(Value.Low, Each.Low),
                                std::max(Value.High, Each.High),
                                weaker(Value.Source, Each.Source))
                : Each;
    Any = true;
    if (Each.Low < Each.High && Why.empty())
      Why = Reason;
    return New;
  }

  bool Any = false;
  Known<double> Value;
  std::string Why; ///< of the first that is not one value
};

} // namespace

static ReportDiagnostic note(const SourceSpot &At, std::string Text) {
  return {ReportDiagnostic::Level::Note, At, std::move(Text)};
}

/// Whether \p Access is to the array that \p Asked names.
static bool isAsked(const Contract &Asked, const MemoryAccess &Access,
                    const KernelModel &Model) {
  return Asked.Array.empty() ||
         (Access.Array != kernelcast::None &&
          Model.Arrays[Access.Array].Name == Asked.Array);
}

/// Why a fact is not known where the analysis has no reason of its own.
static constexpr char Guessed[] = "it rests on a number that nobody gave";

/// Why \p Access costs what nobody knows.
static std::string unknownAddress(const MemoryAccess &Access,
                                  const std::string &Reason) {
  return "the " + subject(Access) + ": " + (Reason.empty() ? Guessed : Reason);
}

/// \p Worst as the fact of \p Asked; nothing was seen: \p None says so.
static MeasuredFact factOf(const Worst &Seen, const std::string &None) {
  MeasuredFact Result;
  Result.Value = Seen.Value;
  Result.Cause = Seen.Why;
  if (!Seen.Any)
    Result.Unknown = None;
  return Result;
}

static MeasuredFact bankDegree(const Contract &Asked,
                               const LintLaunch &Launch) {
  Worst Seen;
  std::vector<ReportDiagnostic> Notes;
  const KernelModel &Model = Launch.model();
  const WarpProfile &Profile = Launch.profile();
  for (size_t Id = 0; Id != Profile.Accesses.size(); ++Id) {
    const MemoryAccess &Access = Model.Accesses[Id];
    const AccessFacts &Facts = Profile.Accesses[Id];
    if (Access.Space != MemorySpace::Shared || !isAsked(Asked, Access, Model) ||
        !(Facts.WarpExecutions.High > 0))
      continue;
    const unsigned Least = conflictFreeCycles(Access, Launch.gpu());
    const double Degree = double(Facts.MaxBankDegree) / Least;
    const How Source = Launch.known(Facts.Source, Access.computedAddress());
    Known<double> Each(std::max(1.0, Degree));
    if (Source != How::Exact) {
      // The mean is no more than the worst; a lane can wait for all others.
      const double Mean =
          Source == How::Assumed || !(Facts.WarpExecutions.High > 0)
              ? 1
              : Facts.BankCycles.Low / Facts.WarpExecutions.High / Least;
      const double Certain =
          Source == How::Sampled ? std::max(Degree, Mean) : Mean;
      Each = {Each.Value, std::max(1.0, Certain), double(Profile.WarpSize),
              // Of what was not looked at, a sample proves nothing.
              Source == How::Sampled ? How::Bounded : Source};
    }
    if (Seen.add(Each, unknownAddress(Access, Facts.Reason)))
      Notes = {note(Access.Location,
                    fmt::format("the worst one: the {} takes up to {} times as "
                                "many cycles as without conflicts",
                                subject(Access), threeDigits(Each.Value)))};
  }
  // Shared memory that nobody touches has no conflict.
  if (!Seen.Any && Asked.Array.empty())
    Seen.add(Known<double>(1), "");
  MeasuredFact Result =
      factOf(Seen, "no warp of this launch touches " + Asked.Array);
  Result.Notes = std::move(Notes);
  return Result;
}

static MeasuredFact sectorsPerWarp(const Contract &Asked,
                                   const LintLaunch &Launch) {
  Worst Seen;
  std::vector<ReportDiagnostic> Notes;
  for (const CostlyAccess &Entry : Launch.accesses()) {
    const MemoryAccess &Access = *Entry.Access;
    if (Access.Space != MemorySpace::Global || Access.Kind != Asked.Kind ||
        !isAsked(Asked, Access, Launch.model()))
      continue;
    Known<double> Sectors, Warps;
    for (AccessId Id : Entry.Copies) {
      Sectors += Launch.profile().Accesses[Id].Sectors;
      Warps += Launch.profile().Accesses[Id].WarpExecutions;
    }
    const How Source = Launch.known(Entry.Source, Access.computedAddress());
    Known<double> Each(Entry.SectorsPerWarp);
    if (Source == How::Assumed && Entry.Source != How::Assumed)
      Each = {Entry.SectorsPerWarp, 0, Infinity, Source};
    else if (Source != How::Exact)
      Each = {Entry.SectorsPerWarp,
              Warps.High > 0 ? Sectors.Low / Warps.High : 0,
              Warps.Low > 0 ? Sectors.High / Warps.Low : Infinity, Source};
    if (Seen.add(Each, unknownAddress(Access, Entry.Reason)))
      Notes = {note(Access.Location,
                    fmt::format("the {} touches {} sectors a warp, {} would do",
                                subject(Access), threeDigits(Each.Value),
                                threeDigits(Entry.IdealSectors)))};
  }
  MeasuredFact Result =
      factOf(Seen, fmt::format("no warp of this launch comes by a {} of {}",
                               name(Asked.Kind).str(), Asked.Array));
  Result.Notes = std::move(Notes);
  return Result;
}

static MeasuredFact divergence(const LintLaunch &Launch) {
  struct Branch {
    const BasicBlock *First = nullptr;
    Known<double> Diverged;
    double Warps = 0;
    std::string Reason;
    bool Guessed = false;
  };
  std::map<SourceSpot, Branch> Branches;
  for (const BranchFacts &Facts : Launch.profile().Branches) {
    const BasicBlock &Block = Launch.model().Blocks[Facts.Block];
    if (Block.Predicated || !(Facts.WarpExecutions.Value > 0))
      continue;
    Branch &Here = Branches[Block.ConditionLocation];
    if (!Here.First)
      Here.First = &Block;
    Known<double> Part = Facts.Diverged;
    Here.Guessed |= Launch.known(How::Exact, Block.Condition) == How::Assumed ||
                    Part.Source == How::Assumed;
    Here.Diverged += Part * Known<double>(Facts.WarpExecutions.Value);
    Here.Warps += Facts.WarpExecutions.Value;
    if (Here.Reason.empty())
      Here.Reason = Facts.Reason;
  }
  Worst Seen;
  std::vector<ReportDiagnostic> Notes;
  for (const auto &[Place, Here] : Branches) {
    Known<double> Share = Here.Diverged * Known<double>(1 / Here.Warps);
    if (Here.Guessed)
      Share = {Share.Value, 0, 1, How::Assumed};
    if (Seen.add(Share, "'" + Here.First->ConditionText + "': " +
                            (Here.Reason.empty() ? Guessed : Here.Reason)))
      Notes = {note(
          Place, fmt::format("in {} of the warps that test '{}' the lanes "
                             "disagree",
                             percent(Share.Value), Here.First->ConditionText))};
  }
  if (!Seen.Any)
    Seen.add(Known<double>(0), "");
  MeasuredFact Result = factOf(Seen, "");
  Result.Notes = std::move(Notes);
  return Result;
}

/// What only an estimate of the registers stands behind.
static std::string estimatedRegisters(const WarpProfile &Profile) {
  return fmt::format("the registers are only estimated, at {}; give "
                     "--ptxas-log or --registers",
                     Profile.RegistersPerThread);
}

static MeasuredFact residentWarps(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  const OccupancyResult &Now = Profile.Residency;
  MeasuredFact Result;
  Result.Value = Profile.WhyNotResident.empty() ? Now.fraction() : 0;
  Result.Notes = {note(
      Launch.model().Location,
      Profile.WhyNotResident.empty()
          ? fmt::format("{} of {} warps fit on an SM, limited by {}",
                        Now.WarpsPerSM, Now.MaxWarpsPerSM, limiterText(Now))
          : Profile.WhyNotResident)};
  for (const Assumption &A : Profile.Launch.Assumptions)
    if (A.Kind == AssumptionKind::DynamicShared)
      Result.Unknown = "nothing tells its dynamic shared memory; give "
                       "--dynamic-shared";
  if (!isEstimate(Profile.RegistersSource))
    return Result;
  auto with = [&](double Registers) {
    AnalysisOptions Fixed;
    Fixed.Registers = static_cast<unsigned>(Registers);
    auto Fits = Launch.kernel().Analysis->residency(
        Profile.Launch.threadsPerBlock(), Profile.Launch.DynamicSharedBytes,
        Launch.gpu(), Fixed);
    if (Fits)
      return Fits->fraction();
    consumeError(Fits.takeError());
    return 0.0;
  };
  Result.Value = {Result.Value.Value,
                  with(std::max(1.0, Launch.gpu().MaxRegistersPerThread.Value)),
                  with(1), How::Assumed};
  if (Result.Value.Low == Result.Value.High)
    Result.Value.Source = How::Exact;
  Result.Cause = estimatedRegisters(Profile);
  return Result;
}

static MeasuredFact registers(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  MeasuredFact Result;
  Result.Value = double(Profile.RegistersPerThread);
  if (!isEstimate(Profile.RegistersSource))
    return Result;
  Result.Value = {Result.Value.Value, 1,
                  std::max(1.0, Launch.gpu().MaxRegistersPerThread.Value),
                  How::Assumed};
  Result.Cause = estimatedRegisters(Profile);
  return Result;
}

/// Whether a time means nothing while \p A is only assumed.
static bool decidesTime(const Assumption &A) {
  switch (A.Kind) {
  case AssumptionKind::BlockSize:
  case AssumptionKind::DynamicShared:
  case AssumptionKind::TripCount:
  case AssumptionKind::BranchProbability:
    return true;
  case AssumptionKind::GridSize:
    return A.Reason != AssumptionReason::WholeBlocks;
  case AssumptionKind::Argument:
  case AssumptionKind::HostVariable:
    return !A.Affects.empty() && A.Reason != AssumptionReason::HostDefault;
  default:
    return false;
  }
}

static MeasuredFact predictedTime(const LintLaunch &Launch) {
  MeasuredFact Result;
  if (Launch.predictions().empty()) {
    Result.Unknown = join(Launch.problems(), "; ");
    if (Result.Unknown.empty())
      Result.Unknown = "no model predicts it";
    return Result;
  }
  const Prediction &P = Launch.predictions()[0];
  const WarpProfile &Profile = Launch.profile();
  How Source = How::Exact;
  for (const auto &[Access, Facts] :
       zip(Launch.model().Accesses, Profile.Accesses)) {
    Source = weaker(Source, Facts.Source);
    if (Facts.Source == How::Assumed && Result.Unknown.empty())
      Result.Unknown = unknownAddress(Access, Facts.Reason);
  }
  for (const Assumption &A : Profile.Launch.Assumptions)
    if (decidesTime(A)) {
      const AssumptionWording Words = wording(A);
      Result.Unknown =
          fmt::format("the {} is only assumed, {}", Words.What, Words.Value);
      break;
    }
  for (const BranchFacts &Facts : Profile.Branches)
    Source = weaker(Source, Facts.True.Source);
  Result.Value = {P.Seconds, P.SecondsLow, P.SecondsHigh,
                  P.SecondsLow == P.SecondsHigh || Source == How::Exact
                      ? Source
                      : weaker(Source, How::Bounded)};
  if (!P.Breakdown.empty() && P.Cycles > 0) {
    const BreakdownItem &Most = P.Breakdown[0];
    Result.Notes = {note(
        Launch.model().Location,
        fmt::format(
            "the largest part of it is {}: {} of {} by the model {}",
            name(Most.What).str(),
            factText(ContractFact::Time, P.Seconds * Most.Cycles / P.Cycles),
            factText(ContractFact::Time, P.Seconds), name(P.Model).str()))};
  }
  for (const CostlyAccess &Entry : Launch.accesses())
    if (!Entry.OfBanks) {
      Result.Notes.push_back(note(
          Entry.Access->Location,
          fmt::format("the costliest access: the {} touches {} sectors a "
                      "warp, {} would do",
                      subject(*Entry.Access), threeDigits(Entry.SectorsPerWarp),
                      threeDigits(Entry.IdealSectors))));
      break;
    }
  return Result;
}

MeasuredFact kernelcast::measuredFact(const Contract &Asked,
                                      const LintLaunch &Launch) {
  MeasuredFact Result;
  if (Launch.blockIsGuessed()) {
    Result.Unknown = "nothing tells the block size; give --block, or block= "
                     "in the contract of a time";
    return Result;
  }
  switch (Asked.Fact) {
  case ContractFact::Time:
    Result = predictedTime(Launch);
    break;
  case ContractFact::BankDegree:
    Result = bankDegree(Asked, Launch);
    break;
  case ContractFact::SectorsPerWarp:
    Result = sectorsPerWarp(Asked, Launch);
    break;
  case ContractFact::Divergence:
    Result = divergence(Launch);
    break;
  case ContractFact::Occupancy:
    Result = residentWarps(Launch);
    break;
  case ContractFact::Registers:
    Result = registers(Launch);
    break;
  }
  return Result;
}

std::string kernelcast::whyUndecided(const Contract &Asked,
                                     const MeasuredFact &Fact) {
  if (!Fact.Unknown.empty())
    return Fact.Unknown;
  if (!std::isfinite(Fact.Value.High))
    return Fact.Cause;
  return fmt::format("{}{}it is between {} and {}", Fact.Cause,
                     Fact.Cause.empty() ? "" : "; ",
                     factText(Asked.Fact, Fact.Value.Low),
                     factText(Asked.Fact, Fact.Value.High));
}
