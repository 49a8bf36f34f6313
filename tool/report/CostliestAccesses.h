//===- CostliestAccesses.h - Which accesses to look at first ----*- C++ -*-===//
//
// Copies of one source expression (unrolled or inlined) are one entry, or one
// for each array that they go to: a remedy in the source is for all, a reader
// wants to know which. Entries are ranked by what they ask of the memory
// system:
//
//   global, texture, local   bytes that the transactions move
//   shared                   cycles that the banks need
//
// Each kind's share is of its own total; the two never add up, so shared
// accesses come first only where bank conflicts are the bottleneck.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_COSTLIESTACCESSES_H
#define KERNELCAST_TOOL_REPORT_COSTLIESTACCESSES_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// One source expression with what all its copies cost.
struct CostlyAccess {
  const MemoryAccess *Access = nullptr; ///< the first copy
  std::vector<AccessId> Copies;         ///< all, in order
  double WarpExecutions = 0;
  double LaneExecutions = 0;
  bool LanesCounted = true;  ///< no bounds, nothing assumed
  double SectorsPerWarp = 0; ///< 32-byte sectors per warp execution
  double IdealSectors = 0;   ///< the fewest that could carry the data asked for
  double BankCyclesPerWarp = 0;
  unsigned BankDegree = 0; ///< shared memory: the worst conflict
  double Share = 0;        ///< of the traffic, or of the bank cycles
  bool OfBanks = false;    ///< Share is of bank cycles
  How Source = How::Exact;
  std::string Reason; ///< why it is not exact
  AccessClass Class = AccessClass::Complex;
  std::optional<int64_t> LaneStride; ///< where all copies agree

  /// Moves clearly more than it needs (over a tenth more).
  bool isWasteful() const {
    return OfBanks ? BankDegree > 1 : SectorsPerWarp > 1.1 * IdealSectors;
  }
};

/// The fewest sectors that could carry the data that \p Access asks for in a
/// launch: of lanes that all go to one place, those of one; never more than it
/// touches.
Known<double> leastSectors(const MemoryAccess &Access,
                           const AccessFacts &Facts);

/// The \p Limit costliest accesses of \p Profile. Accesses that are free
/// (never executed; shared ones without conflicts) are left out. \p ByArray: an
/// expression that goes to several arrays is an entry for each. \p Code: the
/// same launch of the compiled kernel; accesses to a thread's own arrays that
/// it has in registers are left out.
std::vector<CostlyAccess> costliestAccesses(const WarpProfile &Profile,
                                            unsigned Limit, bool BanksFirst,
                                            bool ByArray = false,
                                            const WarpProfile *Code = nullptr);

/// What the lanes do, as a sentence: "lanes 0, 1, 2 … write 16384 bytes
/// apart". "" if there is nothing to say.
std::string laneSentence(const CostlyAccess &Entry, unsigned WarpSize,
                         bool Unicode);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_COSTLIESTACCESSES_H
