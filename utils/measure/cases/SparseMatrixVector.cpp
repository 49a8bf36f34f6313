//===- SparseMatrixVector.cpp - Sparse matrix times vector ----------------===//
#include "SampledSums.h"
#include "SparseMatrix.h"

using namespace measure;

/// The bounds of the sums over a row whose terms cost two reads each.
static Check sumsOfRows(size_t Longest,
                        std::function<Sum(const Results &, size_t)> Expected) {
  return sampledSums("y", Longest, std::move(Expected),
                     RandomSigns * FloatRounding);
}

/// Data and check of a product with a matrix in compressed rows.
static Problem compressedRows(const Parameters &P) {
  const long Rows = P["rows"], Row = P["row"];
  SparseMatrix Matrix(Rows, Row, P["skew"], P["band"], 64 * Row);
  const size_t Nonzeros = Matrix.nonzeros();
  std::vector<int> Columns;
  Columns.reserve(Nonzeros);
  Matrix.forEachNonzero(
      [&](long, int, int Column) { Columns.push_back(Column); });
  Problem Q;
  Q.Buffers = {{"row_start", Type::I32, size_t(Rows) + 1,
                Contents::given(Matrix.rowStart())},
               {"columns", Type::I32, Nonzeros, Contents::given(Columns)},
               {"values", Type::F32, Nonzeros, Contents::random(-1, 1)},
               {"x", Type::F32, size_t(Rows), Contents::random(-1, 1)},
               {"y", Type::F32, size_t(Rows), Contents::random(-1, 1)}};
  Q.Arguments = {Argument::integer("rows", Rows), Argument::buffer("row_start"),
                 Argument::buffer("columns"),     Argument::buffer("values"),
                 Argument::buffer("x"),           Argument::buffer("y")};
  Q.IsRight = sumsOfRows(4 * Row, [](const Results &R, size_t I) {
    Sum Right;
    const auto End = size_t(R.before("row_start", I + 1));
    for (auto E = size_t(R.before("row_start", I)); E < End; ++E)
      Right.add(R.before("values", E) *
                R.before("x", size_t(R.before("columns", E))));
    return Right;
  });
  Q.Bytes = 8.0 * double(Nonzeros) + 12.0 * double(Rows);
  Q.Operations = 2.0 * double(Nonzeros);
  return Q;
}

static Problem rowAThread(const Parameters &P) {
  Problem Q = compressedRows(P);
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(P["rows"], P["block"])};
  return Q;
}

static Problem rowAWarp(const Parameters &P) {
  Problem Q = compressedRows(P);
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(P["rows"], P["block"] / 32)};
  Q.Arguments.push_back(Argument::shared("partial", 4 * P["block"]));
  return Q;
}

static Problem ell(const Parameters &P) {
  const long Rows = P["rows"], Row = P["row"];
  SparseMatrix Matrix(Rows, Row, P["skew"], P["band"], 4 * Row);
  const long Width =
      *std::max_element(Matrix.lengths().begin(), Matrix.lengths().end());
  std::vector<int> Columns(size_t(Width * Rows), -1);
  Matrix.forEachNonzero([&](long Row, int J, int Column) {
    Columns[size_t(J) * Rows + Row] = Column;
  });
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(Rows, P["block"])};
  Q.Buffers = {{"columns", Type::I32, Columns.size(), Contents::given(Columns)},
               {"values", Type::F32, Columns.size(), Contents::random(-1, 1)},
               {"x", Type::F32, size_t(Rows), Contents::random(-1, 1)},
               {"y", Type::F32, size_t(Rows), Contents::random(-1, 1)}};
  Q.Arguments = {
      Argument::integer("rows", Rows), Argument::integer("width", Width),
      Argument::buffer("columns"),     Argument::buffer("values"),
      Argument::buffer("x"),           Argument::buffer("y")};
  Q.IsRight = sumsOfRows(Width, [=](const Results &R, size_t I) {
    Sum Right;
    for (long J = 0; J < Width; ++J) {
      const double Column = R.before("columns", J * Rows + I);
      if (Column >= 0)
        Right.add(R.before("values", J * Rows + I) *
                  R.before("x", size_t(Column)));
    }
    return Right;
  });
  Q.Bytes = 8.0 * double(Matrix.nonzeros()) + 8.0 * double(Rows);
  Q.Operations = 2.0 * double(Matrix.nonzeros());
  return Q;
}

/// Uniform and power-law rows, short and long, scattered and banded, from
/// launch-bound to 2^25 nonzeros.
static void points(Case &C) {
  auto Point = [](long Rows, long Row, long Skew, long Band,
                  long Block) -> Parameters {
    return {{"rows", Rows},
            {"row", Row},
            {"skew", Skew},
            {"band", Band},
            {"block", Block}};
  };
  C.Small = {Point(333, 5, 0, 0, 64), Point(333, 9, 1, 0, 64),
             Point(500, 3, 1, 40, 128)};
  C.Quick = {Point(1 << 14, 16, 0, 0, 256), Point(1 << 14, 16, 1, 0, 256)};
  C.Full = {Point(1 << 10, 16, 0, 0, 256),    Point(1 << 16, 16, 0, 0, 256),
            Point(1 << 16, 16, 1, 0, 256),    Point(1 << 16, 128, 0, 0, 256),
            Point(1 << 20, 16, 0, 0, 256),    Point(1 << 20, 16, 1, 0, 256),
            Point(1 << 20, 16, 1, 0, 64),     Point(1 << 20, 16, 0, 1024, 256),
            Point(1 << 20, 16, 1, 1024, 256), Point(1 << 20, 32, 0, 0, 128),
            Point(1 << 22, 6, 0, 0, 256)};
}

void addSparseMatrixVectorCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "spmv";
  points(C);

  C.Kernel = "spmv_scalar";
  C.Idea = "loops as long as the thread's row: divergent, scattered";
  C.Make = rowAThread;
  Cases.push_back(C);

  C.Kernel = "spmv_vector";
  C.Idea = "a row a warp: coalesced, idle lanes on short rows";
  C.Make = rowAWarp;
  Cases.push_back(C);

  C.Kernel = "spmv_shared";
  C.Idea = "products coalesced into shared memory, added up there by row";
  C.Make = rowAThread;
  Case Shared = C;
  // Small enough for a block to take several chunks.
  for (Parameters &P : Shared.Small)
    P = P.with({{"CHUNK", 100}});
  for (auto Points : {&Case::Quick, &Case::Full})
    for (Parameters &P : Shared.*Points)
      P = P.with({{"CHUNK", 1024}});
  Cases.push_back(Shared);

  C.Kernel = C.Source = "spmv_ell";
  C.Idea = "padded rows, stored by columns: coalesced whatever the row";
  C.Make = ell;
  Cases.push_back(C);
}
