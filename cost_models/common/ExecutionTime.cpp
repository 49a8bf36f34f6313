//===- ExecutionTime.cpp - In-order issue of one warp's instructions ------===//

#include "cost_models/common/ExecutionTime.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static bool isDuration(double Cycles) {
  return std::isfinite(Cycles) && Cycles >= 0;
}

Expected<std::vector<double>>
kernelcast::issueTimes(ArrayRef<IssuedInstruction> Sequence) {
  std::vector<double> Times;
  Times.reserve(Sequence.size());
  IssueClock Clock;
  for (const IssuedInstruction &Step : Sequence) {
    if (!isDuration(Step.Latency) || !isDuration(Step.Gap))
      return createStringError("instruction %zu has no proper latency",
                               Times.size());
    double Ready = 0;
    for (unsigned Source : Step.Sources) {
      if (Source >= Times.size())
        return createStringError("instruction %zu waits for a later one",
                                 Times.size());
      Ready = std::max(Ready, Times[Source] + Sequence[Source].Latency);
    }
    Times.push_back(Clock.issue(Ready, Step.Gap));
  }
  return Times;
}

Expected<double> kernelcast::latencyBound(ArrayRef<IssuedInstruction> Sequence,
                                          double BlockReplacement) {
  if (Sequence.empty() || !isDuration(BlockReplacement))
    return createStringError("no instructions, or no block replacement time");
  auto Times = issueTimes(Sequence);
  if (!Times)
    return Times.takeError();
  return Times->back() + BlockReplacement;
}
