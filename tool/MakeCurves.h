//===- MakeCurves.h - A launch among others like it -------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_MAKECURVES_H
#define KERNELCAST_TOOL_MAKECURVES_H

#include "tool/Pipeline.h"
#include "tool/report/LaunchCurves.h"

namespace kernelcast {

/// The curves of \p Launch, made of \p Kernel at \p Site (null: none known)
/// with what the \p User says. \p WithTimes: its time at other launches, too,
/// each of which is evaluated as `predict` would, with models that are asked
/// about \p Compiled where it is not null.
LaunchCurves makeCurves(const std::shared_ptr<const KernelAnalysis> &Kernel,
                        const std::shared_ptr<const KernelAnalysis> &Compiled,
                        const LaunchSite *Site, const LaunchOverrides &User,
                        const LaunchReport &Launch, const PipelineSetup &Setup,
                        bool WithTimes);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_MAKECURVES_H
