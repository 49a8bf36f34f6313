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
//   U        = (floor(q) + q mod 1) / ceil(q),  q = n_WG / n_XU
//
// n_WI work-items in groups of n_WG, of which the device runs n_XU at a time; a
// group whose size is no multiple of that leaves units idle in its last pass.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREEQUATIONS_H
#define KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREEQUATIONS_H

#include "cost_models/common/Transfer.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelcast {

struct GroupUtilisation {
  double Passes = 0; ///< as the slides print it, = q: no share, above 1
  double Share = 0;  ///< Passes over the passes begun, 0 to 1
};

/// U of groups of \p GroupItems work-items on \p ExecutionUnits. Errors: either
/// is not positive.
llvm::Expected<GroupUtilisation> groupUtilisation(double GroupItems,
                                                  double ExecutionUnits);

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
struct OperationTime {
  double Weight = 0;  ///< W(n_op)
  double PerItem = 0; ///< c_op, seconds for each work-item
};

struct CacheAwareInputs {
  double WorkItems = 0;      ///< n_WI
  double GroupItems = 0;     ///< n_WG
  double ExecutionUnits = 0; ///< n_XU
  double BasePerItem = 0;    ///< c_base, seconds
  double BaseFixed = 0;      ///< c_fixed, seconds
  std::vector<OperationTime> Operations;
};

/// Seconds, before the division by U unless said otherwise.
struct CacheAwareResult {
  double Base = 0;                ///< t_base
  std::vector<double> Operations; ///< W * t_op, parallel to the inputs
  double Sum = 0;                 ///< of base and operations
  GroupUtilisation Utilisation;
  double Seconds = 0; ///< t_kernel
};

/// t_kernel. Errors: no work-items, no execution units, or a time that is
/// negative or not finite.
llvm::Expected<CacheAwareResult> cacheAwareTime(const CacheAwareInputs &Inputs);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREEQUATIONS_H
