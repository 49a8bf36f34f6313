//===- ThreadSpan.h - How far threads are apart in a value ------*- C++ -*-===//
//
// Some threads of a launch, neighbours in it, compute x + 4 y + s, where s is
// data that all of them load. From the lowest to the highest it is as far as
// their x are, and four times as far as their y.
//
//   unsigned shift = (first + y * step) * delay[k];
//
// Of this one only the slope is unknown, delay[k]: 32 threads with y from 0 to
// 31 are apart by as much of what all 2048 y are. So spans of such values are
// good for comparison alone: data that all threads have in common counts as 1.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_THREADSPAN_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_THREADSPAN_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Threads by how many different coordinates they have in each direction.
struct ThreadsTogether {
  std::array<double, 3> Threads{1, 1, 1}; ///< of threadIdx
  std::array<double, 3> Blocks{1, 1, 1};  ///< of blockIdx

  static ThreadsTogether ofLaunch(const LaunchConfiguration &Launch);
  /// A warp of \p Lanes, whose numbers follow each other along x first.
  static ThreadsTogether ofWarp(const LaunchConfiguration &Launch,
                                unsigned Lanes);
  /// So many \p Blocks, which follow each other along x first.
  static ThreadsTogether ofBlocks(const LaunchConfiguration &Launch,
                                  double Blocks);
};

/// How a value moves with the coordinates of threads, while counters of loops
/// stand still.
struct ThreadSlopes {
  double Constant = 0;
  std::array<double, 3> OfThread{0, 0, 0}, OfBlock{0, 0, 0};

  bool isCommon() const;
  void scale(double Factor);
  /// From the lowest of \p Threads to the highest.
  double span(const ThreadsTogether &Threads) const;
};

/// Of the product of \p Factors in \p Launch; nothing where it does not move in
/// proportion, or by data that threads do not have in common.
std::optional<ThreadSlopes> threadSlopes(const KernelModel &Kernel,
                                         const LaunchConfiguration &Launch,
                                         llvm::ArrayRef<const Expr *> Factors);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_THREADSPAN_H
