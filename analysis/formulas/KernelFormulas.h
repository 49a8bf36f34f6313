//===- KernelFormulas.h - A kernel's counts as formulas ---------*- C++ -*-===//
//
// Trip counts, executions, sectors and bank cycles for any launch: the formulas
// of one kernel for warps of one size. Each is made when it is asked for, and
// once; accesses and blocks on one execution path share its work.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_KERNELFORMULAS_H
#define KERNELCAST_ANALYSIS_FORMULAS_KERNELFORMULAS_H

#include "analysis/formulas/LaneFormulas.h"
#include <memory>
#include <optional>

namespace kernelcast {

/// How often a block is executed, and the two sides of its branch. (Sides are
/// left out where the branch leaves a loop.)
struct ExecutionFormulas {
  AccessFormulas Whole;
  std::array<AccessFormulas, 2> Sides;
};

/// Formulas are valid as long as this object. Not thread-safe.
class KernelFormulas {
public:
  /// Bank cycles are those of \p Gpu, and left out without one. \p ByLanes:
  /// where nothing shorter is exact, also formulas that go over all lanes of
  /// all warps (LaneFormulas.h), which computers read and people do not.
  explicit KernelFormulas(const KernelModel &Kernel, unsigned WarpSize = 32,
                          const GpuSpec *Gpu = nullptr, bool ByLanes = false);

  /// Takes all pointers as not null, where the kernel asks.
  void takeAsNotNull() { Translation.takeAsNotNull(); }

  const KernelModel &kernel() const { return Kernel; }
  unsigned warpSize() const { return WarpSize; }

  const TripFormula &trips(LoopId Loop);
  const AccessFormulas &access(AccessId Access);
  ExecutionFormulas block(BlockId Block);
  /// \p E as a formula, or none.
  Formula of(const Expr *E) { return Translation.of(E); }

  ExecutionPaths &paths();
  FormulaPool &pool() { return Pool; }
  const FormulaPool &pool() const { return Pool; }

private:
  PathFormulas along(const ExecutionPath &Path, bool MayJoin = true,
                     bool ByWarp = false);
  PathFormulas &shared(const ExecutionPath &Path);
  LaneFormulas laneByLane(const ExecutionPath &Path);
  AccessFormulas leftBehind(const ExecutionPath &Outer,
                            const ExecutionPath &Inner);
  AccessFormulas fallenOut(const BasicBlock &Block);

  const KernelModel &Kernel;
  unsigned WarpSize;
  const GpuSpec *Gpu;
  bool ByLanes;
  FormulaPool Pool;
  FormulaTranslation Translation{Pool};
  WarpsOfRow Warps;
  std::optional<ExecutionPaths> Paths;
  llvm::DenseMap<const ExecutionPath *, std::unique_ptr<PathFormulas>> OfPaths;
  std::vector<std::optional<TripFormula>> Trips;
  std::vector<std::optional<AccessFormulas>> Accesses;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_KERNELFORMULAS_H
