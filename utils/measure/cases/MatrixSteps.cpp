//===- MatrixSteps.cpp - A swizzled tile, and a step of LU ----------------===//
#include "cases/Samples.h"

using namespace measure;

/// After an odd number of rounds a tile lies transposed. What lies outside of
/// the picture came in as zero.
static Problem swizzledTile(const Parameters &P) {
  const long Width = P["width"], Height = P["height"], Rounds = P["rounds"],
             Tile = P["TILE"], Rows = P["ROWS"];
  Problem Q;
  Q.Block = {unsigned(Tile), unsigned(Rows)};
  Q.Grid = {ceilDivide(Width, Tile), ceilDivide(Height, Tile)};
  Q.Buffers = {
      {"in", Type::F32, size_t(Width * Height), Contents::random(-1, 1)},
      {"out", Type::F32, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height),
                 Argument::integer("rounds", Rounds), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        long X = long(I) % Width, Y = long(I) / Width;
        if (Rounds % 2) {
          const long U = X % Tile, V = Y % Tile;
          X += V - U;
          Y += U - V;
        }
        const bool Inside = X < Width && Y < Height;
        return (Inside ? R.before("in", Y * Width + X) : 0) + double(Rounds);
      },
      1e-5);
  Q.Bytes = 8.0 * Width * Height;
  Q.Operations = double(Width) * Height * Rounds;
  return Q;
}

/// Elements in [1, 2): the pivot is one of them, so that quotients and products
/// are of the order of one. `whole` launches a thread for each element of the
/// matrix, whatever k: those past the remaining square leave at once.
static Problem luStep(const Parameters &P, bool Scale) {
  const long N = P["n"], K = P["k"],
             Extent = P["whole"] ? N : std::max(N - K - 1, 1L);
  Problem Q;
  if (Scale) {
    Q.Block = {unsigned(P["block"])};
    Q.Grid = {ceilDivide(Extent, P["block"])};
  } else {
    Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
    Q.Grid = {ceilDivide(Extent, P["block_x"]),
              ceilDivide(Extent, P["block_y"])};
  }
  Q.Buffers = {{"a", Type::F32, size_t(N * N), Contents::random(1, 2)}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("k", K),
                 Argument::buffer("a")};
  Q.IsRight = eachElement(
      "a",
      [=](const Results &R, size_t Index) {
        const long I = long(Index) / N, J = long(Index) % N;
        const double A = R.before("a", Index);
        if (Scale)
          return I > K && J == K ? A / R.before("a", K * N + K) : A;
        return I > K && J > K
                   ? A - R.before("a", I * N + K) * R.before("a", K * N + J)
                   : A;
      },
      1e-6);
  const double Left = double(N - K - 1);
  Q.Bytes = Scale ? 8.0 * Left + 4 : 8.0 * Left * Left + 8.0 * Left;
  Q.Operations = Scale ? Left : 2.0 * Left * Left;
  Q.Restore = true;
  return Q;
}

/// Samples of the whole matrix seldom meet the one column that lu_scale
/// changes, so that its check goes down that column besides.
static Problem luScale(const Parameters &P) {
  Problem Q = luStep(P, true);
  const long N = P["n"], K = P["k"];
  Q.IsRight = allOf({Q.IsRight, [=](const Results &R) -> std::string {
                       for (long I = K + 1; I < N; ++I) {
                         const double Right = R.before("a", I * N + K) /
                                              R.before("a", K * N + K),
                                      Actual = R.after("a", I * N + K);
                         if (!(std::fabs(Actual - Right) <= 1e-6 * Right))
                           return "a[" + std::to_string(I * N + K) + "] is " +
                                  std::to_string(Actual) + ", expected " +
                                  std::to_string(Right);
                       }
                       return {};
                     }});
  return Q;
}

static Problem luUpdate(const Parameters &P) { return luStep(P, false); }

void addMatrixStepsCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = C.Source = "swizzled_tile";
  C.Idea = "columns of a shared tile, with and without an xor swizzle";
  C.Make = swizzledTile;
  C.Small = combinations({{"width", {75}},
                          {"height", {40}},
                          {"rounds", {0, 1, 2}},
                          {"TILE", {16}},
                          {"ROWS", {4}},
                          {"SWIZZLE", {1}}});
  C.Small.push_back({{"width", 64},
                     {"height", 33},
                     {"rounds", 3},
                     {"TILE", 32},
                     {"ROWS", 8},
                     {"SWIZZLE", 0}});
  C.Quick = combinations({{"width", {1024}},
                          {"height", {512}},
                          {"rounds", {20}},
                          {"TILE", {32}},
                          {"ROWS", {8}},
                          {"SWIZZLE", {0, 1}}});
  C.Full = combinations({{"width", {1000, 8192}},
                         {"height", {4096}},
                         {"rounds", {1, 50}},
                         {"TILE", {32}},
                         {"ROWS", {8}},
                         {"SWIZZLE", {0, 1}}});
  for (const Parameters &P : combinations({{"width", {8192}},
                                           {"height", {4096}},
                                           {"rounds", {50}},
                                           {"TILE", {16, 32}},
                                           {"ROWS", {4, 16}},
                                           {"SWIZZLE", {0, 1}}}))
    C.Full.push_back(P);
  Cases.push_back(C);

  C.Source = "lu_step";
  C.Kernel = "lu_scale";
  C.Idea = "one float a row: every lane another line";
  C.Make = luScale;
  C.Small = combinations(
      {{"n", {100}}, {"k", {0, 37, 98}}, {"whole", {0}}, {"block", {32}}});
  C.Quick = combinations(
      {{"n", {1000}}, {"k", {0, 500}}, {"whole", {0}}, {"block", {128}}});
  C.Full = combinations({{"n", {1000, 8192}},
                         {"k", {0, 900}},
                         {"whole", {0}},
                         {"block", {64, 256}}});
  C.Full.push_back({{"n", 8192}, {"k", 8000}, {"whole", 1}, {"block", 256}});
  Cases.push_back(C);

  C.Kernel = "lu_update";
  C.Idea = "a square that shrinks: starts off line, threads without work";
  C.Make = luUpdate;
  C.Small = combinations({{"n", {100}},
                          {"k", {0, 37, 98}},
                          {"whole", {0, 1}},
                          {"block_x", {16}},
                          {"block_y", {4}}});
  C.Quick = combinations({{"n", {1000}},
                          {"k", {0, 500}},
                          {"whole", {0}},
                          {"block_x", {32}},
                          {"block_y", {8}}});
  C.Full = combinations({{"n", {1000, 8192}},
                         {"k", {7, 900}},
                         {"whole", {0}},
                         {"block_x", {16, 64}},
                         {"block_y", {4}}});
  for (const Parameters &P : combinations({{"n", {8192}},
                                           {"k", {4000, 8000}},
                                           {"whole", {0, 1}},
                                           {"block_x", {32}},
                                           {"block_y", {8}}}))
    C.Full.push_back(P);
  Cases.push_back(C);
}
