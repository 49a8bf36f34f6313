//===- Copy.cpp - Copies off the line and copies by blocks of many shapes -===//
#include "cases/Points.h"

using namespace measure;

static Problem copyOffset(const Parameters &P) {
  const long N = P["n"], From = P["from"], To = P["to"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"in", Type::F32, size_t(N + From), Contents::random(-1, 1)},
               {"out", Type::F32, size_t(N + To + 64), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("from", From),
                 Argument::integer("to", To), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        bool Inside = long(I) >= To && long(I) < To + N;
        return Inside ? R.before("in", I - To + From) : 0.0;
      },
      0);
  Q.Bytes = 8.0 * N;
  return Q;
}

static Problem copyPitched(const Parameters &P) {
  const long Width = P["width"], Height = P["height"], Pitch = P["pitch"];
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(Width, P["block_x"]), ceilDivide(Height, P["block_y"])};
  Q.Buffers = {
      {"in", Type::F32, size_t(Pitch * Height), Contents::random(1, 2)},
      {"out", Type::F32, size_t(Pitch * Height), Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height),
                 Argument::integer("pitch", Pitch), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        return long(I) % Pitch < Width ? R.before("in", I) : 0.0;
      },
      0);
  Q.Bytes = 8.0 * Width * Height;
  return Q;
}

/// Points of one image under blocks of \p Shapes.
static std::vector<Parameters>
shapes(const Parameters &Image,
       const std::vector<std::pair<long, long>> &Shapes) {
  std::vector<Parameters> Points;
  for (const auto &[X, Y] : Shapes)
    Points.push_back(Image.with({{"block_x", X}, {"block_y", Y}}));
  return Points;
}

void addCopyCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = "copy_offset";
  C.Source = "copy";
  C.Idea = "a warp's 128 bytes off the line on either side";
  C.Make = copyOffset;
  C.Small = combinations(
      {{"n", {1000}}, {"block", {64}}, {"from", {0, 1, 33}}, {"to", {0, 7}}});
  C.Quick = combinations(
      {{"n", {1 << 20}}, {"block", {256}}, {"from", {0, 1}}, {"to", {0}}});
  C.Full = together({combinations({{"n", {1 << 25}},
                                   {"block", {256}},
                                   {"from", {0, 1, 2, 4, 8, 16, 32}},
                                   {"to", {0}}}),
                     combinations({{"n", {1 << 25}},
                                   {"block", {256}},
                                   {"from", {0}},
                                   {"to", {1, 4, 8, 16}}}),
                     combinations({{"n", {1 << 12, 1 << 20}},
                                   {"block", {256}},
                                   {"from", {0, 1}},
                                   {"to", {0, 1}}})});
  Cases.push_back(C);

  C.Kernel = "copy_pitched";
  C.Idea = "rows of an image: block shape against sectors, pitch against lines";
  C.Make = copyPitched;
  const Parameters Odd = {{"width", 61}, {"height", 37}, {"pitch", 64}};
  C.Small = shapes(Odd, {{32, 4}, {8, 8}, {1, 64}, {5, 7}});
  const Parameters Thousand = {{"width", 1000}, {"height", 1000}};
  C.Quick = shapes(Thousand.with({{"pitch", 1024}}), {{32, 8}, {8, 32}});
  const Parameters Large = {{"width", 4000}, {"height", 4000}};
  C.Full =
      together({shapes(Large.with({{"pitch", 4096}}), {{256, 1},
                                                       {128, 2},
                                                       {64, 4},
                                                       {32, 8},
                                                       {16, 16},
                                                       {8, 32},
                                                       {4, 64},
                                                       {2, 128},
                                                       {1, 256},
                                                       {32, 32}}),
                shapes(Large.with({{"pitch", 4000}}), {{32, 8}, {8, 32}}),
                shapes(Large.with({{"pitch", 4001}}), {{32, 8}, {8, 32}}),
                shapes(Thousand.with({{"pitch", 1024}}), {{32, 8}, {8, 32}}),
                shapes({{"width", 16000}, {"height", 16000}, {"pitch", 16000}},
                       {{32, 8}})});
  Cases.push_back(C);
}
