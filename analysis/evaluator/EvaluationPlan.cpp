//===- EvaluationPlan.cpp - A kernel made ready to be evaluated -----------===//

#include "analysis/evaluator/EvaluationPlan.h"

using namespace llvm;
using namespace kernelcast;

/// EvaluationPlan::Outcomes. A branch with both sides on one block has one or
/// two entries in that block's list.
static std::vector<std::vector<uint8_t>> outcomes(const KernelModel &Kernel) {
  std::vector<std::vector<uint8_t>> Result(Kernel.Blocks.size());
  for (const BasicBlock &B : Kernel.Blocks) {
    DenseMap<BlockId, unsigned> Entries, Seen;
    for (BlockId From : B.Predecessors)
      ++Entries[From];
    for (BlockId From : B.Predecessors) {
      unsigned Earlier = Seen[From]++, Found = 0;
      uint8_t Mask = 0;
      ArrayRef<BlockId> Successors = Kernel.Blocks[From].Successors;
      for (unsigned I = 0; I != Successors.size() && I < 2; ++I)
        if (Successors[I] == B.Id)
          if (Found++ == Earlier || Entries[From] == 1)
            Mask |= 1u << I;
      Result[B.Id].push_back(Mask);
    }
  }
  return Result;
}

EvaluationPlan::EvaluationPlan(const KernelGraphs &Graphs)
    : Kernel(Graphs.kernel()), Regions(Graphs.regions()),
      Program(Kernel, Graphs.dominators()), Outcomes(outcomes(Kernel)) {}
