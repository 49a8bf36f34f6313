//===- MdmEquations.h - From intervals to IPC ------------------*- C++ -*-===//
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

#include "cost_models/common/Equations.h"
#include "cost_models/common/IntervalProfile.h"

namespace kernelcast {

enum class MdmVariant : uint8_t { GpuMech, GpuMechPlus, Queue, Mshr, Mdm };
inline constexpr unsigned NumMdmVariants = 5;

/// Which warp issues next: loose round robin or greedy then oldest.
enum class WarpScheduling : uint8_t { RoundRobin, GreedyThenOldest };

template <typename Number = double> struct MdmMachine {
  Number Clock = 0;           ///< f, Hz
  Number Multiprocessors = 0; ///< #SMs that run warps
  Number MissRegisters = 0;   ///< #MSHR of an SM
  Number LineBytes = 0;       ///< of one request
  Number NocBandwidth = 0;    ///< B_noc, B/s
  Number DramBandwidth = 0;   ///< B_dram, B/s
  Number LlcLatency = 0;      ///< L_llc, cycles
  Number DramLatency = 0;     ///< L_dram_min, cycles beyond the LLC's
  Number IssueRate = 1;       ///< IR, instructions per cycle and SM
  Number LlcMissRate = 1;     ///< of the requests that leave the L1
  /// GPUMech's own queue in front of DRAM (M/D/1) in place of the 1/2 rule by
  /// which the later paper describes it.
  bool DramAsMd1 = false;
};

/// Cycles of one request.
template <typename Number = double> struct RequestTimes {
  Number Noc = 0;          ///< L_noc, (2)
  Number DramService = 0;  ///< (3) for a request that misses the LLC
  Number NoContention = 0; ///< L_nc, (6)
};
template <typename Number>
RequestTimes<Number> requestTimes(Equations<Number> &Eq,
                                  const MdmMachine<Number> &Machine);

/// Intervals that are alike, in the terms of the equations.
template <typename Number = double> struct MdmInterval {
  Number Times = 1;        ///< how many
  Number Instructions = 0; ///< I
  Number Stall = 0;        ///< S, cycles
  Number Reads = 0;        ///< Mr, requests that miss the L1
  Number Writes = 0;       ///< Mw
  /// Behind the names of its quantities, "_3"; "": they are not told.
  std::string Suffix = {};
};

template <typename Number = double> struct IntervalContention {
  bool Divergent = false;     ///< K > #MSHR
  bool NearThreshold = false; ///< K within [0.8, 1.25] #MSHR: (5), (8) jump
  Number Reads = 0;           ///< K
  Number Requests = 0;        ///< M
  Number Noc = 0, Dram = 0;   ///< S_noc, S_dram, cycles
  Number NoContention = 0;    ///< L_nc, cycles
  Number Memory = 0;          ///< S_mem, cycles
  Number Mshr = 0;            ///< S_mshr, cycles
  Number total() const { return Noc + Dram + Mshr; }
};

/// (4), (5), (7) and (8) for \p Interval of each of \p Warps warps.
template <typename Number>
IntervalContention<Number>
contention(Equations<Number> &Eq, const MdmMachine<Number> &Machine,
           const RequestTimes<Number> &Times, MdmVariant Variant,
           const MdmInterval<Number> &Interval, Plain<Number> Warps);

template <typename Number = double> struct MdmResult {
  Number Instructions = 0;            ///< sum I
  Number BaseCycles = 0;              ///< sum (I/IR + S)
  Number IssueProbability = 0;        ///< p
  Number NonOverlapped = 0;           ///< NO, instructions
  Number Noc = 0, Dram = 0, Mshr = 0; ///< sums over intervals, cycles
  Number TotalCycles = 0;             ///< (1)
  Number IpcUnclamped = 0;            ///< W sum I / Total
  Number Ipc = 0;                     ///< of an SM
  bool NearThreshold = false;         ///< in some interval
  double MostReads = 0;               ///< largest K

  /// Cycles per instruction of one warp, and their parts.
  struct Stack {
    Number Base = 0, Multithread = 0, Noc = 0, Dram = 0, Mshr = 0;
    Number total() const { return Base + Multithread + Noc + Dram + Mshr; }
  } Cpi;
};

/// The representative warp's \p Intervals with \p Warps resident warps. The
/// costliest intervals are told one by one. Errors: no instructions, no warps,
/// or a number of the machine that is missing.
template <typename Number>
llvm::Expected<MdmResult<Number>>
mdm(Equations<Number> &Eq, const MdmMachine<Number> &Machine,
    MdmVariant Variant, WarpScheduling Policy,
    llvm::ArrayRef<WarpInterval> Intervals, Plain<Number> Warps);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MDM_MDMEQUATIONS_H
