//===- OtherNumbers.h - Findings that hold for one number alone -*- C++ -*-===//
//
//   kernelcast assumes width = 1024; rows then begin at sectors. With 1025, a
//   width as good as any, they do not.
//
// A finding that names numbers which nobody gave is true of these. It is worth
// a word only if the flaw is there for others, too: the launch is looked at
// again with odd numbers and with halves. What is not found again is not told.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_OTHERNUMBERS_H
#define KERNELCAST_TOOL_OTHERNUMBERS_H

#include "tool/Pipeline.h"
#include "tool/lint/Checks.h"

namespace kernelcast {

/// Drops the findings in the launches of \p Kernel, in the file \p Path, that
/// \p Checks do not make with other numbers in place of those that they assume.
void dropAccidents(const std::string &Path, KernelReport &Kernel,
                   llvm::ArrayRef<const CheckInfo *> Checks,
                   const PipelineSetup &Setup);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_OTHERNUMBERS_H
