//===- HostTimeline.h - A host program, for the checks ----------*- C++ -*-===//
//
// What a check of host code reads: the timeline of one entry on one GPU
// (ApplicationPrediction.h), and what the same program would take if a part of
// it were written otherwise (ApplicationChange.h).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_HOSTTIMELINE_H
#define KERNELCAST_TOOL_LINT_HOSTTIMELINE_H

#include "cost_models/application/ApplicationChange.h"
#include "cost_models/application/ApplicationPrediction.h"
#include "tool/lint/Fix.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast {

class HostTimeline {
public:
  using Rerun =
      llvm::function_ref<ApplicationPrediction(const ApplicationChange &)>;

  /// All outlive the object. \p Link: with which \p Prediction was made.
  HostTimeline(const ApplicationPrediction &Prediction, const HostLink &Link,
               Rerun Again)
      : Prediction(Prediction), Link(Link), Again(Again) {}

  const ApplicationPrediction &prediction() const { return Prediction; }
  const HostLink &link() const { return Link; }
  /// Whether the GPU's file does not tell what pinned memory reaches, so that
  /// the peak of the link is taken: a gain is at most what is said.
  bool pinnedIsBound() const;

  /// The whole program's gain.
  Gain gain(const ApplicationChange &Change) const {
    return {Prediction.Seconds, Again(Change).Seconds};
  }

private:
  const ApplicationPrediction &Prediction;
  const HostLink &Link;
  Rerun Again;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_HOSTTIMELINE_H
