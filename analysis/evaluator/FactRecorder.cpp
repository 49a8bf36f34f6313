//===- FactRecorder.cpp - From a tape of events to facts ------------------===//

#include "analysis/evaluator/FactRecorder.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace llvm;
using namespace kernelcast;

Estimate LaneSet::lanes() const {
  double Sure = popcount(Must), Possible = popcount(May);
  return {Sure + Probability * (Possible - Sure), Sure, Possible};
}

Estimate LaneSet::any() const {
  if (Must)
    return 1;
  if (!May)
    return 0;
  return {1 - std::pow(1 - Probability, popcount(May)), 0, 1};
}

FactRecorder::FactRecorder(const KernelModel &Kernel)
    : Kernel(Kernel), AccessTotals(Kernel.Accesses.size()),
      Footprints(Kernel.Accesses.size()), BlockTotals(Kernel.Blocks.size()),
      BranchTotals(Kernel.Blocks.size()), LoopTotals(Kernel.Loops.size()) {}

void FactRecorder::cutBack(const Mark &To) {
  Accesses.resize(To.Accesses);
  Patterns.resize(To.Patterns);
  Blocks.resize(To.Blocks);
  Branches.resize(To.Branches);
  Loops.resize(To.Loops);
}

void FactRecorder::flush(double Weight, bool Sampled) {
  Sampled |= TapeSampled;
  AnySampled |= Sampled;
  for (const AccessEvent &E : Accesses) {
    auto &T = AccessTotals[E.Access];
    for (unsigned I = 0; I != AccessEvent::NumCounts; ++I)
      T.Counts[I] += E.Counts[I] * Weight;
    T.MaxDegree = std::max(T.MaxDegree, E.MaxDegree);
    if (E.HasStride) {
      if (!T.HasStride)
        T.LaneStride = E.LaneStride;
      else if (T.LaneStride != E.LaneStride)
        T.LaneStride.reset();
      T.HasStride = true;
    }
    T.LaunchUniform = (T.LaunchUniform || !T.Seen) && E.LaunchUniform;
    T.Unbounded |= E.Unbounded;
    if (!T.Reason || E.Start > T.Start)
      T.Reason = E.Reason;
    T.Start = std::max(T.Start, E.Start);
    T.Cause = std::min(T.Cause, E.Cause);
    T.Seen = true;
  }
  for (const PatternEvent &E : Patterns)
    Footprints[E.Access].add(E.Pattern, Weight);
  for (const BlockEvent &E : Blocks) {
    auto &T = BlockTotals[E.Block];
    T.Warps += E.Warps * Weight;
    T.Lanes += E.Lanes * Weight;
    T.Unbounded |= E.Unbounded;
  }
  for (const BranchEvent &E : Branches) {
    auto &T = BranchTotals[E.Block];
    T.Warps += E.Warps * Weight;
    T.True += E.True * Weight;
    T.False += E.False * Weight;
    T.Both += E.Both * Weight;
    T.Unbounded |= E.Unbounded;
    if (!T.Reason)
      T.Reason = E.Reason;
    T.Cause = std::min(T.Cause, E.Cause);
  }
  for (const LoopEvent &E : Loops) {
    auto &T = LoopTotals[E.Loop];
    T.Min = T.Seen ? std::min(T.Min, E.Min) : E.Min;
    T.Max = T.Seen ? std::max(T.Max, E.Max) : E.Max;
    T.Lanes += E.Lanes * Weight;
    T.Warps += E.Warps * Weight;
    T.Trips += E.Trips * Weight;
    T.Longest += E.Longest * Weight;
    T.Assumed |= E.Assumed;
    T.EntryUnsure |= E.EntryUnsure;
    T.Cause = std::min(T.Cause, E.Cause);
    T.Seen = true;
  }
  cutBack({});
  TapeSampled = false;
}

static Known<double> known(const Estimate &E, bool Unbounded, bool Sampled) {
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  if (Sampled)
    return {E.Value, 0, Infinity, Unbounded ? How::Assumed : How::Sampled};
  if (Unbounded)
    return {E.Value, E.Low, Infinity, How::Assumed};
  return {E.Value, E.Low, E.High, E.Low == E.High ? How::Exact : How::Bounded};
}

static std::string place(const SourceSpot &Spot) {
  return std::to_string(Spot.Line) + ":" + std::to_string(Spot.Column);
}

std::string FactRecorder::dataDependence(unsigned Cause) const {
  if (Cause >= Kernel.Blocks.size())
    return "depends on data";
  const SourceSpot &Spot = Kernel.Blocks[Cause].ConditionLocation;
  return Spot.isValid() ? "depends on data: condition at " + place(Spot)
                        : "depends on data";
}

static std::string why(const Expr *Reason, const KernelModel &Kernel) {
  if (!Reason)
    return "its value is undefined (division by zero)";
  if (Reason->op() == Op::Load) {
    std::string Text = "it depends on loaded data";
    if (static_cast<uint64_t>(Reason->value()) < Kernel.Accesses.size())
      if (const std::string &Source = Kernel.Accesses[Reason->value()].Text;
          !Source.empty())
        Text += " (" + Source + ")";
    return Text;
  }
  if (Reason->op() == Op::Opaque && !Reason->name().empty())
    return ("it depends on " + Reason->name()).str();
  if (Reason->op() == Op::Symbol)
    return ("it depends on " + Reason->name() + ", which has no value").str();
  if (Reason->op() == Op::Phi)
    return "it depends on the path that a thread takes";
  return Reason->type().Float ? "it depends on floating-point values"
                              : "it depends on data";
}

/// Of an address whose unknown part lanes have in common.
static std::string whyStart(const Expr *Reason, AddressStart Start,
                            const KernelModel &Kernel) {
  std::string Text = "starts at ";
  StringRef Whose = Start == AddressStart::Common
                        ? ", the same for the whole warp"
                        : ", the same for groups of lanes";
  if (Reason->op() != Op::Load)
    return (Text + "data" + Whose).str();
  Text += "loaded data";
  if (static_cast<uint64_t>(Reason->value()) < Kernel.Accesses.size())
    if (const std::string &Source = Kernel.Accesses[Reason->value()].Text;
        !Source.empty())
      Text += " (" + Source + ")";
  return (Text + Whose).str();
}

std::string FactRecorder::reason(const AccessEvent &Total, bool Sampled,
                                 StringRef SampleNote) const {
  std::string Text;
  auto Add = [&](const Twine &More) {
    if (!Text.empty())
      Text += "; ";
    Text += More.str();
  };
  if (Total.Reason && Total.Start != AddressStart::Scattered)
    Add(whyStart(Total.Reason, Total.Start, Kernel));
  else if (Total.Reason || (Total.Counts[AccessEvent::Sectors].Low !=
                                Total.Counts[AccessEvent::Sectors].High &&
                            Total.Cause == ~0u))
    Add("address not known: " + why(Total.Reason, Kernel));
  if (Total.Cause != ~0u)
    Add(dataDependence(Total.Cause));
  if (Sampled)
    Add(SampleNote);
  return Text;
}

void FactRecorder::finish(WarpProfile &Profile, StringRef SampleNote) const {
  Profile.Blocks.resize(Kernel.Blocks.size());
  Profile.Accesses.resize(Kernel.Accesses.size());
  Profile.Loops.resize(Kernel.Loops.size());
  Profile.Branches.clear();
  for (auto [Facts, T] : zip(Profile.Blocks, BlockTotals)) {
    Facts.WarpExecutions = known(T.Warps, T.Unbounded, AnySampled);
    Facts.LaneExecutions = known(T.Lanes, T.Unbounded, AnySampled);
  }
  for (auto [Facts, T] : zip(Profile.Accesses, AccessTotals)) {
    Known<double> *Fields[] = {&Facts.WarpExecutions, &Facts.LaneExecutions,
                               &Facts.Sectors,        &Facts.Lines,
                               &Facts.Transactions,   &Facts.TransactionBytes,
                               &Facts.BankCycles};
    Facts.Source = How::Exact;
    for (unsigned I = 0; I != AccessEvent::NumCounts; ++I) {
      *Fields[I] = known(T.Counts[I], T.Unbounded, AnySampled);
      Facts.Source = weaker(Facts.Source, Fields[I]->Source);
    }
    Facts.MaxBankDegree = T.MaxDegree;
    Facts.Touched = Footprints[&T - AccessTotals.data()];
    Facts.LaneStride = T.LaneStride;
    if (Facts.Source != How::Exact)
      Facts.Reason = reason(T, AnySampled, SampleNote);
    // Numerical form of the classes; identical ones are found by the caller.
    unsigned Bytes = Kernel.Accesses[&T - AccessTotals.data()].Bytes;
    if (T.Reason)
      Facts.Class = AccessClass::Complex;
    else if (T.LaneStride && std::abs(*T.LaneStride) == int64_t(Bytes))
      Facts.Class = AccessClass::Continuous;
    else if (T.LaneStride && *T.LaneStride == 0)
      Facts.Class =
          T.LaunchUniform ? AccessClass::Constant : AccessClass::Interval;
  }
  for (const BasicBlock &B : Kernel.Blocks) {
    if (!B.Condition || B.Successors.size() != 2)
      continue;
    const auto &T = BranchTotals[B.Id];
    BranchFacts Facts;
    Facts.Block = B.Id;
    Facts.WarpExecutions = known(T.Warps, T.Unbounded, AnySampled);
    auto Fraction = [&](const Estimate &E) -> Known<double> {
      if (T.Warps.Value <= 0)
        return {0, 0, T.Warps.High > 0 || AnySampled ? 1.0 : 0.0,
                AnySampled         ? How::Sampled
                : T.Warps.High > 0 ? How::Bounded
                                   : How::Exact};
      Known<double> K = known(E, T.Unbounded, AnySampled);
      K.Value = std::min(E.Value / T.Warps.Value, 1.0);
      bool Firm = T.Warps.Low == T.Warps.High;
      if (K.Source == How::Exact && !Firm)
        K.Source = How::Bounded;
      bool Proven = K.Source <= How::Bounded;
      K.Low = Proven && T.Warps.High > 0 ? E.Low / T.Warps.High : 0;
      K.High =
          Proven && T.Warps.Low > 0 ? std::min(1.0, E.High / T.Warps.Low) : 1;
      return K;
    };
    Facts.True = Fraction(T.True);
    Facts.False = Fraction(T.False);
    Facts.Diverged = Fraction(T.Both);
    if (T.Reason || !Facts.True.isExact() || !Facts.False.isExact())
      Facts.Reason = T.Reason ? "condition not known: " + why(T.Reason, Kernel)
                     : AnySampled ? SampleNote.str()
                                  : dataDependence(T.Cause);
    Profile.Branches.push_back(std::move(Facts));
  }
  for (auto [Facts, T] : zip(Profile.Loops, LoopTotals)) {
    if (!T.Seen || T.Lanes <= 0) {
      if (AnySampled) {
        Facts.Mean = known(0, false, true);
        Facts.Reason = SampleNote.str();
      }
      continue;
    }
    Known<double> Sum = known(T.Trips, T.Assumed, AnySampled);
    Facts.Mean = {T.Trips.Value / T.Lanes, Sum.Low / T.Lanes,
                  Sum.High / T.Lanes, Sum.Source};
    if (T.EntryUnsure && T.Min != T.Max && Sum.Source <= How::Bounded)
      // The threads that enter may be any of those that can.
      Facts.Mean = {Facts.Mean.Value, T.Min, T.Max, How::Bounded};
    Facts.Min = T.Min;
    Facts.Max = T.Max;
    Facts.WarpMean = T.Longest / T.Warps;
    if (Facts.Mean.Source == How::Bounded)
      Facts.WarpMean = {Facts.WarpMean.Value, T.Min,
                        T.EntryUnsure ? T.Max : Facts.WarpMean.High,
                        How::Bounded};
    else if (!Facts.Mean.isExact())
      Facts.WarpMean = {Facts.WarpMean.Value, 0,
                        std::numeric_limits<double>::infinity(),
                        Facts.Mean.Source};
    if (Facts.Mean.Source != How::Exact)
      Facts.Reason = T.Cause != ~0u ? dataDependence(T.Cause)
                     : AnySampled   ? SampleNote.str()
                                    : "depends on data";
  }
}
