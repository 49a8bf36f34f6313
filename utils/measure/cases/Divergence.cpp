//===- Divergence.cpp - Lanes that part, by index and by data -------------===//
#include "cases/Samples.h"

using namespace measure;

/// Every case of the switch draws x towards two by its own factor of at least
/// 0.875; rounding errors add up to at most 1 / (1 - factor) of one rounding,
/// 256 of 1.2e-7.
static Problem divergence(const Parameters &P, long LanesOfAWay) {
  const long N = P["n"], Ways = P["ways"], Rounds = P["rounds"],
             Block = P["block"];
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {ceilDivide(N, Block)};
  Q.Buffers = {{"in", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"out", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("ways", Ways),
                 Argument::integer("rounds", Rounds), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        const double Way = double(long(I) % Block / LanesOfAWay % Ways + 1);
        double X = R.before("in", I);
        for (long Round = 0; Round < Rounds; ++Round)
          X = X * (1 - Way / 256) + Way / 128;
        return X;
      },
      5e-5);
  Q.Bytes = 8.0 * N;
  Q.Operations = 2.0 * N * Rounds;
  return Q;
}

static Problem divergenceLanes(const Parameters &P) { return divergence(P, 1); }
static Problem divergenceWarps(const Parameters &P) {
  return divergence(P, 32);
}

static Problem collatz(const Parameters &P) {
  const long N = P["n"], Limit = P["limit"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"steps", Type::I32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("limit", Limit),
                 Argument::buffer("steps")};
  Q.IsRight = eachElement(
      "steps",
      [=](const Results &, size_t I) {
        uint64_t Value = I + 1;
        long Step = 0;
        for (; Value != 1 && Step < Limit; ++Step)
          Value = Value % 2 ? 3 * Value + 1 : Value / 2;
        return double(Step);
      },
      0);
  Q.Bytes = 4.0 * N;
  // Terras: 3 v + 1 takes about 7.2 ln(v) steps to one.
  Q.Operations = 3.0 * N * std::min(7.2 * std::log(double(N)), double(Limit));
  return Q;
}

/// The values are uniform in [0, 1), the threshold is 1 - 1 / trips: the mean
/// search looks at `trips` values.
static Problem findFirst(const Parameters &P) {
  const long Columns = P["columns"], Rows = P["rows"], Trips = P["trips"];
  const double Threshold = 1 - 1.0 / double(Trips);
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(Columns, P["block"])};
  Q.Buffers = {
      {"values", Type::F32, size_t(Columns * Rows), Contents::random(0, 1)},
      {"position", Type::I32, size_t(Columns), Contents::zero()}};
  Q.Arguments = {Argument::integer("columns", Columns),
                 Argument::integer("rows", Rows),
                 Argument::real("threshold", Threshold),
                 Argument::buffer("values"), Argument::buffer("position")};
  Q.IsRight = eachElement(
      "position",
      [=](const Results &R, size_t Column) {
        long Row = 0;
        while (Row < Rows &&
               R.before("values", Row * Columns + Column) < float(Threshold))
          ++Row;
        return double(Row);
      },
      0);
  Q.Bytes = 4.0 * Columns * (1 + std::min(Trips, Rows));
  return Q;
}

void addDivergenceCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "divergence";
  for (bool Lanes : {true, false}) {
    C.Kernel = Lanes ? "divergence_lanes" : "divergence_warps";
    C.Idea = Lanes ? "the lanes of a warp take 1 to 32 ways"
                   : "the warps of a block take 1 to 32 ways, their lanes one";
    C.Make = Lanes ? divergenceLanes : divergenceWarps;
    C.Small = combinations({{"n", {1000}},
                            {"block", {128, 160}},
                            {"rounds", {11}},
                            {"ways", {3, 32}}});
    C.Quick = combinations({{"n", {1 << 18}},
                            {"block", {256}},
                            {"rounds", {100}},
                            {"ways", {1, 8}}});
    C.Full = combinations({{"n", {1 << 22}},
                           {"block", {1024}},
                           {"rounds", {512}},
                           {"ways", {1, 2, 3, 4, 8, 16, 24, 32}}});
    for (const Parameters &P : combinations({{"n", {1 << 13, 1 << 20}},
                                             {"block", {256}},
                                             {"rounds", {512}},
                                             {"ways", {1, 8}}}))
      C.Full.push_back(P);
    Cases.push_back(C);
  }

  C.Kernel = "collatz";
  C.Source = "data_trips";
  C.Idea = "a loop whose trips are in the data, no memory";
  C.Make = collatz;
  C.Small =
      combinations({{"n", {1500}}, {"block", {64}}, {"limit", {40, 1000}}});
  C.Quick = combinations(
      {{"n", {1 << 14, 1 << 19}}, {"block", {256}}, {"limit", {1000}}});
  C.Full = combinations({{"n", {1 << 10, 1 << 16, 1 << 20, 1 << 24}},
                         {"block", {64, 256}},
                         {"limit", {100, 1000}}});
  Cases.push_back(C);

  C.Kernel = "find_first";
  C.Idea = "a search that ends with the data: a load a step";
  C.Make = findFirst;
  C.Small = combinations({{"columns", {333}},
                          {"rows", {50}},
                          {"trips", {4, 32}},
                          {"block", {64}}});
  C.Quick = combinations({{"columns", {1 << 14}},
                          {"rows", {64}},
                          {"trips", {2, 16}},
                          {"block", {256}}});
  C.Full = combinations({{"columns", {1 << 14, 1 << 20}},
                         {"rows", {128}},
                         {"trips", {2, 8, 32, 128}},
                         {"block", {64, 256}}});
  Cases.push_back(C);
}
