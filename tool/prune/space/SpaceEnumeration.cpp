//===- SpaceEnumeration.cpp - Counting, drawing, going through ------------===//

#include "tool/prune/space/SpaceEnumeration.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>
#include <random>
#include <unordered_set>

using namespace kernelcast;
using namespace llvm;

namespace {

/// Numbers kept for each depth of a walk.
constexpr uint64_t MaxRemembered = uint64_t(1) << 20;

using Outcome = StagedConditions::Outcome;

/// Configurations by the worst outcome of their conditions.
struct Tally {
  uint64_t Clean = 0, Dividing = 0, Unknown = 0;

  uint64_t valid() const { return SaturatingAdd(Clean, Dividing); }
  /// Adds what follows a value with the outcome \p Before.
  void add(const Tally &After, Outcome Before) {
    uint64_t &OfClean = Before == Outcome::Holds     ? Clean
                        : Before == Outcome::Divides ? Dividing
                                                     : Unknown;
    uint64_t &OfDividing = Before == Outcome::Unknown ? Unknown : Dividing;
    OfClean = SaturatingAdd(OfClean, After.Clean);
    OfDividing = SaturatingAdd(OfDividing, After.Dividing);
    Unknown = SaturatingAdd(Unknown, After.Unknown);
  }
};

/// Parameters that conditions connect, walked in the order that cuts best.
class SpaceComponent {
public:
  SpaceComponent(const TuningSpace &Space, std::vector<unsigned> Order,
                 uint64_t &StepsLeft)
      : Conditions(Space, std::move(Order)), StepsLeft(StepsLeft),
        Remembered(Conditions.depth() + 1),
        RememberedRest(Conditions.depth() + 1) {
    All = tally(0);
  }

  const Tally &all() const { return All; }
  const StagedConditions &conditions() const { return Conditions; }

  /// Calls \p Take with the index of each of \p Ranks, which ascend, when
  /// places() is the valid configuration of that rank.
  template <typename Callback>
  void find(ArrayRef<uint64_t> Ranks, Callback Take) {
    size_t Next = 0;
    uint64_t Passed = 0;
    descend(0, Passed, Next, Ranks, Take);
  }

private:
  Tally tally(unsigned Depth) {
    if (Depth == Conditions.depth())
      return {1, 0, 0};
    const std::optional<uint64_t> Key = Conditions.key(Depth);
    if (Key)
      if (const auto Known = Remembered[Depth].find(*Key);
          Known != Remembered[Depth].end())
        return Known->second;
    SmallVector<int64_t, 16> Residue;
    const bool HasResidue = !Key && Conditions.residue(Depth, Residue);
    const std::vector<int64_t> Rest(Residue.begin(), Residue.end());
    if (HasResidue)
      if (const auto Known = RememberedRest[Depth].find(Rest);
          Known != RememberedRest[Depth].end())
        return Known->second;
    Tally Sum;
    if (Conditions.restHolds(Depth)) {
      Sum.Clean = 1;
      for (unsigned Left = Depth; Left != Conditions.depth(); ++Left)
        Sum.Clean =
            SaturatingMultiply(Sum.Clean, uint64_t(Conditions.values(Left)));
      return Sum;
    }
    for (uint32_t Place = 0; Place != Conditions.values(Depth); ++Place) {
      if (!StepsLeft)
        return Sum;
      --StepsLeft;
      const Outcome Here = Conditions.set(Depth, Place);
      if (Here != Outcome::Fails)
        Sum.add(tally(Depth + 1), Here);
    }
    if (Key && Remembered[Depth].size() < MaxRemembered)
      Remembered[Depth].try_emplace(*Key, Sum);
    if (HasResidue && RememberedRest[Depth].size() < MaxRemembered)
      RememberedRest[Depth].try_emplace(Rest, Sum);
    return Sum;
  }

  template <typename Callback>
  void descend(unsigned Depth, uint64_t &Passed, size_t &Next,
               ArrayRef<uint64_t> Ranks, Callback &Take) {
    if (Depth == Conditions.depth()) {
      Take(Next++);
      ++Passed;
      return;
    }
    for (uint32_t Place = 0;
         Place != Conditions.values(Depth) && Next != Ranks.size() && StepsLeft;
         ++Place) {
      --StepsLeft;
      const Outcome Here = Conditions.set(Depth, Place);
      if (Here == Outcome::Fails || Here == Outcome::Unknown)
        continue;
      const uint64_t Below = tally(Depth + 1).valid();
      if (Below <= Ranks[Next] - Passed)
        Passed += Below;
      else
        descend(Depth + 1, Passed, Next, Ranks, Take);
    }
  }

  StagedConditions Conditions;
  uint64_t &StepsLeft;
  std::vector<DenseMap<uint64_t, Tally>> Remembered; ///< by depth
  std::vector<std::map<std::vector<int64_t>, Tally>> RememberedRest;
  Tally All;
};

/// Parameters that some condition connects, however indirectly, in one group.
std::vector<std::vector<unsigned>> connected(const TuningSpace &Space) {
  EquivalenceClasses<unsigned> Classes;
  for (unsigned I = 0; I != Space.Parameters.size(); ++I)
    Classes.insert(I);
  for (const SpaceExpression &Each : Space.Conditions)
    for (unsigned One : Each.Value.parameters())
      Classes.unionSets(Each.Value.parameters().front(), One);
  std::vector<std::vector<unsigned>> Groups;
  for (auto I = Classes.begin(); I != Classes.end(); ++I)
    if (I->isLeader())
      Groups.emplace_back(Classes.member_begin(I), Classes.member_end());
  return Groups;
}

/// Again and again the condition whose open parameters have the fewest
/// combinations, and of those the parameter with the fewest values first.
std::vector<unsigned> cuttingOrder(const TuningSpace &Space,
                                   ArrayRef<unsigned> Group) {
  std::vector<unsigned> Order;
  std::vector<bool> IsOpen(Space.Parameters.size(), false);
  for (unsigned Each : Group)
    IsOpen[Each] = true;
  auto values = [&](unsigned Parameter) {
    return Space.Parameters[Parameter].Values.size();
  };
  while (Order.size() != Group.size()) {
    std::vector<unsigned> Best;
    double Fewest = 0;
    for (const SpaceExpression &Each : Space.Conditions) {
      std::vector<unsigned> Open;
      double Combinations = 1;
      for (unsigned One : Each.Value.parameters())
        if (IsOpen[One]) {
          Open.push_back(One);
          Combinations *= static_cast<double>(values(One));
        }
      if (!Open.empty() && (Best.empty() || Combinations < Fewest)) {
        Best = std::move(Open);
        Fewest = Combinations;
      }
    }
    if (Best.empty()) // no condition reads what is left
      llvm::copy_if(Group, std::back_inserter(Best),
                    [&](unsigned One) { return IsOpen[One]; });
    llvm::stable_sort(
        Best, [&](unsigned A, unsigned B) { return values(A) < values(B); });
    for (unsigned Each : Best) {
      Order.push_back(Each);
      IsOpen[Each] = false;
    }
  }
  return Order;
}

Error tooManySteps(uint64_t Most = MaxCountingSteps) {
  return createStringError(
      formatv("counting the configurations takes over {0} steps", Most));
}

/// The whole space as parts whose configurations combine freely.
struct SpaceComponents {
  std::vector<std::unique_ptr<SpaceComponent>> Parts;
  uint64_t StepsLeft;
  bool IsImpossible = false; ///< a condition without parameters fails

  explicit SpaceComponents(const TuningSpace &Space,
                           uint64_t MaxSteps = MaxCountingSteps)
      : StepsLeft(MaxSteps) {
    for (const std::vector<unsigned> &Group : connected(Space))
      Parts.push_back(std::make_unique<SpaceComponent>(
          Space, cuttingOrder(Space, Group), StepsLeft));
  }
};

ReportDiagnostic exampleNote(const StagedConditions::Example &Example,
                             uint64_t Count, const Twine &Consequence) {
  const ExpressionFailure &Failure = Example.Failure;
  return {ReportDiagnostic::Level::Warning, Example.Condition->Location,
          formatv("the condition {0} has no value for {1} configuration{2}, "
                  "{3}: {4} (column {5})",
                  Example.Condition->Text, Count, Count == 1 ? "" : "s",
                  Consequence.str(), Failure.What, Failure.Column)
              .str()};
}

/// A number below \p Bound, each with the same probability.
uint64_t draw(std::mt19937_64 &Random, uint64_t Bound) {
  // Numbers below 2^64 mod Bound are left out, so that the rest divide evenly.
  const uint64_t Least = (0 - Bound) % Bound;
  uint64_t Drawn = Random();
  while (Drawn < Least)
    Drawn = Random();
  return Drawn % Bound;
}

/// \p Number different numbers below \p Bound, ascending (Floyd's algorithm).
std::vector<uint64_t> drawDifferent(uint64_t Number, uint64_t Bound,
                                    uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  std::unordered_set<uint64_t> Chosen;
  for (uint64_t Last = Bound - Number; Last != Bound; ++Last)
    if (const uint64_t Drawn = draw(Random, Last + 1);
        !Chosen.insert(Drawn).second)
      Chosen.insert(Last);
  std::vector<uint64_t> Sorted(Chosen.begin(), Chosen.end());
  llvm::sort(Sorted);
  return Sorted;
}

std::vector<unsigned> ownOrder(const TuningSpace &Space) {
  std::vector<unsigned> Order(Space.Parameters.size());
  std::iota(Order.begin(), Order.end(), 0);
  return Order;
}

} // namespace

Expected<SpaceCount> kernelcast::countConfigurations(const TuningSpace &Space) {
  SpaceCount Count;
  if (Space.Listed) {
    Count.Combinations = Count.Valid = Space.Listed->size();
    return Count;
  }
  Count.Combinations = 1;
  for (const SpaceParameter &Each : Space.Parameters)
    Count.Combinations =
        SaturatingMultiply(Count.Combinations, uint64_t(Each.Values.size()));
  SpaceComponents Components(Space);
  if (!Components.StepsLeft)
    return tooManySteps();
  uint64_t Clean = 1, Valid = 1, Any = 1;
  for (const auto &Part : Components.Parts) {
    const Tally &All = Part->all();
    Clean = SaturatingMultiply(Clean, All.Clean);
    Valid = SaturatingMultiply(Valid, All.valid());
    Any = SaturatingMultiply(Any, SaturatingAdd(All.valid(), All.Unknown));
  }
  if (Any == UINT64_MAX)
    return createStringError("the space has over 2^64 configurations");
  Count.Valid = Valid;
  Count.DividingByZero = Valid - Clean;
  Count.Unknown = Any - Valid;
  for (const auto &Part : Components.Parts) {
    const StagedConditions &Asked = Part->conditions();
    if (Count.DividingByZero && Asked.FirstDivision.Condition)
      Count.Notes.push_back(exampleNote(Asked.FirstDivision,
                                        Count.DividingByZero,
                                        "which stay in, as with Kernel Tuner"));
    if (Count.Unknown && Asked.FirstUnknown.Condition)
      Count.Notes.push_back(
          exampleNote(Asked.FirstUnknown, Count.Unknown, "which are left out"));
  }
  return Count;
}

Expected<std::vector<ConfigurationPlaces>>
kernelcast::sampleConfigurations(const TuningSpace &Space, uint64_t Number,
                                 uint64_t Seed, uint64_t MaxSteps) {
  std::vector<ConfigurationPlaces> Sample;
  if (Space.Listed) {
    const uint64_t All = Space.Listed->size();
    for (uint64_t Row : drawDifferent(std::min(Number, All), All, Seed))
      Sample.push_back((*Space.Listed)[Row]);
    return Sample;
  }
  SpaceComponents Components(Space, MaxSteps);
  uint64_t Valid = 1;
  for (const auto &Part : Components.Parts)
    Valid = SaturatingMultiply(Valid, Part->all().valid());
  if (!Components.StepsLeft)
    return tooManySteps(MaxSteps);
  if (Valid == UINT64_MAX)
    return createStringError("the space has over 2^64 configurations");
  // A rank is a number with a digit for each part: its rank there.
  std::vector<uint64_t> Ranks =
      drawDifferent(std::min(Number, Valid), Valid, Seed);
  Sample.assign(Ranks.size(), ConfigurationPlaces(Space.Parameters.size()));
  for (const auto &Part : Components.Parts) {
    std::vector<std::pair<uint64_t, size_t>> Digits;
    for (size_t I = 0; I != Ranks.size(); ++I) {
      Digits.emplace_back(Ranks[I] % Part->all().valid(), I);
      Ranks[I] /= Part->all().valid();
    }
    llvm::sort(Digits);
    std::vector<uint64_t> Different;
    for (const auto &[Digit, Owner] : Digits)
      if (Different.empty() || Different.back() != Digit)
        Different.push_back(Digit);
    size_t At = 0;
    const StagedConditions &Set = Part->conditions();
    Part->find(Different, [&](size_t Found) {
      for (; At != Digits.size() && Digits[At].first == Different[Found]; ++At)
        for (unsigned Depth = 0; Depth != Set.depth(); ++Depth) {
          const unsigned Parameter = Set.parameter(Depth);
          Sample[Digits[At].second][Parameter] = Set.places()[Parameter];
        }
    });
  }
  if (!Components.StepsLeft)
    return tooManySteps(MaxSteps);
  llvm::sort(Sample);
  return Sample;
}

TuningConfiguration kernelcast::configurationAt(const TuningSpace &Space,
                                                ArrayRef<uint32_t> Places) {
  TuningConfiguration Made;
  for (size_t I = 0; I != Places.size(); ++I)
    Made.push_back(Space.Parameters[I].Values[Places[I]]);
  return Made;
}

SpaceCursor::SpaceCursor(const TuningSpace &Space, uint64_t MaxSteps)
    : Listed(Space.Listed ? &*Space.Listed : nullptr),
      Conditions(Space, ownOrder(Space)), NextPlace(Conditions.depth(), 0),
      FoundBefore(Conditions.depth(), 0), Dead(Conditions.depth()),
      StepsLeft(MaxSteps), IsOver(Conditions.depth() == 0) {}

bool SpaceCursor::isDead(unsigned At) const {
  if (Dead[At].empty())
    return false;
  const std::optional<uint64_t> Key = Conditions.key(At);
  return Key && Dead[At][*Key];
}

bool SpaceCursor::next() {
  if (Listed) {
    if (Row == Listed->size())
      return false;
    ++Row;
    return true;
  }
  while (!IsOver) {
    if (NextPlace[Depth] == Conditions.values(Depth)) {
      // Nothing found from here: neither would there be with the same values
      // of what the later conditions ask for.
      if (Found == FoundBefore[Depth])
        if (const std::optional<uint64_t> Keys = Conditions.keys(Depth),
            Key = Conditions.key(Depth);
            Keys && Key && *Keys <= MaxRemembered) {
          Dead[Depth].resize(*Keys);
          Dead[Depth][*Key] = true;
        }
      NextPlace[Depth] = 0;
      IsOver = Depth == 0;
      Depth -= !IsOver;
      continue;
    }
    if (!StepsLeft)
      return false;
    --StepsLeft;
    const Outcome Here = Conditions.set(Depth, NextPlace[Depth]++);
    if (Here == Outcome::Fails || Here == Outcome::Unknown)
      continue;
    if (Depth + 1 == Conditions.depth()) {
      ++Found;
      return true;
    }
    if (isDead(Depth + 1))
      continue;
    ++Depth;
    FoundBefore[Depth] = Found;
  }
  return false;
}
