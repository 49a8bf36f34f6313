//===- SpaceForecast.h - Forecasts of many configurations -------*- C++ -*-===//
//
// First every configuration is read in its source. One parse tells which macros
// it has looked at, and so which other configurations have the same text: they
// are done along with it, each launch once.
//
// Counts in compiled code rank much better, and take up to a hundred times as
// long where loops unroll. Where all is compiled, the first reading asks only
// which texts there are and which launches cannot be. Or the user has only the
// best of the first reading compiled; what may be as fast, and what by its
// source needs more registers than a block may have, goes along. What was
// compiled ranks before what was not: times of two kinds of counts are not
// compared.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACEFORECAST_H
#define KERNELCAST_TOOL_PRUNE_SPACEFORECAST_H

#include "tool/prune/SourceShelf.h"

namespace kernelcast {

/// Forecasts that were made earlier. Asked by several threads at once.
class ForecastStore {
public:
  virtual ~ForecastStore();
  virtual std::optional<Forecast> find(const ConfiguredKernel &Configured,
                                       InstructionSource Counts) = 0;
  virtual void keep(const ConfiguredKernel &Configured,
                    InstructionSource Counts, const Forecast &Result,
                    const SourceInputs &Inputs) = 0;
};

/// How far it is. \p Compiling: in the second reading.
using ForecastProgress =
    std::function<void(size_t Done, size_t All, bool Compiling)>;

struct SpaceForecastOptions {
  /// Of those that can run, by their source: the part that is compiled.
  double CompiledPart = 1;
  unsigned Threads = 1;
  ForecastStore *Store = nullptr; ///< null: none
  SourceShelf *Shelf = nullptr;   ///< null: every source is read
  ForecastProgress Progress;      ///< called by one thread at a time, or empty
};

struct SpaceForecast {
  std::vector<Forecast> Configurations; ///< parallel to what was asked
  size_t Parsed = 0, Compiled = 0;      ///< sources; what was kept is not
};

/// The forecasts of \p Space, the same for any number of threads.
SpaceForecast forecastSpace(llvm::ArrayRef<ConfiguredKernel> Space,
                            const ForecastSetup &Setup,
                            const SpaceForecastOptions &Options);

/// Whether \p A is to be tried before \p B: what can run before what cannot,
/// what has a time before what has none, what surely launches before what may
/// want too many registers, compiled before source counts, then by time.
bool isBetter(const Forecast &A, const Forecast &B);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACEFORECAST_H
