//===- ResolveLaunch.h - A launch with every number filled in ---*- C++ -*-===//
//
// From what the user, the host code and the kernel's attributes say of a launch
// to a LaunchConfiguration: what nobody says is assumed, and in the ledger.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_RESOLVELAUNCH_H
#define KERNELCAST_ANALYSIS_LAUNCH_RESOLVELAUNCH_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/launch/ArgumentConstraint.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <optional>

namespace kernelcast {

/// What the user said about a launch on the command line. All optional.
struct LaunchOverrides {
  std::optional<std::array<uint64_t, 3>> Grid, Block, GlobalSize;
  std::optional<uint64_t> DynamicSharedBytes;
  /// --arg: any Symbol's value by name; integers keep full precision.
  std::map<std::string, ArgumentValue> Arguments;
  /// The argument or host variable \p Name is \p Value.
  void give(const std::string &Name, int64_t Value) {
    Arguments[Name] = {Name, static_cast<double>(Value), /*IsInteger=*/true,
                       Value, LaunchSource::Option};
  }
  /// --assume: what holds for arguments, host variables and launch sizes.
  std::vector<ArgumentConstraint> Constraints;
};

/// A value that somebody gives, or that follows from such values, breaks a
/// constraint, or nothing can satisfy all of them.
class BrokenConstraint : public llvm::ErrorInfo<BrokenConstraint> {
public:
  static char ID;
  explicit BrokenConstraint(std::string Message)
      : Message(std::move(Message)) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Message;
};

/// What counts need a symbol for.
struct SymbolUse {
  ScalarType Type;
  bool Pitch = false; ///< multiplied with something that varies
  bool Trips = false, Conditions = false, Addresses = false, Shape = false;
};

/// The symbols of a kernel and what for, whatever the launch.
class KernelSymbols {
public:
  explicit KernelSymbols(const KernelModel &Kernel);

  const KernelModel &kernel() const { return *Kernel; }
  /// The symbols of \p Roots are needed for \p Use. Null has none.
  void add(llvm::ArrayRef<const Expr *> Roots, bool SymbolUse::*Use);

  /// In order of first use.
  llvm::MapVector<llvm::StringRef, SymbolUse> Uses;
  unsigned Axes = 1;       ///< that the kernel looks at: up to x, y or z
  unsigned Dimensions = 1; ///< of a launch that the kernel is written for

private:
  const KernelModel *Kernel;
};

/// How many blocks of the kernel, of so many threads and bytes of dynamic
/// shared memory, a multiprocessor holds; nothing where that is not known.
using ResidencyOf = llvm::function_ref<std::optional<uint64_t>(
    uint64_t Threads, uint64_t DynamicShared)>;

/// The launch of \p Symbols' kernel at \p Site (null: none known) with \p
/// User's values filled in and everything else resolved or assumed, each
/// assumption in the ledger. Errors: a size that is zero, negative or over the
/// device's limit, as one diagnostic; a BrokenConstraint.
llvm::Expected<LaunchConfiguration> resolveLaunch(const KernelSymbols &Symbols,
                                                  const LaunchSite *Site,
                                                  const LaunchOverrides &User,
                                                  const GpuSpec &Gpu,
                                                  ResidencyOf Residency);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_RESOLVELAUNCH_H
