//===- ForecastSession.h - A tuning space, ready to be asked ----*- C++ -*-===//
//
// `prune`, its --serve and the C interface (tool/c) open a space in the same
// way: the space file, the kernel's source, the GPU, the model, the cache. What
// they then do with it differs.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_FORECASTSESSION_H
#define KERNELCAST_TOOL_FORECASTSESSION_H

#include "tool/ForecastCache.h"
#include "tool/prune/ForecastServer.h"

namespace kernelcast {

/// The space that \p Command names, with what it says instead of the space.
llvm::Expected<TuningSpace> spaceOf(const CommandLine &Command);

/// How many threads its forecasts use.
unsigned threadsOf(const CommandLine &Command);

/// \p Space, the space of \p Command, and all that its forecasts depend on.
class ForecastSession {
public:
  /// Errors: a space without a launch or a source, a source that cannot be
  /// read, a GPU or a model that does not exist, a name that is no kernel's.
  static llvm::Expected<std::unique_ptr<ForecastSession>>
  open(TuningSpace Space, const CommandLine &Command);

  const TuningSpace &space() const { return Space; }
  const ForecastSetup &setup() const { return Setup; }
  const SpaceForecastOptions &options() const { return Options; }
  ForecastCache *cache() const { return Cache.get(); } ///< null: none

  /// Answers for tuners, as long as this exists.
  ForecastServer server() const { return {Space, Setup, Options}; }

private:
  ForecastSession() = default;

  TuningSpace Space;
  ForecastSetup Setup;
  std::unique_ptr<ForecastCache> Cache;
  SourceShelf Shelf;
  SpaceForecastOptions Options;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FORECASTSESSION_H
