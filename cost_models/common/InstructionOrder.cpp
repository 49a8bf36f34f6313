//===- InstructionOrder.cpp - The order in which code is issued -----------===//

#include "cost_models/common/InstructionOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <queue>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

namespace {

/// The kinds of memory whose accesses keep their order. A generic pointer may
/// lead anywhere but to local memory; it counts as global.
constexpr unsigned NumSpaces = 5;

class Scheduler {
public:
  Scheduler(WorkflowGraph &Graph, MutableArrayRef<NodeCost> Costs,
            const KernelModel &Kernel)
      : Graph(Graph), Costs(Costs), Kernel(Kernel), Uses(Graph.Nodes.size()),
        Place(Graph.Nodes.size(), None), RunOf(Graph.Nodes.size(), None),
        Position(Graph.Nodes.size(), 0) {
    for (const DependenceArc &Arc : Graph.Arcs)
      if (!Arc.Distance)
        Uses[Arc.Load].push_back(Arc.Use);
  }

  void run() {
    // What stands inside comes behind what it stands in: a side may be in line
    // once the sides in it are.
    for (WorkflowNode &Node : reverse(Graph.Nodes)) {
      inLine(Node.Body);
      inLine(Node.Else);
    }
    inLine(Graph.Root);
    sequence(Graph.Root);
    keepFirstUses();
  }

private:
  bool isLeaf(WorkflowId Id) const {
    const WorkflowKind Kind = Graph.Nodes[Id].Kind;
    return Kind != WorkflowKind::Branch && Kind != WorkflowKind::Loop;
  }

  bool isJump(WorkflowId Id) const {
    const WorkflowNode &Node = Graph.Nodes[Id];
    return Node.Kind == WorkflowKind::Compute &&
           Node.Class == InstructionClass::Branch;
  }

  bool isInLine(WorkflowId Id) const {
    const BlockId Block = Graph.Nodes[Id].Block;
    return Block != None && Kernel.Blocks[Block].InLine;
  }

  /// Whether \p Side, to which \p Share of the warps come, is in line.
  bool goesInLine(const WorkflowSequence &Side, double Share) const {
    constexpr double Most = 0.5;
    return Side.empty() || (Share >= Most && all_of(Side, [&](WorkflowId Id) {
                              return isLeaf(Id) && !isJump(Id) && isInLine(Id);
                            }));
  }

  /// Puts sides of branches in \p Sequence in line.
  void inLine(WorkflowSequence &Sequence) {
    WorkflowSequence Result;
    auto Add = [&](const WorkflowSequence &Side, double Share) {
      for (WorkflowId Id : Side) {
        Costs[Id].Reads *= std::min(1.0, Share);
        Costs[Id].Writes *= std::min(1.0, Share);
        Result.push_back(Id);
      }
    };
    for (WorkflowId Id : Sequence) {
      const WorkflowNode &Node = Graph.Nodes[Id];
      if (Node.Kind == WorkflowKind::Branch &&
          goesInLine(Node.Body, Node.RhoTrue) &&
          goesInLine(Node.Else, Node.RhoFalse)) {
        Add(Node.Body, Node.RhoTrue);
        Add(Node.Else, Node.RhoFalse);
      } else {
        Result.push_back(Id);
      }
    }
    Sequence = std::move(Result);
  }

  /// Whether \p Id and \p Next, which follows it, are parts of one straight
  /// line.
  bool staysInLine(WorkflowId Id, WorkflowId Next) const {
    return Graph.Nodes[Id].Block == Graph.Nodes[Next].Block || isInLine(Id) ||
           isInLine(Next);
  }

  /// Schedules the runs of leaves in \p Sequence, each of one block and the
  /// sides that are in line with it.
  void sequence(WorkflowSequence &Sequence) {
    size_t First = 0;
    for (size_t I = 0; I <= Sequence.size(); ++I) {
      const bool Ends =
          I == Sequence.size() || !isLeaf(Sequence[I]) || isJump(Sequence[I]) ||
          (I > First && !staysInLine(Sequence[I - 1], Sequence[I]));
      if (!Ends)
        continue;
      run(MutableArrayRef(Sequence).slice(First, I - First));
      const bool Starts =
          I < Sequence.size() && isLeaf(Sequence[I]) && !isJump(Sequence[I]);
      First = Starts ? I : I + 1;
      if (I < Sequence.size() && !isLeaf(Sequence[I])) {
        // Node lists do not move while sequences are sorted in place.
        sequence(Graph.Nodes[Sequence[I]].Body);
        sequence(Graph.Nodes[Sequence[I]].Else);
      }
    }
  }

  /// Cycles until the result of \p Id is there, of a chain until the last one.
  double latency(WorkflowId Id) const {
    const NodeCost &Cost = Costs[Id];
    const double More = std::max(0.0, Cost.Instructions - 1);
    return More * std::max(Cost.Gap, Cost.Latency) + Cost.Latency;
  }
  /// Cycles until the next instruction may issue.
  double gap(WorkflowId Id) const {
    const NodeCost &Cost = Costs[Id];
    const double More = std::max(0.0, Cost.Instructions - 1);
    return More * std::max(Cost.Gap, Cost.Latency) +
           std::min(1.0, Cost.Instructions) * Cost.Gap;
  }

  /// What follows another for the sake of its result, or only after it.
  struct Successor {
    unsigned Index = 0;
    bool Waits = false;
  };

  /// Keeps the order of accesses of one run, in the order of the program.
  class MemoryOrder {
  public:
    MemoryOrder(const KernelModel &Kernel) : Kernel(Kernel) {}

    /// Calls \p After with what must come before \p Node, which is at \p Index.
    void add(unsigned Index, const WorkflowNode &Node,
             function_ref<void(unsigned)> After) {
      if (Node.Kind == WorkflowKind::Barrier) {
        for (unsigned Space = 0; Space < NumSpaces; ++Space)
          write(Space, Index, After);
        return;
      }
      if (Node.Access == None)
        return;
      const MemoryAccess &Access = Kernel.Accesses[Node.Access];
      const unsigned Space = static_cast<unsigned>(Access.Space);
      if (Access.Kind != AccessKind::Load || Access.Volatile) {
        write(Space, Index, After);
        return;
      }
      if (LastWrite[Space] != None)
        After(LastWrite[Space]);
      Reads[Space].push_back(Index);
    }

  private:
    void write(unsigned Space, unsigned Index,
               function_ref<void(unsigned)> After) {
      if (LastWrite[Space] != None)
        After(LastWrite[Space]);
      for (unsigned Read : Reads[Space])
        After(Read);
      Reads[Space].clear();
      LastWrite[Space] = Index;
    }

    const KernelModel &Kernel;
    std::array<unsigned, NumSpaces> LastWrite = {None, None, None, None, None};
    std::array<SmallVector<unsigned, 8>, NumSpaces> Reads;
  };

  void run(MutableArrayRef<WorkflowId> Run) {
    if (Run.size() > 1)
      schedule(Run);
    for (auto [At, Id] : enumerate(Run)) {
      RunOf[Id] = Runs;
      Position[Id] = At;
    }
    ++Runs;
  }

  void schedule(MutableArrayRef<WorkflowId> Run) {
    const unsigned Count = Run.size();
    std::vector<SmallVector<Successor, 4>> After(Count);
    std::vector<unsigned> Before(Count, 0);
    for (unsigned I = 0; I < Count; ++I)
      Place[Run[I]] = I;
    MemoryOrder Memory(Kernel);
    for (unsigned I = 0; I < Count; ++I) {
      for (WorkflowId Use : Uses[Run[I]])
        if (Place[Use] != None && Place[Use] > I) {
          After[I].push_back({Place[Use], /*Waits=*/true});
          ++Before[Place[Use]];
        }
      Memory.add(I, Graph.Nodes[Run[I]], [&](unsigned Earlier) {
        After[Earlier].push_back({I, /*Waits=*/false});
        ++Before[I];
      });
    }
    for (WorkflowId Id : Run)
      Place[Id] = None;
    // The longest way from each to the end.
    std::vector<double> Height(Count);
    for (unsigned I = Count; I-- > 0;) {
      Height[I] = latency(Run[I]);
      for (const Successor &Next : After[I])
        Height[I] = std::max(Height[I],
                             Height[Next.Index] +
                                 (Next.Waits ? latency(Run[I]) : gap(Run[I])));
    }
    issue(Run, After, Before, Height);
  }

  void issue(MutableArrayRef<WorkflowId> Run,
             ArrayRef<SmallVector<Successor, 4>> After,
             MutableArrayRef<unsigned> Before, ArrayRef<double> Height) {
    std::vector<double> Ready(Run.size(), 0);
    // Of those that are ready the highest; of equals the earlier one.
    using ByHeight = std::pair<double, int>;
    std::priority_queue<ByHeight> Now;
    using ByTime = std::tuple<double, unsigned>;
    std::priority_queue<ByTime, std::vector<ByTime>, std::greater<>> Later;
    double Clock = 0;
    auto Offer = [&](unsigned I) {
      if (Ready[I] <= Clock)
        Now.push({Height[I], -static_cast<int>(I)});
      else
        Later.push({Ready[I], I});
    };
    for (unsigned I = 0; I < Run.size(); ++I)
      if (!Before[I])
        Offer(I);
    std::vector<WorkflowId> Issued;
    Issued.reserve(Run.size());
    while (!Now.empty() || !Later.empty()) {
      if (Now.empty())
        Clock = std::max(Clock, std::get<0>(Later.top()));
      while (!Later.empty() && std::get<0>(Later.top()) <= Clock) {
        const unsigned I = std::get<1>(Later.top());
        Later.pop();
        Now.push({Height[I], -static_cast<int>(I)});
      }
      const unsigned I = -Now.top().second;
      Now.pop();
      Issued.push_back(Run[I]);
      const double Start = Clock;
      Clock += gap(Run[I]);
      for (const Successor &Next : After[I]) {
        Ready[Next.Index] = std::max(
            Ready[Next.Index], Next.Waits ? Start + latency(Run[I]) : Clock);
        if (!--Before[Next.Index])
          Offer(Next.Index);
      }
    }
    llvm::copy(Issued, Run.begin());
  }

  /// Of the arcs from one definition into one run, round one loop, leaves the
  /// one to the use that comes first.
  void keepFirstUses() {
    DenseMap<std::tuple<WorkflowId, unsigned, WorkflowId>, unsigned> First;
    std::vector<DependenceArc> Kept;
    for (const DependenceArc &Arc : Graph.Arcs) {
      auto [At, New] = First.try_emplace(
          std::tuple(Arc.Load, RunOf[Arc.Use], Arc.Loop), Kept.size());
      if (New || RunOf[Arc.Use] == None)
        Kept.push_back(Arc);
      else if (Position[Arc.Use] < Position[Kept[At->second].Use])
        Kept[At->second] = Arc;
    }
    Graph.Arcs = std::move(Kept);
  }

  WorkflowGraph &Graph;
  MutableArrayRef<NodeCost> Costs;
  const KernelModel &Kernel;
  std::vector<SmallVector<WorkflowId, 4>> Uses; ///< of the same iteration
  std::vector<unsigned> Place;    ///< by node, in the run being scheduled
  std::vector<unsigned> RunOf;    ///< by node; None: of none, as a jump
  std::vector<unsigned> Position; ///< by node, in its run
  unsigned Runs = 0;
};

} // namespace

void kernelcast::orderInstructions(WorkflowGraph &Graph,
                                   MutableArrayRef<NodeCost> Costs,
                                   const KernelModel &Kernel) {
  Scheduler(Graph, Costs, Kernel).run();
}
