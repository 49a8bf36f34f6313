//===- StagedConditions.cpp - Conditions where their last value is set ----===//

#include "tool/prune/space/SpaceEnumeration.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;
using namespace llvm;

/// Answers are kept for conditions with as many combinations of values, as long
/// as all conditions together have no more than the second number.
static constexpr uint64_t MaxKnownAnswers = uint64_t(1) << 20;
static constexpr uint64_t MaxAllAnswers = uint64_t(1) << 26;

StagedConditions::StagedConditions(const TuningSpace &Space,
                                   std::vector<unsigned> Given)
    : Order(std::move(Given)) {
  const size_t Parameters = Space.Parameters.size();
  for (const SpaceParameter &Each : Space.Parameters) {
    std::vector<ExpressionValue> &All = Values.emplace_back();
    for (const ParameterValue &Value : Each.Values)
      All.push_back(expressionValue(Value));
  }
  Current.resize(Parameters);
  Places.resize(Parameters);
  Stages.resize(Order.size());
  Frontiers.resize(Order.size() + 1);
  std::vector<std::optional<unsigned>> DepthOf(Parameters);
  for (unsigned Depth = 0; Depth != Order.size(); ++Depth)
    DepthOf[Order[Depth]] = Depth;
  /// The depth from which on nobody asks for the parameter.
  std::vector<unsigned> LastAsked(Parameters, 0);
  uint64_t Answers = 0;
  for (const SpaceExpression &Each : Space.Conditions) {
    const ArrayRef<unsigned> Read = Each.Value.parameters();
    if (llvm::any_of(Read, [&](unsigned One) { return !DepthOf[One]; }) ||
        Order.empty())
      continue;
    unsigned Last = 0;
    uint64_t Combinations = 1;
    Condition Made{&Each, {}, {}};
    for (unsigned One : Read) {
      Last = std::max(Last, *DepthOf[One]);
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
      break;
  }
  return Worst;
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
