//===- Distances.cpp - Distances between points, and to centroids ---------===//
#include "cases/Samples.h"

using namespace measure;

/// Sums of squares: no cancellation.
static Problem distanceMatrix(const Parameters &P) {
  const long N = P["n"], Dimensions = P["dimensions"];
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(N, P["block_x"]), ceilDivide(N, P["block_y"])};
  Q.Buffers = {
      {"points", Type::F32, size_t(N * Dimensions), Contents::random(-1, 1)},
      {"distances", Type::F32, size_t(N * N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N),
                 Argument::integer("dimensions", Dimensions),
                 Argument::buffer("points"), Argument::buffer("distances")};
  Q.IsRight = eachElement(
      "distances",
      [=](const Results &R, size_t Index) {
        double Sum = 0;
        for (long D = 0; D < Dimensions; ++D) {
          double Difference = R.before("points", Index / N * Dimensions + D) -
                              R.before("points", Index % N * Dimensions + D);
          Sum += Difference * Difference;
        }
        return std::sqrt(Sum);
      },
      1e-5);
  Q.Bytes = 4.0 * N * (N + Dimensions);
  Q.Operations = 3.0 * N * N * Dimensions;
  return Q;
}

/// Where two centroids are equally near but for rounding either will do.
static Problem kmeansAssign(const Parameters &P) {
  const long N = P["n"], Clusters = P["clusters"], Dimensions = P["dimensions"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {
      {"points", Type::F32, size_t(N * Dimensions), Contents::random(-1, 1)},
      {"centroids", Type::F32, size_t(Clusters * Dimensions),
       Contents::random(-1, 1)},
      {"assignment", Type::I32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N),
                 Argument::integer("clusters", Clusters),
                 Argument::integer("dimensions", Dimensions),
                 Argument::buffer("points"),
                 Argument::buffer("centroids"),
                 Argument::buffer("assignment")};
  Q.IsRight = spreadElements(
      "assignment", 2039,
      [=](const Results &R) -> Reference {
        return [=, &R, Centroids = allBefore(R, "centroids")](size_t I) {
          std::vector<double> Squares(Clusters);
          for (long D = 0; D < Dimensions; ++D) {
            const double X = R.before("points", D * N + I);
            for (long C = 0; C < Clusters; ++C) {
              const double Difference = X - Centroids[C * Dimensions + D];
              Squares[C] += Difference * Difference;
            }
          }
          long Nearest = 0;
          for (long C = 1; C < Clusters; ++C)
            if (Squares[C] < Squares[Nearest])
              Nearest = C;
          const double Actual = R.after("assignment", I);
          if (Actual >= 0 && Actual < double(Clusters) &&
              Squares[long(Actual)] <= Squares[Nearest] * (1 + 1e-5))
            return Actual;
          return double(Nearest);
        };
      },
      0);
  Q.Bytes = 4.0 * (N * Dimensions + Clusters * Dimensions + N);
  Q.Operations = 3.0 * N * Clusters * Dimensions;
  return Q;
}

void addDistancesCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "distances";
  C.Kernel = "distance_matrix";
  C.Idea = "all pairs: one point for all lanes, the other a row apart";
  C.Make = distanceMatrix;
  C.Small = {{{"n", 70}, {"dimensions", 5}, {"block_x", 16}, {"block_y", 4}},
             {{"n", 61}, {"dimensions", 1}, {"block_x", 8}, {"block_y", 8}}};
  C.Quick = combinations({{"n", {256, 1024}},
                          {"dimensions", {16}},
                          {"block_x", {16}},
                          {"block_y", {16}}});
  C.Full = combinations({{"n", {256, 2048, 8192}},
                         {"dimensions", {4, 32}},
                         {"block_x", {16, 64}},
                         {"block_y", {4}}});
  C.Full.push_back(
      {{"n", 16384}, {"dimensions", 16}, {"block_x", 32}, {"block_y", 8}});
  C.Full.push_back(
      {{"n", 16384}, {"dimensions", 16}, {"block_x", 8}, {"block_y", 32}});
  Cases.push_back(C);

  C.Kernel = "kmeans_assign";
  C.Idea = "nearest of a few centroids that all threads read";
  C.Make = kmeansAssign;
  C.Small = combinations(
      {{"n", {500}}, {"clusters", {7}}, {"dimensions", {3}}, {"block", {64}}});
  C.Quick = combinations({{"n", {1 << 14, 1 << 17}},
                          {"clusters", {16}},
                          {"dimensions", {8}},
                          {"block", {128}}});
  C.Full = combinations({{"n", {1 << 12, 1 << 18, 1 << 22}},
                         {"clusters", {8, 64}},
                         {"dimensions", {4, 16}},
                         {"block", {128}}});
  C.Full.push_back(
      {{"n", 1 << 22}, {"clusters", 64}, {"dimensions", 16}, {"block", 512}});
  Cases.push_back(C);
}
