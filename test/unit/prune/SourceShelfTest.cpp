//===- SourceShelfTest.cpp - Which sources stay ---------------------------===//

#include "tool/prune/SourceShelf.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace kernelcast;

namespace {

/// A kernel that asks for A, and not for B.
ForecastSetup setup() {
  ForecastSetup Result;
  Result.Job.File = "kernel.cu";
  Result.Sources = {"kernel.cu"};
  Result.Text = "__global__ void k(float *x) { x[threadIdx.x] = A; }\n";
  Result.Gpu =
      std::make_shared<const GpuSpec>(cantFail(findGpu("rtx-2080-ti")));
  Result.Model = makeCostModel(DefaultModel);
  Result.Mode = Result.Model->modes().front();
  return Result;
}

ConfiguredKernel kernel(unsigned A, unsigned B) {
  ConfiguredKernel Result;
  Result.KernelName = "k";
  Result.Macros = {{"A", std::to_string(A)}, {"B", std::to_string(B)}};
  Result.Block = {32, 1, 1};
  return Result;
}

class SourceShelfTest : public testing::Test {
protected:
  std::shared_ptr<const ConfiguredSource> keep(unsigned A) {
    auto Source = std::make_shared<const ConfiguredSource>(
        kernel(A, 0), Setup, InstructionSource::Ast);
    Shelf.keep(kernel(A, 0), InstructionSource::Ast, Source);
    return Source;
  }
  std::shared_ptr<const ConfiguredSource> find(unsigned A, unsigned B = 0) {
    return Shelf.find(kernel(A, B), InstructionSource::Ast);
  }

  const ForecastSetup Setup = setup();
  SourceShelf Shelf;
};

} // namespace

TEST_F(SourceShelfTest, ServesWhatHasItsText) {
  EXPECT_EQ(find(1), nullptr);
  const auto Source = keep(1);
  EXPECT_EQ(find(1), Source);
  EXPECT_EQ(find(1, 7), Source) << "B is not in the text";
  EXPECT_EQ(find(2), nullptr) << "A is";
  EXPECT_EQ(Shelf.find(kernel(1, 0), InstructionSource::Ir), nullptr);
  ConfiguredKernel Other = kernel(1, 0);
  Other.KernelName = "other";
  EXPECT_EQ(Shelf.find(Other, InstructionSource::Ast), nullptr);
  Other = kernel(1, 0);
  Other.CompilerOptions = {"-O1"};
  EXPECT_EQ(Shelf.find(Other, InstructionSource::Ast), nullptr);
}

TEST_F(SourceShelfTest, KeepsThoseUsedLast) {
  for (unsigned A = 0; A != SourceShelf::MaxSources; ++A)
    keep(A);
  EXPECT_NE(find(0), nullptr); // and has been used now
  keep(1000);
  EXPECT_NE(find(0), nullptr);
  EXPECT_EQ(find(1), nullptr) << "the one not used for the longest time";
  EXPECT_NE(find(2), nullptr);
}

// A text takes two places at most, one of each kind of counts, and none twice.
TEST_F(SourceShelfTest, HasPlacesForEachKindOfCounts) {
  for (unsigned A = 0; A != SourceShelf::MaxSources; ++A) {
    auto Source = keep(A);
    Shelf.keep(kernel(A, 0), InstructionSource::Ir, Source);
  }
  EXPECT_NE(find(0), nullptr);
  EXPECT_NE(Shelf.find(kernel(0, 0), InstructionSource::Ir), nullptr);
}

TEST_F(SourceShelfTest, KeepsATextOnce) {
  for (unsigned A = 0; A != SourceShelf::MaxSources; ++A)
    keep(A);
  const auto Again = keep(7);
  EXPECT_EQ(find(7), Again);
  EXPECT_NE(find(0), nullptr) << "nothing had to go";
}

TEST_F(SourceShelfTest, ReadsWhatIsNotHere) {
  const auto Source = Shelf.read(kernel(1, 0), Setup, InstructionSource::Ast);
  ASSERT_NE(Source, nullptr);
  EXPECT_EQ(find(1, 7), Source);
  EXPECT_EQ(Shelf.read(kernel(1, 7), Setup, InstructionSource::Ast), Source);
}

TEST_F(SourceShelfTest, DoesNotKeepWhatMayDiffer) {
  ForecastSetup Clock = setup();
  Clock.Text += "const char *When = __TIME__;\n";
  auto Source = std::make_shared<const ConfiguredSource>(
      kernel(1, 0), Clock, InstructionSource::Ast);
  Shelf.keep(kernel(1, 0), InstructionSource::Ast, Source);
  EXPECT_EQ(find(1), nullptr);
}
