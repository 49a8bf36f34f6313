//===- Convolution2D.cpp - Two dimensions, the filter in three places -----===//
#include "cases/Points.h"

using namespace measure;

/// The table in convolution_2d.cu and .cl and in convolution_2d_tuned.*.
static double weight(long K) { return (10 * K % 49 - 24) / 32.0; }

/// The launch is left to the callers. \p HasFilter: the kernel has the filter
/// as a parameter; \p Constant: it multiplies with the table.
static Problem convolution2D(const Parameters &P, bool HasFilter,
                             bool Constant) {
  const long Width = P["width"], Height = P["height"];
  const long Radius = P["RADIUS"], Diameter = 2 * Radius + 1;
  const size_t Pixels = size_t(Width) * Height, Taps = Diameter * Diameter;
  Problem Q;
  if (HasFilter)
    Q.Buffers = {{"filter", Type::F32, Taps, Contents::random(-.75, .75)}};
  Q.Buffers.push_back({"in", Type::F32, Pixels, Contents::random(-1, 1)});
  Q.Buffers.push_back({"out", Type::F32, Pixels, Contents::zero()});
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height)};
  for (const Buffer &B : Q.Buffers)
    Q.Arguments.push_back(Argument::buffer(B.Name));
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t At) {
        const long X = long(At) % Width, Y = long(At) / Width;
        double Sum = 0;
        for (long K = 0; K < long(Taps); ++K) {
          const long Column = X + K % Diameter - Radius;
          const long Row = Y + K / Diameter - Radius;
          if (Column >= 0 && Column < Width && Row >= 0 && Row < Height)
            Sum += (Constant ? weight(K) : R.before("filter", K)) *
                   R.before("in", Row * Width + Column);
        }
        return Sum;
      },
      sumTolerance(double(Taps), 0.75));
  Q.Bytes = 8.0 * double(Pixels);
  Q.Operations = 2.0 * double(Taps) * double(Pixels);
  return Q;
}

static void launch(Problem &Q, const Parameters &P, const std::string &X,
                   const std::string &Y, long WorkX = 1, long WorkY = 1) {
  Q.Block = {unsigned(P[X]), unsigned(P[Y])};
  Q.Grid = {ceilDivide(P["width"], P[X] * WorkX),
            ceilDivide(P["height"], P[Y] * WorkY)};
}

/// Blocks of 128 to 512 threads, at most 4 outputs a thread; a tile's padding
/// is only a choice where there is a tile.
static std::vector<Parameters> tuningSpace(const Parameters &Image) {
  std::vector<Parameters> Space;
  for (const Parameters &P : combinations({{"BLOCK_X", {8, 16, 32, 64}},
                                           {"BLOCK_Y", {2, 4, 8, 16}},
                                           {"WORK_X", {1, 2, 4}},
                                           {"WORK_Y", {1, 2, 4}},
                                           {"SHARED", {0, 1}},
                                           {"PADDING", {0, 1}},
                                           {"CONSTANT_FILTER", {0, 1}},
                                           {"UNROLL", {1, 7}}})) {
    const long Threads = P["BLOCK_X"] * P["BLOCK_Y"];
    if (Threads >= 128 && Threads <= 512 && P["WORK_X"] * P["WORK_Y"] <= 4 &&
        (P["SHARED"] || !P["PADDING"]))
      Space.push_back(Image.with(P));
  }
  return Space;
}

static Case tunedCase() {
  Case C;
  C.Kernel = C.Source = "convolution_2d_tuned";
  C.Idea = "block, work per thread, tile, filter's place: a space to search";
  C.Make = [](const Parameters &P) {
    Problem Q = convolution2D(P, true, P["CONSTANT_FILTER"]);
    launch(Q, P, "BLOCK_X", "BLOCK_Y", P["WORK_X"], P["WORK_Y"]);
    return Q;
  };
  const Parameters Start = {
      {"RADIUS", 3},  {"BLOCK_X", 16},        {"BLOCK_Y", 8},
      {"WORK_X", 1},  {"WORK_Y", 2},          {"SHARED", 1},
      {"PADDING", 0}, {"CONSTANT_FILTER", 1}, {"UNROLL", 7}};
  auto Image = [&](long Width, long Height, const Parameters &Choice) {
    return Parameters{{"width", Width}, {"height", Height}}.with(Start).with(
        Choice);
  };
  C.Small = {Image(37, 21, {}),
             Image(37, 21, {{"PADDING", 1}, {"WORK_X", 2}, {"UNROLL", 1}}),
             Image(37, 21, {{"SHARED", 0}, {"CONSTANT_FILTER", 0}})};
  C.Quick = {Image(1024, 512, {}), Image(1024, 512, {{"SHARED", 0}})};
  for (long Size : {256, 1024, 4096, 8192})
    for (long Shared : {0, 1})
      C.Full.push_back(Image(Size, Size, {{"SHARED", Shared}}));
  C.Tuning = tuningSpace({{"width", 4096}, {"height", 4096}, {"RADIUS", 3}});
  return C;
}

void addConvolution2DCases(std::vector<Case> &Cases) {
  auto Add = [&](const std::string &Kernel, const std::string &Idea,
                 bool Constant, const std::string &X, const std::string &Y) {
    auto Points = [&](std::vector<long> Sizes, std::vector<long> Radii,
                      std::vector<std::pair<long, long>> Shapes) {
      std::vector<Parameters> List;
      for (long Size : Sizes)
        for (long Radius : Radii)
          for (const auto &[BlockX, BlockY] : Shapes)
            List.push_back({{"width", Size},
                            {"height", Size / 8 * 7},
                            {"RADIUS", Radius},
                            {X, BlockX},
                            {Y, BlockY}});
      return List;
    };
    Case C;
    C.Kernel = Kernel;
    C.Source = "convolution_2d";
    C.Idea = Idea;
    C.Make = [=](const Parameters &P) {
      Problem Q = convolution2D(P, !Constant, Constant);
      launch(Q, P, X, Y);
      return Q;
    };
    C.Small = Points({45}, {1, 3}, {{16, 8}, {32, 4}});
    C.Quick = Points({512, 1024}, {3}, {{32, 8}});
    C.Full = together({Points({128, 1024}, {3}, {{32, 8}}),
                       Points({4096}, {1, 3}, {{32, 8}, {16, 16}, {8, 32}}),
                       Points({4096}, {2}, {{32, 32}}),
                       Points({16384}, {3}, {{32, 8}})});
    Cases.push_back(C);
  };
  Add("convolution_2d", "filter from global memory", false, "block_x",
      "block_y");
  Add("convolution_2d_constant", "filter from constant memory", true, "block_x",
      "block_y");
  Add("convolution_2d_shared", "constant filter, input from a tile", true,
      "TILE_X", "TILE_Y");
  Cases.push_back(tunedCase());
}
