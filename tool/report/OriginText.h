//===- OriginText.h - Where an input comes from, in words -------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_ORIGINTEXT_H
#define KERNELCAST_TOOL_REPORT_ORIGINTEXT_H

#include "cost_models/common/Quantity.h"

namespace kernelcast {

/// "source analysis, exact", "GPU file clock (B)", "launch in host code", ...;
/// "" for the result of an equation. \p Profile: of the launch.
std::string originText(const Quantity &Q, const WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_ORIGINTEXT_H
