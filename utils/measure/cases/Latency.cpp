//===- Latency.cpp - Loads that wait for loads, and barriers --------------===//
#include "cases/Samples.h"

using namespace measure;

/// next[j] = (multiplier j + increment) mod n. With multiplier 1 each thread
/// walks with a stride and the lanes of a warp stay neighbours; with another
/// (one more than a multiple of four, n a power of two, increment odd: one
/// cycle through all elements) neighbours part at once.
static Problem pointerChase(const Parameters &P) {
  const long Threads = P["threads"], N = P["n"], Steps = P["steps"],
             Multiplier = P["multiplier"], Increment = P["increment"];
  auto Next = [=](long At) { return (Multiplier * At + Increment) % N; };
  std::vector<int32_t> Chain(N);
  for (long At = 0; At < N; ++At)
    Chain[At] = int32_t(Next(At));
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(Threads, P["block"])};
  Q.Buffers = {{"next", Type::I32, size_t(N), Contents::given(Chain)},
               {"last", Type::I32, size_t(Threads), Contents::zero()}};
  Q.Arguments = {Argument::integer("threads", Threads),
                 Argument::integer("n", N), Argument::integer("steps", Steps),
                 Argument::buffer("next"), Argument::buffer("last")};
  Q.IsRight = eachElement(
      "last",
      [=](const Results &, size_t I) {
        long At = long(I) % N;
        for (long Step = 0; Step < Steps; ++Step)
          At = Next(At);
        return double(At);
      },
      0);
  Q.Bytes = 4.0 * (std::min(N, Threads * Steps) + Threads);
  return Q;
}

/// Positive terms, a few thousand at most one after the other.
static Problem independentLoads(const Parameters &P) {
  const long N = P["n"], Threads = P["block"] * P["blocks"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {unsigned(P["blocks"])};
  Q.Buffers = {{"in", Type::F32, size_t(N), Contents::random(0, 1)},
               {"sum", Type::F32, size_t(Threads), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::buffer("in"),
                 Argument::buffer("sum")};
  Q.IsRight = spreadElements(
      "sum", 509,
      [=](const Results &R) -> Reference {
        return [=, &R](size_t I) {
          double Sum = 0;
          for (long J = long(I); J < N; J += Threads)
            Sum += R.before("in", J);
          return Sum;
        };
      },
      1e-4);
  Q.Bytes = 4.0 * (N + Threads);
  Q.Operations = double(N);
  return Q;
}

/// A mean of three takes rounding errors down as it does everything else.
static Problem barrierRounds(const Parameters &P) {
  const long N = P["n"], Rounds = P["rounds"], Block = P["block"];
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {ceilDivide(N, Block)};
  Q.Buffers = {{"in", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"out", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("rounds", Rounds),
                 Argument::buffer("in"), Argument::buffer("out"),
                 Argument::shared("shared", 2 * Block * sizeof(float))};
  Q.IsRight = spreadElements(
      "out", 31,
      [=](const Results &R) -> Reference {
        return [=, &R](size_t I) {
          const long First = long(I) / Block * Block;
          std::vector<double> From(Block), To(Block);
          for (long T = 0; T < Block; ++T)
            From[T] = First + T < N ? R.before("in", First + T) : 0;
          for (long Round = 0; Round < Rounds; ++Round) {
            for (long T = 0; T < Block; ++T)
              To[T] = 0.25 * From[(T + Block - 1) % Block] + 0.5 * From[T] +
                      0.25 * From[(T + 1) % Block];
            From.swap(To);
          }
          return From[long(I) - First];
        };
      },
      1e-5);
  Q.Bytes = 8.0 * N;
  Q.Operations = 5.0 * N * Rounds;
  return Q;
}

void addLatencyCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "dependent_loads";
  C.Kernel = "pointer_chase";
  C.Idea = "each load waits for the one before: latency by working set";
  C.Make = pointerChase;
  auto Walks = [](std::vector<long> Threads, std::vector<long> Sizes,
                  long Steps) {
    std::vector<Parameters> Points;
    for (const Parameters &P : combinations({{"threads", Threads},
                                             {"n", Sizes},
                                             {"steps", {Steps}},
                                             {"block", {64}}})) {
      Points.push_back(P.with({{"multiplier", 1}, {"increment", 32}}));
      Points.push_back(P.with({{"multiplier", 1664525}, {"increment", 12345}}));
    }
    return Points;
  };
  C.Small = Walks({100}, {4096}, 33);
  C.Quick = Walks({64}, {1 << 20}, 1000);
  C.Full = Walks({64, 1 << 18}, {1 << 12, 1 << 18, 1 << 21, 1 << 25}, 256);
  Cases.push_back(C);

  C.Kernel = "independent_loads";
  C.Idea = "1 to 16 loads of a thread under way at a time";
  C.Make = independentLoads;
  C.Small = combinations(
      {{"n", {20011}}, {"blocks", {3}}, {"block", {96}}, {"UNROLL", {1, 4}}});
  C.Quick = combinations({{"n", {1 << 20}},
                          {"blocks", {64}},
                          {"block", {128}},
                          {"UNROLL", {1, 8}}});
  C.Full = combinations({{"n", {1 << 27}},
                         {"blocks", {132, 1056}},
                         {"block", {128, 256}},
                         {"UNROLL", {1, 2, 4, 8, 16}}});
  Cases.push_back(C);

  C.Kernel = C.Source = "barrier_rounds";
  C.Idea = "a barrier each round with little work between";
  C.Make = barrierRounds;
  C.Small = combinations({{"n", {500}}, {"block", {64, 96}}, {"rounds", {7}}});
  C.Quick =
      combinations({{"n", {1 << 16}}, {"block", {64, 256}}, {"rounds", {50}}});
  C.Full = combinations({{"n", {1 << 14, 1 << 21}},
                         {"block", {32, 64, 128, 256, 512, 1024}},
                         {"rounds", {500}}});
  Cases.push_back(C);
}
