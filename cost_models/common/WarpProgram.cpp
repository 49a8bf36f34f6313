//===- WarpProgram.cpp - A kernel as a warp issues it ---------------------===//

#include "cost_models/common/WarpProgram.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/support/Magnitude.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "cost_models/common/InstructionOrder.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/MemoryInstructions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

double kernelcast::l2MissRate(const WarpProfile &Profile) {
  const double Fetched =
      Profile.BehindL2Bytes - Profile.Caches.WrittenBack * SectorBytes;
  if (!(Profile.L2Bytes > 0) || !(Fetched >= 0) ||
      !std::isfinite(Fetched / Profile.L2Bytes))
    return 1;
  return std::clamp(Fetched / Profile.L2Bytes, 0.0, 1.0);
}

/// That of the hits.
static Assumption hitAssumption(const WarpProfile &Profile) {
  auto Share = [](double Part, double Whole) {
    return Whole > 0 ? std::clamp(1 - Part / Whole, 0.0, 1.0) : 0.0;
  };
  double L1 = Share(Profile.Caches.L2Sectors, Profile.Caches.Sectors);
  double L2 = 1 - l2MissRate(Profile);
  if (!(L1 > 0) && !(L2 > 0))
    return {.Kind = AssumptionKind::Caches,
            .Reason = AssumptionReason::NoReuse};
  return {.Kind = AssumptionKind::Caches,
          .Reason = AssumptionReason::Estimated,
          .Real = {100 * L1, 100 * L2}};
}

void kernelcast::assumeCaches(const WarpProfile &Profile,
                              std::vector<Assumption> &Ledger) {
  Ledger.push_back(hitAssumption(Profile));
  assumeCacheContents(Profile, Ledger);
}

/// \p Shares of an access, from 0 to 1; \p Otherwise, where there is none.
static double shareOf(ArrayRef<double> Shares, AccessId Access,
                      double Otherwise) {
  const double Share = Access < Shares.size() ? Shares[Access] : Otherwise;
  return std::isfinite(Share) ? std::clamp(Share, 0.0, 1.0) : Otherwise;
}

double kernelcast::loadLatency(const CacheEstimate &Caches, AccessId Access,
                               const WarpTiming &Timing) {
  const double Dram = Timing.LatencyDram;
  const double L2 = Timing.LatencyL2 > 0 ? Timing.LatencyL2 : Dram;
  const double L1 = Timing.LatencyL1 > 0 ? Timing.LatencyL1 : L2;
  const double Waits = shareOf(Caches.L1Waits, Access, 1);
  const double H2 = shareOf(Caches.L2Hits, Access, 0);
  return (1 - Waits) * L1 + Waits * (H2 * L2 + (1 - H2) * Dram);
}

namespace {

class Coster {
public:
  Coster(const WarpProfile &Profile, const GpuSpec &Gpu,
         const WarpTiming &Timing, FactBound Bound, WarpProgram &Program)
      : Profile(Profile), Gpu(Gpu), Timing(Timing), Program(Program) {
    for (const MemoryInstruction &M : memoryInstructions(Profile, Gpu, Bound))
      if (double Blocks =
              at(Profile.Blocks[Profile.Kernel->Accesses[M.Access].Block]
                     .WarpExecutions,
                 Bound);
          Blocks > 0)
        Requests[M.Access] =
            M.Transactions * M.Executions * Profile.Warps / Blocks;
    for (const BasicBlock &Block : Profile.Kernel->Blocks)
      for (const Instruction &Step : Block.Instructions)
        Placed.insert(Step.Value);
  }

  void run() {
    Program.Costs.resize(Program.Graph.Nodes.size());
    loops(Program.Graph.Root, false);
  }

private:
  /// Nodes of \p Sequence; \p InLoop: a loop's test among them goes round.
  void loops(ArrayRef<WorkflowId> Sequence, bool InLoop) {
    for (WorkflowId Id : Sequence) {
      const WorkflowNode &Node = Program.Graph.Nodes[Id];
      loops(Node.Body, InLoop || Node.Kind == WorkflowKind::Loop);
      loops(Node.Else, InLoop);
      if (Node.Kind != WorkflowKind::Branch && Node.Kind != WorkflowKind::Loop)
        Program.Costs[Id] = cost(Node, InLoop);
    }
  }

  double known(const HardwareNumber &Number, double Otherwise,
               AssumptionKind Kind) {
    if (Number.isKnown() && Number.Value > 0)
      return Number.Value;
    if (none_of(Program.Assumptions,
                [&](const Assumption &A) { return A.Kind == Kind; }))
      Program.Assumptions.push_back(
          {.Kind = Kind, .Whole = {std::lround(Otherwise)}});
    return Otherwise;
  }

  /// Of an arithmetic instruction; null where there is none.
  const Expr *valueOf(const WorkflowNode &Node) const {
    const BasicBlock &Block = Profile.Kernel->Blocks[Node.Block];
    return Block.Instructions[Node.Instruction].Value;
  }

  /// A product that is no shift.
  static bool isProduct(const Expr *Value) {
    return Value->op() == Op::Mul &&
           none_of(Value->operands(), [](const Expr *Operand) {
             return Operand->isIntegerConstant() &&
                    isPowerOf2_64(magnitude(Operand->value()));
           });
  }

  /// A multiplication, or a multiply-add: a sum with a product that is no
  /// instruction of its own.
  bool isMultiply(const Expr *Value) const {
    if (!Value)
      return false;
    if (isProduct(Value))
      return true;
    return (Value->op() == Op::Add || Value->op() == Op::Sub) &&
           any_of(Value->operands(), [&](const Expr *Operand) {
             return isProduct(Operand) && !Placed.contains(Operand);
           });
  }

  NodeCost cost(const WorkflowNode &Node, bool InLoop) {
    NodeCost C;
    C.Gap = Timing.IssueInterval;
    C.Latency = Gpu.LatencyAlu;
    switch (Node.Kind) {
    case WorkflowKind::Shared:
      C.Latency = known(Gpu.LatencyShared, Gpu.LatencyAlu,
                        AssumptionKind::LatencyShared);
      // Every further step of a conflict holds up the port.
      C.Gap += std::max(0.0, Node.BankSteps - Node.IdealBankSteps);
      return C;
    case WorkflowKind::Barrier:
      C.Latency = 0;
      return C;
    case WorkflowKind::Memory:
      C.Latency = loadLatency(Profile.Caches, Node.Access, Timing);
      // Writes go through the L1; reads that hit it send nothing.
      if (auto At = Requests.find(Node.Access); At != Requests.end())
        (Node.IsLoad ? C.Reads : C.Writes) =
            At->second *
            (Node.IsLoad ? 1 - shareOf(Profile.Caches.L1Hits, Node.Access, 0)
                         : 1);
      return C;
    default:
      break;
    }
    C.Instructions = Node.Instructions;
    switch (Node.Class) {
    case InstructionClass::Int:
      // Shared by several iterations, which wait for it once.
      C.Latency *= std::min(1.0, Node.Instructions);
      if (isMultiply(valueOf(Node)) && Gpu.LatencyIntMultiply > 0)
        C.Latency = Gpu.LatencyIntMultiply;
      break;
    case InstructionClass::Sfu:
      C.Latency =
          known(Gpu.LatencySfu, Gpu.LatencyAlu, AssumptionKind::LatencySfu);
      break;
    case InstructionClass::Fp64:
      C.Latency =
          known(Gpu.LatencyFp64, Gpu.LatencyAlu, AssumptionKind::LatencyFp64);
      break;
    case InstructionClass::Branch:
      C.Gap =
          std::max(C.Gap, InLoop && isBackEdge(Node) ? Timing.BranchTaken
                                                     : Timing.BranchNotTaken);
      C.Latency = 0;
      break;
    default:
      break;
    }
    return C;
  }

  bool isBackEdge(const WorkflowNode &Node) const {
    return Profile.Kernel->Blocks[Node.Block].FromLoopCondition;
  }

  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const WarpTiming &Timing;
  WarpProgram &Program;
  std::map<AccessId, double> Requests; ///< per execution of its block
  DenseSet<const Expr *> Placed;       ///< values that are instructions
};

} // namespace

Expected<WarpProgram> kernelcast::warpProgram(const WarpProfile &Profile,
                                              const GpuSpec &Gpu,
                                              const WarpTiming &Timing,
                                              FactBound Bound) {
  if (!Profile.Kernel)
    return createStringError("the profile has no kernel");
  WorkflowOptions Options;
  Options.Bound = Bound;
  Options.BankLanes = Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
  Options.EachInstruction = true;
  auto Graph = buildWorkflow(*Profile.Kernel, Profile.Graphs->dependences(),
                             Profile, Options);
  if (!Graph)
    return Graph.takeError();
  WarpProgram Program;
  Program.Graph = std::move(*Graph);
  Coster(Profile, Gpu, Timing, Bound, Program).run();
  if (Timing.AssemblerOrder)
    orderInstructions(Program.Graph, Program.Costs, *Profile.Kernel);
  return Program;
}
