//===- CriticalPath.cpp - A warp that has an SM to itself -----------------===//

#include "cost_models/common/CriticalPath.h"
#include "analysis/sass/Opcodes.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/MachineTimeline.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/WarpProgram.h"
#include "cost_models/common/WaveTimeline.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Whether anything in \p Code takes the latency \p Of.
bool asksFor(const CountedCode &Code, CodeLatency Of) {
  const SassFunction &Function = *Code.Function;
  return any_of(Code.Flow.Blocks, [&](const CodeBlock &Block) {
    return any_of(
        ArrayRef(Function.Instructions)
            .slice(Block.First, Block.End - Block.First),
        [&](const SassInstruction &I) {
          return opcodeFacts(I.mnemonic(), Function.Architecture).Latency == Of;
        });
  });
}

/// Mean of the loads of global memory, by the levels that they wait for.
double meanLoadLatency(const WarpProfile &Profile, const WarpTiming &Timing) {
  double Sum = 0, Times = 0;
  for (auto [Id, Access] : enumerate(Profile.Kernel->Accesses)) {
    if (pathOf(Access) != AccessPath::Memory ||
        Access.Kind != AccessKind::Load || Id >= Profile.Accesses.size())
      continue;
    const double Runs = Profile.Accesses[Id].WarpExecutions.Value;
    Sum += Runs * loadLatency(Profile.Caches, Id, Timing);
    Times += Runs;
  }
  return Times > 0 && std::isfinite(Sum / Times) ? Sum / Times
                                                 : Timing.LatencyDram;
}

class Path {
public:
  Path(const Question &Q, PathThroughListing Listing,
       std::vector<Assumption> &Assumptions)
      : Q(Q), Profile(Q.Profile), Gpu(Q.Gpu), Listing(Listing),
        Assumptions(Assumptions) {}

  const char *rule() const { return Rule; }

  WarpTiming timing() {
    WarpTiming Timing;
    Timing.AssemblerOrder = Q.AssemblerOrder;
    Timing.IssueInterval = Gpu.IssueInterval;
    if (!Gpu.IssueInterval.isKnown()) {
      Timing.IssueInterval =
          std::max(1.0, Profile.WarpSize * Gpu.Schedulers / Gpu.Fp32Lanes);
      assume({.Kind = AssumptionKind::IssueInterval,
              .Real = {Timing.IssueInterval}});
    }
    Timing.BranchTaken = Gpu.LatencyBranchTaken;
    Timing.BranchNotTaken = Gpu.LatencyBranchNotTaken;
    Timing.LatencyL1 = Gpu.LatencyL1;
    Timing.LatencyL2 = Gpu.LatencyL2;
    Timing.LatencyDram = Gpu.LatencyGlobal;
    return Timing;
  }

  Expected<std::vector<std::pair<LinePlace, double>>>
  byLine(const WarpTiming &Timing) {
    auto Program = warpProgram(Profile, Gpu, Timing, Q.Bound);
    if (!Program)
      return Program.takeError();
    std::map<LinePlace, std::vector<WorkflowId>> Nodes;
    for (const auto &[Id, Node] : enumerate(Program->Graph.Nodes))
      if (Node.Kind != WorkflowKind::Branch && Node.Kind != WorkflowKind::Loop)
        Nodes[placeOf(Node)].push_back(static_cast<WorkflowId>(Id));
    std::vector<std::pair<LinePlace, double>> Result;
    if (Nodes.size() * Program->Graph.Nodes.size() > MostPathWork)
      return Result;
    // So small that other maxima are chosen for few lines, and so large that
    // the differences are no rounding errors.
    constexpr double Growth = 1e-4;
    double Before = warpTimeline(Program->Graph, Program->Costs).Cycles;
    for (const auto &[Place, Own] : Nodes) {
      for (WorkflowId Id : Own) {
        Program->Costs[Id].Gap *= 1 + Growth;
        Program->Costs[Id].Latency *= 1 + Growth;
      }
      const double After = warpTimeline(Program->Graph, Program->Costs).Cycles;
      Result.push_back({Place, std::max(0.0, After - Before)});
      Before = After;
    }
    return Result;
  }

  Expected<double> cycles(const WarpTiming &Timing) {
    if (Profile.Machine)
      return throughListing(Timing);
    auto Program = warpProgram(Profile, Gpu, Timing, Q.Bound);
    if (!Program)
      return Program.takeError();
    WarpTimeline Timeline = warpTimeline(Program->Graph, Program->Costs);
    append_range(Assumptions, Program->Assumptions);
    for (const std::string &Note : Timeline.Notes)
      assume({.Kind = AssumptionKind::WarpLatency, .Detail = Note});
    // Code that waits is in its assembler's order.
    const double Waiting =
        Timing.AssemblerOrder ? waveCycles(Profile, waveTiming(Timing), Q.Bound)
                              : 0;
    if (Waiting > Timeline.Cycles)
      Rule = "t(k) = max(t(k-1) + gap, waits of k), machine code";
    return std::max(Timeline.Cycles, Waiting);
  }

private:
  /// Of a node of a single instruction.
  LinePlace placeOf(const WorkflowNode &Node) const {
    const KernelModel &Kernel = *Profile.Kernel;
    if (Node.Access == kernelcast::None &&
        Node.Instruction != kernelcast::None) {
      const unsigned Place =
          Kernel.Blocks[Node.Block].Instructions[Node.Instruction].Place;
      if (Place != kernelcast::None)
        return {Kernel.Places[Place].File, Kernel.Places[Place].Line};
    }
    return {Node.Location.File, Node.Location.Line};
  }

  WaveTiming waveTiming(const WarpTiming &Timing) const {
    const double Dram = Timing.LatencyDram;
    const double L2 = Timing.LatencyL2 > 0 ? Timing.LatencyL2 : Dram;
    const double L1 = Timing.LatencyL1 > 0 ? Timing.LatencyL1 : L2;
    const CacheEstimate &Caches = Profile.Caches;
    WaveTiming Of;
    Of.IssueInterval = Timing.IssueInterval;
    Of.Global = meanLoadLatency(Profile, Timing);
    Of.Local = Caches.LocalL1Hits * L1 +
               (1 - Caches.LocalL1Hits) *
                   (Caches.LocalL2Hits * L2 + (1 - Caches.LocalL2Hits) * Dram);
    // The L2 takes a store. The scalar unit has a cache of its own, which is
    // taken to be as near as the L1.
    Of.Store = L2;
    Of.Shared = Gpu.LatencyShared > 0 ? Gpu.LatencyShared : Gpu.LatencyAlu;
    Of.Scalar = L1;
    return Of;
  }

  void assume(Assumption Entry) { Assumptions.push_back(std::move(Entry)); }

  double throughListing(const WarpTiming &Timing) {
    auto Known = [&](const HardwareNumber &Given, AssumptionKind Kind) {
      if (Given.isKnown() && Given.Value > 0)
        return Given.Value;
      assume({.Kind = Kind, .Whole = {std::lround(Gpu.LatencyAlu.Value)}});
      return Gpu.LatencyAlu.Value;
    };
    auto Runs = [&](CodeLatency Of) { return asksFor(*Profile.Machine, Of); };
    MachineTiming Of;
    Of.Alu = Of.Multiply = Of.Sfu = Of.Fp64 = Of.Shared = Gpu.LatencyAlu;
    if (Gpu.LatencyIntMultiply > 0)
      Of.Multiply = Gpu.LatencyIntMultiply;
    if (Runs(CodeLatency::Sfu))
      Of.Sfu = Known(Gpu.LatencySfu, AssumptionKind::LatencySfu);
    if (Runs(CodeLatency::Fp64))
      Of.Fp64 = Known(Gpu.LatencyFp64, AssumptionKind::LatencyFp64);
    if (Runs(CodeLatency::Shared))
      Of.Shared = Known(Gpu.LatencyShared, AssumptionKind::LatencyShared);
    Of.Global = meanLoadLatency(Profile, Timing);
    Of.IssueInterval = Timing.IssueInterval;
    Of.BranchTaken = Timing.BranchTaken;
    Of.BranchNotTaken = Timing.BranchNotTaken;
    Of.ByControlCodes = Listing == PathThroughListing::ControlCodes;
    MachineTimeline Timeline = machineTimeline(*Profile.Machine, Of);
    if (Timeline.ByControlCodes)
      Rule = "t(k) = max(t(k-1) + stall, barriers of k), control codes";
    for (const std::string &Note : Timeline.Notes)
      assume({.Kind = AssumptionKind::WarpLatency, .Detail = Note});
    return Timeline.Cycles;
  }

  const Question &Q;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const PathThroughListing Listing;
  std::vector<Assumption> &Assumptions;
  const char *Rule = "t(k) = max(t(k-1) + gap, t(s) + latency), VG 5.2.2";
};

} // namespace

template <typename Number>
Expected<Number>
kernelcast::criticalPath(Equations<Number> &Eq, const Question &Q,
                         PathThroughListing Listing,
                         std::vector<Assumption> &Assumptions) {
  Path Way(Q, Listing, Assumptions);
  const WarpTiming Timing = Way.timing();
  listLatencies(Eq, Q.Profile);
  Eq.stated("issue interval", Timing.IssueInterval, &GpuSpec::IssueInterval);
  Eq.hardware("branch taken", &GpuSpec::LatencyBranchTaken);
  Eq.hardware("branch not taken", &GpuSpec::LatencyBranchNotTaken);
  auto Cycles = Way.cycles(Timing);
  if (!Cycles)
    return Cycles.takeError();
  return Eq.input("critical_path", *Cycles, "cycles", Origin::WarpTiming,
                  Way.rule());
}

Expected<std::vector<std::pair<LinePlace, double>>>
kernelcast::pathByLine(const Question &Q) {
  if (Q.Profile.Machine)
    return std::vector<std::pair<LinePlace, double>>();
  std::vector<Assumption> Assumptions;
  Path Way(Q, PathThroughListing::ControlCodes, Assumptions);
  return Way.byLine(Way.timing());
}

template Expected<double> kernelcast::criticalPath(Equations<double> &,
                                                   const Question &,
                                                   PathThroughListing,
                                                   std::vector<Assumption> &);
template Expected<Traced> kernelcast::criticalPath(Equations<Traced> &,
                                                   const Question &,
                                                   PathThroughListing,
                                                   std::vector<Assumption> &);
