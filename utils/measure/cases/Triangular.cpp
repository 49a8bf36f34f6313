//===- Triangular.cpp - Triangular loops and grids ------------------------===//
#include "SampledSums.h"

using namespace measure;

static Problem syrkLower(const Parameters &P) {
  const long N = P["n"], K = P["k"];
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(N, P["block_x"]), ceilDivide(N, P["block_y"])};
  Q.Buffers = {{"a", Type::F32, size_t(N * K), Contents::random(-1, 1)},
               {"c", Type::F32, size_t(N * N), Contents::random(-1, 1)}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("k", K),
                 Argument::buffer("a"), Argument::buffer("c")};
  // The diagonal adds up squares: the partial sums grow like the number of
  // terms, not its root, and the error is sqrt(k) / 3 units of their total.
  const double Diagonal = std::max(1.0, std::sqrt(double(K)) / 3);
  Q.IsRight = sampledSums(
      "c", K,
      [=](const Results &R, size_t I) {
        const long Row = long(I) / N, Column = long(I) % N;
        Sum Right;
        Right.add(R.before("c", I));
        if (Column > Row) {
          Right.Magnitude = 0; // untouched
          return Right;
        }
        for (long J = 0; J < K; ++J)
          Right.add(R.before("a", Row * K + J) * R.before("a", Column * K + J));
        if (Row == Column)
          Right.Magnitude *= Diagonal;
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 4.0 * double(N * K) + 4.0 * double(N) * double(N + 1);
  Q.Operations = double(N) * double(N + 1) * double(K);
  Q.Restore = true;
  return Q;
}

static Problem triangularMatrixVector(const Parameters &P) {
  const long N = P["n"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"lower", Type::F32, size_t(N * N), Contents::random(-1, 1)},
               {"x", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"y", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::buffer("lower"),
                 Argument::buffer("x"), Argument::buffer("y")};
  Q.IsRight = sampledSums(
      "y", N,
      [=](const Results &R, size_t I) {
        Sum Right;
        for (size_t J = 0; J <= I; ++J)
          Right.add(R.before("lower", I * N + J) * R.before("x", J));
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 2.0 * double(N) * double(N + 1) + 8.0 * double(N);
  Q.Operations = double(N) * double(N + 1);
  return Q;
}

void addTriangularCases(std::vector<Case> &Cases) {
  auto Square = [](long N, long K, long X, long Y) -> Parameters {
    return {{"n", N}, {"k", K}, {"block_x", X}, {"block_y", Y}};
  };
  Case C;
  C.Kernel = "syrk_lower";
  C.Source = "triangular";
  C.Idea = "half of the grid leaves at once; lanes a whole row apart";
  C.Make = syrkLower;
  C.Small = {Square(45, 30, 16, 16), Square(70, 13, 32, 4)};
  C.Quick = {Square(128, 128, 16, 16), Square(512, 256, 16, 16)};
  C.Full = {Square(128, 128, 16, 16),   Square(1024, 256, 16, 16),
            Square(1000, 250, 16, 16),  Square(1024, 256, 32, 8),
            Square(1024, 256, 8, 8),    Square(1024, 1024, 16, 16),
            Square(2048, 1024, 16, 16), Square(8192, 64, 16, 16)};
  Cases.push_back(C);

  C.Kernel = "triangular_matrix_vector";
  C.Idea = "a thread's loop as long as its row: the last warps' work counts";
  C.Make = triangularMatrixVector;
  C.Small = combinations({{"n", {65, 200}}, {"block", {64}}});
  C.Quick = combinations({{"n", {256, 1024}}, {"block", {256}}});
  C.Full =
      combinations({{"n", {256, 1024, 4096, 16384}}, {"block", {64, 256}}});
  Cases.push_back(C);
}
