//===- Reduce.cpp - Sums of an array, one partial sum a block -------------===//
#include "BlockCheck.h"
#include "Points.h"

#include <numeric>

using namespace measure;

/// Sums of positive numbers, so that the error stays relative to the sum.
static Problem sums(const Parameters &P, bool SharedTree) {
  const size_t N = P["n"], Block = P["block"];
  const bool GridStride = P.has("grid");
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {GridStride ? unsigned(P["grid"]) : ceilDivide(N, Block)};
  const size_t Blocks = Q.Grid.X;
  Q.Buffers = {{"in", Type::F32, N, Contents::random(0, 1)},
               {"out", Type::F32, Blocks, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)), Argument::buffer("in"),
                 Argument::buffer("out")};
  if (SharedTree)
    Q.Arguments.push_back(Argument::shared("shared", Block * sizeof(float)));
  // A block takes every Blocks-th stretch, of two elements a thread or of one.
  const size_t Stretch = SharedTree && GridStride ? 2 * Block : Block;
  const size_t ABlock = ceilDivide(N, Blocks);
  Q.IsRight = someBlocks(
      "out", 1, Blocks, ABlock,
      [=](const Results &R, size_t B) {
        double Sum = 0;
        for (size_t Begin = B * Stretch; Begin < N; Begin += Blocks * Stretch) {
          const std::vector<double> In =
              stretch(R, "in", Begin, Begin + Stretch);
          Sum += std::accumulate(In.begin(), In.end(), 0.0);
        }
        return std::vector<double>{Sum};
      },
      additionError(double(ceilDivide(ABlock, Block)) + 12));
  Q.Bytes = 4.0 * double(N + Blocks);
  Q.Operations = double(N);
  return Q;
}

void addReduceCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "reduce";
  C.Make = [](const Parameters &P) { return sums(P, true); };
  C.Small = combinations({{"n", {4096, 5000}}, {"block", {64, 256}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = combinations({{"n", {1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28}},
                         {"block", {64, 256, 1024}}});
  C.Kernel = "reduce_divergent";
  C.Idea = "a tree whose active threads are spread over all warps";
  Cases.push_back(C);
  C.Kernel = "reduce_conflicts";
  C.Idea = "a tree in whole warps, with bank conflicts of up to 32 ways";
  Cases.push_back(C);
  C.Kernel = "reduce_sequential";
  C.Idea = "a tree with neither divergence nor bank conflicts";
  Cases.push_back(C);

  C.Kernel = "reduce_grid_stride";
  C.Idea = "a fixed grid that adds while it loads, then one tree a block";
  C.Small = combinations(
      {{"n", {4096, 5001}}, {"block", {64, 128}}, {"grid", {3, 8}}});
  C.Quick = combinations(
      {{"n", {1 << 16, 1 << 20}}, {"block", {256}}, {"grid", {64}}});
  C.Full = together(
      {combinations({{"n", {1 << 16, 1 << 20, 1 << 24, 1 << 28}},
                     {"block", {256}},
                     {"grid", {128, 1024}}}),
       combinations(
           {{"n", {1 << 28}}, {"block", {128, 1024}}, {"grid", {256, 4096}}})});
  Cases.push_back(C);

  C.Kernel = "reduce_shuffle";
  C.Idea = "warps that add in registers by shuffling";
  C.OpenCl = false;
  C.Make = [](const Parameters &P) { return sums(P, false); };
  Cases.push_back(C);
}
