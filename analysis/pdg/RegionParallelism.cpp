//===- RegionParallelism.cpp - Instruction-level parallelism of a region --===//

#include "analysis/pdg/RegionParallelism.h"
#include "analysis/pdg/DataDependences.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

/// \p Blocks ascending; \p Data sorted by user.
static double parallelism(const KernelModel &Kernel, ArrayRef<BlockId> Blocks,
                          ArrayRef<DataDependence> Data) {
  std::map<BlockId, std::vector<double>> ChainTo; // incl. the instruction
  double Total = 0, Longest = 0;
  for (BlockId Block : Blocks)
    ChainTo[Block].assign(Kernel.Blocks[Block].Instructions.size(), 0);

  const DataDependence *Next = Data.begin();
  for (BlockId Block : Blocks) {
    auto &Chain = ChainTo[Block];
    for (auto [Index, I] : enumerate(Kernel.Blocks[Block].Instructions)) {
      double Before = 0;
      std::pair User(Block, unsigned(Index));
      while (Next != Data.end() && std::pair(Next->ToBlock, Next->To) < User)
        ++Next;
      for (; Next != Data.end() && std::pair(Next->ToBlock, Next->To) == User;
           ++Next) {
        auto From = ChainTo.find(Next->FromBlock);
        if (Next->Carried == None && From != ChainTo.end())
          Before = std::max(Before, From->second[Next->From]);
      }
      Chain[Index] = Before + I.Count;
      Total += I.Count;
      Longest = std::max(Longest, Chain[Index]);
    }
  }
  return Longest > 0 ? Total / Longest : 1;
}

double kernelcast::localIlp(const KernelModel &Kernel, BlockId Block) {
  return parallelism(Kernel, Block, dataDependences(Kernel));
}

double kernelcast::localIlp(const KernelModel &Kernel,
                            const ProgramDependenceGraph &Graph,
                            unsigned Region) {
  return parallelism(Kernel, Graph.Regions[Region].Blocks, Graph.Data);
}
