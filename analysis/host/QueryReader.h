//===- QueryReader.h - Queries of the device in host code -------*- C++ -*-===//
//
// cudaDeviceProp's members, attributes and the occupancy calculator: where host
// code holds a number that only the device can tell.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_QUERYREADER_H
#define KERNELCAST_ANALYSIS_HOST_QUERYREADER_H

#include "analysis/DeviceQuery.h"
#include "analysis/host/HostValues.h"

namespace kernelcast::host {

/// The number that \p P is as a member of the device's properties.
std::optional<DeviceQuery> propertyIn(const Place &P);

/// The number that \p Call leaves in \p P, one of its arguments.
std::optional<DeviceQuery> queryBy(const clang::CallExpr *Call, const Place &P,
                                   HostValues &Values, const Frame *F);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_QUERYREADER_H
