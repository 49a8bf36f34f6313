//===- FactTotals.h - From journals of boxes to the facts of a launch -----===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_FACTTOTALS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_FACTTOTALS_H

#include "analysis/WarpProfile.h"
#include "analysis/access/SampledMovement.h"
#include "analysis/evaluator/FactJournal.h"

namespace kernelcast {

/// Running totals of one kernel over the boxes that are finished.
class FactTotals {
public:
  explicit FactTotals(const KernelModel &Kernel);

  /// Adds what \p Journal holds, each event \p Weight times, and empties it.
  /// \p Sampled: the box stands for others. Where accesses go counts \p Places
  /// times, if that is another number: fewer boxes may tell it; 0: not this
  /// one.
  void add(FactJournal &Journal, double Weight, bool Sampled) {
    add(Journal, Weight, Sampled, Weight);
  }
  void add(FactJournal &Journal, double Weight, bool Sampled, double Places);
  /// The launch that is evaluated is not quite the one that is meant: no count
  /// is more than an assumption.
  void assumeLaunch() { OtherLaunch = true; }
  /// The totals as facts of \p Profile; \p SampleNote says how boxes were
  /// sampled, if they were. The launch has \p Points values of each coordinate
  /// of a warp.
  void finish(WarpProfile &Profile, llvm::StringRef SampleNote,
              const std::array<double, LaunchCoordinates> &Points);

private:
  template <typename Event> struct Total : Event {
    bool Seen = false;
  };
  void add(const AccessEvent &E, double Weight);
  void add(const BranchEvent &E, double Weight);
  void add(const LoopEvent &E, double Weight);
  Known<double> known(const Estimate &E, bool Unbounded) const;
  AccessFacts facts(const Total<AccessEvent> &T,
                    llvm::StringRef SampleNote) const;
  BranchFacts facts(const Total<BranchEvent> &T,
                    llvm::StringRef SampleNote) const;
  LoopFacts facts(const Total<LoopEvent> &T, llvm::StringRef SampleNote) const;
  std::string reason(const AccessEvent &Total,
                     llvm::StringRef SampleNote) const;

  const KernelModel &Kernel;
  std::vector<Total<AccessEvent>> Accesses;
  std::vector<Footprint> Footprints;      ///< by access
  std::vector<SampledMovement> Movements; ///< by access
  std::vector<Total<BlockEvent>> Blocks;
  std::vector<Total<BranchEvent>> Branches; ///< by block
  std::vector<Total<LoopEvent>> Loops;
  bool AnySampled = false; ///< then nothing is known for the whole launch
  bool OtherLaunch = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_FACTTOTALS_H
