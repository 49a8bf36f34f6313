//===- Convolution1D.cpp - One dimension, the filter in three places ------===//
#include "cases/Points.h"

using namespace measure;

/// The table in convolution_1d.cu and .cl.
static double weight(long K) { return (7 * K % 33 - 16) / 32.0; }

enum class Filter { Global, Constant };

static Problem convolution1D(const Parameters &P, Filter Where,
                             const std::string &BlockName) {
  const long N = P["n"], Radius = P["RADIUS"], Taps = 2 * Radius + 1;
  Problem Q;
  Q.Block = {unsigned(P[BlockName])};
  Q.Grid = {ceilDivide(N, P[BlockName])};
  if (Where == Filter::Global)
    Q.Buffers = {
        {"filter", Type::F32, size_t(Taps), Contents::random(-.5, .5)}};
  Q.Buffers.push_back({"in", Type::F32, size_t(N), Contents::random(-1, 1)});
  Q.Buffers.push_back({"out", Type::F32, size_t(N), Contents::zero()});
  Q.Arguments = {Argument::integer("n", N)};
  for (const Buffer &B : Q.Buffers)
    Q.Arguments.push_back(Argument::buffer(B.Name));
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        double Sum = 0;
        for (long K = 0; K < Taps; ++K) {
          const long J = long(I) + K - Radius;
          if (J >= 0 && J < N)
            Sum +=
                (Where == Filter::Global ? R.before("filter", K) : weight(K)) *
                R.before("in", J);
        }
        return Sum;
      },
      sumTolerance(Taps, 0.5));
  Q.Bytes = 8.0 * N;
  Q.Operations = 2.0 * Taps * N;
  return Q;
}

void addConvolution1DCases(std::vector<Case> &Cases) {
  auto Add = [&](const std::string &Kernel, const std::string &Idea,
                 Filter Where, const std::string &Block) {
    Case C;
    C.Kernel = Kernel;
    C.Source = "convolution_1d";
    C.Idea = Idea;
    C.Make = [=](const Parameters &P) {
      return convolution1D(P, Where, Block);
    };
    C.Small = combinations(
        {{"n", {1000, 1025}}, {Block, {64, 96}}, {"RADIUS", {2, 8}}});
    C.Quick = combinations(
        {{"n", {1 << 16, 1 << 20}}, {Block, {256}}, {"RADIUS", {8}}});
    C.Full = together(
        {combinations({{"n", {1 << 12, 1 << 20, 1 << 24}},
                       {Block, {64, 256, 1024}},
                       {"RADIUS", {8}}}),
         combinations(
             {{"n", {1 << 24}}, {Block, {256}}, {"RADIUS", {1, 4, 16}}}),
         combinations({{"n", {1 << 27}}, {Block, {256}}, {"RADIUS", {8}}})});
    Cases.push_back(C);
  };
  Add("convolution_1d", "filter from global memory", Filter::Global, "block");
  Add("convolution_1d_constant", "filter from constant memory",
      Filter::Constant, "block");
  Add("convolution_1d_shared", "constant filter, input from a tile",
      Filter::Constant, "BLOCK");
}
