//===- Stencil1D.cpp - A sum over neighbours in a row ---------------------===//
#include "cases/Points.h"

using namespace measure;

static Problem stencil1D(const Parameters &P, const std::string &BlockName) {
  const long N = P["n"], Radius = P["RADIUS"];
  const double Scale = 0.125;
  Problem Q;
  Q.Block = {unsigned(P[BlockName])};
  Q.Grid = {ceilDivide(N, P[BlockName])};
  Q.Buffers = {{"in", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"out", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::real("scale", Scale),
                 Argument::buffer("in"), Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        if (long(I) < Radius || long(I) >= N - Radius)
          return 0.0;
        double Sum = 0;
        for (long K = -Radius; K <= Radius; ++K)
          Sum += R.before("in", I + K);
        return Scale * Sum;
      },
      sumTolerance(2 * Radius + 1, Scale));
  Q.Bytes = 8.0 * N;
  Q.Operations = (2.0 * Radius + 2) * N;
  return Q;
}

void addStencil1DCases(std::vector<Case> &Cases) {
  auto Add = [&](const std::string &Kernel, const std::string &Idea,
                 const std::string &Block) {
    Case C;
    C.Kernel = Kernel;
    C.Source = "stencil_1d";
    C.Idea = Idea;
    C.Make = [=](const Parameters &P) { return stencil1D(P, Block); };
    C.Small = combinations(
        {{"n", {1000, 2049}}, {Block, {64, 96}}, {"RADIUS", {1, 5}}});
    C.Quick = combinations(
        {{"n", {1 << 16, 1 << 20}}, {Block, {256}}, {"RADIUS", {3}}});
    C.Full = together(
        {combinations({{"n", {1 << 12, 1 << 20, 1 << 24}},
                       {Block, {64, 256, 1024}},
                       {"RADIUS", {3}}}),
         combinations(
             {{"n", {1 << 24}}, {Block, {256}}, {"RADIUS", {1, 8, 16, 32}}}),
         combinations({{"n", {1 << 27}}, {Block, {256}}, {"RADIUS", {3}}})});
    Cases.push_back(C);
  };
  Add("stencil_1d", "neighbours from the cache", "block");
  Add("stencil_1d_shared", "neighbours from a tile with a halo", "BLOCK");
}
