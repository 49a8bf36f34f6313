//===- PageBanks.h - The banks of shared memory, for pictures ---*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_HTML_PAGEBANKS_H
#define KERNELCAST_TOOL_REPORT_HTML_PAGEBANKS_H

#include "tool/report/Report.h"

namespace kernelcast {

/// A JSON object from the name of each GPU of \p Result to the number of
/// "banks" of its shared memory, and of the "lanes" of a warp that it serves at
/// once, where it is not all of them.
void writeBanks(const Report &Result, llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_HTML_PAGEBANKS_H
