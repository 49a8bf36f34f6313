//===- Jacobi.cpp - A five-point stencil in double precision --------------===//
#include "SampledSums.h"

using namespace measure;

static Problem jacobi(const Parameters &P) {
  const long Width = P["width"], Height = P["height"];
  const size_t Elements = size_t(Width * Height);
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(Width, P["block_x"]), ceilDivide(Height, P["block_y"])};
  Q.Buffers = {{"in", Type::F64, Elements, Contents::random(-1, 1)},
               {"right_side", Type::F64, Elements, Contents::random(-1, 1)},
               {"out", Type::F64, Elements, Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height), Argument::buffer("in"),
                 Argument::buffer("right_side"), Argument::buffer("out")};
  // Four additions on either side; the quarter is exact.
  Q.IsRight = sampledSums(
      "out", 5,
      [=](const Results &R, size_t I) {
        const long X = long(I) % Width, Y = long(I) / Width;
        Sum Right;
        if (X == 0 || X == Width - 1 || Y == 0 || Y == Height - 1) {
          Right.Value = R.before("in", I); // copied: exact
          return Right;
        }
        for (size_t Neighbour : {I - 1, I + 1, I - Width, I + Width})
          Right.add(0.25 * R.before("in", Neighbour));
        Right.add(-0.25 * R.before("right_side", I));
        return Right;
      },
      8 * DoubleRounding);
  Q.Bytes = 24.0 * double(Elements);
  Q.Operations = 5.0 * double(Elements);
  return Q;
}

void addJacobiCases(std::vector<Case> &Cases) {
  auto Point = [](long Width, long Height, long X, long Y) -> Parameters {
    return {
        {"width", Width}, {"height", Height}, {"block_x", X}, {"block_y", Y}};
  };
  Case C;
  C.Kernel = C.Source = "jacobi_fp64";
  C.Idea = "neighbours overlap: traffic as the caches find it";
  C.DoublePrecision = true;
  C.Make = jacobi;
  C.Small = {Point(65, 47, 32, 4), Point(100, 33, 16, 16)};
  C.Quick = {Point(256, 256, 32, 8), Point(1024, 1024, 32, 8)};
  C.Full = {Point(128, 128, 32, 8),    Point(1024, 1024, 32, 8),
            Point(1023, 1025, 32, 8),  Point(4096, 4096, 32, 8),
            Point(4096, 4096, 16, 16), Point(4096, 4096, 8, 32),
            Point(4096, 4096, 256, 1), Point(4096, 4096, 32, 32),
            Point(8192, 8192, 32, 8),  Point(16384, 8192, 32, 8)};
  Cases.push_back(C);
}
