//===- LaunchPrecedence.h - Who wins where two say something ----*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_LAUNCHPRECEDENCE_H
#define KERNELCAST_ANALYSIS_LAUNCH_LAUNCHPRECEDENCE_H

#include "analysis/launch/ResolveLaunch.h"

namespace kernelcast {

/// What \p Stronger gives takes the place of what \p Base has; constraints of
/// both hold.
void overrideLaunch(LaunchOverrides &Base, const LaunchOverrides &Stronger);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_LAUNCHPRECEDENCE_H
