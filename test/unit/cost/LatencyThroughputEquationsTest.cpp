//===- LatencyThroughputEquationsTest.cpp - The thesis' numbers -----------===//

#include "cost_models/latency-throughput/LatencyThroughputEquations.h"
#include "../golden/GoldenCases.h"
#include "ThesisListing.h"

using namespace kernelcast;

namespace {

/// A GPU of the thesis.
struct Device {
  double Multiprocessors, Clock, Cores, Schedulers, Warp, Bandwidth;
};

/// The GPU that \p Key names, from the case that computes its bandwidth.
Device device(llvm::StringRef Key) {
  bool IsTitan = Key.contains("TITANX");
  EXPECT_TRUE(IsTitan || Key.contains("GTX970"));
  GoldenValue In =
      golden(IsTitan ? "VG.gmem_bw_TITANX" : "VG.gmem_bw_GTX970").In;
  return {In["SMs"].number(),
          In["clk"].number(),
          In["cores"].number(),
          In["sched"].number(),
          In["warp"].number(),
          In["mem_clk"].number() * (In["bus"].number() / 8) *
              In["rate"].number()};
}

/// What the listing costs with \p A iterations, counted on its lines.
struct Counts {
  double Cores, Memory, Pairs, ExecutedPairs;
  double instructions() const { return Cores + Memory; }
};

Counts counts(unsigned A) {
  Counts C{};
  for (size_t Line : executedLines(A)) {
    const ListingLine &Step = thesisListing()[Line];
    bool IsMemory = Step.Operation == "LDG" || Step.Operation == "STG";
    (IsMemory ? C.Memory : C.Cores) += 1;
    C.ExecutedPairs += Step.WithNext;
  }
  for (const ListingLine &Step : thesisListing())
    C.Pairs += Step.WithNext;
  return C;
}

constexpr std::pair<const char *, IssueCount> IssueCounts[] = {
    {"text", IssueCount::Text},
    {"code", IssueCount::Code},
    {"corrected", IssueCount::Corrected}};

/// saxpy2 of the thesis with \p A iterations: 942 + 24 a cycles (5.1).
LatencyThroughputInput<> saxpy2(const Device &D, unsigned A, IssueCount Rule,
                                double Blocks, double Threads, double Occupancy,
                                double Lambda) {
  Counts C = counts(A);
  LatencyThroughputInput<> In;
  In.Warps = launchedWarps(Blocks, Threads, D.Warp);
  In.Occupancy = Occupancy;
  In.Latency = llvm::cantFail(
      latencyBound(executedInstructions(A, {6, 13, 350, 3, 12, 10}), 150));
  In.LatencyLambda = Lambda;
  In.Multiprocessors = D.Multiprocessors;
  In.Clock = D.Clock;
  In.Units = {
      {Cost::ArithmeticThroughput, D.Warp * C.Cores, D.Cores, Lambda},
      {Cost::IssueSlots,
       issuedInstructions(Rule, C.instructions(), C.Pairs, C.ExecutedPairs),
       D.Schedulers, Lambda},
      {Cost::DramBandwidth, C.Memory * 4 * D.Warp,
       bytesPerCycle(D.Bandwidth, D.Multiprocessors, D.Clock), Lambda}};
  return In;
}

/// The keys of the worked examples.
std::string key(Cost What) {
  switch (What) {
  case Cost::ArithmeticThroughput:
    return "cuda";
  case Cost::IssueSlots:
    return "issue";
  case Cost::DramBandwidth:
    return "gmem";
  case Cost::Latency:
    return "latency";
  case Cost::Fp32:
    return "fp32";
  case Cost::SpecialFunctions:
    return "sfu";
  case Cost::Fp64:
    return "fp64";
  case Cost::LoadStore:
    return "ldst";
  default:
    return "smem";
  }
}

llvm::Expected<LatencyThroughputResult<>>
evaluate(const LatencyThroughputInput<> &In) {
  GpuSpec None;
  Equations<double> Silent(None);
  return latencyThroughput(Silent, In);
}

LatencyThroughputResult<> run(const LatencyThroughputInput<> &In) {
  return llvm::cantFail(evaluate(In));
}

void expectResult(const LatencyThroughputInput<> &In,
                  const GoldenValue &Wanted) {
  LatencyThroughputResult<> R = run(In);
  EXPECT_GOLDEN(In.Warps, Wanted["warps"]);
  for (size_t I = 0; I < In.Units.size(); ++I)
    EXPECT_GOLDEN(R.CyclesPerUnit[I], Wanted["terms"][key(In.Units[I].What)]);
  EXPECT_EQ(Wanted["terms"].names().size(), In.Units.size());
  EXPECT_GOLDEN(R.CyclesPerWarp, Wanted["CPW"]);
  EXPECT_GOLDEN(R.LatencyThroughput, Wanted["lat_wpc"]);
  EXPECT_GOLDEN(R.PeakThroughput, Wanted["thr_wpc"]);
  EXPECT_GOLDEN(R.WarpThroughput, Wanted["warp_throughput"]);
  EXPECT_GOLDEN(R.TransitionOccupancy, Wanted["transition_occupancy"]);
  EXPECT_EQ(key(R.limiter(In.Units)), Wanted["limiter"].text());
  EXPECT_GOLDEN(R.Seconds, Wanted["t_s"]);
}

constexpr double Lambda = 0.703787; // table 6.1, for the cases without it

TEST(LatencyThroughput, MemoryBandwidth) {
  for (const GoldenCase &Case : goldenCases("VG.gmem_bw_*")) {
    SCOPED_TRACE(Case.Key);
    Device D = device(Case.Key);
    double PerCycle = bytesPerCycle(D.Bandwidth, D.Multiprocessors, D.Clock);
    EXPECT_GOLDEN(PerCycle, Case.Out["bytes_per_cycle_SM"]);
    EXPECT_GOLDEN(D.Bandwidth / 1e9, Case.Out["total_GBps"]);
  }
}

/// "23+4a" at \p A.
double formula(const std::string &Text, double A) {
  auto [Constant, Slope] = llvm::StringRef(Text).split('+');
  return std::stod(Constant.str()) + std::stod(Slope.drop_back().str()) * A;
}

TEST(LatencyThroughput, CountsOfTheListing) {
  GoldenCase Case = golden("VG.saxpy2_counts");
  SCOPED_TRACE(Case.Key);
  EXPECT_GOLDEN(thesisListing().size(), Case.Out["total"]);
  EXPECT_GOLDEN(LoopEnd - LoopBegin, Case.Out["loop"]);
  EXPECT_GOLDEN(counts(1).Memory, Case.Out["mem"]);
  EXPECT_GOLDEN(counts(1).Pairs, Case.Out["dual_pairs"]);
  EXPECT_GOLDEN(counts(2).ExecutedPairs - counts(1).ExecutedPairs,
                Case.Out["dual_pairs_in_loop"]);
  for (unsigned A : {1u, 7u}) {
    Counts C = counts(A);
    EXPECT_EQ(C.Cores, formula(Case.Out["ins_cuda"].text(), A));
    for (auto [Name, Rule] : IssueCounts)
      EXPECT_EQ(
          issuedInstructions(Rule, C.instructions(), C.Pairs, C.ExecutedPairs),
          formula(Case.Out[std::string("issued_") + Name].text(), A));
    LatencyThroughputInput<> In =
        saxpy2(device("GTX970"), A, IssueCount::Text, 1, 32, 64, 1);
    EXPECT_EQ(In.Latency, formula(Case.Out["latency"].text(), A));
    EXPECT_GOLDEN(In.Units.back().PerWarp, Case.Out["gbytes"]);
  }
}

TEST(LatencyThroughput, ComputeIntensity) {
  for (const GoldenCase &Case : goldenCases("VG.saxpy2_*_N1e8_a*")) {
    SCOPED_TRACE(Case.Key);
    double Threads = Case.In["block"].number();
    for (auto [Rule, Count] : IssueCounts) {
      SCOPED_TRACE(Rule);
      expectResult(saxpy2(device(Case.Key), Case.In["a"].number(), Count,
                          std::ceil(Case.In["N"].number() / Threads), Threads,
                          Case.In["occ"].number(), Case.In["lam"].number()),
                   Case.Out[Rule]);
    }
  }
}

TEST(LatencyThroughput, BlockSize) {
  for (const GoldenCase &Case : goldenCases("VG.block_*_*")) {
    SCOPED_TRACE(Case.Key);
    double Threads = Case.In["block"].number();
    expectResult(saxpy2(device(Case.Key), Case.In["a"].number(),
                        IssueCount::Text,
                        std::ceil(Case.In["N"].number() / Threads), Threads,
                        Case.In["occ"].number(), Lambda),
                 Case.Out);
  }
}

TEST(LatencyThroughput, Occupancy) {
  for (const GoldenCase &Case : goldenCases("VG.occ_sweep_*_a*")) {
    SCOPED_TRACE(Case.Key);
    double Threads = Case.In["block"].number();
    auto At = [&](double Occupancy) {
      return run(saxpy2(device(Case.Key), Case.In["a"].number(),
                        IssueCount::Text,
                        std::ceil(Case.In["N"].number() / Threads), Threads,
                        Occupancy, Lambda));
    };
    EXPECT_GOLDEN(At(64).TransitionOccupancy, Case.Out["transition"]);
    GoldenValue Times = Case.Out["t_ms"];
    EXPECT_EQ(Times.names().size(), 32u);
    for (const std::string &Occupancy : Times.names())
      EXPECT_GOLDEN(At(std::stod(Occupancy)).Seconds * 1e3, Times[Occupancy]);
  }
}

TEST(LatencyThroughput, FirstIntensityBoundByTheCores) {
  GoldenCase Case = golden("VG.mem_to_core_crossover");
  SCOPED_TRACE(Case.Key);
  for (const char *Name : {"GTX970", "TITANX"}) {
    unsigned A = 1;
    for (; A < 200; ++A) {
      LatencyThroughputInput<> In =
          saxpy2(device(Name), A, IssueCount::Text, 1, 32, 64, Lambda);
      if (run(In).limiter(In.Units) != Cost::DramBandwidth)
        break;
    }
    EXPECT_GOLDEN(A, Case.Out[Name]);
  }
}

TEST(LatencyThroughput, EveryUnit) {
  GoldenCase Case = golden("VG.full_bound_example");
  SCOPED_TRACE(Case.Key);
  LatencyThroughputInput<> In;
  In.Warps = In.Occupancy = In.Latency = In.Multiprocessors = In.Clock = 1;
  double Warp = Case.In["warp"].number();
  for (Cost Unit :
       {Cost::Fp32, Cost::SpecialFunctions, Cost::Fp64, Cost::LoadStore}) {
    GoldenValue Asked = Case.In[key(Unit)];
    In.Units.push_back({Unit, Warp * Asked[0].number(), Asked[1].number()});
  }
  In.Units.push_back({Cost::IssueSlots, Case.In["issue"][0].number(),
                      Case.In["issue"][1].number()});
  In.Units.push_back({Cost::DramBandwidth, Case.In["gmem"][0].number(),
                      Case.In["gmem"][1].number()});
  In.Units.push_back({Cost::SharedMemory, Case.In["smem_bytes"][0].number(),
                      Case.In["smem_bytes"][1].number()});
  LatencyThroughputResult<> R = run(In);
  EXPECT_GOLDEN(R.CyclesPerWarp, Case.Out["CPW"]);
  EXPECT_EQ(Case.Out["terms"].names().size(), In.Units.size());
  for (size_t I = 0; I < In.Units.size(); ++I)
    EXPECT_GOLDEN(R.CyclesPerUnit[I], Case.Out["terms"][key(In.Units[I].What)]);
}

//===- Properties ---------------------------------------------------------===//

// Time does not rise with occupancy, bandwidth or any unit's throughput, and
// does not fall with latency; it is never below what a unit needs by itself.
TEST(LatencyThroughput, Monotone) {
  for (unsigned A : {1u, 32u, 1024u}) {
    auto Base = [&](double Occupancy) {
      return saxpy2(device("GTX970"), A, IssueCount::Corrected, 1000, 256,
                    Occupancy, 1);
    };
    double Last = std::numeric_limits<double>::infinity();
    for (unsigned Occupancy = 1; Occupancy <= 64; ++Occupancy) {
      LatencyThroughputInput<> In = Base(Occupancy);
      double Time = run(In).Seconds;
      EXPECT_LE(Time, Last * (1 + 1e-12));
      Last = Time;
      for (ThroughputUnit<> &Unit : In.Units) {
        double Alone = In.Warps * Unit.PerWarp / Unit.PerCycle /
                       In.Multiprocessors / In.Clock;
        EXPECT_GE(Time, Alone * (1 - 1e-12));
        double PerCycle = Unit.PerCycle;
        Unit.PerCycle *= 2;
        EXPECT_LE(run(In).Seconds, Time);
        Unit.PerCycle = PerCycle;
      }
      In.Latency *= 2;
      EXPECT_GE(run(In).Seconds, Time);
    }
  }
}

// A calibration of one ceiling moves the time only when that ceiling is lowest.
TEST(LatencyThroughput, LambdaOfEachCeiling) {
  LatencyThroughputInput<> In =
      saxpy2(device("GTX970"), 1, IssueCount::Corrected, 1000, 256, 64, 1);
  double Time = run(In).Seconds;
  EXPECT_EQ(run(In).limiter(In.Units), Cost::DramBandwidth);
  In.Units[0].Lambda = 0.5;
  EXPECT_EQ(run(In).Seconds, Time);
  In.Units[2].Lambda = 0.5;
  EXPECT_NEAR(run(In).Seconds, 2 * Time, 1e-12 * Time);
  In.LatencyLambda = 0.01;
  EXPECT_EQ(run(In).limiter(In.Units), Cost::Latency);
}

TEST(LatencyThroughput, RefusesDegenerateInput) {
  LatencyThroughputInput<> Good =
      saxpy2(device("GTX970"), 1, IssueCount::Text, 10, 256, 64, 1);
  auto Fails = [&](auto Change) {
    LatencyThroughputInput<> In = Good;
    Change(In);
    auto R = evaluate(In);
    bool Failed = !R;
    llvm::consumeError(R.takeError());
    return Failed;
  };
  using Input = LatencyThroughputInput<>;
  EXPECT_FALSE(Fails([](Input &) {}));
  EXPECT_TRUE(Fails([](Input &In) { In.Warps = 0; }));
  EXPECT_TRUE(Fails([](Input &In) { In.Occupancy = 0; }));
  EXPECT_TRUE(Fails([](Input &In) { In.Latency = std::nan(""); }));
  EXPECT_TRUE(Fails([](Input &In) { In.Clock = 0; }));
  EXPECT_TRUE(Fails([](Input &In) { In.Units[2].PerCycle = 0; }));
  EXPECT_TRUE(Fails([](Input &In) { In.Warps = 1e308, In.Latency = 1e308; }));
  // Nothing asked of any unit: latency alone.
  EXPECT_FALSE(Fails([](Input &In) { In.Units.clear(); }));
}

} // namespace
