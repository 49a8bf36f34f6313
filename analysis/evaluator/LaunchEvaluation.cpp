//===- LaunchEvaluation.cpp - All boxes of a launch -----------------------===//

#include "analysis/evaluator/LaunchEvaluation.h"
#include "analysis/evaluator/FactTotals.h"
#include "analysis/evaluator/WarpEvaluator.h"
#include <cmath>
#include <memory>

using namespace llvm;
using namespace kernelcast;

/// Warps of a sample: so many even where that takes all steps that are left,
/// and more while they are cheap. Half of the warps taking part in something
/// are counted with a standard error of 18 % from 32, of 4 % from 512. Where
/// accesses go, the fewest tell: a footprint has room for few patterns.
static constexpr uint64_t FewestPoints = 32, MostPoints = 512;
/// Iterations of each loop that are evaluated singly, from the first attempt to
/// the last.
static constexpr int64_t SampledIterations[] = {64, 4};

namespace {

class LaunchEvaluation {
public:
  LaunchEvaluation(const EvaluationPlan &Plan,
                   const LaunchConfiguration &Launch, const GpuSpec &Gpu,
                   const EvaluationOptions &Options)
      : Evaluator(Plan, Launch, Gpu, Options), Totals(Plan.kernel()),
        Budget(Options.StepBudget), HasLoops(!Plan.kernel().Loops.empty()),
        Stack(warpBoxes(Launch, Gpu.WarpSize)) {
    // Where warps have lanes of their own kind, their number says nothing.
    const unsigned Known = Stack.size() == 1 ? LaunchCoordinates : 3;
    for (unsigned V = 0; V != Known; ++V)
      Points[V] = static_cast<double>(Stack[0].Variables[V].Count);
    std::reverse(Stack.begin(), Stack.end());
  }
  void run();
  /// Evaluates all with floats; false: that takes more than \p Steps.
  bool runWithin(uint64_t Steps) { return evaluateBoxes(Steps); }
  /// Evaluates a sample of the warps that are left, in about \p Steps; false:
  /// not one of them has come to its end.
  bool sample(uint64_t Steps);

  WarpEvaluator Evaluator;
  FactTotals Totals;
  /// How the sample was taken.
  std::string SampleNote = "some iterations of long loops were sampled";
  /// Values of each coordinate of a warp; 1 for what is not told by it.
  std::array<double, LaunchCoordinates> Points{1, 1, 1, 1, 1, 1};

private:
  bool evaluateBoxes(uint64_t Steps);
  void divide(const WarpBox &Whole);
  WarpBox pointAt(double Position) const;

  const uint64_t Budget;
  const bool HasLoops;
  std::vector<WarpBox> Stack; ///< boxes to evaluate, the next one last
};

} // namespace

void LaunchEvaluation::run() {
  if (evaluateBoxes(Budget))
    return;
  // If it is long loops that took the steps, a few iterations of each serve all
  // warps, also where only a few of them have work; the fewer, the deeper the
  // loops are nested.
  for (int64_t Iterations : SampledIterations) {
    if (!HasLoops)
      break;
    Evaluator.sampleLoops(Iterations);
    if (evaluateBoxes(Budget / 4))
      return;
  }
  sample(Budget);
}

/// Evaluates the boxes that are left; false: they take more than \p Steps.
bool LaunchEvaluation::evaluateBoxes(uint64_t Steps) {
  Evaluator.grant(Steps);
  while (!Stack.empty()) {
    WarpBox Next = Stack.back();
    Stack.pop_back();
    if (Evaluator.evaluate(Next)) {
      Totals.add(Evaluator.journal(), 1, false);
      continue;
    }
    switch (Evaluator.split().What) {
    case SplitRequest::Kind::Budget:
      Stack.push_back(Next);
      return false;
    case SplitRequest::Kind::Lost:
      Evaluator.keepWhole();
      Stack.push_back(Next);
      break;
    default:
      divide(Next);
    }
  }
  return true;
}

void LaunchEvaluation::divide(const WarpBox &Whole) {
  const SplitRequest &Split = Evaluator.split();
  size_t Old = Stack.size();
  split(Whole.Variables[Split.Variable], Split, [&](const BoxVariable &Part) {
    Stack.push_back(Whole);
    Stack.back().Variables[Split.Variable] = Part;
  });
  std::reverse(Stack.begin() + Old, Stack.end());
}

/// Samples warps of the boxes that are left.
bool LaunchEvaluation::sample(uint64_t Steps) {
  double Volume = 0;
  for (const WarpBox &B : Stack)
    Volume += B.volume();
  // The point in the middle shows how many can be afforded. Points that run
  // out of steps would count too little.
  uint64_t Start = Evaluator.stepsTaken();
  Evaluator.grant(Steps);
  bool Good = Evaluator.evaluate(pointAt(std::floor(Volume / 2)));
  uint64_t Cost = std::max<uint64_t>(Evaluator.stepsTaken() - Start, 1);
  uint64_t Points = std::clamp<uint64_t>(Steps / Cost, 1, FewestPoints);
  Points = std::clamp<uint64_t>(Steps / 4 / Cost, Points, MostPoints);
  if (!Good || Volume < 2)
    Points = 1;
  Points = std::min(Points, static_cast<uint64_t>(std::min(Volume, 1e18)));
  if (Points == 1) // even what it has seen before it ran out is a sample
    Totals.add(Evaluator.journal(), Volume, true);
  double Share = Volume / static_cast<double>(Points);
  for (uint64_t P = 0; Points > 1 && P != Points; ++P) {
    double Offset = std::fmod((P + 1) * 0.6180339887498949, 1.0);
    Evaluator.grant(4 * Cost + 100);
    bool Whole = Evaluator.evaluate(pointAt(std::floor((P + Offset) * Share)));
    double Places = Share;
    if (Points > FewestPoints)
      Places = P * FewestPoints / Points == (P + 1) * FewestPoints / Points
                   ? 0
                   : Volume / FewestPoints;
    // All points, each run to its end: no sample after all.
    Totals.add(Evaluator.journal(), Share, !Whole || Share > 1, Places);
  }
  if (Share > 1)
    SampleNote = "sampled " + std::to_string(Points) + " of " +
                 std::to_string(static_cast<uint64_t>(std::min(Volume, 1e18))) +
                 " warps";
  return Good;
}

/// The point at \p Position of the volume of all boxes that are left.
WarpBox LaunchEvaluation::pointAt(double Position) const {
  size_t Box = 0;
  while (Box + 1 < Stack.size() && Position >= Stack[Box].volume())
    Position -= Stack[Box++].volume();
  WarpBox Point = Stack[Box];
  auto Rest = static_cast<uint64_t>(std::min(Position, 9e18));
  for (unsigned V = NumLaunchVariables; V-- > 0;) {
    BoxVariable &Variable = Point.Variables[V];
    auto I = static_cast<int64_t>(Rest % Variable.Count);
    Rest /= Variable.Count;
    Variable = {Variable.Low + I * Variable.Step, 1, 1};
  }
  return Point;
}

/// Where the launch without splits for floats leaves the places open of an
/// access that it makes for sure, a sample with them shows where it goes.
static void takeSampledPlaces(AccessFacts &To, const AccessFacts &Sampled) {
  if (To.WarpExecutions.Source != How::Exact || To.WarpExecutions.Value <= 0 ||
      To.Sectors.Source == How::Exact || To.AtomicOperations > 0 ||
      Sampled.Sectors.Source != How::Sampled ||
      Sampled.WarpExecutions.Value <= 0)
    return;
  const double Scale = To.WarpExecutions.Value / Sampled.WarpExecutions.Value;
  if (Sampled.Sectors.Value * Scale > To.Sectors.Value * (1 - 1e-9))
    return; // it knows no more
  for (Known<double> AccessFacts::*Field :
       {&AccessFacts::FewestSectors, &AccessFacts::Sectors, &AccessFacts::Lines,
        &AccessFacts::Transactions, &AccessFacts::TransactionBytes,
        &AccessFacts::BankCycles, &AccessFacts::L1Passes}) {
    Known<double> &Count = To.*Field;
    if (Count.Source == How::Exact)
      continue;
    Count.Value =
        std::clamp((Sampled.*Field).Value * Scale, Count.Low, Count.High);
    Count.Source = How::Sampled;
  }
  To.Source = How::Sampled;
  To.Reason = Sampled.Reason;
  To.MaxBankDegree = Sampled.MaxBankDegree;
  To.LaneStride = Sampled.LaneStride;
  To.Touched = Sampled.Touched;
}

AssumedControl kernelcast::evaluateLaunch(const EvaluationPlan &Plan,
                                          const LaunchConfiguration &Launch,
                                          const GpuSpec &Gpu,
                                          const EvaluationOptions &Options,
                                          WarpProfile &Profile) {
  const bool OtherLaunch = any_of(Launch.Assumptions, [](const Assumption &A) {
    return A.Reason == AssumptionReason::WholeBlocks;
  });
  const auto Start = [&] {
    auto All = std::make_unique<LaunchEvaluation>(Plan, Launch, Gpu, Options);
    if (OtherLaunch)
      All->Totals.assumeLaunch();
    return All;
  };
  auto All = Start();
  // Floats are computed point by point, which only small launches can afford.
  // In others all that integers say is found without them.
  const bool HasFloats = Plan.program().HasFloats;
  uint64_t Steps = 0;
  if (!HasFloats) {
    All->run();
  } else if (!All->runWithin(Options.StepBudget / 16)) {
    Steps = All->Evaluator.stepsTaken();
    All = Start();
    All->Evaluator.keepForFloats();
    All->run();
  }
  All->Totals.finish(Profile, All->SampleNote, All->Points);
  if (Steps && any_of(Profile.Accesses, [](const AccessFacts &A) {
        return A.Sectors.Source == How::Bounded;
      })) {
    auto Some = Start();
    if (Some->sample(Options.StepBudget / 16)) {
      WarpProfile Sampled;
      Some->Totals.finish(Sampled, Some->SampleNote, Some->Points);
      for (auto [Address, To, From] : zip_equal(
               Plan.program().Addresses, Profile.Accesses, Sampled.Accesses))
        if (Address != None && Plan.program().Nodes[Address].Floats)
          takeSampledPlaces(To, From);
    }
    Steps += Some->Evaluator.stepsTaken();
  }
  Profile.EvaluationSteps = Steps + All->Evaluator.stepsTaken();
  return All->Evaluator.assumed();
}
