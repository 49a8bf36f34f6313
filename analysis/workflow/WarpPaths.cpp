//===- WarpPaths.cpp - Where a warp may be, and what it waits for ---------===//
#include "analysis/workflow/WarpPaths.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace kernelcast;

template <typename Number> Number BasicPath<Number>::left(WaitKey Key) const {
  for (const auto &Wait : Waits)
    if (Wait.first == Key)
      return maximum<Number>(0.0, Wait.second - Now);
  return 0;
}

template <typename Number>
void BasicPath<Number>::start(WaitKey Key, const Number &Cycles) {
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

template <typename Number> void BasicPath<Number>::normalise() {
  for (auto &Wait : Waits)
    Wait.second -= Now;
  llvm::erase_if(Waits,
                 [](const auto &Wait) { return !mayBePositive(Wait.second); });
  Now = 0;
}

template <typename Number> Number BasicWalk<Number>::weight() const {
  Number Sum = 0;
  for (const BasicPath<Number> &P : Paths)
    Sum += P.Weight;
  return Sum;
}

template <typename Number> void BasicWalk<Number>::joinEqualPaths() {
  using Path = BasicPath<Number>;
  for (Path &P : Paths)
    P.normalise();
  if (Paths.size() < 2)
    return;
  auto Before = [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first < B.first
                              : orderedBefore(A.second, B.second);
  };
  auto Less = [&](const Path &A, const Path &B) {
    return std::lexicographical_compare(A.Waits.begin(), A.Waits.end(),
                                        B.Waits.begin(), B.Waits.end(), Before);
  };
  auto Equal = [](const Path &A, const Path &B) {
    return std::equal(A.Waits.begin(), A.Waits.end(), B.Waits.begin(),
                      B.Waits.end(), [](const auto &X, const auto &Y) {
                        return X.first == Y.first &&
                               sameNumber(X.second, Y.second);
                      });
  };
  // Mostly there are two or three, which need no memory to be sorted in.
  if (Paths.size() > 8)
    std::stable_sort(Paths.begin(), Paths.end(), Less);
  else
    for (size_t I = 1; I != Paths.size(); ++I)
      for (size_t J = I; J && Less(Paths[J], Paths[J - 1]); --J)
        std::swap(Paths[J], Paths[J - 1]);
  size_t Last = 0;
  for (size_t I = 1; I != Paths.size(); ++I)
    if (Equal(Paths[Last], Paths[I]))
      Paths[Last].Weight += Paths[I].Weight;
    else if (++Last != I)
      Paths[Last] = std::move(Paths[I]);
  Paths.truncate(Last + 1);
}

template <typename Number> void BasicWalk<Number>::averagePaths() {
  std::map<WaitKey, Number> Sum;
  BasicPath<Number> Mean;
  Mean.Weight = 0;
  Number Size = 0;
  for (const BasicPath<Number> &P : Paths) {
    Mean.Weight += P.Weight;
    Size += magnitude(P.Weight);
    for (const auto &[Key, Cycles] : P.Waits)
      Sum[Key] += magnitude(P.Weight) * maximum<Number>(0.0, Cycles);
  }
  if (Size > 0)
    for (const auto &[Key, Cycles] : Sum)
      Mean.Waits.push_back({Key, Cycles / Size});
  Paths.assign(1, Mean);
}

template struct kernelcast::BasicPath<double>;
template struct kernelcast::BasicPath<Traced>;
template struct kernelcast::BasicWalk<double>;
template struct kernelcast::BasicWalk<Traced>;
