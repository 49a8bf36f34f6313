//===- ProvedFixes.h - From what the analysis knows to a fix ----*- C++ -*-===//
//
// A change is known for one instance of one kernel. It is proved for a finding
// only if it is so in every instance of every kernel that has the text: a
// template's instances share it, and so do kernels that call one function.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_PROVEDFIXES_H
#define KERNELCAST_TOOL_LINT_PROVEDFIXES_H

#include "tool/lint/Finding.h"
#include "tool/report/Report.h"

namespace kernelcast {

/// Longer rows of \p Array; nothing where it has only one dimension.
std::optional<Fix> paddingFix(const KernelModel &Kernel, ArrayId Array);

/// Names in the fixes of \p Findings what is in the way of them in any kernel
/// of \p Report.
void hinderFixes(const Report &Report, std::vector<Finding> &Findings);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_PROVEDFIXES_H
