//===- WaveTimeline.cpp - One wave's way through AMD's code ---------------===//

#include "cost_models/common/WaveTimeline.h"
#include <algorithm>
#include <cmath>
#include <deque>

using namespace llvm;
using namespace kernelcast;

namespace {

/// When results of one kind come, in their order, from the begin of the block.
class Outstanding {
public:
  void add(double At) {
    // A result is not handed on before the one in front of it.
    Times.push_back(Times.empty() ? At : std::max(At, Times.back()));
    if (Times.size() > Most)
      Times.pop_front();
  }
  /// When no more than \p Left are to come.
  double until(unsigned Left) const {
    return Times.size() > Left ? Times[Times.size() - 1 - Left] : 0;
  }
  void shift(double By) {
    for (double &At : Times)
      At -= By;
    while (!Times.empty() && Times.front() <= 0)
      Times.pop_front();
  }

private:
  static constexpr size_t Most = 64; // that a wave can have and count
  std::deque<double> Times;
};

class Wave {
public:
  explicit Wave(const WaveTiming &Timing) : Timing(Timing) {}

  /// Cycles of one execution of \p Steps behind those before.
  double run(ArrayRef<MachineStep> Steps) {
    double Now = 0;
    for (const MachineStep &Step : Steps)
      this->step(Step, Now);
    Memory.shift(Now);
    Shared.shift(Now);
    return Now;
  }

private:
  void step(const MachineStep &Step, double &Now) {
    auto Ask = [&](Outstanding &Of, double Latency) {
      for (unsigned I = 0; I != Step.Count; ++I) {
        Of.add(Now + Latency);
        Now += Timing.IssueInterval;
      }
    };
    switch (Step.Kind) {
    case MachineStepKind::Issue:
      Now += Step.Count * Timing.IssueInterval;
      return;
    case MachineStepKind::LoadGlobal:
      return Ask(Memory, Timing.Global);
    case MachineStepKind::LoadLocal:
      return Ask(Memory, Timing.Local);
    case MachineStepKind::Store:
      return Ask(Memory, Timing.Store);
    case MachineStepKind::Shared:
      return Ask(Shared, Timing.Shared);
    case MachineStepKind::Scalar:
      return Ask(Shared, Timing.Scalar);
    case MachineStepKind::MemoryWait:
      Now = std::max(Now, Memory.until(Step.Count));
      return;
    case MachineStepKind::SharedMemoryWait:
      Now = std::max(Now, Shared.until(Step.Count));
      return;
    }
  }

  const WaveTiming &Timing;
  Outstanding Memory, Shared;
};

} // namespace

double kernelcast::waveCycles(const WarpProfile &Profile,
                              const WaveTiming &Timing, FactBound Bound) {
  Wave Walking(Timing);
  double Cycles = 0;
  for (const BasicBlock &Block : Profile.Kernel->Blocks) {
    if (Block.Waits.empty())
      continue;
    const double Once = Walking.run(Block.Waits);
    const double Times =
        at(Profile.Blocks[Block.Id].WarpExecutions, Bound) / Profile.Warps;
    if (std::isfinite(Times))
      Cycles += Times * Once;
  }
  return Profile.Warps > 0 && std::isfinite(Cycles) ? Cycles : 0;
}
