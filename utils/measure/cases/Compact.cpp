//===- Compact.cpp - Elements above a threshold, in any order -------------===//
#include "Points.h"

using namespace measure;

/// \p P's "keep" is the share of elements above the threshold, in percent.
static Problem compact(const Parameters &P) {
  const size_t N = P["n"];
  const long Values = 10000, Threshold = Values - 1 - P["keep"] * Values / 100;
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"in", Type::I32, N, Contents::random(0, Values)},
               {"out", Type::I32, N, Contents::zero()},
               {"count", Type::I32, 1, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::integer("threshold", Threshold),
                 Argument::buffer("in"), Argument::buffer("out"),
                 Argument::buffer("count")};
  // Order-free: each value as often as before.
  Q.IsRight = [=](const Results &R) -> std::string {
    std::vector<long> Missing(Values);
    size_t Kept = 0;
    for (size_t I = 0; I < N; ++I)
      if (long Value = long(R.before("in", I)); Value > Threshold) {
        ++Missing[Value];
        ++Kept;
      }
    if (R.after("count", 0) != double(Kept))
      return "count[0] is " + std::to_string(R.after("count", 0)) +
             ", expected " + std::to_string(Kept);
    for (size_t I = 0; I < Kept; ++I) {
      const double Value = R.after("out", I);
      if (!(Value > double(Threshold) && Value < Values) ||
          --Missing[long(Value)] < 0)
        return "out[" + std::to_string(I) + "] is " + std::to_string(Value) +
               ", which should not be there, or not so often";
    }
    return {};
  };
  Q.Bytes = 4.0 * double(N) * (1 + double(P["keep"]) / 100);
  Q.Operations = double(N);
  Q.Restore = true;
  return Q;
}

void addCompactCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "compact";
  C.Make = compact;
  C.Small = combinations(
      {{"n", {4096, 5001}}, {"block", {64, 96}}, {"keep", {1, 50, 100}}});
  C.Quick =
      combinations({{"n", {1 << 20}}, {"block", {256}}, {"keep", {1, 50}}});
  C.Full = together(
      {combinations({{"n", {1 << 12, 1 << 20, 1 << 25}},
                     {"block", {256}},
                     {"keep", {1, 10, 50, 100}}}),
       combinations(
           {{"n", {1 << 24}}, {"block", {64, 1024}}, {"keep", {10, 50}}})});
  C.Kernel = "compact_global";
  C.Idea = "one global counter for all threads that keep an element";
  Cases.push_back(C);
  C.Kernel = "compact_shared";
  C.Idea = "a counter in shared memory, then one place taker a block";
  Cases.push_back(C);
}
