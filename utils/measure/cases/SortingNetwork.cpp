//===- SortingNetwork.cpp - Steps of sorting networks ---------------------===//
#include "BlockCheck.h"
#include "Points.h"

using namespace measure;

static Buffer numbers(const std::string &Name, size_t N) {
  return {Name, Type::I32, N, Contents::random(-1e6, 1e6)};
}

static Problem bitonicStep(const Parameters &P) {
  const size_t N = P["n"], J = P["j"], K = P["k"];
  if (N & (N - 1))
    throw Failure("bitonic_step: n is no power of two");
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {numbers("data", N)};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::integer("j", long(J)),
                 Argument::integer("k", long(K)), Argument::buffer("data")};
  Q.IsRight = eachElement(
      "data",
      [=](const Results &R, size_t I) {
        const double Mine = R.before("data", I),
                     Other = R.before("data", I ^ J);
        const bool Lower = !(I & J), Ascending = !(I & K);
        return Lower == Ascending ? std::min(Mine, Other)
                                  : std::max(Mine, Other);
      },
      0);
  Q.Bytes = 8.0 * double(N);
  Q.Operations = double(N) / 2;
  Q.Restore = true;
  return Q;
}

static Problem mergeExchangeStep(const Parameters &P) {
  const size_t N = P["n"], PBits = P["p"], RBits = P["r"], D = P["d"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {numbers("data", N)};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::integer("p", long(PBits)),
                 Argument::integer("r", long(RBits)),
                 Argument::integer("d", long(D)), Argument::buffer("data")};
  Q.IsRight = eachElement(
      "data",
      [=](const Results &R, size_t I) {
        const double Mine = R.before("data", I);
        if (I + D < N && (I & PBits) == RBits)
          return std::min(Mine, R.before("data", I + D));
        if (I >= D && ((I - D) & PBits) == RBits)
          return std::max(Mine, R.before("data", I - D));
        return Mine;
      },
      0);
  Q.Bytes = 8.0 * double(N);
  Q.Operations = double(N) / 2;
  Q.Restore = true;
  return Q;
}

static Problem bitonicBlock(const Parameters &P) {
  const size_t N = P["n"], Threads = P["block"], Width = 2 * Threads;
  if (N % Width)
    throw Failure("bitonic_block: n is no multiple of two blocks");
  Problem Q;
  Q.Block = {unsigned(Threads)};
  Q.Grid = {unsigned(N / Width)};
  Q.Buffers = {numbers("in", N), {"out", Type::I32, N, Contents::zero()}};
  Q.Arguments = {Argument::buffer("in"), Argument::buffer("out"),
                 Argument::shared("shared", Width * sizeof(int))};
  Q.IsRight = someBlocks(
      "out", Width, Q.Grid.X, Width,
      [=](const Results &R, size_t B) {
        std::vector<double> Right =
            stretch(R, "in", B * Width, (B + 1) * Width);
        std::sort(Right.begin(), Right.end());
        return Right;
      },
      0);
  Q.Bytes = 8.0 * double(N);
  const double Steps = std::log2(double(Width));
  Q.Operations = double(N) / 2 * Steps * (Steps + 1) / 2;
  return Q;
}

/// Knuth's steps for one p: d = p where the bits are 0, then (for the greater
/// q) d = q - p where they are p.
static Parameters merge(long N, long Block, long PBits, long Q) {
  return {{"n", N},
          {"block", Block},
          {"p", PBits},
          {"r", Q == PBits ? 0 : PBits},
          {"d", Q == PBits ? PBits : Q - PBits}};
}

void addSortingNetworkCases(std::vector<Case> &Cases) {
  auto Step = [](long N, long Block, long J, long K) -> Parameters {
    return {{"n", N}, {"block", Block}, {"j", J}, {"k", K}};
  };
  Case C;
  C.Source = "sorting_network";
  C.Kernel = "bitonic_step";
  C.Idea = "half of the threads idle: every other lane, warp or block";
  C.Make = bitonicStep;
  for (long J : {1, 2, 32, 512})
    C.Small.push_back(Step(4096, J == 2 ? 96 : 64, J, 1024));
  C.Quick = {Step(1 << 20, 256, 1, 1024), Step(1 << 20, 256, 512, 1024)};
  for (long N : {1L << 12, 1L << 20, 1L << 27})
    for (long J : {1L, 4L, 32L, 2048L, N / 2})
      C.Full.push_back(Step(N, 256, J, J == N / 2 ? N : 4096));
  for (long Block : {64, 1024})
    C.Full.push_back(Step(1 << 24, Block, 16, 4096));
  Cases.push_back(C);

  C.Kernel = "merge_exchange_step";
  C.Idea = "compare and exchange at distances that are no powers of two";
  C.Make = mergeExchangeStep;
  C.Small = {merge(5001, 96, 4096, 4096), merge(5001, 64, 1, 1),
             merge(5001, 64, 4, 64), merge(4096, 128, 32, 2048)};
  C.Quick = {merge(1 << 20, 256, 1, 1), merge(1 << 20, 256, 64, 1 << 19)};
  C.Full.clear();
  for (long N : {1L << 12, 1L << 20, 100000000L})
    for (auto [Bits, Q] : {std::pair<long, long>{1, 1},
                           {1, 1024},
                           {16, 16},
                           {16, 2048},
                           {1024, 2048}})
      C.Full.push_back(merge(N, 256, Bits, Q));
  Cases.push_back(C);

  C.Kernel = "bitonic_block";
  C.Idea = "a barrier for every step in shared memory";
  C.Make = bitonicBlock;
  C.Small = combinations({{"n", {4096}}, {"block", {64, 256}}});
  C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
  C.Full = combinations({{"n", {1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 27}},
                         {"block", {64, 256, 1024}}});
  Cases.push_back(C);
}
