//===- BankConflicts.h - Shared-memory conflicts of one warp ----*- C++ -*-===//
//
// Shared memory is split into banks that each deliver one 4-byte word a cycle;
// word w lies in bank w mod banks. The degree of a group of lanes is the number
// of cycles that it takes.
//
//   Warp32      CC 2.0 on and AMD, 32 banks. Lanes that want the same word
//               share it, so the degree is the largest number of distinct words
//               that one bank must serve for the whole warp. A warp of 8-byte
//               accesses to consecutive elements takes 2 cycles, of 16-byte
//               ones 4: what 32 banks of 4 bytes need at least. The hardware
//               serves such a warp in halves and quarters; for the degree,
//               merging all of them is assumed. But between banks and registers
//               pass 128 bytes a cycle, those of 32, 16 or 8 lanes with 4, 8
//               or 16 bytes each, also where these are the same bytes. Where
//               lanes 2k and 2k + 1, or lanes k and k + 2 of each four, have
//               the same address, two such groups pass together: 16 bytes that
//               all lanes share take 2 cycles. A lane whose neighbour takes no
//               part counts as sharing; no measurement stands behind that.
//   HalfWarp16  CC 1.x, 16 banks, groups of 16 lanes. Each step picks one word
//               to broadcast (the most wanted; among equals the lowest), serves
//               all its readers and one lane of every other bank. The degree is
//               the number of steps. The hardware's choice of the word is not
//               documented; this one is the kindest. An access of 8 or 16 bytes
//               is compiled to two or four requests of 4 bytes each.
//
// The cycles of a warp execution are its degree or those of the transfer,
// whichever are more; under HalfWarp16 the sum of its halves' degrees.
//
// Source: the CUDA programming guide's sections on shared memory by compute
// capability; of the transfer, what NVIDIA's engineers say of compute
// capability 7.x in its developer forum, and counters of an H100, which have 2
// wavefronts for a uniform load of 16 bytes (test/measurements, nbody_tiled).
// AMD's local memory gives 128 bytes a cycle as well.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_BANKCONFLICTS_H
#define KERNELCAST_ANALYSIS_ACCESS_BANKCONFLICTS_H

#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace kernelcast {

/// What one warp execution costs in shared memory.
struct BankCost {
  unsigned Cycles = 0;    ///< of the whole warp
  unsigned MaxDegree = 0; ///< of one group
};

/// The cost of one warp execution. \p Addresses are byte addresses in shared
/// memory, one per lane (at most 64 lanes); bit k of \p Active says whether
/// lane k takes part; \p Bytes is the width of one lane's access, wider ones
/// than 16 bytes counting as several of at most 16. \p Banks other than 0
/// replaces the rule's number of banks (at most 64). Never allocates.
BankCost bankCost(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                  unsigned Bytes, BankRule Rule, unsigned Banks = 0);

/// Under Warp32, the most cycles of the transfer alone, whatever the addresses
/// of the lanes in \p Active are.
unsigned mostTransferCycles(uint64_t Active, unsigned Bytes);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_BANKCONFLICTS_H
