//===- WorkflowModel.cpp - The work flow graph as a cost model ------------===//

#include "cost_models/wfg/WorkflowModel.h"
#include "analysis/formulas/KernelFormulas.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/wfg/WorkflowEvaluation.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

//===- Setting ------------------------------------------------------------===//

template <typename Number>
Expected<BasicWorkflowSetting<Number>>
kernelcast::workflowSetting(const BasicLaunchShape<Number> &Shape,
                            unsigned WarpSize, Plain<Number> DramBytes,
                            const GpuSpec &Gpu, ModelMode Mode) {
  if (Error E = requireNumbers("wfg", Gpu,
                               {&GpuSpec::Multiprocessors, &GpuSpec::Clock,
                                &GpuSpec::Fp32Lanes, &GpuSpec::DramBandwidth,
                                &GpuSpec::LatencyAlu, &GpuSpec::LatencyGlobal}))
    return E;
  BasicWorkflowSetting<Number> S;
  S.Corrected = Mode != ModelMode::Faithful;
  S.Clock = Gpu.Clock;
  S.Multiprocessors = Gpu.Multiprocessors;
  S.Warps = Shape.Warps;
  S.BlocksPerSM = Shape.BlocksPerSM;
  S.Waves = roundedUp(Shape.Blocks / (S.BlocksPerSM * S.Multiprocessors));
  Number ActiveSMs = S.Multiprocessors;
  double Schedulers = 1;
  if (S.Corrected) {
    // A launch smaller than one wave spreads over the SMs.
    ActiveSMs = minimum<Number>(ActiveSMs, Shape.Blocks);
    S.BlocksPerSM = minimum<Number>(
        S.BlocksPerSM, roundedUp(Shape.Blocks / S.Multiprocessors));
    Schedulers = std::max(1.0, Gpu.Schedulers.Value);
  }
  Number WarpsPerSM = S.BlocksPerSM * Shape.WarpsPerBlock;
  S.Partitions = minimum<Number>(Schedulers, maximum<Number>(1.0, WarpsPerSM));
  S.Wlp = WarpsPerSM / S.Partitions;
  S.WarpsOfSM = Shape.Warps / ActiveSMs;
  auto Narrow = [&](double Lanes) {
    bool Limits = S.Corrected && Lanes > 0 && Lanes < Gpu.Fp32Lanes;
    return Limits ? WarpSize / Lanes : 0;
  };
  S.IntegerCycles = Narrow(Gpu.IntLanes);
  S.AccessCycles = Narrow(Gpu.LoadStoreLanes);
  S.DramBytes = DramBytes;
  S.DramBytesPerCycle = Gpu.DramBandwidth / Gpu.Clock;

  BasicWorkflowMachine<Number> &M = S.Machine;
  M.Rule = S.Corrected ? BranchRule::Corrected : BranchRule::Faithful;
  // Every unit issues at its lanes' rate, at best one per issue slot.
  double Slots = S.Corrected ? std::max(1.0, Gpu.IssuePerScheduler.Value) : 0;
  auto IssueCycles = [&](double Lanes) {
    double R = WarpSize * Schedulers / Lanes;
    return Slots > 0 ? std::max(R, 1 / Slots) : R;
  };
  double Main = Gpu.Fp32Lanes;
  double Sfu = Gpu.SfuLanes > 0 ? Gpu.SfuLanes.Value : Main;
  double Fp64 = Gpu.Fp64Lanes > 0 ? Gpu.Fp64Lanes.Value : Main;
  M.IssueCycles = {IssueCycles(Main), IssueCycles(Sfu), IssueCycles(Fp64)};
  double SfuLatency =
      Gpu.LatencySfu > 0 ? Gpu.LatencySfu.Value : Gpu.LatencyAlu.Value;
  M.Pipeline = {Gpu.LatencyAlu, SfuLatency, Gpu.LatencyAlu};
  M.BankLanes = Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
  double SharedLanes = Schedulers > 1 && Gpu.LoadStoreLanes > 0
                           ? std::min(Main, Gpu.LoadStoreLanes.Value)
                           : Main;
  // The partitions share one array of banks, which gives each a word a cycle.
  if (S.Corrected)
    SharedLanes = std::min(SharedLanes, M.BankLanes);
  M.SharedLanes = SharedLanes / Schedulers;
  M.MemoryLatency = Gpu.LatencyGlobal;
  Number PerSM = Gpu.DramBandwidth.Value / (ActiveSMs * Gpu.Clock.Value);
  // One SM cannot draw more than its port to the L2 gives.
  if (S.Corrected && Gpu.L2Bandwidth > 0)
    PerSM = minimum<Number>(
        PerSM, std::max(Gpu.L2Bandwidth.Value, Gpu.DramBandwidth.Value) /
                   (S.Multiprocessors * Gpu.Clock));
  M.BytesPerCycle = PerSM / S.Partitions;
  if (S.Corrected && Gpu.LaunchOverhead > 0)
    S.LaunchCycles = Gpu.LaunchOverhead * Gpu.Clock;
  return S;
}

Expected<WorkflowSetting>
kernelcast::workflowSetting(const WarpProfile &Profile, const GpuSpec &Gpu,
                            ModelMode Mode) {
  auto Shape = launchShape("wfg", Profile);
  if (!Shape)
    return Shape.takeError();
  double DramBytes =
      std::isfinite(Profile.DramBytes) ? std::max(0.0, Profile.DramBytes) : 0;
  return workflowSetting(*Shape, Profile.WarpSize, DramBytes, Gpu, Mode);
}

template Expected<BasicWorkflowSetting<Traced>>
kernelcast::workflowSetting(const BasicLaunchShape<Traced> &, unsigned, Traced,
                            const GpuSpec &, ModelMode);

//===- Graph --------------------------------------------------------------===//

/// Instruction counts from compiled code replace those of the source: the
/// nodes of each unit are scaled alike, so that the structure stays.
static void scaleInstructions(WorkflowGraph &Graph, const WarpProfile &Profile,
                              BranchRule Rule) {
  if (Profile.CountedIn == InstructionSource::Ast)
    return;
  auto Class = [&](InstructionClass C) {
    return Profile.PerWarp[static_cast<unsigned>(C)];
  };
  double Wanted[NumComputeUnits] = {
      Class(InstructionClass::Fp32) + Class(InstructionClass::Int) +
          Class(InstructionClass::Branch) +
          Class(InstructionClass::Conversion) + Class(InstructionClass::Other),
      Class(InstructionClass::Sfu), Class(InstructionClass::Fp64)};
  double Found[NumComputeUnits] = {};
  std::vector<double> Executed = executions(Graph, Rule);
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id)
    if (const WorkflowNode &Node = Graph.Nodes[Id];
        Node.Kind == WorkflowKind::Compute)
      Found[static_cast<unsigned>(Node.Unit)] +=
          Executed[Id] * Node.Instructions;
  for (WorkflowNode &Node : Graph.Nodes) {
    unsigned Unit = static_cast<unsigned>(Node.Unit);
    if (Node.Kind == WorkflowKind::Compute && Found[Unit] > 0 &&
        std::isfinite(Wanted[Unit]) && Wanted[Unit] >= 0) {
      Node.Instructions *= Wanted[Unit] / Found[Unit];
      Node.IntegerInstructions *= Wanted[Unit] / Found[Unit];
    }
  }
  for (unsigned Unit = 0; Unit < NumComputeUnits; ++Unit)
    if (Found[Unit] <= 0 && Wanted[Unit] > 0 && std::isfinite(Wanted[Unit])) {
      WorkflowNode Node;
      Node.Unit = static_cast<ComputeUnit>(Unit);
      Node.Instructions = Wanted[Unit];
      Graph.Root.push_back(Graph.Nodes.size());
      Graph.Nodes.push_back(Node);
    }
}

static Expected<WorkflowGraph> graphOf(const WarpProfile &Profile,
                                       const ProgramDependenceGraph &Pdg,
                                       const WorkflowSetting &Setting,
                                       FactBound Bound) {
  WorkflowOptions Options;
  Options.Bound = Bound;
  Options.BankLanes = unsigned(Setting.Machine.BankLanes);
  auto Graph = buildWorkflow(*Profile.Kernel, Pdg, Profile, Options);
  if (!Graph)
    return Graph;
  scaleInstructions(*Graph, Profile, Setting.Machine.Rule);
  if (Graph->Root.empty()) { // Who does nothing still ends.
    Graph->Root.push_back(Graph->Nodes.size());
    Graph->Nodes.emplace_back().Instructions = 1;
  }
  return Graph;
}

/// Cycles as a linear function of the outermost loop whose trip count is a
/// formula; "" if there is none.
static std::string formulaOf(const WorkflowGraph &Graph,
                             const WorkflowSetting &Setting,
                             const KernelModel &Kernel) {
  KernelFormulas Formulas(Kernel);
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    if (Node.Kind != WorkflowKind::Loop || Node.Loop >= Kernel.Loops.size())
      continue;
    Formula Trips = Formulas.trips(Node.Loop).Count;
    if (!Trips || Trips.isNumber())
      continue;
    double Trip = std::max(Node.Trip, 4.0);
    WorkflowGraph Changed = Graph;
    Changed.Nodes[Id].Trip = Trip;
    double Once = evaluate(Changed, Setting).Cycles;
    Changed.Nodes[Id].Trip = 2 * Trip;
    double Twice = evaluate(Changed, Setting).Cycles;
    double Slope = (Twice - Once) / Trip;
    double Base = Once - Slope * Trip + Setting.LaunchCycles;
    if (!std::isfinite(Slope) || !std::isfinite(Base))
      return "";
    return formatted("%.6g %c %.6g * T cycles, T = ", Base,
                     Slope < 0 ? '-' : '+', std::abs(Slope)) +
           toText(Trips);
  }
  return "";
}

//===- Model --------------------------------------------------------------===//

ArrayRef<ModelMode> WorkflowModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Corrected,
                                        ModelMode::Faithful};
  return Modes;
}

Expected<Prediction> WorkflowModel::predict(const WarpProfile &Profile,
                                            const GpuSpec &Gpu, ModelMode Mode,
                                            Detail Asked) const {
  if (!is_contained(modes(), Mode))
    return createStringError("wfg: there is no mode '%s'",
                             kernelcast::name(Mode).str().c_str());
  auto Setting = workflowSetting(Profile, Gpu, Mode);
  if (!Setting)
    return Setting.takeError();
  Setting->Composition = Composition;
  const ProgramDependenceGraph &Pdg = Profile.Graphs->dependences();
  auto Graph = graphOf(Profile, Pdg, *Setting, FactBound::Value);
  if (!Graph)
    return Graph.takeError();
  WorkflowEvaluation Result = evaluate(*Graph, *Setting);
  double Cycles = Result.Cycles + Setting->LaunchCycles;
  auto TooLarge = [] {
    return createStringError("wfg: the numbers of this launch are too large");
  };
  if (!std::isfinite(Cycles) || Result.Cycles < 0)
    return TooLarge();

  Prediction P = start(Mode, Gpu, Cycles, Setting->Clock);
  P.Assumptions.push_back({.Kind = AssumptionKind::NoCaches});
  P.Breakdown = breakdown(*Graph, *Setting, Profile.Loops, Result.Cycles);
  P.Bottleneck = P.Breakdown.front().What;
  if (Asked != Detail::Time)
    P.Quantities = explain(*Setting, Result, Profile, Gpu);
  P.Formula = formulaOf(*Graph, *Setting, *Profile.Kernel);
  if (!hasBounds(Profile))
    return P;
  widen(P, Setting->Clock, [&](FactBound Bound) -> Expected<double> {
    auto Other = graphOf(Profile, Pdg, *Setting, Bound);
    if (!Other)
      return Other.takeError();
    double End = evaluate(*Other, *Setting).Cycles + Setting->LaunchCycles;
    if (!std::isfinite(End) || End < 0)
      return TooLarge();
    return End;
  });
  return P;
}
