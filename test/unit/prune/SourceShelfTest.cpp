//===- SourceShelfTest.cpp - Which sources stay ---------------------------===//

#include "tool/prune/SourceShelf.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace kernelcast;

namespace {

/// A kernel that asks for A, and not for B.
ForecastSetup setup() {
  ForecastSetup Result;
  Result.Job.File = "kernel.cu";
  Result.Sources = {"kernel.cu"};
  SmallString<256> Path(Result.Job.File);
  EXPECT_FALSE(sys::fs::make_absolute(Path));
  Result.Job.Texts[Path.str().str()] =
      "__global__ void k(float *x) { x[threadIdx.x] = A; }\n";
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

TEST_F(SourceShelfTest, DoesNotKeepWhatCouldNotBeRead) {
  ForecastSetup Absent = setup();
  Absent.Job.File = Absent.Sources[0] = "absent.cu";
  auto Source = std::make_shared<const ConfiguredSource>(
      kernel(1, 0), Absent, InstructionSource::Ast);
  Shelf.keep(kernel(1, 0), InstructionSource::Ast, Source);
  EXPECT_EQ(find(1), nullptr);
}
