//===- Gather.cpp - Reads and writes through an array of indexes ----------===//
#include "cases/Points.h"

#include <algorithm>

using namespace measure;

/// Where \p Value goes in a permutation of 0 .. Count - 1 that is as good as
/// random. Multiplying by an odd number and folding the upper bits down maps
/// 0 .. 2^k - 1 onto itself; a value that falls outside goes round again.
static uint32_t permuted(uint32_t Value, uint32_t Count) {
  unsigned Bits = 1;
  while (Bits < 32 && (uint32_t(1) << Bits) < Count)
    ++Bits;
  const uint32_t Mask = uint32_t((uint64_t(1) << Bits) - 1);
  const unsigned Half = (Bits + 1) / 2;
  do
    for (uint32_t Factor : {0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae35u}) {
      Value = (Value * Factor + 0x27d4eb2fu) & Mask;
      Value ^= Value >> Half;
    }
  while (Value >= Count);
  return Value;
}

/// A permutation of 0 .. N - 1 that moves runs of \p Run consecutive indexes
/// about within windows of \p Window elements and leaves the rest as it is.
static std::vector<int32_t> indexes(long N, long Window, long Run) {
  std::vector<int32_t> Index(N);
  for (long I = 0; I < N; ++I) {
    const long First = I / Window * Window;
    const uint32_t Runs = uint32_t(std::min(Window, N - First) / Run);
    const uint32_t At = uint32_t((I - First) / Run);
    Index[I] = int32_t(
        At < Runs ? First + permuted(At, Runs) * Run + (I - First) % Run : I);
  }
  return Index;
}

static Problem gatherOrScatter(const Parameters &P, bool Scatter) {
  const long N = P["n"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {{"index", Type::I32, size_t(N),
                Contents::given(indexes(N, P["window"], P["run"]))},
               {"in", Type::F32, size_t(N), Contents::random(1, 2)},
               {"out", Type::F32, size_t(N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N), Argument::buffer("index"),
                 Argument::buffer("in"), Argument::buffer("out")};
  // The scatter is checked where it wrote: the index is a permutation, so
  // every element of out is some out[index[i]].
  if (Scatter)
    Q.IsRight = [N](const Results &R) -> std::string {
      const long Step = std::max(1L, N >> 14 | 1);
      for (long I = 0; I < N; I += Step) {
        const size_t To = size_t(R.before("index", I));
        if (R.after("out", To) != R.before("in", I))
          return "out[" + std::to_string(To) + "] is " +
                 std::to_string(R.after("out", To)) + ", expected in[" +
                 std::to_string(I) + "] = " + std::to_string(R.before("in", I));
      }
      return {};
    };
  else
    Q.IsRight = eachElement(
        "out",
        [](const Results &R, size_t I) {
          return R.before("in", size_t(R.before("index", I)));
        },
        0);
  Q.Bytes = 12.0 * N;
  return Q;
}

/// Sizes with fully random indexes, then one size in every order.
static std::vector<Parameters> full() {
  const long N = 1 << 26;
  std::vector<Parameters> Points;
  for (long Elements : {1 << 12, 1 << 16, 1 << 20, 1 << 24})
    Points.push_back(
        {{"n", Elements}, {"window", Elements}, {"run", 1}, {"block", 256}});
  const std::pair<long, long> Orders[] = {{1, 1},    {32, 1},      {256, 1},
                                          {4096, 1}, {1 << 20, 1}, {N, 1},
                                          {N, 4},    {N, 8},       {N, 32}};
  for (const auto &[Window, Run] : Orders)
    Points.push_back(
        {{"n", N}, {"window", Window}, {"run", Run}, {"block", 256}});
  for (long Block : {64, 1024})
    Points.push_back({{"n", N}, {"window", N}, {"run", 1}, {"block", Block}});
  return Points;
}

void addGatherCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "gather";
  C.Small = {{{"n", 1000}, {"window", 1000}, {"run", 1}, {"block", 64}},
             {{"n", 4097}, {"window", 64}, {"run", 1}, {"block", 96}},
             {{"n", 4100}, {"window", 4100}, {"run", 8}, {"block", 128}},
             {{"n", 777}, {"window", 1}, {"run", 1}, {"block", 64}}};
  const long N = 1 << 20;
  C.Quick = {{{"n", N}, {"window", N}, {"run", 1}, {"block", 256}},
             {{"n", N}, {"window", 1}, {"run", 1}, {"block", 256}},
             {{"n", N}, {"window", N}, {"run", 32}, {"block", 256}}};
  C.Full = full();

  C.Kernel = "gather";
  C.Idea = "loads whose addresses only the data knows";
  C.Make = [](const Parameters &P) { return gatherOrScatter(P, false); };
  Cases.push_back(C);

  C.Kernel = "scatter";
  C.Idea = "stores whose addresses only the data knows";
  C.Make = [](const Parameters &P) { return gatherOrScatter(P, true); };
  Cases.push_back(C);
}
