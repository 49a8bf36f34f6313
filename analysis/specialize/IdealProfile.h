//===- IdealProfile.h - What if one factor were perfect? --------*- C++ -*-===//
//
// What-ifs on a profile: one factor of a kernel's cost is made as good as it
// can be, and all others stay. A cost model that is asked about both profiles
// then says what a perfect remedy for that factor would gain.
//
//   coalesce       an access goes to neighbouring elements
//   spreadOverBanks  an access to shared memory has no bank conflicts
//   converge       the lanes that take one side of a branch share warps
//   keepInRegisters  an access to local memory makes no traffic
//   keepValue        most executions of a load find its value in a register
//   combineInWarps   the lanes of a warp send one atomic operation
//   readUniformly    all lanes read one word of constant memory
//   computeFaster    a value takes other instructions
//   keepBlocks       only some of the launch's blocks run
//   fillWithWarps    an SM holds as many blocks as it has room for warps
//
// Facts change here; the totals of the profile follow with
// KernelAnalysis::rederived(), but for computeFaster and fillWithWarps, which
// change what it would derive.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_IDEALPROFILE_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_IDEALPROFILE_H

#include "analysis/WarpProfile.h"
#include "analysis/instructions/InstructionCost.h"

namespace kernelcast {

/// The facts of access \p Id in \p Profile, one on \p Gpu, as they would be if
/// the active lanes of a warp went to neighbouring elements from the start of a
/// sector on, and every element were still touched as often as it is. Traffic,
/// class and footprint change, counts of executions stay. An access that all
/// lanes make to one address, that costs no more already, or that goes to
/// shared memory stays as it is.
void coalesce(WarpProfile &Profile, AccessId Id, const GpuSpec &Gpu);

/// The cycles that the banks of \p Gpu need at least for the lanes that issue
/// \p Access, a shared one, together: 1 for 4 bytes a lane, 2 for 8, 4 for 16;
/// twice as many for a wavefront of 64.
unsigned conflictFreeCycles(const MemoryAccess &Access, const GpuSpec &Gpu);

/// The facts of access \p Id to shared memory as they would be if no lanes
/// needed more than conflictFreeCycles(). Other accesses stay as they are.
void spreadOverBanks(WarpProfile &Profile, AccessId Id, const GpuSpec &Gpu);

/// The facts as they would be if the threads of a block that take the true side
/// of the branch at the end of \p Block shared as few warps as hold them, and
/// so did those that take the false side. Of a loop's condition: if all threads
/// of a warp stayed for equally many iterations. Executions by warps shrink in
/// the blocks that the sides dominate, with their accesses and branches; lanes
/// and bytes stay. A branch whose sides' lanes are not counted stays as it is.
void converge(WarpProfile &Profile, BlockId Block);

/// The facts of access \p Id, one to local memory, without any traffic.
void keepInRegisters(WarpProfile &Profile, AccessId Id);

/// The facts of access \p Id, a load, if only \p Share of its executions, from
/// 0 to 1, went to memory. Where it goes stays, and the instruction itself
/// counts.
void keepValue(WarpProfile &Profile, AccessId Id, double Share);

/// The facts of access \p Id, an atomic of which all lanes of a warp go to one
/// address, if one lane of each warp went there for all.
void combineInWarps(WarpProfile &Profile, AccessId Id);

/// The facts of access \p Id to constant memory if all lanes of a warp read one
/// word.
void readUniformly(WarpProfile &Profile, AccessId Id);

/// How \p Value is computed.
struct ComputedValue {
  double Instructions = 0; ///< that one computation takes
  double Executions = 0;   ///< by warps, in the launch
};
ComputedValue instructionsFor(const WarpProfile &Profile, const Expr *Value);

/// The instructions per warp of \p Profile if each computation of \p Value took
/// those of \p Instead. Other totals stay.
void computeFaster(WarpProfile &Profile, const Expr *Value,
                   const OperationCost &Instead);

/// The facts of \p Profile for the first \p Blocks blocks of its launch, if all
/// blocks do the same.
void keepBlocks(WarpProfile &Profile, uint64_t Blocks);

/// The residency of \p Profile if nothing but its room for warps limited an SM.
void fillWithWarps(WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_IDEALPROFILE_H
