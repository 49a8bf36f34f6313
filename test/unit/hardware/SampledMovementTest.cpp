//===- SampledMovementTest.cpp - Strides from samples ---------------------===//
//
// A launch of 1024 x 48 blocks of two warps that read rows of 4096 bytes, known
// from a few of its warps. Expected strides are those that the samples were
// made with.
//===----------------------------------------------------------------------===//

#include "analysis/access/SampledMovement.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

constexpr std::array<double, LaunchCoordinates> Launch{1024, 48, 1, 2, 1, 1};
constexpr int64_t Row = 4096, Matrix = 1024 * Row;

/// A warp that reads 128 bytes from byte \p Low on.
FootprintPattern sample(int64_t X, int64_t Y, int64_t Warp, double Low) {
  FootprintPattern P;
  P.Width = P.Extent = 128;
  P.Sectors = 4;
  P.Low = Low;
  P.High = Low + 128;
  const int64_t At[] = {X, Y, 0, Warp, 0, 0};
  using D = FootprintDimension;
  const D::Kind Kinds[] = {D::BlockX, D::BlockY, D::BlockZ,
                           D::Warp,   D::Warp,   D::Warp};
  for (unsigned I = 0; I != LaunchCoordinates; ++I)
    P.Dimensions.push_back({Kinds[I], 0, 0, 1, At[I], 0});
  return P;
}

/// What becomes of a pattern that stands for \p Copies warps.
FootprintPattern placed(SampledMovement &Movement, double Copies) {
  FootprintPattern P = sample(0, 0, 0, 0);
  P.Dimensions.clear();
  P.Copies = Copies;
  Movement.place(P, Launch);
  return P;
}

TEST(SampledMovement, LinearInAllCoordinates) {
  SampledMovement M;
  const int64_t At[][3] = {{3, 5, 0}, {700, 5, 1}, {41, 40, 1}, {900, 12, 0}};
  for (const auto &[X, Y, Warp] : At)
    M.note(sample(X, Y, Warp, double(X * Row + Y * Matrix + Warp * 128)));
  const FootprintPattern P = placed(M, 2 * 1024 * 48);
  ASSERT_EQ(P.Dimensions.size(), 3u);
  EXPECT_EQ(P.Dimensions[0].What, FootprintDimension::BlockX);
  EXPECT_EQ(P.Dimensions[0].Stride, Row);
  EXPECT_EQ(P.Dimensions[0].Count, 1024);
  EXPECT_EQ(P.Dimensions[1].Stride, Matrix);
  EXPECT_EQ(P.Dimensions[1].Count, 48);
  EXPECT_EQ(P.Dimensions[2].What, FootprintDimension::Warp);
  EXPECT_EQ(P.Dimensions[2].Stride, 128);
  EXPECT_EQ(P.Copies, 1);
  EXPECT_EQ(P.executions(), 2 * 1024 * 48);
}

// All rows of blocks read the same matrix: its stride is zero, not unknown.
TEST(SampledMovement, SharedByBlocks) {
  SampledMovement M;
  for (int64_t I = 0; I < 8; ++I)
    M.note(sample(I * 37, I * I % 48, I % 2, double(I * 37 * Row)));
  const FootprintPattern P = placed(M, 1024 * 48 * 2);
  ASSERT_EQ(P.Dimensions.size(), 3u);
  EXPECT_EQ(P.Dimensions[0].Stride, Row);
  EXPECT_EQ(P.Dimensions[1].Stride, 0);
  EXPECT_EQ(P.Dimensions[2].Stride, 0);
}

// Two samples leave open which of the coordinates that differ moved them.
TEST(SampledMovement, TooFew) {
  SampledMovement M;
  M.note(sample(3, 5, 0, 0));
  M.note(sample(4, 6, 0, Row));
  const FootprintPattern P = placed(M, 100);
  EXPECT_TRUE(P.Dimensions.empty());
  EXPECT_EQ(P.Copies, 100);
}

// Loops that begin up to 896 bytes further on in some blocks.
TEST(SampledMovement, NearlyLinear) {
  SampledMovement M;
  for (int64_t I = 0; I < 24; ++I) {
    const int64_t X = I * 389 % 1024, Y = I * 29 % 48, Warp = I * 5 % 7 % 2;
    M.note(sample(X, Y, Warp,
                  double(X * Row + Y * Matrix + Warp * 128 + I % 4 * 256)));
  }
  const FootprintPattern P = placed(M, 1024 * 48 * 2);
  ASSERT_GE(P.Dimensions.size(), 2u);
  EXPECT_NEAR(double(P.Dimensions[0].Stride), Row, 32);
  EXPECT_NEAR(double(P.Dimensions[1].Stride), Matrix, 64);
}

// Places that have nothing to do with the coordinates.
TEST(SampledMovement, Irregular) {
  SampledMovement M;
  for (int64_t I = 0; I < 24; ++I)
    M.note(sample(I * 389 % 1024, I * 29 % 48, I % 2,
                  double(I * I * 7919 % 1031 * Row)));
  EXPECT_TRUE(placed(M, 100).Dimensions.empty());
}

} // namespace
