//===- Daxpy.cpp - y = a x + y in double precision ------------------------===//
#include "SampledSums.h"

using namespace measure;

static Problem daxpy(const Parameters &P) {
  const long N = P["n"];
  const double A = 1.1;
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"x", Type::F64, size_t(N), Contents::random(-1, 1)},
               {"y", Type::F64, size_t(N), Contents::random(-1, 1)}};
  Q.Arguments = {Argument::integer("n", N), Argument::doubleReal("a", A),
                 Argument::buffer("x"), Argument::buffer("y")};
  // Two roundings here, one or two there.
  Q.IsRight = sampledSums(
      "y", 1,
      [=](const Results &R, size_t I) {
        Sum Right;
        Right.add(A * R.before("x", I));
        Right.add(R.before("y", I));
        return Right;
      },
      4 * DoubleRounding);
  Q.Bytes = 24.0 * double(N);
  Q.Operations = 2.0 * double(N);
  Q.Restore = true;
  return Q;
}

void addDaxpyCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = C.Source = "daxpy";
  C.Idea = "streaming words of eight bytes";
  C.DoublePrecision = true;
  C.Make = daxpy;
  C.Small = combinations({{"n", {1000, 4096}}, {"block", {64, 96}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = combinations({{"n", {1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 27}},
                         {"block", {64, 256, 1024}}});
  Cases.push_back(C);
}
