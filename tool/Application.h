//===- Application.h - predict --app ----------------------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_APPLICATION_H
#define KERNELCAST_TOOL_APPLICATION_H

#include "tool/Pipeline.h"

namespace kernelcast {

/// Adds to every file of \p Result the timelines of its host programs: one for
/// each entry, GPU and model.
void addApplications(Report &Result, const PipelineSetup &Setup);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_APPLICATION_H
