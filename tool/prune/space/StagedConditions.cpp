//===- StagedConditions.cpp - Conditions where their last value is set ----===//

#include "tool/prune/space/SpaceEnumeration.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;
using namespace llvm;

/// From the smallest to the largest of values that are all whole numbers.
static std::optional<WholeInterval>
intervalOf(ArrayRef<ExpressionValue> Values) {
  WholeInterval Found = {INT64_MAX, INT64_MIN};
  for (const ExpressionValue &Each : Values) {
    if (!Each.isInteger())
      return std::nullopt;
    Found.Low = std::min(Found.Low, Each.Integer);
    Found.High = std::max(Found.High, Each.Integer);
  }
  return Found;
}

/// Answers are kept for conditions with as many combinations of values, as long
/// as all conditions together have no more than the second number.
static constexpr uint64_t MaxKnownAnswers = uint64_t(1) << 20;
static constexpr uint64_t MaxAllAnswers = uint64_t(1) << 26;
/// With fewer combinations left, asking for each is faster than intervals.
static constexpr uint64_t MinBoundedCombinations = 64;

StagedConditions::StagedConditions(const TuningSpace &Space,
                                   std::vector<unsigned> Given)
    : Order(std::move(Given)) {
  const size_t Parameters = Space.Parameters.size();
  for (const SpaceParameter &Each : Space.Parameters) {
    std::vector<ExpressionValue> &All = Values.emplace_back();
    for (const ParameterValue &Value : Each.Values)
      All.push_back(expressionValue(Value));
    Intervals.push_back(intervalOf(All));
  }
  Current.resize(Parameters);
  Places.resize(Parameters);
  Stages.resize(Order.size());
  Frontiers.resize(Order.size() + 1);
  Early.resize(Order.size());
  DepthOf.assign(Parameters, UINT_MAX);
  for (unsigned Depth = 0; Depth != Order.size(); ++Depth)
    DepthOf[Order[Depth]] = Depth;
  /// The depth from which on nobody asks for the parameter.
  std::vector<unsigned> LastAsked(Parameters, 0),
      LastNarrowlyAsked(Parameters, 0);
  uint64_t Answers = 0, Left = 1;
  while (BoundedDepths < Order.size() && Left < MinBoundedCombinations)
    Left *= Values[Order[Order.size() - ++BoundedDepths]].size();
  BoundedDepths = static_cast<unsigned>(Order.size()) - BoundedDepths + 1;
  for (const SpaceExpression &Each : Space.Conditions) {
    const ArrayRef<unsigned> Read = Each.Value.parameters();
    if (llvm::any_of(Read,
                     [&](unsigned One) { return DepthOf[One] == UINT_MAX; }) ||
        Order.empty())
      continue;
    unsigned Last = 0;
    uint64_t Combinations = 1;
    Condition Made{&Each, {}, {}};
    for (unsigned One : Read) {
      Last = std::max(Last, DepthOf[One]);
      Made.Strides.push_back(Combinations);
      if (Combinations <= MaxKnownAnswers)
        Combinations *= Values[One].size();
    }
    if (Combinations <= MaxKnownAnswers &&
        Answers + Combinations <= MaxAllAnswers) {
      Answers += Combinations;
      Made.Known.assign(Combinations, Outcome::NotAsked);
    }
    for (unsigned One : Read)
      LastAsked[One] = std::max(LastAsked[One], Last);
    if (Made.Known.empty()) {
      Wide.push_back(&Each);
      for (unsigned One : Read)
        if (DepthOf[One] != Last && DepthOf[One] + 1 < BoundedDepths)
          Early[DepthOf[One]].push_back(&Each);
    } else {
      LastNarrow = std::max(LastNarrow, Last + 1);
      for (unsigned One : Read)
        LastNarrowlyAsked[One] = std::max(LastNarrowlyAsked[One], Last);
    }
    Stages[Last].push_back(std::move(Made));
  }
  for (unsigned Depth = 0; Depth != Frontiers.size(); ++Depth) {
    Frontier &Here = Frontiers[Depth];
    Here.Keys = 1;
    for (unsigned I = 0; I != Depth; ++I)
      if (LastAsked[Order[I]] >= Depth) {
        Here.Parameters.push_back(Order[I]);
        uint64_t Keys = 0;
        if (Here.Keys &&
            !__builtin_mul_overflow(*Here.Keys, Values[Order[I]].size(), &Keys))
          Here.Keys = Keys;
        else
          Here.Keys.reset();
      }
    for (unsigned I = 0; I != Depth; ++I)
      if (LastNarrowlyAsked[Order[I]] >= Depth)
        Here.Narrow.push_back(Order[I]);
    // Every combination before is met once: nothing to remember.
    if (Here.Parameters.size() == Depth)
      Here.Keys.reset();
  }
}

StagedConditions::Outcome StagedConditions::set(unsigned Depth,
                                                uint32_t Place) {
  const unsigned Parameter = Order[Depth];
  Places[Parameter] = Place;
  Current[Parameter] = Values[Parameter][Place];
  Outcome Worst = Outcome::Holds;
  for (Condition &Each : Stages[Depth]) {
    Worst = std::max(Worst, ask(Each));
    if (Worst == Outcome::Fails)
      return Worst;
  }
  for (const SpaceExpression *Each : Early[Depth])
    if (certainty(*Each, Depth + 1) == Certainty::AlwaysFalse)
      return Outcome::Fails;
  return Worst;
}

/// What is certain of a condition where the first \p Set parameters are set.
Certainty StagedConditions::certainty(const SpaceExpression &Meaning,
                                      unsigned Set) const {
  return certaintyOf(Meaning.Value,
                     [&](unsigned Parameter) -> std::optional<WholeInterval> {
                       if (DepthOf[Parameter] >= Set || !Intervals[Parameter])
                         return Intervals[Parameter];
                       const int64_t Value = Current[Parameter].Integer;
                       return WholeInterval{Value, Value};
                     });
}

bool StagedConditions::restHolds(unsigned Depth) const {
  return Depth >= LastNarrow && (Depth < BoundedDepths || Wide.empty()) &&
         llvm::all_of(Wide, [&](const SpaceExpression *Each) {
           return certainty(*Each, Depth) == Certainty::AlwaysTrue;
         });
}

StagedConditions::Outcome StagedConditions::ask(Condition &Asked) {
  if (Asked.Known.empty())
    return evaluate(*Asked.Meaning);
  const ArrayRef<unsigned> Read = Asked.Meaning->Value.parameters();
  uint64_t At = 0;
  for (size_t I = 0; I != Read.size(); ++I)
    At += Asked.Strides[I] * Places[Read[I]];
  Outcome &Answer = Asked.Known[At];
  if (Answer == Outcome::NotAsked)
    Answer = evaluate(*Asked.Meaning);
  return Answer;
}

StagedConditions::Outcome
StagedConditions::evaluate(const SpaceExpression &Meaning) {
  if (const ExpressionValue *Value = Evaluator.run(Meaning.Value, Current))
    return isTrue(*Value) ? Outcome::Holds : Outcome::Fails;
  const bool Divides =
      Evaluator.failure().Reason == ExpressionFailure::Kind::DivisionByZero;
  Example &First = Divides ? FirstDivision : FirstUnknown;
  if (!First.Condition)
    First = {&Meaning, Evaluator.failure()};
  return Divides ? Outcome::Divides : Outcome::Unknown;
}

std::optional<uint64_t> StagedConditions::key(unsigned Depth) const {
  const Frontier &Here = Frontiers[Depth];
  if (!Here.Keys)
    return std::nullopt;
  uint64_t Key = 0;
  for (unsigned Each : Here.Parameters)
    Key = Key * Values[Each].size() + Places[Each];
  return Key;
}

bool StagedConditions::residue(unsigned Depth,
                               SmallVectorImpl<int64_t> &Residue) const {
  if (Wide.empty() || Depth >= BoundedDepths)
    return false;
  for (unsigned Each : Frontiers[Depth].Narrow)
    Residue.push_back(Places[Each]);
  auto value = [&](unsigned Parameter) {
    return DepthOf[Parameter] < Depth ? &Current[Parameter] : nullptr;
  };
  return llvm::all_of(Wide, [&](const SpaceExpression *Each) {
    const bool IsAsked =
        llvm::all_of(Each->Value.parameters(),
                     [&](unsigned One) { return DepthOf[One] < Depth; });
    return IsAsked || appendResidue(Each->Value, value, Residue);
  });
}
