//===- FindingWriters.h - Findings as text and as JSON ----------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINT_FINDINGWRITERS_H
#define KERNELCAST_TOOL_LINT_FINDINGWRITERS_H

#include "tool/lint/LintRun.h"
#include "tool/report/TextReport.h"

namespace kernelcast {

/// As Clang prints diagnostics: a line with the place, the source with the
/// range underlined, notes.
void writeFindings(const LintResult &Result, llvm::raw_ostream &OS,
                   const TextOptions &Options);

/// docs/lint/index.md has the schema.
void writeFindingsJson(const LintResult &Result, const Report &Report,
                       llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_FINDINGWRITERS_H
