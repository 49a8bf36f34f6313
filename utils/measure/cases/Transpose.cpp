//===- Transpose.cpp - Transposes from naive to a space of choices --------===//
#include "cases/Points.h"

using namespace measure;

/// The launch is left to the callers.
static Problem transpose(const Parameters &P) {
  const long Width = P["width"], Height = P["height"];
  const size_t Elements = size_t(Width) * Height;
  Problem Q;
  Q.Buffers = {{"in", Type::F32, Elements, Contents::random(1, 2)},
               {"out", Type::F32, Elements, Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        return R.before("in", I % Height * Width + I / Height);
      },
      0);
  Q.Bytes = 8.0 * double(Elements);
  return Q;
}

static Problem naive(const Parameters &P) {
  Problem Q = transpose(P);
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(P["width"], P["block_x"]),
            ceilDivide(P["height"], P["block_y"])};
  return Q;
}

static Problem tiled(const Parameters &P) {
  Problem Q = transpose(P);
  Q.Block = {unsigned(P["TILE"]), unsigned(P["ROWS"])};
  Q.Grid = {ceilDivide(P["width"], P["TILE"]),
            ceilDivide(P["height"], P["TILE"])};
  return Q;
}

static Problem tuned(const Parameters &P) {
  Problem Q = transpose(P);
  Q.Block = {unsigned(P["THREADS"])};
  Q.Grid = {ceilDivide(P["width"], P["TILE_X"]),
            ceilDivide(P["height"], P["TILE_Y"])};
  return Q;
}

/// Every thread has at least one access to do. The order of the tiles only
/// mattered where memory partitions were coarse: it stays as it is.
static std::vector<Parameters> tuningSpace(const Parameters &Matrix) {
  std::vector<Parameters> Space;
  for (const Parameters &P : combinations({{"TILE_X", {8, 16, 32, 64}},
                                           {"TILE_Y", {8, 16, 32, 64}},
                                           {"THREADS", {64, 128, 256, 512}},
                                           {"VECTOR", {1, 2, 4}},
                                           {"PADDING", {0, 1}},
                                           {"UNROLL", {1, 4}}}))
    if (P["THREADS"] <= P["TILE_X"] * P["TILE_Y"] / P["VECTOR"])
      Space.push_back(Matrix.with(P).with({{"DIAGONAL", 0}}));
  return Space;
}

static std::vector<Parameters> matrices(const std::vector<Parameters> &Shapes,
                                        const std::vector<Parameters> &Sizes) {
  std::vector<Parameters> List;
  for (const Parameters &Size : Sizes)
    for (const Parameters &Shape : Shapes)
      List.push_back(Size.with(Shape));
  return List;
}

static Parameters matrix(long Width, long Height) {
  return {{"width", Width}, {"height", Height}};
}

void addTransposeCases(std::vector<Case> &Cases) {
  auto Block = [](long X, long Y) {
    return Parameters{{"block_x", X}, {"block_y", Y}};
  };
  Case C;
  C.Kernel = "transpose_naive";
  C.Source = "transpose";
  C.Idea = "rows in, columns out";
  C.Make = naive;
  C.Small =
      matrices({Block(32, 8), Block(16, 16)}, {matrix(37, 53), matrix(64, 64)});
  C.Quick = matrices({Block(32, 8)}, {matrix(256, 512), matrix(1024, 1024)});
  C.Full = together(
      {matrices({Block(32, 8)}, {matrix(64, 64), matrix(1024, 1024)}),
       matrices({Block(32, 8), Block(16, 16), Block(8, 32), Block(32, 32),
                 Block(1, 256)},
                {matrix(4096, 4096)}),
       matrices({Block(32, 8)}, {matrix(4095, 4097), matrix(8192, 8192),
                                 matrix(16384, 16384)})});
  Cases.push_back(C);

  auto Tile = [](long Tile, long Rows) {
    return Parameters{{"TILE", Tile}, {"ROWS", Rows}};
  };
  C.Make = tiled;
  C.Small = matrices({Tile(32, 8), Tile(16, 16), Tile(16, 4)},
                     {matrix(37, 53), matrix(64, 64)});
  C.Quick = matrices({Tile(32, 8)}, {matrix(256, 512), matrix(1024, 1024)});
  C.Full =
      together({matrices({Tile(32, 8)}, {matrix(64, 64), matrix(1024, 1024)}),
                matrices({Tile(32, 2), Tile(32, 8), Tile(32, 32), Tile(16, 4),
                          Tile(16, 16), Tile(8, 8)},
                         {matrix(4096, 4096)}),
                matrices({Tile(32, 8)}, {matrix(4095, 4097), matrix(8192, 8192),
                                         matrix(16384, 16384)})});
  C.Kernel = "transpose_tiled";
  C.Idea = "rows in, rows out, bank conflicts in between";
  Cases.push_back(C);
  C.Kernel = "transpose_padded";
  C.Idea = "rows in, rows out, no bank conflicts";
  Cases.push_back(C);

  C.Kernel = C.Source = "transpose_tuned";
  C.Idea = "tile, block, padding, vector width, order: a space to search";
  C.Make = tuned;
  const Parameters Start = {{"TILE_X", 32}, {"TILE_Y", 32}, {"THREADS", 128},
                            {"VECTOR", 1},  {"PADDING", 1}, {"UNROLL", 4},
                            {"DIAGONAL", 0}};
  C.Small = matrices(
      {Start, Start.with({{"VECTOR", 4}, {"DIAGONAL", 1}, {"THREADS", 64}}),
       Start.with({{"TILE_X", 16}, {"VECTOR", 2}, {"PADDING", 0}})},
      {matrix(64, 96)});
  C.Quick =
      matrices({Start, Start.with({{"VECTOR", 4}})}, {matrix(1024, 1024)});
  C.Full =
      matrices({Start, Start.with({{"VECTOR", 2}}), Start.with({{"VECTOR", 4}}),
                Start.with({{"DIAGONAL", 1}})},
               {matrix(512, 512), matrix(4096, 4096), matrix(8192, 8192)});
  C.Tuning = tuningSpace(matrix(4096, 4096));
  Cases.push_back(C);
}
