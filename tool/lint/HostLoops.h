//===- HostLoops.h - What a loop of host code asks for ----------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINT_HOSTLOOPS_H
#define KERNELCAST_TOOL_LINT_HOSTLOOPS_H

#include "cost_models/application/ApplicationPrediction.h"
#include <map>

namespace kernelcast {

/// The events of \p Program in loops that are known to run more than once, by
/// the number of the innermost loop around.
inline std::map<unsigned, std::vector<const ApplicationEvent *>>
eventsOfLoops(const ApplicationPrediction &Program) {
  std::map<unsigned, std::vector<const ApplicationEvent *>> Result;
  for (const ApplicationEvent &E : Program.Events) {
    if (E.Loops.empty())
      continue;
    const ApplicationLoop &Loop = Program.Loops[E.Loops.back()];
    if (!Loop.Assumed && Loop.Trips > 1)
      Result[E.Loops.back()].push_back(&E);
  }
  return Result;
}

/// Of one program, loops that are looked at.
inline constexpr unsigned MostHostLoops = 32;

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_HOSTLOOPS_H
