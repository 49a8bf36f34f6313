//===- MakeCurves.cpp - A launch among others like it ---------------------===//
//
// Every point of a time curve is what `predict` says with the point's options,
// so that nothing of a model is written twice: the launch is resolved again
// with one number replaced, and evaluated. The numbers are
//
//   threads of a block   every number of whole warps that a block may have,
//                        with as many blocks as make up the same threads; of a
//                        block with several dimensions the last one changes.
//                        Where that would take too many steps of evaluation
//                        (MostBlockSteps), powers of two
//   an argument          that counts depend on: times 1/16 to 16
//   a problem's size     the same, with a grid that follows: where the host
//                        code that was read gives constants, but the grid's
//                        size is the argument over the size of a block
//===----------------------------------------------------------------------===//

#include "tool/MakeCurves.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "analysis/dependences/ThreadAddresses.h"
#include "analysis/occupancy/Occupancy.h"
#include "tool/FileAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>
#include <set>

using namespace llvm;
using namespace kernelcast;

/// Steps of evaluation for all points of the curve over blocks.
static constexpr uint64_t MostBlockSteps = 400000;
/// Steps of evaluation after which no more points of a launch are added: some
/// sizes take many times what the launch itself took.
static constexpr uint64_t MostCurveSteps = 1000000;
/// Numbers of one launch that have a curve.
static constexpr unsigned MostArguments = 3;

//===- Occupancy -----------------------------------------------------------===

static std::vector<OccupancyCurve> occupancyCurves(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const GpuSpec &Gpu = *Launch.Gpu;
  BlockResources Now;
  Now.Threads = Profile.Launch.threadsPerBlock();
  Now.RegistersPerThread = Profile.RegistersPerThread;
  Now.StaticSharedBytes = Launch.Model->StaticSharedBytes;
  Now.SharedBytes = Now.StaticSharedBytes + Profile.Launch.DynamicSharedBytes;
  auto warpsOf = [&](const BlockResources &Block) {
    Expected<OccupancyResult> Result = occupancy(Block, Gpu);
    if (Result)
      return Result->WarpsPerSM;
    consumeError(Result.takeError());
    return 0u;
  };
  auto curve = [&](BlockNeed Of, uint64_t BlockResources::*What, uint64_t First,
                   uint64_t Last, uint64_t Step) {
    OccupancyCurve Curve{Of, Now.*What, {}};
    for (uint64_t Value = First; Value <= Last; Value += Step) {
      BlockResources Other = Now;
      Other.*What = Value;
      if (What == &BlockResources::SharedBytes)
        Other.StaticSharedBytes = std::min(Value, Now.StaticSharedBytes);
      Curve.Points.push_back({Value, warpsOf(Other)});
    }
    return Curve;
  };
  std::vector<OccupancyCurve> Result;
  Result.push_back(curve(BlockNeed::Threads, &BlockResources::Threads,
                         Profile.WarpSize, mostThreads(Gpu), Profile.WarpSize));
  OccupancyCurve Registers{BlockNeed::Registers, Now.RegistersPerThread, {}};
  const auto MostRegisters =
      static_cast<unsigned>(Gpu.MaxRegistersPerThread.Value);
  for (unsigned Value = 1; Value <= MostRegisters; ++Value) {
    BlockResources Other = Now;
    Other.RegistersPerThread = Value;
    Registers.Points.push_back({Value, warpsOf(Other)});
  }
  if (Now.RegistersPerThread)
    Result.push_back(std::move(Registers));
  // A point for each KiB, and for the largest memories at most 257 points.
  constexpr uint64_t Kilobyte = 1024, MostSteps = 256;
  const auto SharedMemoryLimit =
      static_cast<uint64_t>(Gpu.SharedBytesPerBlock.Value);
  Result.push_back(curve(
      BlockNeed::SharedBytes, &BlockResources::SharedBytes, 0,
      SharedMemoryLimit,
      std::max(Kilobyte, alignTo(SharedMemoryLimit / MostSteps, Kilobyte))));
  return Result;
}

//===- Lanes ---------------------------------------------------------------===

static std::vector<LanePicture> lanePictures(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const KernelModel &Kernel = *Launch.Model;
  const GpuSpec &Gpu = *Launch.Gpu;
  const ThreadAddresses Threads(Kernel, Profile.Launch);
  std::vector<LanePicture> Result;
  const size_t Count =
      std::min(Kernel.Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id != Count; ++Id) {
    const MemoryAccess &Access = Kernel.Accesses[Id];
    if (!(Profile.Accesses[Id].WarpExecutions.Value > 0) ||
        Access.Space == MemorySpace::Local)
      continue;
    std::optional<WarpExample> Found = warpExample(
        Threads, Id, Profile.WarpSize, [&](const WarpExample &Example) {
          if (Access.Space == MemorySpace::Shared)
            return double(bankCost(Example.Addresses, Example.Active,
                                   Access.Bytes, Gpu.Banks,
                                   static_cast<unsigned>(Gpu.NumBanks.Value))
                              .Cycles);
          return double(warpTraffic(Example.Addresses, Example.Active,
                                    Access.Bytes, CoalescingRule::Sectors)
                            .Sectors);
        });
    if (Found)
      Result.push_back({Id, Found->Block, Found->Warp, Found->Iteration,
                        Found->Active, std::move(Found->Addresses)});
  }
  return Result;
}

//===- Time ----------------------------------------------------------------===

namespace {

/// Evaluates a launch again with other numbers.
class OtherLaunches {
public:
  OtherLaunches(const std::shared_ptr<const KernelAnalysis> &Kernel,
                const std::shared_ptr<const KernelAnalysis> &Compiled,
                const LaunchSite *Site, const LaunchOverrides &User,
                const LaunchReport &Launch, const PipelineSetup &Setup)
      : Kernel(Kernel), Compiled(Compiled), Site(Site), User(User),
        Launch(Launch), Setup(Setup) {}

  TimeCurve overBlocks() const;
  /// \p Follow: the axes of the grid whose size follows the argument.
  TimeCurve overArgument(const ArgumentValue &Argument,
                         ArrayRef<unsigned> Follow = {}) const;
  /// The axes of the grid that have a block for so many of \p Argument as a
  /// block has threads, along one axis or in all.
  SmallVector<unsigned, 3> madeOf(const ArgumentValue &Argument) const;

private:
  TimePoint evaluate(int64_t Value, const LaunchOverrides &Other,
                     std::string Options) const;
  /// Whether no more points are to be evaluated; then \p Curve says so.
  bool hasEnough(TimeCurve &Curve) const;

  const std::shared_ptr<const KernelAnalysis> &Kernel, &Compiled;
  const LaunchSite *Site;
  const LaunchOverrides &User;
  const LaunchReport &Launch;
  const PipelineSetup &Setup;
  mutable uint64_t StepsTaken = 0; ///< for all points up to now
};

} // namespace

static uint64_t stepsOf(const LaunchReport &Launch) {
  return Launch.Profile.EvaluationSteps +
         (Launch.CompiledProfile ? Launch.CompiledProfile->EvaluationSteps : 0);
}

bool OtherLaunches::hasEnough(TimeCurve &Curve) const {
  if (StepsTaken < MostCurveSteps)
    return false;
  Curve.WhyFewPoints =
      fmt::format("the points up to here took {} steps of evaluation, and no "
                  "more are added after {}",
                  StepsTaken, MostCurveSteps);
  return true;
}

TimePoint OtherLaunches::evaluate(int64_t Value, const LaunchOverrides &Other,
                                  std::string Options) const {
  TimePoint Point;
  Point.Value = Value;
  Point.Options = std::move(Options);
  Expected<LaunchConfiguration> Shape =
      Kernel->launch(Other, *Launch.Gpu, Site, Setup.Options);
  if (!Shape) {
    Point.WhyNot = toString(Shape.takeError());
    return Point;
  }
  Point.Grid = Shape->Grid;
  Point.Block = Shape->Block;
  const LaunchReport Found =
      analyseLaunch(Kernel, *Shape, Launch.Gpu, Setup, Compiled);
  StepsTaken += stepsOf(Found);
  Point.Warps = Found.Profile.Residency.WarpsPerSM;
  const Prediction *First = Launch.leading();
  for (const Prediction &P : Found.Predictions)
    if (First && P.Model == First->Model && P.Without == First->Without) {
      Point.Seconds = P.Seconds;
      Point.Low = P.SecondsLow;
      Point.High = P.SecondsHigh;
      Point.BoundBy = P.BoundBy;
    }
  if (!Point.Seconds)
    Point.WhyNot = Found.Problems.empty() ? "the model has no answer"
                                          : Found.Problems.front();
  return Point;
}

static std::string sizeText(const std::array<uint64_t, 3> &Size) {
  return fmt::format("{},{},{}", Size[0], Size[1], Size[2]);
}

TimeCurve OtherLaunches::overBlocks() const {
  const LaunchConfiguration &Now = Launch.Profile.Launch;
  unsigned Axis = Now.Block[2] > 1 ? 2 : Now.Block[1] > 1 ? 1 : 0;
  TimeCurve Curve{/*Argument=*/"",
                  /*WithGrid=*/false,
                  static_cast<int64_t>(Now.threadsPerBlock()),
                  /*WhyFewPoints=*/"",
                  {}};
  const uint64_t Threads = Now.Block[Axis] * Now.Grid[Axis];
  const uint64_t Others = Now.threadsPerBlock() / Now.Block[Axis];
  const uint64_t Most = mostThreads(*Launch.Gpu) / Others;
  const unsigned Warp = Launch.Profile.WarpSize;
  std::set<uint64_t> Lengths = {Now.Block[Axis]};
  for (uint64_t Length = 1; Length <= Most; Length *= 2)
    if (Length * Others >= Warp)
      Lengths.insert(Length);
  std::set<uint64_t> Every = Lengths;
  for (uint64_t Length = 1; Length <= Most; ++Length)
    if (Length * Others % Warp == 0)
      Every.insert(Length);
  const uint64_t Steps = stepsOf(Launch);
  if (Every.size() * Steps <= MostBlockSteps)
    Lengths = std::move(Every);
  else
    Curve.WhyFewPoints = fmt::format(
        "one evaluation takes {} steps, and {} are made for this curve at most",
        Steps, MostBlockSteps);
  for (uint64_t Length : Lengths) {
    if (Length != Now.Block[Axis] && hasEnough(Curve))
      continue;
    LaunchOverrides Other = User;
    Other.GlobalSize.reset();
    Other.Block = Now.Block;
    Other.Grid = Now.Grid;
    (*Other.Block)[Axis] = Length;
    (*Other.Grid)[Axis] = (Threads + Length - 1) / Length;
    Curve.Points.push_back(
        evaluate(static_cast<int64_t>(Length * Others), Other,
                 fmt::format("--grid {} --block {}", sizeText(*Other.Grid),
                             sizeText(*Other.Block))));
  }
  return Curve;
}

/// How many of \p Value each of \p Blocks blocks is for: the length of one of
/// the block's axes, or all of its threads; nothing where none fits.
static std::optional<uint64_t> valuesOfBlock(uint64_t Value, uint64_t Blocks,
                                             const LaunchConfiguration &Now) {
  for (uint64_t Length : {Now.Block[0], Now.Block[1], Now.threadsPerBlock()})
    if (Length > 1 && (Value + Length - 1) / Length == Blocks)
      return Length;
  return std::nullopt;
}

SmallVector<unsigned, 3>
OtherLaunches::madeOf(const ArgumentValue &Argument) const {
  const LaunchConfiguration &Now = Launch.Profile.Launch;
  SmallVector<unsigned, 3> Result;
  for (unsigned Axis = 0; Axis != Now.Grid.size(); ++Axis)
    if (Now.Grid[Axis] > 1 &&
        valuesOfBlock(static_cast<uint64_t>(Argument.Integer), Now.Grid[Axis],
                      Now))
      Result.push_back(Axis);
  return Result;
}

TimeCurve OtherLaunches::overArgument(const ArgumentValue &Argument,
                                      ArrayRef<unsigned> Follow) const {
  TimeCurve Curve{Argument.Name,
                  !Follow.empty(),
                  Argument.Integer,
                  /*WhyFewPoints=*/"",
                  {}};
  constexpr int64_t Furthest = 16;
  std::vector<int64_t> Values = {Argument.Integer};
  for (int64_t Factor = 2; Factor <= Furthest; Factor *= 2) {
    if (Argument.Integer <= INT64_MAX / Factor)
      Values.push_back(Argument.Integer * Factor);
    if (Argument.Integer / Factor > 0)
      Values.push_back(Argument.Integer / Factor);
  }
  sort(Values);
  Values.erase(unique(Values), Values.end());
  const LaunchConfiguration &Now = Launch.Profile.Launch;
  for (int64_t Value : Values) {
    if (Value != Argument.Integer && hasEnough(Curve))
      continue;
    LaunchOverrides Other = User;
    Other.give(Argument.Name, Value);
    std::string Options = fmt::format("--arg {}={}", Argument.Name, Value);
    if (!Follow.empty()) {
      Other.GlobalSize.reset();
      Other.Grid = Now.Grid;
      for (unsigned Axis : Follow) {
        const uint64_t Length = *valuesOfBlock(
            static_cast<uint64_t>(Argument.Integer), Now.Grid[Axis], Now);
        (*Other.Grid)[Axis] =
            (static_cast<uint64_t>(Value) + Length - 1) / Length;
      }
      Options += " --grid " + sizeText(*Other.Grid);
    }
    Curve.Points.push_back(evaluate(Value, Other, std::move(Options)));
  }
  return Curve;
}

/// Whether the grid is another one at some point of \p Curve.
static bool changesGrid(const TimeCurve &Curve) {
  return any_of(Curve.Points, [&](const TimePoint &Each) {
    return Each.WhyNot.empty() && Each.Grid != Curve.Points.front().Grid;
  });
}

/// Whether any point of \p Curve has another time or another launch.
static bool changesAnything(const TimeCurve &Curve) {
  return any_of(Curve.Points, [&](const TimePoint &Each) {
    return Each.Seconds != Curve.Points.front().Seconds;
  });
}

LaunchCurves
kernelcast::makeCurves(const std::shared_ptr<const KernelAnalysis> &Kernel,
                       const std::shared_ptr<const KernelAnalysis> &Compiled,
                       const LaunchSite *Site, const LaunchOverrides &User,
                       const LaunchReport &Launch, const PipelineSetup &Setup,
                       bool WithTimes) {
  LaunchCurves Result;
  if (!Launch.Gpu || !Launch.Profile.WhyNotResident.empty()) {
    Result.WhyNoTimes = Launch.Profile.WhyNotResident;
    return Result;
  }
  Result.Occupancy = occupancyCurves(Launch);
  Result.Lanes = lanePictures(Launch);
  if (const Prediction *P = Launch.leading())
    Result.Lines = timeByLine(*P, Launch.counted(), *Launch.Gpu);
  if (Launch.Predictions.empty()) {
    Result.WhyNoTimes = "no model has an answer";
    return Result;
  }
  if (!WithTimes) {
    Result.WhyNoTimes = "they are made for the first launch of each kernel, "
                        "and for the first 50 kernels of a file";
    return Result;
  }
  // Each of up to sixty points would reach the bound of an evaluation again.
  if (Launch.Profile.CountsSource == How::Sampled) {
    Result.WhyNoTimes = "the launch is so large that it is sampled, and each "
                        "point would take as long";
    return Result;
  }
  const OtherLaunches Others(Kernel, Compiled, Site, User, Launch, Setup);
  Result.Times.push_back(Others.overBlocks());
  for (const ArgumentValue &Argument : Launch.Profile.Launch.Arguments) {
    if (Result.Times.size() > MostArguments)
      break;
    if (!Argument.IsInteger || Argument.Integer < 2)
      continue;
    TimeCurve Curve = Others.overArgument(Argument);
    if (const SmallVector<unsigned, 3> Follow = Others.madeOf(Argument);
        !Follow.empty() && !changesGrid(Curve))
      Result.Times.push_back(Others.overArgument(Argument, Follow));
    if (changesAnything(Curve))
      Result.Times.push_back(std::move(Curve));
  }
  return Result;
}
