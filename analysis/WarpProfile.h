//===- WarpProfile.h - What the warps of one launch do ----------*- C++ -*-===//
//
// The second hand-over: a kernel model evaluated for one launch on one GPU.
// Cost models read nothing else. All counts are totals over the whole launch
// unless they say per warp.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WARPPROFILE_H
#define KERNELCAST_ANALYSIS_WARPPROFILE_H

#include "analysis/Assumption.h"
#include "analysis/KernelModel.h"
#include "analysis/access/Footprint.h"
#include "analysis/occupancy/Occupancy.h"
#include "analysis/support/Known.h"
#include <array>
#include <memory>
#include <optional>

namespace kernelcast {

class KernelGraphs;
struct CountedCode; // analysis/sass/CountedCode.h

struct ArgumentValue {
  std::string Name;
  double Value = 0;
  bool IsInteger = true;
  int64_t Integer = 0;
  LaunchSource Source = LaunchSource::Assumed;
};

/// Whether a program makes a launch on this GPU, by what it asks the device and
/// by conditions that are constant or exclude each other. One without such
/// conditions does.
enum class LaunchMade : uint8_t { Yes, No, Undecided };

/// A launch with every number filled in.
struct LaunchConfiguration {
  std::array<uint64_t, 3> Grid{1, 1, 1};  ///< blocks
  std::array<uint64_t, 3> Block{1, 1, 1}; ///< threads
  uint64_t DynamicSharedBytes = 0;
  LaunchSource Source = LaunchSource::Assumed;
  SourceSpot Location; ///< of the launch in host code, if it came from there
  LaunchMade Made = LaunchMade::Yes;
  /// Values of every Symbol in the model: kernel arguments and host variables.
  std::vector<ArgumentValue> Arguments;
  /// Numbers of the pointer parameters that are null, in ascending order.
  std::vector<unsigned> NullPointers;
  /// By number of the parameter: bytes of the memory that host code has
  /// allocated for a pointer; 0 where nobody knows, or there are no more. They
  /// may rest on assumed arguments.
  std::vector<uint64_t> AllocatedBytes;
  std::vector<Assumption> Assumptions;

  uint64_t blocks() const { return Grid[0] * Grid[1] * Grid[2]; }
  uint64_t threadsPerBlock() const { return Block[0] * Block[1] * Block[2]; }
};

struct BlockFacts {
  Known<double> WarpExecutions; ///< warps that enter with an active lane
  Known<double> LaneExecutions;
};

/// How neighbouring work-items touch an array (control/AccessClasses.h).
enum class AccessClass : uint8_t {
  Continuous,
  Constant,
  Interval,
  Identical,
  Complex
};
llvm::StringRef name(AccessClass Class);

struct AccessFacts {
  Known<double> WarpExecutions;
  Known<double> LaneExecutions;
  /// 32-byte units that the data of each warp execution fill, side by side.
  Known<double> FewestSectors;
  Known<double> Sectors;      ///< distinct 32-byte units per warp execution
  Known<double> Lines;        ///< distinct 128-byte units per warp execution
  Known<double> Transactions; ///< by the GPU's own rule
  Known<double> TransactionBytes;
  Known<double> BankCycles; ///< shared memory: sum of the bank degrees
  /// Global and local memory: passes through an L1 that has all of it, by the
  /// rule of access/L1Passes.h; 0 where the L1 does not serve in passes.
  Known<double> L1Passes;
  unsigned MaxBankDegree = 0;
  AccessClass Class = AccessClass::Complex;
  How Source = How::Exact; ///< weakest of the above but L1Passes
  std::string Reason;      ///< why it is not exact
  Footprint Touched;       ///< where it goes, for estimates of reuse
  /// Bytes between the addresses of neighbouring lanes where all agree.
  std::optional<int64_t> LaneStride;
  /// Of an atomic in global memory: operations of the launch that reach the L2,
  /// those of them on the address that has most, and the sectors of them in the
  /// slice of the L2 that has most; estimates (specialize/AtomicContention.h).
  /// 0 where nothing is known of the latter two.
  double AtomicOperations = 0, OnOneAddress = 0, SectorsOfSlice = 0;

  /// Whether all lanes of a warp go to the same place.
  bool isOneAddress() const {
    return LaneStride == 0 || (!LaneStride && Class == AccessClass::Constant);
  }
};

struct LoopFacts {
  Known<double> Mean; ///< iterations of a thread that enters
  /// Of any thread that enters; if that is not exact, of any that may: 0 and
  /// infinity where it is sampled.
  double Min = 0, Max = 0;
  /// Iterations that a warp issues (its longest lane), mean over warps.
  Known<double> WarpMean;
  std::string Reason;
};

/// Of the warps that reach the branch: the fraction in which some lane takes
/// the true side, some lane the false side, and both.
struct BranchFacts {
  BlockId Block = 0;
  Known<double> WarpExecutions;
  Known<double> True, False, Diverged;
  std::string Reason;
  /// For a structural condition in a loop, the fraction of
  /// warps that execute the true side over all iterations: equation (12) as
  /// printed and corrected. Nothing for conditions of other shapes.
  std::optional<double> WeightEq12, WeightCorrected;
};

/// Warp instructions by class, mean per launched warp.
using InstructionMix = std::array<double, NumInstructionClasses>;

/// What the caches are estimated to save: assumed, never exact. The estimate
/// is that of specialize/CacheEstimate.h.
struct CacheEstimate {
  /// By access: the share of its sectors that the L1 serves, and the share of
  /// those that reach the L2 that the L2 serves; 0 for other memory spaces.
  std::vector<double> L1Hits, L2Hits;
  /// By access: the share of its executions that wait for what is not in the L1
  /// yet, be it that another warp has asked for it; 1 without an L1.
  std::vector<double> L1Waits;
  /// What each cache keeps, in words; "" if there is no such cache, or none for
  /// what the kernel loads.
  std::string L1Keeps, L2Keeps;
  /// Whether the L2 has all that a launch touches still when the next one that
  /// touches it begins.
  bool OutlastsLaunch = false;
  /// Sectors that warps ask for, that reach the L2, that leave it: totals.
  double Sectors = 0, L2Sectors = 0, BehindL2Sectors = 0;
  /// Of what leaves the L2, the share that reaches memory: less than 1 where a
  /// larger cache stands between them.
  double MemoryShare = 1;
  /// Of local memory, the shares that the L1 serves of loads, and the L2 of
  /// what reaches it.
  double LocalL1Hits = 0, LocalL2Hits = 0;
  /// Of those from memory, what atomics have changed and goes back.
  double WrittenBack = 0;
};

/// Who says how many registers a thread takes.
enum class RegisterSource : uint8_t {
  Option,
  CompilerLog,
  Listing,
  Estimate, ///< from the source
  Compiled,
  CompiledEstimate, ///< from compiled code, whose last compiler is imitated
};
llvm::StringRef name(RegisterSource Source);
/// Whether nobody knows the number.
inline bool isEstimate(RegisterSource Source) {
  return Source == RegisterSource::Estimate ||
         Source == RegisterSource::CompiledEstimate;
}

/// What instructions are counted in.
enum class InstructionSource : uint8_t { Ast, Ir, Sass };
llvm::StringRef name(InstructionSource Source);

struct WarpProfile {
  const KernelModel *Kernel = nullptr;
  const KernelGraphs *Graphs = nullptr; ///< of Kernel (pdg/KernelGraphs.h)
  LaunchConfiguration Launch;
  unsigned WarpSize = 32;
  double Warps = 0; ///< launched
  OccupancyResult Residency;
  std::string WhyNotResident; ///< not one block fits on an SM; "" if one does
  unsigned RegistersPerThread = 0;
  RegisterSource RegistersSource = RegisterSource::Estimate;
  /// Of the machine code that was made here; as in KernelModel.
  std::optional<CompiledResources> Resources;

  std::vector<BlockFacts> Blocks;    ///< parallel to KernelModel::Blocks
  std::vector<AccessFacts> Accesses; ///< parallel to KernelModel::Accesses
  std::vector<LoopFacts> Loops;      ///< parallel to KernelModel::Loops
  std::vector<BranchFacts> Branches; ///< blocks with a condition, in order
  uint64_t EvaluationSteps = 0; ///< taken, of EvaluationOptions::StepBudget

  PipelineShares Pipes; ///< counts, of PerWarp's integers and conversions

  InstructionSource CountedIn = InstructionSource::Ast;
  /// The listing's code of the kernel, where instructions are counted there.
  std::shared_ptr<const CountedCode> Machine;
  std::optional<uint64_t> CodeBytes; ///< of machine code, where it is known
  InstructionMix PerWarp{};
  double Shuffles = 0, Votes = 0; ///< per warp, part of Other
  /// Matrix products of the tensor cores per warp, part of Other; their
  /// multiply-adds, and these as MatrixProduct::work() has them.
  double MatrixProducts = 0, TensorMultiplyAdds = 0, TensorWork = 0;
  double TensorReadBytes = 0; ///< per warp, that they read in shared memory
  /// Totals: bytes that lanes ask for, and by sectors what reaches the L2 and
  /// the memory, as far as the caches are estimated to let it.
  double L1Bytes = 0, L2Bytes = 0, BehindL2Bytes = 0, DramBytes = 0;
  /// Totals: what the L2 is read for of instructions, sectors of 32 bytes,
  /// beside those that come once (specialize/InstructionFetch.h); nothing where
  /// that is not known.
  std::optional<double> InstructionSectors;
  /// The launch follows one that touches the same, and finds in the L2 what
  /// that has left; else it finds nothing.
  bool StartsWarm = false;
  /// Of a launch that has lost its shape (keepBlocks()), the grid that the
  /// accesses' patterns are of.
  std::optional<std::array<uint64_t, 3>> GridOfPatterns;
  /// What the compiler's log says: bytes of a thread, each time it goes through
  /// the code that moves them.
  SpilledBytes LoggedSpills;
  /// Totals of all lanes: registers that are spilled, and that are loaded
  /// again. No access has them.
  double SpillStoreBytes = 0, SpillLoadBytes = 0;
  /// Those of them whose reuse distance in a thread's local memory is known.
  struct SpillTraffic {
    unsigned Distance = 0; ///< bytes
    double Stored = 0, Loaded = 0;
  };
  std::vector<SpillTraffic> SpillReuses;
  CacheEstimate Caches;
  /// The same if all addresses that nobody knows lead to sectors that are there
  /// already, and if each leads to another; nothing where all are known.
  std::optional<CacheEstimate> CachesIfOnePlace, CachesIfScattered;
  /// The same code, where the assembler keeps to its order.
  struct InCodeOrder {
    unsigned RegistersPerThread = 0;
    unsigned Beyond = 0; ///< registers that a thread needs and has not
    OccupancyResult Residency;
    double SpillStoreBytes = 0, SpillLoadBytes = 0;
    CacheEstimate Caches;
  };
  /// Nothing where it surely finds a better one.
  std::optional<InCodeOrder> IfInOrder;
  FloatOperations Flops; ///< totals
  /// The weakest of what is known of the blocks' executions, on which
  /// instructions and operations rest.
  How CountsSource = How::Exact;

  /// How often warps execute \p I of \p Block: as often as the block, but for
  /// an access that a what-if leaves out of some executions.
  double executionsOf(const BasicBlock &Block, const Instruction &I) const;
  /// How \p Block branches, or null where it has no condition.
  const BranchFacts *branchAt(BlockId Block) const;
  /// Makes \p Estimate that of the caches, with the traffic below the L1.
  void setCaches(CacheEstimate Estimate);
  /// The profile with the least or the most traffic that addresses which nobody
  /// knows may make, at the high end with registers as in IfInOrder; nothing if
  /// neither is in question, and for FactBound::Value.
  std::optional<WarpProfile> atEnd(FactBound Bound) const;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WARPPROFILE_H
