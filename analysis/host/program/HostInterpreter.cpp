//===- HostInterpreter.cpp - A host program run with numbers --------------===//
//
// A tree walk. Each step ends in one of five ways (Flow), which tell the steps
// around it whether to go on; the values of symbols are a map from the
// program's expressions to numbers, and whether a number rests on an assumption
// travels with it.
//===----------------------------------------------------------------------===//

#include "analysis/host/program/HostInterpreter.h"
#include "analysis/launch/ScalarEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

using Kind = HostStep::Kind;

HostObserver::~HostObserver() = default;

namespace {

class HostInterpreter {
public:
  HostInterpreter(const HostProgram &Program, const HostInputs &Inputs,
                  HostObserver &Observer)
      : Program(Program), Inputs(Inputs), Observer(Observer) {
    bindSymbols();
  }

  /// How the steps that ran leave the steps around them.
  enum class Flow : uint8_t { On, Break, Continue, Return, Exit };
  /// Runs \p Steps once, for \p Weight executions.
  Flow run(ArrayRef<HostStep> Steps, double Weight);

private:
  struct Number {
    int64_t Value = 0;
    bool Assumed = false;
  };
  /// Rounds that run one by one, and how many stretches like them there are.
  struct Stretch {
    uint64_t Rounds = 0, Like = 1;
  };

  void bindSymbols();
  std::optional<Number> evaluate(const Expr *E);
  std::string lackOf(const Expr *E) const;

  Flow branch(const HostStep &Branch, double Weight);
  std::optional<bool> withoutCommandLine(const HostStep &Branch);

  Flow loop(const HostStep &Loop, double Weight);
  std::optional<uint64_t> givenTrips(const HostStep &Loop) const;
  std::optional<uint64_t> countTrips(const HostStep &Loop, bool &Assumed);
  uint64_t assumeOneRound(const HostStep &Loop);
  SmallVector<Stretch, 10> stretches(uint64_t Trips) const;
  void change(const HostStep &Loop,
              function_ref<std::optional<Number>(const LoopValue &)> To);
  void start(const HostStep &Loop);
  void advance(const HostStep &Loop);
  void leap(const HostStep &Loop, uint64_t Rounds);
  std::optional<Number> even(const HostStep &Loop, const LoopValue &V,
                             uint64_t Rounds);
  std::optional<Number> periodic(const HostStep &Loop, const LoopValue &V,
                                 ArrayRef<DenseMap<const Expr *, Number>> From,
                                 uint64_t Rounds);
  std::optional<Number> step(const HostStep &Loop, const LoopValue &V);

  void size(HostEvent &Event, const Expr *E);
  void action(const HostStep &Step, double Weight);
  std::string key(const HandleName &Handle);
  LaunchSite numbers(const LaunchSite &Site);

  /// A loop's variables are followed one by one for this many iterations.
  static constexpr uint64_t MostStates = 100000;
  /// Variables that have their values again after at most this many iterations
  /// are known in all.
  static constexpr unsigned MostPeriod = 64;
  /// From this many actions on, fewer rounds stand for a loop.
  static constexpr unsigned MostActions = 40000;

  const HostProgram &Program;
  const HostInputs &Inputs;
  HostObserver &Observer;

  DenseMap<const Expr *, Number> Values;
  /// What the variables of loops that have run start with.
  DenseMap<const Expr *, const Expr *> Firsts;
  /// Where assumed values come from, until the observer has been told.
  DenseMap<const Expr *, HostAssumption::Origin> Untold;
  unsigned OpenLoops = 0;
  unsigned Actions = 0;
};

} // namespace

/// The values of symbols, strongest first: the user's by the full name, then by
/// the variable's; the source's default; what the launches took.
void HostInterpreter::bindSymbols() {
  auto Bind = [&](const Expr *Symbol, int64_t Value, bool Assumed) {
    Values[Symbol] = {wrapToType(Value, Symbol->type()), Assumed};
  };
  for (const auto &[Symbol, Info] : Program.Symbols) {
    if (Info.InLoop)
      continue;
    auto Given = Inputs.Variables.find(Info.Name);
    if (Given == Inputs.Variables.end())
      Given = Inputs.Variables.find(Info.Plain);
    auto Launch = Inputs.FromLaunches.find(Info.Name);
    if (Given != Inputs.Variables.end()) {
      Bind(Symbol, Given->second, false);
    } else if (Info.CommandLine) {
      continue; // only branches ask for it
    } else if (const std::optional<int64_t> &Default = Info.Default) {
      Bind(Symbol, *Default, true);
      Untold[Symbol] = HostAssumption::Origin::DefaultInSource;
    } else if (Launch != Inputs.FromLaunches.end()) {
      Bind(Symbol, Launch->second, true);
      Untold[Symbol] = HostAssumption::Origin::Launch;
    }
  }
}

std::optional<HostInterpreter::Number>
HostInterpreter::evaluate(const Expr *E) {
  if (!E || E->type().Float)
    return std::nullopt;
  bool Assumed = false;
  SmallVector<const Expr *, 4> Used;
  std::optional<Scalar> S =
      evaluateScalar(E, [&](const Expr *Leaf) -> std::optional<Scalar> {
        auto It = Values.find(Leaf);
        if (It == Values.end())
          return std::nullopt;
        Assumed |= It->second.Assumed;
        Used.push_back(Leaf);
        return Scalar{It->second.Value, static_cast<double>(It->second.Value)};
      });
  if (!S)
    return std::nullopt;
  for (const Expr *Leaf : Used)
    if (auto It = Untold.find(Leaf); It != Untold.end()) {
      HostAssumption A;
      A.What = HostAssumption::Kind::Variable;
      A.Name = Program.Symbols.find(Leaf)->second.Name;
      A.Value = Values[Leaf].Value;
      A.Source = It->second;
      Untold.erase(It);
      Observer.assumed(A);
    }
  return Number{S->Integer, Assumed};
}

/// The first variable that \p E lacks, as --arg calls it; "" if there is none.
/// What a loop changes lacks what it starts with.
std::string HostInterpreter::lackOf(const Expr *E) const {
  std::string Name;
  SmallVector<const Expr *, 4> Open{E};
  DenseSet<const Expr *> Seen;
  while (!Open.empty() && Name.empty()) {
    const Expr *Now = Open.pop_back_val();
    if (!Now || !Seen.insert(Now).second)
      continue;
    visitPostOrder(Now, [&](const Expr *Leaf) {
      auto It = Program.Symbols.find(Leaf);
      if (It == Program.Symbols.end() || Values.contains(Leaf))
        return;
      if (It->second.InLoop)
        Open.push_back(Firsts.lookup(Leaf));
      else if (Name.empty())
        Name = It->second.Name;
    });
  }
  return Name;
}

/// The user's word on \p Step: its line and column first, then its line.
static const double *givenFor(const std::map<HostInputs::Place, double> &Given,
                              const HostStep &Step) {
  auto It = Given.find({Step.Location.Line, Step.Location.Column});
  if (It == Given.end())
    It = Given.find({Step.Location.Line, 0});
  return It == Given.end() ? nullptr : &It->second;
}

/// Whether \p Steps leave without asking anything more of the device that
/// takes time: the way out after an error.
static bool leavesEarly(ArrayRef<HostStep> Steps) {
  return !Steps.empty() &&
         (Steps.back().What == Kind::Return || Steps.back().What == Kind::Exit);
}

static bool hasActions(ArrayRef<HostStep> Steps) {
  return any_of(Steps, [](const HostStep &S) {
    return S.What == Kind::Action || hasActions(S.Body) ||
           hasActions(S.Otherwise);
  });
}

/// Whether \p Branch is taken if the program is called without arguments;
/// nothing if that only prints how to call it, or does not decide.
std::optional<bool>
HostInterpreter::withoutCommandLine(const HostStep &Branch) {
  for (const auto &[Symbol, Info] : Program.Symbols) {
    const std::optional<int64_t> &Default = Info.Default;
    if (!Info.CommandLine || !Default || Values.contains(Symbol))
      continue;
    Values[Symbol] = {*Default, true};
    Untold[Symbol] = HostAssumption::Origin::NoCommandLine;
    std::optional<Number> V = evaluate(Branch.Condition);
    Values.erase(Symbol);
    if (V && hasActions(V->Value ? Branch.Body : Branch.Otherwise))
      return V->Value != 0;
  }
  return std::nullopt;
}

/// The side that the condition's value, the user or an empty command line
/// chooses; else the one with actions that does not only leave.
HostInterpreter::Flow HostInterpreter::branch(const HostStep &Branch,
                                              double Weight) {
  auto Take = [&](bool Body) {
    return run(Body ? Branch.Body : Branch.Otherwise, Weight);
  };
  auto Assume = [&](HostAssumption::Kind What, bool Value) {
    HostAssumption A;
    A.What = What;
    A.Step = &Branch;
    A.Value = Value;
    Observer.assumed(A);
  };
  if (std::optional<Number> V = evaluate(Branch.Condition))
    return Take(V->Value != 0);
  if (const double *Given = givenFor(Inputs.BranchProbability, Branch))
    return Take(*Given >= 0.5);
  bool InBody = hasActions(Branch.Body), InElse = hasActions(Branch.Otherwise);
  if (!InBody && !InElse) { // an early end that nothing tells to happen
    ArrayRef<HostStep> Side =
        Branch.Body.empty() ? Branch.Otherwise : Branch.Body;
    if (OpenLoops > 0 &&
        any_of(Side, [](const HostStep &S) { return S.What == Kind::Break; }))
      Assume(HostAssumption::Kind::NeverLeaves, true);
    return Flow::On;
  }
  if (std::optional<bool> Taken = withoutCommandLine(Branch))
    return Take(*Taken);
  bool Taken = InBody && !leavesEarly(Branch.Body);
  if (!leavesEarly(Branch.Body) || InElse)
    Assume(HostAssumption::Kind::Condition, Taken);
  return Take(Taken);
}

/// Gives all variables of \p Loop other values at once.
void HostInterpreter::change(
    const HostStep &Loop,
    function_ref<std::optional<Number>(const LoopValue &)> To) {
  std::vector<std::optional<Number>> New;
  New.reserve(Loop.Values.size());
  for (const LoopValue &V : Loop.Values)
    New.push_back(To(V));
  for (auto [V, Value] : zip(Loop.Values, New)) {
    Values.erase(V.Symbol);
    if (Value)
      Values[V.Symbol] = {wrapToType(Value->Value, V.Symbol->type()),
                          Value->Assumed};
  }
}

/// Gives a loop's variables their first values.
void HostInterpreter::start(const HostStep &Loop) {
  for (const LoopValue &V : Loop.Values)
    Firsts[V.Symbol] = V.First;
  change(Loop, [&](const LoopValue &V) { return evaluate(V.First); });
}

/// One iteration further.
void HostInterpreter::advance(const HostStep &Loop) {
  change(Loop, [&](const LoopValue &V) { return evaluate(V.Next); });
}

/// What every iteration adds to \p V; nothing if they differ in that.
std::optional<HostInterpreter::Number>
HostInterpreter::step(const HostStep &Loop, const LoopValue &V) {
  const Expr *Next = V.Next;
  if (Next == V.Symbol)
    return Number();
  if (!Next || (Next->op() != Op::Add && Next->op() != Op::Sub))
    return std::nullopt;
  const bool Falls = Next->op() == Op::Sub;
  const bool Second = !Falls && Next->operand(1) == V.Symbol;
  if (Next->operand(Second ? 1 : 0) != V.Symbol)
    return std::nullopt;
  const Expr *Step = Next->operand(Second ? 0 : 1);
  bool Varies = false;
  visitPostOrder(Step, [&](const Expr *Leaf) {
    Varies |= any_of(Loop.Values, [&](const LoopValue &Other) {
      return Other.Symbol == Leaf;
    });
  });
  std::optional<Number> Found = Varies ? std::nullopt : evaluate(Step);
  if (Found && Falls)
    Found->Value = static_cast<int64_t>(-static_cast<uint64_t>(Found->Value));
  return Found;
}

/// \p V after \p Rounds iterations, if each adds the same.
std::optional<HostInterpreter::Number>
HostInterpreter::even(const HostStep &Loop, const LoopValue &V,
                      uint64_t Rounds) {
  auto Now = Values.find(V.Symbol);
  std::optional<Number> Step = step(Loop, V);
  if (Now == Values.end() || !Step)
    return std::nullopt;
  const uint64_t Further = static_cast<uint64_t>(Step->Value) * Rounds;
  return Number{
      static_cast<int64_t>(static_cast<uint64_t>(Now->second.Value) + Further),
      Now->second.Assumed || Step->Assumed};
}

/// \p V after \p Rounds iterations, if it comes back with all that it rests on.
/// \p From: all values now, after one iteration, after two and so on.
std::optional<HostInterpreter::Number>
HostInterpreter::periodic(const HostStep &Loop, const LoopValue &V,
                          ArrayRef<DenseMap<const Expr *, Number>> From,
                          uint64_t Rounds) {
  // The loop's variables that V rests on, itself among them.
  SmallVector<const LoopValue *, 4> Bases = {&V};
  for (size_t I = 0; I != Bases.size(); ++I)
    if (const Expr *Next = Bases[I]->Next)
      visitPostOrder(Next, [&](const Expr *Leaf) {
        for (const LoopValue &Other : Loop.Values)
          if (Other.Symbol == Leaf && !is_contained(Bases, &Other))
            Bases.push_back(&Other);
      });
  for (size_t Period = 1; Period != From.size(); ++Period)
    if (all_of(Bases, [&](const LoopValue *Base) {
          auto Now = From[0].find(Base->Symbol);
          auto Later = From[Period].find(Base->Symbol);
          return Now != From[0].end() && Later != From[Period].end() &&
                 Now->second.Value == Later->second.Value;
        })) {
      auto Then = From[Rounds % Period].find(V.Symbol);
      return Then == From[Rounds % Period].end() ? std::nullopt
                                                 : std::optional(Then->second);
    }
  return std::nullopt;
}

/// \p Rounds iterations further at once. Variables that neither change evenly
/// nor come back soon are unknown from there on.
void HostInterpreter::leap(const HostStep &Loop, uint64_t Rounds) {
  std::vector<DenseMap<const Expr *, Number>> From = {Values};
  if (any_of(Loop.Values, [&](const LoopValue &V) { return !step(Loop, V); }))
    while (From.size() <= MostPeriod) {
      advance(Loop);
      From.push_back(Values);
    }
  Values = From[0];
  change(Loop, [&](const LoopValue &V) {
    std::optional<Number> Known = even(Loop, V, Rounds);
    return Known ? Known : periodic(Loop, V, From, Rounds);
  });
}

std::optional<uint64_t>
HostInterpreter::givenTrips(const HostStep &Loop) const {
  const double *Given = givenFor(Inputs.LoopTrips, Loop);
  if (!Given)
    return std::nullopt;
  return static_cast<uint64_t>(std::llround(std::max(0.0, *Given)));
}

/// How often \p Loop runs, by its condition; leaves its variables changed.
std::optional<uint64_t> HostInterpreter::countTrips(const HostStep &Loop,
                                                    bool &Assumed) {
  if (!Loop.Condition || Loop.Condition->isConstant())
    return std::nullopt;
  start(Loop);
  uint64_t Trips = 0;
  for (; Trips != MostStates; ++Trips) {
    std::optional<Number> Again = evaluate(Loop.Condition);
    if (!Again)
      return std::nullopt;
    Assumed |= Again->Assumed;
    if (!Again->Value)
      return Trips + Loop.TestedAtEnd;
    advance(Loop);
  }
  std::optional<Number> Formula = evaluate(Loop.Trips);
  if (!Formula || Formula->Value < 0)
    return std::nullopt;
  return static_cast<uint64_t>(Formula->Value);
}

/// A loop whose trips nobody tells.
uint64_t HostInterpreter::assumeOneRound(const HostStep &Loop) {
  HostAssumption A;
  A.What = HostAssumption::Kind::Rounds;
  A.Step = &Loop;
  A.Value = 1;
  // Without variables, an iteration finds out whether there is another one: no
  // number that the user gives could tell.
  if (!Loop.Values.empty()) {
    A.Name = lackOf(Loop.Condition);
    for (const LoopValue &V : Loop.Values)
      if (A.Name.empty())
        A.Name = lackOf(V.First);
  }
  Observer.assumed(A);
  return 1;
}

/// How \p Trips rounds are run. The first and the last rounds, where loops
/// differ from their middle, run one by one; between them a few stretches stand
/// for all. Eight rounds make one, because programs alternate between two or
/// four buffers.
SmallVector<HostInterpreter::Stretch, 10>
HostInterpreter::stretches(uint64_t Trips) const {
  bool Many = Actions > MostActions;
  uint64_t Edge = Many ? 4 : 32, Count = Many ? 1 : 8;
  constexpr uint64_t Rounds = 8;
  uint64_t Like = Trips < 2 * Edge ? 0 : (Trips - 2 * Edge) / (Count * Rounds);
  if (Like < 2)
    return {{Trips, 1}};
  SmallVector<Stretch, 10> Result{{Edge, 1}};
  Result.append(Count, {Rounds, Like});
  Result.push_back({Trips - Edge - Count * Rounds * Like, 1});
  return Result;
}

HostInterpreter::Flow HostInterpreter::loop(const HostStep &Loop,
                                            double Weight) {
  Observer.enterLoop(Loop);
  ++OpenLoops;
  bool Assumed = false;
  std::optional<uint64_t> Trips = givenTrips(Loop);
  if (!Trips)
    Trips = countTrips(Loop, Assumed);
  start(Loop);
  if (!Trips) {
    Trips = assumeOneRound(Loop);
    Assumed = true;
  }
  auto Skip = [&](uint64_t Rounds) {
    if (Rounds > 0 && *Trips > MostStates)
      return leap(Loop, Rounds);
    for (uint64_t I = 0; I != Rounds; ++I)
      advance(Loop);
  };
  Flow Left = Flow::On;
  uint64_t Done = 0;
  for (auto [Rounds, Like] : stretches(*Trips)) {
    // A stretch is the middle one of those that it stands for.
    uint64_t Before = Rounds * ((Like - 1) / 2);
    Skip(Before);
    Observer.beginStretch();
    for (uint64_t I = 0; I != Rounds && Left == Flow::On; ++I) {
      Left = run(Loop.Body, Weight * static_cast<double>(Like));
      if (Left == Flow::Continue)
        Left = Flow::On;
      advance(Loop);
      ++Done;
    }
    Observer.endStretch(Left == Flow::On ? static_cast<double>(Like - 1) : 0);
    if (Left != Flow::On)
      break;
    uint64_t Skipped = Rounds * (Like - 1);
    Skip(Skipped - Before);
    Done += Skipped;
  }
  --OpenLoops;
  Observer.leaveLoop(Loop, static_cast<double>(Done), Weight, Assumed);
  for (const LoopValue &V : Loop.Values)
    Values.erase(V.Symbol);
  return Left == Flow::Break ? Flow::On : Left;
}

/// "streams[2]"; an index that is not known is one more stream.
std::string HostInterpreter::key(const HandleName &Handle) {
  std::string Key = Handle.Name;
  bool Certain = Handle.Certain;
  for (const Expr *Index : Handle.Indexes) {
    std::optional<Number> V = evaluate(Index);
    Key += "[" + (V ? itostr(V->Value) : std::string("?")) + "]";
    Certain &= V.has_value();
  }
  if (!Certain) {
    HostAssumption A;
    A.What = HostAssumption::Kind::UnknownHandle;
    A.Name = Key;
    Observer.assumed(A);
  }
  return Key;
}

LaunchSite HostInterpreter::numbers(const LaunchSite &Site) {
  LaunchSite Result;
  Result.Location = Site.Location;
  Result.Note = Site.Note;
  auto Constant = [&](const Expr *E) -> const Expr * {
    if (!E || E->isConstant())
      return E;
    std::optional<Number> V = evaluate(E);
    return V ? Program.Pool->constant(wrapToType(V->Value, E->type()),
                                      E->type())
             : nullptr;
  };
  for (unsigned I = 0; I != 3; ++I) {
    Result.Grid[I] = Constant(Site.Grid[I]);
    Result.Block[I] = Constant(Site.Block[I]);
  }
  Result.DynamicShared = Constant(Site.DynamicShared);
  for (const Expr *Argument : Site.Arguments)
    Result.Arguments.push_back(Constant(Argument));
  return Result;
}

/// Gives \p Event the size \p E.
void HostInterpreter::size(HostEvent &Event, const Expr *E) {
  std::optional<Number> V = evaluate(E);
  if (!V || V->Value < 0) { // also of what wrapped around below zero
    Event.SizeLack = lackOf(E);
    return;
  }
  Event.Size = static_cast<uint64_t>(V->Value);
  Event.SizeAssumed = V->Assumed;
}

void HostInterpreter::action(const HostStep &Step, double Weight) {
  ++Actions;
  const HostAction &A = Step.Action;
  HostEvent Event{Step, Weight};
  Event.Stream = key(A.Stream);
  switch (A.What) {
  case HostAction::Kind::Allocate:
  case HostAction::Kind::Copy:
  case HostAction::Kind::Fill:
    size(Event, A.Bytes);
    break;
  case HostAction::Kind::Pass:
    size(Event, A.Pass.Elements);
    break;
  case HostAction::Kind::Launch:
    Event.Site = numbers(A.Site);
    break;
  case HostAction::Kind::RecordEvent:
  case HostAction::Kind::StreamWaits:
  case HostAction::Kind::WaitForEvent:
    Event.Event = key(A.Event);
    break;
  default:
    break;
  }
  Observer.event(Event);
}

HostInterpreter::Flow HostInterpreter::run(ArrayRef<HostStep> Steps,
                                           double Weight) {
  for (const HostStep &Step : Steps) {
    Flow Left = Flow::On;
    switch (Step.What) {
    case Kind::Action:
      action(Step, Weight);
      break;
    case Kind::Block:
      Observer.enterCall(Step.Callee);
      Left = run(Step.Body, Weight);
      Observer.leaveCall();
      if (Left != Flow::Exit)
        Left = Flow::On;
      break;
    case Kind::Branch:
      Left = branch(Step, Weight);
      break;
    case Kind::Loop:
      Left = loop(Step, Weight);
      break;
    case Kind::Return:
      return Flow::Return;
    case Kind::Break:
      return Flow::Break;
    case Kind::Continue:
      return Flow::Continue;
    case Kind::Exit:
      return Flow::Exit;
    }
    if (Left != Flow::On)
      return Left;
  }
  return Flow::On;
}

void kernelcast::runHostProgram(const HostProgram &Program,
                                const HostEntry &Entry,
                                const HostInputs &Inputs,
                                HostObserver &Observer) {
  HostInterpreter(Program, Inputs, Observer).run(Entry.Steps, 1);
}
