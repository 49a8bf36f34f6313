//===- WarpCost.h - What one warp execution costs ---------------*- C++ -*-===//
//
// Counted the plain way, one touched byte after the other:
//
//   sectors, lines   distinct 32-byte and 128-byte units with a touched byte;
//   of
//                    local memory, word k of all lanes lies side by side
//   bank cycles      32 banks, one 4-byte word each a cycle; word w lies in
//   bank
//                    w mod 32; lanes share a word: the largest number of
//                    distinct words of the warp that one bank must deliver, or
//                    the cycles in which the lanes' bytes pass to registers,
//                    128 each, if they are more. An instruction moves up to 16
//                    bytes for each lane: a wider access is several, and their
//                    cycles add up.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_WARPCOST_H
#define KERNELCAST_TEST_ORACLE_WARPCOST_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace oracle {

inline constexpr unsigned MaxLanes = 64;

/// One access of the lanes of a warp that make it together.
struct WarpAccess {
  uint64_t Lanes = 0; ///< bit k: lane k takes part
  std::array<size_t, MaxLanes> Address{};
  unsigned Bytes = 0; ///< per lane
  /// Local memory: the lanes of a warp. Addresses count from where the lane's
  /// array begins then, and the arrays of all lanes lie at Array.
  unsigned Interleave = 0;
  std::array<size_t, MaxLanes> Array{};
};

struct WarpCost {
  uint64_t Sectors = 0, Lines = 0, BankCycles = 0, Degree = 0;
  uint64_t L1Passes = 0; ///< of an L1 in the banks of the shared memory
};

WarpCost unitCost(const WarpAccess &Access);
WarpCost bankCost(const WarpAccess &Access);

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_WARPCOST_H
