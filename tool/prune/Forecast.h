//===- Forecast.h - What is known of a configuration unrun ------*- C++ -*-===//
//
// A configuration either cannot run, or it can and has a time; where the model
// has none, it stays, since nothing speaks against it.
//
// Threads, shared memory and sizes of a launch are the source's own numbers,
// and certain, and so are the registers of AMD's compiled code. NVIDIA's are
// an estimate of what its last compiler hands out, which excludes nothing: what
// may want too many comes behind what surely launches.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_FORECAST_H
#define KERNELCAST_TOOL_PRUNE_FORECAST_H

#include "analysis/WarpProfile.h"
#include "analysis/support/SourceInputs.h"
#include <optional>
#include <string>

namespace kernelcast {

/// Why a configuration cannot run.
enum class Hindrance : uint8_t {
  Compilation,  ///< the kernel is in error
  LaunchSizes,  ///< a grid or block that no device of this kind takes
  Threads,      ///< of a block
  SharedMemory, ///< of a block, static and dynamic
  Registers,    ///< of a block
};
inline constexpr size_t HindranceCount =
    static_cast<size_t>(Hindrance::Registers) + 1;
/// "compilation", "launch sizes", "threads", "shared memory", "registers".
llvm::StringRef name(Hindrance Why);

struct ForecastTime {
  double Seconds = 0, Low = 0, High = 0;
  std::string Bottleneck; ///< as the reports call it
};

struct Forecast {
  std::optional<Hindrance> Excluded;
  /// Why it cannot run or has no time, or what is doubtful about its time; "":
  /// none of these.
  std::string Reason;
  std::optional<ForecastTime> Time; ///< of what is not excluded
  InstructionSource Counts = InstructionSource::Ast;
  /// The kernel as the compiler gets it; of equal ones the code is equal.
  ContentHash Text{};
  /// That and the launch: equal ones take the same time.
  ContentHash Program{};
  /// A block fits by fewer registers than were found, if at all.
  bool ManyRegisters = false;

  bool canRun() const { return !Excluded; }
  /// Whether compiled code is estimated to want more registers than a block can
  /// have. Estimates exclude nothing: they can be several times too high.
  bool mayNotLaunch() const {
    return ManyRegisters && Counts == InstructionSource::Ir;
  }
  /// Nothing speaks against it, and nothing is known of its time yet.
  bool isOpen() const { return !Excluded && !Time && Reason.empty(); }
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_FORECAST_H
