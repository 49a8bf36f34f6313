//===- RowNormalization.cpp - Softmax and layer normalisation of rows -----===//
#include "SampledSums.h"

using namespace measure;

/// A block a row of the matrices in and out; Words words of shared memory for
/// each thread.
static Problem rows(const Parameters &P, double Low, double High, long Words) {
  const size_t Elements = size_t(P["rows"] * P["columns"]);
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {unsigned(P["rows"])};
  Q.Buffers = {{"in", Type::F32, Elements, Contents::random(Low, High)},
               {"out", Type::F32, Elements, Contents::zero()}};
  Q.Arguments = {Argument::integer("columns", P["columns"]),
                 Argument::buffer("in"), Argument::buffer("out"),
                 Argument::shared("partial", 4 * Words * P["block"])};
  Q.Bytes = 8.0 * double(Elements);
  return Q;
}

/// The terms that one thread adds up and the levels of the reduction after it.
static double roundings(const Parameters &P) {
  return double(P["columns"]) / double(P["block"]) + 10;
}

static Problem softmax(const Parameters &P) {
  const long Columns = P["columns"];
  Problem Q = rows(P, -5, 5, 1);
  // All terms are positive: each rounding of the sum costs at most one unit.
  // The argument of the exponential, up to 10, is off by 8 units at most; the
  // exponential itself (3 ulp allowed, 6 units) enters twice, the quotient (2.5
  // ulp allowed) once.
  const double Units = roundings(P) + 2 * (8 + 6) + 5;
  Q.IsRight = sampledSums(
      "out", Columns,
      [=](const Results &R, size_t I) {
        const size_t First = I / Columns * Columns;
        double Total = 0;
        for (long J = 0; J < Columns; ++J)
          Total += std::exp(R.before("in", First + J));
        Sum Right;
        Right.add(std::exp(R.before("in", I)) / Total);
        return Right;
      },
      Units * FloatRounding);
  Q.Operations = 5.0 * double(P["rows"] * Columns);
  return Q;
}

static Problem layerNorm(const Parameters &P) {
  const long Columns = P["columns"];
  const double Epsilon = float(1e-5);
  Problem Q = rows(P, -1, 1, 2);
  Q.Buffers.push_back(
      {"scale", Type::F32, size_t(Columns), Contents::random(0.5, 2)});
  Q.Buffers.push_back(
      {"shift", Type::F32, size_t(Columns), Contents::random(-1, 1)});
  Q.Arguments.insert(Q.Arguments.begin() + 1,
                     Argument::real("epsilon", Epsilon));
  Q.Arguments.insert(Q.Arguments.begin() + 3,
                     {Argument::buffer("scale"), Argument::buffer("shift")});
  // The mean is small beside the deviation, so that no digits cancel in the
  // variance; its error, one unit a rounding, halves in the square root. The
  // products and sums that follow take five roundings.
  const double Units = roundings(P) + 8;
  Q.IsRight = sampledSums(
      "out", Columns,
      [=](const Results &R, size_t I) {
        const size_t First = I / Columns * Columns, Column = I % Columns;
        double Total = 0, Squares = 0;
        for (long J = 0; J < Columns; ++J) {
          const double Value = R.before("in", First + J);
          Total += Value;
          Squares += Value * Value;
        }
        const double Mean = Total / Columns;
        const double Deviation =
            std::sqrt(Squares / Columns - Mean * Mean + Epsilon);
        const double Scale = R.before("scale", Column) / Deviation;
        Sum Right;
        Right.add((R.before("in", I) - Mean) * Scale);
        Right.add(R.before("shift", Column));
        // Near the mean the value is small, the error of the mean is not.
        Right.Magnitude += Scale * Deviation;
        return Right;
      },
      Units * FloatRounding);
  Q.Operations = 8.0 * double(P["rows"] * Columns);
  return Q;
}

void addRowNormalizationCases(std::vector<Case> &Cases) {
  Case C;
  auto Point = [](long Rows, long Columns, long Block) -> Parameters {
    return {{"rows", Rows}, {"columns", Columns}, {"block", Block}};
  };
  C.Small = {Point(7, 150, 64), Point(3, 64, 32), Point(5, 33, 64)};
  C.Quick = {Point(64, 1024, 256), Point(1024, 1024, 256)};
  C.Full = {Point(64, 1024, 256),       Point(4096, 1024, 256),
            Point(4096, 1000, 256),     Point(4096, 1024, 64),
            Point(4096, 1024, 1024),    Point(1 << 18, 128, 128),
            Point(1 << 16, 4096, 256),  Point(1 << 16, 4096, 1024),
            Point(4096, 1 << 16, 1024), Point(64, 1 << 20, 1024)};

  C.Kernel = C.Source = "softmax";
  C.Idea = "three passes over a row, two reductions, exponentials";
  C.Make = softmax;
  Cases.push_back(C);

  C.Kernel = C.Source = "layer_norm";
  C.Idea = "two passes over a row, two sums reduced by the same barriers";
  C.Make = layerNorm;
  Cases.push_back(C);
}
