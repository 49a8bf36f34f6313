//===- Guesses.h - What a time owes to numbers nobody gave ------*- C++ -*-===//
//
// A launch whose sizes and arguments are assumed has a time that is as good as
// the guesses. They are doubled, or halved where that does nothing, and the
// launch evaluated again: the one that moves the time most is the one to give.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_GUESSES_H
#define KERNELCAST_TOOL_GUESSES_H

#include "tool/Pipeline.h"

namespace kernelcast {

/// How much \p Launch, made at \p Site (null: none known) with what the \p User
/// says, rests on guesses. To \p Weigh them costs up to five short
/// evaluations of the launch, none where nothing is guessed; else the first one
/// in question stands for all.
GuessReport weighGuesses(const KernelAnalysis &Kernel, const LaunchSite *Site,
                         const LaunchOverrides &User,
                         const LaunchReport &Launch, const PipelineSetup &Setup,
                         bool Weigh);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_GUESSES_H
