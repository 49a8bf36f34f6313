//===- VectorAdd.cpp - c = a + b in three ways ----------------------------===//
#include "cases/Points.h"

using namespace measure;

static Problem vectorAdd(const Parameters &P, long PerThread) {
  const long N = P["n"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {P.has("blocks") ? unsigned(P["blocks"])
                            : ceilDivide(N / PerThread, P["block"])};
  Q.Buffers = {{"a", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"b", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"c", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::buffer("a"),
                 Argument::buffer("b"), Argument::buffer("c")};
  // One rounding of a sum below 2.
  Q.IsRight = eachElement(
      "c",
      [](const Results &R, size_t I) {
        return R.before("a", I) + R.before("b", I);
      },
      0x1p-23);
  Q.Bytes = 12.0 * N;
  Q.Operations = double(N);
  return Q;
}

void addVectorAddCases(std::vector<Case> &Cases) {
  const long Large = 1 << 24, Huge = 1 << 28;

  Case C;
  C.Kernel = "vector_add";
  C.Source = "vector_add";
  C.Idea = "streaming: two loads and a store an element";
  C.Make = [](const Parameters &P) { return vectorAdd(P, 1); };
  C.Small = combinations({{"n", {1000, 4096}}, {"block", {64, 96}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = together({combinations({{"n", {1 << 10, 1 << 16, 1 << 20, Huge}},
                                   {"block", {256}}}),
                     combinations({{"n", {Large}},
                                   {"block", {32, 64, 128, 256, 512, 1024}}})});
  Cases.push_back(C);

  C.Kernel = "vector_add_float4";
  C.Idea = "streaming with 16-byte accesses: a quarter of the instructions";
  C.Make = [](const Parameters &P) { return vectorAdd(P, 4); };
  C.Small = combinations({{"n", {1000, 4096}}, {"block", {64, 96}}});
  C.Full = together(
      {combinations(
           {{"n", {1 << 10, 1 << 16, 1 << 20, Huge}}, {"block", {256}}}),
       combinations({{"n", {Large}}, {"block", {32, 64, 256, 1024}}})});
  Cases.push_back(C);

  C.Kernel = "vector_add_grid_stride";
  C.Idea = "a grid of fixed size: how many warps keep memory busy";
  C.Make = [](const Parameters &P) { return vectorAdd(P, 1); };
  C.Small = combinations(
      {{"n", {1000, 4096}}, {"block", {64}}, {"blocks", {1, 7, 100}}});
  C.Quick =
      combinations({{"n", {1 << 20}}, {"block", {256}}, {"blocks", {64, 512}}});
  C.Full = together(
      {combinations({{"n", {Large}},
                     {"block", {256}},
                     {"blocks", {16, 64, 128, 256, 512, 1024, 2048, 8192}}}),
       combinations(
           {{"n", {Large}}, {"block", {64, 1024}}, {"blocks", {128, 2048}}}),
       combinations(
           {{"n", {1 << 16, 1 << 27}}, {"block", {256}}, {"blocks", {512}}})});
  Cases.push_back(C);
}
