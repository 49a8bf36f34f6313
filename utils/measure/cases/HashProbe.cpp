//===- HashProbe.cpp - Looking up keys in a hash table --------------------===//
#include "Points.h"

using namespace measure;

namespace {

constexpr uint32_t Empty = 0xffffffff;

/// As the kernel has it.
uint32_t firstSlot(uint32_t Key, uint32_t Capacity) {
  uint32_t Slot = Key * 2654435769u;
  Slot = (Slot ^ (Slot >> 15)) * 2246822519u;
  return (Slot ^ (Slot >> 13)) & (Capacity - 1);
}

uint32_t valueOf(uint32_t Key) { return 3 * Key + 1; }

/// A table with the first \p Count even numbers, in an order that has nothing
/// to do with theirs.
struct Table {
  Table(uint32_t Capacity, uint32_t Count)
      : Keys(Capacity, Empty), Values(Capacity, 0) {
    for (uint32_t I = 0; I < Count; ++I) {
      const uint32_t Key = 2 * I;
      uint32_t Slot = firstSlot(Key, Capacity);
      while (Keys[Slot] != Empty)
        Slot = (Slot + 1) & (Capacity - 1);
      Keys[Slot] = Key;
      Values[Slot] = valueOf(Key);
    }
  }
  std::vector<uint32_t> Keys, Values;
};

} // namespace

/// \p P's "load" is the share of slots taken, in percent. Half of the queries,
/// the odd ones, find nothing.
static Problem probe(const Parameters &P) {
  const size_t N = P["n"];
  const auto Capacity = uint32_t(P["capacity"]);
  if (Capacity & (Capacity - 1))
    throw Failure("hash_probe: the capacity is no power of two");
  const auto Count = uint32_t(uint64_t(Capacity) * uint64_t(P["load"]) / 100);
  const Table Filled(Capacity, Count);
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Buffers = {
      {"queries", Type::U32, N, Contents::random(0, 2.0 * Count)},
      {"table_keys", Type::U32, Capacity, Contents::given(Filled.Keys)},
      {"table_values", Type::U32, Capacity, Contents::given(Filled.Values)},
      {"found", Type::U32, N, Contents::zero()}};
  Q.Arguments = {Argument::integer("n", long(N)),
                 Argument::unsignedInteger("capacity", Capacity),
                 Argument::buffer("queries"),
                 Argument::buffer("table_keys"),
                 Argument::buffer("table_values"),
                 Argument::buffer("found")};
  Q.IsRight = eachElement(
      "found",
      [=](const Results &R, size_t I) {
        const auto Key = uint32_t(R.before("queries", I));
        return double(Key % 2 ? Empty : valueOf(Key));
      },
      0);
  // At the least a key of the table for each query, and a value for half.
  Q.Bytes = 14.0 * double(N);
  Q.Operations = double(N);
  return Q;
}

void addHashProbeCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = C.Source = "hash_probe";
  C.Idea = "probes anywhere in a table; a warp waits for its longest chain";
  C.Make = probe;
  C.Small = combinations({{"n", {1000, 4096}},
                          {"block", {64, 96}},
                          {"capacity", {1024}},
                          {"load", {50, 90, 99}}});
  C.Quick = combinations({{"n", {1 << 20}},
                          {"block", {256}},
                          {"capacity", {1 << 16}},
                          {"load", {50, 90}}});
  C.Full = together({combinations({{"n", {1 << 24}},
                                   {"block", {256}},
                                   {"capacity", {1 << 12, 1 << 20, 1 << 24}},
                                   {"load", {25, 50, 90}}}),
                     combinations({{"n", {1 << 12, 1 << 20}},
                                   {"block", {64, 256}},
                                   {"capacity", {1 << 20}},
                                   {"load", {75, 95}}})});
  Cases.push_back(C);
}
