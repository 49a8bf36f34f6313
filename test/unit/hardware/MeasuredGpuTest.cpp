// From readings to numbers of a GPU file. Every expected number follows from
// the readings beside it by hand.
#include "analysis/hardware/MeasuredGpu.h"
#include "analysis/hardware/GpuFileText.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace kernelcast;
using testing::HasSubstr;

namespace {

/// An RTX 2080 Ti: 64 FP32 lanes, latency_alu 4, dram_bandwidth 616e9.
GpuSpec published() {
  auto Gpu = findGpu("rtx-2080-ti");
  EXPECT_TRUE(bool(Gpu));
  return std::move(*Gpu);
}

MeasurementResults results(std::vector<Reading> Readings) {
  MeasurementResults Results;
  Results.Device = "NVIDIA GeForce RTX 2080 Ti";
  Results.Driver = "1.2";
  Results.Architecture = "sm_75";
  Results.Dates = "2030-01-02";
  Results.Clocks = "SM 1500 MHz, memory 7000 MHz";
  Results.Readings = std::move(Readings);
  return Results;
}

MeasuredGpu measured(const MeasurementResults &Results) {
  auto Made = measuredGpu(published(), Results, "mine");
  if (!Made) {
    ADD_FAILURE() << llvm::toString(Made.takeError());
    return {};
  }
  return std::move(*Made);
}

std::string refusal(const GpuSpec &Gpu, const MeasurementResults &Results) {
  auto Made = measuredGpu(Gpu, Results, "mine");
  return Made ? "" : llvm::toString(Made.takeError());
}

const MeasuredNumber *find(const MeasuredGpu &Made, llvm::StringRef Key) {
  for (const MeasuredNumber &Number : Made.Numbers)
    if (Key == Number.Field->Key)
      return &Number;
  return nullptr;
}

// Three readings without doubt, 400, 420 and 500: their median is 420, and the
// least and most of all repetitions are 390 and 510. The doubtful one, 900,
// does not count.
TEST(MeasuredGpu, TakesTheMedianOfGoodReadings) {
  MeasuredGpu Made = measured(results({
      {"chase", "latency_global", "a", "cycles", 420, 410, 430, ""},
      {"chase", "latency_global", "b", "cycles", 400, 390, 405, ""},
      {"chase", "latency_global", "c", "cycles", 500, 495, 510, ""},
      {"chase", "latency_global", "d", "cycles", 900, 1, 999, "not linear"},
  }));
  const HardwareNumber &Latency = Made.Gpu.LatencyGlobal;
  EXPECT_EQ(Latency.Value, 420);
  ASSERT_TRUE(Latency.Interval);
  EXPECT_EQ(Latency.Interval->first, 390);
  EXPECT_EQ(Latency.Interval->second, 510);
  EXPECT_EQ(Latency.Confidence, 'M');
  EXPECT_EQ(Latency.Source,
            "measured 2030-01-02 on NVIDIA GeForce RTX 2080 Ti, driver 1.2, "
            "clocks SM 1500 MHz, memory 7000 MHz; chase a");
  EXPECT_EQ(Made.Gpu.Name, "mine");
  ASSERT_EQ(Made.Numbers.size(), 1u);
  EXPECT_EQ(Made.Numbers[0].Fate, MeasuredFate::Replaced);
  // The rest is as it was.
  EXPECT_EQ(Made.Gpu.LatencyAlu.Source, published().LatencyAlu.Source);
}

// A program reached 63.2 of 64 lanes, 1.25 % less: the vendor's number stays.
// 11.6 of 16 are no 16: what was measured, as a whole number, is 12.
TEST(MeasuredGpu, WholeNumbersAreConfirmedOrReplaced) {
  MeasuredGpu Made = measured(results({
      {"fma", "fp32_lanes", "", "lanes", 63.2, 63.1, 63.3, ""},
      {"sin", "sfu_lanes", "", "lanes", 11.6, 11.5, 11.7, ""},
  }));
  EXPECT_EQ(Made.Gpu.Fp32Lanes.Value, 64);
  EXPECT_EQ(find(Made, "fp32_lanes")->Fate, MeasuredFate::Confirmed);
  EXPECT_EQ(Made.Gpu.SfuLanes.Value, 12);
  EXPECT_EQ(Made.Gpu.SfuLanes.Confidence, 'M');
  EXPECT_EQ(find(Made, "sfu_lanes")->Fate, MeasuredFate::Replaced);
}

TEST(MeasuredGpu, DoubtsStayBehind) {
  MeasuredGpu Made = measured(results(
      {{"loads", "latency_l2", "", "cycles", 200, 190, 210, "not linear"},
       {"fma", "latency_alu", "", "cycles", 4.5, 4.5, 4.5, ""}}));
  EXPECT_EQ(Made.Gpu.LatencyL2.Value, published().LatencyL2.Value);
  EXPECT_EQ(find(Made, "latency_l2")->Fate, MeasuredFate::InDoubt);
  EXPECT_EQ(find(Made, "latency_l2")->Why, "not linear");
}

// What is taken away from a reading has to be in the same unit.
TEST(MeasuredGpu, TakesNothingAwayThatIsInAnotherUnit) {
  MeasuredGpu Made = measured(results({
      {"arithmetic_fast_sin", "latency", "", "cycles", 22, 21, 23, ""},
      {"arithmetic", "latency_alu", "", "ns", 2.1, 2, 2.2, ""},
  }));
  EXPECT_EQ(find(Made, "latency_sfu")->Fate, MeasuredFate::Unusable);
}

// __sinf took 22 cycles (21 to 23), of which the multiplication took 4 (3.9 to
// 4.2): the special function took 18, at least 21 - 4.2 and at most 23 - 3.9.
TEST(MeasuredGpu, SpecialFunctionsWithoutTheMultiplication) {
  std::vector<Reading> Readings = {
      {"arithmetic_fast_sin", "latency", "", "cycles", 22, 21, 23, ""}};
  MeasuredGpu Made = measured(results(Readings));
  EXPECT_EQ(find(Made, "latency_sfu")->Fate, MeasuredFate::Unusable);
  EXPECT_THAT(find(Made, "latency_sfu")->Why, HasSubstr("latency_alu"));
  Readings.push_back({"fma", "latency_alu", "", "cycles", 4, 3.9, 4.2, ""});
  Made = measured(results(Readings));
  EXPECT_EQ(Made.Gpu.LatencySfu.Value, 18);
  EXPECT_NEAR(Made.Gpu.LatencySfu.Interval->first, 16.8, 1e-9);
  EXPECT_NEAR(Made.Gpu.LatencySfu.Interval->second, 19.1, 1e-9);
}

// The file's link gives 15.8e9 B/s; copies of pinned memory reached 12.64e9,
// 0.8 of that. What copies reach is not the link's bandwidth.
TEST(MeasuredGpu, CopiesAreSharesOfTheLink) {
  GpuSpec Gpu = published();
  ASSERT_EQ(Gpu.PcieBandwidth.Value, 15.8e9);
  MeasuredGpu Made = measured(
      results({{"transfer", "bandwidth", "direction=to_device;memory=pinned",
                "B/s", 12.64e9, 12.64e9, 12.64e9, ""},
               {"transfer", "pcie_bandwidth", "effective=1", "B/s", 12.64e9,
                12.64e9, 12.64e9, ""}}));
  EXPECT_EQ(Made.Gpu.PinnedEfficiency.Value, 0.8);
  EXPECT_EQ(Made.Gpu.PcieBandwidth.Value, 15.8e9);
  EXPECT_EQ(find(Made, "pcie_bandwidth"), nullptr);
}

TEST(MeasuredGpu, WhatTheDeviceReports) {
  MeasurementResults Results = results({});
  Results.Reported = {
      {"multiprocessors", 46}, {"l2_bytes", 5767168}, {"shared_per_block", 0}};
  MeasuredGpu Made = measured(Results);
  EXPECT_EQ(Made.Gpu.Multiprocessors.Value, 46);
  EXPECT_EQ(Made.Gpu.Multiprocessors.Confidence, 'N');
  EXPECT_EQ(find(Made, "l2_size")->Fate, MeasuredFate::Confirmed);
  EXPECT_EQ(find(Made, "shared_per_block"), nullptr);
}

TEST(MeasuredGpu, ResultsOfAnotherGpu) {
  MeasurementResults Results = results({});
  Results.Architecture = "sm_90";
  EXPECT_THAT(refusal(published(), Results),
              HasSubstr("sm_90, the GPU file rtx-2080-ti is of sm_75"));
}

TEST(MeasuredGpu, NumbersThatCannotBeTrueTogether) {
  EXPECT_THAT(
      refusal(
          published(),
          results({{"chase", "latency_l1", "", "cycles", 300, 300, 300, ""},
                   {"chase", "latency_l2", "", "cycles", 200, 200, 200, ""}})),
      HasSubstr("cannot be true together: 'latency_l1' is 300, more "
                "than 'latency_l2', which is 200"));
}

TEST(MeasuredGpu, FindsTheGpuByItsName) {
  MeasurementResults Results = results({});
  auto Gpu = gpuOfResults(Results);
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  EXPECT_EQ(Gpu->Name, "rtx-2080-ti");
  Results.Device = "NVIDIA Nonesuch";
  Gpu = gpuOfResults(Results);
  ASSERT_FALSE(bool(Gpu));
  EXPECT_THAT(llvm::toString(Gpu.takeError()),
              HasSubstr("'NVIDIA Nonesuch'; name the one to begin with"));
}

// Every file of the collection comes back as it was.
TEST(GpuFileText, ComesBack) {
  for (const std::string &Name : gpuNames()) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu));
    Gpu->LatencyAlu.Interval = {1.0 / 3, 1e9 / 7};
    Gpu->LatencyAlu.Source = "with \"quotes\", \\ and ü";
    Gpu->Calibrated.Operations["float_add"] = {{1e-12, "s", "hand", 'M'},
                                               {1, 0.5, 0, 0.125, 2, 16}};
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    writeGpuFile(*Gpu, Out);
    auto Again = loadGpuText(Text, Name);
    ASSERT_TRUE(bool(Again)) << llvm::toString(Again.takeError());
    EXPECT_EQ(Again->Name, Gpu->Name);
    EXPECT_EQ(Again->MarketingName, Gpu->MarketingName);
    EXPECT_EQ(Again->Aliases, Gpu->Aliases);
    EXPECT_EQ(Again->Vendor, Gpu->Vendor);
    EXPECT_EQ(Again->Architecture, Gpu->Architecture);
    EXPECT_EQ(Again->ComputeCapability, Gpu->ComputeCapability);
    EXPECT_EQ(Again->WarpSize, Gpu->WarpSize);
    EXPECT_EQ(Again->Coalescing, Gpu->Coalescing);
    EXPECT_EQ(Again->Banks, Gpu->Banks);
    EXPECT_EQ(Again->RegisterGranularity, Gpu->RegisterGranularity);
    for (const GpuSpec::Field &Field : GpuSpec::fields()) {
      const HardwareNumber &A = (*Gpu).*Field.Member,
                           &B = (*Again).*Field.Member;
      EXPECT_EQ(A.Value, B.Value) << Field.Key;
      EXPECT_EQ(A.Interval, B.Interval) << Field.Key;
      EXPECT_EQ(A.Source, B.Source) << Field.Key;
      EXPECT_TRUE(!A.isKnown() || A.Confidence == B.Confidence) << Field.Key;
    }
    const CalibratedOperation &Add = Again->Calibrated.Operations["float_add"];
    EXPECT_EQ(Add.PerItem.Value, 1e-12);
    EXPECT_EQ(Add.Curve, Gpu->Calibrated.Operations["float_add"].Curve);
  }
}

} // namespace
