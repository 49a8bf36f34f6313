//===- HostInterpreterTest.cpp - Steps run with numbers -------------------===//
//
// Programs made of steps by hand, and an observer that writes down what it
// sees. All counts are small enough to be followed on paper.

#include "analysis/host/program/HostInterpreter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

const ScalarType Int = ScalarType::integer(32, true);

struct Recorder final : HostObserver {
  struct Seen {
    std::optional<uint64_t> Bytes;
    double Times;
    std::string Stream, Lack;
  };
  std::vector<Seen> Events;
  std::vector<HostAssumption> Assumptions;
  std::vector<std::pair<double, bool>> Rounds; ///< and whether assumed
  std::vector<double> More;
  std::vector<std::string> Calls;

  void event(const HostEvent &E) override {
    Events.push_back({E.Size, E.Times, E.Stream, E.SizeLack});
  }
  void assumed(const HostAssumption &A) override { Assumptions.push_back(A); }
  void enterCall(llvm::StringRef Callee) override {
    Calls.push_back(Callee.str());
  }
  void leaveCall() override {}
  void enterLoop(const HostStep &) override {}
  void leaveLoop(const HostStep &, double Count, double,
                 bool Assumed) override {
    Rounds.emplace_back(Count, Assumed);
  }
  void beginStretch() override {}
  void endStretch(double Again) override { More.push_back(Again); }

  /// Executions that the events stand for.
  double executions() const {
    double Sum = 0;
    for (const Seen &E : Events)
      Sum += E.Times;
    return Sum;
  }
};

/// for (i = 0; i < n; ++i) copy(4 * i bytes);
class HostInterpreter : public testing::Test {
protected:
  HostInterpreter() {
    Program.Pool = std::make_unique<ExpressionPool>();
    ExpressionPool &Pool = *Program.Pool;
    N = Pool.symbol("?n", Int);
    I = Pool.symbol("?i", Int);
    Program.Symbols[N] = {"n", "n", std::nullopt, false, false};
    Program.Symbols[I] = {"i", "i", std::nullopt, false, true};
    HostStep Loop;
    Loop.What = HostStep::Kind::Loop;
    Loop.Location = {"host.cu", 10, 3};
    Loop.Condition = Pool.binary(Op::Less, I, N);
    Loop.Values.push_back(
        {I, Pool.constant(0, Int), Pool.add(I, Pool.constant(1, Int))});
    Loop.Body.push_back(copy(Pool.mul(I, Pool.constant(4, Int))));
    Entry.Steps.push_back(std::move(Loop));
  }

  static HostStep copy(const Expr *Bytes) {
    HostStep Step;
    Step.What = HostStep::Kind::Action;
    Step.Action.What = HostAction::Kind::Copy;
    Step.Action.Bytes = Bytes;
    return Step;
  }
  static HostStep leave(HostStep::Kind How) {
    HostStep Step;
    Step.What = How;
    return Step;
  }
  /// if (unknown) { Body } else { Otherwise }, in line 20.
  static HostStep branch(std::vector<HostStep> Body,
                         std::vector<HostStep> Otherwise) {
    HostStep Step;
    Step.What = HostStep::Kind::Branch;
    Step.Location = {"host.cu", 20, 5};
    Step.Body = std::move(Body);
    Step.Otherwise = std::move(Otherwise);
    return Step;
  }
  const Expr *bytes(int64_t Count) {
    return Program.Pool->constant(Count, Int);
  }
  Recorder run() {
    Recorder Seen;
    runHostProgram(Program, Entry, Inputs, Seen);
    return Seen;
  }

  HostProgram Program;
  HostEntry Entry;
  HostInputs Inputs;
  const Expr *N = nullptr, *I = nullptr;
};

TEST_F(HostInterpreter, ALoopRunsByItsOwnFormulas) {
  Inputs.Variables["n"] = 3;
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 3u);
  EXPECT_EQ(Seen.Events[0].Bytes, 0u);
  EXPECT_EQ(Seen.Events[1].Bytes, 4u);
  EXPECT_EQ(Seen.Events[2].Bytes, 8u);
  EXPECT_THAT(Seen.Rounds, ElementsAre(std::pair(3.0, false)));
  EXPECT_THAT(Seen.Assumptions, IsEmpty());
}

// 32 rounds at each edge; between them 8 stretches of 8 rounds, of which each
// stands for (1000 - 64) / 64 = 14. The 40 rounds that this leaves over run one
// by one at the end.
TEST_F(HostInterpreter, AFewStretchesStandForManyRounds) {
  Inputs.Variables["n"] = 1000;
  Recorder Seen = run();
  EXPECT_EQ(Seen.Events.size(), 32u + 8 * 8 + 32 + 40);
  EXPECT_EQ(Seen.executions(), 1000);
  EXPECT_THAT(Seen.More, ElementsAre(0, 13, 13, 13, 13, 13, 13, 13, 13, 0));
  // The last round is the last: i = 999.
  EXPECT_EQ(Seen.Events.back().Bytes, 4u * 999);
}

TEST_F(HostInterpreter, ALoopWithoutANumberRunsOnceAndSaysWhatItLacks) {
  Recorder Seen = run();
  EXPECT_EQ(Seen.executions(), 1);
  EXPECT_THAT(Seen.Rounds, ElementsAre(std::pair(1.0, true)));
  ASSERT_EQ(Seen.Assumptions.size(), 1u);
  EXPECT_EQ(Seen.Assumptions[0].What, HostAssumption::Kind::Rounds);
  EXPECT_EQ(Seen.Assumptions[0].Name, "n");
  EXPECT_EQ(Seen.Assumptions[0].Step, &Entry.Steps[0]);
}

// The full name is for one of several variables; their own name is for all
// that nobody names in full.
TEST_F(HostInterpreter, AVariableHasAFullNameAndItsOwn) {
  Program.Symbols[N].Name = "run::n";
  Inputs.Variables["n"] = 3;
  EXPECT_EQ(run().executions(), 3);
  Inputs.Variables["run::n"] = 2;
  EXPECT_EQ(run().executions(), 2);
  Inputs.Variables.erase("n");
  EXPECT_EQ(run().executions(), 2);
}

// Rounds that nobody would count are as many as the formula says; for (i = 5;
// i != 0; ++i) wraps around first, where it says -5, which is no number of
// rounds.
TEST_F(HostInterpreter, AFormulaOfManyRoundsMayNotBeNegative) {
  ExpressionPool &Pool = *Program.Pool;
  HostStep &Loop = Entry.Steps[0];
  Loop.Condition = Pool.binary(Op::NotEqual, I, N);
  Loop.Values[0].First = Pool.constant(5, Int);
  Loop.Trips = Pool.sub(N, Pool.constant(5, Int));
  Inputs.Variables["n"] = 200005;
  EXPECT_EQ(run().executions(), 200000);
  Inputs.Variables["n"] = 0;
  Recorder Seen = run();
  EXPECT_EQ(Seen.executions(), 1);
  EXPECT_THAT(Seen.Rounds, ElementsAre(std::pair(1.0, true)));
}

// So many rounds are not followed one by one, but what each adds is known: the
// last round has i = 199999, and d has fallen by n as often, in 32 bits.
TEST_F(HostInterpreter, EvenChangesAreKnownInTheLastOfManyRounds) {
  ExpressionPool &Pool = *Program.Pool;
  const Expr *D = Pool.symbol("?d", Int);
  Program.Symbols[D] = {"d", "d", std::nullopt, false, true};
  HostStep &Loop = Entry.Steps[0];
  Loop.Trips = N;
  Loop.Values.push_back({D, Pool.constant(0, Int), Pool.sub(D, N)});
  Loop.Body = {copy(Pool.binary(Op::And, D, bytes(INT32_MAX))), copy(I)};
  Inputs.Variables["n"] = 200000;
  Recorder Seen = run();
  EXPECT_EQ(Seen.executions(), 2 * 200000);
  EXPECT_EQ(Seen.Events.back().Bytes, 199999u);
  EXPECT_EQ(Seen.Events[Seen.Events.size() - 2].Bytes,
            static_cast<uint64_t>(-200000ll * 199999) & INT32_MAX);
}

// So is what comes back: one of three buffers in turn, 200063 % 3 = 2 at last,
// and two buffers that change places, which have done so 200063 times.
TEST_F(HostInterpreter, BuffersThatTakeTurnsAreKnownInTheLastOfManyRounds) {
  ExpressionPool &Pool = *Program.Pool;
  const Expr *A = Pool.symbol("?a", Int), *B = Pool.symbol("?b", Int);
  Program.Symbols[A] = {"a", "a", std::nullopt, false, true};
  Program.Symbols[B] = {"b", "b", std::nullopt, false, true};
  HostStep &Loop = Entry.Steps[0];
  const Expr *Following = Pool.add(I, Pool.constant(1, Int));
  Loop.Values = {{I, Pool.constant(0, Int),
                  Pool.binary(Op::Rem, Following, Pool.constant(3, Int))},
                 {A, Pool.constant(10, Int), B},
                 {B, Pool.constant(20, Int), A}};
  Loop.Body = {copy(I), copy(A)};
  Inputs.LoopTrips[{10, 3}] = 200064;
  Recorder Seen = run();
  EXPECT_EQ(Seen.Events.back().Bytes, 20u);
  EXPECT_EQ(Seen.Events[Seen.Events.size() - 2].Bytes, 2u);
}

// s is the sum of all i before: 99999 * 99998 / 2 in the last of 100000 rounds,
// which are followed one by one. Of one more nobody knows what s is behind the
// first rounds that are left out.
TEST_F(HostInterpreter, OtherVariablesAreUnknownBehindRoundsThatAreLeftOut) {
  ExpressionPool &Pool = *Program.Pool;
  const ScalarType Wide = ScalarType::integer(64, true);
  const Expr *S = Pool.symbol("?s", Wide);
  Program.Symbols[S] = {"s", "s", std::nullopt, false, true};
  HostStep &Loop = Entry.Steps[0];
  Loop.Values.push_back(
      {S, Pool.constant(0, Wide), Pool.add(S, Pool.cast(I, Wide))});
  Loop.Body = {copy(S)};
  Inputs.LoopTrips[{10, 3}] = 100000;
  EXPECT_EQ(run().Events.back().Bytes, 4999850001u);
  Inputs.LoopTrips[{10, 3}] = 100001;
  Recorder Seen = run();
  EXPECT_EQ(Seen.Events[31].Bytes, 31u * 30 / 2);
  EXPECT_EQ(Seen.Events.back().Bytes, std::nullopt);
}

TEST_F(HostInterpreter, TheUsersTripsWin) {
  Inputs.Variables["n"] = 3;
  Inputs.LoopTrips[{10, 0}] = 5;
  EXPECT_EQ(run().executions(), 5);
}

TEST_F(HostInterpreter, ADefaultOfTheSourceIsAnAssumptionToldOnce) {
  Program.Symbols[N].Default = 2;
  Recorder Seen = run();
  EXPECT_EQ(Seen.executions(), 2);
  ASSERT_EQ(Seen.Assumptions.size(), 1u);
  EXPECT_EQ(Seen.Assumptions[0].What, HostAssumption::Kind::Variable);
  EXPECT_EQ(Seen.Assumptions[0].Source,
            HostAssumption::Origin::DefaultInSource);
  EXPECT_EQ(Seen.Assumptions[0].Value, 2);
  EXPECT_THAT(Seen.Rounds, ElementsAre(std::pair(2.0, true)));
}

TEST_F(HostInterpreter, AnUnknownConditionTakesTheSideWithActions) {
  Entry.Steps = {branch({copy(bytes(1))}, {copy(bytes(2))})};
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 1u);
  EXPECT_EQ(Seen.Events[0].Bytes, 1u);
  ASSERT_EQ(Seen.Assumptions.size(), 1u);
  EXPECT_EQ(Seen.Assumptions[0].What, HostAssumption::Kind::Condition);
  EXPECT_EQ(Seen.Assumptions[0].Value, 1);
}

// A condition on argc is decided as without arguments if the source says what
// argc is then; else it is as unknown as any other.
TEST_F(HostInterpreter, ACommandLineDecidesByItsDefault) {
  ExpressionPool &Pool = *Program.Pool;
  for (Op O : {Op::Equal, Op::NotEqual}) {
    Entry.Steps = {branch({copy(bytes(1))}, {copy(bytes(2))})};
    Entry.Steps[0].Condition = Pool.binary(O, N, Pool.constant(1, Int));
    Program.Symbols[N] = {"argc", "argc", 1, true, false};
    Recorder Seen = run();
    ASSERT_EQ(Seen.Events.size(), 1u);
    EXPECT_EQ(Seen.Events[0].Bytes, O == Op::Equal ? 1u : 2u);
    ASSERT_EQ(Seen.Assumptions.size(), 1u);
    EXPECT_EQ(Seen.Assumptions[0].Source,
              HostAssumption::Origin::NoCommandLine);
    Program.Symbols[N].Default.reset();
    Seen = run();
    ASSERT_EQ(Seen.Events.size(), 1u);
    EXPECT_EQ(Seen.Events[0].Bytes, 1u);
    ASSERT_EQ(Seen.Assumptions.size(), 1u);
    EXPECT_EQ(Seen.Assumptions[0].What, HostAssumption::Kind::Condition);
  }
}

TEST_F(HostInterpreter, TheUsersProbabilityChoosesASide) {
  Entry.Steps = {branch({copy(bytes(1))}, {copy(bytes(2))})};
  Inputs.BranchProbability[{20, 5}] = 0.2;
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 1u);
  EXPECT_EQ(Seen.Events[0].Bytes, 2u);
  EXPECT_THAT(Seen.Assumptions, IsEmpty());
}

// if (error) { free; return; }: the way out after an error is not taken, and
// nobody needs to be told.
TEST_F(HostInterpreter, TheWayOutAfterAnErrorIsNotTaken) {
  Entry.Steps = {branch({copy(bytes(1)), leave(HostStep::Kind::Return)}, {}),
                 copy(bytes(7))};
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 1u);
  EXPECT_EQ(Seen.Events[0].Bytes, 7u);
  EXPECT_THAT(Seen.Assumptions, IsEmpty());
}

TEST_F(HostInterpreter, AReturnLeavesItsFunctionAlone) {
  HostStep Call;
  Call.What = HostStep::Kind::Block;
  Call.Callee = "helper";
  Call.Body = {leave(HostStep::Kind::Return), copy(bytes(1))};
  Entry.Steps = {Call, copy(bytes(2))};
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 1u);
  EXPECT_EQ(Seen.Events[0].Bytes, 2u);
  EXPECT_THAT(Seen.Calls, ElementsAre("helper"));
}

// Round 0 breaks at once: one round has begun.
TEST_F(HostInterpreter, ABreakEndsTheLoop) {
  Inputs.Variables["n"] = 3;
  Entry.Steps[0].Body.push_back(leave(HostStep::Kind::Break));
  Recorder Seen = run();
  EXPECT_EQ(Seen.Events.size(), 1u);
  EXPECT_THAT(Seen.Rounds, ElementsAre(std::pair(1.0, false)));
}

TEST_F(HostInterpreter, StreamsAreNamedByTheirIndexes) {
  Inputs.Variables["n"] = 2;
  Entry.Steps[0].Body[0].Action.Stream = {"streams", {I}, true};
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 2u);
  EXPECT_EQ(Seen.Events[0].Stream, "streams[0]");
  EXPECT_EQ(Seen.Events[1].Stream, "streams[1]");
}

TEST_F(HostInterpreter, ASizeThatWaitsForAVariableNamesIt) {
  Entry.Steps = {copy(N)};
  Recorder Seen = run();
  ASSERT_EQ(Seen.Events.size(), 1u);
  EXPECT_EQ(Seen.Events[0].Bytes, std::nullopt);
  EXPECT_EQ(Seen.Events[0].Lack, "n");
}

TEST_F(HostInterpreter, ANegativeSizeIsNone) {
  Entry.Steps = {copy(N)};
  Inputs.Variables["n"] = -4;
  EXPECT_EQ(run().Events[0].Bytes, std::nullopt);
}

} // namespace
