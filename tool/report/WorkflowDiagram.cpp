//===- WorkflowDiagram.cpp - The work of an average warp, drawn -----------===//

#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "tool/report/GraphReport.h"
#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Walks the sequences of a work flow graph and chains their nodes.
class WorkflowDrawing {
public:
  WorkflowDrawing(const WorkflowGraph &Graph, const KernelModel &Kernel)
      : Graph(Graph), Kernel(Kernel), Node(Graph.Nodes.size(), ~0u) {}

  Diagram draw();

private:
  using Ends = std::vector<std::pair<unsigned, std::string>>;

  /// Draws \p Sequence after \p Open (nodes with the label of the arrow that
  /// leaves them) and returns what is open at its end.
  Ends sequence(const WorkflowSequence &Sequence, Ends Open, unsigned Group);
  std::string text(const WorkflowNode &N) const;

  const WorkflowGraph &Graph;
  const KernelModel &Kernel;
  std::vector<unsigned> Node; ///< diagram node by work flow node
  Diagram Result;
};

} // namespace

std::string WorkflowDrawing::text(const WorkflowNode &N) const {
  std::string Place =
      N.Location.isValid() ? fmt::format("{}: ", N.Location.Line) : "";
  std::string Source =
      N.Access < Kernel.Accesses.size()
          ? "\n" + shorten(printable(Kernel.Accesses[N.Access].Text), 50, true)
          : "";
  switch (N.Kind) {
  case WorkflowKind::Compute: {
    StringRef Unit = N.Unit == ComputeUnit::Sfu    ? " (special functions)"
                     : N.Unit == ComputeUnit::Fp64 ? " (double precision)"
                                                   : "";
    return fmt::format("compute {}{}", threeDigits(N.Instructions), Unit.str());
  }
  case WorkflowKind::Shared:
    return fmt::format("{}shared memory, {} bank steps{}", Place,
                       threeDigits(N.BankSteps), Source);
  case WorkflowKind::Barrier:
    return Place + "barrier";
  case WorkflowKind::Memory:
    return fmt::format("{}{}, {} bytes a warp{}", Place,
                       N.IsLoad ? "load" : "store", threeDigits(N.Bytes),
                       Source);
  case WorkflowKind::Branch:
    return Place + "branch";
  case WorkflowKind::Loop:
    return fmt::format("{}loop, {} rounds", Place, threeDigits(N.Trip));
  }
  return "";
}

WorkflowDrawing::Ends
WorkflowDrawing::sequence(const WorkflowSequence &Sequence, Ends Open,
                          unsigned Group) {
  for (WorkflowId Id : Sequence) {
    const WorkflowNode &N = Graph.Nodes[Id];
    bool Inner = N.Kind == WorkflowKind::Branch || N.Kind == WorkflowKind::Loop;
    unsigned Drawn = Result.add(
        text(N),
        Inner ? Shape::Diamond
              : (N.Kind == WorkflowKind::Memory ? Shape::Rounded : Shape::Box),
        Group);
    Node[Id] = Drawn;
    for (const auto &[From, Label] : Open)
      Result.connect(From, Drawn, Label);
    Open = {{Drawn, ""}};
    if (N.Kind == WorkflowKind::Branch) {
      Ends True = sequence(
          N.Body, {{Drawn, "true, " + percent(N.RhoTrue) + " of warps"}},
          Group);
      Ends False = sequence(
          N.Else, {{Drawn, "false, " + percent(N.RhoFalse) + " of warps"}},
          Group);
      Open = std::move(True);
      Open.insert(Open.end(), False.begin(), False.end());
    } else if (N.Kind == WorkflowKind::Loop) {
      unsigned Inside = Result.Groups.size();
      Result.Groups.push_back({text(N), Group});
      for (const auto &[From, Label] :
           sequence(N.Body, {{Drawn, "next round"}}, Inside))
        if (From != Drawn)
          Result.connect(From, Drawn, Label);
      Open = {{Drawn, "done"}};
    }
  }
  return Open;
}

Diagram WorkflowDrawing::draw() {
  Result.Title = fmt::format(
      "work flow graph of {} ({}:{})",
      Kernel.QualifiedName.empty() ? Kernel.Name : Kernel.QualifiedName,
      Kernel.Location.File, Kernel.Location.Line);
  unsigned Entry = Result.add("entry", Shape::Ellipse);
  Ends Open = sequence(Graph.Root, {{Entry, ""}}, ~0u);
  unsigned Exit = Result.add("exit", Shape::Ellipse);
  for (const auto &[From, Label] : Open)
    Result.connect(From, Exit, Label);
  for (const DependenceArc &Arc : Graph.Arcs)
    if (Node[Arc.Load] != ~0u && Node[Arc.Use] != ~0u)
      Result.connect(Node[Arc.Load], Node[Arc.Use],
                     Arc.Distance
                         ? fmt::format("waits, {} rounds later", Arc.Distance)
                         : "waits",
                     /*Dashed=*/true);
  return std::move(Result);
}

Expected<Diagram> kernelcast::workflowDiagram(const LaunchReport &Launch) {
  const KernelModel &Kernel = *Launch.Model;
  WorkflowOptions Options;
  if (Launch.Gpu && Launch.Gpu->Banks == BankRule::HalfWarp16)
    Options.BankLanes = 16;
  Expected<WorkflowGraph> Graph = buildWorkflow(
      Kernel, Launch.Profile.Graphs->dependences(), Launch.Profile, Options);
  if (!Graph)
    return Graph.takeError();
  return WorkflowDrawing(*Graph, Kernel).draw();
}
