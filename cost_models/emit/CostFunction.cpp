//===- CostFunction.cpp - The work flow model as a decision tree ----------===//

#include "cost_models/emit/CostFunction.h"
#include "cost_models/wfg/WorkflowEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

CostFunction::CostFunction(const KernelGraphs &Graphs, const GpuSpec &Gpu,
                           ModelMode Mode,
                           std::vector<ResidentBlocks> Residency)
    : Graphs(Graphs), Gpu(Gpu), Mode(Mode), Residency(std::move(Residency)),
      Profile(Graphs, Gpu, Mode), Steps(1) {}

/// One run of the model; the way to its end is in the trace's decisions.
Expected<CostStep> CostFunction::run(const LaunchPoint &Point,
                                     ArrayRef<double> Values,
                                     const ResidentBlocks &Resident) {
  auto Size = [&](const char *Name) { return double(Point.at(Name)); };
  WorkflowFacts<Traced> Facts = Profile.facts(Operations, Values);
  BasicLaunchShape<Traced> Shape;
  Shape.Blocks = Operations.input(
      Blocks, Size("gridDim.x") * Size("gridDim.y") * Size("gridDim.z"));
  Shape.Warps = Facts.Warps;
  Shape.BlocksPerSM = Operations.input(BlocksPerSM, Resident.Blocks);
  Shape.WarpsPerSM = Operations.input(WarpsPerSM, Resident.Warps);
  Shape.WarpsPerBlock = Shape.WarpsPerSM / Shape.BlocksPerSM;
  for (const BasicBlock &Block : Profile.kernel().Blocks) {
    if (!Block.Spills.empty())
      return createStringError("the traffic of registers that are spilled is "
                               "not in a cost function");
    for (const Effect &Step : Block.Effects)
      if (Step.Kind == EffectKind::MatrixProduct)
        return createStringError("products of matrices by the tensor cores "
                                 "are not in a cost function");
  }
  if (Error E = requireNumbers("wfg", Gpu, workflowNeeds()))
    return E;
  Equations<Traced> Silent(Gpu);
  BasicWorkflowSetting<Traced> Setting = workflowSetting(
      Silent, Shape, Gpu.WarpSize, Profile.dramBytes(Operations, Values), Mode);
  WorkflowOptions Options;
  Options.BankLanes = unsigned(Setting.Machine.BankLanes);
  BasicWorkflowGraph<Traced> Graph =
      buildWorkflow(Graphs.kernel(), Graphs.dependences(), Facts, Options);
  BasicWorkflowEvaluation<Traced> E =
      evaluate(Silent, Graph, WorkflowWaits(Graph), Setting);
  CostStep End;
  End.What = CostStep::Result;
  // Caches may save some of the traffic that the floor is made of. Where even
  // all of it does not reach the warps' cycles it does not matter how much.
  bool FloorMatters = Setting.Corrected && !(E.FloorCycles <= E.WarpCycles);
  bool IsApproximate = !Graph.Notes.empty() || !E.Passes.Full.Notes.empty();
  if (FloorMatters || IsApproximate)
    End.What = CostStep::Outside;
  End.Cycles = E.WarpCycles + Setting.LaunchCycles;
  return End;
}

Expected<std::optional<double>>
CostFunction::explore(const LaunchPoint &Point) {
  std::optional<std::vector<double>> Values = Profile.valuesAt(Point);
  uint64_t Threads =
      Point.at("blockDim.x") * Point.at("blockDim.y") * Point.at("blockDim.z");
  uint64_t Warps = Threads / Gpu.WarpSize;
  if (!Values || Warps >= Residency.size() || !Residency[Warps].Blocks)
    return std::nullopt;
  Trace::Run Run(Operations);
  Expected<CostStep> End = run(Point, *Values, Residency[Warps]);
  if (!End)
    return End.takeError();
  insert(Run.decisions(), *End);
  if (End->What != CostStep::Result || !std::isfinite(End->Cycles.value()) ||
      End->Cycles.value() < 0)
    return std::nullopt;
  return End->Cycles.value();
}

void CostFunction::insert(ArrayRef<TraceDecision> Decisions, CostStep End) {
  unsigned At = 0;
  for (const TraceDecision &D : Decisions) {
    if (Steps[At].What == CostStep::Nowhere) {
      Steps[At].What = CostStep::Decision;
      Steps[At].Asked = D;
    }
    // The same answers lead to the same question.
    unsigned Next = Steps[At].Next[D.Outcome];
    if (!Next) {
      Next = Steps.size();
      Steps[At].Next[D.Outcome] = Next;
      Steps.emplace_back();
    }
    At = Next;
  }
  if (Steps[At].What != CostStep::Nowhere)
    return;
  Steps[At] = End;
  ++Paths;
}

std::vector<std::string> CostFunction::unknowns() const {
  std::vector<bool> Seen(Operations.size());
  std::vector<TraceId> Stack;
  auto Push = [&](TraceId Id) {
    if (Id != NotTraced && !Seen[Id]) {
      Seen[Id] = true;
      Stack.push_back(Id);
    }
  };
  for (const CostStep &Step : Steps) {
    if (Step.What == CostStep::Decision) {
      Push(Step.Asked.A);
      Push(Step.Asked.B);
    } else if (Step.What == CostStep::Result) {
      Push(Step.Cycles.id());
    }
  }
  std::vector<std::string> Reasons;
  while (!Stack.empty()) {
    const TraceNode &Node = Operations[Stack.back()];
    Stack.pop_back();
    if (Node.Op == TraceOp::Unknown && !is_contained(Reasons, Node.Name))
      Reasons.push_back(Node.Name);
    Push(Node.A);
    Push(Node.B);
  }
  llvm::sort(Reasons);
  return Reasons;
}
