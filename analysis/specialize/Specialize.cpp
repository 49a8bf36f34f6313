//===- Specialize.cpp - A kernel model evaluated for one launch -----------===//
//
// The warp evaluator's facts, with the totals and classes that follow from
// them, registers, residency and caches.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/Specialize.h"
#include "analysis/evaluator/BranchEvaluator.h"
#include "analysis/evaluator/LaunchEvaluation.h"
#include "analysis/specialize/AtomicContention.h"
#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/ExecutionWeights.h"
#include "analysis/specialize/IndexExtent.h"
#include "analysis/specialize/InstructionFetch.h"
#include "analysis/support/PhaseClock.h"
#include <utility>

using namespace llvm;
using namespace kernelcast;

/// Spills of the compiler's log, or taken as such, in the block that \p
/// IsFullest marks, or where that is not known once a thread.
static void
addLoggedSpills(const KernelModel &Kernel, WarpProfile &Profile,
                bool BasicBlock::*IsFullest = &BasicBlock::NeedsMostRegisters) {
  if (Kernel.Blocks.empty())
    return;
  const auto Fullest =
      find_if(Kernel.Blocks, [&](const BasicBlock &B) { return B.*IsFullest; });
  const BlockId Where = Fullest == Kernel.Blocks.end() ? 0 : Fullest->Id;
  const double Times = Profile.Blocks[Where].LaneExecutions.Value;
  Profile.SpillStoreBytes += double(Profile.LoggedSpills.Stored) * Times;
  Profile.SpillLoadBytes += double(Profile.LoggedSpills.Loaded) * Times;
}

/// Instructions, operations and bytes from the blocks' and accesses' facts.
static void setTotals(const SpecializationPlan &Plan, WarpProfile &Profile) {
  const KernelModel &Kernel = Plan.kernel();
  double Warps = std::max(Profile.Warps, 1.0);
  // Counts of machine code stay: they are not of these blocks.
  const bool IsCounted = Profile.Machine != nullptr;
  const InstructionMix Counted = Profile.PerWarp;
  const double Shuffles = Profile.Shuffles, Votes = Profile.Votes;
  const PipelineShares Pipes = Profile.Pipes;
  Profile.Pipes = {};
  Profile.PerWarp = {};
  Profile.Shuffles = Profile.Votes = 0;
  Profile.MatrixProducts = Profile.TensorMultiplyAdds = Profile.TensorWork = 0;
  Profile.TensorReadBytes = 0;
  Profile.Flops = {};
  Profile.CountsSource = How::Exact;
  Profile.L1Bytes = Profile.L2Bytes = 0;
  Profile.SpillStoreBytes = Profile.SpillLoadBytes = 0;
  Profile.SpillReuses.clear();
  for (const BasicBlock &B : Kernel.Blocks) {
    const BlockFacts &Facts = Profile.Blocks[B.Id];
    double PerWarp = Facts.WarpExecutions.Value / Warps;
    for (How Source :
         {Facts.WarpExecutions.Source, Facts.LaneExecutions.Source})
      Profile.CountsSource = weaker(Profile.CountsSource, Source);
    for (const Instruction &I : B.Instructions) {
      const double Times = I.Count * Profile.executionsOf(B, I) / Warps;
      Profile.PerWarp[static_cast<unsigned>(I.Class)] += Times;
      Profile.Pipes.add(I.Pipes, Times);
    }
    for (const SpillReuse &Each : B.Spills) {
      const double Times = Facts.LaneExecutions.Value;
      Profile.SpillStoreBytes += Each.Moved.Stored * Times;
      Profile.SpillLoadBytes += Each.Moved.Loaded * Times;
      Profile.SpillReuses.push_back({Each.Distance, Each.Moved.Stored * Times,
                                     Each.Moved.Loaded * Times});
    }
    const FloatOperations &Each = Plan.operations(B.Id);
    Profile.Flops.Fp16 += Each.Fp16 * Facts.LaneExecutions.Value;
    Profile.Flops.Fp32 += Each.Fp32 * Facts.LaneExecutions.Value;
    Profile.Flops.Fp64 += Each.Fp64 * Facts.LaneExecutions.Value;
    for (const Effect &E : B.Effects) {
      Profile.Shuffles += E.Kind == EffectKind::Shuffle ? PerWarp : 0;
      Profile.Votes += E.Kind == EffectKind::Vote ? PerWarp : 0;
      if (E.Kind != EffectKind::MatrixProduct)
        continue;
      Profile.MatrixProducts += PerWarp;
      Profile.TensorMultiplyAdds += PerWarp * E.Product.MultiplyAdds;
      Profile.TensorWork += PerWarp * E.Product.work();
      Profile.TensorReadBytes += PerWarp * E.Product.SharedBytes;
    }
  }
  addLoggedSpills(Kernel, Profile);
  if (IsCounted) {
    Profile.PerWarp = Counted;
    Profile.Pipes = Pipes;
    Profile.Shuffles = Shuffles;
    Profile.Votes = Votes;
  }
  for (auto [Facts, A] : zip(Profile.Accesses, Kernel.Accesses)) {
    if ((A.Space != MemorySpace::Global && A.Space != MemorySpace::Local) ||
        pathOf(A) != AccessPath::Memory)
      continue;
    Profile.L1Bytes += Facts.LaneExecutions.Value * A.instructionBytes();
    Profile.L2Bytes += 32 * Facts.Sectors.Value;
  }
  const double Spilled = Profile.SpillStoreBytes + Profile.SpillLoadBytes;
  Profile.L1Bytes += Spilled;
  Profile.L2Bytes += Spilled;
  // Without a model of the caches every sector comes from memory.
  Profile.DramBytes = Profile.BehindL2Bytes = Profile.L2Bytes;
}

/// Entries for the first step of the kernel of each kind that is only
/// understood with one.
static void addStepAssumptions(const KernelModel &Kernel,
                               std::vector<Assumption> &Ledger) {
  const Effect *Product = nullptr, *Barrier = nullptr;
  for (const BasicBlock &B : Kernel.Blocks)
    for (const Effect &Step : B.Effects) {
      if (!Product && Step.Product.SharedBytes > 0)
        Product = &Step;
      if (!Barrier && Step.Kind == EffectKind::PartialBarrier)
        Barrier = &Step;
    }
  for (const MemoryAccess &Access : Kernel.Accesses)
    if (Access.Bulk == BulkSource::Barrier && Access.Kind == AccessKind::Load) {
      Ledger.push_back(
          {.Kind = AssumptionKind::BoxReuse, .Place = Access.Location});
      break;
    }
  if (Product)
    Ledger.push_back(
        {.Kind = AssumptionKind::MatrixFactors, .Place = Product->Location});
  if (Barrier)
    Ledger.push_back(
        {.Kind = AssumptionKind::PartialBarrier, .Place = Barrier->Location});
}

/// Ledger entries for what the estimates took for granted on the way.
static void addAssumptions(const EvaluationPlan &Plan,
                           const EvaluationOptions &Options,
                           const AssumedControl &Control,
                           WarpProfile &Profile) {
  const KernelModel &Kernel = Plan.kernel();
  for (const LoopInfo &L : Kernel.Loops) {
    const bool Assumed = Control.Loops[L.Id];
    if (!Assumed && !Control.OutlastedLoops[L.Id])
      continue;
    Profile.Launch.Assumptions.push_back(
        {.Kind = AssumptionKind::TripCount,
         .Reason = Assumed ? AssumptionReason::DependsOnData
                           : AssumptionReason::MostPossible,
         .Real = {Profile.Loops[L.Id].Mean.Value},
         .Place = L.Location});
  }
  addStepAssumptions(Kernel, Profile.Launch.Assumptions);
  for (const BasicBlock &B : Kernel.Blocks)
    if (Control.Branches[B.Id] && !B.FromLoopCondition &&
        (!B.Predicated || B.SidesLoad))
      Profile.Launch.Assumptions.push_back(
          {.Kind = AssumptionKind::BranchProbability,
           .Reason = Plan.lastBlock(B.Id) ? AssumptionReason::OneBlock
                                          : AssumptionReason::DependsOnData,
           .Real = {expectedProbability(Plan, Profile.Launch, Options, B)},
           .Place = B.ConditionLocation});
}

/// What the evaluator and the classes say of the launch.
static void addFacts(const SpecializationPlan &Plan, const GpuSpec &Gpu,
                     const EvaluationOptions &Options, WarpProfile &Profile) {
  const LaunchConfiguration &Launch = Profile.Launch;
  AssumedControl Control =
      evaluateLaunch(Plan.evaluation(), Launch, Gpu, Options, Profile);
  for (auto [Facts, Class] :
       zip(Profile.Accesses, Plan.accessClasses(Launch.Block)))
    Facts.Class = Class;
  limitToExtents(Profile);
  addExecutionWeights(Plan, Profile);
  setTotals(Plan, Profile);
  addAssumptions(Plan.evaluation(), Options, Control, Profile);
}

/// How many blocks an SM holds with the registers of \p Profile.
static void setResidency(const GpuSpec &Gpu, WarpProfile &Profile) {
  LaunchConfiguration &Launch = Profile.Launch;
  Expected<OccupancyResult> Resident =
      residencyOf(*Profile.Kernel, Launch.threadsPerBlock(),
                  Launch.DynamicSharedBytes, Profile.RegistersPerThread, Gpu);
  Profile.Residency = Resident ? *Resident : OccupancyResult();
  uint64_t Shared =
      Profile.Kernel->StaticSharedBytes + Launch.DynamicSharedBytes;
  if (Resident && Gpu.Vendor == GpuVendor::Nvidia &&
      Shared > SharedBytesWithoutOptIn)
    Launch.Assumptions.push_back({.Kind = AssumptionKind::SharedOptIn,
                                  .Whole = {static_cast<int64_t>(Shared)}});
  Profile.WhyNotResident = Resident ? "" : toString(Resident.takeError());
}

/// Registers, and how many blocks an SM holds with them.
static void addResidency(const GpuSpec &Gpu, RegisterCount Registers,
                         WarpProfile &Profile) {
  LaunchConfiguration &Launch = Profile.Launch;
  Profile.RegistersPerThread = Registers.PerThread;
  Profile.RegistersSource = Registers.Source;
  if (Registers.Assumed)
    Launch.Assumptions.push_back(std::move(*Registers.Assumed));
  if (const auto [Stored, Loaded] = Profile.LoggedSpills; Stored || Loaded)
    Launch.Assumptions.push_back({.Kind = AssumptionKind::Spills,
                                  .Whole = {static_cast<int64_t>(Stored),
                                            static_cast<int64_t>(Loaded)}});
  setResidency(Gpu, Profile);
}

/// How it is if the assembler keeps to the code's order: a thread has so many
/// \p Registers, and the values of those \p Beyond are stored once, each time
/// it goes through the code that needs most, and loaded again.
static std::optional<WarpProfile::InCodeOrder>
inCodeOrder(const WarpProfile &Profile, const GpuSpec &Gpu, unsigned Registers,
            unsigned Beyond) {
  WarpProfile Changed = Profile;
  Changed.RegistersPerThread = Registers;
  Changed.LoggedSpills = {4 * Beyond, 4 * Beyond};
  addLoggedSpills(*Profile.Kernel, Changed, &BasicBlock::NeedsMostInOrder);
  setResidency(Gpu, Changed);
  if (Changed.Residency.BlocksPerSM == 0)
    return std::nullopt;
  estimateCaches(Changed, Gpu);
  return WarpProfile::InCodeOrder{
      Registers,
      Beyond,
      Changed.Residency,
      Changed.SpillStoreBytes,
      Changed.SpillLoadBytes,
      Changed.CachesIfScattered.value_or(Changed.Caches)};
}

/// Whether \p A still holds in \p Profile; if so, with the profile's number.
static bool stillAssumed(const WarpProfile &Profile, Assumption &A) {
  const KernelModel &Kernel = *Profile.Kernel;
  switch (A.Kind) {
  case AssumptionKind::TripCount:
    for (auto [L, Facts] : zip(Kernel.Loops, Profile.Loops))
      if (L.Location == A.Place &&
          (!Facts.Mean.isExact() || Facts.Mean.Value == A.Real[0])) {
        A.Real[0] = Facts.Mean.Value;
        return true;
      }
    return false;
  case AssumptionKind::BranchProbability:
    return any_of(Profile.Branches, [&](const BranchFacts &Facts) {
      return Kernel.Blocks[Facts.Block].ConditionLocation == A.Place &&
             !(Facts.WarpExecutions.Value > 0 && Facts.True.isExact());
    });
  case AssumptionKind::Registers:
    return A.Whole[0] == int64_t(Profile.RegistersPerThread);
  case AssumptionKind::DynamicShared:
    return A.Whole[0] == int64_t(Profile.Launch.DynamicSharedBytes);
  case AssumptionKind::SharedOptIn: // It comes with the residency.
    return false;
  default:
    return true;
  }
}

void kernelcast::rederive(const SpecializationPlan &Plan, const GpuSpec &Gpu,
                          WarpProfile &Profile) {
  PhaseScope Timed(Phase::Facts);
  erase_if(Profile.Launch.Assumptions,
           [&](Assumption &A) { return !stillAssumed(Profile, A); });
  setTotals(Plan, Profile);
  setResidency(Gpu, Profile);
  Profile.Caches = {};
  estimateCaches(Profile, Gpu);
  Profile.InstructionSectors = instructionSectors(Profile, Gpu);
  if (const auto Before = std::exchange(Profile.IfInOrder, std::nullopt))
    Profile.IfInOrder =
        inCodeOrder(Profile, Gpu, Before->RegistersPerThread, Before->Beyond);
}

WarpProfile kernelcast::specialize(const SpecializationPlan &Plan,
                                   const LaunchConfiguration &Launch,
                                   const GpuSpec &Gpu,
                                   const SpecializeOptions &Options) {
  PhaseScope Timed(Phase::Facts);
  WarpProfile Profile;
  Profile.Kernel = &Plan.kernel();
  Profile.Graphs = &Plan.graphs();
  Profile.Resources = Plan.kernel().Resources;
  Profile.Launch = Launch;
  Profile.WarpSize = Gpu.WarpSize;
  Profile.StartsWarm = Options.StartsWarm;
  RegisterCount Registers = registersOf(Plan.kernel(), Launch.threadsPerBlock(),
                                        Gpu, Options.Registers);
  Profile.LoggedSpills = Registers.Spills;
  uint64_t WarpsPerBlock =
      (Launch.threadsPerBlock() + Gpu.WarpSize - 1) / Gpu.WarpSize;
  Profile.Warps = static_cast<double>(Launch.Grid[0]) *
                  static_cast<double>(Launch.Grid[1]) *
                  static_cast<double>(Launch.Grid[2]) *
                  static_cast<double>(WarpsPerBlock);
  addFacts(Plan, Gpu, Options.Evaluation, Profile);
  findAtomicContention(Profile);
  const unsigned InOrder = Registers.IfInOrder;
  const unsigned Beyond = Registers.BeyondIfInOrder;
  addResidency(Gpu, std::move(Registers), Profile);
  estimateCaches(Profile, Gpu);
  Profile.InstructionSectors = instructionSectors(Profile, Gpu);
  if (InOrder)
    Profile.IfInOrder = inCodeOrder(Profile, Gpu, InOrder, Beyond);
  return Profile;
}
