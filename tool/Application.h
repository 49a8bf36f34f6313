//===- Application.h - predict --app ----------------------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_APPLICATION_H
#define KERNELCAST_TOOL_APPLICATION_H

#include "tool/Pipeline.h"
#include "tool/lint/HostTimeline.h"

namespace kernelcast {

/// Adds to every file of \p Result the timelines of its host programs: one for
/// each entry, GPU and model. \p Look, if not null, sees those of the first
/// model.
void addApplications(Report &Result, const PipelineSetup &Setup,
                     TimelineObserver Look);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_APPLICATION_H
