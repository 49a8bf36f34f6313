//===- CacheAwareEquations.cpp - Times added up by operation --------------===//

#include "cost_models/cache-aware/CacheAwareEquations.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static bool isPositive(double X) { return X > 0 && std::isfinite(X); }

static bool isTime(double X) { return X >= 0 && std::isfinite(X); }

Expected<GroupUtilisation> kernelcast::groupUtilisation(double GroupItems,
                                                        double ExecutionUnits) {
  if (!isPositive(GroupItems) || !isPositive(ExecutionUnits))
    return createStringError("groups of %g work-items on %g execution units",
                             GroupItems, ExecutionUnits);
  double Quotient = GroupItems / ExecutionUnits;
  double Full = std::floor(Quotient), Begun = std::ceil(Quotient);
  double Rest = std::fmod(GroupItems, ExecutionUnits) / ExecutionUnits;
  GroupUtilisation U;
  U.Passes = Full + Rest * (Begun - Full);
  U.Share = U.Passes / Begun;
  return U;
}

Expected<double> kernelcast::itemTransferSeconds(const TransferLine &Line,
                                                 double WorkItems,
                                                 double BytesPerItem,
                                                 TransferUnit Unit) {
  return transferSeconds(
      Line, WorkItems * (Unit == TransferUnit::Bytes ? BytesPerItem : 1));
}

Expected<CacheAwareResult>
kernelcast::cacheAwareTime(const CacheAwareInputs &In) {
  if (!isPositive(In.WorkItems))
    return createStringError("%g work-items", In.WorkItems);
  if (!isTime(In.BasePerItem) || !isTime(In.BaseFixed))
    return createStringError("base cost of %g and %g seconds", In.BasePerItem,
                             In.BaseFixed);
  auto Utilisation = groupUtilisation(In.GroupItems, In.ExecutionUnits);
  if (!Utilisation)
    return Utilisation.takeError();
  CacheAwareResult R;
  R.Utilisation = *Utilisation;
  R.Base = In.BasePerItem * In.WorkItems + In.BaseFixed;
  R.Sum = R.Base;
  for (const OperationTime &Op : In.Operations) {
    if (!isTime(Op.Weight) || !isTime(Op.PerItem))
      return createStringError("an operation of %g * %g seconds", Op.Weight,
                               Op.PerItem);
    R.Operations.push_back(Op.Weight * Op.PerItem * In.WorkItems);
    R.Sum += R.Operations.back();
  }
  R.Seconds = R.Sum / R.Utilisation.Share;
  if (!std::isfinite(R.Seconds))
    return createStringError("the numbers of this launch are too large");
  return R;
}
