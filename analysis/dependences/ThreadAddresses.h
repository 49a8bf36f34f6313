//===- ThreadAddresses.h - Where single threads of a launch go --*- C++ -*-===//
//
// An access with all that decides who runs it: the conditions on its path and
// the trip counts of the loops around it, over the coordinates and counters of
// one thread (formulas/ExecutionPath.h). Given those of a thread, its address
// follows in the kernel's own arithmetic, which wraps around.
//
// A WarpExample is one execution of an access by one warp, for a reader who
// wants to see which lanes scatter or collide.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_THREADADDRESSES_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_THREADADDRESSES_H

#include "analysis/WarpProfile.h"
#include "analysis/launch/ScalarEvaluation.h"
#include "analysis/symbolic/IslBridge.h"
#include "llvm/ADT/StringMap.h"

namespace kernelcast {

/// A thread of the launch's first block in one iteration of the loops around an
/// access: of the loop Inner, number Iteration, of all others the first.
struct FirstThread {
  std::array<uint64_t, 3> At{}; ///< its coordinates in the block
  LoopId Inner = None;
  uint64_t Iteration = 0;
};

class ThreadAddresses {
public:
  /// Both outlive the object.
  ThreadAddresses(const KernelModel &Kernel, const LaunchConfiguration &Launch);

  const KernelModel &kernel() const { return Kernel; }
  const LaunchConfiguration &launch() const { return Launch; }

  /// The bytes of access \p Id and who runs it, by access.
  const TouchedBytes &touched(AccessId Id) const { return Touched[Id]; }

  /// What is the same for all threads: arguments, block and grid sizes.
  std::optional<int64_t> valueOf(const Expr *Leaf) const;

  /// The number that \p E is for all threads; nothing if it is not one, or not
  /// known.
  std::optional<int64_t> constantOf(const Expr *E) const;

  /// The coordinates and counters of one thread.
  using ThreadValues =
      llvm::function_ref<std::optional<int64_t>(const Expr *Leaf)>;

  /// Whether the thread passes all the conditions on the way to access \p Id;
  /// nothing if one is not known.
  std::optional<bool> passes(AccessId Id, ThreadValues Own) const;
  /// Whether the thread runs access \p Id: passes the conditions, with counters
  /// that are below the trip counts of the loops around; nothing if that is not
  /// known.
  std::optional<bool> runs(AccessId Id, ThreadValues Own) const;
  /// The number that the thread stores by access \p Id, if it is known.
  std::optional<double> stored(AccessId Id, ThreadValues Own) const;
  /// Where the access begins for the thread, in bytes from the array's start
  /// on; nothing if that is not known.
  std::optional<int64_t> address(AccessId Id, ThreadValues Own) const;

  /// The coordinates of thread number \p Thread of a block.
  std::array<uint64_t, 3> coordinates(uint64_t Thread) const;
  /// Whether \p Thread runs access \p Id in its iteration; nothing if that is
  /// not known.
  std::optional<bool> runs(AccessId Id, const FirstThread &Thread) const;
  std::optional<int64_t> address(AccessId Id, const FirstThread &Thread) const;
  /// The number that \p Thread stores by access \p Id, if it is known.
  std::optional<double> stored(AccessId Id, const FirstThread &Thread) const;

private:
  std::optional<Scalar> scalar(const Expr *E, ThreadValues Own) const;
  std::optional<int64_t> evaluate(const Expr *E, ThreadValues Own) const;
  bool isAround(LoopId L, AccessId Id) const;
  std::optional<int64_t> valueOf(const Expr *Leaf, AccessId Id,
                                 const FirstThread &Thread) const;

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  llvm::StringMap<int64_t> Arguments;
  std::vector<TouchedBytes> Touched; ///< by access
};

/// One execution of an access by one warp.
struct WarpExample {
  std::array<uint64_t, 3> Block{}; ///< its coordinates in the grid
  uint64_t Warp = 0;               ///< its number in the block
  uint64_t Iteration = 0; ///< of the innermost loop; others: their first
  uint64_t Active = 0;    ///< bit k: lane k takes part
  std::vector<int64_t> Addresses; ///< by lane, bytes from the array's start
};

/// Of the executions of \p Id by the warps of the first block, in the first
/// iterations of the loops around it, the first among those that \p Cost rates
/// highest. Nothing where it is not certain which lanes run the access, or
/// where one of them goes.
std::optional<WarpExample>
warpExample(const ThreadAddresses &Threads, AccessId Id, unsigned WarpSize,
            llvm::function_ref<double(const WarpExample &)> Cost);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_THREADADDRESSES_H
