//===- RankingWriters.h - A ranking for tuners and for people ---*- C++ -*-===//
//
// One writer for each format, in a file of its own. All of them write the
// configurations in the order of their ranks, and nothing that changes from run
// to run: no dates, no measured times.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_RANKINGWRITERS_H
#define KERNELCAST_TOOL_PRUNE_RANKINGWRITERS_H

#include "tool/prune/Ranking.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// A line of JSON for each configuration.
void writeJsonLines(const Ranking &All, llvm::raw_ostream &OS);

/// The fields of one, of an object that is begun.
void writeConfiguration(const Ranking &All, const RankedConfiguration &One,
                        llvm::json::OStream &Json);

/// A table with a line of names, as RFC 4180 has it.
void writeCsv(const Ranking &All, llvm::raw_ostream &OS);

/// Results in the format T4, version 1.0.0, as if the predicted times had been
/// measured.
void writeT4(const Ranking &All, llvm::raw_ostream &OS);

/// What a tuning run is about, where a format wants to know.
struct TunedKernel {
  std::string Name, Device;
};

/// The cache file of Kernel Tuner, with predicted times.
void writeTunerCache(const Ranking &All, const TunedKernel &Kernel,
                     llvm::raw_ostream &OS);

/// What the screen shows beside the ranking.
struct SummaryFacts {
  std::string Kernel, Gpu;
  size_t Looked = 0;   ///< configurations, before any cut
  size_t Programs = 0; ///< distinct ones of them
  std::array<size_t, HindranceCount> Excluded{};
  std::vector<std::string> WithoutEffect; ///< parameters
};

/// The best ten, what cannot run and why, how much of the times' variation each
/// parameter explains, and parameters without effect.
void writeSummary(const Ranking &All, const SummaryFacts &Facts, bool Unicode,
                  llvm::raw_ostream &OS);

/// A page (report/html/HtmlPage.h) that holds the lines of writeJsonLines() and
/// the effects of the parameters (ParameterEffects.h), and draws from them.
void writeRankingHtml(const Ranking &All, const SummaryFacts &Facts,
                      llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_RANKINGWRITERS_H
