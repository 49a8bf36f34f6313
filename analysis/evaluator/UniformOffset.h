//===- UniformOffset.h - Addresses that start at loaded data ----*- C++ -*-===//
//
// values[starts[row] + lane] cannot be evaluated, but if lanes read the same
// starts[row], all of it that matters for the memory is known: the differences
// between these lanes. Such an address is divided in
//
//   known part, lane by lane  +  unknown terms that lanes have in common
//
// and each unknown term in a known factor and the rest. The largest power of
// two in all factors is how well the unknown part is aligned; every alignment
// of that kind may occur, and nothing else about it matters.
//
// Of counts[data * 128 + lane] each lane's data are its own, but rows of 128
// words are in the same banks: what the lanes of a warp do there is known.
//
// A condition on data is the same in all lanes for which the values that decide
// about its terms are.
//
// The address is distributed over +, -, products with something known, shifts
// by a constant and conversions between integers of 32 bits or more, as if
// sums did not wrap around. For signed indices that is C's rule. For unsigned
// 32-bit ones it is assumed that no wrap-around falls between the lanes of one
// warp: a common one moves all lanes by 2^32 elements, which is no change of
// alignment.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_UNIFORMOFFSET_H
#define KERNELCAST_ANALYSIS_EVALUATOR_UNIFORMOFFSET_H

#include "analysis/KernelModel.h"
#include <optional>

namespace kernelcast {

struct AddressParts {
  const Expr *Known = nullptr; ///< 64-bit bytes
  /// By unknown term, what it is multiplied with; 64-bit.
  llvm::SmallVector<const Expr *, 2> Factors;
  /// By unknown term, if it is a number of bytes from 0 to so many, whatever
  /// the data are; else 0.
  llvm::SmallVector<uint64_t, 2> Spans;
  /// Known values. In lanes where all of them are equal, the unknown terms are,
  /// too.
  llvm::SmallVector<const Expr *, 4> Deciding;
  /// False: some unknown term may differ from lane to lane whatever the launch:
  /// it has results of atomics or calls, or of loads in a loop that the access
  /// is not in, whose last execution differs from lane to lane.
  bool Common = true;
};

/// Whether an expression rests on data; nothing if it is not evaluated.
using DataQuery = llvm::function_ref<std::optional<bool>(const Expr *)>;

/// The parts of the address of \p Access, new expressions made in \p Pool.
/// Nothing if it has too many.
std::optional<AddressParts> splitAddress(const KernelModel &Kernel,
                                         const MemoryAccess &Access,
                                         DataQuery RestsOnData,
                                         ExpressionPool &Pool);

/// Known values of which \p E, which rests on data where \p Loop is executed,
/// has one for all lanes in which all of them are equal. Nothing if E may
/// differ from lane to lane whatever the launch.
std::optional<llvm::SmallVector<const Expr *, 4>>
valuesThatDecide(const KernelModel &Kernel, const Expr *E, LoopId Loop,
                 DataQuery RestsOnData, ExpressionPool &Pool);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_UNIFORMOFFSET_H
