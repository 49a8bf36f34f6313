//===- TextReport.h - The report for people ---------------------*- C++ -*-===//
//
// One screen per kernel. It answers, in this order: how long, why, where, what
// was assumed. The first launch is shown in full, further ones in a line each.
// More than a few kernels are a table first, a row each, and screens if asked.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_TEXTREPORT_H
#define KERNELCAST_TOOL_REPORT_TEXTREPORT_H

#include "tool/report/KernelSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

struct TextOptions {
  unsigned Width = 100; ///< columns
  bool Cut = false;     ///< lines of source at Width, as a terminal wants it
  bool Unicode = true;  ///< else plain ASCII
  bool Colours = false;
  bool Explain = false; ///< every equation with its numbers
  /// Of kernels; nothing: a table by time, screens as in the source.
  std::optional<KernelOrder> Order;
  std::optional<uint64_t> Top; ///< only so many kernels of that order
  bool Details = false;        ///< screens of however many kernels
};

/// Up to so many kernels have a screen each without being asked for it.
inline constexpr size_t FewKernels = 4;

/// Options for standard output: the terminal's width and colours (unless
/// NO_COLOR is set), ASCII where the locale is not UTF-8. \p ToFile: the text
/// goes to a file instead.
TextOptions textOptionsForOutput(bool ToFile);

void writeText(const Report &Result, llvm::raw_ostream &OS,
               const TextOptions &Options = {});

/// What every model starts from: launch, arguments, occupancy, and the accesses
/// and loops with how they are known.
void writeCommonInputs(const LaunchReport &Launch, llvm::raw_ostream &OS,
                       const TextOptions &Options);

/// The quantities of \p P: the inputs with name, value, unit and where they
/// come from, then the equations with name, value, unit, number in the paper
/// and the formula with its numbers.
void writeExplanation(const Prediction &P, const WarpProfile &Profile,
                      const KernelAnalysis &Kernel, llvm::raw_ostream &OS,
                      const TextOptions &Options);

/// \p Text \p Indent columns in, in lines of at most \p Width columns, broken
/// at spaces and made safe to print; lines after the first begin two columns
/// further in. Nothing is left out.
void writeParagraph(llvm::StringRef Text, llvm::raw_ostream &OS,
                    unsigned Indent, unsigned Width);

/// A diagnostic as Clang prints it, with the source line and a caret where
/// there is a place: "a.cu:3:5: warning: ...".
void writeDiagnostic(const ReportDiagnostic &Message, llvm::raw_ostream &OS,
                     bool Colours);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_TEXTREPORT_H
