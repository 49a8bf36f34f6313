//===- Specialize.cpp - All boxes of a launch, and the totals -------------===//
//
// Starts from the boxes of the warp mapping and divides them until each piece
// can be evaluated as one; their facts add up to exact totals. When the step
// budget is used up the boxes that are left are sampled: as many points as the
// budget allows once more, at most 32, spread over them by volume with a
// golden-ratio offset in each stratum (so that no power-of-two stride of the
// launch resonates with the choice), each standing for its share.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/Specialize.h"
#include "analysis/evaluator/WarpEvaluator.h"
#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/ExecutionWeights.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static constexpr unsigned SamplePoints = 32;

namespace {

class Driver {
public:
  Driver(const EvaluationPlan &Plan, const LaunchConfiguration &Launch,
         const GpuSpec &Gpu, const EvaluationOptions &Options)
      : Evaluator(Plan, Launch, Gpu, Options), Options(Options) {
    std::vector<WarpBox> Boxes = warpBoxes(Launch, Gpu.WarpSize);
    Stack.assign(Boxes.rbegin(), Boxes.rend());
  }

  /// Returns how the sample was taken, or "".
  std::string run() {
    Evaluator.StepLimit = Options.StepBudget;
    while (!Stack.empty()) {
      WarpBox B = Stack.back();
      Stack.pop_back();
      if (Evaluator.evaluate(B)) {
        Evaluator.Recorder.flush(1, false);
        continue;
      }
      if (Evaluator.split().What == SplitRequest::Kind::Budget) {
        Stack.push_back(B);
        return sample();
      }
      divide(B);
    }
    return "";
  }

  WarpEvaluator Evaluator;

private:
  void divide(const WarpBox &B) {
    const SplitRequest &Split = Evaluator.split();
    size_t Old = Stack.size();
    split(B.Variables[Split.Variable], Split, [&](const BoxVariable &Part) {
      Stack.push_back(B);
      Stack.back().Variables[Split.Variable] = Part;
    });
    std::reverse(Stack.begin() + Old, Stack.end());
  }

  std::string sample() {
    double Volume = 0;
    for (const WarpBox &B : Stack)
      Volume += B.volume();
    Evaluator.SampleLoops = true;
    // The point in the middle shows how many can be afforded. Points that run
    // out of steps would count too little.
    uint64_t Start = Evaluator.Steps;
    Evaluator.StepLimit = Start + Options.StepBudget;
    bool Good = Evaluator.evaluate(pointAt(std::floor(Volume / 2)));
    uint64_t Cost = std::max<uint64_t>(Evaluator.Steps - Start, 1);
    uint64_t Points =
        std::clamp<uint64_t>(Options.StepBudget / Cost, 1, SamplePoints);
    if (!Good || Volume < 2)
      Points = 1;
    Points = std::min(Points, static_cast<uint64_t>(std::min(Volume, 1e18)));
    if (Points == 1) // even what it has seen before it ran out is a sample
      Evaluator.Recorder.flush(Volume, true);
    double Share = Volume / static_cast<double>(Points);
    for (uint64_t P = 0; Points > 1 && P != Points; ++P) {
      double Offset = std::fmod((P + 1) * 0.6180339887498949, 1.0);
      Evaluator.StepLimit = Evaluator.Steps + 4 * Cost + 100;
      bool Whole =
          Evaluator.evaluate(pointAt(std::floor((P + Offset) * Share)));
      // All points, each run to its end: no sample after all.
      Evaluator.Recorder.flush(Share, !Whole || Share > 1);
    }
    if (Share <= 1)
      return "";
    return "sampled " + std::to_string(Points) + " of " +
           std::to_string(static_cast<uint64_t>(std::min(Volume, 1e18))) +
           " warps";
  }

  /// The point at \p Position of the volume of all boxes that are left.
  WarpBox pointAt(double Position) const {
    size_t Box = 0;
    while (Box + 1 < Stack.size() && Position >= Stack[Box].volume())
      Position -= Stack[Box++].volume();
    return pointOf(Stack[Box], Position);
  }

  static WarpBox pointOf(const WarpBox &B, double Position) {
    WarpBox Point = B;
    auto Rest = static_cast<uint64_t>(std::min(Position, 9e18));
    for (unsigned V = NumLaunchVariables; V-- > 0;) {
      const BoxVariable &Whole = B.Variables[V];
      auto I = static_cast<int64_t>(Rest % Whole.Count);
      Rest /= Whole.Count;
      Point.Variables[V] = {Whole.Low + I * Whole.Step, 1, 1};
    }
    return Point;
  }

  const EvaluationOptions &Options;
  std::vector<WarpBox> Stack;
};

} // namespace

/// Instructions, operations and bytes from the blocks' and accesses' facts.
static void addTotals(const SpecializationPlan &Plan, WarpProfile &Profile) {
  const KernelModel &Kernel = Plan.kernel();
  double Warps = std::max(Profile.Warps, 1.0);
  for (const BasicBlock &B : Kernel.Blocks) {
    const BlockFacts &Facts = Profile.Blocks[B.Id];
    double PerWarp = Facts.WarpExecutions.Value / Warps;
    for (const Instruction &I : B.Instructions)
      Profile.PerWarp[static_cast<unsigned>(I.Class)] += I.Count * PerWarp;
    const SpecializationPlan::Operations &Each = Plan.operations(B.Id);
    Profile.FlopsFp32 += Each.Fp32 * Facts.LaneExecutions.Value;
    Profile.FlopsFp64 += Each.Fp64 * Facts.LaneExecutions.Value;
    for (const Effect &E : B.Effects) {
      Profile.Shuffles += E.Kind == EffectKind::Shuffle ? PerWarp : 0;
      Profile.Votes += E.Kind == EffectKind::Vote ? PerWarp : 0;
    }
  }
  for (auto [Facts, A] : zip(Profile.Accesses, Kernel.Accesses)) {
    if (A.Space != MemorySpace::Global && A.Space != MemorySpace::Local)
      continue;
    Profile.L1Bytes += Facts.LaneExecutions.Value * A.Bytes;
    Profile.L2Bytes += 32 * Facts.Sectors.Value;
  }
  // Without a model of the caches every sector comes from memory.
  Profile.DramBytes = Profile.L2Bytes;
}

/// Ledger entries for what the estimates took for granted on the way.
static void addAssumptions(const KernelModel &Kernel,
                           const EvaluationOptions &Options,
                           const WarpEvaluator &Evaluator,
                           WarpProfile &Profile) {
  for (const LoopInfo &L : Kernel.Loops) {
    const bool Assumed = Evaluator.AssumedLoops[L.Id];
    if (!Assumed && !Evaluator.OutlastedLoops[L.Id])
      continue;
    Profile.Launch.Assumptions.push_back(
        {.Kind = AssumptionKind::TripCount,
         .Reason = Assumed ? AssumptionReason::DependsOnData
                           : AssumptionReason::MostPossible,
         .Real = {Profile.Loops[L.Id].Mean.Value},
         .Place = L.Location});
  }
  for (const BasicBlock &B : Kernel.Blocks)
    if (Evaluator.AssumedBranches[B.Id] && !B.FromLoopCondition)
      Profile.Launch.Assumptions.push_back(
          {.Kind = AssumptionKind::BranchProbability,
           .Real = {Options.DefaultBranchProbability},
           .Place = B.ConditionLocation});
}

/// What the evaluator and the classes say of the launch.
static void addFacts(const SpecializationPlan &Plan, const GpuSpec &Gpu,
                     const EvaluationOptions &Options, WarpProfile &Profile) {
  const KernelModel &Kernel = Plan.kernel();
  const LaunchConfiguration &Launch = Profile.Launch;
  Driver D(Plan.evaluation(), Launch, Gpu, Options);
  std::string SampleNote = D.run();
  if (SampleNote.empty())
    SampleNote = "some iterations of long loops were sampled";
  D.Evaluator.Recorder.finish(Profile, SampleNote);
  for (auto [Facts, Class] :
       zip(Profile.Accesses, Plan.accessClasses(Launch.Block)))
    Facts.Class = Class;
  addExecutionWeights(Plan, Profile);
  addTotals(Plan, Profile);
  addAssumptions(Kernel, Options, D.Evaluator, Profile);
}

/// Registers, and how many blocks an SM holds with them.
static void addResidency(const GpuSpec &Gpu, const RegisterSources &Sources,
                         WarpProfile &Profile) {
  LaunchConfiguration &Launch = Profile.Launch;
  RegisterCount Registers =
      registersOf(*Profile.Kernel, Launch.threadsPerBlock(), Gpu, Sources);
  Profile.RegistersPerThread = Registers.PerThread;
  Profile.RegistersSource = Registers.Source;
  if (Registers.Assumed)
    Launch.Assumptions.push_back(std::move(*Registers.Assumed));
  Expected<OccupancyResult> Resident =
      residencyOf(*Profile.Kernel, Launch.threadsPerBlock(),
                  Launch.DynamicSharedBytes, Registers.PerThread, Gpu);
  if (Resident)
    Profile.Residency = *Resident;
  else
    Profile.WhyNotResident = toString(Resident.takeError());
}

WarpProfile kernelcast::specialize(const SpecializationPlan &Plan,
                                   const LaunchConfiguration &Launch,
                                   const GpuSpec &Gpu,
                                   const SpecializeOptions &Options) {
  WarpProfile Profile;
  Profile.Kernel = &Plan.kernel();
  Profile.Graphs = &Plan.graphs();
  Profile.Launch = Launch;
  Profile.WarpSize = Gpu.WarpSize;
  uint64_t WarpsPerBlock =
      (Launch.threadsPerBlock() + Gpu.WarpSize - 1) / Gpu.WarpSize;
  Profile.Warps = static_cast<double>(Launch.Grid[0]) *
                  static_cast<double>(Launch.Grid[1]) *
                  static_cast<double>(Launch.Grid[2]) *
                  static_cast<double>(WarpsPerBlock);
  addFacts(Plan, Gpu, Options.Evaluation, Profile);
  addResidency(Gpu, Options.Registers, Profile);
  estimateCaches(Profile, Gpu);
  return Profile;
}
