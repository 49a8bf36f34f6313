//===- ArrayPaddings.h - Shared arrays with longer rows ---------*- C++ -*-===//
//
//   __shared__ float tile[32][32];   becomes   tile[32][32 + 1]
//
// A longer row moves elements and changes no value, as long as elements are
// only ever named by subscripts: where the address of a row goes elsewhere, or
// the array's size is asked for, the length of a row may matter.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_ARRAYPADDINGS_H
#define KERNELCAST_ANALYSIS_CHANGES_ARRAYPADDINGS_H

#include "analysis/KernelModel.h"
#include "analysis/changes/ReachedCode.h"

namespace kernelcast {

/// Fills \p Model.Paddings: every shared array of at least two dimensions that
/// is declared in \p Code.
void findArrayPaddings(const ReachedCode &Code, const SourceText &Source,
                       KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_ARRAYPADDINGS_H
