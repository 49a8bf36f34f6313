//===- WorkflowModel.cpp - The work flow graph as a cost model ------------===//

#include "cost_models/wfg/WorkflowModel.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/wfg/WorkflowBreakdown.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeWfg() {
  return std::make_unique<WorkflowModel>();
}

//===- Graph --------------------------------------------------------------===//

/// Instruction counts of a listing replace those of the model that it is joined
/// with: the nodes of each unit are scaled alike, so that the structure stays.
static void scaleInstructions(WorkflowGraph &Graph, const WarpProfile &Profile,
                              BranchRule Rule) {
  if (Profile.CountedIn != InstructionSource::Sass)
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
  for (const auto &[Node, Times] : zip(Graph.Nodes, Executed))
    if (Node.Kind == WorkflowKind::Compute)
      Found[static_cast<unsigned>(Node.Unit)] += Times * Node.Instructions;
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
                                       FactBound Bound, double BankLanes,
                                       BranchRule Rule) {
  WorkflowOptions Options;
  Options.Bound = Bound;
  Options.BankLanes = unsigned(BankLanes);
  auto Graph = buildWorkflow(*Profile.Kernel, Profile.Graphs->dependences(),
                             Profile, Options);
  if (!Graph)
    return Graph;
  scaleInstructions(*Graph, Profile, Rule);
  if (Graph->Root.empty()) { // A warp that does nothing still ends.
    Graph->Root.push_back(Graph->Nodes.size());
    Graph->Nodes.emplace_back().Instructions = 1;
  }
  return Graph;
}

/// Cycles as a linear function of each loop's trip count.
static std::vector<TimeInTrips> timeInTrips(Equations<double> &Silent,
                                            const WorkflowGraph &Graph,
                                            const WorkflowWaits &Waits,
                                            const WorkflowSetting &Setting,
                                            const KernelModel &Kernel) {
  std::vector<TimeInTrips> All;
  for (const auto &[Id, Node] : enumerate(Graph.Nodes)) {
    if (Node.Kind != WorkflowKind::Loop || Node.Loop >= Kernel.Loops.size())
      continue;
    const Expr *Trips = Kernel.Loops[Node.Loop].TripCount;
    if (!Trips || Trips->isIntegerConstant())
      continue;
    double Trip = std::max(Node.Trip, 4.0);
    WorkflowGraph Changed = Graph;
    Changed.Nodes[Id].Trip = Trip;
    double Once = evaluate(Silent, Changed, Waits, Setting).Cycles;
    Changed.Nodes[Id].Trip = 2 * Trip;
    double Twice = evaluate(Silent, Changed, Waits, Setting).Cycles;
    double Slope = (Twice - Once) / Trip;
    double Base = Once - Slope * Trip + Setting.LaunchCycles;
    if (std::isfinite(Slope) && std::isfinite(Base))
      All.push_back({Node.Loop, Base, Slope});
  }
  return All;
}

//===- Model --------------------------------------------------------------===//

ArrayRef<ModelMode> WorkflowModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Corrected,
                                        ModelMode::Faithful};
  return Modes;
}

ArrayRef<Premise> WorkflowModel::premises() const {
  static constexpr Premise Premises[] = {
      Premise::KnownCounts, Premise::KnownAddresses, Premise::NvidiaGpu,
      Premise::LittleReuse, Premise::NoAtomics};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> WorkflowModel::needed() const {
  return workflowNeeds();
}

/// The launch as \p Eq records it.
template <typename Number>
static BasicWorkflowSetting<Number> settingOf(Equations<Number> &Eq,
                                              const Question &Q,
                                              WaveComposition Composition) {
  const LaunchShape &L = Q.Shape;
  BasicLaunchShape<Number> Shape{L.Blocks, L.Warps, L.WarpsPerBlock,
                                 L.BlocksPerSM, L.WarpsPerSM};
  double Bytes = Q.Profile.DramBytes;
  BasicWorkflowSetting<Number> S =
      workflowSetting(Eq, Shape, Q.Profile.WarpSize,
                      std::isfinite(Bytes) ? std::max(0.0, Bytes) : 0, Q.Mode,
                      &Q.Profile.PerWarp);
  S.Composition = Composition;
  return S;
}

/// Everything about a prediction of \p Cycles, without the launch, but its
/// time.
static void fill(Prediction &P, const WorkflowGraph &Graph,
                 const WorkflowWaits &Waits, const Question &Q,
                 WaveComposition Composition, double Cycles,
                 bool WithQuantities) {
  Equations<double> Silent(Q.Gpu);
  WorkflowSetting Setting = settingOf(Silent, Q, Composition);
  P.Breakdown =
      breakdown(Silent, Graph, Waits, Setting, Q.Profile.Loops, Cycles);
  if (WithQuantities)
    P.InTrips = timeInTrips(Silent, Graph, Waits, Setting, *Q.Profile.Kernel);
  P.Assumptions.push_back({.Kind = AssumptionKind::NoCaches});
  assumeL2Start(Q.Profile, P.Assumptions);
}

template <typename Number>
static Expected<Number> cyclesOf(Equations<Number> &Eq, const Question &Q,
                                 WaveComposition Composition, Prediction *P) {
  BasicWorkflowSetting<Number> Setting = settingOf(Eq, Q, Composition);
  auto Graph = graphOf(Q.Profile, Q.Bound, Setting.Machine.BankLanes,
                       Setting.Machine.Rule);
  if (!Graph)
    return Graph.takeError();
  WorkflowWaits Waits(*Graph);
  auto E = evaluate(Eq, *Graph, Waits, Setting);
  if (P && std::isfinite(valueOf(E.Cycles)))
    fill(*P, *Graph, Waits, Q, Composition, valueOf(E.Cycles), Eq.isRecorded());
  Number Cycles = E.Cycles;
  if (valueOf(Setting.LaunchCycles) > 0)
    Cycles += Eq.equation("CYC_launch", "cycles", "overhead * clock",
                          Setting.LaunchCycles);
  if (const auto &Notes = E.Passes.Full.Notes;
      Eq.isRecorded() && !Notes.empty())
    Eq.outcome("approximations", "", "reduction", Notes.size(),
               join(Notes, "; "));
  return Cycles;
}

Expected<double> WorkflowModel::cycles(Equations<double> &Eq, const Question &Q,
                                       Prediction *P) const {
  return cyclesOf(Eq, Q, Composition, P);
}

Expected<Traced> WorkflowModel::cycles(Equations<Traced> &Eq, const Question &Q,
                                       Prediction *P) const {
  return cyclesOf(Eq, Q, Composition, P);
}
