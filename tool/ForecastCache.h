//===- ForecastCache.h - Forecasts of earlier runs --------------*- C++ -*-===//
//
// A folder with an entry for each configuration and kind of counts:
//
//   name      hash of what is known before anything is parsed: the program, to
//             the byte, the GPU with its numbers, the options, the source, the
//             macros, the launch
//   contents  hash of the rest; what was included, with its hashes; the
//   forecast
//
// As with LintCache.h, times of files are never asked, an entry is written
// whole, and one that is damaged or of another source is made anew. Each is
// written as soon as it is known, so that a run that was stopped goes on where
// it was.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_FORECASTCACHE_H
#define KERNELCAST_TOOL_FORECASTCACHE_H

#include "tool/CommandLine.h"
#include "tool/DiskState.h"
#include "tool/prune/SpaceForecast.h"
#include "llvm/Support/CachePruning.h"
#include <atomic>

namespace kernelcast {

class ForecastCache : public ForecastStore {
public:
  /// The cache in the folder \p Folder, which is made if need be, for forecasts
  /// with \p Setup. Where it cannot be made, nothing is kept, and finish() says
  /// why. Errors: a \p Policy that is none.
  static llvm::Expected<std::unique_ptr<ForecastCache>>
  open(const std::string &Folder, llvm::StringRef Policy,
       const ForecastSetup &Setup);

  std::optional<Forecast> find(const ConfiguredKernel &Configured,
                               InstructionSource Counts) override;
  void keep(const ConfiguredKernel &Configured, InstructionSource Counts,
            const Forecast &Result, const SourceInputs &Inputs) override;

  /// Why not everything could be kept so far; "": it could.
  std::string failure();
  /// To be called once, at the end: removes what is too much. Returns
  /// failure().
  std::string finish();
  /// How many forecasts were there, and how many are new.
  size_t found() const { return Found; }
  size_t kept() const { return Kept; }

private:
  ForecastCache(std::string Folder, const ForecastSetup &Setup);
  std::string pathOf(const ConfiguredKernel &Configured,
                     InstructionSource Counts) const;

  std::string Folder;
  std::string Common; ///< what the names of all entries are made of
  std::string Source; ///< the absolute path of what is compiled
  DiskState Disk;
  std::atomic<size_t> Found = 0, Kept = 0;
  llvm::CachePruningPolicy Policy;
  std::mutex Lock;
  std::string Failure; ///< of writing, the first
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FORECASTCACHE_H
