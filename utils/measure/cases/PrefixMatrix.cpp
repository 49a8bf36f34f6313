//===- PrefixMatrix.cpp - Prefix sums along rows and columns --------------===//
#include "BlockCheck.h"
#include "Points.h"

using namespace measure;

static Problem prefix(const Parameters &P, bool AlongRows) {
  const size_t Rows = P["rows"], Columns = P["columns"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(AlongRows ? Rows : Columns, P["block"])};
  Q.Buffers = {{"in", Type::F32, Rows * Columns, Contents::random(0, 1)},
               {"out", Type::F32, Rows * Columns, Contents::zero()}};
  Q.Arguments = {Argument::integer("rows", long(Rows)),
                 Argument::integer("columns", long(Columns)),
                 Argument::buffer("in"), Argument::buffer("out")};
  // The first term goes through all additions.
  const size_t Terms = AlongRows ? Columns : Rows;
  if (AlongRows)
    Q.IsRight = someBlocks(
        "out", Columns, Rows, Columns,
        [=](const Results &R, size_t Row) {
          std::vector<double> Sums =
              stretch(R, "in", Row * Columns, (Row + 1) * Columns);
          for (size_t I = 1; I < Sums.size(); ++I)
            Sums[I] += Sums[I - 1];
          return Sums;
        },
        additionError(double(Terms)));
  else
    Q.IsRight = eachElement(
        "out",
        [=](const Results &R, size_t I) {
          double Sum = 0;
          for (size_t At = I % Columns; At <= I; At += Columns)
            Sum += R.before("in", At);
          return Sum;
        },
        additionError(double(Terms)));
  Q.Bytes = 8.0 * double(Rows * Columns);
  Q.Operations = double(Rows * Columns);
  return Q;
}

void addPrefixMatrixCases(std::vector<Case> &Cases) {
  auto Shapes = [](std::vector<std::pair<long, long>> Sizes,
                   const std::vector<long> &Blocks) {
    std::vector<std::vector<Parameters>> Points;
    for (auto [Rows, Columns] : Sizes)
      Points.push_back(combinations(
          {{"rows", {Rows}}, {"columns", {Columns}}, {"block", Blocks}}));
    return together(Points);
  };
  Case C;
  C.Source = "prefix_matrix";
  C.Kernel = "prefix_rows";
  C.Idea = "a thread a row: a warp's accesses a row apart";
  C.Make = [](const Parameters &P) { return prefix(P, true); };
  C.Small = Shapes({{100, 33}, {33, 100}}, {32, 48});
  C.Quick = Shapes({{4096, 256}}, {64, 256});
  C.Full =
      Shapes({{1 << 12, 256}, {1 << 16, 256}, {1 << 20, 256}}, {64, 256, 1024});
  Cases.push_back(C);
  C.Kernel = "prefix_columns";
  C.Idea = "a thread a column: a warp's accesses side by side";
  C.Make = [](const Parameters &P) { return prefix(P, false); };
  C.Quick = Shapes({{256, 4096}}, {64, 256});
  C.Full =
      Shapes({{256, 1 << 12}, {256, 1 << 16}, {256, 1 << 20}}, {64, 256, 1024});
  Cases.push_back(C);
}
