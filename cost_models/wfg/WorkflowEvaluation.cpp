//===- WorkflowEvaluation.cpp - One graph on one machine ------------------===//

#include "cost_models/wfg/WorkflowEvaluation.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

template <typename Number, typename Work> class Evaluator {
public:
  Evaluator(Equations<Number> &Eq, const BasicWorkflowGraph<Work> &Graph,
            const WorkflowWaits &Waits, const BasicWorkflowSetting<Number> &S)
      : Eq(Eq), Graph(Graph), Waits(Waits), S(S) {}

  BasicWorkflowEvaluation<Number, Work> run() {
    E.Regions =
        regionParallelism<Work>(Graph.Regions, worked<Work>(S.Wlp),
                                worked<Work>(S.BlocksPerSM), S.Corrected);
    // Whoever runs a rare region is there itself: without this bound, a region
    // that one warp in a thousand enters would wait a thousand pipelines.
    if (S.Corrected)
      for (BasicRegionParallelism<Work> &Region : E.Regions)
        Region.WlpEffective = maximum<Work>(Region.WlpEffective, 1.0);
    E.Passes = runPasses(Eq, Graph, Waits, S.Machine, E.Regions, outermost());
    E.Cycles = E.WarpCycles = kernel();
    if (S.Corrected) {
      E.FloorCycles = floor();
      E.Cycles = maximum<Number>(E.Cycles, E.FloorCycles);
    }
    return std::move(E);
  }

private:
  /// The kernel's outermost region in recorded numbers.
  BasicRegionParallelism<Number> outermost() {
    const BasicRegionParallelism<Work> &R = E.Regions.front();
    BasicRegionParallelism<Number> Out;
    if (!Eq.isRecorded())
      return Out;
    StringRef Trips = S.Corrected ? ", trips counted" : "";
    constexpr const char *Mean = "mean over regions by instructions";
    Out.WlpLocal =
        Eq.input("WLP_local", R.WlpLocal, "warps", Origin::Instructions,
                 "that execute the kernel's outermost region");
    Out.IlpLocal =
        Eq.input("ILP_local", R.IlpLocal, "", Origin::Instructions,
                 "instructions over the longest chain of dependences, there");
    Out.WlpAverage =
        Eq.outcome("WLP_avg", "warps", "BG (7)" + Trips, R.WlpAverage, Mean);
    Number Wlp = effectiveParallelism<Number>(Out.WlpLocal, Out.WlpAverage,
                                              S.BlocksPerSM);
    Out.WlpEffective =
        Eq.equation("WLP_eff", "warps", "BG (1)",
                    S.Corrected ? maximum<Number>(1.0, Wlp) : Wlp);
    Out.IlpAverage =
        Eq.outcome("ILP_avg", "", "BG (8)" + Trips, R.IlpAverage, Mean);
    Out.IlpEffective =
        Eq.equation("ILP_eff", "", "BG (2)",
                    effectiveParallelism<Number>(Out.IlpLocal, Out.IlpAverage,
                                                 S.BlocksPerSM));
    return Out;
  }

  Number kernel() {
    static constexpr StringLiteral Names[] = {"round", "serial", "per wave"};
    Number Waves = Eq.equation(
        "waves", "", "ceil(blocks / (NB SMs))",
        roundedUp(S.Blocks / (S.ResidentBlocks * S.Multiprocessors)));
    return Eq.equation(
        "CYC_kernel", "cycles",
        "composition " + Names[static_cast<unsigned>(S.Composition)],
        kernelCycles<Number>(S.Composition, S.Wlp, E.Passes.BandwidthCycles,
                             E.Passes.FullCycles, S.Warps,
                             S.Multiprocessors * S.Partitions, Waves));
  }

  /// What caches cannot save and lanes cannot share.
  Number floor() {
    Number Bytes = Eq.input("DRAM_bytes", S.DramBytes, "bytes", Origin::Caches);
    Number Dram = Eq.equation("CYC_DRAM", "cycles", "DRAM_bytes / (bw / clock)",
                              Bytes / S.DramBytesPerCycle);
    E.UnitCycles = narrowLanes();
    return Eq.equation("CYC_floor", "cycles", "corrected",
                       maximum<Number>(Dram, E.UnitCycles));
  }

  /// Cycles for which the warps of an SM keep lanes busy that are fewer than
  /// the engine's, by the busier of the two.
  Number narrowLanes() {
    if (!S.IntegerLanes && !S.AccessLanes)
      return 0;
    Work Integers = 0, Accesses = 0;
    for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
      const BasicWorkflowNode<Work> &Node = Graph.Nodes[Id];
      const Work &Times = E.Passes.Executed[Id];
      if (Node.Kind == WorkflowKind::Compute)
        Integers = Integers + Times * Node.IntegerInstructions;
      else if (Node.Kind == WorkflowKind::Memory ||
               Node.Kind == WorkflowKind::Shared)
        Accesses = Accesses + Times;
    }
    bool Used = (S.IntegerLanes && valueOf(Integers) > 0) ||
                (S.AccessLanes && valueOf(Accesses) > 0);
    Equations<Number> Silent(Eq.gpu());
    Equations<Number> &Out = Used ? Eq : Silent;
    Number Most = 0;
    auto Unit = [&](const char *Count, const char *Lanes, const char *Cycles,
                    const Work &Instructions, double Width,
                    HardwareNumber GpuSpec::*Member) {
      if (!Width)
        return;
      Number N =
          Out.input(Count, Instructions, "per warp", Origin::Instructions);
      Number L = Out.stated(Lanes, Width, Member);
      Most = maximum<Number>(
          Most,
          N * Out.equation(Cycles, "cycles", "warp / lanes", S.WarpSize / L));
    };
    Unit("insts_int", "lanes_int", "r_int", Integers, S.IntegerLanes,
         &GpuSpec::IntLanes);
    Unit("accesses", "lanes_access", "r_access", Accesses, S.AccessLanes,
         &GpuSpec::LoadStoreLanes);
    Number Warps =
        Out.equation("warps_SM", "warps", "warps / SMs", S.Warps / S.ActiveSMs,
                     "of the launch, on each SM that has any");
    return Out.equation("CYC_units", "cycles", "corrected", Warps * Most,
                        "on lanes that are fewer than the engine's");
  }

  Equations<Number> &Eq;
  const BasicWorkflowGraph<Work> &Graph;
  const WorkflowWaits &Waits;
  const BasicWorkflowSetting<Number> &S;
  BasicWorkflowEvaluation<Number, Work> E;
};

} // namespace

template <typename Number, typename Work>
BasicWorkflowEvaluation<Number, Work> kernelcast::evaluate(
    Equations<Number> &Eq, const BasicWorkflowGraph<Work> &Graph,
    const WorkflowWaits &Waits, const BasicWorkflowSetting<Number> &Setting) {
  return Evaluator<Number, Work>(Eq, Graph, Waits, Setting).run();
}

template BasicWorkflowEvaluation<double, double>
kernelcast::evaluate(Equations<double> &, const WorkflowGraph &,
                     const WorkflowWaits &, const WorkflowSetting &);
template BasicWorkflowEvaluation<Traced, double>
kernelcast::evaluate(Equations<Traced> &, const WorkflowGraph &,
                     const WorkflowWaits &,
                     const BasicWorkflowSetting<Traced> &);
template BasicWorkflowEvaluation<Traced, Traced>
kernelcast::evaluate(Equations<Traced> &, const BasicWorkflowGraph<Traced> &,
                     const WorkflowWaits &,
                     const BasicWorkflowSetting<Traced> &);
