//===- KernelGraphs.cpp - The graphs of one kernel, each made once --------===//

#include "analysis/pdg/KernelGraphs.h"

using namespace kernelcast;

const Dominance &KernelGraphs::dominators() const {
  return Dominators.get([&] { return dominance(Kernel); });
}

llvm::ArrayRef<FlowRegion> KernelGraphs::regions() const {
  return Regions.get([&] { return flowRegions(Kernel); });
}

const ProgramDependenceGraph &KernelGraphs::dependences() const {
  return Dependences.get(
      [&] { return programDependenceGraph(Kernel, dominators()); });
}
