//===- Parallelism.cpp - Equations (1)-(8) of the work flow graph ---------===//

#include "analysis/workflow/Parallelism.h"
#include <algorithm>

using namespace llvm;
using namespace kernelcast;

template <typename Number>
Number kernelcast::effectiveParallelism(Plain<Number> Local,
                                        Plain<Number> Average,
                                        Plain<Number> Blocks) {
  if (Blocks <= 1)
    return Local;
  return (Local + (Blocks - 1) * Average) / Blocks;
}

template <typename Number>
Number kernelcast::computeLatency(Plain<Number> Pipeline,
                                  Plain<Number> IssueCycles, Plain<Number> Ilp,
                                  Plain<Number> Wlp) {
  Number Hidden = IssueCycles * Ilp * Wlp;
  return Hidden > 0 ? maximum<Number>(1.0, Pipeline / Hidden) : Number(1.0);
}

template <typename Number>
Number kernelcast::bandwidthLatency(Plain<Number> MemoryCycles,
                                    Plain<Number> ComputeCycles,
                                    Plain<Number> MemoryInstructions,
                                    Plain<Number> IssueCycles) {
  if (MemoryInstructions <= 0)
    return IssueCycles;
  return maximum<Number>(0.0,
                         (MemoryCycles - ComputeCycles) / MemoryInstructions) +
         IssueCycles;
}

template <typename Number>
Number kernelcast::nonBlockingCycles(Plain<Number> ComputeCycles,
                                     Plain<Number> MemoryInstructions,
                                     Plain<Number> Barriers) {
  return ComputeCycles / (MemoryInstructions + Barriers + 1);
}

template <typename Number>
Number kernelcast::exposedLatency(Plain<Number> MemoryLatency,
                                  Plain<Number> Wlp,
                                  Plain<Number> NonBlockingCycles) {
  return maximum<Number>(0.0, MemoryLatency - (Wlp - 1) * NonBlockingCycles);
}

template <typename Number>
Number kernelcast::sharedCycles(Plain<Number> BankSteps,
                                Plain<Number> LanesPerStep,
                                Plain<Number> Lanes) {
  return Lanes > 0 ? BankSteps * LanesPerStep / Lanes : Number(0);
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

template <typename Number>
std::vector<BasicRegionParallelism<Number>> kernelcast::regionParallelism(
    const std::vector<BasicParallelismRegion<Number>> &Regions,
    Plain<Number> WlpMax, Plain<Number> Blocks, bool CountTrips) {
  std::vector<BasicRegionParallelism<Number>> Result(Regions.size());
  // Downwards: the fraction of all warps that enter.
  std::vector<Number> Active(Regions.size());
  for (size_t R = 0; R < Regions.size(); ++R) {
    unsigned Parent = Regions[R].Parent;
    Active[R] = Regions[R].Active * (Parent < R ? Active[Parent] : Number(1.0));
    Result[R].WlpLocal = Active[R] * WlpMax;
    Result[R].IlpLocal = Regions[R].Ilp;
  }
  // Upwards: sums relative to one execution of the region.
  struct Sums {
    Number Instructions = 0, Warps = 0; // (7)
    Number Executed = 0, Chains = 0;    // (8)
  };
  std::vector<Sums> Inside(Regions.size());
  for (size_t R = Regions.size(); R-- > 0;) {
    const BasicParallelismRegion<Number> &Region = Regions[R];
    Sums &S = Inside[R];
    S.Instructions += Region.Instructions;
    S.Warps += Region.Instructions * Result[R].WlpLocal;
    S.Executed += Region.Instructions;
    S.Chains += Region.Instructions * Region.Ilp;
    BasicRegionParallelism<Number> &P = Result[R];
    P.WlpAverage = S.Instructions > 0 ? S.Warps / S.Instructions : P.WlpLocal;
    P.IlpAverage = S.Executed > 0 ? S.Chains / S.Executed : P.IlpLocal;
    P.WlpEffective =
        effectiveParallelism<Number>(P.WlpLocal, P.WlpAverage, Blocks);
    P.IlpEffective =
        effectiveParallelism<Number>(P.IlpLocal, P.IlpAverage, Blocks);
    if (Region.Parent >= R)
      continue;
    Sums &Outer = Inside[Region.Parent];
    Number Trip = CountTrips ? Region.Trip : Number(1);
    Outer.Instructions += Trip * S.Instructions;
    Outer.Warps += Trip * S.Warps;
    Outer.Executed += Trip * Region.Active * S.Executed;
    Outer.Chains += Trip * Region.Active * S.Chains;
  }
  return Result;
}

// The two numbers that the model is computed in.
template double kernelcast::effectiveParallelism<double>(double, double,
                                                         double);
template Traced kernelcast::effectiveParallelism<Traced>(Traced, Traced,
                                                         Traced);
template double kernelcast::computeLatency<double>(double, double, double,
                                                   double);
template Traced kernelcast::computeLatency<Traced>(Traced, Traced, Traced,
                                                   Traced);
template double kernelcast::bandwidthLatency<double>(double, double, double,
                                                     double);
template Traced kernelcast::bandwidthLatency<Traced>(Traced, Traced, Traced,
                                                     Traced);
template double kernelcast::nonBlockingCycles<double>(double, double, double);
template Traced kernelcast::nonBlockingCycles<Traced>(Traced, Traced, Traced);
template double kernelcast::exposedLatency<double>(double, double, double);
template Traced kernelcast::exposedLatency<Traced>(Traced, Traced, Traced);
template double kernelcast::sharedCycles<double>(double, double, double);
template Traced kernelcast::sharedCycles<Traced>(Traced, Traced, Traced);
template std::vector<BasicRegionParallelism<double>>
kernelcast::regionParallelism<double>(
    const std::vector<BasicParallelismRegion<double>> &, double, double, bool);
template std::vector<BasicRegionParallelism<Traced>>
kernelcast::regionParallelism<Traced>(
    const std::vector<BasicParallelismRegion<Traced>> &, Traced, Traced, bool);
