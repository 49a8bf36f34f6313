//===- MwpCwpEquationsTest.cpp - Hong and Kim, Wang and Lou ---------------===//

#include "cost_models/mwp-cwp/MwpCwpEquations.h"
#include "test/unit/golden/GoldenCases.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;

namespace {

MwpCwpInputs<> inputs(const GoldenValue &In) {
  MwpCwpInputs<> I;
  auto Optional = [&](const char *Name) {
    return In.has(Name) ? In[Name].number() : 0;
  };
  I.MemoryLatency = In["Mem_LD"].number();
  I.L2Latency = Optional("L2_hit");
  I.DepartureUncoalesced = In["dep_uncoal"].number();
  I.DepartureCoalesced = In["dep_coal"].number();
  I.Clock = In["freq"].number();
  I.Bandwidth = In["bw"].number();
  I.IssueCycles = In["issue"].number();
  I.LoadBytes = I.TransactionBytes = In["load_bytes"].number();
  I.Instructions = In["total_insts"].number();
  I.Uncoalesced = In["n_uncoal"].number();
  I.Coalesced = In["n_coal"].number();
  I.TransactionsUncoalesced = In["uncoal_per_mw"].number();
  I.FirstInstructions = In["first_comp"].number();
  I.Barriers = Optional("synch");
  I.ActiveWarps = In["N"].number();
  I.ActiveBlocks = In["active_blocks"].number();
  I.ActiveSMs = In["active_SMs"].number();
  I.Blocks = In["blocks"].number();
  return I;
}

llvm::Expected<MwpCwpResult<>> mwpCwp(const MwpCwpInputs<> &Inputs,
                                      const MwpCwpOptions &Options) {
  GpuSpec None;
  Equations<double> Silent(None);
  return kernelcast::mwpCwp(Silent, Inputs, Options);
}

MwpCwpResult<> run(const MwpCwpInputs<> &Inputs, const MwpCwpOptions &Options) {
  auto R = ::mwpCwp(Inputs, Options);
  if (!R) {
    ADD_FAILURE() << llvm::toString(R.takeError());
    return {};
  }
  return *R;
}

void expect(const MwpCwpResult<> &R, const GoldenValue &Out) {
  EXPECT_GOLDEN(R.Case, Out["case"]);
  EXPECT_GOLDEN(R.LatencyUncoalesced, Out["Mem_L_Uncoal"]);
  EXPECT_GOLDEN(R.Latency, Out["Mem_L"]);
  EXPECT_GOLDEN(R.DepartureDelay, Out["departure_delay"]);
  EXPECT_GOLDEN(R.MemoryCycles, Out["Mem_cycles"]);
  EXPECT_GOLDEN(R.ComputeCycles, Out["Comp_cycles"]);
  EXPECT_GOLDEN(R.BandwidthPerWarp, Out["BW_per_warp"]);
  EXPECT_GOLDEN(R.MwpWithoutBandwidth.value_or(0), Out["MWP_without_BW"]);
  EXPECT_GOLDEN(R.MwpPeakBandwidth, Out["MWP_peak_BW"]);
  EXPECT_GOLDEN(R.Mwp, Out["MWP"]);
  EXPECT_GOLDEN(R.CwpFull, Out["CWP_full"]);
  EXPECT_GOLDEN(R.Cwp, Out["CWP"]);
  EXPECT_GOLDEN(R.Repetitions, Out["Rep"]);
  EXPECT_GOLDEN(R.ExecutionCycles, Out["exec_cycles_app"]);
  EXPECT_GOLDEN(R.BarrierCycles, Out["synch_cost"]);
  EXPECT_GOLDEN(R.Cycles, Out["total_cycles"]);
  EXPECT_GOLDEN(R.Seconds, Out["seconds"]);
  EXPECT_EQ(name(R.Limiter).str(), Out["mwp_limiter"].text());
  if (Out.has("first")) {
    EXPECT_GOLDEN(R.FirstWarp, Out["first"]);
    EXPECT_GOLDEN(R.LastWarp, Out["last"]);
  }
  if (Out.has("cache_hit_mem")) {
    EXPECT_GOLDEN(R.CacheHitRounds, Out["cache_hit_mem"]);
  }
}

MwpCwpOptions options(bool L2, bool Corrected = false,
                      BytesRule Bytes = BytesRule::Requested) {
  MwpCwpOptions O;
  O.L2 = L2;
  O.Corrected = Corrected;
  O.Bytes = Bytes;
  return O;
}

TEST(MwpCwpEquations, IscaExample) {
  GoldenCase Case = golden("HK.isca09_example");
  expect(run(inputs(Case.In), {}), Case.Out);
  Case = golden("HK.isca09_example_mwp2dp");
  MwpCwpOptions Rounded;
  Rounded.MwpDecimals = 2;
  expect(run(inputs(Case.In), Rounded), Case.Out);
}

/// Every variant that a case has.
void expectVariants(const GoldenCase &Case) {
  SCOPED_TRACE(Case.Key);
  unsigned Checked = 0;
  auto Variant = [&](const char *Name, const MwpCwpOptions &Options) {
    if (!Case.Out.has(Name))
      return;
    expect(run(inputs(Case.In), Options), Case.Out[Name]);
    ++Checked;
  };
  Variant("isca09", options(false));
  Variant("wl_paper", options(true));
  Variant("wl_corrected", options(true, true));
  Variant("isca09_transactions",
          options(false, false, BytesRule::Transactions));
  Variant("wl_transactions", options(true, false, BytesRule::Transactions));
  EXPECT_GE(Checked, 2u);
}

TEST(MwpCwpEquations, SaxpyOnTitanX) {
  for (const GoldenCase &Case : goldenCases("HK.titanx_saxpy_*"))
    expectVariants(Case);
}

TEST(MwpCwpEquations, FewWarpsAndMuchComputation) {
  expectVariants(golden("HK.case1"));
  expectVariants(golden("HK.case3"));
}

// Counting transactions, the time is not below the traffic's own.
// One warp in a thousand accesses memory; 8 warps compute 100 cycles each. MWP
// is 8, CWP 1.004, and so case 2: 0.4 * 8 / 8 + 100 * (8 - 1) = 700.4 cycles,
// where 100 cycles an access would be 700000.4.
TEST(MwpCwpEquations, FewWarpsWithMemory) {
  MwpCwpInputs<> I;
  I.MemoryLatency = 400;
  I.DepartureUncoalesced = I.DepartureCoalesced = 4;
  I.Clock = 1e9;
  I.Bandwidth = 1e12;
  I.IssueCycles = 1;
  I.Instructions = 100;
  I.Coalesced = 0.001;
  I.HitRatio = 0;
  I.ActiveWarps = 8;
  I.ActiveBlocks = 1;
  I.ActiveSMs = 1;
  I.Blocks = 1;
  const MwpCwpResult<> R = run(I, {});
  EXPECT_EQ(R.Case, 2u);
  EXPECT_DOUBLE_EQ(R.ComputePeriod, 100);
  EXPECT_NEAR(R.ExecutionCycles, 700.4, 1e-9);
}

TEST(MwpCwpEquations, NotBelowTheTrafficOfSaxpy) {
  for (const GoldenCase &Case : goldenCases("HK.titanx_saxpy_*_bytes")) {
    MwpCwpResult<> R =
        run(inputs(Case.In), options(false, false, BytesRule::Transactions));
    EXPECT_GE(R.Seconds, Case.Out["dram_floor_s"].number()) << Case.Key;
    EXPECT_GOLDEN(Case.Out["dram_bytes"].number() / Case.In["bw"].number(),
                  Case.Out["dram_floor_s"]);
  }
}

TEST(MwpCwpEquations, Repetitions) {
  GoldenCase Case = golden("HK.rep_literal_wl19");
  MwpCwpOptions O = options(true);
  EXPECT_GOLDEN(run(inputs(Case.In), O).Repetitions, Case.Out["hk"]);
  O.Repetitions = RepetitionRule::Warps;
  EXPECT_GOLDEN(run(inputs(Case.In), O).Repetitions, Case.Out["wl19"]);
  O.Repetitions = RepetitionRule::Ceil;
  EXPECT_GOLDEN(run(inputs(Case.In), O).Repetitions, Case.Out["ceil"]);
}

//===- Properties ---------------------------------------------------------===//

/// The same launches at random every time.
class RandomLaunches : public testing::Test {
protected:
  double between(double Low, double High) {
    return std::uniform_real_distribution<double>(Low, High)(Random);
  }
  MwpCwpInputs<> launch() {
    MwpCwpInputs<> I;
    I.MemoryLatency = between(100, 1000);
    I.L2Latency = between(50, 100);
    I.DepartureUncoalesced = between(0, 50);
    I.DepartureCoalesced = between(0, 10);
    I.Clock = between(5e8, 2e9);
    I.Bandwidth = std::pow(10, between(9, 13));
    I.IssueCycles = between(0.25, 4);
    I.Uncoalesced = unsigned(between(0, 20));
    I.Coalesced = 1 + unsigned(between(0, 20));
    I.TransactionsUncoalesced = between(1, 32);
    I.Instructions = I.Uncoalesced + I.Coalesced + std::pow(10, between(0, 4));
    I.FirstInstructions = between(0, I.Instructions / 2);
    I.ActiveBlocks = 1 + unsigned(between(0, 8));
    I.ActiveWarps = I.ActiveBlocks * (1 + unsigned(between(0, 8)));
    I.ActiveSMs = 1 + unsigned(between(0, 100));
    I.Blocks = I.ActiveBlocks * I.ActiveSMs * between(1, 50);
    return I;
  }
  std::mt19937 Random{1};
};

// Memory time per round is at least bytes over bandwidth when the bytes of the
// transactions are counted and no access hits a cache.
TEST_F(RandomLaunches, NotBelowTheTraffic) {
  for (unsigned I = 0; I < 2000; ++I) {
    MwpCwpInputs<> In = launch();
    double Transactions = In.Uncoalesced * In.TransactionsUncoalesced +
                          In.Coalesced * In.TransactionsCoalesced;
    double Warps = In.Blocks * In.ActiveWarps / In.ActiveBlocks;
    double Floor = Warps * Transactions * In.TransactionBytes / In.Bandwidth;
    for (bool L2 : {false, true}) {
      MwpCwpOptions O = options(L2, true, BytesRule::Transactions);
      In.HitRatio = 0;
      EXPECT_GE(run(In, O).Seconds, Floor * (1 - 1e-12)) << I;
    }
  }
}

// No faster than the computation of all warps either.
TEST_F(RandomLaunches, NotBelowTheComputation) {
  unsigned Printed = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    MwpCwpInputs<> In = launch();
    double Floor = In.IssueCycles * In.Instructions * In.ActiveWarps *
                   In.Blocks / (In.ActiveBlocks * In.ActiveSMs);
    for (bool L2 : {false, true}) {
      MwpCwpOptions O = options(L2, true);
      In.HitRatio = 0;
      Printed += run(In, O).Cycles < 0.5 * Floor;
      O.AllComputation = true;
      EXPECT_GE(run(In, O).Cycles, Floor * (1 - 1e-12)) << I;
    }
  }
  EXPECT_GT(Printed, 100u); // what the option is for
}

// An L2 that answers as late as the memory changes nothing in case 2; neither
// does one that is never hit.
TEST_F(RandomLaunches, UselessL2) {
  unsigned Seen = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    MwpCwpInputs<> In = launch();
    MwpCwpInputs<> NeverHit = In;
    NeverHit.HitRatio = 0;
    double Hit = run(NeverHit, options(true)).Cycles;
    In.L2Latency = In.MemoryLatency;
    MwpCwpResult<> Isca = run(In, {});
    if (Isca.Case != 2)
      continue;
    ++Seen;
    EXPECT_NEAR(run(In, options(true)).Cycles, Isca.Cycles, 1e-9 * Isca.Cycles);
    EXPECT_NEAR(Hit, Isca.Cycles, 1e-9 * Isca.Cycles);
  }
  EXPECT_GT(Seen, 100u);
}

// Within one case, more bandwidth and less latency never cost time.
TEST_F(RandomLaunches, MonotoneWithinACase) {
  for (unsigned I = 0; I < 2000; ++I) {
    MwpCwpInputs<> In = launch(), Faster = In, Nearer = In;
    Faster.Bandwidth *= between(1, 4);
    Nearer.MemoryLatency *= between(0.25, 1);
    MwpCwpOptions O = options(false, false, BytesRule::Transactions);
    MwpCwpResult<> R = run(In, O);
    for (const MwpCwpInputs<> &Better : {Faster, Nearer})
      if (MwpCwpResult<> B = run(Better, O); B.Case == R.Case) {
        // Warps that no longer wait for memory compute at the end: at most one
        // computation period each.
        double Slack = R.ComputePeriod * In.ActiveWarps * R.Repetitions;
        EXPECT_LE(B.Cycles, R.Cycles + Slack) << I;
      }
  }
}

TEST(MwpCwpEquations, DegenerateInputIsAnError) {
  auto Refused = [](const MwpCwpInputs<> &In, const MwpCwpOptions &O = {}) {
    auto R = ::mwpCwp(In, O);
    bool Failed = !R;
    llvm::consumeError(R.takeError());
    return Failed;
  };
  MwpCwpInputs<> Good = inputs(golden("HK.isca09_example").In);
  EXPECT_FALSE(Refused(Good));
  for (double MwpCwpInputs<>::*Field :
       {&MwpCwpInputs<>::Clock, &MwpCwpInputs<>::Bandwidth,
        &MwpCwpInputs<>::IssueCycles, &MwpCwpInputs<>::Instructions,
        &MwpCwpInputs<>::ActiveWarps, &MwpCwpInputs<>::ActiveBlocks,
        &MwpCwpInputs<>::ActiveSMs, &MwpCwpInputs<>::Blocks,
        &MwpCwpInputs<>::MemoryLatency}) {
    for (double Bad : {0.0, -1.0, double(NAN), double(INFINITY)}) {
      MwpCwpInputs<> In = Good;
      In.*Field = Bad;
      EXPECT_TRUE(Refused(In)) << Bad;
    }
  }
  EXPECT_TRUE(Refused(Good, options(true))) << "no L2 latency";
  MwpCwpInputs<> TooMuch = Good;
  TooMuch.HitRatio = 1.5;
  EXPECT_TRUE(Refused(TooMuch));
  MwpCwpInputs<> Huge = Good;
  Huge.Blocks = 1e308;
  Huge.Barriers = 1e10;
  EXPECT_TRUE(Refused(Huge));
}

// Without memory instructions the warps only compute: 33 * 4 * 20 cycles, once.
TEST(MwpCwpEquations, NoMemory) {
  MwpCwpInputs<> In = inputs(golden("HK.isca09_example").In);
  In.Uncoalesced = In.Coalesced = 0;
  MwpCwpResult<> R = run(In, {});
  EXPECT_EQ(R.Case, 0u);
  EXPECT_EQ(R.Cycles, 2640);
}

// Of 8 warps 4 wait for memory at once: 200 * 8 / 4 + 40 * 3 cycles in case 2.
// All computation after one wait, 200 + 40 * 8, is as long: the memory still
// bounds. With one instruction more it no longer does.
TEST(MwpCwpEquations, ATieIsTheMemorys) {
  MwpCwpInputs<> In = inputs(golden("HK.isca09_example").In);
  In.MemoryLatency = 200;
  In.DepartureUncoalesced = In.DepartureCoalesced = 50;
  In.Bandwidth = 1e15;
  In.Uncoalesced = 0;
  In.Coalesced = 1;
  In.IssueCycles = 4;
  In.Instructions = 10;
  In.Barriers = 0;
  In.ActiveWarps = In.ActiveBlocks = 8;
  In.Blocks = In.ActiveBlocks * In.ActiveSMs;
  MwpCwpOptions O;
  O.AllComputation = true;
  MwpCwpResult<> R = run(In, O);
  EXPECT_EQ(R.Mwp, 4);
  EXPECT_EQ(R.Case, 2u);
  EXPECT_EQ(R.Cycles, 520);
  EXPECT_EQ(R.MemoryPart, 400);
  In.Instructions = 11;
  R = run(In, O);
  EXPECT_EQ(R.Case, 3u);
  EXPECT_EQ(R.Cycles, 200 + 44 * 8);
}

// Transactions that depart without delay do not limit MWP.
TEST(MwpCwpEquations, NoDepartureDelay) {
  MwpCwpInputs<> In = inputs(golden("HK.isca09_example").In);
  In.DepartureUncoalesced = In.DepartureCoalesced = 0;
  MwpCwpResult<> R = run(In, {});
  EXPECT_FALSE(R.MwpWithoutBandwidth);
  EXPECT_EQ(R.Limiter, MwpLimiter::Bandwidth);
}

} // namespace
