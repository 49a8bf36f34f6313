//===- Simulation.cpp - Options, darts and the Mandelbrot set -------------===//
#include "cases/Samples.h"

using namespace measure;

static Problem blackScholes(const Parameters &P) {
  const long N = P["n"];
  const double Interest = 0.03125, Volatility = 0.25; // exact in float
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"price", Type::F32, size_t(N), Contents::random(5, 30)},
               {"strike", Type::F32, size_t(N), Contents::random(1, 100)},
               {"years", Type::F32, size_t(N), Contents::random(0.25, 10)},
               {"call", Type::F32, size_t(N), Contents::zero()},
               {"put", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N),
                 Argument::real("interest", Interest),
                 Argument::real("volatility", Volatility),
                 Argument::buffer("price"),
                 Argument::buffer("strike"),
                 Argument::buffer("years"),
                 Argument::buffer("call"),
                 Argument::buffer("put")};
  auto Right = [=](bool Call) {
    return [=](const Results &R, size_t I) {
      const double S = R.before("price", I), X = R.before("strike", I),
                   T = R.before("years", I);
      const double Deviation = Volatility * std::sqrt(T);
      const double D1 =
          (std::log(S / X) + (Interest + Volatility * Volatility / 2) * T) /
          Deviation;
      auto Normal = [](double D) { return std::erfc(-D / std::sqrt(2)) / 2; };
      const double Sign = Call ? 1 : -1;
      return Sign *
             (S * Normal(Sign * D1) -
              X * std::exp(-Interest * T) * Normal(Sign * (D1 - Deviation)));
    };
  };
  // The polynomial is right to 7.5e-8 and d1 to some 1e-6, both times prices up
  // to 100; the difference of two such products may be next to nothing.
  Q.IsRight = allOf({eachElement("call", Right(true), 1e-4),
                     eachElement("put", Right(false), 1e-4)});
  Q.Bytes = 20.0 * N;
  Q.Operations = 60.0 * N;
  return Q;
}

static Problem monteCarloPi(const Parameters &P) {
  const long N = P["n"], Trials = P["trials"], Seed = 12345;
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"hits", Type::U32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::integer("trials", Trials),
                 Argument::unsignedInteger("seed", Seed),
                 Argument::buffer("hits")};
  Q.IsRight = spreadElements(
      "hits", 1021,
      [=](const Results &) -> Reference {
        return [=](size_t I) {
          uint32_t State = uint32_t(Seed) + uint32_t(I) * 2654435769u;
          State = State ? State : 1;
          double Inside = 0;
          for (long Trial = 0; Trial < Trials; ++Trial) {
            State ^= State << 13;
            State ^= State >> 17;
            State ^= State << 5;
            const double X = State % 32768, Y = State / 131072;
            Inside += X * X + Y * Y < 32768.0 * 32768.0;
          }
          return Inside;
        };
      },
      0);
  Q.Bytes = 4.0 * N;
  Q.Operations = 11.0 * N * Trials;
  return Q;
}

/// The reference is the same iteration in double. Near the set's edge rounding
/// decides when a point escapes, and a fused multiply-add rounds otherwise than
/// the kernel's text: single precision, fused or not, differs at one to four
/// points in a thousand, a radius of 3.9 for 4.0 at twenty.
static Problem mandelbrot(const Parameters &P) {
  const long Width = P["width"], Height = P["height"], Limit = P["limit"];
  const double Left = -2, Top = 1.125, Spacing = 2.25 / double(Height);
  Problem Q;
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(Width, P["block_x"]), ceilDivide(Height, P["block_y"])};
  Q.Buffers = {{"steps", Type::I32, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {
      Argument::integer("width", Width), Argument::integer("height", Height),
      Argument::integer("limit", Limit), Argument::real("left", Left),
      Argument::real("top", Top),        Argument::real("spacing", Spacing),
      Argument::buffer("steps")};
  Q.IsRight = [=](const Results &R) -> std::string {
    const size_t Count = R.elements("steps"), Samples = 4001;
    size_t Compared = 0, Different = 0;
    for (size_t S = 0; S < Samples; ++S) {
      const size_t I = S * (Count - 1) / (Samples - 1);
      const double A = float(Left + float(Spacing) * double(I % Width)),
                   B = float(Top - float(Spacing) * double(I / Width));
      double X = 0, Y = 0;
      long Step = 0;
      for (; Step < Limit && X * X + Y * Y < 4; ++Step) {
        const double Next = X * X - Y * Y + A;
        Y = 2 * X * Y + B;
        X = Next;
      }
      ++Compared;
      Different += R.after("steps", I) != double(Step);
    }
    if (Different * 100 <= Compared)
      return {};
    return "steps differ at " + std::to_string(Different) + " of " +
           std::to_string(Compared) + " points";
  };
  Q.Bytes = 4.0 * Width * Height;
  // Points of the picture's inside, about a seventh, take all the steps.
  Q.Operations = 10.0 * Width * Height * Limit / 7;
  return Q;
}

void addSimulationCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = C.Source = "black_scholes";
  C.Idea = "five streams and some sixty operations an element";
  C.Make = blackScholes;
  C.Small = combinations({{"n", {5000}}, {"block", {96}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = combinations({{"n", {1 << 10, 1 << 16, 1 << 20, 1 << 23, 1 << 26}},
                         {"block", {64, 256}}});
  Cases.push_back(C);

  C.Kernel = "monte_carlo_pi";
  C.Source = "monte_carlo";
  C.Idea = "a generator a thread: integers in one dependent chain";
  C.Make = monteCarloPi;
  C.Small = combinations({{"n", {500}}, {"block", {64}}, {"trials", {100}}});
  C.Quick =
      combinations({{"n", {1 << 14}}, {"block", {128}}, {"trials", {50, 500}}});
  C.Full = combinations({{"n", {1 << 10, 1 << 16, 1 << 20, 1 << 22}},
                         {"block", {64, 256}},
                         {"trials", {64, 1024}}});
  Cases.push_back(C);

  C = Case(); // the points below are added to its list
  C.Kernel = C.Source = "mandelbrot";
  C.Idea = "lanes leave the loop at very different times";
  C.Make = mandelbrot;
  C.Small = {{{"width", 75},
              {"height", 50},
              {"limit", 50},
              {"block_x", 16},
              {"block_y", 4}}};
  C.Quick = combinations({{"width", {768}},
                          {"height", {512}},
                          {"limit", {50, 250}},
                          {"block_x", {16}},
                          {"block_y", {16}}});
  for (long Width : {384, 1536, 6144})
    for (const Parameters &P : combinations(
             {{"limit", {100, 1500}}, {"block_x", {8, 32}}, {"block_y", {8}}}))
      C.Full.push_back(P.with({{"width", Width}, {"height", Width / 3 * 2}}));
  Cases.push_back(C);
}
