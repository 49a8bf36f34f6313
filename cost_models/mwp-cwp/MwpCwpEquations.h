//===- MwpCwpEquations.h - Warps in memory and in computation ---*- C++ -*-===//
//
// Hong, Kim: An Analytical Model for a GPU Architecture with Memory-level and
// Thread-level Parallelism Awareness, ISCA 2009; Wang, Lou 2019, who add an L2
// cache. Numbers in brackets are ISCA's, in parentheses Wang and Lou's.
//
// Two numbers say which of an SM's N warps overlap: MWP, how many can wait for
// memory at a time (memory latency over the delay between two departures, what
// the bandwidth feeds, or all N), and CWP, how many compute while one waits.
//
//   Lu      = Mem_LD + (uncoal_per_mw - 1) * dep_uncoal         (11) [10]
//   Lc      = Mem_LD                                            (12) [11]
//   Mem_L   = Lu * wu + Lc * wc                                 (8)  [12]
//   dd      = dep_uncoal * uncoal_per_mw * wu + dep_coal * wc   (15) [15]
//   Mem_cyc = Lu * n_uncoal + Lc * n_coal                       (16) [18]
//   Comp    = issue * total_insts                               (17) [19]
//   MWP     = min(Mem_L / dd, bw / (BW_warp * SMs), N)          (5)  [5,16,17]
//   CWP     = min((Mem_cyc + Comp) / Comp, N)                   (9)  [8,9]
//
//   case                          ISCA 2009                     Wang and Lou
//   1 MWP = CWP = N    Mem_cyc + Comp + Comp_p * (MWP - 1)  [22]     (20)
//   2 CWP >= MWP       Mem_cyc * N / MWP + Comp_p * (MWP - 1) [23]   (21)
//     or Comp > Mem_cyc
//   3 else             Mem_L + Comp * N                     [24]     (22)
//
// with Comp_p = Comp / memory instructions, of which a warp has one at least:
// of a mean below one, which is not in the papers, Comp_p is Comp. All of it
// runs Rep times, once for every round of blocks that the GPU holds.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPEQUATIONS_H
#define KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPEQUATIONS_H

#include "cost_models/common/Equations.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace kernelcast {

/// Names in quotes are the papers'.
template <typename Number = double> struct MwpCwpInputs {
  // Hardware.
  Number MemoryLatency = 0;         ///< "Mem_LD", cycles
  Number L2Latency = 0;             ///< "Mem_L2_cache_hit", cycles; 0: no L2
  Number DepartureUncoalesced = 0;  ///< "Departure_del_uncoal", cycles
  Number DepartureCoalesced = 0;    ///< "Departure_del_coal", cycles
  Number Clock = 0;                 ///< "Freq", Hz
  Number Bandwidth = 0;             ///< "Mem_Bandwidth", bytes per second
  Number IssueCycles = 0;           ///< "Issue_cycles" of a warp instruction
  Number LoadBytes = 128;           ///< "Load_bytes_per_warp"
  Number TransactionBytes = 128;    ///< of one memory transaction
  Number TransactionsCoalesced = 1; ///< "Coal_per_mw"
  // One warp, means over all of them.
  Number Instructions = 0;            ///< "Total_insts"
  Number Uncoalesced = 0;             ///< "Uncoal_Mem_insts"
  Number Coalesced = 0;               ///< "Coal_Mem_insts"
  Number TransactionsUncoalesced = 1; ///< "Uncoal_per_mw"
  Number FirstInstructions = 0;       ///< "First_comp_period_insts"
  Number Barriers = 0;                ///< "Synch_insts"
  /// Share of the accesses after a first round of warps that hit the L2; Wang
  /// and Lou take all of them. 0 gives ISCA 2009's memory time.
  Number HitRatio = 1;
  // Launch.
  Number ActiveWarps = 0;  ///< "N", per SM
  Number ActiveBlocks = 0; ///< "Active_blocks_per_SM"
  Number ActiveSMs = 0;    ///< "Active_SMs"
  Number Blocks = 0;       ///< "Blocks" of the grid
};

/// How often an SM starts anew.
enum class RepetitionRule : uint8_t {
  Blocks, ///< blocks / (active blocks * SMs), [21]
  Warps,  ///< blocks / (N * SMs), (19) as printed: too small by warps per block
  Ceil,   ///< [21] rounded up: the last round takes as long as a full one
};

/// The bytes that a warp's memory instruction asks of the bandwidth.
enum class BytesRule : uint8_t {
  Requested,    ///< "Load_bytes_per_warp", coalesced or not, as printed
  Transactions, ///< what its transactions move
};

struct MwpCwpOptions {
  bool L2 = false;        ///< Wang and Lou's cases, else ISCA 2009's
  bool Corrected = false; ///< with the computation that (20), (22) leave out
  RepetitionRule Repetitions = RepetitionRule::Blocks;
  BytesRule Bytes = BytesRule::Requested;
  /// Case 2 leaves out all of the N computations but MWP - 1 periods, also
  /// where they take longer than the memory: for kernels with more computation
  /// than memory time, and near MWP = CWP. With this, such a round takes at
  /// least as long as in case 3.
  bool AllComputation = false;
  /// Rounds MWP to so many decimals before it is used, as in the example that
  /// ISCA 2009 prints.
  std::optional<unsigned> MwpDecimals;
};

/// What holds MWP down.
enum class MwpLimiter : uint8_t { Warps, Bandwidth, DepartureDelay };
llvm::StringRef name(MwpLimiter Limiter); ///< "N", "bandwidth", ...

/// Every intermediate value. Cycles unless said otherwise.
template <typename Number = double> struct MwpCwpResult {
  unsigned Case = 0;             ///< 1 to 3; 0: no memory instruction, Comp * N
  Number LatencyUncoalesced = 0; ///< "Mem_L_Uncoal"
  Number Latency = 0;            ///< "Mem_L"
  Number WeightUncoalesced = 0;  ///< "Weight_uncoal"
  Number DepartureDelay = 0;     ///< "Departure_delay"
  Number MemoryCycles = 0;       ///< "Mem_cycles"
  Number ComputeCycles = 0;      ///< "Comp_cycles"
  Number ComputePeriod = 0;      ///< Comp_cycles / memory instructions
  Number BandwidthPerWarp = 0;   ///< "BW_per_warp", bytes per second
  /// "MWP_Without_BW", warps; nothing where no departure delay limits it.
  std::optional<Number> MwpWithoutBandwidth;
  Number MwpPeakBandwidth = 0; ///< "MWP_peak_BW", warps
  Number Mwp = 0;              ///< warps
  Number CwpFull = 0;          ///< "CWP_full", warps
  Number Cwp = 0;              ///< warps
  MwpLimiter Limiter = MwpLimiter::Warps;
  Number Repetitions = 0; ///< "Rep"
  /// Wang and Lou, cases 1 and 3: the first and the last warp of a round.
  Number FirstWarp = 0, LastWarp = 0;
  Number CacheHitRounds = 0;  ///< "Cache_hit_mem", Wang and Lou, case 2
  Number ExecutionCycles = 0; ///< "Exec_cycles_app", all rounds
  double MemoryPart = 0;    ///< of ExecutionCycles: its term in Mem_cyc, Mem_L
  Number BarrierCycles = 0; ///< "Synch_cost" [25], all rounds
  Number Cycles = 0;        ///< their sum [26]
  Number Seconds = 0;
};

/// The equations. Where fewer than one warp could be in memory, the terms in
/// MWP - 1 are 0. Errors name an input that is zero, negative or not finite and
/// must not be: no warps, no instructions, no bandwidth, ...
template <typename Number>
llvm::Expected<MwpCwpResult<Number>> mwpCwp(Equations<Number> &Eq,
                                            const MwpCwpInputs<Number> &Inputs,
                                            const MwpCwpOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPEQUATIONS_H
