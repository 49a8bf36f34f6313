//===- Gather.cpp - Reads and writes through an array of indexes ----------===//
#include "cases/Points.h"

#include <algorithm>

using namespace measure;

/// A permutation of 0 .. Count - 1 that is as good as random. Multiplying by an
/// odd number and folding the upper bits down maps 0 .. 2^k - 1 onto itself; a
/// value that falls outside goes round again.
class Permutation {
public:
  explicit Permutation(uint32_t Count) : Count(Count) {
    unsigned Bits = 1;
    while ((uint64_t(1) << Bits) < Count)
      ++Bits;
    Mask = uint32_t((uint64_t(1) << Bits) - 1);
    Half = (Bits + 1) / 2;
  }
  uint32_t operator()(uint32_t Value) const {
    do
      for (uint32_t Factor : {0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae35u}) {
        Value = (Value * Factor + 0x27d4eb2fu) & Mask;
        Value ^= Value >> Half;
      }
    while (Value >= Count);
    return Value;
  }

private:
  uint32_t Count, Mask;
  unsigned Half;
};

/// A permutation of 0 .. N - 1 that moves runs of \p Run consecutive indexes
/// about within windows of \p Window elements and leaves the rest as it is.
static std::vector<int32_t> indexes(long N, long Window, long Run) {
  std::vector<int32_t> Index;
  Index.reserve(size_t(N));
  for (long First = 0; First < N; First += Window) {
    const long End = std::min(First + Window, N);
    const uint32_t Runs = uint32_t((End - First) / Run);
    const Permutation Permuted(Runs);
    for (uint32_t R = 0; R < Runs; ++R) {
      const long From = First + Permuted(R) * Run;
      for (long I = 0; I < Run; ++I)
        Index.push_back(int32_t(From + I));
    }
    while (long(Index.size()) < End)
      Index.push_back(int32_t(Index.size()));
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
  const long N = 1 << 25;
  std::vector<Parameters> Points;
  for (long Elements : {1 << 12, 1 << 16, 1 << 20, 1 << 23})
    Points.push_back(
        {{"n", Elements}, {"window", Elements}, {"run", 1}, {"block", 256}});
  const std::pair<long, long> Orders[] = {{1, 1},       {32, 1}, {4096, 1},
                                          {1 << 20, 1}, {N, 1},  {N, 4},
                                          {N, 8},       {N, 32}};
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
