//===- FactTotals.cpp - From journals of boxes to the facts of a launch ---===//

#include "analysis/evaluator/FactTotals.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <numeric>

using namespace llvm;
using namespace kernelcast;

static constexpr double Infinity = std::numeric_limits<double>::infinity();
static constexpr StringRef OtherLaunchNote =
    "the last blocks of the launch are partial, and counted as whole ones";

FactTotals::FactTotals(const KernelModel &Kernel)
    : Kernel(Kernel), Accesses(Kernel.Accesses.size()),
      Footprints(Kernel.Accesses.size()), Movements(Kernel.Accesses.size()),
      Blocks(Kernel.Blocks.size()), Branches(Kernel.Blocks.size()),
      Loops(Kernel.Loops.size()) {}

//===----------------------------------------------------------------------===//
// Adding up
//===----------------------------------------------------------------------===//

void FactTotals::add(const AccessEvent &E, double Weight) {
  Total<AccessEvent> &T = Accesses[E.Access];
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
  T.Unbounded |= E.Unbounded;
  if (!T.Reason || E.Start > T.Start)
    T.Reason = E.Reason;
  T.Start = std::max(T.Start, E.Start);
  T.Cause = std::min(T.Cause, E.Cause);
}

void FactTotals::add(const BranchEvent &E, double Weight) {
  Total<BranchEvent> &T = Branches[E.Block];
  T.Warps += E.Warps * Weight;
  T.True += E.True * Weight;
  T.False += E.False * Weight;
  T.Both += E.Both * Weight;
  T.Unbounded |= E.Unbounded;
  if (!T.Reason)
    T.Reason = E.Reason;
  T.Cause = std::min(T.Cause, E.Cause);
}

void FactTotals::add(const LoopEvent &E, double Weight) {
  Total<LoopEvent> &T = Loops[E.Loop];
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

void FactTotals::add(FactJournal &Journal, double Weight, bool Sampled,
                     double Places) {
  AnySampled |= Sampled || Journal.isSampled();
  for (const AccessEvent &E : Journal.accesses())
    add(E, Weight);
  for (const PatternEvent &E : Journal.patterns()) {
    if (Places == 0)
      break;
    if (Places == 1) {
      Footprints[E.Access].add(E.Pattern, 1);
      continue;
    }
    Movements[E.Access].note(E.Pattern);
    FootprintPattern Sample = E.Pattern;
    Sample.Sampled = true;
    Footprints[E.Access].add(Sample, Places);
  }
  for (const BlockEvent &E : Journal.blocks()) {
    Total<BlockEvent> &T = Blocks[E.Block];
    T.Warps += E.Warps * Weight;
    T.Lanes += E.Lanes * Weight;
    T.Unbounded |= E.Unbounded;
  }
  for (const BranchEvent &E : Journal.branches())
    add(E, Weight);
  for (const LoopEvent &E : Journal.loops())
    add(E, Weight);
  Journal.clear();
}

//===----------------------------------------------------------------------===//
// Why a fact is not exact
//===----------------------------------------------------------------------===//

static std::string place(const SourceSpot &Spot) {
  return std::to_string(Spot.Line) + ":" + std::to_string(Spot.Column);
}

static std::string dataDependence(unsigned Cause, const KernelModel &Kernel) {
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
  if (Start == AddressStart::Chosen)
    return "one of several addresses: which one, " + why(Reason, Kernel);
  if (Start == AddressStart::Rows)
    return "row not known, bank known: " + why(Reason, Kernel);
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

std::string FactTotals::reason(const AccessEvent &Total,
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
                            Total.Cause == None))
    Add("address not known: " + why(Total.Reason, Kernel));
  if (Total.Cause != None)
    Add(dataDependence(Total.Cause, Kernel));
  if (AnySampled)
    Add(SampleNote);
  if (OtherLaunch)
    Add(OtherLaunchNote);
  return Text;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

Known<double> FactTotals::known(const Estimate &E, bool Unbounded) const {
  if (AnySampled || OtherLaunch)
    return {E.Value, 0, Infinity,
            Unbounded || OtherLaunch ? How::Assumed : How::Sampled};
  if (Unbounded)
    return {E.Value, E.Low, Infinity, How::Assumed};
  return {E.Value, E.Low, E.High, E.Low == E.High ? How::Exact : How::Bounded};
}

AccessFacts FactTotals::facts(const Total<AccessEvent> &T,
                              StringRef SampleNote) const {
  AccessFacts Facts;
  Known<double> *Fields[] = {
      &Facts.WarpExecutions,   &Facts.LaneExecutions, &Facts.FewestSectors,
      &Facts.Sectors,          &Facts.Lines,          &Facts.Transactions,
      &Facts.TransactionBytes, &Facts.BankCycles,     &Facts.L1Passes};
  for (auto [Field, Count] : zip(Fields, T.Counts)) {
    *Field = known(Count, T.Unbounded);
    // Passes of lanes that go to several arrays have bounds where all that is
    // asked of memory is exact.
    if (Field != &Facts.L1Passes)
      Facts.Source = weaker(Facts.Source, Field->Source);
  }
  Facts.MaxBankDegree = T.MaxDegree;
  Facts.LaneStride = T.LaneStride;
  if (Facts.Source != How::Exact)
    Facts.Reason = reason(T, SampleNote);
  return Facts;
}

BranchFacts FactTotals::facts(const Total<BranchEvent> &T,
                              StringRef SampleNote) const {
  BranchFacts Facts;
  Facts.WarpExecutions = known(T.Warps, T.Unbounded);
  auto Fraction = [&](const Estimate &E) -> Known<double> {
    if (T.Warps.Value <= 0)
      return {0, 0, T.Warps.High > 0 || AnySampled || OtherLaunch ? 1.0 : 0.0,
              OtherLaunch        ? How::Assumed
              : AnySampled       ? How::Sampled
              : T.Warps.High > 0 ? How::Bounded
                                 : How::Exact};
    Known<double> K = known(E, T.Unbounded);
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
                   : AnySampled  ? SampleNote.str()
                   : OtherLaunch ? OtherLaunchNote.str()
                                 : dataDependence(T.Cause, Kernel);
  return Facts;
}

LoopFacts FactTotals::facts(const Total<LoopEvent> &T,
                            StringRef SampleNote) const {
  LoopFacts Facts;
  if (!T.Seen || T.Lanes <= 0) {
    if (AnySampled || OtherLaunch) {
      Facts.Mean = known(0, false);
      Facts.Max = Infinity;
      Facts.Reason = AnySampled ? SampleNote.str() : OtherLaunchNote.str();
    }
    return Facts;
  }
  Known<double> Sum = known(T.Trips, T.Assumed);
  Facts.Mean = {T.Trips.Value / T.Lanes, Sum.Low / T.Lanes, Sum.High / T.Lanes,
                Sum.Source};
  if (T.EntryUnsure && T.Min != T.Max && Sum.Source <= How::Bounded)
    // The threads that enter may be any of those that can.
    Facts.Mean = {Facts.Mean.Value, T.Min, T.Max, How::Bounded};
  Facts.Min = T.Min;
  Facts.Max = T.Max;
  if (AnySampled || OtherLaunch) // of those that were not looked at, nothing
    Facts.Min = 0, Facts.Max = Infinity;
  Facts.WarpMean = T.Longest / T.Warps;
  if (Facts.Mean.Source == How::Bounded)
    Facts.WarpMean = {Facts.WarpMean.Value, T.Min,
                      T.EntryUnsure ? T.Max : Facts.WarpMean.High,
                      How::Bounded};
  else if (!Facts.Mean.isExact())
    Facts.WarpMean = {Facts.WarpMean.Value, 0, Infinity, Facts.Mean.Source};
  if (Facts.Mean.Source != How::Exact)
    Facts.Reason = T.Cause != None ? dataDependence(T.Cause, Kernel)
                   : AnySampled    ? SampleNote.str()
                   : OtherLaunch   ? OtherLaunchNote.str()
                                   : "depends on data";
  return Facts;
}

/// Whether the samples in \p Of stand for about one pattern of each of the
/// \p Warps warps of a launch. Of more, a loop whose iterations were evaluated
/// one by one has moved them as well, and nothing says how.
static bool isOneOfEachWarp(const Footprint &Of, double Warps) {
  constexpr double Most = 2;
  double Copies = 0;
  for (const FootprintPattern &P : Of.patterns())
    if (P.Sampled)
      Copies += P.Copies;
  return Copies <= Most * Warps;
}

void FactTotals::finish(WarpProfile &Profile, StringRef SampleNote,
                        const std::array<double, LaunchCoordinates> &Points) {
  Profile.Blocks.clear();
  for (const Total<BlockEvent> &T : Blocks)
    Profile.Blocks.push_back(
        {known(T.Warps, T.Unbounded), known(T.Lanes, T.Unbounded)});
  Profile.Accesses.clear();
  const double Warps =
      std::accumulate(Points.begin(), Points.end(), 1.0, std::multiplies<>());
  for (auto [T, Patterns, Movement] :
       zip_equal(Accesses, Footprints, Movements)) {
    Profile.Accesses.push_back(facts(T, SampleNote));
    Footprint &Touched = Profile.Accesses.back().Touched;
    Touched = Patterns;
    if (isOneOfEachWarp(Touched, Warps))
      Touched.placeSamples(
          [&, &Of = Movement](FootprintPattern &P) { Of.place(P, Points); });
    Touched.gather();
  }
  Profile.Branches.clear();
  for (const BasicBlock &B : Kernel.Blocks)
    if (B.Condition && B.Successors.size() == 2) {
      Profile.Branches.push_back(facts(Branches[B.Id], SampleNote));
      Profile.Branches.back().Block = B.Id;
    }
  Profile.Loops.clear();
  for (const Total<LoopEvent> &T : Loops)
    Profile.Loops.push_back(facts(T, SampleNote));
}
