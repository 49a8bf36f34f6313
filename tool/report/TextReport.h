//===- TextReport.h - The report for people ---------------------*- C++ -*-===//
//
// One screen per kernel. It answers, in this order: how long, why, where, what
// was assumed. The first launch is shown in full, further ones in a line each.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_TEXTREPORT_H
#define KERNELCAST_TOOL_REPORT_TEXTREPORT_H

#include "tool/report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

struct TextOptions {
  unsigned Width = 100; ///< columns
  bool Unicode = true;  ///< else plain ASCII
  bool Colours = false;
  bool Explain = false; ///< every equation with its numbers
  bool Timing = false;  ///< seconds of parsing and of analysis
};

/// Options for standard output: the terminal's width and colours (unless
/// NO_COLOR is set), ASCII where the locale is not UTF-8. \p ToFile: the text
/// goes to a file instead.
TextOptions textOptionsForOutput(bool ToFile);

void writeText(const Report &Result, llvm::raw_ostream &OS,
               const TextOptions &Options = {});

/// The quantities of \p P, one block each: name, value with unit, equation,
/// formula with its numbers.
void writeExplanation(const Prediction &P, llvm::raw_ostream &OS,
                      const TextOptions &Options);

/// A diagnostic as Clang prints it, with the source line and a caret where
/// there is a place: "a.cu:3:5: warning: ...".
void writeDiagnostic(const ReportDiagnostic &Message, llvm::raw_ostream &OS,
                     bool Colours);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_TEXTREPORT_H
