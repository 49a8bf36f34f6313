//===- HtmlReport.h - What predict has found, as a page ---------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_HTML_HTMLREPORT_H
#define KERNELCAST_TOOL_REPORT_HTML_HTMLREPORT_H

#include "tool/report/JsonReport.h"

namespace kernelcast {

/// Writes \p Result to \p OS as a page that holds the JSON of JsonReport.h,
/// written with \p Options, the source lines that it names, and the graphs of
/// the first kernels.
void writeHtml(const Report &Result, llvm::raw_ostream &OS,
               const JsonOptions &Options);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_HTML_HTMLREPORT_H
