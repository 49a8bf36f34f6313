//===- Arithmetic.cpp - Chains of one kind of instruction -----------------===//
#include "cases/Samples.h"

using namespace measure;

/// One element a thread, \p Step a round: the launch that these kernels share.
/// \p Step changes the thread's state and returns what is added to its sum.
template <class State, class Begin, class Step>
static Problem chain(const Parameters &P, Type Of, Contents In, Begin First,
                     Step Next, double Tolerance) {
  const long N = P["n"], Rounds = P["rounds"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"in", Of, size_t(N), In},
               {"out", Of, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("rounds", Rounds),
                 Argument::buffer("in"), Argument::buffer("out")};
  Q.IsRight = spreadElements(
      "out", 1021,
      [=](const Results &R) -> Reference {
        return [=, &R](size_t I) {
          State S = First(R.before("in", I));
          decltype(Next(S)) Sum = 0;
          for (long Round = 0; Round < Rounds; ++Round)
            Sum += Next(S);
          return double(Sum);
        };
      },
      Tolerance);
  Q.Bytes = 2.0 * bytesOf(Of) * N;
  return Q;
}

/// A drive that stays and a value that changes.
struct Driven {
  double Drive, X, Y;
};

// Each round's functions are right to a few units in the last place, and the
// step's slope, below 0.7, keeps their sum below ten.
static Problem sfuHeavy(const Parameters &P) {
  Problem Q = chain<Driven>(
      P, Type::F32, Contents::random(-2, 2),
      [](double In) { return Driven{In, In, 0}; },
      [](Driven &S) {
        S.X = 0.5 * std::sin(S.X) + 0.25 * std::cos(S.X + S.Drive) +
              0.25 / std::sqrt(1 + std::exp(-S.X));
        return S.X;
      },
      2e-5);
  Q.Operations = 4.0 * P["n"] * P["rounds"];
  return Q;
}

static Problem fp64Heavy(const Parameters &P) {
  Problem Q = chain<Driven>(
      P, Type::F64, Contents::random(0.25, 0.75),
      [](double In) { return Driven{In, In, 1 - In}; },
      [](Driven &S) {
        S.X = S.X * S.Drive + 0.25;
        S.Y = S.Y * S.Drive - 0.125;
        return S.X * S.Y;
      },
      1e-12);
  Q.Operations = 6.0 * P["n"] * P["rounds"];
  return Q;
}

static Problem fp64Divide(const Parameters &P) {
  Problem Q = chain<Driven>(
      P, Type::F64, Contents::random(0.25, 0.75),
      [](double In) { return Driven{In, In, 0}; },
      [](Driven &S) {
        S.X = S.Drive / (1 + std::sqrt(S.X));
        return S.X;
      },
      1e-12);
  Q.Operations = 3.0 * P["n"] * P["rounds"];
  return Q;
}

static Problem integerHeavy(const Parameters &P) {
  const long Shift = P["shift"], Divisor = P["divisor"];
  Problem Q = chain<uint32_t>(
      P, Type::U32, Contents::random(0, 4294967296.0),
      [](double In) { return uint32_t(In); },
      [=](uint32_t &X) {
        X = X * 1664525u + 1013904223u;
        X ^= X >> Shift;
        return uint32_t(X % uint32_t(Divisor));
      },
      0);
  Q.Arguments.insert(Q.Arguments.begin() + 2,
                     {Argument::integer("shift", Shift),
                      Argument::unsignedInteger("divisor", Divisor)});
  Q.Operations = 6.0 * P["n"] * P["rounds"];
  return Q;
}

/// Samples near one, so that the last moment still counts; all terms are
/// positive, and the last power is rounded ACCUMULATORS times.
static Problem registerHeavy(const Parameters &P) {
  const long N = P["n"], Steps = P["steps"], Moments = P["ACCUMULATORS"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {
      {"in", Type::F32, size_t(N * Steps), Contents::random(0.95, 1.05)},
      {"moments", Type::F32, size_t(N * Moments), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("steps", Steps),
                 Argument::buffer("in"), Argument::buffer("moments")};
  Q.IsRight = eachElement(
      "moments",
      [=](const Results &R, size_t Index) {
        double Sum = 0;
        for (long Step = 0; Step < Steps; ++Step)
          Sum += std::pow(R.before("in", Step * N + Index % N),
                          double(Index / N + 1));
        return Sum;
      },
      5e-5);
  Q.Bytes = 4.0 * N * (Steps + Moments);
  Q.Operations = 2.0 * N * Steps * Moments;
  return Q;
}

/// |x| below 0.875 keeps the value below eight whatever the degree.
static Problem horner(const Parameters &P) {
  const long N = P["n"], Degree = P["degree"], Chains = P["CHAINS"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"] * Chains)};
  Q.Buffers = {
      {"coefficient", Type::F32, size_t(Degree + 1), Contents::random(-1, 1)},
      {"x", Type::F32, size_t(N), Contents::random(-0.875, 0.875)},
      {"y", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("degree", Degree),
                 Argument::buffer("coefficient"), Argument::buffer("x"),
                 Argument::buffer("y")};
  Q.IsRight = spreadElements(
      "y", 1021,
      [=](const Results &R) -> Reference {
        return [=, &R, A = allBefore(R, "coefficient")](size_t I) {
          double X = R.before("x", I), Y = 0;
          for (long K = Degree; K >= 0; --K)
            Y = Y * X + A[K];
          return Y;
        };
      },
      1e-5);
  Q.Bytes = 8.0 * N + 4.0 * (Degree + 1);
  Q.Operations = 2.0 * N * Degree;
  return Q;
}

void addArithmeticCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = C.Source = "sfu_heavy";
  C.Idea = "sine, cosine, exponential and reciprocal root in a chain";
  C.Make = sfuHeavy;
  C.Small = combinations({{"n", {1000}}, {"block", {64}}, {"rounds", {9}}});
  C.Quick =
      combinations({{"n", {1 << 16}}, {"block", {256}}, {"rounds", {16, 128}}});
  C.Full = combinations({{"n", {1 << 12, 1 << 18, 1 << 22}},
                         {"block", {64, 256}},
                         {"rounds", {16, 256}}});
  Cases.push_back(C);

  C.Kernel = C.Source = "fp64_heavy";
  C.Idea = "double precision: two chains of multiply-adds";
  C.DoublePrecision = true;
  C.Make = fp64Heavy;
  Cases.push_back(C);
  C.Kernel = "fp64_divide";
  C.Idea = "double precision: division and square root in a chain";
  C.Make = fp64Divide;
  Cases.push_back(C);
  C.DoublePrecision = false;

  C.Kernel = C.Source = "integer_heavy";
  C.Idea = "multiplication, shift and remainder by arguments";
  C.Make = integerHeavy;
  C.Small = combinations({{"n", {1000}},
                          {"block", {64}},
                          {"rounds", {9}},
                          {"shift", {7}},
                          {"divisor", {1000003}}});
  C.Quick = combinations({{"n", {1 << 16}},
                          {"block", {256}},
                          {"rounds", {16, 128}},
                          {"shift", {16}},
                          {"divisor", {97}}});
  C.Full = combinations({{"n", {1 << 12, 1 << 18, 1 << 22}},
                         {"block", {64, 256}},
                         {"rounds", {16, 256}},
                         {"shift", {16}},
                         {"divisor", {1000003}}});
  Cases.push_back(C);

  C.Kernel = C.Source = "register_heavy";
  C.Idea = "sums that fill the registers, so that fewer warps fit";
  C.Make = registerHeavy;
  C.Small = combinations({{"n", {200}},
                          {"block", {64}},
                          {"steps", {5}},
                          {"ACCUMULATORS", {8, 64}}});
  C.Quick = combinations({{"n", {1 << 14}},
                          {"block", {128}},
                          {"steps", {32}},
                          {"ACCUMULATORS", {16, 64}}});
  C.Full = combinations({{"n", {1 << 19}},
                         {"block", {64, 256}},
                         {"steps", {128}},
                         {"ACCUMULATORS", {8, 16, 32, 64, 96, 128}}});
  Cases.push_back(C);

  C.Kernel = C.Source = "horner";
  C.Idea = "dependent multiply-adds in one to eight independent chains";
  C.Make = horner;
  C.Small = combinations({{"n", {1001}},
                          {"block", {64}},
                          {"degree", {17}},
                          {"CHAINS", {1, 3, 8}}});
  C.Quick = combinations({{"n", {1 << 18}},
                          {"block", {128}},
                          {"degree", {64}},
                          {"CHAINS", {1, 4}}});
  // 2^15 points leave most of a large GPU's multiprocessors with a warp or two
  // each, 2^24 fill it.
  C.Full = combinations({{"n", {1 << 15, 1 << 24}},
                         {"block", {64, 256}},
                         {"degree", {1024}},
                         {"CHAINS", {1, 2, 4, 8}}});
  Cases.push_back(C);
}
