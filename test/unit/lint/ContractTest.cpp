//===- ContractTest.cpp - Reading contracts, and judging facts ------------===//

#include "tool/lint/Contract.h"
#include "tool/lint/ContractFacts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <limits>

using namespace kernelcast;
using namespace llvm;
using testing::ElementsAre;
using testing::Optional;

static Contract read(StringRef Text) {
  std::vector<ReportDiagnostic> Mistakes;
  std::vector<Contract> Read = readContracts(Text, {"a.cu", 3, 16}, Mistakes);
  for (const ReportDiagnostic &Each : Mistakes)
    ADD_FAILURE() << Each.Message;
  return Read.empty() ? Contract() : Read.front();
}

static int64_t valueOf(StringRef Expression) {
  return read(("time(g, n=" + Expression + ") < 1s").str())
      .Launch.Arguments["n"]
      .Integer;
}

TEST(Contract, KnowsWhereItStands) {
  std::vector<ReportDiagnostic> Mistakes;
  std::vector<Contract> Read = readContracts(
      "registers <= 32;  bank_degree(t) == 1", {"a.cu", 3, 16}, Mistakes);
  ASSERT_EQ(Read.size(), 2u);
  EXPECT_EQ(Read[0].Text, "registers <= 32");
  EXPECT_EQ(Read[0].Location.Column, 16u);
  EXPECT_EQ(Read[0].Range.EndColumn, 31u);
  EXPECT_EQ(Read[1].Location.Column, 34u); // 16 + 18
  EXPECT_EQ(Read[1].ArrayAt.Column, 46u);  // 34 + 12
  EXPECT_EQ(Read[1].Array, "t");
}

TEST(Contract, TakesUnitsOfTheFact) {
  EXPECT_DOUBLE_EQ(read("time(g) < 2.5us").Limit, 2.5e-6);
  EXPECT_DOUBLE_EQ(read("time(g) < 3ns").Limit, 3e-9);
  EXPECT_DOUBLE_EQ(read("time(g) < 4 ms").Limit, 4e-3);
  EXPECT_DOUBLE_EQ(read("time(g) < 1e-3s").Limit, 1e-3);
  EXPECT_DOUBLE_EQ(read("occupancy >= 50%").Limit, 0.5);
  EXPECT_DOUBLE_EQ(read("divergence >= 5").Limit, 0.05);
  EXPECT_DOUBLE_EQ(read("registers >= 5").Limit, 5);
}

TEST(Contract, CalculatesAsC) {
  EXPECT_EQ(valueOf("1<<20"), 1 << 20);
  EXPECT_EQ(valueOf("1 + 2 * 3 << 1"), 14); // (1 + 6) * 2
  EXPECT_EQ(valueOf("(1 + 2) * 3"), 9);
  EXPECT_EQ(valueOf("7 - 2 - 1"), 4);
  EXPECT_EQ(valueOf("-7 / 2"), -3); // towards zero
  EXPECT_EQ(valueOf("-7 % 4"), -3);
  EXPECT_EQ(valueOf("2^10 + 0x10 + 1e3"), 1024 + 16 + 1000);
  EXPECT_EQ(valueOf("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(valueOf("256 >> 2 >> 1"), 32);
  EXPECT_FALSE(read("time(g, x=0.5) < 1s").Launch.Arguments["x"].IsInteger);
}

TEST(Contract, HasShapes) {
  const Contract C = read(
      "time(g, grid=1<<10 x 2, block=(8+8)x4x2, dynamic_shared=48*1024) < 1s");
  EXPECT_THAT(C.Launch.Grid, Optional(ElementsAre(1024, 2, 1)));
  EXPECT_THAT(C.Launch.Block, Optional(ElementsAre(16, 4, 2)));
  EXPECT_EQ(C.Launch.DynamicSharedBytes, 49152u);
  EXPECT_TRUE(C.Launch.Arguments.empty());
}

static Verdict judged(StringRef Text, Known<double> Value) {
  MeasuredFact Fact;
  Fact.Value = Value;
  return verdict(read(Text), Fact);
}

// A fact that lies between bounds keeps or breaks a contract if all of it does.
TEST(ContractFacts, AreJudgedByTheirBounds) {
  const Known<double> Between(3, 2, 5, How::Bounded);
  EXPECT_EQ(judged("bank_degree <= 5", Between), Verdict::Holds);
  EXPECT_EQ(judged("bank_degree < 5", Between), Verdict::Undecided);
  EXPECT_EQ(judged("bank_degree <= 4", Between), Verdict::Undecided);
  EXPECT_EQ(judged("bank_degree < 2", Between), Verdict::Broken);
  EXPECT_EQ(judged("bank_degree >= 2", Between), Verdict::Holds);
  EXPECT_EQ(judged("bank_degree > 5", Between), Verdict::Broken);
  EXPECT_EQ(judged("bank_degree == 3", Between), Verdict::Undecided);
  EXPECT_EQ(judged("bank_degree == 6", Between), Verdict::Broken);
  EXPECT_EQ(judged("bank_degree == 1", Between), Verdict::Broken);
}

TEST(ContractFacts, OfOneValueAreDecided) {
  EXPECT_EQ(judged("registers == 32", Known<double>(32)), Verdict::Holds);
  EXPECT_EQ(judged("registers < 32", Known<double>(32)), Verdict::Broken);
  // 0.07 is not 7 * 0.01.
  EXPECT_EQ(judged("divergence <= 7%", Known<double>(0.07)), Verdict::Holds);
  EXPECT_EQ(judged("divergence >= 7%", Known<double>(0.07)), Verdict::Holds);
}

TEST(ContractFacts, OfASampleCountAsTheyAre) {
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  const Known<double> Sampled(3, 0, Infinity, How::Sampled);
  EXPECT_EQ(judged("sectors_per_warp(load a) <= 3", Sampled), Verdict::Holds);
  EXPECT_EQ(judged("sectors_per_warp(load a) < 3", Sampled), Verdict::Broken);
  const Known<double> Assumed(3, 0, Infinity, How::Assumed);
  EXPECT_EQ(judged("sectors_per_warp(load a) <= 3", Assumed),
            Verdict::Undecided);
}

TEST(ContractFacts, ThatAreUnknownAreUndecided) {
  MeasuredFact Fact;
  Fact.Value = Known<double>(1);
  Fact.Unknown = "nothing tells it";
  EXPECT_EQ(verdict(read("registers <= 5"), Fact), Verdict::Undecided);
  EXPECT_EQ(whyUndecided(read("registers <= 5"), Fact), "nothing tells it");
}
