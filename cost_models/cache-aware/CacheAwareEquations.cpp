//===- CacheAwareEquations.cpp - Times added up by operation --------------===//

#include "cost_models/cache-aware/CacheAwareEquations.h"
#include "cost_models/common/LaunchShape.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static bool isPositive(double X) { return X > 0 && std::isfinite(X); }

static bool isTime(double X) { return X >= 0 && std::isfinite(X); }

Expected<double> kernelcast::itemTransferSeconds(const TransferLine &Line,
                                                 double WorkItems,
                                                 double BytesPerItem,
                                                 TransferUnit Unit) {
  return transferSeconds(
      Line, WorkItems * (Unit == TransferUnit::Bytes ? BytesPerItem : 1));
}

template <typename Number>
static Error check(const BasicCacheAwareInputs<Number> &In) {
  double Items = valueOf(In.WorkItems);
  if (!isPositive(Items))
    return createStringError("%g work-items", Items);
  double PerItem = valueOf(In.BasePerItem), Fixed = valueOf(In.BaseFixed);
  if (!isTime(PerItem) || !isTime(Fixed))
    return createStringError("base cost of %g and %g seconds", PerItem, Fixed);
  for (const BasicOperationTime<Number> &Op : In.Operations)
    if (double W = valueOf(Op.Weight), C = valueOf(Op.PerItem);
        !isTime(W) || !isTime(C))
      return createStringError("an operation of %g * %g seconds", W, C);
  double Group = valueOf(In.GroupItems), Units = valueOf(In.ExecutionUnits);
  if (!isPositive(Group) || !isPositive(Units))
    return createStringError("groups of %g work-items on %g execution units",
                             Group, Units);
  return Error::success();
}

template <typename Number>
static std::string passesNote(const BasicCacheAwareInputs<Number> &In) {
  double Passes = valueOf(In.GroupItems) / valueOf(In.ExecutionUnits);
  return formatted("%g passes of %g begun", Passes, std::ceil(Passes));
}

template <typename Number>
Expected<BasicCacheAwareResult<Number>>
kernelcast::cacheAwareTime(Equations<Number> &Eq,
                           const BasicCacheAwareInputs<Number> &In) {
  if (Error E = check(In))
    return E;
  BasicCacheAwareResult<Number> R;
  R.Base = Eq.equation("t_base", "s", "PH, c_base n_WI + c_fixed",
                       In.BasePerItem * In.WorkItems + In.BaseFixed);
  Number Sum = R.Base;
  for (const BasicOperationTime<Number> &Op : In.Operations) {
    Number Time = Op.Weight * Op.PerItem * In.WorkItems;
    if (Eq.isRecorded())
      Time = Eq.equation(Op.Kind.name(), "s", "PH, W(n_op) c_op n_WI", Time);
    R.Operations.push_back(Time);
    Sum += Time;
  }
  R.Share =
      Eq.equation("U", "", "PH, U(n_WG, n_XU)",
                  groupUtilisation<Number>(In.GroupItems, In.ExecutionUnits),
                  Eq.isRecorded() ? passesNote(In) : "");
  R.Sum = Eq.equation("t_sum", "s", "PH, t_base + sum W t_op", Sum);
  R.Seconds = Eq.equation("t_kernel", "s", "PH, t_sum / U", R.Sum / R.Share);
  if (!std::isfinite(valueOf(R.Seconds)))
    return createStringError("the numbers of this launch are too large");
  return R;
}

template Expected<CacheAwareResult>
kernelcast::cacheAwareTime(Equations<double> &, const CacheAwareInputs &);
template Expected<BasicCacheAwareResult<Traced>>
kernelcast::cacheAwareTime(Equations<Traced> &,
                           const BasicCacheAwareInputs<Traced> &);
