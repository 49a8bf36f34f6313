//===- WorkflowGraph.h - The work of one average warp -----------*- C++ -*-===//
//
// The work flow graph (WFG) of Baghsorkhi et al., PPoPP 2010, section 3: what
// one average warp of a launch does, as a structured graph.
//
//   Compute  n instructions that only occupy an arithmetic pipeline
//   Shared   a shared-memory access, in cycles (bank conflicts included)
//   Barrier  a block-wide barrier
//   Memory   an access that may go to DRAM, in bytes per warp
//   Branch   a true and a false side, with the fraction of the arriving warps
//            that enter each (a warp that diverges is in both fractions)
//   Loop     a body and how often an arriving warp runs it
//
// Control flow is the nesting and order of the nodes. Dependence arcs run from
// a load to the first use of what it loaded (in a graph of single instructions
// from any definition to all its uses); they may cross branches, enter and
// leave loops, and reach `Distance` iterations ahead. Weights (cycles) are
// not part of the graph: Reduction.h takes them separately, so that the two
// passes of the model share one graph.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWGRAPH_H
#define KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWGRAPH_H

#include "analysis/KernelModel.h"
#include "analysis/workflow/Parallelism.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

enum class WorkflowKind : uint8_t {
  Compute,
  Shared,
  Barrier,
  Memory,
  Branch,
  Loop
};

/// The pipeline that the instructions of a Compute node occupy.
enum class ComputeUnit : uint8_t { Main, Sfu, Fp64 };
inline constexpr unsigned NumComputeUnits = 3;

using WorkflowId = unsigned;
using WorkflowSequence = std::vector<WorkflowId>;

template <typename Number> struct BasicWorkflowNode {
  WorkflowKind Kind = WorkflowKind::Compute;
  ComputeUnit Unit = ComputeUnit::Main;
  bool IsLoad = false;
  unsigned Region = 0; ///< index into WorkflowGraph::Regions
  std::string Name;    ///< unique where it is set; arcs in text refer to it

  /// Of what the node issues; a Compute node of several instructions has that
  /// of its first.
  InstructionClass Class = InstructionClass::Other;
  /// In a graph of single instructions: number in BasicBlock::Instructions.
  unsigned Instruction = None;
  double Instructions = 0;        ///< Compute
  double IntegerInstructions = 0; ///< Compute: of them
  /// Shared: bank steps of a warp (the sum of its vectors' conflict degrees)
  /// and what they would be without conflicts. In text, steps are cycles.
  Number BankSteps = 0, IdealBankSteps = 0;
  Number Bytes = 0;      ///< Memory: transaction bytes of one warp execution
  Number IdealBytes = 0; ///< Memory: bytes that the active lanes asked for
  Number RhoTrue = 0, RhoFalse = 0; ///< Branch
  Number Trip = 0;                  ///< Loop
  WorkflowSequence Body;            ///< Loop body, or the true side
  WorkflowSequence Else;            ///< the false side

  BlockId Block = None;   ///< of the kernel model, for drawings
  AccessId Access = None; ///< Memory and Shared
  LoopId Loop = None;     ///< Loop
  SourceSpot Location;
};

using WorkflowNode = BasicWorkflowNode<double>;

/// The use waits for the load of the iteration \p Distance ago of \p Loop.
struct DependenceArc {
  WorkflowId Load = 0, Use = 0;
  unsigned Distance = 0;
  WorkflowId Loop = None; ///< None iff Distance is 0
};

/// Its numbers are plain ones, or traced to show how they come about.
template <typename Number> struct BasicWorkflowGraph {
  std::vector<BasicWorkflowNode<Number>> Nodes;
  WorkflowSequence Root;
  std::vector<DependenceArc> Arcs;
  /// Control regions for Eqs (1)-(3), (7), (8); parents before children, [0]
  /// is the whole kernel.
  std::vector<BasicParallelismRegion<Number>> Regions;
  std::vector<std::string> Notes; ///< what was approximated, and why
};

using WorkflowGraph = BasicWorkflowGraph<double>;

/// Nesting beyond this is refused in text and flattened by the builder.
inline constexpr unsigned MaxWorkflowDepth = 128;

/// The graph written as
///
///   C3 m=L128 loop(10){x=C6 if(0.75,0.25){C5 | C8} S8 B} W128 ; m->x m->x@1
///
/// C: instructions (C2.sfu, C2.fp64 for other pipelines), S: cycles, B:
/// barrier, L and W: load and store with bytes per warp; arcs after the
/// semicolon, `@d` iterations apart in the innermost loop around both ends.
/// Every branch side and loop body becomes a region. Errors name the column.
llvm::Expected<WorkflowGraph> parseWorkflow(llvm::StringRef Text);

/// \p Graph in the notation of parseWorkflow, numbers shortened to six digits.
std::string toText(const WorkflowGraph &Graph);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWGRAPH_H
