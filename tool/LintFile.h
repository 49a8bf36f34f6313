//===- LintFile.h - One file, as far as it goes alone -----------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINTFILE_H
#define KERNELCAST_TOOL_LINTFILE_H

#include "tool/LintCache.h"

namespace kernelcast {

/// The report of \p File, with what \p Checks say of each launch. What \p Cache
/// (null: there is none) holds is not computed again.
FileResult lintFile(const std::string &File, const PipelineSetup &Setup,
                    llvm::ArrayRef<const CheckInfo *> Checks, LintCache *Cache);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINTFILE_H
