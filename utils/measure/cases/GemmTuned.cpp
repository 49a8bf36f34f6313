//===- GemmTuned.cpp - A matrix product and its tuning space --------------===//
#include "SampledSums.h"

using namespace measure;

static Problem gemmTuned(const Parameters &P) {
  const long M = P["m"], N = P["n"], K = P["k"];
  Problem Q;
  Q.Block = {unsigned(P["TILE_N"] / P["MICRO_N"]),
             unsigned(P["TILE_M"] / P["MICRO_M"])};
  Q.Grid = {unsigned(N / P["TILE_N"]), unsigned(M / P["TILE_M"])};
  if (M % P["TILE_M"] || N % P["TILE_N"] || K % P["TILE_K"])
    throw Failure("gemm_tuned: the sizes are no multiples of the tiles");
  Q.Buffers = {{"a", Type::F32, size_t(M * K), Contents::random(-1, 1)},
               {"b", Type::F32, size_t(K * N), Contents::random(-1, 1)},
               {"c", Type::F32, size_t(M * N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("k", K),
                 Argument::buffer("a"), Argument::buffer("b"),
                 Argument::buffer("c")};
  Q.IsRight = sampledSums(
      "c", K,
      [=](const Results &R, size_t I) {
        Sum Right;
        for (long X = 0; X < K; ++X)
          Right.add(R.before("a", I / N * K + X) *
                    R.before("b", X * N + I % N));
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 4.0 * double(M * K + K * N + M * N);
  Q.Operations = 2.0 * M * N * K;
  return Q;
}

/// Whether the configuration compiles, fits any GPU and is not absurd: whole
/// vectors, 64 to 512 threads, at least one vector of each tile a thread, 4 to
/// 64 sums in registers, and padding only to what the vectors' alignment
/// allows.
static bool isValid(const Parameters &P) {
  const long Threads =
      P["TILE_M"] / P["MICRO_M"] * (P["TILE_N"] / P["MICRO_N"]);
  const long Sums = P["MICRO_M"] * P["MICRO_N"], Vector = P["VECTOR"];
  const long Smallest = std::min(P["TILE_M"], P["TILE_N"]) * P["TILE_K"];
  return Threads >= 64 && Threads <= 512 && Smallest >= Threads * Vector &&
         Sums >= 4 && Sums <= 64 && P["PADDING"] % Vector == 0;
}

static std::vector<Parameters> tuningSpace() {
  std::vector<Parameters> Points;
  for (const Parameters &P : combinations({{"m", {2048}},
                                           {"n", {2048}},
                                           {"k", {2048}},
                                           {"TILE_M", {32, 64, 128}},
                                           {"TILE_N", {32, 64, 128}},
                                           {"TILE_K", {8, 16}},
                                           {"MICRO_M", {2, 4, 8}},
                                           {"MICRO_N", {2, 4, 8}},
                                           {"VECTOR", {1, 4}},
                                           {"UNROLL", {1, 8}},
                                           {"PADDING", {0, 4}}}))
    if (isValid(P))
      Points.push_back(P);
  return Points;
}

void addGemmTunedCases(std::vector<Case> &Cases) {
  auto Shape = [](long N, long TileM, long TileN, long TileK, long MicroM,
                  long MicroN, long Vector, long Unroll,
                  long Padding) -> Parameters {
    return {{"m", N},
            {"n", N},
            {"k", N},
            {"TILE_M", TileM},
            {"TILE_N", TileN},
            {"TILE_K", TileK},
            {"MICRO_M", MicroM},
            {"MICRO_N", MicroN},
            {"VECTOR", Vector},
            {"UNROLL", Unroll},
            {"PADDING", Padding}};
  };
  Case C;
  C.Kernel = C.Source = "gemm_tuned";
  C.Idea = "a tuning space: tiles, micro-tiles, vectors, unrolling, padding";
  C.Make = gemmTuned;
  C.Small = {Shape(64, 32, 32, 8, 4, 2, 1, 1, 0),
             Shape(64, 32, 64, 16, 4, 8, 2, 8, 2),
             Shape(64, 64, 32, 8, 4, 4, 4, 1, 4)};
  C.Quick = {Shape(256, 64, 64, 8, 4, 4, 1, 1, 0),
             Shape(512, 64, 64, 16, 4, 4, 4, 8, 4)};
  for (long N : {128, 512, 1024, 2048, 4096})
    C.Full.push_back(Shape(N, 64, 64, 16, 4, 4, 4, 8, 4));
  for (long N : {512, 2048, 4096, 8192})
    C.Full.push_back(Shape(N, 128, 128, 16, 8, 8, 4, 8, 4));
  C.Tuning = tuningSpace();
  Cases.push_back(C);
}
