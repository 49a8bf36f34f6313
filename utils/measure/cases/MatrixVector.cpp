//===- MatrixVector.cpp - Dense matrix times vector -----------------------===//
#include "SampledSums.h"

using namespace measure;

/// The data of y = A x, or of y = A^T x.
static Problem product(const Parameters &P, bool Transposed) {
  const long Rows = P["rows"], Columns = P["columns"];
  const long Inputs = Transposed ? Rows : Columns;
  const long Outputs = Transposed ? Columns : Rows;
  Problem Q;
  Q.Buffers = {
      {"a", Type::F32, size_t(Rows * Columns), Contents::random(-1, 1)},
      {"x", Type::F32, size_t(Inputs), Contents::random(-1, 1)},
      {"y", Type::F32, size_t(Outputs), Contents::zero()}};
  Q.Arguments = {Argument::integer("rows", Rows),
                 Argument::integer("columns", Columns), Argument::buffer("a"),
                 Argument::buffer("x"), Argument::buffer("y")};
  Q.IsRight = sampledSums(
      "y", Inputs,
      [=](const Results &R, size_t I) {
        Sum Right;
        for (long J = 0; J < Inputs; ++J)
          Right.add(R.before("x", J) * R.before("a", Transposed
                                                         ? J * Columns + I
                                                         : I * Columns + J));
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 4.0 * double(Rows * Columns + Rows + Columns);
  Q.Operations = 2.0 * double(Rows * Columns);
  return Q;
}

static Problem rowAThread(const Parameters &P) {
  Problem Q = product(P, false);
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(P["rows"], P["block"])};
  return Q;
}

static Problem rowAWarp(const Parameters &P) {
  Problem Q = product(P, false);
  Q.Block = {32, unsigned(P["ROWS"])};
  Q.Grid = {ceilDivide(P["rows"], P["ROWS"])};
  return Q;
}

static Problem rowABlock(const Parameters &P) {
  Problem Q = product(P, false);
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {unsigned(P["rows"])};
  Q.Arguments.erase(Q.Arguments.begin()); // the grid says how many rows
  Q.Arguments.push_back(Argument::shared("partial", 4 * P["block"]));
  return Q;
}

static Problem transposed(const Parameters &P) {
  Problem Q = product(P, true);
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(P["columns"], P["block"])};
  return Q;
}

/// From launch-bound to a matrix of a gigabyte, square, tall and wide, each
/// with the block shapes of \p Axis.
static void points(Case &C, const std::string &Axis, long Usual, long Other) {
  auto Point = [&](long Rows, long Columns, long Shape) -> Parameters {
    return {{"rows", Rows}, {"columns", Columns}, {Axis, Shape}};
  };
  C.Small = {Point(37, 129, Usual), Point(130, 65, Other)};
  C.Quick = {Point(256, 256, Usual), Point(1024, 1024, Usual)};
  C.Full = {Point(256, 256, Usual),         Point(1024, 1024, Usual),
            Point(4096, 4096, Usual),       Point(4096, 4096, Other),
            Point(4095, 4095, Usual),       Point(1 << 20, 64, Usual),
            Point(64, 1 << 20, Usual),      Point(1 << 14, 1 << 14, Usual),
            Point(1 << 14, 1 << 14, Other), Point(1 << 16, 1 << 12, Usual)};
}

void addMatrixVectorCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "matrix_vector";

  C.Kernel = "matrix_vector_thread";
  C.Idea = "lanes a whole row apart: 32 sectors a load, reused from L1 or not";
  C.Make = rowAThread;
  points(C, "block", 256, 64);
  Cases.push_back(C);

  C.Kernel = "matrix_vector_warp";
  C.Idea = "coalesced rows and a reduction in shared memory a warp";
  C.Make = rowAWarp;
  points(C, "ROWS", 8, 2);
  Cases.push_back(C);

  C.Kernel = "matrix_vector_block";
  C.Idea = "a row a block: a reduction with a barrier a step";
  C.Make = rowABlock;
  points(C, "block", 256, 64);
  Cases.push_back(C);

  C.Kernel = "matrix_vector_transposed";
  C.Idea = "down the columns: coalesced, but threads only as many as columns";
  C.Make = transposed;
  points(C, "block", 256, 64);
  Cases.push_back(C);
}
