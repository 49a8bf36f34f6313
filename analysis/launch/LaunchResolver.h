//===- LaunchResolver.h - The state of resolving one launch -----*- C++ -*-===//
//
// Internal to analysis/launch: ResolveLaunch.cpp says what comes in which
// order, LaunchSizes.cpp finds block and grid, LaunchSymbols.cpp values of the
// kernel's and the host's variables.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_LAUNCHRESOLVER_H
#define KERNELCAST_ANALYSIS_LAUNCH_LAUNCHRESOLVER_H

#include "analysis/launch/ResolveLaunch.h"
#include "analysis/launch/ScalarEvaluation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kernelcast {

/// Extent of the assumed problem in each of one, two and three dimensions.
inline constexpr int64_t AssumedExtent[3] = {int64_t(1) << 20, 1024, 128};

/// Nodes of expressions that are evaluated to find a round of the host's loops
/// whose launch has the given sizes.
inline constexpr unsigned MostRoundSteps = 1u << 18;

class LaunchResolver {
public:
  LaunchResolver(const KernelSymbols &Known, const LaunchSite *Site,
                 const LaunchOverrides &User, const GpuSpec &Gpu,
                 ResidencyOf Residency)
      : Kernel(Known.kernel()), Site(Site), User(User), Gpu(Gpu),
        Residency(Residency), Symbols(Known) {
    addSite();
  }
  llvm::Expected<LaunchConfiguration> resolve();

private:
  void addSite();
  llvm::StringSet<> hostVariables() const;
  void knownSymbols();
  void askDevice();
  enum class SizeMatch : uint8_t {
    Same,
    Different,
    Unknown ///< some are not known, and none differs
  };
  SizeMatch matchGivenSizes() const;
  void findRound();
  std::optional<int64_t> answered(const DeviceQuery &Query) const;
  std::pair<uint64_t, uint64_t> bestBlock(uint64_t Most, uint64_t Shared) const;
  void resolveBlock();
  void nameBlock();
  void resolveGrid();
  void resolveArguments();
  bool restsOnGuess(const Expr *E) const;
  void resolvePointers();
  void resolveAllocations();
  void resolveShared();
  void askGuards();
  llvm::Error check() const;
  llvm::SmallVector<ArgumentConstraint, 2>
  constraintsOn(llvm::StringRef Name) const;
  int64_t allowed(llvm::StringRef Name, int64_t Wanted, std::string &Moved);
  std::optional<ArgumentValue> valueOf(llvm::StringRef Name) const;
  llvm::Error checkConstraints();
  llvm::Error checkGiven() const;
  llvm::Error checkBlock() const;
  std::optional<Scalar> scalar(const Expr *E) const;
  std::optional<int64_t> evaluate(const Expr *E) const;
  void assumeSymbols(const Expr *E, int64_t Value, AssumptionReason Why);
  void assume(Assumption Entry) {
    Launch.Assumptions.push_back(std::move(Entry));
  }
  void assumeSize(AssumptionKind Kind, const std::array<uint64_t, 3> &Size);
  AffectedParts affectedBy(llvm::StringRef Symbol) const;
  int64_t plausible(llvm::StringRef Symbol, int64_t Size) const;

  const KernelModel &Kernel;
  const LaunchSite *Site;
  const LaunchOverrides &User;
  const GpuSpec &Gpu;
  ResidencyOf Residency;
  LaunchConfiguration Launch;
  KernelSymbols Symbols; ///< of the kernel and of the site
  llvm::StringMap<ArgumentValue> Values;
  bool GridKnown = false;
  bool RoundFound = false; ///< the one round whose launch has the given sizes
  std::string Impossible;  ///< what no value can satisfy, or ""
};

/// The nearest that \p Type holds to a size \p Value: 1 for a bool.
int64_t fitting(int64_t Value, ScalarType Type);

/// An argument's value with its name and origin.
ArgumentValue integerArgument(llvm::StringRef Name, int64_t Value,
                              LaunchSource Source);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_LAUNCHRESOLVER_H
