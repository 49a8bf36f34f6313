//===- Assumption.cpp - The ledger in words -------------------------------===//
//
// A row for each kind and reason: what, which value, why, and what it affects.
// Words in braces stand for the entry's own:
//
//   {name} {detail} {gpu}  its texts; {unit}: with a space before it, if any
//   {moved}                that the value was moved for constraints, its detail
//   {place} {line} {file}  its place, as line:column, line and file
//   {spot}                 its place, with the file's name
//   {n} {y} {z}            its whole numbers
//   {n cycles} {g cycles}  {n} and {g} with that unit
//   {f} {g} {p}            its first number: fixed point, six and three digits
//   {h} {q}                its second number: six and three digits
//   {truth} {otherwise}    the whole number as a truth value and negated
//===----------------------------------------------------------------------===//

#include "analysis/Assumption.h"
#include "analysis/support/UnitText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include <cassert>
#include <cstdio>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

namespace {

struct Row {
  AssumptionKind Kind;
  AssumptionReason Reason;
  const char *What, *Value, *Why;
  AffectedParts Affects;
};

using K = AssumptionKind;
using R = AssumptionReason;
using P = AffectedPart;

constexpr char NoStartup[] =
    "the GPU file gives no start-up time; small copies come out too fast";
constexpr char NoShare[] =
    "the GPU file does not say how much of the link's bandwidth is reached";
constexpr char AsAddition[] =
    "the GPU file gives none; that of an addition is taken";
constexpr char NoLambda[] =
    "the GPU file has no calibration; the peak is taken";
constexpr char CacheShare[] =
    "share of the sectors that the caches are estimated to save; without "
    "reuse every access goes to DRAM";

constexpr Row row(AssumptionKind Kind, AssumptionReason Reason,
                  const char *What, const char *Value, const char *Why,
                  AffectedParts Affects = {}) {
  return {Kind, Reason, What, Value, Why, Affects};
}

constexpr Row Rows[] = {
    // Of a launch.
    row(K::BlockSize, R::NoLaunch, "block", "{n}x{y}x{z}",
        "no launch was found; give --block", P::EveryCount),
    row(K::BlockSize, R::SizeUnknown, "block", "{n}x{y}x{z}",
        "the launch's block size is not known; give --block", P::EveryCount),
    row(K::GridSize, R::NoLaunch, "grid", "{n}x{y}x{z}",
        "no launch was found; give --grid", P::EveryCount),
    row(K::GridSize, R::SizeUnknown, "grid", "{n}x{y}x{z}",
        "the launch's grid size is not known; give --grid", P::EveryCount),
    row(K::GridSize, R::WholeBlocks, "grid", "{n}x{y}x{z}",
        "the global size is no multiple of the block's, which OpenCL 1.2 "
        "refuses and 2.0 meets with partial last blocks; these are taken to be "
        "whole",
        P::EveryCount),
    row(K::DynamicShared, R::Only, "dynamic shared memory", "{n} bytes",
        "one element a thread for each array of unknown size; give "
        "--dynamic-shared",
        P::Occupancy),
    row(K::SharedOptIn, R::Only, "shared memory of a block", "{n} bytes",
        "more than the 48 KiB that a block gets by itself; the launch fails "
        "unless the host raises "
        "cudaFuncAttributeMaxDynamicSharedMemorySize before",
        P::Occupancy),
    row(K::Argument, R::ProblemSize, "argument {name}", "{n}",
        "no value given; taken as the assumed problem size{moved}; give --arg "
        "{name}=..."),
    row(K::Argument, R::RowLength, "argument {name}", "{n}",
        "no value given; taken as the length of a row in an assumed problem of "
        "two dimensions{moved}; give --arg {name}=..."),
    row(K::Argument, R::LargestOfType, "argument {name}", "{n}",
        "no value given; taken as the largest that its type holds{moved}; give "
        "--arg {name}=..."),
    row(K::Pointer, R::Only, "pointer {name}", "not null",
        "the kernel asks whether it is null; give --arg {name}=0 if so",
        P::Conditions),
    row(K::Argument, R::LaunchThreads, "argument {name}", "{n}",
        "no value given; taken as the launch's threads in its longest "
        "dimension{moved}; "
        "give --arg {name}=..."),
    row(K::HostVariable, R::HostDefault, "host variable {name}", "{n}",
        "its default in host code{moved}; give --arg {name}=..."),
    row(K::HostVariable, R::RoundOfSizes, "host variable {name}", "{n}",
        "its value in the first round of its loop whose launch has the given "
        "sizes; give --arg {name}=..."),
    row(K::HostVariable, R::AssumedBlock, "host variable {name}", "{n}",
        "threads of an assumed block{moved}; give --arg {name}=..."),
    row(K::HostVariable, R::BlocksNeeded, "host variable {name}", "{n}",
        "blocks for the assumed problem size{moved}; give --arg {name}=..."),
    row(K::HostVariable, R::ProblemSize, "host variable {name}", "{n}",
        "the assumed problem size{moved}; give --arg {name}=..."),
    row(K::HostVariable, R::NoCommandLine, "host variable {name}", "{n}",
        "no command line; give --arg {name}=..."),
    row(K::HostVariable, R::TakenForLaunch, "host variable {name}", "{n}",
        "as assumed for a launch; give --arg {name}=..."),
    row(K::LaunchIsMade, R::Only, "launch", "made",
        "although the condition at {place} excludes it here", P::EveryCount),
    row(K::Constraint, R::Only, "constraint", "{name}", "given; {detail}"),

    // Of a kernel.
    row(K::TripCount, R::DependsOnData, "trip count of the loop at {spot}",
        "{f}", "depends on data; give --assume '{place} trips=N'",
        P::CountsInLoop),
    row(K::TripCount, R::MostPossible, "trip count of the loop at {spot}",
        "{f}",
        "the most there can be, data may end the loop before; give --assume "
        "'{place} trips=N'",
        P::CountsInLoop),
    row(K::BranchProbability, R::DependsOnData,
        "probability of the branch at {spot}", "{f}",
        "depends on data; give --assume '{place} p=P'", P::CountsUnderBranch),
    row(K::BranchProbability, R::OneBlock,
        "probability of the branch at {spot}", "{f}",
        "one block of the grid, the last, takes it; give --assume '{place} "
        "p=P'",
        P::CountsUnderBranch),
    row(K::Registers, R::Estimated, "registers per thread", "{n}",
        "estimated; --ptxas-log gives the compiler's count", P::Occupancy),
    row(K::Registers, R::LaunchBounds, "registers per thread", "{n}",
        "the most that __launch_bounds__ leaves", P::Occupancy),
    row(K::Registers, R::ThreadMaximum, "registers per thread", "{n}",
        "the most that a thread can have; the rest spills", P::Occupancy),
    row(K::Registers, R::BlockFits, "registers per thread", "{n}",
        "the most with which a block fits", P::Occupancy),
    row(K::Registers, R::MayNotLaunch, "registers per thread", "{n}",
        "the most with which a block fits; {y} are estimated, with which the "
        "launch fails for want of registers; --ptxas-log gives the compiler's "
        "count",
        P::Occupancy),
    row(K::Registers, R::MaySpill, "registers per thread", "{n}",
        "estimated in a better order than the code's own, in which {y} are in "
        "use; the assembler finds it for some blocks of more than 4096 "
        "instructions and for others not, whose values go to local memory; "
        "--ptxas-log gives the compiler's count",
        P::Occupancy),
    row(K::Spills, R::Only, "spilled registers",
        "{n} bytes stored and {y} loaded",
        "the compiler's log; each time a thread goes through the code that "
        "needs most registers",
        P::PredictedTime),
    row(K::PartialBarrier, R::Only,
        "waiting at the barrier of some threads of a block at {place}", "none",
        "who meets there is not followed", P::PredictedTime),
    row(K::BoxReuse, R::Only,
        "what bulk copies by tensor maps bring at {place} and the L2 has",
        "none", "the host knows where it lies; blocks that share it are faster",
        P::PredictedTime),
    row(K::MatrixFactors, R::Only,
        "factors that tensor cores read in shared memory at {place}",
        "read once for a product",
        "descriptors say where they lie; no two elements in one bank",
        P::PredictedTime),

    // Of the hardware.
    row(K::UnverifiedNumber, R::Only, "{name} of {gpu}", "{g}{unit}",
        "a number that nobody has verified", P::PredictedTime),
    row(K::UnverifiedNumber, R::SourceKnown, "{name} of {gpu}", "{g}{unit}",
        "a number that nobody has verified; {detail}", P::PredictedTime),
    row(K::LatencyShared, R::Only, "latency of shared memory", "{n cycles}",
        AsAddition, P::WarpLatency),
    row(K::LatencySfu, R::Only, "latency of special functions", "{n cycles}",
        AsAddition, P::WarpLatency),
    row(K::LatencyFp64, R::Only, "latency of FP64 operations", "{n cycles}",
        AsAddition, P::WarpLatency),
    row(K::IssueInterval, R::Only,
        "time between independent instructions of a warp", "{g cycles}",
        "the GPU file gives none; the time for which one occupies its "
        "scheduler's lanes is taken",
        P::WarpLatency),
    row(K::BlockReplacement, R::Only, "time to replace a block", "0 cycles",
        "the GPU file gives none", P::WarpLatency),
    row(K::DepartureDelay, R::WideRequests, "departure delay", "{g cycles}",
        "the GPU file gives none; 128 bytes at 4 bytes a load/store lane and "
        "cycle",
        P::PredictedTime),
    row(K::DepartureDelay, R::WangAndLou, "departure delay", "{g cycles}",
        "the GPU file gives none; Wang and Lou take 1 for each transaction of "
        "128 bytes",
        P::PredictedTime),
    row(K::PeakShare, R::Only, "share of the peak bandwidth", "{g}",
        "the GPU file gives the peak; copies reach 0.85 to 0.93 of it",
        P::PredictedTime),
    row(K::LambdaCompute, R::Only, "lambda of computation", "1", NoLambda,
        P::PredictedTime),
    row(K::LambdaMemory, R::Only, "lambda of memory", "1", NoLambda,
        P::PredictedTime),
    row(K::LambdaLatency, R::Only, "lambda of latency", "1", NoLambda,
        P::PredictedTime),
    row(K::MissRegisters, R::Only, "miss registers of an SM", "{g}",
        "vendors do not tell; 128 as in table 1 of the paper",
        P::PredictedTime),
    row(K::RequestBytes, R::Only, "bytes of a request", "{g}",
        "the GPU file gives no line size", P::PredictedTime),
    row(K::NocBandwidth, R::Only, "bandwidth of the network on chip", "{g}",
        "the GPU file gives none between SMs and L2; 64 bytes a cycle and SM",
        P::PredictedTime),
    row(K::ExecutionUnits, R::Only, "execution units of cache-aware", "{n}",
        "not calibrated; the width at which work-items are scheduled",
        P::PredictedTime),
    row(K::Calibration, R::OutsideOfMeasured, "calibration of cache-aware",
        "{g} to {h} work-items", "the launch lies outside of what was measured",
        P::PredictedTime),
    row(K::Calibration, R::NotGiven, "calibration of cache-aware", "none",
        "the GPU file has no section 'calibration'; times follow from the "
        "peaks "
        "of units and bandwidths, one after the other",
        P::PredictedTime),

    // Of models.
    row(K::Caches, R::NoReuse, "caches", "no hits",
        "no reuse is expected, so every access is charged to DRAM",
        P::PredictedTime),
    row(K::Caches, R::Estimated, "caches",
        "{p} % of the L1's and {q} % of the L2's requests hit",
        "estimated from distinct sectors of nested pieces of the launch",
        P::PredictedTime),
    row(K::UnknownPlaces, R::Only, "places that data decide", "anywhere",
        "as far as allocations, rows and the types of indices let them be; the "
        "range of times is from all of them in a cache to each in another "
        "sector",
        P::PredictedTime),
    row(K::ColdL2, R::Only, "L2 at the start", "empty",
        "it could hold all that the launch touches; --l2 warm is for a launch "
        "that follows another like it",
        P::PredictedTime),
    row(K::ColdL2, R::MoreThanHalf, "L2 at the start", "empty",
        "--l2 warm is for launches that touch half of it at most; this one "
        "touches more, or nobody knows how much",
        P::PredictedTime),
    row(K::WarmL2, R::Only, "L2 at the start", "all that the launch touches",
        "a launch before has left it there (--l2 warm)", P::PredictedTime),
    row(K::NoCaches, R::Only, "caches", "none",
        "the wfg model charges every access to DRAM, so kernels that reuse "
        "data "
        "come out slower than they are",
        P::PredictedTime),
    row(K::HitRatio, R::Only, "hit ratio of mwp-cwp", "{p}", CacheShare,
        P::PredictedTime),
    row(K::HitRatioL1, R::Only, "L1 hit ratio of mwp-cwp", "{p}", CacheShare,
        P::PredictedTime),
    row(K::HitRatioL2, R::Only, "L2 hit ratio of mwp-cwp", "{p}", CacheShare,
        P::PredictedTime),
    row(K::PerfectOverlap, R::Only, "overlap of roofline", "perfect",
        "the busiest resource works all the time and hides everything else, so "
        "the time is a floor where the traffic is right",
        P::PredictedTime),
    row(K::NoDualIssue, R::Only, "instructions issued together", "none",
        "pairs that issue in one slot are the compiler's choice and not in the "
        "source",
        P::IssueAndLatency),
    row(K::WarpLatency, R::Only, "latency of a warp", "approximate", "{detail}",
        P::WarpLatency),
    row(K::WarpIntervals, R::Only, "intervals of a warp", "approximate",
        "{detail}", P::PredictedTime),
    row(K::ListingCounts, R::Only, "runs of the listing's blocks",
        "those of the {detail} kernel",
        "loops and accesses beside each other are the same; to within {p} %",
        P::IssueAndLatency),

    row(K::LeftOut, R::Only, "part {name} of the model", "left out", "{detail}",
        P::PredictedTime),

    // Of the link to the host.
    row(K::StartupToDevice, R::Only, "start-up of copies to the device", "0",
        NoStartup, P::TransferTimes),
    row(K::StartupFromDevice, R::Only, "start-up of copies from the device",
        "0", NoStartup, P::TransferTimes),
    row(K::PageableToDevice, R::Only,
        "bandwidth of pageable copies to the device", "peak", NoShare,
        P::TransferTimes),
    row(K::PageableFromDevice, R::Only,
        "bandwidth of pageable copies from the device", "peak", NoShare,
        P::TransferTimes),
    row(K::PinnedBandwidth, R::Only, "bandwidth of pinned copies", "peak",
        NoShare, P::TransferTimes),
    row(K::LaunchOverhead, R::Only, "launch overhead", "0",
        "the GPU file gives none; short kernels come out too fast",
        P::TransferTimes),

    // Of a host program.
    row(K::LaunchTime, R::Only, "time of {name}", "that of an earlier launch",
        "too many launches of other shapes", P::Application),
    row(K::OtherFiles, R::Only, "functions of other files",
        "ask nothing of the device", "{detail}", P::Application),
    row(K::BrokenCode, R::Only, "code that does not compile",
        "asks nothing of the device", "{n} errors, the first at {file}:{line}",
        P::Application),
    row(K::LoopEnd, R::Only, "end of the loop by '{name}' at {place}", "never",
        "the condition's value is not known", P::Application),
    row(K::HostCondition, R::Only, "condition '{name}' at {place}", "{truth}",
        "its value is not known; give --assume '{place} p={otherwise}'",
        P::Application),
    row(K::HostRounds, R::Only, "rounds of the loop '{name}' at {place}", "{n}",
        "not known; give --assume '{place} trips=...'", P::Application),
    row(K::HostRounds, R::OptionNamed, "rounds of the loop '{name}' at {place}",
        "{n}",
        "not known; give --arg {detail}=... or --assume '{place} trips=...'",
        P::Application),
    row(K::HostHandle, R::Only, "stream or event {name}", "one of its own",
        "which one it is cannot be followed", P::Overlap),
    row(K::HostMemory, R::Only, "host memory of {detail} at {line}: {name}",
        "pageable", "where it is allocated is not known", P::TransferTimes),
    row(K::LibraryPass, R::Only, "algorithms of thrust and cub",
        "passes over their arrays at the DRAM's bandwidth",
        "the libraries' kernels are not read; they reach 0.7 (sorts) to 0.93 "
        "of it",
        P::TransferTimes),
    row(K::LibraryStorage, R::Only, "{name} at {place}",
        "runs, and does not only ask for the size of its storage",
        "whether the pointer to that is null cannot be followed",
        P::Application),
    row(K::PageableWaits, R::Only, "asynchronous copies of pageable memory",
        "the host waits", "the runtime passes them through a buffer of its own",
        P::Overlap),
};

constexpr bool everyKindHasWords() {
  for (unsigned Kind = 0; Kind <= unsigned(K::PageableWaits); ++Kind) {
    bool Found = false;
    for (const Row &Candidate : Rows)
      Found |= unsigned(Candidate.Kind) == Kind;
    if (!Found)
      return false;
  }
  return true;
}
static_assert(everyKindHasWords());

const Row &rowOf(const Assumption &A) {
  for (const Row &Candidate : Rows)
    if (Candidate.Kind == A.Kind && Candidate.Reason == A.Reason)
      return Candidate;
  llvm_unreachable("an assumption without words");
}

std::string printed(const char *Format, double Number) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), Format, Number);
  return Text;
}

/// "16", "0.5": no zeros at the end.
std::string fixedPoint(double Number) {
  std::string Text = std::to_string(Number);
  Text.erase(Text.find_last_not_of('0') + 1);
  if (Text.back() == '.')
    Text.pop_back();
  return Text;
}

std::string placeOf(const SourceSpot &Spot) {
  return utostr(Spot.Line) + ":" + utostr(Spot.Column);
}

/// "fft.cu:12:7"; --assume takes the numbers alone.
std::string spotOf(const SourceSpot &Spot) {
  std::string File = sys::path::filename(Spot.File).str();
  return (File.empty() ? "" : File + ":") + placeOf(Spot);
}

std::string wordFor(StringRef Key, const Assumption &A) {
  return StringSwitch<std::string>(Key)
      .Case("name", A.Name)
      .Case("detail", A.Detail)
      .Case("moved", A.Detail.empty()
                         ? ""
                         : ", or rather the number nearest to it that "
                           "satisfies " +
                               A.Detail)
      .Case("gpu", A.Gpu)
      .Case("unit", A.Unit.empty() ? "" : " " + unitText(A.Real[0], A.Unit))
      .Case("place", placeOf(A.Place))
      .Case("spot", spotOf(A.Place))
      .Case("line", utostr(A.Place.Line))
      .Case("file", A.Place.File)
      .Case("n", itostr(A.Whole[0]))
      .Case("n cycles",
            itostr(A.Whole[0]) + " " + unitText(double(A.Whole[0]), "cycles"))
      .Case("y", itostr(A.Whole[1]))
      .Case("z", itostr(A.Whole[2]))
      .Case("f", fixedPoint(A.Real[0]))
      .Case("g", printed("%g", A.Real[0]))
      .Case("g cycles",
            printed("%g", A.Real[0]) + " " + unitText(A.Real[0], "cycles"))
      .Case("p", printed("%.3g", A.Real[0]))
      .Case("h", printed("%g", A.Real[1]))
      .Case("q", printed("%.3g", A.Real[1]))
      .Case("truth", A.Whole[0] ? "true" : "false")
      .Case("otherwise", A.Whole[0] ? "0" : "1");
}

/// \p Pattern with the words of \p A in place of what is in braces.
std::string filled(StringRef Pattern, const Assumption &A) {
  std::string Text;
  while (!Pattern.empty()) {
    auto [Before, Rest] = Pattern.split('{');
    auto [Key, After] = Rest.split('}');
    Text += Before;
    if (!Key.empty())
      Text += wordFor(Key, A);
    Pattern = After;
  }
  return Text;
}

constexpr StringLiteral PartNames[] = {"every count",
                                       "launch shape",
                                       "trip counts",
                                       "conditions",
                                       "addresses",
                                       "counts inside the loop",
                                       "counts under the branch",
                                       "occupancy",
                                       "issue slots, latency of a warp",
                                       "latency of a warp",
                                       "predicted time",
                                       "transfer times",
                                       "overlap",
                                       "application"};

/// What an entry claims: all but the reason.
auto claim(const Assumption &A) {
  return std::tie(A.Kind, A.Launched, A.Name, A.Gpu, A.Place, A.Whole, A.Real);
}

} // namespace

bool kernelcast::operator==(const Assumption &A, const Assumption &B) {
  return claim(A) == claim(B) && A.Reason == B.Reason && A.Detail == B.Detail;
}

bool ClaimOrder::operator()(const Assumption &A, const Assumption &B) const {
  return claim(A) < claim(B);
}

bool kernelcast::isOfOneLaunch(const Assumption &A) {
  switch (A.Kind) {
  case AssumptionKind::BlockSize:
  case AssumptionKind::GridSize:
  case AssumptionKind::Argument:
  case AssumptionKind::TripCount:
  case AssumptionKind::BranchProbability:
  case AssumptionKind::Registers:
    return true;
  default: // hosts share variables, and models what they take for granted
    return false;
  }
}

AssumptionWording kernelcast::wording(const Assumption &A) {
  const Row &Words = rowOf(A);
  AssumptionWording Text;
  if (!A.Launched.empty())
    Text.What = A.Launched + ": ";
  Text.What += filled(Words.What, A);
  Text.Value = filled(Words.Value, A);
  // Nobody can speak of code that has no place, such as a compiler's own.
  const bool IsPlaced =
      A.Kind == K::TripCount || A.Kind == K::BranchProbability;
  StringRef Why = Words.Why;
  if (IsPlaced && !A.Place.isValid())
    Why = Why.split("; give ").first;
  Text.Why = filled(Why, A);
  AffectedParts Affects = A.Affects.empty() ? Words.Affects : A.Affects;
  for (size_t I = 0; I != std::size(PartNames); ++I)
    if (Affects.contains(static_cast<AffectedPart>(I)))
      Text.Affects.push_back(PartNames[I].str());
  return Text;
}

std::string kernelcast::givingOption(const Assumption &A) {
  switch (A.Kind) {
  case AssumptionKind::BlockSize:
    return "--block X,Y,Z";
  case AssumptionKind::GridSize:
    return "--grid X,Y,Z";
  case AssumptionKind::DynamicShared:
    return "--dynamic-shared BYTES";
  case AssumptionKind::Argument:
  case AssumptionKind::HostVariable:
    return "--arg " + A.Name + "=N";
  default:
    return "";
  }
}
