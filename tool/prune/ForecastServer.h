//===- ForecastServer.h - Answers for a tuner that asks ---------*- C++ -*-===//
//
// A line is a configuration or a list of them, an answer is a line:
//
//   {"block_size_x": 32}            ──▶  {"rank": 1, "configuration": ...}
//   [{"block_size_x": 32}, {...}]   ──▶  [{"rank": 2, ...}, {"rank": 1, ...}]
//   {"block_size": 32}              ──▶  {"error": "no parameter ..."}
//
// Ranks, and what is the same as what, are those among the configurations of
// one line, which come back in the order in which they were asked for. What is
// kept from line to line are the sources on a SourceShelf and what a
// ForecastStore keeps. Conditions of the space are not asked: the tuner has its
// own.
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

/// Forecasts of what was asked, in the order of the questions.
struct ForecastAnswer {
  Ranking Forecasts;   ///< by place; ranks are those among them
  bool IsList = false; ///< of a list, and not of one configuration alone
};

/// May be asked by several threads at once.
class ForecastServer {
public:
  /// More configurations are not predicted for one question.
  static constexpr size_t MaxAsked = 500000;

  /// All of them outlive it.
  ForecastServer(const TuningSpace &Space, const ForecastSetup &Setup,
                 const SpaceForecastOptions &Options)
      : Space(Space), Setup(Setup), Options(Options) {}

  /// The answer to \p Line, a configuration or a list of them as JSON. Errors:
  /// no JSON, a field that is there twice, parameters that are missing or that
  /// the space does not have, a value of another kind than the parameter's.
  llvm::Expected<ForecastAnswer> ask(llvm::StringRef Line) const;
  /// The same for a table: configurations one after the other in \p Values, as
  /// texts, each with a value for each of \p Names.
  llvm::Expected<ForecastAnswer>
  ask(llvm::ArrayRef<llvm::StringRef> Names,
      llvm::ArrayRef<llvm::StringRef> Values) const;

  /// \p Answer as JSON, without an end of line.
  static void write(const ForecastAnswer &Answer, llvm::raw_ostream &OS);

  /// Writes the answer to \p Line, a line with its end.
  void answer(llvm::StringRef Line, llvm::raw_ostream &OS) const;
  /// Why \p Asked, more than MaxAsked, are not answered.
  static llvm::Error tooMany(size_t Asked);
  /// Writes an answer that says \p Why there is none.
  static void refuse(llvm::StringRef Why, llvm::raw_ostream &OS);

private:
  llvm::Expected<TuningConfiguration>
  configurationOf(const llvm::json::Value &Value) const;
  ForecastAnswer forecast(std::vector<RankedConfiguration> List,
                          bool IsList) const;

  const TuningSpace &Space;
  const ForecastSetup &Setup;
  const SpaceForecastOptions &Options;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_FORECASTSERVER_H
