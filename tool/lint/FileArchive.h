//===- FileArchive.h - What the checks say of a file, in bytes --*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINT_FILEARCHIVE_H
#define KERNELCAST_TOOL_LINT_FILEARCHIVE_H

#include "tool/report/Report.h"

namespace kernelcast {

using GpuList = llvm::ArrayRef<std::shared_ptr<const GpuSpec>>;

/// Writes \p File, which has gone through checkLaunches(), but for its path and
/// its inputs. Its launches are on \p Gpus.
void writeFileReport(const FileReport &File, GpuList Gpus,
                     llvm::raw_ostream &OS);

/// Fills \p File with what writeFileReport() has written for the same \p Gpus.
/// False, and \p File is of no use: \p Bytes are something else.
bool readFileReport(llvm::StringRef Bytes, GpuList Gpus, FileReport &File);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_FILEARCHIVE_H
