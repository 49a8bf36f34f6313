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

/// All of \p Kernel, of arrays one for each, by what its launches show.
std::vector<KnownChange> knownChanges(const KernelReport &Kernel);

/// Longer rows of \p Array; nothing where it has only one dimension.
std::optional<Fix> paddingFix(const KernelModel &Kernel, ArrayId Array);

/// The operation of doubles at \p Place on floats (DoubleOperation).
std::optional<Fix> floatLiteralFix(const KernelModel &Kernel,
                                   const SourceSpot &Place);
/// const and __restrict__ for a pointer (PointerPromise).
std::optional<Fix> pointerPromiseFix(const KernelModel &Kernel,
                                     unsigned Parameter);
/// The load at \p Place in front of its loop (LoadHoisting).
std::optional<Fix> hoistingFix(const KernelModel &Kernel,
                               const SourceSpot &Place);

/// Names in the fixes of \p Findings what is in the way of them in any kernel
/// of \p Report.
void hinderFixes(const Report &Report, std::vector<Finding> &Findings);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_PROVEDFIXES_H
