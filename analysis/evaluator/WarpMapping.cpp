//===- WarpMapping.cpp - Boxes that cover a launch ------------------------===//

#include "analysis/evaluator/WarpMapping.h"

using namespace kernelcast;

static LaneMask firstLanes(uint64_t Count) {
  return Count >= MaxLanes ? ~LaneMask(0) : (LaneMask(1) << Count) - 1;
}

std::vector<WarpBox> kernelcast::warpBoxes(const LaunchConfiguration &Launch,
                                           unsigned WarpSize) {
  uint64_t X = Launch.Block[0], Y = Launch.Block[1], Z = Launch.Block[2];
  uint64_t W = WarpSize, Plane = X * Y, Threads = X * Y * Z;
  WarpBox Whole;
  for (unsigned D = 0; D != 3; ++D)
    Whole.Variables[VariableBlockX + D].Count = Launch.Grid[D];
  Whole.Present = firstLanes(W);
  std::vector<WarpBox> Boxes;

  // Lanes laid out from thread number First on.
  auto Place = [&](WarpBox &B, uint64_t First) {
    for (uint64_t L = 0; L != W; ++L) {
      uint64_t T = First + L;
      B.Lane[0][L] = T % X;
      B.Lane[1][L] = T / X % Y;
      B.Lane[2][L] = T / Plane;
    }
  };
  auto Count = [](WarpBox &B, unsigned V, uint64_t N) {
    B.Variables[V].Count = N;
  };
  if (X % W == 0) {
    Place(Whole, 0);
    Count(Whole, VariableWarpX, X / W);
    Count(Whole, VariableWarpY, Y);
    Count(Whole, VariableWarpZ, Z);
    Whole.Factor[0][0] = W;
    Whole.Factor[1][1] = Whole.Factor[2][2] = 1;
    return {Whole};
  }
  uint64_t FullWarps = Threads / W;
  bool Rows = W % X == 0 && (Z == 1 || Plane % W == 0);
  bool Planes = W % Plane == 0;
  if (FullWarps > 0 && (Rows || Planes)) {
    WarpBox B = Whole;
    Place(B, 0);
    if (Rows) {
      Count(B, VariableWarpY, Z == 1 ? FullWarps : Plane / W);
      Count(B, VariableWarpZ, Z);
      B.Factor[1][1] = W / X;
      B.Factor[2][2] = 1;
    } else {
      Count(B, VariableWarpZ, FullWarps);
      B.Factor[2][2] = W / Plane;
    }
    Boxes.push_back(B);
  } else {
    for (uint64_t I = 0; I != FullWarps; ++I) {
      WarpBox B = Whole;
      Place(B, I * W);
      Boxes.push_back(B);
    }
  }
  if (uint64_t Rest = Threads % W) {
    WarpBox B = Whole;
    Place(B, FullWarps * W);
    B.Present = firstLanes(Rest);
    Boxes.push_back(B);
  }
  return Boxes;
}
