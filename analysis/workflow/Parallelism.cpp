//===- Parallelism.cpp - Equations (1)-(8) of the work flow graph ---------===//

#include "analysis/workflow/Parallelism.h"
#include <algorithm>

using namespace llvm;
using namespace kernelcast;

double kernelcast::effectiveParallelism(double Local, double Average,
                                        double Blocks) {
  if (Blocks <= 1)
    return Local;
  return (Local + (Blocks - 1) * Average) / Blocks;
}

double kernelcast::computeLatency(double Pipeline, double IssueCycles,
                                  double Ilp, double Wlp) {
  double Hidden = IssueCycles * Ilp * Wlp;
  return Hidden > 0 ? std::max(1.0, Pipeline / Hidden) : 1.0;
}

double kernelcast::bandwidthLatency(double MemoryCycles, double ComputeCycles,
                                    double MemoryInstructions,
                                    double IssueCycles) {
  if (MemoryInstructions <= 0)
    return IssueCycles;
  return std::max(0.0, (MemoryCycles - ComputeCycles) / MemoryInstructions) +
         IssueCycles;
}

double kernelcast::nonBlockingCycles(double ComputeCycles,
                                     double MemoryInstructions,
                                     double Barriers) {
  return ComputeCycles / (MemoryInstructions + Barriers + 1);
}

double kernelcast::exposedLatency(double MemoryLatency, double Wlp,
                                  double NonBlockingCycles) {
  return std::max(0.0, MemoryLatency - (Wlp - 1) * NonBlockingCycles);
}

double kernelcast::sharedCycles(double BankSteps, double LanesPerStep,
                                double Lanes) {
  return Lanes > 0 ? BankSteps * LanesPerStep / Lanes : 0;
}

double kernelcast::localIlp(ArrayRef<SmallVector<unsigned, 2>> Uses) {
  std::vector<unsigned> Depth(Uses.size(), 1);
  unsigned Longest = 0;
  for (size_t I = 0; I < Uses.size(); ++I) {
    for (unsigned Definition : Uses[I])
      if (Definition < I)
        Depth[I] = std::max(Depth[I], Depth[Definition] + 1);
    Longest = std::max(Longest, Depth[I]);
  }
  return Longest ? double(Uses.size()) / Longest : 1.0;
}

std::vector<RegionParallelism>
kernelcast::regionParallelism(ArrayRef<ParallelismRegion> Regions,
                              double WlpMax, double Blocks, bool CountTrips) {
  std::vector<RegionParallelism> Result(Regions.size());
  // Downwards: the fraction of all warps that enter.
  std::vector<double> Active(Regions.size());
  for (size_t R = 0; R < Regions.size(); ++R) {
    unsigned Parent = Regions[R].Parent;
    Active[R] = Regions[R].Active * (Parent < R ? Active[Parent] : 1.0);
    Result[R].WlpLocal = Active[R] * WlpMax;
    Result[R].IlpLocal = Regions[R].Ilp;
  }
  // Upwards: sums relative to one execution of the region.
  struct Sums {
    double Instructions = 0, Warps = 0; // (7)
    double Executed = 0, Chains = 0;    // (8)
  };
  std::vector<Sums> Inside(Regions.size());
  for (size_t R = Regions.size(); R-- > 0;) {
    const ParallelismRegion &Region = Regions[R];
    Sums &S = Inside[R];
    S.Instructions += Region.Instructions;
    S.Warps += Region.Instructions * Result[R].WlpLocal;
    S.Executed += Region.Instructions;
    S.Chains += Region.Instructions * Region.Ilp;
    RegionParallelism &P = Result[R];
    P.WlpAverage = S.Instructions > 0 ? S.Warps / S.Instructions : P.WlpLocal;
    P.IlpAverage = S.Executed > 0 ? S.Chains / S.Executed : P.IlpLocal;
    P.WlpEffective = effectiveParallelism(P.WlpLocal, P.WlpAverage, Blocks);
    P.IlpEffective = effectiveParallelism(P.IlpLocal, P.IlpAverage, Blocks);
    if (Region.Parent >= R)
      continue;
    Sums &Outer = Inside[Region.Parent];
    double Trip = CountTrips ? Region.Trip : 1;
    Outer.Instructions += Trip * S.Instructions;
    Outer.Warps += Trip * S.Warps;
    Outer.Executed += Trip * Region.Active * S.Executed;
    Outer.Chains += Trip * Region.Active * S.Chains;
  }
  return Result;
}
