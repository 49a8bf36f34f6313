//===- MatrixVectorTuned.cpp - Matrix times vector and its tuning space ---===//
#include "SampledSums.h"

using namespace measure;

static Problem matrixVectorTuned(const Parameters &P) {
  const long Rows = P["rows"], Columns = P["columns"];
  if (Columns % P["VECTOR"] || (P["STAGE"] && Columns % P["STAGE"]))
    throw Failure("matrix_vector_tuned: the columns are no multiple of VECTOR "
                  "or STAGE");
  Problem Q;
  Q.Block = {unsigned(P["THREADS_PER_ROW"]), unsigned(P["ROWS_PER_BLOCK"])};
  Q.Grid = {ceilDivide(Rows, P["ROWS_PER_BLOCK"])};
  Q.Buffers = {
      {"a", Type::F32, size_t(Rows * Columns), Contents::random(-1, 1)},
      {"x", Type::F32, size_t(Columns), Contents::random(-1, 1)},
      {"y", Type::F32, size_t(Rows), Contents::zero()}};
  Q.Arguments = {Argument::integer("rows", Rows),
                 Argument::integer("columns", Columns), Argument::buffer("a"),
                 Argument::buffer("x"), Argument::buffer("y")};
  Q.IsRight = sampledSums(
      "y", Columns,
      [=](const Results &R, size_t I) {
        Sum Right;
        for (long J = 0; J < Columns; ++J)
          Right.add(R.before("a", I * Columns + J) * R.before("x", J));
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 4.0 * double(Rows * Columns + Rows + Columns);
  Q.Operations = 2.0 * double(Rows * Columns);
  return Q;
}

/// 64 to 1024 threads in a block. A matrix of 128 MB: larger than the caches of
/// the GPUs to be measured, small enough to be filled anew for each
/// configuration.
static std::vector<Parameters> tuningSpace() {
  std::vector<Parameters> Points;
  for (const Parameters &P :
       combinations({{"rows", {4096}},
                     {"columns", {8192}},
                     {"THREADS_PER_ROW", {1, 2, 4, 8, 16, 32, 64, 128, 256}},
                     {"ROWS_PER_BLOCK", {1, 2, 4, 8, 16, 32, 64, 128, 256}},
                     {"VECTOR", {1, 2, 4}},
                     {"UNROLL", {1, 4}},
                     {"STAGE", {0, 1024}}})) {
    const long Threads = P["THREADS_PER_ROW"] * P["ROWS_PER_BLOCK"];
    if (Threads >= 64 && Threads <= 1024)
      Points.push_back(P);
  }
  return Points;
}

void addMatrixVectorTunedCases(std::vector<Case> &Cases) {
  auto Point = [](long Rows, long Columns, long ThreadsPerRow,
                  long RowsPerBlock, long Vector, long Unroll,
                  long Stage) -> Parameters {
    return {{"rows", Rows},
            {"columns", Columns},
            {"THREADS_PER_ROW", ThreadsPerRow},
            {"ROWS_PER_BLOCK", RowsPerBlock},
            {"VECTOR", Vector},
            {"UNROLL", Unroll},
            {"STAGE", Stage}};
  };
  Case C;
  C.Kernel = C.Source = "matrix_vector_tuned";
  C.Idea = "a tuning space: threads a row, rows a block, vectors, staging of x";
  C.Make = matrixVectorTuned;
  C.Small = {Point(37, 192, 8, 8, 1, 1, 0), Point(21, 256, 32, 4, 4, 4, 128),
             Point(70, 128, 1, 64, 2, 1, 64)};
  C.Quick = {Point(1024, 1024, 32, 8, 4, 4, 0),
             Point(1024, 1024, 16, 8, 1, 1, 256)};
  for (long N : {256, 1024, 4096, 16384}) {
    C.Full.push_back(Point(N, N, 32, 8, 4, 4, 0));
    C.Full.push_back(Point(N, N, 32, 8, 1, 1, 256));
  }
  C.Full.push_back(Point(1 << 20, 64, 8, 32, 4, 1, 0));
  C.Full.push_back(Point(64, 1 << 20, 256, 1, 4, 4, 0));
  C.Tuning = tuningSpace();
  Cases.push_back(C);
}
