//===- OriginText.h - What stands behind a number, in words -----*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_ORIGINTEXT_H
#define KERNELCAST_TOOL_REPORT_ORIGINTEXT_H

#include "cost_models/CostModel.h"

namespace kernelcast {

/// "source analysis, exact", "GPU file clock (B)", "launch in host code", ...;
/// "" for the result of an equation. \p Profile: of the launch.
std::string originText(const Quantity &Q, const WarpProfile &Profile);

class KernelFormulas;

/// "1200 + 36.5 * T cycles, T = n / 4": the time of \p P by the outermost loop
/// whose trip count is a formula; "" if there is none.
std::string timeInTripsText(const Prediction &P, KernelFormulas &Formulas);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_ORIGINTEXT_H
