//===- HostFindings.h - What the checks say of host code --------*- C++ -*-===//
//
// The checks of host code look at timelines, which exist with --app alone and
// only when all files have been read. Each finding belongs to the host function
// in which its timeline starts.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_HOSTFINDINGS_H
#define KERNELCAST_TOOL_LINT_HOSTFINDINGS_H

#include "tool/lint/HostTimeline.h"
#include "tool/lint/LintRun.h"

namespace kernelcast {

struct HostFindings {
  std::vector<Finding> Findings;
  std::vector<UncheckedKernel> Unchecked;
};

/// Asks those of \p Checks that are of host code about \p Timeline, and adds
/// what they say to \p Found. Nobody is asked about a program whose time is not
/// known as a whole, or rests on numbers that nobody gave.
void checkTimeline(const HostTimeline &Timeline,
                   llvm::ArrayRef<const CheckInfo *> Checks,
                   HostFindings &Found);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_HOSTFINDINGS_H
