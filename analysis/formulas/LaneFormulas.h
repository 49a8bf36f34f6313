//===- LaneFormulas.h - Executions and sectors lane by lane -----*- C++ -*-===//
//
// Where the threads that pass are not the first ones of a row, or addresses do
// not lie in known distances (idx / T, idx % T, a loop whose trips depend on
// the thread), nothing short of the lanes themselves tells what a warp does:
//
//   warp executions   sum over warps and iterations of: any lane is active
//   sectors           ... of: the distinct units of 32 bytes from the first to
//                     the last byte of the active lanes
//   bank cycles       ... of: the most distinct words that one bank serves them
//
// A lane is active in iteration k of a loop if it makes more than k. The most
// that any lane makes bound the sum. Exact for all that has formulas at all,
// but each warp of the launch costs its lanes: the last resort, behind the
// formulas by rows (PathFormulas.h).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_LANEFORMULAS_H
#define KERNELCAST_ANALYSIS_FORMULAS_LANEFORMULAS_H

#include "analysis/formulas/PathFormulas.h"

namespace kernelcast {

class LaneFormulas {
public:
  LaneFormulas(const KernelModel &Kernel, const ExecutionPath &Path,
               llvm::ArrayRef<TripFormula> TripsOfLoops, unsigned WarpSize,
               FormulaPool &Pool, FormulaTranslation &Translation,
               WarpsOfRow &Warps);

  bool hasFormulas() const { return HasFormulas; }

  /// How often a block on the path runs.
  AccessFormulas executions() const;
  /// The same with sectors, or with bank cycles where \p Gpu has as many banks
  /// as a warp has lanes and elements are no wider than a bank.
  AccessFormulas access(const MemoryAccess &Access, const GpuSpec *Gpu) const;

private:
  bool read(llvm::ArrayRef<TripFormula> TripsOfLoops);
  Formula here(const Expr *E) const { return Translation.of(Warps.of(E)); }
  bool isAround(const Expr *E) const;
  Formula total(Formula OfWarp) const;

  const KernelModel &Kernel;
  const ExecutionPath &Path;
  unsigned W; ///< lanes of a warp
  FormulaPool &Pool;
  FormulaTranslation &Translation;
  WarpsOfRow &Warps;
  Formula Lane;
  Formula Active; ///< whether the lane is; none: all are
  Formula Others; ///< guards that all lanes agree about; none: there are none
  std::vector<Formula> Trips; ///< of any lane; parallel to Path.Loops
  std::vector<Formula> Holds;
  bool HasFormulas;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_LANEFORMULAS_H
