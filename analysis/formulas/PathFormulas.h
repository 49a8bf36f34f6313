//===- PathFormulas.h - Executions and sectors along a path -----*- C++ -*-===//
//
// Where blocks are whole rows of warps (blockDim.x a multiple of the warp
// size), the lanes of a warp differ in threadIdx.x alone. For an access
//
//   address = stride * threadIdx.x + rest        without threadIdx.x in both
//   guards    threadIdx.x < bound, ...           and others without threadIdx.x
//
// the threads of one row that execute it are the first A of N = blockDim.x, and
//
//   warp executions   ceil(A / W)                          W lanes to a warp
//   lane executions   A
//   sectors           A / W * f(W) + (A % W > 0 ? f(A % W) : 0)
//
// with f(L) the distinct 32-byte units under L lanes. Each warp of the row
// starts 32 * stride bytes, that is whole sectors, behind the one before, so f
// depends on the row alone:
//
//   f(L) = (lowest mod 32 + |stride| * (L - 1) + bytes - 1) / 32 + 1
//
// up to |stride| = 32, where no sector between the ends is left out, and L from
// there on, as an aligned element lies in one sector. Totals are sums of this
// over the rows of the launch and the iterations of the loops around; what does
// not depend on them is multiplied instead. Where the address and the guards
// know threadIdx.x and blockIdx.x only as blockIdx.x * blockDim.x +
// threadIdx.x, the rows of all blocks along x are joined to one.
//
// Lanes may leave a loop one after the other (LeavingLoop): then the first
// thread of a row makes the most iterations, and each iteration has a guard
// that its threads pass.
//
// Shared memory with a fixed stride of words costs f(L) bank cycles for L
// lanes, wherever they begin: the same sum with another f.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_PATHFORMULAS_H
#define KERNELCAST_ANALYSIS_FORMULAS_PATHFORMULAS_H

#include "analysis/formulas/ExecutionPath.h"
#include "analysis/formulas/RowGuards.h"
#include "analysis/formulas/WarpsOfRow.h"
#include "analysis/hardware/GpuSpec.h"
#include <array>

namespace kernelcast {

/// A loop's trip count over coordinates, arguments and the counters of the
/// loops around it, for launches that satisfy Holds.
struct TripFormula {
  Formula Count;
  std::vector<Formula> Holds;
};

/// Totals over a launch, for any arguments and launch sizes that satisfy Holds;
/// none where there is none.
struct AccessFormulas {
  Formula WarpExecutions, LaneExecutions, Sectors, BankCycles;
  std::vector<Formula> Holds;
};

/// What a number is of.
enum class RowUnit : uint8_t {
  JoinedRow, ///< the threads along x of all blocks
  Row,       ///< those of a block
  Warp,
};

/// \p Unit, the number of a row or warp in one iteration of \p Loops, innermost
/// first, summed over these and over the launch. None if that gets too long for
/// readers.
Formula sumOverLaunch(Formula Unit, llvm::ArrayRef<LoopId> Loops,
                      llvm::ArrayRef<Formula> Trips, RowUnit What,
                      unsigned WarpSize, FormulaPool &Pool);

/// What lies on one execution path. Without formulas where its guards are of
/// another shape than above, or some lanes leave one of its loops earlier.
class PathFormulas {
public:
  /// \p TripsOfLoops are parallel to the path's. Rows along x are joined only
  /// if
  /// \p MayJoin. With \p Warps a row is one warp (WarpsOfRow.h), and a sum over
  /// them is around it.
  PathFormulas(const KernelModel &Kernel, const ExecutionPath &Path,
               llvm::ArrayRef<TripFormula> TripsOfLoops, unsigned WarpSize,
               FormulaPool &Pool, FormulaTranslation &Translation,
               bool MayJoin = true, WarpsOfRow *Warps = nullptr);

  bool hasFormulas() const { return HasFormulas; }

  /// How often a block on the path runs.
  AccessFormulas executions();

  /// The same with sectors, left out for shared and local memory and for
  /// elements that are not aligned or wider than a sector. Bank cycles are
  /// those of \p Gpu, and left out without one.
  AccessFormulas access(const MemoryAccess &Access, const GpuSpec *Gpu);

  /// The warps with lanes on this path that are not on \p Inner, which starts
  /// as this one does. In a row those are its threads from the Inner ones'
  /// number on.
  Formula withoutInner(PathFormulas &Inner);

  bool isByWarp() const { return Warps; }
  /// Whether blocks that execute no access have their rows along x joined.
  bool joins() const { return CanJoin; }

private:
  /// The threads of a row, with the rows of blocks along x joined or not.
  struct Rows {
    std::vector<RowBound> Bounds;
    Formula Threads; ///< of a row
    Formula Active;  ///< its first ones, which pass the guards
    AccessFormulas Executions;
    bool allActive() const { return Active == Threads; }
  };

  bool readGuards(llvm::ArrayRef<TripFormula> TripsOfLoops);
  Formula tripsHere(LoopId Loop, bool TestsAgain);
  /// \p E in terms of a row; null where that cannot be.
  const Expr *here(const Expr *E) const { return Warps ? Warps->of(E) : E; }
  Rows &rows(bool Joined);
  bool isAround(const Expr *E) const;
  std::optional<AlongX> addressOf(const MemoryAccess &Access) const;
  Formula sectors(const AlongX &Address, unsigned Bytes, const Rows &R);
  Formula touched(const AlongX &Address, unsigned Bytes, Formula Lanes);
  Formula bankCycles(const AlongX &Address, const MemoryAccess &Access,
                     const GpuSpec &Gpu, const Rows &R);
  std::optional<int64_t> fixedStride(const AlongX &Address) const;
  Formula warpsOf(Formula Threads) const;
  Formula total(Formula Row, bool Joined) const;

  const KernelModel &Kernel;
  const ExecutionPath &Path;
  unsigned W;        ///< lanes of a warp
  WarpsOfRow *Warps; ///< null: a row is blockDim.x threads
  FormulaPool &Pool;
  FormulaTranslation &Translation;
  RowGuards Guards;
  std::vector<Formula> Trips; ///< parallel to Path.Loops
  std::vector<Formula> Holds;
  Formula Others; ///< all guards without threadIdx.x; none: there are none
  bool HasFormulas, CanJoin = false;
  std::array<std::optional<Rows>, 2> Known; ///< by whether they are joined
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_PATHFORMULAS_H
