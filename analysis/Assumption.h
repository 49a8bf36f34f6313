//===- Assumption.h - What a result takes for granted -----------*- C++ -*-===//
//
// One entry of the ledger: something that nothing in the sources tells, the
// value taken for it, why, and what rests on it. An entry is data, so that the
// tool may ask what is assumed of what; its words are made where it is printed
// (wording() below), from one table for all writers.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ASSUMPTION_H
#define KERNELCAST_ANALYSIS_ASSUMPTION_H

#include "analysis/support/SourceSpot.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kernelcast {

/// What is assumed. In brackets: the fields of Assumption that say of what
/// and which value, where it has any.
enum class AssumptionKind : uint8_t {
  // Of a launch.
  BlockSize,     ///< [Whole: threads in x, y, z]
  GridSize,      ///< [Whole: blocks in x, y, z]
  DynamicShared, ///< [Whole: bytes of a block]
  SharedOptIn,   ///< that host code allows so much [Whole: bytes of a block]
  Argument,      ///< of the kernel [Name; Whole]
  Pointer,       ///< that it is not null [Name]
  HostVariable,  ///< [Name; Whole]
  LaunchIsMade,  ///< which a condition in host code excludes [Place]
  Constraint,    ///< given by the user [Name: its text; Detail: the value]
  // Of a kernel.
  TripCount,         ///< mean of a loop [Place; Real]
  BranchProbability, ///< of a lane [Place; Real]
  Registers,         ///< of a thread [Whole]
  Spills,            ///< of a thread, stored and loaded [Whole: bytes]
  MatrixFactors,     ///< read in shared memory by the tensor cores [Place]
  PartialBarrier,    ///< nobody waits there [Place]
  BoxReuse,          ///< by copies from tensors [Place]
  // Of the hardware, where its file does not say or nobody has verified it.
  UnverifiedNumber, ///< [Name: key, Gpu; Real, Unit; Detail: its source]
  LatencyShared,    ///< [Whole: cycles]
  LatencySfu,       ///< [Whole: cycles]
  LatencyFp64,      ///< [Whole: cycles]
  IssueInterval,    ///< between instructions of a warp [Real: cycles]
  BlockReplacement, ///< no time
  DepartureDelay,   ///< between memory requests [Real: cycles]
  PeakShare,        ///< of the DRAM bandwidth that is reached [Real]
  LambdaCompute,    ///< 1
  LambdaMemory,     ///< 1
  LambdaLatency,    ///< 1
  MissRegisters,    ///< of an SM [Real]
  RequestBytes,     ///< [Real]
  NocBandwidth,     ///< [Real: B/s]
  ExecutionUnits,   ///< of the cache-aware model [Whole]
  Calibration,      ///< of the cache-aware model [Real: work-items, from, to]
  // Of models.
  Caches,         ///< [Real: per cent of hits in L1 and L2]
  UnknownPlaces,  ///< where addresses lead that depend on data: anywhere
  ColdL2,         ///< that could have what the launch touches
  WarmL2,         ///< has it
  NoCaches,       ///< the model has none
  HitRatio,       ///< of all caches [Real]
  HitRatioL1,     ///< [Real]
  HitRatioL2,     ///< [Real]
  PerfectOverlap, ///< of all resources
  NoDualIssue,    ///< of instructions
  WarpLatency,    ///< is approximate [Detail: how]
  WarpIntervals,  ///< are approximate [Detail: how]
  ListingCounts,  ///< of blocks of a listing [Detail: of which model]
  LeftOut,        ///< a part of the model [Name: the part; Detail: instead]
  // Of the link to the host.
  StartupToDevice,    ///< none
  StartupFromDevice,  ///< none
  PageableToDevice,   ///< the peak bandwidth
  PageableFromDevice, ///< the peak bandwidth
  PinnedBandwidth,    ///< the peak
  LaunchOverhead,     ///< none
  // Of a host program.
  LaunchTime,     ///< that of an earlier launch [Name: kernel]
  OtherFiles,     ///< ask nothing of the device [Detail: their functions]
  BrokenCode,     ///< asks nothing of the device [Place: first error; Whole]
  LoopEnd,        ///< never taken [Name: condition, Place]
  HostCondition,  ///< [Name: condition, Place; Whole: 0 or 1]
  HostRounds,     ///< of a loop [Name: condition, Place; Whole; Detail: option]
  HostHandle,     ///< a stream or event [Name]
  HostMemory,     ///< of a copy is pageable [Name: operands, Place; Detail: of]
  LibraryPass,    ///< algorithms of thrust and cub
  LibraryStorage, ///< a call of cub has its storage [Name: function, Place]
  PageableWaits,  ///< asynchronous copies
};

/// Why, for kinds that have several reasons; Only for the others.
enum class AssumptionReason : uint8_t {
  Only,
  // Block and grid.
  NoLaunch,    ///< none was found
  SizeUnknown, ///< of a launch that was found
  WholeBlocks, ///< the threads given do not fill the last block
  // Values of variables.
  ProblemSize,   ///< the assumed extent of the problem
  RowLength,     ///< of an assumed problem of two dimensions
  LaunchThreads, ///< of the launch, in its longest dimension
  LargestOfType, ///< that the variable's type holds
  AssumedBlock,  ///< threads of an assumed block
  BlocksNeeded,  ///< for the assumed problem
  HostDefault,   ///< in host code
  RoundOfSizes,  ///< of a host loop whose launch has the given sizes
  NoCommandLine, ///< the host program is given none
  TakenForLaunch,
  // Loops and branches.
  DependsOnData,
  OneBlock,     ///< of the grid takes this side: the last one
  MostPossible, ///< data may end the loop before
  OptionNamed,  ///< an option could tell it
  // Registers.
  Estimated,
  LaunchBounds,
  ThreadMaximum, ///< the rest spills
  BlockFits,
  // Hardware and models.
  SourceKnown, ///< of an unverified number
  NotGiven,
  OutsideOfMeasured,
  WideRequests, ///< 128 bytes through the load/store lanes
  WangAndLou,
  NoReuse,
  MoreThanHalf, ///< of the L2 is touched, as far as is known
  // Registers: BlockFits, though more are estimated [Whole: and those].
  MayNotLaunch,
  // Registers: in a better order than the code's [Whole: and in that].
  MaySpill,
};

/// What rests on an assumption.
enum class AffectedPart : uint8_t {
  EveryCount,
  LaunchShape,
  TripCounts,
  Conditions,
  Addresses,
  CountsInLoop,
  CountsUnderBranch,
  Occupancy,
  IssueAndLatency,
  WarpLatency,
  PredictedTime,
  TransferTimes,
  Overlap,
  Application,
};

/// A set of parts.
class AffectedParts {
public:
  constexpr AffectedParts() = default;
  constexpr AffectedParts(AffectedPart Part)
      : Bits(1u << static_cast<unsigned>(Part)) {}
  constexpr AffectedParts operator|(AffectedParts Other) const {
    AffectedParts Both;
    Both.Bits = Bits | Other.Bits;
    return Both;
  }
  constexpr bool contains(AffectedPart Part) const {
    return Bits >> static_cast<unsigned>(Part) & 1;
  }
  constexpr bool empty() const { return !Bits; }
  friend bool operator==(AffectedParts, AffectedParts) = default;

private:
  uint32_t Bits = 0;
};

struct Assumption {
  AssumptionKind Kind;
  AssumptionReason Reason = AssumptionReason::Only;
  /// Where it is not the same for all of a kind: of variables.
  AffectedParts Affects = {};
  std::array<int64_t, 3> Whole{};  ///< value, of kinds that count
  std::array<double, 2> Real{};    ///< value, of kinds that measure
  std::string Name = {};           ///< of what
  SourceSpot Place = {};           ///< of what
  std::string Detail = {};         ///< belongs to the reason
  std::string Gpu = {}, Unit = {}; ///< of an unverified number
  std::string Launched = {};       ///< by whom, on an application's timeline
};
/// Another reason for the same is another entry.
bool operator==(const Assumption &A, const Assumption &B);

/// Whether \p A is of one launch alone: others of the same program may take
/// other values.
bool isOfOneLaunch(const Assumption &A);

/// Orders by what is assumed of what and its value, not by the reason: a set
/// in this order says each thing once.
struct ClaimOrder {
  bool operator()(const Assumption &A, const Assumption &B) const;
};

/// An assumption in words.
struct AssumptionWording {
  std::string What;                 ///< "argument n", "registers per thread"
  std::string Value;                ///< "1048576", "0.5"
  std::string Why;                  ///< "no value given; ..."
  std::vector<std::string> Affects; ///< "trip counts", ...
};
AssumptionWording wording(const Assumption &A);

/// How the command line gives a number of a launch in place of \p A: "--arg
/// n=N"; "" of other kinds.
std::string givingOption(const Assumption &A);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ASSUMPTION_H
