//===- IntervalProfile.cpp - A warp as a list of intervals ----------------===//

#include "cost_models/common/IntervalProfile.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

Expected<std::vector<WarpInterval>>
kernelcast::intervals(ArrayRef<IssuedInstruction> Sequence, double Threshold) {
  auto Times = issueTimes(Sequence);
  if (!Times)
    return Times.takeError();
  std::vector<WarpInterval> List(1);
  for (size_t I = 0; I < Sequence.size(); ++I) {
    double Stall =
        I ? (*Times)[I] - ((*Times)[I - 1] + Sequence[I - 1].Gap) : 0.0;
    if (Stall > Threshold) {
      List.back().Stall = Stall;
      List.emplace_back();
    }
    List.back().Instructions += 1;
  }
  return List;
}

using Feature = std::array<double, 2>;

static double squaredDistance(const Feature &A, const Feature &B) {
  double X = A[0] - B[0], Y = A[1] - B[1];
  return X * X + Y * Y;
}

Expected<WarpClusters> kernelcast::clusterWarps(ArrayRef<WarpFeatures> Warps,
                                                ClusterChoice Choice) {
  double Ipc = 0, Instructions = 0, Weight = 0;
  for (const WarpFeatures &Warp : Warps) {
    if (!std::isfinite(Warp.Ipc) || !std::isfinite(Warp.Instructions) ||
        !std::isfinite(Warp.Weight) || Warp.Ipc < 0 || Warp.Instructions < 0 ||
        Warp.Weight <= 0)
      return createStringError("a warp without proper features");
    Ipc += Warp.Weight * Warp.Ipc;
    Instructions += Warp.Weight * Warp.Instructions;
    Weight += Warp.Weight;
  }
  if (!(Ipc > 0) || !(Instructions > 0))
    return createStringError("no warps, or none that executes anything");

  WarpClusters R;
  for (const WarpFeatures &Warp : Warps)
    R.Features.push_back({Warp.Ipc / (Ipc / Weight),
                          Warp.Instructions / (Instructions / Weight)});
  R.Centres = {*std::min_element(R.Features.begin(), R.Features.end()),
               *std::max_element(R.Features.begin(), R.Features.end())};
  constexpr unsigned MaxRounds = 100;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    std::vector<unsigned> Nearest;
    Nearest.reserve(R.Features.size());
    for (const Feature &F : R.Features)
      Nearest.push_back(squaredDistance(F, R.Centres[0]) <=
                                squaredDistance(F, R.Centres[1])
                            ? 0
                            : 1);
    if (Nearest == R.Cluster)
      break;
    R.Cluster = std::move(Nearest);
    R.Weights = {};
    std::array<Feature, 2> Sums{};
    for (size_t I = 0; I < Warps.size(); ++I) {
      unsigned C = R.Cluster[I];
      R.Weights[C] += Warps[I].Weight;
      for (unsigned D : {0u, 1u})
        Sums[C][D] += Warps[I].Weight * R.Features[I][D];
    }
    for (unsigned C : {0u, 1u})
      if (R.Weights[C] > 0)
        R.Centres[C] = {Sums[C][0] / R.Weights[C], Sums[C][1] / R.Weights[C]};
  }
  for (size_t I = 0; I < Warps.size(); ++I)
    R.Instructions[R.Cluster[I]] += Warps[I].Weight * Warps[I].Instructions;
  const auto &Size =
      Choice == ClusterChoice::MostWarps ? R.Weights : R.Instructions;
  R.Chosen = Size[0] >= Size[1] ? 0 : 1;
  double Best = HUGE_VAL;
  for (size_t I = 0; I < Warps.size(); ++I) {
    double Distance = squaredDistance(R.Features[I], R.Centres[R.Chosen]);
    if (R.Cluster[I] == R.Chosen && Distance < Best) {
      Best = Distance;
      R.Representative = I;
    }
  }
  return R;
}
