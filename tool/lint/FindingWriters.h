//===- FindingWriters.h - Findings as text, JSON and SARIF ------*- C++ -*-===//
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

/// SARIF 2.1.0, a run for each GPU.
void writeFindingsSarif(const LintResult &Result, const Report &Report,
                        llvm::raw_ostream &OS);

/// A page (report/html/HtmlPage.h) that holds that JSON and draws from it.
void writeFindingsHtml(const LintResult &Result, const Report &Report,
                       llvm::raw_ostream &OS);

// Sentences that several formats have.

/// What is found, and what a remedy gains. "us" for "µs" unless \p Unicode.
std::string messageWithGain(const Finding &F, bool Unicode = true);
/// "warp 0 of block (0, 0, 0): lane 0 at byte 0, lane 1 at byte 128 of tile"
std::string witnessText(const Witness &Shown);
/// "in scale, launched with grid 4096 and block 256"
std::string launchText(const Finding &F);
/// "kernel 'f' was not checked: nothing tells its block size"
std::string uncheckedText(const UncheckedKernel &Kernel);
/// What is in the way of a change: "an index may leave its row".
llvm::StringRef obstacleText(ChangeObstacle Obstacle);
/// Of a finding with a Remedy: what it is, what it gains, or why it is not
/// applied.
std::string fixText(const Finding &F, bool Unicode = true);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_FINDINGWRITERS_H
