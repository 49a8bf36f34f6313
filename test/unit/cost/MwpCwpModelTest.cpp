//===- MwpCwpModelTest.cpp - Hong and Kim from a profile ------------------===//

#include "cost_models/mwp-cwp/MwpCwpModel.h"
#include "Predictions.h"
#include "test/unit/golden/GoldenCases.h"

using namespace kernelcast;

namespace {

Prediction predict(const WarpProfile &Profile, const GpuSpec &Gpu,
                   ModelMode Mode = ModelMode::Modern) {
  return kernelcast::predict("mwp-cwp", Profile, Gpu, Mode);
}

/// The GPU of a golden case.
GpuSpec gpuOf(const GoldenValue &In) {
  GpuSpec Gpu;
  Gpu.Name = "golden";
  Gpu.Multiprocessors = number(In["active_SMs"].number());
  Gpu.Clock = number(In["freq"].number());
  Gpu.Fp32Lanes = number(32 / In["issue"].number());
  Gpu.Schedulers = number(4);
  Gpu.DramBandwidth = number(In["bw"].number());
  Gpu.LatencyGlobal = number(In["Mem_LD"].number());
  Gpu.LatencyL2 = number(In["L2_hit"].number());
  Gpu.DepartureUncoalesced = number(In["dep_uncoal"].number());
  Gpu.DepartureCoalesced = number(In["dep_coal"].number());
  return Gpu;
}

// From profile to time by the printed equations: Wang and Lou's where there is
// an L2, and Hong and Kim's beside it.
TEST(MwpCwpModel, SaxpyOfWangAndLou) {
  for (const GoldenCase &Case : goldenCases("HK.titanx_saxpy_s*_N*")) {
    if (!Case.Out.has("wl_paper"))
      continue;
    SCOPED_TRACE(Case.Key);
    SaxpyProfile Saxpy(Case.In["uncoal_per_mw"].number(),
                       Case.In["active_blocks"].number());
    GpuSpec Gpu = gpuOf(Case.In);
    Prediction P = predict(Saxpy.Profile, Gpu, ModelMode::Faithful);
    EXPECT_EQ(quantity(P, "first_comp"), 10);
    EXPECT_GOLDEN(P.Seconds, Case.Out["wl_paper"]["seconds"]);
    EXPECT_GOLDEN(quantity(P, "case"), Case.Out["wl_paper"]["case"]);
    EXPECT_GOLDEN(quantity(P, "Exec_without_L2"),
                  Case.Out["isca09"]["exec_cycles_app"]);
    Gpu.LatencyL2 = HardwareNumber();
    P = predict(Saxpy.Profile, Gpu, ModelMode::Faithful);
    EXPECT_GOLDEN(P.Seconds, Case.Out["isca09"]["seconds"]);
  }
}

// Corrected, the bytes of the transactions count; the golden cases have Hong
// and Kim's equations for that, which case 2 of the corrected mode equals where
// nothing hits the L2.
TEST(MwpCwpModel, CorrectedCountsTransactions) {
  for (const GoldenCase &Case : goldenCases("HK.titanx_saxpy_*_bytes")) {
    SCOPED_TRACE(Case.Key);
    SaxpyProfile Saxpy(Case.In["uncoal_per_mw"].number());
    Prediction P = predict(Saxpy.Profile, gpuOf(Case.In), ModelMode::Corrected);
    EXPECT_EQ(quantity(P, "hit_ratio"), 0);
    EXPECT_GOLDEN(P.Seconds, Case.Out["isca09_transactions"]["seconds"]);
    EXPECT_GE(P.Seconds, Case.Out["dram_floor_s"].number());
    EXPECT_EQ(P.Bottleneck, Case.In["uncoal_per_mw"].number() > 1
                                ? Cost::UncoalescedAccess
                                : Cost::DramBandwidth);
  }
}

GpuSpec titanX() { return gpuOf(golden("HK.titanx_saxpy_s1_N64").In); }

// 16384 blocks on 24 * 8 places: 85 full rounds and one of 64 blocks, 3 on each
// SM at most. Moving 0.9 of the peak, 24 bytes cost 24 / 0.9.
TEST(MwpCwpModel, ModernHasALastWave) {
  SaxpyProfile Saxpy;
  Prediction P = predict(Saxpy.Profile, titanX());
  EXPECT_NEAR(quantity(P, "Rep"), 85, 1e-12);
  EXPECT_GT(quantity(P, "Exec_last_wave"), 0);
  double Floor = 3.0 * 128 * 8 * 16384 / (0.9 * titanX().DramBandwidth);
  EXPECT_GE(P.Seconds, Floor * (1 - 1e-12));
  EXPECT_LE(P.Seconds, 1.1 * Floor);
  EXPECT_EQ(P.Bottleneck, Cost::DramBandwidth);
}

// One block has one SM and 8 warps, however many would fit: three accesses that
// nobody covers, at 350 cycles each.
TEST(MwpCwpModel, OneBlock) {
  SaxpyProfile Saxpy(1, 8, 1);
  for (ModelMode Mode : {ModelMode::Corrected, ModelMode::Modern}) {
    Prediction P = predict(Saxpy.Profile, titanX(), Mode);
    EXPECT_EQ(quantity(P, "N"), 8);
    EXPECT_EQ(quantity(P, "case"), 1);
    EXPECT_NEAR(item(P, Cost::MemoryLatency), 1050, 1e-9);
    EXPECT_EQ(P.Bottleneck, Cost::MemoryLatency);
  }
}

// A kernel that goes to no memory is nothing but computation, and nothing about
// its traffic is told.
TEST(MwpCwpModel, NoAccesses) {
  SaxpyProfile Saxpy(1, 8, 1);
  Saxpy.Profile.Accesses.clear();
  Saxpy.Profile.DramBytes = Saxpy.Profile.BehindL2Bytes =
      Saxpy.Profile.L2Bytes = 0;
  Prediction P = predict(Saxpy.Profile, titanX());
  EXPECT_EQ(P.Bottleneck, Cost::Computation);
  for (const Quantity &Q : P.Quantities)
    EXPECT_FALSE(llvm::StringRef(Q.Note).contains("traffic")) << Q.Name;
}

// Half of the traffic stays in the L2: the mean latency is (350 + 194) / 2.
TEST(MwpCwpModel, HitsShortenTheLatency) {
  SaxpyProfile Saxpy(1, 8, 1);
  Saxpy.Profile.DramBytes = Saxpy.Profile.BehindL2Bytes =
      Saxpy.Profile.L2Bytes / 2;
  Prediction P = predict(Saxpy.Profile, titanX());
  EXPECT_EQ(quantity(P, "Mem_LD"), 272);
  P = predict(Saxpy.Profile, titanX(), ModelMode::Corrected);
  EXPECT_EQ(quantity(P, "hit_ratio"), 0.5);
}

// A quarter of the traffic hits the L2. At 1.1 times the DRAM's peak, of which
// 0.9 is reached, the L2 is the limit: 1 / 1.1 > 0.75 / 0.9.
TEST(MwpCwpModel, TheTightestLevelLimits) {
  SaxpyProfile Saxpy;
  Saxpy.Profile.DramBytes = Saxpy.Profile.BehindL2Bytes =
      0.75 * Saxpy.Profile.L2Bytes;
  GpuSpec Gpu = titanX();
  Gpu.L2Bandwidth = number(1.1 * Gpu.DramBandwidth);
  EXPECT_EQ(predict(Saxpy.Profile, Gpu).Bottleneck, Cost::L2Bandwidth);
  Gpu.L2Bandwidth = number(8 * Gpu.DramBandwidth);
  EXPECT_EQ(predict(Saxpy.Profile, Gpu).Bottleneck, Cost::DramBandwidth);
}

// A kernel that only computes, on its busiest unit: 64 double-precision
// instructions on 4 lanes take 512 cycles a warp, 8 warps of one block.
TEST(MwpCwpModel, OnlyComputation) {
  SaxpyProfile Saxpy(1, 8, 1);
  Saxpy.Profile.Accesses.clear();
  Saxpy.Profile.PerWarp.fill(0);
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp64)] = 64;
  GpuSpec Gpu = titanX();
  Gpu.Fp64Lanes = number(4);
  Prediction P = predict(Saxpy.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, 4096, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::Computation);
}

// 3 accesses and 100000 FP32 instructions on 32 lanes: 64 warps in each of 85
// rounds compute for 64 * 100000 cycles. Printed, case 2 has 36 / 3 of them.
TEST(MwpCwpModel, MuchComputation) {
  SaxpyProfile Saxpy;
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp32)] = 100000;
  for (ModelMode Mode : {ModelMode::Corrected, ModelMode::Modern}) {
    Prediction P = predict(Saxpy.Profile, titanX(), Mode);
    EXPECT_GE(P.Cycles, 85 * 64 * 100000.0);
    EXPECT_LE(P.Cycles, 86 * 64 * 100015.0);
    EXPECT_EQ(P.Bottleneck, Cost::Computation);
  }
  EXPECT_LE(predict(Saxpy.Profile, titanX(), ModelMode::Faithful).Cycles,
            86 * 13 * 100015.0);
}

// Ten barriers, three accesses: printed, all ten wait for the memory's queue,
// dd * (MWP - 1) * 10 * active blocks; in modern mode three do.
TEST(MwpCwpModel, BarriersThatWaitForMemory) {
  SaxpyProfile Saxpy(1, 8, 1);
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Barrier)] = 10;
  GpuSpec Gpu = titanX();
  Prediction P = predict(Saxpy.Profile, Gpu, ModelMode::Corrected);
  EXPECT_NEAR(item(P, Cost::Barriers), 7 * 10, 1e-9); // MWP = N = 8, one block
  P = predict(Saxpy.Profile, Gpu);
  EXPECT_NEAR(item(P, Cost::Barriers), 7 * 3, 1e-9);
}

TEST(MwpCwpModel, LaunchIsAnItemOfTheModernMode) {
  SaxpyProfile Saxpy(1, 8, 1);
  GpuSpec Gpu = titanX();
  Gpu.StartAndDrain = number(1e-6);
  EXPECT_NEAR(item(predict(Saxpy.Profile, Gpu), Cost::KernelLaunch), 1076,
              1e-9);
  EXPECT_EQ(predict(Saxpy.Profile, Gpu, ModelMode::Corrected).Cycles,
            predict(Saxpy.Profile, titanX(), ModelMode::Corrected).Cycles);
}

TEST(MwpCwpModel, BoundsGiveARange) {
  SaxpyProfile Saxpy(8);
  Known<double> &Lines = Saxpy.Profile.Accesses[0].Lines;
  Known<double> &Bytes = Saxpy.Profile.Accesses[0].TransactionBytes;
  Lines = {Lines.Value, Lines.Value / 8, 4 * Lines.Value, How::Bounded};
  Bytes = {Bytes.Value, Bytes.Value / 8, 4 * Bytes.Value, How::Bounded};
  Prediction P = predict(Saxpy.Profile, titanX(), ModelMode::Corrected);
  EXPECT_LT(P.SecondsLow, P.Seconds);
  EXPECT_GT(P.SecondsHigh, P.Seconds);
}

// Every GPU of the collection, all modes, small and large launches; where the
// bytes of transactions count, never faster than the traffic.
TEST(MwpCwpModel, EveryGpuOfTheCollection) {
  for (const std::string &Name : gpuNames()) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << Name;
    SCOPED_TRACE(Name);
    for (uint64_t Blocks : {1, 7, 100, 100000})
      for (unsigned Stride : {1, 8, 32}) {
        SaxpyProfile Saxpy(Stride, 4, Blocks);
        for (ModelMode Mode : MwpCwpModel().modes()) {
          Prediction P = predict(Saxpy.Profile, *Gpu, Mode);
          double Floor = Saxpy.Profile.DramBytes / Gpu->DramBandwidth;
          if (Mode != ModelMode::Faithful) {
            EXPECT_GE(P.Seconds, Floor * (1 - 1e-12));
          }
          if (Blocks == 100000) {
            EXPECT_LE(P.Seconds, 50 * Floor);
          }
        }
      }
  }
}

TEST(MwpCwpModel, DegenerateInputIsAnError) {
  auto Refused = [](const WarpProfile &Profile, const GpuSpec &Gpu) {
    return isRefused("mwp-cwp", Profile, Gpu, ModelMode::Modern);
  };
  SaxpyProfile Saxpy;
  EXPECT_FALSE(Refused(Saxpy.Profile, titanX()));
  EXPECT_TRUE(Refused(WarpProfile(), titanX()));
  for (HardwareNumber GpuSpec::*Field :
       {&GpuSpec::Clock, &GpuSpec::Multiprocessors, &GpuSpec::Fp32Lanes,
        &GpuSpec::DramBandwidth, &GpuSpec::LatencyGlobal}) {
    GpuSpec Gpu = titanX();
    Gpu.*Field = HardwareNumber();
    EXPECT_TRUE(Refused(Saxpy.Profile, Gpu));
  }
  WarpProfile Changed = Saxpy.Profile;
  Changed.Warps = 0;
  EXPECT_TRUE(Refused(Changed, titanX()));
  Changed = Saxpy.Profile;
  Changed.Residency.BlocksPerSM = 0;
  EXPECT_TRUE(Refused(Changed, titanX()));
  Changed = Saxpy.Profile;
  Changed.Accesses[0].WarpExecutions = 1e308;
  Changed.PerWarp[0] = 1e308;
  EXPECT_TRUE(Refused(Changed, titanX()));
}

} // namespace
