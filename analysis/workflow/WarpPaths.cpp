//===- WarpPaths.cpp - Where a warp may be, and what it waits for ---------===//
#include "analysis/workflow/WarpPaths.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace kernelcast;

double Path::left(WaitKey Key) const {
  for (const auto &Wait : Waits)
    if (Wait.first == Key)
      return std::max(0.0, Wait.second - Now);
  return 0;
}

void Path::start(WaitKey Key, double Cycles) {
  if (Waits.size() % 64 == 63)
    normalise();
  auto At = std::lower_bound(
      Waits.begin(), Waits.end(), Key,
      [](const auto &Wait, WaitKey K) { return Wait.first < K; });
  if (At != Waits.end() && At->first == Key)
    At->second = Now + Cycles;
  else
    Waits.insert(At, {Key, Now + Cycles});
}

void Path::normalise() {
  for (auto &Wait : Waits)
    Wait.second -= Now;
  llvm::erase_if(Waits, [](const auto &Wait) { return Wait.second <= 0; });
  Now = 0;
}

double Walk::weight() const {
  double Sum = 0;
  for (const Path &P : Paths)
    Sum += P.Weight;
  return Sum;
}

void Walk::joinEqualPaths() {
  for (Path &P : Paths)
    P.normalise();
  if (Paths.size() < 2)
    return;
  auto Less = [](const Path &A, const Path &B) {
    return std::lexicographical_compare(A.Waits.begin(), A.Waits.end(),
                                        B.Waits.begin(), B.Waits.end());
  };
  std::stable_sort(Paths.begin(), Paths.end(), Less);
  std::vector<Path> Joined;
  for (Path &P : Paths)
    if (!Joined.empty() && Joined.back().Waits == P.Waits)
      Joined.back().Weight += P.Weight;
    else
      Joined.push_back(std::move(P));
  Paths = std::move(Joined);
}

void Walk::averagePaths() {
  std::map<WaitKey, double> Sum;
  Path Mean;
  Mean.Weight = 0;
  double Size = 0;
  for (const Path &P : Paths) {
    Mean.Weight += P.Weight;
    Size += std::abs(P.Weight);
    for (const auto &[Key, Cycles] : P.Waits)
      Sum[Key] += std::abs(P.Weight) * Cycles;
  }
  if (Size > 0)
    for (const auto &[Key, Cycles] : Sum)
      Mean.Waits.push_back({Key, Cycles / Size});
  Paths.assign(1, Mean);
}
