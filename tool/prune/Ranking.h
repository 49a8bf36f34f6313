//===- Ranking.h - Configurations in the order to try them ------*- C++ -*-===//
//
// Best first, those that cannot run last; equals in the order of the space, so
// that the order depends on nothing else. Of configurations that are one
// program, the first stands for all.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_RANKING_H
#define KERNELCAST_TOOL_PRUNE_RANKING_H

#include "tool/prune/Forecast.h"
#include "tool/prune/space/TuningSpace.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

struct RankedConfiguration {
  uint64_t Place = 0; ///< in the order of the space, from 0
  TuningConfiguration Values;
  Forecast Known;
  uint64_t Rank = 0; ///< from 1
  std::optional<uint64_t>
      SameAs; ///< rank of the first that is the same program
};

struct Ranking {
  std::vector<std::string> Parameters;
  std::vector<RankedConfiguration> Configurations; ///< by rank
};

/// Sorts \p Configurations, whose ranks are not known yet.
Ranking ranked(std::vector<std::string> Parameters,
               std::vector<RankedConfiguration> Configurations);

/// What is to be left of a ranking. What several ask for, all ask for.
struct RankingCut {
  std::optional<double> Keep; ///< part of what can run, at least one
  std::optional<uint64_t> Top;
  /// As a part of the best one's time: what may, by its interval, be that near
  /// to what the best one may take.
  std::optional<double> Within;

  bool any() const { return Keep || Top || Within; }
};

/// Leaves of \p All what \p Cut asks for. Without a cut that is all of it; with
/// one, nothing that cannot run. Error: nothing is left.
llvm::Error cut(Ranking &All, const RankingCut &Cut);

/// Parameters of several values, none of which changes a program that \p All
/// has: by number.
std::vector<size_t> parametersWithoutEffect(const Ranking &All);

/// How many programs \p All has.
size_t distinctPrograms(const Ranking &All);

/// How many of \p All cannot run, by reason.
std::array<size_t, HindranceCount> excludedBy(const Ranking &All);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_RANKING_H
