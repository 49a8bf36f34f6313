//===- Gemm.cpp - Dense matrix products -----------------------------------===//
#include "SampledSums.h"

using namespace measure;

/// Buffers, arguments and check of C = A B with the sizes m, n, k.
static Problem product(const Parameters &P, Type Of) {
  const long M = P["m"], N = P["n"], K = P["k"];
  Problem Q;
  Q.Buffers = {{"a", Of, size_t(M * K), Contents::random(-1, 1)},
               {"b", Of, size_t(K * N), Contents::random(-1, 1)},
               {"c", Of, size_t(M * N), Contents::zero()}};
  Q.Arguments = {Argument::integer("m", M), Argument::integer("n", N),
                 Argument::integer("k", K), Argument::buffer("a"),
                 Argument::buffer("b"),     Argument::buffer("c")};
  const double Rounding = Of == Type::F64 ? DoubleRounding : FloatRounding;
  Q.IsRight = sampledSums(
      "c", K,
      [=](const Results &R, size_t I) {
        Sum Right;
        for (long X = 0; X < K; ++X)
          Right.add(R.before("a", I / N * K + X) *
                    R.before("b", X * N + I % N));
        return Right;
      },
      RandomSigns * Rounding);
  Q.Bytes = double(bytesOf(Of)) * double(M * K + K * N + M * N);
  Q.Operations = 2.0 * M * N * K;
  return Q;
}

/// A launch that covers C with blocks of Columns x Rows elements.
static void cover(Problem &Q, const Parameters &P, long Columns, long Rows) {
  Q.Grid = {ceilDivide(P["n"], Columns), ceilDivide(P["m"], Rows)};
}

static Problem naive(const Parameters &P) {
  Problem Q = product(P, Type::F32);
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  cover(Q, P, P["block_x"], P["block_y"]);
  return Q;
}

static Problem tiledOf(const Parameters &P, Type Of) {
  Problem Q = product(P, Of);
  Q.Block = {unsigned(P["TILE"]), unsigned(P["TILE"])};
  cover(Q, P, P["TILE"], P["TILE"]);
  return Q;
}

static Problem tiled(const Parameters &P) { return tiledOf(P, Type::F32); }
static Problem doubleTiled(const Parameters &P) {
  return tiledOf(P, Type::F64);
}

static Problem registerBlocked(const Parameters &P) {
  Problem Q = product(P, Type::F32);
  Q.Block = {unsigned(P["TILE_N"] / P["MICRO_N"]),
             unsigned(P["TILE_M"] / P["MICRO_M"])};
  cover(Q, P, P["TILE_N"], P["TILE_M"]);
  return Q;
}

static Problem batched(const Parameters &P) {
  const long Size = P["SIZE"], Matrices = P["matrices"];
  const size_t Elements = size_t(Matrices * Size * Size);
  Problem Q;
  Q.Block = {unsigned(Size), unsigned(Size)};
  Q.Grid = {unsigned(Matrices)};
  Q.Buffers = {{"a", Type::F32, Elements, Contents::random(-1, 1)},
               {"b", Type::F32, Elements, Contents::random(-1, 1)},
               {"c", Type::F32, Elements, Contents::zero()}};
  Q.Arguments = {Argument::buffer("a"), Argument::buffer("b"),
                 Argument::buffer("c")};
  Q.IsRight = sampledSums(
      "c", Size,
      [=](const Results &R, size_t I) {
        const size_t Row = I / Size * Size, Column = I % Size;
        const size_t First = I / (Size * Size) * (Size * Size);
        Sum Right;
        for (long X = 0; X < Size; ++X)
          Right.add(R.before("a", Row + X) *
                    R.before("b", First + X * Size + Column));
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 12.0 * double(Elements);
  Q.Operations = 2.0 * double(Elements) * Size;
  return Q;
}

/// m = n = k = each of \p Sizes.
static std::vector<Parameters> cubes(std::vector<long> Sizes,
                                     const Parameters &Others) {
  std::vector<Parameters> Points;
  for (long N : Sizes)
    Points.push_back(Others.with({{"m", N}, {"n", N}, {"k", N}}));
  return Points;
}

static Parameters box(long M, long N, long K, const Parameters &Others) {
  return Others.with({{"m", M}, {"n", N}, {"k", K}});
}

static void append(std::vector<Parameters> &Points,
                   const std::vector<Parameters> &More) {
  Points.insert(Points.end(), More.begin(), More.end());
}

static Case naiveCase() {
  const Parameters Square = {{"block_x", 16}, {"block_y", 16}};
  const Parameters Wide = {{"block_x", 32}, {"block_y", 8}};
  const Parameters Tall = {{"block_x", 4}, {"block_y", 64}};
  Case C;
  C.Kernel = C.Source = "gemm_naive";
  C.Idea = "n-fold reuse left to the caches: broadcast and coalesced loads";
  C.Make = naive;
  C.Small = {box(33, 47, 29, Square), box(20, 70, 31, Wide),
             box(70, 10, 8, Tall)};
  C.Quick = cubes({256, 512}, Square);
  C.Full = cubes({64, 256, 1024, 2048, 4096}, Square);
  append(C.Full, cubes({1024, 4096}, Wide));
  append(C.Full, cubes({1024, 4096}, Tall));
  C.Full.push_back(box(128, 1 << 16, 512, Wide));
  C.Full.push_back(box(1 << 16, 128, 512, Wide));
  return C;
}

static Case tiledCase() {
  const Parameters T8 = {{"TILE", 8}}, T16 = {{"TILE", 16}},
                   T32 = {{"TILE", 32}};
  Case C;
  C.Kernel = C.Source = "gemm_tiled";
  C.Idea = "reuse through shared memory: a barrier a tile, broadcasts";
  C.Make = tiled;
  C.Small = {box(33, 47, 29, T16), box(16, 24, 40, T8), box(31, 33, 35, T32)};
  C.Quick = cubes({256, 512}, T16);
  C.Full = cubes({64, 256, 1024, 1000, 2048, 4096}, T16);
  append(C.Full, cubes({1024, 4096}, T8));
  append(C.Full, cubes({1024, 4096}, T32));
  C.Full.push_back(box(128, 1 << 16, 512, T16));
  return C;
}

static Case registerBlockedCase() {
  auto Shape = [](long TileM, long TileN, long TileK, long MicroM,
                  long MicroN) -> Parameters {
    return {{"TILE_M", TileM},
            {"TILE_N", TileN},
            {"TILE_K", TileK},
            {"MICRO_M", MicroM},
            {"MICRO_N", MicroN}};
  };
  const Parameters Usual = Shape(64, 64, 8, 4, 4);
  const Parameters Large = Shape(128, 128, 8, 8, 8);
  const Parameters Lopsided = Shape(64, 128, 16, 2, 8);
  const Parameters Little = Shape(32, 32, 16, 2, 2);
  Case C;
  C.Kernel = C.Source = "gemm_register_blocked";
  C.Idea = "independent multiply-adds from registers: compute-bound";
  C.Make = registerBlocked;
  C.Small = {box(33, 47, 29, Little), box(70, 65, 9, Usual)};
  C.Quick = cubes({256, 512}, Usual);
  C.Full = cubes({128, 1024, 1000, 2048, 4096, 8192}, Usual);
  append(C.Full, cubes({1024, 4096, 8192}, Large));
  append(C.Full, cubes({1024, 4096}, Lopsided));
  append(C.Full, cubes({1024, 4096}, Little));
  C.Full.push_back(box(128, 1 << 16, 512, Usual));
  return C;
}

static Case doubleCase() {
  const Parameters T8 = {{"TILE", 8}}, T16 = {{"TILE", 16}},
                   T32 = {{"TILE", 32}};
  Case C;
  C.Kernel = C.Source = "dgemm_tiled";
  C.Idea = "double precision: where its units are few they bound the kernel";
  C.DoublePrecision = true;
  C.Make = doubleTiled;
  C.Small = {box(33, 47, 29, T16), box(15, 24, 40, T8)};
  C.Quick = cubes({256, 512}, T16);
  C.Full = cubes({64, 256, 1024, 1000, 2048, 3072}, T16);
  append(C.Full, cubes({1024, 2048}, T8));
  append(C.Full, cubes({1024, 2048}, T32));
  return C;
}

static Case batchedCase() {
  Case C;
  C.Kernel = C.Source = "batched_small_gemm";
  C.Idea = "many short blocks of little work: latency, block replacement";
  C.Make = batched;
  C.Small = combinations({{"matrices", {5}}, {"SIZE", {7, 16}}});
  C.Quick = combinations({{"matrices", {64, 4096}}, {"SIZE", {16}}});
  C.Full =
      combinations({{"matrices", {64, 4096, 1 << 16}}, {"SIZE", {8, 16, 32}}});
  append(C.Full, {{{"matrices", 1 << 18}, {"SIZE", 16}},
                  {{"matrices", 1 << 20}, {"SIZE", 8}},
                  {{"matrices", 1 << 16}, {"SIZE", 12}}});
  return C;
}

void addGemmCases(std::vector<Case> &Cases) {
  Cases.push_back(naiveCase());
  Cases.push_back(tiledCase());
  Cases.push_back(registerBlockedCase());
  Cases.push_back(doubleCase());
  Cases.push_back(batchedCase());
}
