//===- Images.cpp - Box filter, game of life, grey pictures ---------------===//
#include "cases/Samples.h"

using namespace measure;

/// A value enters and leaves the running sum at every step: its error grows
/// with the root of the line's length, up to 16384.
static Problem boxFilter(const Parameters &P, bool Rows) {
  const long Width = P["width"], Height = P["height"], Radius = P["radius"];
  const double Scale = 1.0 / double(2 * Radius + 1);
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(Rows ? Height : Width, P["block"])};
  Q.Buffers = {
      {"in", Type::F32, size_t(Width * Height), Contents::random(0, 1)},
      {"out", Type::F32, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height),
                 Argument::integer("radius", Radius),
                 Argument::real("scale", Scale),
                 Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        const long X = long(I) % Width, Y = long(I) / Width;
        double Sum = 0;
        for (long D = -Radius; D <= Radius; ++D) {
          const long U = Rows ? X + D : X, V = Rows ? Y : Y + D;
          if (U >= 0 && U < Width && V >= 0 && V < Height)
            Sum += R.before("in", V * Width + U);
        }
        return Sum * Scale;
      },
      5e-5);
  Q.Bytes = 8.0 * Width * Height;
  Q.Operations = 3.0 * Width * Height;
  return Q;
}

static Problem boxFilterRows(const Parameters &P) { return boxFilter(P, true); }
static Problem boxFilterColumns(const Parameters &P) {
  return boxFilter(P, false);
}

static Problem life(const Parameters &P) {
  const long Width = P["width"], Height = P["height"];
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(Width, P["block_x"]), ceilDivide(Height, P["block_y"])};
  Q.Buffers = {{"in", Type::U8, size_t(Width * Height), Contents::random(0, 2)},
               {"out", Type::U8, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        const long X = long(I) % Width, Y = long(I) / Width;
        double Neighbours = -R.before("in", I);
        for (long V = Y + Height - 1; V <= Y + Height + 1; ++V)
          for (long U = X + Width - 1; U <= X + Width + 1; ++U)
            Neighbours += R.before("in", V % Height * Width + U % Width);
        return double(Neighbours == 3 ||
                      (Neighbours == 2 && R.before("in", I) == 1));
      },
      0);
  Q.Bytes = 2.0 * Width * Height;
  Q.Operations = 11.0 * Width * Height;
  return Q;
}

static Problem rgbToGrey(const Parameters &P) {
  const long N = P["n"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"pixels", Type::U8, size_t(3 * N), Contents::random(0, 256)},
               {"grey", Type::U8, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::buffer("pixels"),
                 Argument::buffer("grey")};
  Q.IsRight = eachElement(
      "grey",
      [](const Results &R, size_t I) {
        return std::floor((77 * R.before("pixels", 3 * I) +
                           150 * R.before("pixels", 3 * I + 1) +
                           29 * R.before("pixels", 3 * I + 2)) /
                          256);
      },
      0);
  Q.Bytes = 4.0 * N;
  Q.Operations = 6.0 * N;
  return Q;
}

void addImagesCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "box_filter";
  for (bool Rows : {true, false}) {
    C.Kernel = Rows ? "box_filter_rows" : "box_filter_columns";
    C.Idea = Rows ? "running sum, a thread a row: lanes a row apart"
                  : "running sum, a thread a column: lanes side by side";
    C.Make = Rows ? boxFilterRows : boxFilterColumns;
    C.Small = combinations({{"width", {53}},
                            {"height", {70}},
                            {"radius", {0, 4, 60}},
                            {"block", {32}}});
    C.Quick = combinations({{"width", {256, 1024}},
                            {"height", {1024}},
                            {"radius", {8}},
                            {"block", {64}}});
    C.Full = combinations({{"width", {1000, 4096}},
                           {"height", {1000, 4096}},
                           {"radius", {3, 32}},
                           {"block", {32, 128}}});
    C.Full.push_back(
        {{"width", 16384}, {"height", 8192}, {"radius", 8}, {"block", 64}});
    Cases.push_back(C);
  }

  C.Source = "bytes";
  C.Kernel = "life";
  C.Idea = "nine loads of a byte";
  C.Make = life;
  C.Small = {{{"width", 75}, {"height", 31}, {"block_x", 16}, {"block_y", 4}},
             {{"width", 33}, {"height", 64}, {"block_x", 32}, {"block_y", 2}}};
  C.Quick = combinations({{"width", {256, 1024}},
                          {"height", {1024}},
                          {"block_x", {32}},
                          {"block_y", {8}}});
  C.Full = combinations({{"width", {200, 2048, 16384}},
                         {"height", {2048}},
                         {"block_x", {16, 32, 128}},
                         {"block_y", {4}}});
  C.Full.push_back(
      {{"width", 16384}, {"height", 16384}, {"block_x", 32}, {"block_y", 8}});
  Cases.push_back(C);

  C.Kernel = "rgb_to_grey";
  C.Idea = "loads of a byte, three apart";
  C.Make = rgbToGrey;
  C.Small = combinations({{"n", {5000}}, {"block", {64, 96}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = combinations(
      {{"n", {1 << 12, 1 << 18, 1 << 22, 1 << 26}}, {"block", {64, 256}}});
  Cases.push_back(C);
}
