//===- AccessCosts.h - Costs of known addresses, up to offsets --*- C++ -*-===//
//
// Within a box the addresses of a warp differ from point to point only by their
// common offset, so the rules of analysis/access run once for each alignment of
// that offset that occurs, times the number of points that have it. An unknown
// offset of all lanes can have any alignment that it is a multiple of: the
// rules run for each, the extremes are the bounds, the mean is the estimate.
//
// Groups of lanes that each have an offset of their own may meet or not. The
// units that a warp touches are the union of its groups' units: at least those
// of the largest group, at most the sum, which is also the estimate. A bank's
// words likewise. Half-warps that are served one after the other add up.
//
// Boxes, segments of loops and their remainders bring the same lanes to an
// access over and over, only at other alignments; what each of these costs is
// computed once and remembered by the lanes' shape.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_ACCESSCOSTS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_ACCESSCOSTS_H

#include "analysis/evaluator/CommonOffsets.h"
#include "analysis/evaluator/EvaluationState.h"
#include "analysis/evaluator/FactJournal.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// Of an access, the counts of AccessEvent from Sectors on.
struct AccessCost {
  Estimate Counts[AccessEvent::NumCounts];
  unsigned Degree = 0; ///< the largest of a bank
};

class AccessCosts {
public:
  /// \p Width is the number of lanes in a warp; long computations are charged
  /// to \p Steps.
  AccessCosts(const KernelModel &Kernel, const GpuSpec &Gpu, unsigned Width,
              StepBudget &Steps);

  /// Over all points of the box \p Points, each \p Scale times, by the lanes
  /// \p Lanes whose addresses are \p Address up to the offsets of their groups.
  AccessCost overBox(AccessId Id, const WarpValue &Address,
                     const LaneSet &Lanes, const CommonOffsets &Offsets,
                     const Box &Points, double Scale);
  /// One execution by a single lane, at any address that is aligned as that of
  /// the access is. A lane of w bytes at a multiple of a <= w touches up to
  /// ceil((w + 32 - a) / 32) sectors.
  const AccessCost &ofOneLane(AccessId Id);

  /// Expected largest number of balls in one of 32 bins after 32 throws: the
  /// bank degree of a full warp with random addresses.
  static constexpr double RandomBankDegree = 3.5;

private:
  /// Where lanes are, seen from the lowest of them.
  struct Shape {
    std::array<int64_t, MaxLanes> Above;
    LaneMask Known = 0; ///< the lanes
    LaneMask Sure = 0;  ///< part of Known
    double Probability = 1;
    bool Together = false;                ///< all of Known or none
    unsigned Alignment = AlignmentPeriod; ///< of the unknown offset
  };
  /// Costs of one execution by lanes of one shape.
  struct Table {
    Shape Of;
    std::array<uint16_t, AlignmentPeriod> Place; ///< by start, 1 + in Costs
    std::vector<AccessCost> Costs;
  };
  /// The tables of one access and group of lanes.
  struct Memory {
    llvm::SmallVector<std::unique_ptr<Table>, 1> Tables;
    unsigned Newest = 0;
    unsigned ChargedTable = None, ChargedStart = None; ///< last one charged
  };
  struct GroupCost : AccessCost {
    double Executions = 0;
  };

  GroupCost groupCost(AccessId Id, const WarpValue &Address,
                      const LaneSet &Lanes, const CommonOffsets &Offsets,
                      unsigned Group, const Box &Points, double Scale);
  Table &table(Memory &Kept, const Shape &Of);
  const AccessCost &costAt(AccessId Id, Memory &Kept, Table &In,
                           unsigned Start);
  AccessCost compute(const MemoryAccess &A, const Shape &Of,
                     unsigned Start) const;
  void execute(const MemoryAccess &A, llvm::ArrayRef<int64_t> Addresses,
               LaneMask Lanes, double *Counts, unsigned &Degree) const;
  bool addsUp(unsigned Count) const;

  const KernelModel &Kernel;
  const GpuSpec &Gpu;
  unsigned Width;
  StepBudget &Steps;
  std::vector<llvm::SmallVector<Memory, 1>> Kept; ///< by access and group
  unsigned Tables = 0;                            ///< of all of them
  std::vector<std::optional<AccessCost>> Single;  ///< ofOneLane()
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_ACCESSCOSTS_H
