//===- ReductionTuned.cpp - The tuning space of a sum ---------------------===//
#include "BlockCheck.h"

#include <numeric>

using namespace measure;

static Problem sums(const Parameters &P) {
  const size_t N = P["n"], Block = P["BLOCK"], Items = P["ITEMS"];
  const size_t ABlock = Block * Items;
  if (Items % (P["VECTOR"] * P["UNROLL"]) || N % P["VECTOR"])
    throw Failure("reduction_tuned: ITEMS or n is no multiple of the loads");
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {ceilDivide(N, ABlock)};
  Q.Buffers = {{"in", Type::F32, N, Contents::random(0, 1)},
               {"out", Type::F32, Q.Grid.X, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)), Argument::buffer("in"),
                 Argument::buffer("out")};
  // A term goes through its thread's additions, then through the tree's ten or
  // those of the one thread that adds up all.
  Q.IsRight = someBlocks(
      "out", 1, Q.Grid.X, ABlock,
      [=](const Results &R, size_t B) {
        const std::vector<double> In =
            stretch(R, "in", B * ABlock, (B + 1) * ABlock);
        return std::vector<double>{std::accumulate(In.begin(), In.end(), 0.0)};
      },
      additionError(double(Items) + (P["TREE"] ? 10 : double(Block))));
  Q.Bytes = 4.0 * double(N + Q.Grid.X);
  Q.Operations = double(N);
  return Q;
}

/// Those where a thread's loop holds whole unrolled steps. With one load a
/// thread, the two orders are the same: one of them will do.
static std::vector<Parameters> valid(const std::vector<Parameters> &Points) {
  std::vector<Parameters> Valid;
  for (const Parameters &P : Points) {
    const long Loads = P["ITEMS"] / P["VECTOR"];
    if (P["ITEMS"] % (P["VECTOR"] * P["UNROLL"]) == 0 &&
        (Loads > 1 || P["STRIDED"]))
      Valid.push_back(P);
  }
  return Valid;
}

void addReductionTunedCases(std::vector<Case> &Cases) {
  auto Space = [](long N) {
    return valid(combinations({{"n", {N}},
                               {"BLOCK", {64, 128, 256, 512, 1024}},
                               {"ITEMS", {4, 8, 16, 32, 64}},
                               {"VECTOR", {1, 2, 4}},
                               {"UNROLL", {1, 2, 8}},
                               {"STRIDED", {0, 1}},
                               {"TREE", {0, 1}}}));
  };
  auto Shape = [](long N, long Block, long Items, long Vector, long Unroll,
                  long Strided, long Tree) -> Parameters {
    return {{"n", N},           {"BLOCK", Block},   {"ITEMS", Items},
            {"VECTOR", Vector}, {"UNROLL", Unroll}, {"STRIDED", Strided},
            {"TREE", Tree}};
  };
  Case C;
  C.Kernel = C.Source = "reduction_tuned";
  C.Idea = "a tuning space: block, elements a thread, loads, order, last stage";
  C.Make = sums;
  C.Small = {Shape(5000, 64, 8, 4, 2, 1, 1), Shape(5002, 128, 4, 2, 1, 0, 0),
             Shape(5001, 64, 16, 1, 8, 0, 1), Shape(4096, 256, 16, 4, 1, 1, 0)};
  C.Quick = {Shape(1 << 20, 256, 16, 1, 1, 1, 1),
             Shape(1 << 20, 256, 16, 4, 2, 1, 1)};
  for (long N : {1 << 16, 1 << 20, 1 << 24, 1 << 28})
    for (long Strided : {0, 1})
      for (long Vector : {1, 4})
        C.Full.push_back(Shape(N, 256, 16, Vector, 1, Strided, 1));
  C.Tuning = Space(1 << 25);
  Cases.push_back(C);
}
