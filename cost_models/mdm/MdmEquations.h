//===- MdmEquations.h - From intervals to cycles per instruction -*- C++
//-*-===//
//
// GPUMech (Huang, Lee, Kim, Lee, MICRO 2014) and the memory divergence model
// (Wang, Jahre, Adileh, Wang, Eeckhout, CAL 2019, here with its equation
// numbers). One representative warp stands for all. Its execution is a list of
// intervals, each I instructions that issue back to back and a stall of S
// cycles; in each it sends Mr reads that miss the L1 and Mw writes.
//
//   p     = sum I / (sum I/IR + sum S)              issue probability per cycle
//   NO    = instructions of other warps that its stalls do not cover, by policy
//   Total = sum (I/IR + S) + NO/IR + sum (S_noc + S_dram + S_mshr)          (1)
//   IPC   = min(IR, W sum I / Total)                of an SM with W warps
//
// Contention of the W warps and #SMs SMs, interval by interval:
//
//   L_noc  = line f / B_noc          L_dram = missrate line f / B_dram   (2)(3)
//   K      = Mr W                    M = min(K, #MSHR) + Mw W               (4)
//   S_x    = g #SMs M L_x            g = 1 if K > #MSHR else 1/2            (5)
//   L_nc   = L_llc + missrate L_dram_min                                    (6)
//   S_mem  = L_nc + S_noc + S_dram                                          (7)
//   S_mshr = (ceil(K / #MSHR) - 1) S_mem  if K > #MSHR                      (8)
//
// A warp whose lanes touch many lines (divergent) fills the miss registers
// (MSHR): its requests then go in batches, each of which waits for the memory
// time of the one before. The variants differ in what they know of that:
//
//              NoC queue   DRAM queue   miss registers        their latency
//   gpumech    none        1/2          average wait          L_nc
//   gpumech+   1/2         1/2          average wait          S_mem
//   mdm-queue  (5)         (5)          average wait          S_mem
//   mdm-mshr   1/2         1/2          (8)                   S_mem
//   mdm        (5)         (5)          (8)                   S_mem
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_MDM_MDMEQUATIONS_H
#define KERNELCAST_COST_MODELS_MDM_MDMEQUATIONS_H

#include "cost_models/common/IntervalProfile.h"

namespace kernelcast {

enum class MdmVariant : uint8_t { GpuMech, GpuMechPlus, Queue, Mshr, Mdm };
inline constexpr unsigned NumMdmVariants = 5;
/// Which warp issues next: loose round robin or greedy then oldest.
enum class WarpScheduling : uint8_t { RoundRobin, GreedyThenOldest };

struct MdmMachine {
  double Clock = 0;           ///< f, Hz
  double Multiprocessors = 0; ///< #SMs that run warps
  double MissRegisters = 0;   ///< #MSHR of an SM
  double LineBytes = 0;       ///< of one request
  double NocBandwidth = 0;    ///< B_noc, B/s
  double DramBandwidth = 0;   ///< B_dram, B/s
  double LlcLatency = 0;      ///< L_llc, cycles
  double DramLatency = 0;     ///< L_dram_min, cycles beyond the LLC's
  double IssueRate = 1;       ///< IR, instructions per cycle and SM
  double LlcMissRate = 1;     ///< of the requests that leave the L1
  /// GPUMech's own queue in front of DRAM (M/D/1) in place of the 1/2 rule by
  /// which the later paper describes it.
  bool DramAsMd1 = false;
};

/// (2) and (3) without the miss rate: cycles that a request occupies a resource
/// of \p Bandwidth.
double serviceCycles(const MdmMachine &Machine, double Bandwidth);

struct IntervalContention {
  bool Divergent = false;     ///< K > #MSHR
  bool NearThreshold = false; ///< K within [0.8, 1.25] #MSHR: (5), (8) jump
  double Reads = 0;           ///< K
  double Requests = 0;        ///< M
  double Noc = 0, Dram = 0;   ///< S_noc, S_dram, cycles
  double NoContention = 0;    ///< L_nc, cycles
  double Memory = 0;          ///< S_mem, cycles
  double Mshr = 0;            ///< S_mshr, cycles
  double total() const { return Noc + Dram + Mshr; }
};

/// (4) to (8) for an interval in which each of \p Warps warps reads \p Reads
/// and writes \p Writes lines. \p Cycles, its length, is for M/D/1 alone.
IntervalContention contention(const MdmMachine &Machine, MdmVariant Variant,
                              double Reads, double Writes, double Warps,
                              double Cycles);

struct MdmResult {
  double Instructions = 0;            ///< sum I
  double BaseCycles = 0;              ///< sum (I/IR + S)
  double IssueProbability = 0;        ///< p
  double NonOverlapped = 0;           ///< NO, instructions
  double Noc = 0, Dram = 0, Mshr = 0; ///< sums over intervals, cycles
  double TotalCycles = 0;             ///< (1)
  double IpcUnclamped = 0;            ///< W sum I / Total
  double Ipc = 0;                     ///< of an SM
  bool NearThreshold = false;         ///< in some interval
  double MostReads = 0;               ///< largest K

  /// Cycles per instruction of one warp, and their parts.
  struct Stack {
    double Base = 0, Multithread = 0, Noc = 0, Dram = 0, Mshr = 0;
    double total() const { return Base + Multithread + Noc + Dram + Mshr; }
  } Cpi;
};

/// The representative warp's \p Intervals with \p Warps resident warps. Errors:
/// no instructions, no warps, or a number of the machine that is missing.
llvm::Expected<MdmResult> mdm(const MdmMachine &Machine, MdmVariant Variant,
                              WarpScheduling Policy,
                              llvm::ArrayRef<WarpInterval> Intervals,
                              double Warps);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MDM_MDMEQUATIONS_H
