//===- WorkflowModelTest.cpp - Predictions from hand-made profiles --------===//

#include "cost_models/wfg/WorkflowModel.h"
#include "Predictions.h"
#include "cost_models/wfg/WorkflowSetting.h"
#include "test/unit/golden/GoldenCases.h"
#include <limits>

using namespace kernelcast;

namespace {

/// The GPU of the paper's figure 1: 4 bytes a cycle for each of 16 SMs.
GpuSpec paperGpu() {
  GpuSpec Gpu;
  Gpu.Name = "figure-1";
  Gpu.Multiprocessors = number(16);
  Gpu.Clock = number(1.35e9);
  Gpu.Fp32Lanes = number(8);
  Gpu.SfuLanes = number(2);
  Gpu.Schedulers = number(1);
  Gpu.DramBandwidth = number(86.4e9);
  Gpu.LatencyAlu = number(24);
  Gpu.LatencyGlobal = number(250);
  Gpu.Banks = BankRule::HalfWarp16;
  return Gpu;
}

/// C2, load of 128 bytes, C1 that uses it; no Expr is needed, so the arc comes
/// from a use of the load's value.
struct Streaming {
  KernelModel Kernel;
  KernelGraphs Graphs{Kernel};
  WarpProfile Profile;

  explicit Streaming(double Blocks = 1600, double BytesPerWarp = 128) {
    Kernel.Pool = std::make_unique<ExpressionPool>();
    Kernel.Blocks.resize(1);
    BasicBlock &Block = Kernel.Blocks[0];
    Kernel.Accesses.resize(1);
    Kernel.Accesses[0].Address = Kernel.Pool->base(0);
    Effect Load;
    Load.Access = 0;
    Block.Effects = {Load};
    Instruction Before, Access, After;
    Before.Count = 2;
    Access.Effect = 0;
    const Expr *Data = Kernel.Pool->load(0, ScalarType::floating(32));
    Access.Value = Data;
    Access.Class = InstructionClass::LoadGlobal;
    After.Value = Kernel.Pool->add(Data, Data);
    After.Class = InstructionClass::Fp32;
    Block.Instructions = {Before, Access, After};

    Profile.Kernel = &Kernel;
    Profile.Graphs = &Graphs;
    Profile.Launch.Grid = {uint64_t(Blocks), 1, 1};
    Profile.Launch.Block = {512, 1, 1};
    Profile.Warps = 16 * Blocks;
    Profile.Residency.BlocksPerSM = 1;
    Profile.Residency.WarpsPerSM = 16;
    Profile.Blocks = {{Profile.Warps, 32 * Profile.Warps}};
    AccessFacts Facts;
    Facts.WarpExecutions = Profile.Warps;
    Facts.LaneExecutions = 32 * Profile.Warps;
    Facts.TransactionBytes = BytesPerWarp * Profile.Warps;
    Profile.Accesses = {Facts};
    Profile.DramBytes = 128 * Profile.Warps;
  }
};

Prediction predictWorkflow(const WarpProfile &Profile, const GpuSpec &Gpu,
                           ModelMode Mode = ModelMode::Corrected) {
  return kernelcast::predict("wfg", Profile, Gpu, Mode);
}

TEST(WorkflowModel, IsRegistered) {
  EXPECT_EQ(costModelNames().front(), "wfg");
  EXPECT_EQ(makeCostModel("wfg")->name(), "wfg");
  EXPECT_EQ(makeCostModel("no such model"), nullptr);
}

// Figure 1 as a whole kernel, with the three compositions of its 100 waves.
TEST(WorkflowModel, FigureOneAsAKernel) {
  GoldenCase Case = golden("BG.fig1"), Round = golden("BG.time_round");
  Streaming K;
  for (ModelMode Mode : {ModelMode::Corrected, ModelMode::Faithful}) {
    Prediction P = predictWorkflow(K.Profile, paperGpu(), Mode);
    EXPECT_GOLDEN(quantity(P, "CYC_compute"), Case.Out["CYC_compute"]);
    EXPECT_GOLDEN(quantity(P, "CYC_mem"), Case.Out["CYC_mem"]);
    EXPECT_GOLDEN(quantity(P, "Latency_BW"), Case.Out["Latency_BW"]);
    EXPECT_GOLDEN(quantity(P, "NBC"), Case.Out["NBC_avg"]);
    EXPECT_GOLDEN(quantity(P, "Latency_exposed"), Case.Out["Latency_exposed"]);
    EXPECT_GOLDEN(quantity(P, "W_bw"), Case.Out["W_BW_only"]);
    EXPECT_GOLDEN(quantity(P, "W_full"), Case.Out["warp_latency"]);
    EXPECT_GOLDEN(P.Cycles, Round.Out["cycles"]);
    EXPECT_GOLDEN(P.Seconds, Round.Out["seconds"]);
  }
  WorkflowModel Serial(WaveComposition::Serial);
  auto P =
      Serial.predict(K.Profile, paperGpu(), ModelMode::Faithful, Detail::Time);
  ASSERT_TRUE(bool(P));
  EXPECT_GOLDEN(P->Cycles, golden("BG.time_serial").Out["cycles"]);
  WorkflowModel PerWave(WaveComposition::PerWave);
  P = PerWave.predict(K.Profile, paperGpu(), ModelMode::Faithful, Detail::Time);
  ASSERT_TRUE(bool(P));
  EXPECT_GOLDEN(P->Cycles, golden("BG.time_perwave").Out["cycles"]);
}

// Eight times the bytes that the lanes ask for.
TEST(WorkflowModel, UncoalescedTrafficIsNamed) {
  Streaming K(1600, 1024);
  Prediction P = predictWorkflow(K.Profile, paperGpu());
  EXPECT_EQ(P.Bottleneck, Cost::UncoalescedAccess);
  for (const BreakdownItem &Item : P.Breakdown)
    if (Item.What == Cost::Divergence || Item.What == Cost::Barriers) {
      EXPECT_EQ(Item.Cycles, 0);
    }
}

// More bandwidth or less latency never costs time.
TEST(WorkflowModel, MonotoneInTheHardware) {
  Streaming K;
  double Last = std::numeric_limits<double>::infinity();
  for (double Bandwidth : {1e9, 1e10, 1e11, 1e12, 1e13}) {
    GpuSpec Gpu = paperGpu();
    Gpu.DramBandwidth = number(Bandwidth);
    double Cycles = predictWorkflow(K.Profile, Gpu).Cycles;
    EXPECT_LE(Cycles, Last);
    Last = Cycles;
  }
  Last = 0;
  for (double Latency : {1, 10, 100, 1000, 10000}) {
    GpuSpec Gpu = paperGpu();
    Gpu.LatencyGlobal = number(Latency);
    double Cycles = predictWorkflow(K.Profile, Gpu).Cycles;
    EXPECT_GE(Cycles, Last);
    Last = Cycles;
  }
}

// Time is at least DRAM traffic over bandwidth, also for one block.
TEST(WorkflowModel, NeverBelowTheBandwidth) {
  for (double Blocks : {1, 3, 16, 17, 1000}) {
    Streaming K(Blocks);
    Prediction P = predictWorkflow(K.Profile, paperGpu());
    EXPECT_GE(P.Seconds, K.Profile.DramBytes / 86.4e9 * (1 - 1e-12)) << Blocks;
  }
}

// A launch overhead of 1 us at 1.35 GHz is 1350 cycles, an item of its own.
TEST(WorkflowModel, LaunchIsAnItem) {
  Streaming K(16);
  GpuSpec Gpu = paperGpu();
  double Without = predictWorkflow(K.Profile, Gpu).Cycles;
  Gpu.StartAndDrain = number(1e-6);
  Prediction P = predictWorkflow(K.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, Without + 1350, 1e-6);
  EXPECT_EQ(P.Bottleneck, Cost::KernelLaunch);
}

// Four partitions of 32 lanes: an instruction issues in one cycle on one of
// them, which has a quarter of the warps and of the bandwidth.
TEST(WorkflowModel, PartitionsOnlyWhenCorrected) {
  Streaming K;
  GpuSpec Gpu = paperGpu();
  Gpu.Fp32Lanes = number(128);
  Gpu.Schedulers = number(4);
  Prediction P = predictWorkflow(K.Profile, Gpu);
  EXPECT_EQ(quantity(P, "partitions"), 4);
  EXPECT_EQ(quantity(P, "r"), 1);
  EXPECT_EQ(quantity(P, "WLP_max"), 4);
  EXPECT_NEAR(quantity(P, "BW_SM"), 1, 1e-12);
  P = predictWorkflow(K.Profile, Gpu, ModelMode::Faithful);
  EXPECT_EQ(quantity(P, "partitions"), 1);
  EXPECT_EQ(quantity(P, "r"), 0.25);
  EXPECT_EQ(quantity(P, "WLP_max"), 16);
}

// A scheduler that issues two instructions a cycle has a slot every half cycle:
// no less with 128 lanes of its own. 48 lanes take 32 / 48.
TEST(WorkflowModel, AtBestOneForEachIssueSlot) {
  Streaming K;
  GpuSpec Gpu = paperGpu();
  Gpu.Schedulers = number(4);
  Gpu.IssuePerScheduler = number(2);
  for (auto [Lanes, Cycles] : {std::pair(512, 0.5), std::pair(192, 2.0 / 3)}) {
    Gpu.Fp32Lanes = number(Lanes);
    EXPECT_DOUBLE_EQ(quantity(predictWorkflow(K.Profile, Gpu), "r"), Cycles);
  }
}

// Eight partitions of 8 lanes each have one array of 32 banks.
TEST(WorkflowModel, PartitionsShareTheBanks) {
  Streaming K;
  GpuSpec Gpu = paperGpu();
  Gpu.Banks = BankRule::Warp32;
  Gpu.Fp32Lanes = number(64);
  Gpu.Schedulers = number(8);
  auto Lanes = [&](ModelMode Mode) {
    LaunchShape Shape = llvm::cantFail(launchShape("wfg", K.Profile));
    Equations<double> Silent(Gpu);
    return workflowSetting(Silent, Shape, 32, 0, Mode).Machine.SharedLanes;
  };
  EXPECT_EQ(Lanes(ModelMode::Corrected), 32 / 8);
  EXPECT_EQ(Lanes(ModelMode::Faithful), 64);
}

// Between half and twice the warps execute the block. An unbounded fact counts
// with its value.
TEST(WorkflowModel, BoundsGiveARange) {
  Streaming K;
  K.Profile.Blocks[0].WarpExecutions = {K.Profile.Warps, K.Profile.Warps / 2,
                                        2 * K.Profile.Warps, How::Bounded};
  Prediction P = predictWorkflow(K.Profile, paperGpu());
  EXPECT_LT(P.SecondsLow, P.Seconds);
  EXPECT_GT(P.SecondsHigh, P.Seconds);
  K.Profile.Blocks[0].WarpExecutions.High =
      std::numeric_limits<double>::infinity();
  P = predictWorkflow(K.Profile, paperGpu());
  EXPECT_EQ(P.SecondsLow, P.Seconds);
  EXPECT_EQ(P.SecondsHigh, P.Seconds);
  // An end beyond all numbers is left out, the other one is not.
  K.Kernel.Blocks[0].Instructions[0].Count = 1e38f;
  K.Profile.Blocks[0].WarpExecutions = {K.Profile.Warps, K.Profile.Warps / 2,
                                        1e308, How::Bounded};
  P = predictWorkflow(K.Profile, paperGpu());
  EXPECT_NEAR(P.SecondsLow, P.Seconds / 2, 1e-6 * P.Seconds);
  EXPECT_EQ(P.SecondsHigh, P.Seconds);
}

// A loop of T iterations around a block of 10 instructions: every warp of the
// 16 in each of 100 waves issues 40 cycles more per iteration.
TEST(WorkflowModel, FormulaOverTheTripCount) {
  KernelModel Kernel;
  Kernel.Blocks.resize(2);
  Kernel.Blocks[1].Id = 1;
  Kernel.Blocks[0].Successors = {0, 1};
  Kernel.Blocks[0].Predecessors = {0};
  Kernel.Blocks[1].Predecessors = {0};
  Kernel.Blocks[0].Loop = 0;
  Instruction Ten;
  Ten.Count = 10;
  Kernel.Blocks[0].Instructions = {Ten};
  LoopInfo Loop;
  Loop.Id = 0;
  Loop.Header = 0;
  Loop.Latches = {0};
  Loop.Blocks = {0};
  Loop.Exits = {{0, 1}};
  Kernel.Loops = {Loop};
  Streaming K;
  WarpProfile Profile = K.Profile;
  KernelGraphs Graphs(Kernel);
  Profile.Kernel = &Kernel;
  Profile.Graphs = &Graphs;
  Profile.Accesses.clear();
  Profile.DramBytes = 0;
  Profile.Blocks = {{7 * Profile.Warps, 224 * Profile.Warps},
                    {Profile.Warps, 32 * Profile.Warps}};
  Profile.Loops.resize(1);
  ExpressionPool Pool;
  Kernel.Loops[0].TripCount =
      Pool.binary(Op::Div, Pool.symbol("n"), Pool.constant(4));
  Prediction P = predictWorkflow(Profile, paperGpu());
  EXPECT_NEAR(P.Cycles, 7 * 64000.0, 1e-6);
  ASSERT_EQ(P.InTrips.size(), 1u);
  EXPECT_EQ(P.InTrips[0].Loop, 0u);
  EXPECT_NEAR(P.InTrips[0].Base, 0, 1e-6);
  EXPECT_NEAR(P.InTrips[0].PerTrip, 64000, 1e-6);
  // Nobody asks for more than the time.
  P = llvm::cantFail(
      makeCostModel("wfg")->predict(Profile, paperGpu(), ModelMode::Corrected));
  EXPECT_TRUE(P.InTrips.empty());
  Kernel.Loops[0].TripCount = Pool.constant(28);
  EXPECT_TRUE(predictWorkflow(Profile, paperGpu()).InTrips.empty());
}

TEST(WorkflowModel, InstructionCountsFromAListing) {
  Streaming K;
  K.Profile.CountedIn = InstructionSource::Sass;
  auto Class = [&](InstructionClass C) -> double & {
    return K.Profile.PerWarp[unsigned(C)];
  };
  // One unit runs all of these, together 30.
  Class(InstructionClass::Fp32) = 12;
  Class(InstructionClass::Int) = 8;
  Class(InstructionClass::Branch) = 5;
  Class(InstructionClass::Conversion) = 3;
  Class(InstructionClass::Other) = 2;
  Class(InstructionClass::Sfu) = 2;
  // 30 * 4 + the load's 4 + 2 * 16 (its pipeline is hidden by 16 warps).
  EXPECT_NEAR(quantity(predictWorkflow(K.Profile, paperGpu()), "CYC_compute"),
              156, 1e-9);
  // Of compiled code the graph itself is made.
  const double OfGraph =
      quantity(predictWorkflow(Streaming().Profile, paperGpu()), "CYC_compute");
  K.Profile.CountedIn = InstructionSource::Ir;
  EXPECT_EQ(quantity(predictWorkflow(K.Profile, paperGpu()), "CYC_compute"),
            OfGraph);
}

// Every GPU of the collection has what the model needs, and no prediction for
// the streaming kernel is faster than its DRAM traffic or 50 times slower.
TEST(WorkflowModel, EveryGpuOfTheCollection) {
  for (const std::string &Name : gpuNames()) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << Name;
    Streaming K(100000);
    auto P =
        makeCostModel("wfg")->predict(K.Profile, *Gpu, ModelMode::Corrected);
    if (!P) {
      std::string Why = llvm::toString(P.takeError());
      EXPECT_NE(Why.find("gives no"), std::string::npos) << Why;
      continue;
    }
    double Floor = K.Profile.DramBytes / Gpu->DramBandwidth;
    EXPECT_GE(P->Seconds, Floor) << Name;
    EXPECT_LE(P->Seconds, 50 * Floor) << Name;
  }
}

TEST(WorkflowModel, DegenerateInputIsAnError) {
  auto Refused = [](const WarpProfile &Profile, const GpuSpec &Gpu,
                    ModelMode Mode = ModelMode::Corrected) {
    return isRefused("wfg", Profile, Gpu, Mode);
  };
  Streaming K;
  EXPECT_FALSE(Refused(K.Profile, paperGpu()));
  EXPECT_TRUE(Refused(K.Profile, paperGpu(), ModelMode::Modern));
  EXPECT_TRUE(Refused(WarpProfile(), paperGpu()));
  for (HardwareNumber GpuSpec::*Field :
       {&GpuSpec::Clock, &GpuSpec::Multiprocessors, &GpuSpec::Fp32Lanes,
        &GpuSpec::DramBandwidth, &GpuSpec::LatencyAlu,
        &GpuSpec::LatencyGlobal}) {
    GpuSpec Gpu = paperGpu();
    Gpu.*Field = HardwareNumber();
    EXPECT_TRUE(Refused(K.Profile, Gpu));
  }
  {
    Streaming None;
    None.Profile.Warps = 0;
    EXPECT_TRUE(Refused(None.Profile, paperGpu()));
  }
  {
    Streaming Full;
    Full.Profile.Residency.BlocksPerSM = 0;
    EXPECT_TRUE(Refused(Full.Profile, paperGpu()));
  }
  {
    Streaming Huge;
    Huge.Profile.Blocks[0].WarpExecutions = 1e308;
    Huge.Kernel.Blocks[0].Instructions[0].Count = 1e38f;
    EXPECT_TRUE(Refused(Huge.Profile, paperGpu()));
  }
}

} // namespace
