//===- AddressPattern.cpp - How the work-items share an array -------------===//

#include "AddressPattern.h"
#include <algorithm>
#include <optional>

using namespace oracle;

uint64_t AddressPattern::neighbours() const {
  uint64_t Pairs = 0;
  for (const auto &[Around, Items] : Addresses)
    for (const auto &[Item, Address] : Items)
      Pairs += Items.count({Item[0], Item[1], Item[2] + 1});
  return Pairs;
}

bool AddressPattern::isConstant() const {
  return std::all_of(Addresses.begin(), Addresses.end(), [](const auto &Entry) {
    const Row &Items = Entry.second;
    return std::all_of(Items.begin(), Items.end(), [&](const auto &Item) {
      return Item.second == Items.begin()->second;
    });
  });
}

/// Step * g0 taken away, what is left must be linear in g1 and in g2.
bool AddressPattern::isContinuous(const Row &Items, int64_t Step) {
  std::map<std::array<int64_t, 2>, int64_t> Starts; // by g2, g1
  for (const auto &[Item, Address] : Items) {
    int64_t Start = int64_t(Address) - Step * int64_t(Item[2]);
    auto [At, New] = Starts.insert({{Item[0], Item[1]}, Start});
    if (!New && At->second != Start)
      return false;
  }
  // One pitch for each dimension, from any two rows that differ in it alone.
  for (unsigned Dimension : {0, 1}) {
    std::map<int64_t, std::array<int64_t, 2>> Last; // by the other one
    std::optional<std::array<int64_t, 2>> Pitch;    // rise, run
    for (auto [Where, Start] : Starts) {
      auto [At, New] =
          Last.insert({Where[1 - Dimension], {Where[Dimension], Start}});
      if (New)
        continue;
      std::array<int64_t, 2> Now = {Start - At->second[1],
                                    Where[Dimension] - At->second[0]};
      if (!Pitch)
        Pitch = Now;
      if (Now[0] * (*Pitch)[1] != (*Pitch)[0] * Now[1])
        return false;
      At->second = {Where[Dimension], Start};
    }
  }
  return true;
}

bool AddressPattern::isContinuous(unsigned Bytes) const {
  return std::all_of(Addresses.begin(), Addresses.end(), [&](const auto &E) {
    return isContinuous(E.second, int64_t(Bytes)) ||
           isContinuous(E.second, -int64_t(Bytes));
  });
}

bool AddressPattern::isInterval(const Row &Items, int64_t Step,
                                const std::array<uint32_t, 3> &Sizes) {
  size_t Begin = Items.begin()->second;
  for (const auto &[Item, Address] : Items)
    Begin = Step > 0 ? std::min(Begin, Address) : std::max(Begin, Address);
  auto Number = [&](WorkItemId Item) {
    return (uint64_t(Item[0]) * Sizes[1] + Item[1]) * Sizes[0] + Item[2];
  };
  auto Before = Items.begin();
  for (auto It = std::next(Before); It != Items.end(); Before = It++) {
    if (Number(It->first) != Number(Before->first) + 1)
      continue;
    int64_t Moved = int64_t(It->second) - int64_t(Before->second);
    if (Moved != 0 && Moved != Step && It->second != Begin)
      return false;
  }
  return true;
}

bool AddressPattern::isInterval(unsigned Bytes,
                                const std::array<uint32_t, 3> &Items) const {
  return std::all_of(Addresses.begin(), Addresses.end(), [&](const auto &E) {
    return isInterval(E.second, int64_t(Bytes), Items) ||
           isInterval(E.second, -int64_t(Bytes), Items);
  });
}

bool AddressPattern::agrees(const AddressPattern &Other) const {
  for (const auto &[Around, Items] : Addresses)
    for (const auto &[OtherAround, OtherItems] : Other.Addresses) {
      size_t Common = std::min(Around.size(), OtherAround.size());
      if (!std::equal(Around.begin(), Around.begin() + Common,
                      OtherAround.begin()))
        continue;
      for (const auto &[Item, Address] : Items)
        if (auto At = OtherItems.find(Item);
            At != OtherItems.end() && At->second != Address)
          return false;
    }
  return true;
}
