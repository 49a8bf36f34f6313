//===- LowOccupancy.cpp - Few blocks because of the shared memory they ask ===//
#include "cases/Points.h"

using namespace measure;

/// The element whose value thread \p I of the turned-round block gets; 0 when
/// it lies behind the end.
static double turned(const Results &R, size_t I, long N, long Block) {
  const long From = long(I) / Block * Block + Block - 1 - long(I) % Block;
  return From < N ? R.before("in", size_t(From)) : 0.0;
}

static Problem withBuffers(const Parameters &P, double Low, double High) {
  const long N = P["n"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"in", Type::F32, size_t(N), Contents::random(Low, High)},
               {"out", Type::F32, size_t(N), Contents::zero()}};
  Q.Bytes = 8.0 * N;
  return Q;
}

static Problem copy(const Parameters &P) {
  const long N = P["n"], Block = P["block"];
  Problem Q = withBuffers(P, 1, 2);
  Q.Arguments = {Argument::integer("n", N), Argument::buffer("in"),
                 Argument::buffer("out"),
                 Argument::shared("shared", size_t(P["request"]))};
  Q.IsRight = eachElement(
      "out", [=](const Results &R, size_t I) { return turned(R, I, N, Block); },
      0);
  return Q;
}

static Problem chain(const Parameters &P) {
  const long N = P["n"], Block = P["block"], Rounds = P["rounds"];
  // So close to 1 that the start still shows after all the rounds.
  const double S = float(1 - 1.0 / Rounds);
  Problem Q = withBuffers(P, -Rounds, Rounds);
  Q.Arguments = {Argument::integer("n", N),
                 Argument::integer("rounds", Rounds),
                 Argument::real("s", S),
                 Argument::buffer("in"),
                 Argument::buffer("out"),
                 Argument::shared("shared", size_t(P["request"]))};
  // Values stay below the number of rounds, each round rounds twice by 2^-24
  // of that, and an expected value near 0 counts as 1.
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        double Value = turned(R, I, N, Block);
        for (long Round = 0; Round < Rounds; ++Round)
          Value = S * Value + 1;
        return Value;
      },
      Rounds * 0x1p-23);
  Q.Operations = 2.0 * Rounds * N;
  return Q;
}

void addLowOccupancyCases(std::vector<Case> &Cases) {
  // Up to all that a multiprocessor has; a device that has less says so.
  const std::vector<long> Requests = {1024,  4096,  8192,  12288, 16384, 24576,
                                      32768, 49152, 65536, 98304, 163840};
  Case C;
  C.Kernel = "low_occupancy_copy";
  C.Source = "low_occupancy";
  C.Idea = "too few loads in flight for the memory";
  C.Make = copy;
  C.Small = combinations(
      {{"n", {1000, 2048}}, {"block", {64}}, {"request", {1024, 16384}}});
  C.Quick = combinations(
      {{"n", {1 << 20}}, {"block", {256}}, {"request", {1024, 32768}}});
  C.Full = together(
      {combinations(
           {{"n", {1 << 24}}, {"block", {128}}, {"request", Requests}}),
       combinations({{"n", {1 << 24}},
                     {"block", {32, 256}},
                     {"request", {1024, 8192, 32768}}})});
  Cases.push_back(C);

  C.Kernel = "low_occupancy_chain";
  C.Idea = "too few warps to hide a chain of dependent operations";
  C.Make = chain;
  C.Small = combinations({{"n", {500}},
                          {"block", {64}},
                          {"rounds", {50}},
                          {"request", {1024, 16384}}});
  C.Quick = combinations({{"n", {1 << 16}},
                          {"block", {128}},
                          {"rounds", {1000}},
                          {"request", {1024, 32768}}});
  C.Full = together({combinations({{"n", {1 << 20}},
                                   {"block", {128}},
                                   {"rounds", {4000}},
                                   {"request", Requests}}),
                     combinations({{"n", {1 << 20}},
                                   {"block", {32, 256}},
                                   {"rounds", {4000}},
                                   {"request", {1024, 8192, 32768}}})});
  Cases.push_back(C);
}
