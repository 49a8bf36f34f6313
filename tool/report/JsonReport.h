//===- JsonReport.h - The report for programs -------------------*- C++ -*-===//
//
// Schema 1, described field by field in docs/json.md. The order of everything
// is that of the Report; numbers are the shortest text that reads back as the
// same double; what is not finite is null.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_JSONREPORT_H
#define KERNELCAST_TOOL_REPORT_JSONREPORT_H

#include "analysis/support/PhaseClock.h"
#include "tool/report/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace kernelcast {

struct JsonOptions {
  bool Explain = false; ///< "explanation" with every prediction
  /// "timing" with every file and kernel, and of the run as far as this says
  /// when all else is written.
  std::function<RunTiming()> Timing;
};

/// Writes \p Result to \p OS, always valid JSON in UTF-8.
void writeJson(const Report &Result, llvm::raw_ostream &OS,
               const JsonOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_JSONREPORT_H
