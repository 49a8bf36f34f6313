//===- InOrderModelsTest.cpp - Models that follow a warp's issue ----------===//
//
// "latency-throughput" and the family of "mdm": what holds for any launch.
//===----------------------------------------------------------------------===//

#include "Predictions.h"
#include "cost_models/mdm/MdmEquations.h"

using namespace kernelcast;

namespace {

constexpr const char *Family[] = {"gpumech", "gpumech+", "mdm-queue",
                                  "mdm-mshr", "mdm"};
constexpr const char *Models[] = {"latency-throughput", "gpumech",  "gpumech+",
                                  "mdm-queue",          "mdm-mshr", "mdm"};

TEST(InOrderModels, EveryGpuAndMode) {
  for (const std::string &Name : gpuNames()) {
    SCOPED_TRACE(Name);
    GpuSpec Gpu = llvm::cantFail(findGpu(Name));
    for (unsigned Stride : {1u, 8u}) {
      SaxpyProfile Saxpy(Stride);
      for (const char *Model : Models)
        for (ModelMode Mode : makeCostModel(Model)->modes())
          EXPECT_GT(predict(Model, Saxpy.Profile, Gpu, Mode).Cycles, 0);
    }
  }
}

// Time does not rise with the DRAM's bandwidth and does not fall with its
// latency.
TEST(InOrderModels, Monotone) {
  GpuSpec Gpu = llvm::cantFail(findGpu("titan-x-maxwell"));
  SaxpyProfile Saxpy(8);
  for (const char *Model : Models)
    for (ModelMode Mode : makeCostModel(Model)->modes()) {
      SCOPED_TRACE(Model);
      double Time = predict(Model, Saxpy.Profile, Gpu, Mode).Seconds;
      GpuSpec Wide = Gpu, Slow = Gpu;
      Wide.DramBandwidth.Value *= 2;
      Slow.LatencyGlobal.Value *= 3;
      EXPECT_LE(predict(Model, Saxpy.Profile, Wide, Mode).Seconds,
                Time * (1 + 1e-12));
      EXPECT_GE(predict(Model, Saxpy.Profile, Slow, Mode).Seconds,
                Time * (1 - 1e-12));
    }
}

// More resident warps never cost in the steady state; DRAM's own time is a
// floor of every mode but the faithful ones.
TEST(InOrderModels, OccupancyAndFloor) {
  GpuSpec Gpu = llvm::cantFail(findGpu("titan-x-maxwell"));
  for (ModelMode Mode : makeCostModel("latency-throughput")->modes()) {
    double Last = HUGE_VAL;
    for (unsigned Blocks = 1; Blocks <= 8; Blocks *= 2) {
      SaxpyProfile Saxpy(1, Blocks);
      double Time =
          predict("latency-throughput", Saxpy.Profile, Gpu, Mode).Seconds;
      EXPECT_LE(Time, Last * (1 + 1e-12));
      Last = Time;
      EXPECT_GE(Time, Saxpy.Profile.DramBytes / Gpu.DramBandwidth);
    }
  }
  for (const char *Model : Family) {
    SaxpyProfile Saxpy(16);
    EXPECT_GE(predict(Model, Saxpy.Profile, Gpu, ModelMode::Modern).Seconds,
              Saxpy.Profile.DramBytes / Gpu.DramBandwidth);
  }
}

// One block more than fits: the busiest SM has two, and in modern mode that is
// what the launch waits for.
TEST(InOrderModels, Tail) {
  GpuSpec Gpu = llvm::cantFail(findGpu("titan-x-maxwell"));
  SaxpyProfile Even(1, 1, 24), Odd(1, 1, 25);
  auto Time = [&](SaxpyProfile &Saxpy, ModelMode Mode) {
    return predict("latency-throughput", Saxpy.Profile, Gpu, Mode).Cycles;
  };
  Prediction P =
      predict("latency-throughput", Odd.Profile, Gpu, ModelMode::Modern);
  EXPECT_GT(item(P, Cost::LaunchTail), 0);
  double Launch = item(P, Cost::KernelLaunch);
  EXPECT_NEAR(P.Cycles - Launch, 2 * (Time(Even, ModelMode::Modern) - Launch),
              1e-6 * P.Cycles);
  EXPECT_LT(Time(Odd, ModelMode::Corrected),
            1.1 * Time(Even, ModelMode::Corrected));
  // Three blocks for each SM, two at a time: where latency bounds, they take
  // two whole rounds for the work of one and a half.
  Gpu.LambdaLatency = number(0.25);
  SaxpyProfile Rounds(1, 2, 72);
  P = predict("latency-throughput", Rounds.Profile, Gpu, ModelMode::Modern);
  EXPECT_EQ(P.Bottleneck, Cost::Latency);
  EXPECT_NEAR(item(P, Cost::LaunchTail), 0.5 * quantity(P, "lat") / 0.25,
              1e-9 * P.Cycles);
}

// Without more misses than miss registers the variants agree, but for
// gpumech's missing network; with them they part in the paper's order.
TEST(InOrderModels, Variants) {
  GpuSpec Gpu = llvm::cantFail(findGpu("pascal-sim"));
  auto Cycles = [&](const char *Model, unsigned Stride) {
    SaxpyProfile Saxpy(Stride);
    return predict(Model, Saxpy.Profile, Gpu, ModelMode::Faithful).Cycles;
  };
  for (const char *Model : {"mdm-queue", "mdm-mshr", "mdm"})
    EXPECT_DOUBLE_EQ(Cycles(Model, 1), Cycles("gpumech+", 1));
  EXPECT_LT(Cycles("gpumech", 1), Cycles("gpumech+", 1));
  EXPECT_LT(Cycles("gpumech", 32), Cycles("gpumech+", 32));
  EXPECT_LT(Cycles("gpumech+", 32), Cycles("mdm-queue", 32));
  EXPECT_LT(Cycles("mdm-queue", 32), Cycles("mdm", 32));
  EXPECT_LT(Cycles("mdm-mshr", 32), Cycles("mdm", 32));
}

// What a file lacks is in the ledger.
TEST(InOrderModels, SaysWhatIsAssumed) {
  auto Assumes = [](const Prediction &P, AssumptionKind What) {
    return llvm::any_of(P.Assumptions,
                        [&](const Assumption &A) { return A.Kind == What; });
  };
  SaxpyProfile Saxpy;
  GpuSpec Gpu = llvm::cantFail(findGpu("gtx-970"));
  EXPECT_TRUE(Assumes(predict("mdm", Saxpy.Profile, Gpu, ModelMode::Modern),
                      AssumptionKind::MissRegisters));
  EXPECT_TRUE(Assumes(
      predict("latency-throughput", Saxpy.Profile, Gpu, ModelMode::Corrected),
      AssumptionKind::LambdaMemory));
  for (AssumptionKind Lambda :
       {AssumptionKind::LambdaCompute, AssumptionKind::LambdaMemory,
        AssumptionKind::LambdaLatency})
    EXPECT_FALSE(Assumes(
        predict("latency-throughput", Saxpy.Profile, Gpu, ModelMode::Faithful),
        Lambda));
}

// A kernel without instructions ends all the same.
TEST(InOrderModels, EmptyKernel) {
  GpuSpec Gpu = llvm::cantFail(findGpu("gtx-970"));
  SaxpyProfile Empty;
  Empty.Kernel.Blocks[0].Instructions.clear();
  Empty.Kernel.Blocks[0].Effects.clear();
  Empty.Profile.PerWarp = {};
  Empty.Profile.L2Bytes = Empty.Profile.BehindL2Bytes =
      Empty.Profile.DramBytes = 0;
  for (const char *Model : Models)
    for (ModelMode Mode : makeCostModel(Model)->modes()) {
      double Cycles = predict(Model, Empty.Profile, Gpu, Mode).Cycles;
      EXPECT_GT(Cycles, 0) << Model;
    }
}

TEST(InOrderModels, RefusesDegenerateInput) {
  GpuSpec Gpu = llvm::cantFail(findGpu("gtx-970"));
  for (const char *Model : Models)
    for (ModelMode Mode : makeCostModel(Model)->modes()) {
      SCOPED_TRACE(Model);
      SaxpyProfile Saxpy;
      EXPECT_FALSE(isRefused(Model, Saxpy.Profile, Gpu, Mode));
      GpuSpec NoBandwidth = Gpu;
      NoBandwidth.DramBandwidth = HardwareNumber();
      EXPECT_TRUE(isRefused(Model, Saxpy.Profile, NoBandwidth, Mode));
      Saxpy.Profile.Residency.WarpsPerSM = 0;
      EXPECT_TRUE(isRefused(Model, Saxpy.Profile, Gpu, Mode));
      SaxpyProfile Empty;
      Empty.Profile.Warps = 0;
      EXPECT_TRUE(isRefused(Model, Empty.Profile, Gpu, Mode));
      SaxpyProfile None;
      None.Profile.Kernel = nullptr;
      EXPECT_TRUE(isRefused(Model, None.Profile, Gpu, Mode));
    }
  // 32 lanes of so many instructions are more than a number holds.
  SaxpyProfile Endless;
  Endless.Profile.PerWarp[unsigned(InstructionClass::Fp32)] = 1e308;
  auto P = makeCostModel("latency-throughput")
               ->predict(Endless.Profile, Gpu, ModelMode::Faithful);
  EXPECT_EQ(llvm::toString(P.takeError()),
            "latency-throughput: unit 'arithmetic throughput' has no "
            "throughput for what is asked");
}

} // namespace
