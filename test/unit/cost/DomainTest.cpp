//===- DomainTest.cpp - Where a model is valid ----------------------------===//

#include "cost_models/common/Domain.h"
#include "Predictions.h"
#include "gmock/gmock.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::vector<std::string> why(Premise What, const WarpProfile &Profile,
                             const GpuSpec &Gpu = smallGpu()) {
  std::vector<std::string> Reasons;
  for (const BrokenPremise &Broken : brokenPremises({What}, Profile, Gpu)) {
    EXPECT_EQ(Broken.What, What);
    Reasons.push_back(Broken.Why);
  }
  return Reasons;
}

TEST(Domain, KnownCountsAndAddresses) {
  SaxpyProfile Saxpy;
  EXPECT_THAT(why(Premise::KnownCounts, Saxpy.Profile), IsEmpty());
  EXPECT_THAT(why(Premise::KnownAddresses, Saxpy.Profile), IsEmpty());
  Saxpy.Profile.Accesses[0].Sectors.Source = How::Assumed;
  EXPECT_THAT(why(Premise::KnownAddresses, Saxpy.Profile),
              ElementsAre("of 3 accesses to global memory 1 go to unknown "
                          "addresses"));
  // What never runs goes nowhere.
  Saxpy.Profile.Accesses[0].WarpExecutions = 0;
  EXPECT_THAT(why(Premise::KnownAddresses, Saxpy.Profile), IsEmpty());
  Saxpy.Profile.CountsSource = How::Sampled;
  EXPECT_THAT(why(Premise::KnownCounts, Saxpy.Profile), IsEmpty());
  Saxpy.Profile.CountsSource = How::Assumed;
  EXPECT_THAT(why(Premise::KnownCounts, Saxpy.Profile),
              ElementsAre("how often some code runs is assumed"));
}

TEST(Domain, Vendor) {
  SaxpyProfile Saxpy;
  GpuSpec Gpu = smallGpu();
  EXPECT_THAT(why(Premise::NvidiaGpu, Saxpy.Profile, Gpu), IsEmpty());
  Gpu.Vendor = GpuVendor::Amd;
  EXPECT_THAT(why(Premise::NvidiaGpu, Saxpy.Profile, Gpu),
              ElementsAre("the GPU is one of amd"));
}

// 10 SMs hold 8 blocks each: 80 fill them, 79 do not.
TEST(Domain, FullRound) {
  EXPECT_THAT(why(Premise::FullRound, SaxpyProfile(1, 8, 80).Profile),
              IsEmpty());
  EXPECT_THAT(why(Premise::FullRound, SaxpyProfile(1, 8, 79).Profile),
              ElementsAre("79 blocks, the SMs hold 80"));
}

TEST(Domain, GlobalMemoryAndAtomics) {
  SaxpyProfile Saxpy;
  EXPECT_THAT(why(Premise::GlobalMemory, Saxpy.Profile), IsEmpty());
  EXPECT_THAT(why(Premise::NoAtomics, Saxpy.Profile), IsEmpty());
  Saxpy.Kernel.Accesses[2].Kind = AccessKind::Atomic;
  EXPECT_THAT(why(Premise::NoAtomics, Saxpy.Profile),
              ElementsAre("1 atomic access in global memory"));
  for (MemoryAccess &Access : Saxpy.Kernel.Accesses)
    Access.Space = MemorySpace::Shared;
  EXPECT_THAT(why(Premise::NoAtomics, Saxpy.Profile), IsEmpty());
  EXPECT_THAT(why(Premise::GlobalMemory, Saxpy.Profile),
              ElementsAre("the kernel does not access global memory"));
}

// 1000 sectors are 32000 bytes. Caches that let 16000 pass serve half of them,
// which is still little; of 8000 they serve 75 %.
TEST(Domain, LittleReuse) {
  SaxpyProfile Saxpy;
  EXPECT_THAT(why(Premise::LittleReuse, Saxpy.Profile), IsEmpty());
  Saxpy.Profile.Caches.Sectors = 1000;
  Saxpy.Profile.DramBytes = 16000;
  EXPECT_THAT(why(Premise::LittleReuse, Saxpy.Profile), IsEmpty());
  Saxpy.Profile.DramBytes = 8000;
  EXPECT_THAT(why(Premise::LittleReuse, Saxpy.Profile),
              ElementsAre("caches serve 75 % of the sectors, by estimate"));
}

TEST(Domain, Calibration) {
  SaxpyProfile Saxpy;
  GpuSpec Gpu = smallGpu();
  EXPECT_THAT(why(Premise::Calibration, Saxpy.Profile, Gpu),
              ElementsAre("the GPU file has no calibration"));
  Gpu.Calibrated.Operations["float_add"].PerItem = number(1e-12);
  EXPECT_THAT(why(Premise::Calibration, Saxpy.Profile, Gpu), IsEmpty());
}

// A prediction has its model's premises, with the quantities and not without.
TEST(Domain, OfAPrediction) {
  SaxpyProfile Saxpy(1, 8, 79);
  GpuSpec Gpu = smallGpu();
  Gpu.LatencyAlu = number(4);
  Gpu.LatencyGlobal = number(400);
  Prediction P =
      predict("latency-throughput", Saxpy.Profile, Gpu, ModelMode::Modern);
  ASSERT_EQ(P.Broken.size(), 1u);
  EXPECT_EQ(P.Broken[0].What, Premise::FullRound);
  EXPECT_TRUE(llvm::is_contained(P.Premises, Premise::FullRound));
  P = predict("roofline", Saxpy.Profile, Gpu, ModelMode::Modern);
  EXPECT_THAT(P.Broken, IsEmpty());
  auto Quick = makeCostModel(ModelId::LatencyThroughput)
                   ->predict(Saxpy.Profile, Gpu, ModelMode::Modern);
  ASSERT_TRUE(bool(Quick));
  EXPECT_THAT(Quick->Broken, IsEmpty());
}

} // namespace
