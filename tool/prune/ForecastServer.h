//===- ForecastServer.h - Answers for a tuner that asks ---------*- C++ -*-===//
//
// A line is a configuration or a list of them, an answer is a line:
//
//   {"block_size_x": 32}            ──▶  {"rank": 1, "configuration": ...}
//   [{"block_size_x": 32}, {...}]   ──▶  [{"rank": 2, ...}, {"rank": 1, ...}]
//   {"block_size": 32}              ──▶  {"error": "no parameter ..."}
//
// Ranks, and what is the same as what, are those among the configurations of
// one line, which come back in the order in which they were asked for. Nothing
// is kept from line to line but what a ForecastStore keeps. Conditions of the
// space are not asked: the tuner has its own.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_FORECASTSERVER_H
#define KERNELCAST_TOOL_PRUNE_FORECASTSERVER_H

#include "tool/prune/Ranking.h"
#include "tool/prune/SpaceForecast.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// Forecasts of \p List, whose values are \p Space's, put into them.
void forecastList(const TuningSpace &Space, const ForecastSetup &Setup,
                  const SpaceForecastOptions &Options,
                  std::vector<RankedConfiguration> &List);

class ForecastServer {
public:
  /// All of them outlive it.
  ForecastServer(const TuningSpace &Space, const ForecastSetup &Setup,
                 const SpaceForecastOptions &Options)
      : Space(Space), Setup(Setup), Options(Options) {}

  /// Writes the answer to \p Line, a line with its end.
  void answer(llvm::StringRef Line, llvm::raw_ostream &OS) const;
  /// Writes an answer that says \p Why there is none.
  static void refuse(llvm::StringRef Why, llvm::raw_ostream &OS);

private:
  llvm::Error answerTo(llvm::StringRef Line, llvm::raw_ostream &OS) const;
  llvm::Expected<TuningConfiguration>
  configurationOf(const llvm::json::Value &Value) const;

  const TuningSpace &Space;
  const ForecastSetup &Setup;
  const SpaceForecastOptions &Options;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_FORECASTSERVER_H
