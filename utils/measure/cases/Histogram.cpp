//===- Histogram.cpp - Counters in global and in shared memory ------------===//
#include "Points.h"

#include <algorithm>

using namespace measure;

/// \p P's "skew" is the share in percent of values below 0, which all count in
/// the first bin; the others are spread evenly.
static Problem histogram(const Parameters &P) {
  const size_t N = P["n"];
  const long Bins = P["BINS"], Skew = P["skew"];
  const Contents Values =
      Skew == 100 ? Contents::random(-1, 0)
                  : Contents::random(double(-Bins * Skew) / double(100 - Skew),
                                     double(Bins));
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {P.has("grid") ? unsigned(P["grid"]) : ceilDivide(N, P["block"])};
  Q.Buffers = {{"values", Type::I32, N, Values},
               {"counts", Type::U32, size_t(Bins), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)), Argument::buffer("values"),
                 Argument::buffer("counts")};
  Q.IsRight = wholeArray(
      "counts",
      [=](const Results &R) {
        std::vector<double> Counts(Bins);
        for (size_t I = 0; I < N; ++I)
          ++Counts[std::max(0L, long(R.before("values", I)))];
        return Counts;
      },
      0);
  Q.Bytes = 4.0 * double(N + Bins);
  Q.Operations = double(N);
  // Later runs count on from the first, which was checked: no work changes, so
  // nothing is restored.
  return Q;
}

void addHistogramCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "histogram";
  C.Make = histogram;
  C.Kernel = "histogram_global";
  C.Idea = "global atomics, spread over the counters or on one of them";
  C.Small = combinations({{"n", {4096, 5001}},
                          {"block", {64, 96}},
                          {"skew", {0, 50}},
                          {"BINS", {256}}});
  C.Quick = combinations(
      {{"n", {1 << 20}}, {"block", {256}}, {"skew", {0, 50}}, {"BINS", {256}}});
  C.Full = together({combinations({{"n", {1 << 12, 1 << 16, 1 << 20, 1 << 25}},
                                   {"block", {256}},
                                   {"skew", {0, 50, 100}},
                                   {"BINS", {256}}}),
                     combinations({{"n", {1 << 24}},
                                   {"block", {64, 1024}},
                                   {"skew", {0, 10}},
                                   {"BINS", {256, 4096}}})});
  Cases.push_back(C);

  C.Kernel = "histogram_shared";
  C.Idea = "shared atomics, spread over the counters or on one of them";
  for (std::vector<Parameters> *Points : {&C.Small, &C.Quick, &C.Full})
    for (Parameters &P : *Points)
      P = P.with({{"grid", std::clamp(P["n"] / (P["block"] * 16), 3L, 1024L)}});
  Cases.push_back(C);
}
