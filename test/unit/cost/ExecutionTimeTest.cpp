//===- ExecutionTimeTest.cpp - In-order issue -----------------------------===//

#include "cost_models/common/ExecutionTime.h"
#include "../golden/GoldenCases.h"
#include "ThesisListing.h"

using namespace kernelcast;

namespace {

ListingLatencies latencies(const GoldenValue &Values, bool NotTakenIsIlp) {
  ListingLatencies Cycles;
  Cycles.Alu = Values["alu"].number();
  Cycles.Xmad = Values["xmad"].number();
  Cycles.Load = Values["LDG"].number();
  Cycles.Ilp = Values["ilp"].number();
  Cycles.Taken = Values["bra_taken"].number();
  Cycles.NotTaken = NotTakenIsIlp ? Cycles.Ilp : Values["bra_not"].number();
  return Cycles;
}

TEST(ExecutionTime, LatencyBoundOfTheThesisListing) {
  for (const GoldenCase &Case : goldenCases("VG.exec_graph_bra*")) {
    SCOPED_TRACE(Case.Key);
    GoldenValue Values = Case.In["latencies"];
    ListingLatencies Cycles = latencies(
        Values,
        llvm::StringRef(Case.In["not_taken_branch"].text()).contains("ILP"));
    auto Bound = [&](unsigned Trips) {
      return llvm::cantFail(latencyBound(executedInstructions(Trips, Cycles),
                                         Values["block"].number()));
    };
    std::vector<std::string> Trips = Case.Out["latency"].names();
    EXPECT_EQ(Trips.size(), 6u);
    for (const std::string &A : Trips) {
      double Cycles = Bound(std::stoul(A));
      EXPECT_GOLDEN(Cycles, Case.Out["latency"][A]);
      EXPECT_GOLDEN(Cycles - Case.Out["paper_formula"][A].number(),
                    Case.Out["diff"][A]);
    }
    EXPECT_GOLDEN((Bound(128) - Bound(32)) / 96, Case.Out["slope_large"]);
  }
}

TEST(ExecutionTime, IssueTimesOfTheThesisListing) {
  GoldenCase Case = golden("VG.exec_graph_issue_times_a1");
  SCOPED_TRACE(Case.Key);
  ListingLatencies Cycles =
      latencies(golden("VG.exec_graph_bra1_xmad13").In["latencies"], false);
  std::vector<double> Times =
      llvm::cantFail(issueTimes(executedInstructions(1, Cycles)));
  ASSERT_EQ(Times.size(), Case.Out.size());
  for (size_t I = 0; I < Times.size(); ++I)
    EXPECT_GOLDEN(Times[I], Case.Out[I]);
}

TEST(ExecutionTime, RefusesWhatIsNoSequence) {
  auto Fails = [](const std::vector<IssuedInstruction> &Sequence) {
    auto Times = issueTimes(Sequence);
    bool Failed = !Times;
    llvm::consumeError(Times.takeError());
    return Failed;
  };
  EXPECT_TRUE(Fails({{1, 1, {0}}}));
  EXPECT_TRUE(Fails({{-1, 1, {}}}));
  EXPECT_TRUE(Fails({{1, std::numeric_limits<double>::infinity(), {}}}));
  auto Bound = latencyBound({}, 0);
  EXPECT_FALSE(bool(Bound));
  llvm::consumeError(Bound.takeError());
}

} // namespace
