//===- HostRun.cpp - Loops, branches and calls of a host program ----------===//
//
// A small interpreter: symbols that the user, the source or a launch gives a
// value have it; a loop's variables step from iteration to iteration by their
// own formulas. What has no value is named: a condition without one takes a
// documented side, a loop without trips runs once, and both are assumptions.
//===----------------------------------------------------------------------===//

#include "tool/HostRun.h"
#include "analysis/launch/ScalarEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

using Kind = HostStep::Kind;

void HostRun::assume(StringRef What, const Twine &Value, const Twine &Why,
                     StringRef Affects) {
  if (Told.insert((What + "\n" + Value).str()).second)
    Result.Assumptions.push_back(
        {What.str(), Value.str(), Why.str(), {Affects.str()}});
}

/// The values of symbols, strongest first: --arg by the full name, then by the
/// variable's; the source's default; what the launches took.
void HostRun::bindSymbols() {
  for (const auto &[Symbol, Info] : Program.Symbols) {
    if (Info.InLoop)
      continue;
    const auto &Given = Command.Launch.Arguments;
    auto It = Given.find(Info.Name);
    if (It == Given.end())
      It = Given.find(Info.Plain);
    if (It != Given.end()) {
      int64_t Number = It->second.IsInteger
                           ? It->second.Integer
                           : static_cast<int64_t>(It->second.Value);
      Values[Symbol] = {wrapToType(Number, Symbol->type()), false};
    } else if (Info.CommandLine) {
      continue; // only branches ask for it
    } else if (Info.Default) {
      Values[Symbol] = {wrapToType(*Info.Default, Symbol->type()), true};
      Sources[Symbol] = {"its default in host code", *Info.Default};
    } else if (auto Guess = Guesses.find(Info.Name);
               Guess != Guesses.end() && Guess->second) {
      Values[Symbol] = {wrapToType(*Guess->second, Symbol->type()), true};
      Sources[Symbol] = {"as assumed for a launch", *Guess->second};
    }
  }
}

std::optional<HostRun::Value> HostRun::evaluate(const Expr *E) {
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
        return Scalar{It->second.Number,
                      static_cast<double>(It->second.Number)};
      });
  if (!S)
    return std::nullopt;
  for (const Expr *Leaf : Used)
    if (auto It = Sources.find(Leaf); It != Sources.end()) {
      const HostSymbolInfo &Info = Program.Symbols.find(Leaf)->second;
      assume("host variable " + Info.Name, Twine(It->second.second),
             Twine(It->second.first) + "; give --arg " + Info.Name + "=...",
             "application");
      Sources.erase(It); // said once
    }
  return Value{S->Integer, Assumed};
}

/// What --arg calls a symbol: its variable, unless several have that name.
std::string HostRun::optionName(const HostSymbolInfo &Info) const {
  unsigned Same = 0;
  for (const auto &[Symbol, Other] : Program.Symbols)
    Same += !Other.InLoop && Other.Plain == Info.Plain;
  return Same > 1 ? Info.Name : Info.Plain;
}

/// The first variable that \p E lacks, for the user; "" if there is none.
std::string HostRun::unknownIn(const Expr *E) const {
  std::string Name;
  if (E)
    visitPostOrder(E, [&](const Expr *Leaf) {
      auto It = Program.Symbols.find(Leaf);
      if (Name.empty() && It != Program.Symbols.end() &&
          !Values.contains(Leaf) && !It->second.InLoop)
        Name = optionName(It->second);
    });
  return Name;
}

/// Whether \p Steps leave without asking anything more of the device that
/// takes time: the way out after an error.
static bool leavesEarly(const std::vector<HostStep> &Steps) {
  return !Steps.empty() &&
         (Steps.back().What == Kind::Return || Steps.back().What == Kind::Exit);
}
static bool hasActions(const std::vector<HostStep> &Steps) {
  return any_of(Steps, [](const HostStep &S) {
    return S.What == Kind::Action || hasActions(S.Body) ||
           hasActions(S.Otherwise);
  });
}

static std::string lineColumn(const SourceSpot &Spot) {
  return utostr(Spot.Line) + ":" + utostr(Spot.Column);
}

HostRun::Flow HostRun::branch(const HostStep &Branch, double Weight) {
  if (std::optional<Value> V = evaluate(Branch.Condition))
    return steps(V->Number ? Branch.Body : Branch.Otherwise, Weight);
  const auto &Given = Command.Control.BranchProbability;
  auto It = Given.find({Branch.Location.Line, Branch.Location.Column});
  if (It == Given.end())
    It = Given.find({Branch.Location.Line, 0});
  if (It != Given.end())
    return steps(It->second >= 0.5 ? Branch.Body : Branch.Otherwise, Weight);
  bool Body = hasActions(Branch.Body), Else = hasActions(Branch.Otherwise);
  // Without arguments, unless that only prints how to use the program.
  if (std::optional<Value> V; Body || Else) {
    for (const auto &[Symbol, Info] : Program.Symbols)
      if (Info.CommandLine && Info.Default && !Values.contains(Symbol)) {
        Values[Symbol] = {*Info.Default, true};
        Sources[Symbol] = {"no command line", *Info.Default};
        V = evaluate(Branch.Condition);
        Values.erase(Symbol);
        if (V && hasActions(V->Number ? Branch.Body : Branch.Otherwise))
          return steps(V->Number ? Branch.Body : Branch.Otherwise, Weight);
      }
  }
  bool Taken = Body && !leavesEarly(Branch.Body);
  if (!Body && !Else) { // an early end that nothing tells to happen
    const std::vector<HostStep> &Side =
        Branch.Body.empty() ? Branch.Otherwise : Branch.Body;
    if (!OpenLoops.empty() &&
        any_of(Side, [](const HostStep &S) { return S.What == Kind::Break; }))
      assume(("end of the loop by '" + Branch.ConditionText + "' at " +
              lineColumn(Branch.Location)),
             "never", "the condition's value is not known", "application");
    return Flow::On;
  }
  if (!leavesEarly(Branch.Body) || Else)
    assume("condition '" + Branch.ConditionText + "' at " +
               lineColumn(Branch.Location),
           Taken ? "true" : "false",
           Twine("its value is not known; give --assume '") +
               lineColumn(Branch.Location) + (Taken ? " p=0'" : " p=1'"),
           "application");
  return steps(Taken ? Branch.Body : Branch.Otherwise, Weight);
}

/// Gives a loop's variables their first values.
void HostRun::start(const HostStep &Loop) {
  std::vector<std::optional<Value>> First;
  for (const LoopValue &V : Loop.Values)
    First.push_back(evaluate(V.First));
  for (auto [V, Number] : zip(Loop.Values, First)) {
    Values.erase(V.Symbol);
    if (Number)
      Values[V.Symbol] = *Number;
  }
}

/// One iteration further: all at once, as an iteration does.
void HostRun::advance(const HostStep &Loop) {
  std::vector<std::optional<Value>> Next;
  for (const LoopValue &V : Loop.Values)
    Next.push_back(evaluate(V.Next));
  for (auto [V, Number] : zip(Loop.Values, Next)) {
    Values.erase(V.Symbol);
    if (Number)
      Values[V.Symbol] = {wrapToType(Number->Number, V.Symbol->type()),
                          Number->Assumed};
  }
}

/// How often \p Loop runs, by its condition; leaves its variables changed.
std::optional<uint64_t> HostRun::countTrips(const HostStep &Loop,
                                            bool &Assumed) {
  if (!Loop.Condition || Loop.Condition->isConstant())
    return std::nullopt;
  start(Loop);
  uint64_t Trips = 0;
  for (; Trips != MostStates; ++Trips) {
    std::optional<Value> Again = evaluate(Loop.Condition);
    if (!Again)
      return std::nullopt;
    Assumed |= Again->Assumed;
    if (!Again->Number)
      return Trips + Loop.TestedAtEnd;
    advance(Loop);
  }
  std::optional<Value> Formula = evaluate(Loop.Trips);
  if (!Formula || Formula->Number < 0)
    return std::nullopt;
  return static_cast<uint64_t>(Formula->Number);
}

/// How \p Trips rounds are run: stretches of (rounds, how many stretches like
/// this one it stands for). The first and the last rounds, where loops differ
/// from their middle, run one by one; between them a few stretches stand for
/// all. Eight rounds make one, because programs alternate between two or four
/// buffers.
SmallVector<std::pair<uint64_t, uint64_t>, 8>
HostRun::plan(uint64_t Trips) const {
  bool Many = Actions > MostActions;
  uint64_t Edge = Many ? 4 : 32, Stretches = Many ? 1 : 8;
  constexpr uint64_t Rounds = 8;
  uint64_t Like =
      Trips < 2 * Edge ? 0 : (Trips - 2 * Edge) / (Stretches * Rounds);
  if (Like < 2)
    return {{Trips, 1}};
  SmallVector<std::pair<uint64_t, uint64_t>, 8> Plan{{Edge, 1}};
  Plan.append(Stretches, {Rounds, Like});
  Plan.push_back({Trips - Edge - Stretches * Rounds * Like, 1});
  return Plan;
}

HostRun::Flow HostRun::loop(const HostStep &Loop, double Weight) {
  auto [It, New] = LoopOf.try_emplace(&Loop, Result.Loops.size());
  size_t Number = It->second;
  if (New) {
    ApplicationLoop L;
    L.Location = Loop.Location;
    L.Condition = Loop.ConditionText;
    if (Loop.Trips)
      L.Formula = toText(Loop.Trips, [&](const Expr *Leaf) {
        auto Info = Program.Symbols.find(Leaf);
        return Info == Program.Symbols.end() ? "" : Info->second.Name;
      });
    Result.Loops.push_back(std::move(L));
  }
  bool Assumed = false;
  std::optional<uint64_t> Trips;
  const auto &Given = Command.Control.LoopTrips;
  auto User = Given.find({Loop.Location.Line, Loop.Location.Column});
  if (User == Given.end())
    User = Given.find({Loop.Location.Line, 0});
  if (User != Given.end())
    Trips = static_cast<uint64_t>(std::llround(std::max(0.0, User->second)));
  else
    Trips = countTrips(Loop, Assumed);
  start(Loop);
  if (!Trips) {
    std::string Name = unknownIn(Loop.Condition);
    for (const LoopValue &V : Loop.Values)
      if (Name.empty())
        Name = unknownIn(V.First);
    if (Loop.Values.empty())
      Name = ""; // what an iteration finds out, not a number to be given
    assume("rounds of the loop '" + Loop.ConditionText + "' at " +
               lineColumn(Loop.Location),
           "1",
           Twine("not known; give ") +
               (Name.empty() ? Twine() : "--arg " + Name + "=... or ") +
               "--assume '" + lineColumn(Loop.Location) + " trips=...'",
           "application");
    Trips = 1;
    Assumed = true;
  }
  OpenLoops.push_back(static_cast<unsigned>(Number));
  Flow Left = Flow::On;
  uint64_t Done = 0;
  for (auto [Count, Like] : plan(*Trips)) {
    // A stretch is the middle one of those that it stands for.
    auto Skip = [&](uint64_t Rounds) {
      if (*Trips <= MostStates)
        for (uint64_t I = 0; I != Rounds; ++I)
          advance(Loop);
    };
    uint64_t Before = Count * ((Like - 1) / 2);
    Skip(Before);
    ApplicationTimeline::Mark Since = Timeline.mark();
    for (uint64_t I = 0; I != Count && Left == Flow::On; ++I) {
      Left = steps(Loop.Body, Weight * static_cast<double>(Like));
      if (Left == Flow::Continue)
        Left = Flow::On;
      advance(Loop);
      ++Done;
    }
    if (Left != Flow::On)
      break;
    Timeline.repeat(Since, static_cast<double>(Like - 1));
    uint64_t Skipped = Count * (Like - 1);
    Skip(Skipped - Before);
    Done += Skipped;
  }
  OpenLoops.pop_back();
  ApplicationLoop &L = Result.Loops[Number];
  L.Trips = (L.Trips * L.Entered + static_cast<double>(Done) * Weight) /
            (L.Entered + Weight);
  L.Entered += Weight;
  L.Assumed |= Assumed;
  for (const LoopValue &V : Loop.Values)
    Values.erase(V.Symbol);
  return Left == Flow::Break ? Flow::On : Left;
}

HostRun::Flow HostRun::steps(const std::vector<HostStep> &Steps,
                             double Weight) {
  for (const HostStep &Step : Steps) {
    Flow Left = Flow::On;
    switch (Step.What) {
    case Kind::Action:
      action(Step, Weight);
      break;
    case Kind::Block:
      OpenCalls.push_back(Step.Callee);
      Left = steps(Step.Body, Weight);
      OpenCalls.pop_back();
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

void HostRun::run(const HostEntry &Entry) {
  bindSymbols();
  StreamOf[""] = 0;
  Result.Streams.push_back({"", 0});
  steps(Entry.Steps, 1);
  Result.Seconds = Timeline.end();
  Result.Composition = Timeline.composition();
  // The share of each stream is what its events took.
  erase_if(Result.Streams, [](const StreamUse &S) { return S.Seconds <= 0; });
}
