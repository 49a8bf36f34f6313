//===- RadixSort.cpp - Digit counts and the move of one pass --------------===//
#include "BlockCheck.h"
#include "Points.h"

using namespace measure;

static Contents keys() { return Contents::random(0, 4294967296.0); }

static Problem count(const Parameters &P) {
  const size_t N = P["n"], Block = P["block"], Shift = P["shift"];
  const size_t Digits = size_t(1) << P["RADIX_BITS"];
  const size_t Blocks = ceilDivide(N, Block);
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {unsigned(Blocks)};
  Q.Buffers = {{"keys", Type::U32, N, keys()},
               {"counts", Type::I32, Digits * Blocks, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::integer("shift", long(Shift)),
                 Argument::buffer("keys"), Argument::buffer("counts")};
  Q.IsRight = eachElement(
      "counts",
      [=](const Results &R, size_t I) {
        const size_t Begin = I % Blocks * Block;
        const std::vector<double> Keys =
            stretch(R, "keys", Begin, Begin + Block);
        return double(std::count_if(Keys.begin(), Keys.end(), [&](double Key) {
          return (uint32_t(Key) >> Shift & (Digits - 1)) == I / Blocks;
        }));
      },
      0);
  Q.Bytes = 4.0 * double(N + Digits * Blocks);
  Q.Operations = double(N);
  return Q;
}

/// Where the first key with each digit of each block goes: an exclusive prefix
/// sum over the counts, all blocks of a digit before the next digit.
static std::vector<int> placesOf(size_t N, size_t Block, size_t Shift,
                                 size_t Digits) {
  const size_t Blocks = ceilDivide(N, Block);
  std::vector<int> Places(Digits * Blocks);
  const Contents Keys = keys();
  for (size_t I = 0; I < N; ++I) {
    const auto Key = uint32_t(randomElement("keys", Keys, Type::U32, I));
    ++Places[(Key >> Shift & (Digits - 1)) * Blocks + I / Block];
  }
  int Sum = 0;
  for (int &Place : Places) {
    const int Count = Place;
    Place = Sum;
    Sum += Count;
  }
  return Places;
}

static Problem scatter(const Parameters &P) {
  const size_t N = P["n"], Block = P["block"], Shift = P["shift"];
  const size_t Digits = size_t(1) << P["RADIX_BITS"];
  const size_t Blocks = ceilDivide(N, Block);
  const std::vector<int> Places = placesOf(N, Block, Shift, Digits);
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {unsigned(Blocks)};
  Q.Buffers = {{"keys", Type::U32, N, keys()},
               {"places", Type::I32, Places.size(), Contents::given(Places)},
               {"sorted", Type::U32, N, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::integer("shift", long(Shift)),
                 Argument::buffer("keys"),
                 Argument::buffer("places"),
                 Argument::buffer("sorted"),
                 Argument::shared("shared", Block * sizeof(unsigned))};
  // The keys of some blocks, each where it belongs.
  Q.IsRight = [=](const Results &R) -> std::string {
    const size_t Samples = std::min<size_t>(Blocks, 1000);
    for (size_t S = 0; S < Samples; ++S) {
      const size_t B = Samples == 1 ? 0 : S * (Blocks - 1) / (Samples - 1);
      std::vector<size_t> Next(Digits);
      for (size_t D = 0; D < Digits; ++D)
        Next[D] = size_t(R.before("places", D * Blocks + B));
      for (double Key : stretch(R, "keys", B * Block, (B + 1) * Block)) {
        const size_t Place = Next[uint32_t(Key) >> Shift & (Digits - 1)]++;
        if (const double Actual = R.after("sorted", Place); Actual != Key)
          return "sorted[" + std::to_string(Place) + "] is " +
                 std::to_string(Actual) + ", expected " + std::to_string(Key);
      }
    }
    return {};
  };
  Q.Bytes = 8.0 * double(N) + 4.0 * double(Places.size());
  Q.Operations = double(N);
  return Q;
}

void addRadixSortCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "radix_sort";
  C.Kernel = "radix_count";
  C.Idea = "a small histogram in shared memory for every block";
  C.Make = count;
  C.Small = combinations({{"n", {4096, 5001}},
                          {"block", {64, 128}},
                          {"shift", {0, 24}},
                          {"RADIX_BITS", {4, 8}}});
  C.Quick = combinations({{"n", {1 << 20}},
                          {"block", {256}},
                          {"shift", {0}},
                          {"RADIX_BITS", {4}}});
  C.Full = combinations({{"n", {1 << 12, 1 << 18, 1 << 22, 1 << 26}},
                         {"block", {128, 512}},
                         {"shift", {8}},
                         {"RADIX_BITS", {4, 8}}});
  Cases.push_back(C);

  C.Kernel = "radix_scatter";
  C.Idea = "a stable local sort with many barriers, then scattered stores";
  C.Make = scatter;
  C.Full = together({combinations({{"n", {1 << 12, 1 << 18, 1 << 22, 1 << 26}},
                                   {"block", {128, 512}},
                                   {"shift", {8}},
                                   {"RADIX_BITS", {4}}}),
                     combinations({{"n", {1 << 24}},
                                   {"block", {256}},
                                   {"shift", {0, 24}},
                                   {"RADIX_BITS", {2, 8}}})});
  Cases.push_back(C);
}
