//===- AskModels.h - What every model says about a launch -------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_ASKMODELS_H
#define KERNELCAST_TOOL_ASKMODELS_H

#include "tool/report/Report.h"

namespace kernelcast {

/// The model that --model calls \p Name ("": the default one). Errors: there is
/// none, or it does not have the \p Mode that --mode asks for. \p MayBeAll: the
/// option takes "all", too, which is not for here.
llvm::Expected<std::unique_ptr<CostModel>>
modelNamed(const std::string &Name, std::optional<ModelMode> Mode,
           bool MayBeAll);

/// Fills in predictions, refusals and the ledger of \p Launch. \p Mode: of all
/// models; none: each its default. \p Asked: of each prediction, its quantities
/// at least. A prediction that rests on numbers that
/// nobody has verified says so in the ledger; with \p VerifiedOnly it becomes a
/// refusal.
void askModels(const std::vector<std::unique_ptr<CostModel>> &Models,
               std::optional<ModelMode> Mode, bool VerifiedOnly, Detail Asked,
               LaunchReport &Launch);

/// What the leading model says of \p Launch at the clock that the vendor of its
/// GPU guarantees; nothing where that is not known or there is no prediction.
/// Bandwidths stay as they are: those of the memories have clocks of their own.
/// \p VerifiedOnly: nothing either where nobody has verified that clock.
std::optional<BaseClockTime> atBaseClock(const LaunchReport &Launch,
                                         bool VerifiedOnly);

/// A message for each of the GPUs whose unverified numbers \p Result rests on;
/// an error with \p VerifiedOnly where that left a launch without any time.
void reportUnverified(bool VerifiedOnly, Report &Result);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_ASKMODELS_H
