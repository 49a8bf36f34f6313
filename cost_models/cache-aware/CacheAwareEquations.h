//===- CacheAwareEquations.h - Times added up by operation ------*- C++ -*-===//
//
// Pöppl, Herz: A cache-aware performance prediction framework for GPGPU
// computations, UCHPC 2015. Its slides do not number their equations:
//
//   t        = t_transfer + t_kernel
//   t_to     = l_to + n_WI * s_WI / bw_to          (t_from alike)
//   t_kernel = (t_base + sum over op of W_op(n_op) * t_op) / U(n_WG, n_XU)
//   t_base   = c_base * n_WI + c_fixed
//   t_op     = c_op * n_WI
//   U        = q / ceil(q),  q = n_WG / n_XU      printed as floor(q) + q mod 1
//
// n_WI work-items in groups of n_WG, of which the device runs n_XU at a time; a
// group whose size is no multiple of that leaves units idle in its last pass.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREEQUATIONS_H
#define KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREEQUATIONS_H

#include "cost_models/common/Equations.h"
#include "cost_models/common/OperationCounts.h"
#include "cost_models/common/Transfer.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelcast {

/// U of groups of \p GroupItems work-items on \p ExecutionUnits, both positive:
/// 0 to 1.
template <typename Number = double>
Number groupUtilisation(Plain<Number> GroupItems,
                        Plain<Number> ExecutionUnits) {
  Number Passes = GroupItems / ExecutionUnits;
  return Passes / roundedUp(Passes);
}

/// What n_WI is multiplied with in a transfer.
enum class TransferUnit : uint8_t {
  Bytes,
  Elements, ///< as the slides print it: right only for bandwidth in elements
};

/// t_to or t_from in seconds.
llvm::Expected<double> itemTransferSeconds(const TransferLine &Line,
                                           double WorkItems,
                                           double BytesPerItem,
                                           TransferUnit Unit);

/// Operations of one kind.
template <typename Number> struct BasicOperationTime {
  Number Weight = 0;  ///< W(n_op)
  Number PerItem = 0; ///< c_op, seconds for each work-item
  OperationKind Kind = {};
};
using OperationTime = BasicOperationTime<double>;

template <typename Number> struct BasicCacheAwareInputs {
  Number WorkItems = 0;      ///< n_WI
  Number GroupItems = 0;     ///< n_WG
  Number ExecutionUnits = 0; ///< n_XU
  Number BasePerItem = 0;    ///< c_base, seconds
  Number BaseFixed = 0;      ///< c_fixed, seconds
  std::vector<BasicOperationTime<Number>> Operations;
};
using CacheAwareInputs = BasicCacheAwareInputs<double>;

/// Seconds, before the division by U unless said otherwise.
template <typename Number> struct BasicCacheAwareResult {
  Number Base = 0;                ///< t_base
  std::vector<Number> Operations; ///< W * t_op, parallel to the inputs
  Number Sum = 0;                 ///< of base and operations
  Number Share = 0;               ///< U
  Number Seconds = 0;             ///< t_kernel
};
using CacheAwareResult = BasicCacheAwareResult<double>;

/// t_kernel. Errors: no work-items, no execution units, or a time that is
/// negative or not finite.
template <typename Number>
llvm::Expected<BasicCacheAwareResult<Number>>
cacheAwareTime(Equations<Number> &Eq,
               const BasicCacheAwareInputs<Number> &Inputs);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREEQUATIONS_H
