//===- GlobalTraffic.h - What a launch asks memory for ----------*- C++ -*-===//
//
// The accesses of a launch to global memory, in an order in which a GPU might
// make them: some blocks at a time, whose warps go on side by side. Each lane
// counts the blocks of code that it runs, and what lanes reach after as many
// happens at a time, warp after warp. Through a cache that replaces at random
// that order tells what misses and what is written back.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_IRRUN_GLOBALTRAFFIC_H
#define KERNELCAST_TEST_ORACLE_IRRUN_GLOBALTRAFFIC_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace irrun {

/// Sectors that come from memory for loads, and that go there.
struct MemoryTraffic {
  uint64_t Loaded = 0, Written = 0;
};

class GlobalTraffic {
public:
  static constexpr uint64_t SectorBytes = 32;
  /// Blocks that run at a time, one on each multiprocessor.
  static constexpr unsigned Together = 4;

  /// A warp's access to these sectors, after \p Step blocks of code.
  void add(uint64_t Step, bool Store, std::vector<uint64_t> Sectors);
  void blockEnds();
  void launchEnds() { orderRound(); }

  /// All different sectors.
  MemoryTraffic touched() const;
  /// What a cache of \p Capacity sectors lets through. After launchEnds().
  MemoryTraffic behind(uint64_t Capacity) const;

private:
  struct Access {
    uint64_t Step;
    bool Store;
    std::vector<uint64_t> Sectors;
  };
  std::vector<Access> All;
  size_t RoundBegin = 0; ///< in All
  unsigned Blocks = 0;   ///< of the round

  void orderRound();
};

} // namespace irrun

#endif // KERNELCAST_TEST_ORACLE_IRRUN_GLOBALTRAFFIC_H
