//===- QueryReader.h - Queries of the device in host code -------*- C++ -*-===//
//
// Attributes and the occupancy calculator: calls that leave a number in host
// code that only the device can tell. (The members of cudaDeviceProp are known
// by their names, HostSymbols.cpp.)
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_QUERYREADER_H
#define KERNELCAST_ANALYSIS_HOST_QUERYREADER_H

#include "analysis/DeviceQuery.h"
#include "analysis/host/HostValues.h"

namespace kernelcast::host {

/// The number that \p Call leaves in \p P, one of its arguments.
std::optional<DeviceQuery> queryBy(const clang::CallExpr *Call, const Place &P,
                                   HostValues &Values, const Frame *F);

/// Whether a call in \p Facts may ask the device for a number.
bool asksDevice(const HostFacts &Facts);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_QUERYREADER_H
