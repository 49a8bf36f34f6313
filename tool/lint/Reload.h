//===- Reload.h - Findings about values that are loaded again ---*- C++ -*-===//
//
// Three checks tell of the same loads (dependences/Reloads.h), each with the
// remedy that fits: missing-restrict where one word at the parameter does for
// all of its loads, invariant-load where a variable in front of a loop does,
// repeated-load where one after the first load does.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_RELOAD_H
#define KERNELCAST_TOOL_LINT_RELOAD_H

#include "analysis/dependences/Reloads.h"
#include "tool/lint/LintLaunch.h"

namespace kernelcast {

/// What keeps the compiler from having the value: "the store to out[k]",
/// "__syncthreads()"; and where it stands.
std::string obstacleText(const KernelModel &Kernel, const Reload &Found);
SourceSpot obstacleAt(const KernelModel &Kernel, const Reload &Found);

/// The share of the load's executions that is left when the value is kept;
/// nothing where the loop's iterations are not known.
std::optional<double> shareLeft(const LintLaunch &Launch, const Reload &Found);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_RELOAD_H
