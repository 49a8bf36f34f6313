//===- Fft.cpp - Fourier transforms of radix 2, 4 and 16 ------------------===//
//
// Complex numbers lie in the buffers as pairs of floats.
//===----------------------------------------------------------------------===//
#include "BlockCheck.h"
#include "Points.h"

#include <complex>

using namespace measure;

namespace {

using Complex = std::complex<double>;

/// exp(-2 pi i Numerator / Denominator)
Complex root(size_t Numerator, size_t Denominator) {
  return std::polar(1.0, -2 * std::acos(-1.0) *
                             double(Numerator % Denominator) /
                             double(Denominator));
}

Complex before(const Results &R, size_t I) {
  return {R.before("in", 2 * I), R.before("in", 2 * I + 1)};
}

bool isPower(size_t N, size_t Of) {
  while (N % Of == 0)
    N /= Of;
  return N == 1;
}

/// Every pass adds an error of some roundings, the twiddle factors' included,
/// of random direction; \p Terms numbers of size 1 make a result of size
/// sqrt(Terms), to which this is relative.
double transformError(double Passes) { return 40 * 0x1p-24 * Passes; }

/// One pass from its definition: with j = g span + k, element
/// g span RADIX + k + r span of the result is the sum over s of
///   in[j + s n / RADIX] exp(-2 pi i s k / (span RADIX))
///                       exp(-2 pi i s r / RADIX).
Problem pass(const Parameters &P) {
  const size_t N = P["n"], Span = P["span"], Radix = P["RADIX"];
  const size_t Batch = P["batch"];
  if (!isPower(N, Radix) || !isPower(Span, Radix) || Span >= N)
    throw Failure("fft_global: n or span is no power of RADIX");
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N / Radix, P["block"]), unsigned(Batch)};
  Q.Buffers = {{"in", Type::F32, 2 * N * Batch, Contents::random(-1, 1)},
               {"out", Type::F32, 2 * N * Batch, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::integer("span", long(Span)), Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        const size_t Base = I / 2 / N * N, Place = I / 2 % N;
        const size_t K = Place % Span, Row = Place / Span % Radix;
        const size_t J = Place / (Span * Radix) * Span + K;
        Complex Sum;
        for (size_t S = 0; S < Radix; ++S)
          Sum += before(R, Base + J + S * (N / Radix)) *
                 root(S * K, Span * Radix) * root(S * Row, Radix);
        return I % 2 ? Sum.imag() : Sum.real();
      },
      transformError(1) * std::sqrt(double(Radix)));
  Q.Bytes = 16.0 * double(N * Batch);
  Q.Operations = 5.0 * double(N * Batch) * std::log2(double(Radix));
  return Q;
}

/// The whole transform from the definition of the discrete Fourier transform.
std::vector<double> transformOf(const Results &R, size_t Base, size_t N) {
  std::vector<Complex> Roots(N), In(N);
  for (size_t I = 0; I < N; ++I) {
    Roots[I] = root(I, N);
    In[I] = before(R, Base + I);
  }
  std::vector<double> Out;
  for (size_t K = 0; K < N; ++K) {
    double Real = 0, Imaginary = 0;
    for (size_t I = 0; I < N; ++I) {
      const Complex &A = In[I], &B = Roots[I * K % N];
      Real += A.real() * B.real() - A.imag() * B.imag();
      Imaginary += A.real() * B.imag() + A.imag() * B.real();
    }
    Out.insert(Out.end(), {Real, Imaginary});
  }
  return Out;
}

Problem whole(const Parameters &P) {
  const size_t N = P["n"], Radix = P["RADIX"], Batch = P["batch"];
  if (!isPower(N, Radix))
    throw Failure("fft_shared: n is no power of RADIX");
  Problem Q;
  Q.Block = {unsigned(N / Radix)};
  Q.Grid = {unsigned(Batch)};
  Q.Buffers = {{"in", Type::F32, 2 * N * Batch, Contents::random(-1, 1)},
               {"out", Type::F32, 2 * N * Batch, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)), Argument::buffer("in"),
                 Argument::buffer("out"),
                 Argument::shared("shared", 2 * N * sizeof(float))};
  const double Passes = std::log2(double(N)) / std::log2(double(Radix));
  Q.IsRight = someBlocks(
      "out", 2 * N, Batch, N * N / 16 + 1,
      [=](const Results &R, size_t B) { return transformOf(R, B * N, N); },
      transformError(Passes), std::sqrt(double(N)));
  Q.Bytes = 16.0 * double(N * Batch);
  Q.Operations = 5.0 * double(N * Batch) * std::log2(double(N));
  return Q;
}

Parameters point(long Radix, long N, long Batch) {
  return {{"RADIX", Radix}, {"n", N}, {"batch", Batch}};
}

} // namespace

void addFftCases(std::vector<Case> &Cases) {
  auto Pass = [](long Radix, long N, long Batch, long Span, long Block) {
    return point(Radix, N, Batch).with({{"span", Span}, {"block", Block}});
  };
  Case C;
  C.Source = "fft";
  C.Kernel = "fft_global";
  C.Idea = "one pass: stores scatter while the span is small";
  C.Make = pass;
  C.Small = {Pass(2, 256, 2, 1, 48),    Pass(2, 256, 1, 128, 64),
             Pass(4, 256, 2, 1, 64),    Pass(4, 256, 3, 16, 48),
             Pass(16, 256, 2, 1, 16),   Pass(16, 4096, 1, 16, 96),
             Pass(16, 4096, 1, 256, 64)};
  C.Quick = {Pass(2, 1 << 20, 1, 1, 256), Pass(4, 1 << 20, 1, 1024, 256),
             Pass(16, 1 << 20, 1, 256, 128)};
  for (long Radix : {2, 4, 16})
    for (long Span : {1L, Radix == 2 ? 8L : Radix, 256L, 1L << 16}) {
      if (Span < 1 << 12)
        C.Full.push_back(Pass(Radix, 1 << 12, 1, Span, 64));
      C.Full.push_back(Pass(Radix, 1 << 24, 1, Span, 256));
      C.Full.push_back(Pass(Radix, 1 << 20, 64, Span, 128));
    }
  Cases.push_back(C);

  C.Kernel = "fft_shared";
  C.Idea = "a whole transform a block, passes through shared memory";
  C.Make = whole;
  C.Small = {point(2, 128, 3), point(2, 256, 1), point(4, 256, 3),
             point(16, 256, 3)};
  C.Quick = {point(2, 1024, 256), point(4, 1024, 256), point(16, 256, 1024)};
  C.Full.clear();
  for (long Elements : {1L << 16, 1L << 20, 1L << 26})
    for (auto [Radix, N] : {std::pair<long, long>{2, 256},
                            {2, 2048},
                            {4, 256},
                            {4, 1024},
                            {4, 4096},
                            {16, 256},
                            {16, 4096}})
      C.Full.push_back(point(Radix, N, Elements / N));
  Cases.push_back(C);
}
