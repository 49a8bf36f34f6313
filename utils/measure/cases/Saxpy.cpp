//===- Saxpy.cpp - y = a x + y, with and without a stride
//-------------------===//
#include "host/Case.h"

using namespace measure;

static Problem saxpy(const Parameters &P) {
  const long N = P["n"], Stride = P.get("stride", 1);
  const double A = 1.5;
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N / Stride, P["block"])};
  Q.Buffers = {{"x", Type::F32, size_t(N), Contents::random(-1, 1)},
               {"y", Type::F32, size_t(N), Contents::random(-1, 1)}};
  Q.Arguments = {Argument::integer("n", N)};
  if (P.has("stride"))
    Q.Arguments.push_back(Argument::integer("stride", Stride));
  Q.Arguments.insert(
      Q.Arguments.end(),
      {Argument::real("a", A), Argument::buffer("x"), Argument::buffer("y")});
  Q.IsRight = eachElement(
      "y",
      [=](const Results &R, size_t I) {
        double Y = R.before("y", I);
        return I % Stride == 0 ? A * R.before("x", I) + Y : Y;
      },
      1e-6);
  Q.Bytes = 12.0 * (N / Stride);
  Q.Operations = 2.0 * (N / Stride);
  Q.Restore = true;
  return Q;
}

void addSaxpyCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = "saxpy";
  C.Source = "saxpy";
  C.Idea = "streaming: two loads and a store for one multiply-add";
  C.Make = saxpy;
  C.Small = combinations({{"n", {1000, 4096}}, {"block", {64, 96}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = combinations({{"n", {1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 28}},
                         {"block", {64, 256, 1024}}});
  Cases.push_back(C);

  C.Kernel = "saxpy_strided";
  C.Idea = "what a stride costs: lines touched grow with it, work shrinks";
  C.Small =
      combinations({{"n", {4096}}, {"block", {64}}, {"stride", {1, 3, 8}}});
  C.Quick =
      combinations({{"n", {1 << 20}}, {"block", {256}}, {"stride", {1, 8}}});
  C.Full = combinations({{"n", {1 << 26}},
                         {"block", {256}},
                         {"stride", {1, 2, 3, 4, 8, 16, 32, 33}}});
  Cases.push_back(C);
}
