//===- EvaluationPlan.h - What no launch changes ----------------*- C++ -*-===//
//
// Everything that the warp evaluator has to know of a kernel before it sees a
// launch: the needed expressions as straight code, the regions of the flow
// graph, and for each edge between blocks which outcome of a branch takes it.
// Made once for each kernel; a tuner then evaluates thousands of launches, on
// any number of GPUs, with one plan.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONPLAN_H
#define KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONPLAN_H

#include "analysis/evaluator/ExpressionProgram.h"
#include "analysis/evaluator/LastBlock.h"
#include "analysis/evaluator/LoopGuards.h"
#include "analysis/pdg/KernelGraphs.h"

namespace kernelcast {

/// Never changes once it is made, so several threads may share it.
class EvaluationPlan {
public:
  /// \p Graphs and their kernel outlive the plan.
  explicit EvaluationPlan(const KernelGraphs &Graphs);

  const KernelModel &kernel() const { return Kernel; }
  const ExpressionProgram &program() const { return Program; }
  /// As of flowRegions().
  llvm::ArrayRef<FlowRegion> regions() const { return Regions; }

  struct Edge {
    uint8_t Outcomes = 0; ///< bit I: the predecessor's successor I is this edge
    bool Back = false;    ///< from inside the loop to its header
  };
  /// The edges into \p Block, parallel to its predecessors.
  llvm::ArrayRef<Edge> edgesInto(BlockId Block) const { return Edges[Block]; }
  bool isHeader(const BasicBlock &Block) const {
    return Block.Loop != None && Kernel.Loops[Block.Loop].Header == Block.Id;
  }
  /// Whether the side \p Successor of a branch leaves the innermost loop around
  /// it, at once or by a body that ends in break or return.
  bool leavesLoop(const BasicBlock &Block, unsigned Successor) const {
    return Leaving[Block.Id] >> Successor & 1;
  }

  /// A way out of a loop.
  struct Exit {
    BlockId From = None;
    uint8_t Sides = 0; ///< bit I: the block's successor I is this exit
  };
  /// The exits of \p Loop, parallel to LoopInfo::Exits.
  llvm::ArrayRef<Exit> exits(LoopId Loop) const { return Exits[Loop]; }

  /// As of lastBlockOf().
  LastBlock lastBlock(BlockId Block) const { return LastBlocks[Block]; }
  /// As of LoopGuards.
  std::optional<unsigned> sideIntoLoop(BlockId Block) const {
    return SidesIntoLoop[Block];
  }

private:
  void addEdges(const BasicBlock &Block);
  void addExits(const LoopInfo &Loop);

  const KernelModel &Kernel;
  ExpressionProgram Program;
  llvm::ArrayRef<FlowRegion> Regions;
  std::vector<llvm::SmallVector<Edge, 2>> Edges;      ///< by block
  std::vector<uint8_t> Leaving;                       ///< by block, bits
  std::vector<llvm::SmallVector<Exit, 2>> Exits;      ///< by loop
  std::vector<LastBlock> LastBlocks;                  ///< by block
  std::vector<std::optional<unsigned>> SidesIntoLoop; ///< by block
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONPLAN_H
