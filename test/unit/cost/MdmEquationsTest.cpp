//===- MdmEquationsTest.cpp - Intervals, contention, CPI stacks -----------===//

#include "cost_models/mdm/MdmEquations.h"
#include "../golden/GoldenCases.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

namespace {

/// Table 1 of the paper, from the case that computes service times.
MdmMachine<> pascal(double LlcMissRate, double IssueRate = 1) {
  GoldenValue In = golden("MDM.service").In;
  MdmMachine<> M;
  M.Clock = In["freq"].number();
  M.Multiprocessors = In["SMs"].number();
  M.MissRegisters = In["MSHR"].number();
  M.LineBytes = In["line"].number();
  M.NocBandwidth = In["noc_bw"].number();
  M.DramBandwidth = In["dram_bw"].number();
  M.LlcLatency = In["L_llc"].number();
  M.DramLatency = In["L_dram"].number();
  M.IssueRate = IssueRate;
  M.LlcMissRate = LlcMissRate;
  return M;
}

// The equations without a record.

RequestTimes<> requestTimes(const MdmMachine<> &M) {
  GpuSpec None;
  Equations<double> Silent(None);
  return kernelcast::requestTimes(Silent, M);
}

IntervalContention<> contention(const MdmMachine<> &M, MdmVariant Variant,
                                double Reads, double Writes, double Warps) {
  GpuSpec None;
  Equations<double> Silent(None);
  MdmInterval<> Interval;
  Interval.Reads = Reads;
  Interval.Writes = Writes;
  return kernelcast::contention(Silent, M, ::requestTimes(M), Variant, Interval,
                                Warps);
}

llvm::Expected<MdmResult<>> mdm(const MdmMachine<> &M, MdmVariant Variant,
                                WarpScheduling Policy,
                                llvm::ArrayRef<WarpInterval> Intervals,
                                double Warps) {
  GpuSpec None;
  Equations<double> Silent(None);
  return kernelcast::mdm(Silent, M, Variant, Policy, Intervals, Warps);
}

constexpr std::pair<const char *, MdmVariant> Variants[] = {
    {"GPUMech", MdmVariant::GpuMech},
    {"GPUMech+", MdmVariant::GpuMechPlus},
    {"MDM-Queue", MdmVariant::Queue},
    {"MDM-MSHR", MdmVariant::Mshr},
    {"MDM", MdmVariant::Mdm}};

TEST(Mdm, ServiceTimes) {
  GoldenCase Case = golden("MDM.service");
  SCOPED_TRACE(Case.Key);
  MdmMachine<> M = pascal(1);
  EXPECT_GOLDEN(::requestTimes(M).Noc, Case.Out["L_noc"]);
  EXPECT_GOLDEN(::requestTimes(M).DramService, Case.Out["L_dram"]);
}

TEST(Mdm, Contention) {
  for (const GoldenCase &Case : goldenCases("MDM.interval_*")) {
    SCOPED_TRACE(Case.Key);
    MdmMachine<> M = pascal(Case.In["llc_miss"].number());
    for (auto [Name, Variant] : Variants) {
      SCOPED_TRACE(Name);
      GoldenValue Wanted = Case.Out[Name];
      IntervalContention<> C =
          ::contention(M, Variant, Case.In["M_read"].number(),
                       Case.In["M_write"].number(), Case.In["W"].number());
      EXPECT_GOLDEN(C.Reads, Wanted["K"]);
      EXPECT_GOLDEN(C.Requests, Wanted["M"]);
      EXPECT_GOLDEN(C.Noc, Wanted["S_noc"]);
      EXPECT_GOLDEN(C.Dram, Wanted["S_dram"]);
      EXPECT_GOLDEN(C.NoContention, Wanted["L_nc"]);
      EXPECT_GOLDEN(C.Memory, Wanted["S_mem"]);
      EXPECT_GOLDEN(C.Mshr, Wanted["S_mshr"]);
      EXPECT_GOLDEN(C.total(), Wanted["S_contention"]);
      EXPECT_GOLDEN(::requestTimes(M).Noc, Wanted["L_noc_service"]);
      EXPECT_GOLDEN(::requestTimes(M).DramService, Wanted["L_dram_service"]);
      EXPECT_EQ(C.Divergent, C.Reads > 128);
    }
  }
}

std::vector<WarpInterval> intervalsOf(const GoldenValue &In) {
  std::vector<WarpInterval> List;
  List.reserve(In.size());
  for (size_t I = 0; I < In.size(); ++I)
    List.push_back({In[I]["I"].number(), In[I]["S"].number(),
                    In[I]["Mr"].number(), In[I]["Mw"].number(), 1});
  return List;
}

void expectKernel(const MdmResult<> &R, const GoldenValue &Wanted) {
  EXPECT_GOLDEN(R.Instructions, Wanted["I"]);
  EXPECT_GOLDEN(R.BaseCycles, Wanted["base_cycles"]);
  EXPECT_GOLDEN(R.IssueProbability, Wanted["issue_prob"]);
  EXPECT_GOLDEN(R.NonOverlapped, Wanted["nonoverlap_insts"]);
  EXPECT_GOLDEN(R.Noc, Wanted["S_noc"]);
  EXPECT_GOLDEN(R.Dram, Wanted["S_dram"]);
  EXPECT_GOLDEN(R.Mshr, Wanted["S_mshr"]);
  EXPECT_GOLDEN(R.TotalCycles, Wanted["total_cycles"]);
  EXPECT_GOLDEN(R.IpcUnclamped, Wanted["ipc_sm_unclamped"]);
  EXPECT_GOLDEN(R.Ipc, Wanted["ipc_sm"]);
  EXPECT_GOLDEN(R.Cpi.total(), Wanted["cpi_warp"]);
  GoldenValue Stack = Wanted["cpi_stack"];
  EXPECT_GOLDEN(R.Cpi.Base, Stack["base"]);
  EXPECT_GOLDEN(R.Cpi.Multithread, Stack["multithread"]);
  EXPECT_GOLDEN(R.Cpi.Noc, Stack["noc"]);
  EXPECT_GOLDEN(R.Cpi.Dram, Stack["dram"]);
  EXPECT_GOLDEN(R.Cpi.Mshr, Stack["mshr"]);
}

TEST(Mdm, Kernels) {
  for (const char *Key : {"MDM.kernel_nmd_RR", "MDM.kernel_nmd_GTO",
                          "MDM.kernel_md_RR", "MDM.kernel_md_GTO"}) {
    GoldenCase Case = golden(Key);
    SCOPED_TRACE(Key);
    MdmMachine<> M =
        pascal(Case.In["llc_miss"].number(), Case.In["IR"].number());
    WarpScheduling Policy = llvm::StringRef(Key).ends_with("RR")
                                ? WarpScheduling::RoundRobin
                                : WarpScheduling::GreedyThenOldest;
    for (auto [Name, Variant] : Variants) {
      SCOPED_TRACE(Name);
      expectKernel(llvm::cantFail(::mdm(M, Variant, Policy,
                                        intervalsOf(Case.In["intervals"]),
                                        Case.In["W"].number())),
                   Case.Out[Name]);
    }
  }
}

TEST(Mdm, DramQueueOfGpuMech) {
  GoldenCase Case = golden("MDM.kernel_nmd_RR_md1");
  SCOPED_TRACE(Case.Key);
  MdmMachine<> M = pascal(Case.In["llc_miss"].number(), Case.In["IR"].number());
  M.DramAsMd1 = true;
  expectKernel(llvm::cantFail(::mdm(
                   M, MdmVariant::GpuMech, WarpScheduling::RoundRobin,
                   intervalsOf(Case.In["intervals"]), Case.In["W"].number())),
               Case.Out);
}

TEST(Mdm, Intervals) {
  GoldenCase Case = golden("MDM.intervals");
  SCOPED_TRACE(Case.Key);
  GoldenValue Trace = Case.In["trace"];
  std::vector<IssuedInstruction> Sequence;
  for (size_t I = 0; I < Trace.size(); ++I) {
    IssuedInstruction Step;
    Step.Latency = Trace[I][0].number();
    Step.Gap = 1 / Case.In["IR"].number();
    for (size_t J = 0; J < Trace[I][1].size(); ++J)
      Step.Sources.push_back(Trace[I][1][J].number());
    Sequence.push_back(Step);
  }
  std::vector<double> Times = llvm::cantFail(issueTimes(Sequence));
  ASSERT_EQ(Times.size(), Case.Out["issue"].size());
  for (size_t I = 0; I < Times.size(); ++I)
    EXPECT_GOLDEN(Times[I], Case.Out["issue"][I]);
  std::vector<WarpInterval> List = llvm::cantFail(intervals(Sequence));
  GoldenValue Wanted = Case.Out["intervals"];
  ASSERT_EQ(List.size(), Wanted.size());
  double Cycles = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    EXPECT_GOLDEN(List[I].Instructions, Wanted[I][0]);
    EXPECT_GOLDEN(List[I].Stall, Wanted[I][1]);
    Cycles += List[I].Instructions + List[I].Stall;
  }
  EXPECT_GOLDEN(Cycles, Case.Out["single_warp_cycles"]);
}

TEST(Mdm, RepresentativeWarp) {
  GoldenCase Case = golden("MDM.kmeans");
  SCOPED_TRACE(Case.Key);
  GoldenValue In = Case.In["ipc_insts"];
  std::vector<WarpFeatures> Warps;
  Warps.reserve(In.size());
  for (size_t I = 0; I < In.size(); ++I)
    Warps.push_back({In[I][0].number(), In[I][1].number(), 1});
  WarpClusters R = llvm::cantFail(clusterWarps(Warps));
  EXPECT_GOLDEN(R.Chosen, Case.Out["cluster"]);
  EXPECT_GOLDEN(R.Representative, Case.Out["representative"]);
  for (size_t I = 0; I < Warps.size(); ++I)
    EXPECT_GOLDEN(R.Cluster[I], Case.Out["assign"][I]);
  for (unsigned D : {0u, 1u}) {
    EXPECT_GOLDEN(R.Weights[D], Case.Out["sizes"][D]);
    for (size_t I = 0; I < Warps.size(); ++I)
      EXPECT_GOLDEN(R.Features[I][D], Case.Out["features"][I][D]);
    for (unsigned C : {0u, 1u})
      EXPECT_GOLDEN(R.Centres[C][D], Case.Out["centroids"][C][D]);
  }
  // Equal warps may come as one with a weight.
  std::vector<WarpFeatures> Folded{{0.5, 10, 3}, {0.1, 90, 4}, {0.4, 12, 2}};
  std::vector<WarpFeatures> Listed;
  for (const WarpFeatures &Warp : Folded)
    for (unsigned I = 0; I < Warp.Weight; ++I)
      Listed.push_back({Warp.Ipc, Warp.Instructions, 1});
  WarpClusters A = llvm::cantFail(clusterWarps(Folded));
  WarpClusters B = llvm::cantFail(clusterWarps(Listed));
  EXPECT_EQ(A.Representative, 0u);
  EXPECT_EQ(B.Representative, 0u);
  EXPECT_DOUBLE_EQ(A.Weights[A.Chosen], B.Weights[B.Chosen]);
}

// A warp that leaves before its first instruction is one like the others.
TEST(Mdm, WarpsWithoutInstructions) {
  std::vector<WarpFeatures> Warps{{0, 0, 1}, {0.1, 200, 9}};
  llvm::Expected<WarpClusters> R = clusterWarps(Warps);
  ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
  EXPECT_EQ(R->Representative, 1u);
  Warps[0].Weight = 0;
  EXPECT_FALSE(bool(llvm::expectedToOptional(clusterWarps(Warps))));
}

// Two thirds of the warps leave at once; the others do the work.
TEST(Mdm, RepresentativeOfTheWork) {
  std::vector<WarpFeatures> Warps{{0.3, 5, 20}, {0.1, 200, 9}, {0.11, 210, 1}};
  EXPECT_EQ(llvm::cantFail(clusterWarps(Warps)).Representative, 0u);
  WarpClusters R =
      llvm::cantFail(clusterWarps(Warps, ClusterChoice::MostInstructions));
  EXPECT_EQ(R.Representative, 1u);
  EXPECT_DOUBLE_EQ(R.Instructions[R.Chosen], 9 * 200 + 210);
}

//===- Properties ---------------------------------------------------------===//

// Without more misses than registers all variants agree, but GPUMech, which
// knows no network.
TEST(Mdm, VariantsAgreeWithoutDivergence) {
  for (double Reads : {0.5, 1.0, 2.0}) {
    MdmMachine<> M = pascal(0.7);
    auto Total = [&](MdmVariant Variant) {
      return ::contention(M, Variant, Reads, 1, 64).total();
    };
    for (MdmVariant Variant :
         {MdmVariant::Queue, MdmVariant::Mshr, MdmVariant::Mdm})
      EXPECT_DOUBLE_EQ(Total(Variant), Total(MdmVariant::GpuMechPlus));
    EXPECT_LT(Total(MdmVariant::GpuMech), Total(MdmVariant::GpuMechPlus));
  }
}

// More bandwidth never costs, more latency never saves; intervals that occur n
// times are n equal ones; the stack adds up to the total.
TEST(Mdm, Monotone) {
  std::vector<WarpInterval> Once{{20, 230, 4, 0, 1}, {30, 12, 0, 1, 3}};
  std::vector<WarpInterval> Listed{
      {20, 230, 4, 0, 1}, {30, 12, 0, 1, 1}, {30, 12, 0, 1, 1}, {30, 12, 0, 1}};
  for (auto [Name, Variant] : Variants)
    for (WarpScheduling Policy :
         {WarpScheduling::RoundRobin, WarpScheduling::GreedyThenOldest}) {
      SCOPED_TRACE(Name);
      MdmMachine<> M = pascal(0.5);
      auto Cycles = [&](double Warps) {
        return llvm::cantFail(::mdm(M, Variant, Policy, Once, Warps))
            .TotalCycles;
      };
      double Before = Cycles(48);
      MdmResult<> R = llvm::cantFail(::mdm(M, Variant, Policy, Listed, 48));
      EXPECT_DOUBLE_EQ(R.TotalCycles, Before);
      EXPECT_NEAR(R.Cpi.total() * R.Instructions, R.TotalCycles,
                  1e-9 * R.TotalCycles);
      M.DramBandwidth *= 2;
      M.NocBandwidth *= 2;
      EXPECT_LE(Cycles(48), Before);
      M = pascal(0.5);
      M.LlcLatency *= 2;
      EXPECT_GE(Cycles(48), Before);
      double Last = 0;
      M = pascal(0.5);
      for (unsigned Warps = 1; Warps <= 64; ++Warps) {
        EXPECT_GE(Cycles(Warps), Last);
        Last = Cycles(Warps);
      }
    }
}

// At the threshold one more request changes the regime: it is marked.
TEST(Mdm, MarksTheThreshold) {
  MdmMachine<> M = pascal(1);
  EXPECT_TRUE(::contention(M, MdmVariant::Mdm, 2, 0, 64).NearThreshold);
  EXPECT_FALSE(::contention(M, MdmVariant::Mdm, 1, 0, 64).NearThreshold);
  EXPECT_FALSE(::contention(M, MdmVariant::Mdm, 32, 0, 64).NearThreshold);
  // From 0.8 to 1.25 times the registers, both included.
  M.MissRegisters = 100;
  EXPECT_FALSE(::contention(M, MdmVariant::Mdm, 79, 0, 1).NearThreshold);
  EXPECT_TRUE(::contention(M, MdmVariant::Mdm, 80, 0, 1).NearThreshold);
  EXPECT_TRUE(::contention(M, MdmVariant::Mdm, 125, 0, 1).NearThreshold);
  EXPECT_FALSE(::contention(M, MdmVariant::Mdm, 126, 0, 1).NearThreshold);
}

// Up to six intervals are explained one by one, and the sums over them have
// formulas; of more only the costliest: not the second one, which is short.
TEST(Mdm, ExplainsTheCostliestIntervals) {
  for (unsigned Count : {1u, 6u, 7u}) {
    SCOPED_TRACE(Count);
    std::vector<WarpInterval> Given;
    for (unsigned I = 0; I != Count; ++I)
      Given.push_back({20, I == 1 ? 1.0 : 100.0 + I, 0, 0, 1});
    GpuSpec None;
    QuantityList List;
    Trace Operations;
    Trace::Run Run(Operations);
    Equations<Traced> Eq(None, &List);
    MdmMachine<> Plain = pascal(1);
    MdmMachine<Traced> M;
    M.Clock = Plain.Clock;
    M.Multiprocessors = Plain.Multiprocessors;
    M.MissRegisters = Plain.MissRegisters;
    M.LineBytes = Plain.LineBytes;
    M.NocBandwidth = Plain.NocBandwidth;
    M.DramBandwidth = Plain.DramBandwidth;
    M.IssueRate = Plain.IssueRate;
    llvm::cantFail(kernelcast::mdm<Traced>(
        Eq, M, MdmVariant::Mdm, WarpScheduling::RoundRobin, Given, 8));
    std::vector<std::string> Told;
    for (const Quantity &Q : List.take()) {
      if (llvm::StringRef(Q.Name).starts_with("times_"))
        Told.push_back(Q.Name);
      if (Q.Name == "S") {
        EXPECT_EQ(Q.Formula.empty(), Count == 7);
      }
    }
    EXPECT_EQ(Told.size(), std::min(Count, 6u));
    EXPECT_EQ(llvm::is_contained(Told, "times_2"), Count == 6);
  }
}

// 64 warps with 16 reads are 1024, eight batches of 128 registers; a quotient
// that is 16 but for its rounding makes no ninth one.
TEST(Mdm, RoundingMakesNoBatch) {
  MdmMachine<> M = pascal(1);
  double Sixteen = 16 * (1 + 1e-8);
  ASSERT_GT(Sixteen, 16);
  for (auto [Name, Variant] : Variants) {
    SCOPED_TRACE(Name);
    EXPECT_NEAR(::contention(M, Variant, Sixteen, 0, 64).Mshr,
                ::contention(M, Variant, 16, 0, 64).Mshr, 1e-3);
    EXPECT_FALSE(::contention(M, Variant, 2 * (1 + 1e-8), 0, 64).Divergent);
  }
}

TEST(Mdm, RefusesDegenerateInput) {
  auto Fails = [](MdmMachine<> M, const std::vector<WarpInterval> &List,
                  double Warps) {
    auto R = ::mdm(M, MdmVariant::Mdm, WarpScheduling::RoundRobin, List, Warps);
    bool Failed = !R;
    llvm::consumeError(R.takeError());
    return Failed;
  };
  std::vector<WarpInterval> List{{10, 5, 1, 1, 1}};
  EXPECT_FALSE(Fails(pascal(1), List, 8));
  EXPECT_TRUE(Fails(pascal(1), List, 0));
  EXPECT_TRUE(Fails(pascal(1), {}, 8));
  EXPECT_TRUE(Fails(pascal(1), {{0, 5, 0, 0, 1}}, 8));
  MdmMachine<> M = pascal(1);
  M.MissRegisters = 0;
  EXPECT_TRUE(Fails(M, List, 8));
  auto None = clusterWarps({});
  EXPECT_FALSE(bool(None));
  llvm::consumeError(None.takeError());
}

} // namespace
