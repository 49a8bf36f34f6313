//===- LintLaunch.h - One launch of a kernel, for the checks ----*- C++ -*-===//
//
// What every check reads, and what it asks: what would the kernel gain if this
// one factor were perfect (analysis/specialize/IdealProfile.h), by the model
// that made the prediction; and which lanes show it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_LINTLAUNCH_H
#define KERNELCAST_TOOL_LINT_LINTLAUNCH_H

#include "analysis/dependences/NeighbouringAccesses.h"
#include "analysis/dependences/Reloads.h"
#include "analysis/dependences/ThreadAddresses.h"
#include "tool/lint/CompiledCode.h"
#include "tool/lint/Finding.h"
#include "tool/report/CostliestAccesses.h"
#include "tool/report/Report.h"

namespace kernelcast {

class LintLaunch {
public:
  /// All outlive the object. \p Options are those of the launch's profile.
  /// \p Code: of the launch's compiled form; null: nothing is known of it.
  LintLaunch(const KernelReport &Kernel, const LaunchReport &Launch,
             const AnalysisOptions &Options, const CompiledCode *Code)
      : Kernel(Kernel), Launch(Launch), Options(Options), Code(Code) {}

  const KernelModel &model() const { return *Launch.Model; }
  const WarpProfile &profile() const { return Launch.Profile; }
  const GpuSpec &gpu() const { return *Launch.Gpu; }
  const KernelReport &kernel() const { return Kernel; }
  /// Fills in what a finding of \p Check about this launch does not say itself.
  void complete(Finding &F, CheckId Check) const;
  llvm::ArrayRef<Prediction> predictions() const { return Launch.Predictions; }
  /// Why a model or the occupancy has no answer.
  llvm::ArrayRef<std::string> problems() const { return Launch.Problems; }

  /// The source expressions that access memory, the costliest first; all copies
  /// of one are together. Shared ones without conflicts are left out.
  llvm::ArrayRef<CostlyAccess> accesses() const;

  // What the compiled code leaves of the source, where it is known; else all.
  bool isMade(AccessId Id) const { return !Code || Code->makes(Id); }
  bool isMadeAsOften(llvm::ArrayRef<AccessId> Ids) const;
  bool isBranch(const SourceSpot &Place) const {
    return !Code || Code->branches(Place);
  }
  bool isCalculated(SlowKind Kind, const SourceSpot &Place) const {
    return !Code || Code->calculates(Kind, Place);
  }
  bool isDivided(const Expr *Division) const {
    return !Code || Code->divides(Division->operand(0), Division->operand(1));
  }
  bool isInMemory(ArrayId Array) const {
    return !Code || Code->hasInMemory(Array);
  }

  /// Whether a number that nobody gave may be a part of \p E. What the host
  /// program takes where it is told nothing else counts as given.
  bool restsOnGuess(const Expr *E) const {
    return !guessesOf(E, /*Defaults=*/false).empty();
  }
  /// \p Fact, a fact about \p E, or Assumed where \p E rests on a guess or on
  /// such a default.
  How known(How Fact, const Expr *E) const {
    return E && !guessesOf(E, /*Defaults=*/true).empty() ? How::Assumed : Fact;
  }
  /// Notes that \p F is about \p E: it is assumed where E rests on a guess or
  /// on a default, and names the numbers.
  void restOn(Finding &F, const Expr *E) const;
  /// The same for what \p Value, null or in \p Block, is in a launch: it, and
  /// how often the loops around it go round.
  void restOnLoops(Finding &F, const Expr *Value, BlockId Block) const;
  /// The same for a mean over the times that warps make \p Id, which is \p
  /// Mean: where these differ, the loops around it decide, too.
  void restOnMean(Finding &F, AccessId Id, double Mean) const;
  /// Whether the size of the block, or of the grid, rests on a guess.
  bool blockIsGuessed() const;
  /// Whether the host program chooses the launch by a value, which those that
  /// are assumed may contradict.
  bool isChosen() const;
  bool gridIsGuessed() const;
  /// Whether grid, block or shared memory are others in the next round of a
  /// loop around the launch: what is known is the first one alone.
  bool shapeVaries() const;
  /// Whether other kernels may run beside it, in other streams.
  bool mayHaveCompany() const;
  /// Whether as many blocks stay resident where the thread takes clearly more
  /// registers than estimated, or whether the registers are known.
  bool isResidencySure() const;
  /// Whether lanes reach over more than 8 GiB of global memory: a number that
  /// nobody gave is likely to be wrong then.
  bool isBeyondMemory() const;

  /// The gain if \p Ideal changes the facts of the profile, and all that
  /// follows from them; nothing if no model has an answer.
  std::optional<Gain> gain(llvm::function_ref<void(WarpProfile &)> Ideal) const;
  /// The gain if \p Ideal changes the profile, of which nothing else follows.
  std::optional<Gain>
  gainAsIs(llvm::function_ref<void(WarpProfile &)> Ideal) const;
  /// The gain of another launch, which does the same work.
  std::optional<Gain> gain(const LaunchConfiguration &Other) const;

  /// The execution of \p Id among the first ones that \p Cost rates highest,
  /// with the lanes that take part; nothing where it is not certain.
  std::optional<Witness>
  witness(AccessId Id,
          llvm::function_ref<double(const WarpExample &)> Cost) const;
  std::optional<WarpExample>
  example(AccessId Id,
          llvm::function_ref<double(const WarpExample &)> Cost) const;
  /// \p Example of \p Id, with the \p Lanes among the active ones.
  Witness witnessOf(AccessId Id, const WarpExample &Example,
                    uint64_t Lanes) const;

  /// Where single threads go.
  const ThreadAddresses &threads() const;
  /// The loads that the compiled code makes again without need.
  llvm::ArrayRef<Reload> reloads() const;
  /// Accesses of a thread that a wider one can make.
  llvm::ArrayRef<NeighbouringAccesses> neighbours() const;

private:
  /// The numbers in \p E that nobody gave, and defaults of the host program if
  /// \p Defaults; each once.
  std::vector<const Assumption *> guessesOf(const Expr *E, bool Defaults) const;
  /// What host code gives the parameter of this name, in the launch or in
  /// others of the same place.
  llvm::SmallVector<const Expr *> passedAs(llvm::StringRef Parameter) const;
  /// What it gives the grid's size in this dimension.
  llvm::SmallVector<const Expr *> givenAs(unsigned Dimension) const;
  bool isGuessed(const std::array<const Expr *, 3> LaunchSite::*Size) const;

  const KernelReport &Kernel;
  const LaunchReport &Launch;
  const AnalysisOptions &Options;
  const CompiledCode *const Code;
  mutable std::optional<std::vector<CostlyAccess>> Accesses;
  mutable std::optional<ThreadAddresses> Threads;
  mutable std::optional<std::vector<Reload>> Reloads;
  mutable std::optional<std::vector<NeighbouringAccesses>> Neighbours;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LINTLAUNCH_H
