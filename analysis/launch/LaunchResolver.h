//===- LaunchResolver.h - The state of resolving one launch -----*- C++ -*-===//
//
// Internal to analysis/launch: ResolveLaunch.cpp says what comes in which
// order, LaunchSizes.cpp finds block and grid, LaunchSymbols.cpp values of the
// kernel's and the host's variables.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_LAUNCHRESOLVER_H
#define KERNELCAST_ANALYSIS_LAUNCH_LAUNCHRESOLVER_H

#include "analysis/launch/ResolveLaunch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace kernelcast {

/// Extent of the assumed problem in each of one, two and three dimensions.
inline constexpr int64_t AssumedExtent[3] = {int64_t(1) << 20, 1024, 128};

class LaunchResolver {
public:
  LaunchResolver(const KernelModel &Kernel, const LaunchSite *Site,
                 const LaunchOverrides &User, const GpuSpec &Gpu)
      : Kernel(Kernel), Site(Site), User(User), Gpu(Gpu) {
    scan();
  }
  llvm::Expected<LaunchConfiguration> resolve();

private:
  struct SymbolUse {
    bool Float = false;
    bool Pitch = false; ///< multiplied with something that varies
    bool Trips = false, Conditions = false, Addresses = false, Shape = false;
  };
  void scan();
  void collect(const Expr *Root, bool SymbolUse::*Use);
  void knownSymbols();
  void resolveBlock();
  void resolveGrid();
  void resolveArguments();
  bool restsOnGuess(const Expr *E) const;
  void resolveShared();
  llvm::Error check() const;
  std::optional<int64_t> evaluate(const Expr *E) const;
  void assumeSymbols(const Expr *E, int64_t Value, const llvm::Twine &Why);
  void assume(const llvm::Twine &What, const llvm::Twine &Value,
              const llvm::Twine &Why, std::vector<std::string> Affects);
  std::vector<std::string> affectedBy(llvm::StringRef Symbol) const;
  int64_t plausible(llvm::StringRef Symbol, int64_t Size) const;

  const KernelModel &Kernel;
  const LaunchSite *Site;
  const LaunchOverrides &User;
  const GpuSpec &Gpu;
  LaunchConfiguration Launch;
  /// In order of first use.
  llvm::MapVector<llvm::StringRef, SymbolUse> Symbols;
  llvm::StringMap<ArgumentValue> Values;
  unsigned Dimensions = 1; ///< coordinates that the kernel uses
  bool GridKnown = false;
};

/// An argument's value with its name and origin.
ArgumentValue integerArgument(llvm::StringRef Name, int64_t Value,
                              LaunchSource Source);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_LAUNCHRESOLVER_H
