//===- Tails.cpp - Sizes just above and below a multiple of the block -----===//
#include "cases/Points.h"

using namespace measure;

/// \p Blocks whole blocks and \p Over threads more (or fewer).
static long elements(const Parameters &P) {
  return P["blocks"] * P["block"] + P["over"];
}

static Problem tailTriad(const Parameters &P) {
  const long N = elements(P);
  const double S = 1.5;
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"b", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"c", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"a", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::real("s", S),
                 Argument::buffer("b"), Argument::buffer("c"),
                 Argument::buffer("a")};
  // Two roundings, of a product below 1.5 and of a sum below 2.5.
  Q.IsRight = eachElement(
      "a",
      [=](const Results &R, size_t I) {
        return R.before("b", I) + S * R.before("c", I);
      },
      0x1p-22);
  Q.Bytes = 12.0 * N;
  Q.Operations = 2.0 * N;
  return Q;
}

static Problem tailLoop(const Parameters &P) {
  const long N = elements(P), Rounds = P["rounds"];
  // So close to 1 that the start still shows after all the rounds.
  const double S = float(1 - 1.0 / Rounds);
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"in", Type::F32, size_t(N), Contents::random(-Rounds, Rounds)},
               {"out", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("rounds", Rounds),
                 Argument::real("s", S), Argument::buffer("in"),
                 Argument::buffer("out")};
  // Values stay below the number of rounds, each round rounds twice by 2^-24
  // of that, and an expected value near 0 counts as 1.
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        double Value = R.before("in", I);
        for (long Round = 0; Round < Rounds; ++Round)
          Value = S * Value + 1;
        return Value;
      },
      Rounds * 0x1p-23);
  Q.Bytes = 8.0 * N;
  Q.Operations = 2.0 * Rounds * N;
  return Q;
}

static Problem tail2D(const Parameters &P) {
  const long Width = P["width"], Height = P["height"];
  const double S = 0.75;
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(Width, P["block_x"]), ceilDivide(Height, P["block_y"])};
  Q.Buffers = {
      {"in", Type::F32, size_t(Width * Height), Contents::random(-1, 1)},
      {"out", Type::F32, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height), Argument::real("s", S),
                 Argument::buffer("in"), Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out", [=](const Results &R, size_t I) { return S * R.before("in", I); },
      0x1p-24);
  Q.Bytes = 8.0 * Width * Height;
  Q.Operations = double(Width) * Height;
  return Q;
}

void addTailsCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = "tail_triad";
  C.Source = "tails";
  C.Idea = "the last block half empty, memory-bound";
  C.Make = tailTriad;
  C.Small = combinations(
      {{"blocks", {3}}, {"block", {64, 100}}, {"over", {-33, -1, 0, 1}}});
  C.Quick =
      combinations({{"blocks", {4096}}, {"block", {256}}, {"over", {0, 1}}});
  C.Full = together(
      {combinations(
           {{"blocks", {1, 4096}}, {"block", {256}}, {"over", {-1, 0, 1, 33}}}),
       combinations({{"blocks", {65536}},
                     {"block", {96, 256, 1000}},
                     {"over", {-1, 0, 1}}})});
  Cases.push_back(C);

  C.Kernel = "tail_loop";
  C.Idea = "one block more than whole rounds of them, compute-bound";
  C.Make = tailLoop;
  C.Small = combinations({{"blocks", {2}},
                          {"block", {64, 100}},
                          {"over", {-1, 0, 1}},
                          {"rounds", {50}}});
  C.Quick = combinations({{"blocks", {256}},
                          {"block", {256}},
                          {"over", {0, 1}},
                          {"rounds", {1000}}});
  C.Full = together({combinations({{"blocks", {1, 256, 1056, 1057, 2112}},
                                   {"block", {256}},
                                   {"over", {0, 1}},
                                   {"rounds", {4000}}}),
                     combinations({{"blocks", {1056, 4224}},
                                   {"block", {33, 64, 1024}},
                                   {"over", {-1, 1}},
                                   {"rounds", {4000}}})});
  Cases.push_back(C);

  C.Kernel = "tail_2d";
  C.Idea = "both edges of an image cut blocks";
  C.Make = tail2D;
  C.Small = combinations({{"width", {63, 64, 65}},
                          {"height", {31, 33}},
                          {"block_x", {16}},
                          {"block_y", {8}}});
  C.Quick = combinations({{"width", {1024, 1025}},
                          {"height", {1024}},
                          {"block_x", {32}},
                          {"block_y", {8}}});
  C.Full = together({combinations({{"width", {2047, 2048, 2049}},
                                   {"height", {2047, 2049}},
                                   {"block_x", {32}},
                                   {"block_y", {8, 32}}}),
                     combinations({{"width", {8191, 8193}},
                                   {"height", {8193}},
                                   {"block_x", {16, 128}},
                                   {"block_y", {8}}})});
  Cases.push_back(C);
}
