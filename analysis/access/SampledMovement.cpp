//===- SampledMovement.cpp - How far an access moves, from samples --------===//

#include "analysis/access/SampledMovement.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static constexpr FootprintDimension::Kind Kinds[LaunchCoordinates] = {
    FootprintDimension::BlockX, FootprintDimension::BlockY,
    FootprintDimension::BlockZ, FootprintDimension::Warp,
    FootprintDimension::Warp,   FootprintDimension::Warp};

void SampledMovement::note(const FootprintPattern &Sample) {
  if (Sample.Dimensions.size() < LaunchCoordinates)
    return;
  Shape Of{Sample.Chunks, Sample.Width, Sample.Extent, {}};
  Point Where{{}, Sample.Low};
  for (auto [D, Dimension] : enumerate(Sample.Dimensions)) {
    // Low is the lowest of all points; the first is where it starts.
    Where.Start -= std::min(0.0, static_cast<double>(Dimension.Stride) *
                                     (Dimension.Count - 1));
    if (D >= LaunchCoordinates)
      Of.Loops.emplace_back(Dimension.Depth, Dimension.First);
    else if (Dimension.Count > 1)
      return; // no sample
    else
      Where.At[D] = static_cast<double>(Dimension.First);
  }
  auto Same = find_if(Seen, [&](const Samples &S) { return S.Of == Of; });
  if (Same == Seen.end()) {
    if (Seen.size() == MaxShapes)
      return;
    Seen.push_back({std::move(Of), {}});
    Same = std::prev(Seen.end());
  }
  if (Same->Points.size() < MaxPoints)
    Same->Points.push_back(Where);
  Solved = false;
}

namespace {

using Row = std::array<double, LaunchCoordinates + 1>;
constexpr unsigned Right = LaunchCoordinates; ///< of the equals sign

/// Linear equations of the strides, reduced as they come: each row has its
/// pivot, which no other row has.
class Equations {
public:
  void add(Row New);
  bool haveSolution() const { return !Contradict; }
  /// The value of unknown \p D, if the equations tell it.
  std::optional<double> value(unsigned D) const;

private:
  std::array<std::optional<Row>, LaunchCoordinates> Rows; ///< by pivot
  bool Contradict = false;
};

} // namespace

void Equations::add(Row New) {
  auto Subtract = [](Row &From, const Row &What, unsigned Pivot) {
    const double Times = From[Pivot];
    for (auto [F, W] : zip_equal(From, What))
      F -= Times * W;
  };
  const double Rounding = 1e-3 + 1e-13 * std::abs(New[Right]);
  for (auto [Pivot, Known] : enumerate(Rows))
    if (Known)
      Subtract(New, *Known, Pivot);
  unsigned Pivot = 0;
  for (unsigned D = 1; D < LaunchCoordinates; ++D)
    if (std::abs(New[D]) > std::abs(New[Pivot]))
      Pivot = D;
  if (std::abs(New[Pivot]) < 1e-9) {
    Contradict |= std::abs(New[Right]) > Rounding;
    return;
  }
  const double Scale = New[Pivot];
  for (double &V : New)
    V /= Scale;
  for (auto &Known : Rows)
    if (Known)
      Subtract(*Known, New, Pivot);
  Rows[Pivot] = New;
}

std::optional<double> Equations::value(unsigned D) const {
  if (!Rows[D])
    return std::nullopt;
  for (unsigned Other = 0; Other != LaunchCoordinates; ++Other)
    if (Other != D && std::abs((*Rows[D])[Other]) > 1e-9)
      return std::nullopt; // depends on one that nothing tells
  return (*Rows[D])[Right];
}

/// The strides with the least squares of what \p Differences are off, as
/// equations; nothing if they are off by much.
static std::optional<Equations> leastSquares(ArrayRef<Row> Differences) {
  Equations Normal;
  for (unsigned I = 0; I != LaunchCoordinates; ++I) {
    Row Sum{};
    for (const Row &D : Differences)
      for (unsigned J = 0; J <= Right; ++J)
        Sum[J] += D[I] * D[J];
    const double Scale = *std::max_element(Sum.begin(), Sum.end() - 1);
    if (!(Scale > 0))
      continue; // a coordinate that is everywhere the same
    for (double &V : Sum)
      V /= Scale;
    Normal.add(Sum);
  }
  double Range = 0, Off = 0;
  for (const Row &D : Differences) {
    double There = 0;
    for (unsigned I = 0; I != LaunchCoordinates; ++I)
      There += D[I] * Normal.value(I).value_or(0);
    Range = std::max(Range, std::abs(D[Right]));
    Off = std::max(Off, std::abs(D[Right] - There));
  }
  constexpr double MostOff = 1.0 / 16;
  if (Differences.size() < 2 * LaunchCoordinates || !(Off <= MostOff * Range))
    return std::nullopt;
  return Normal;
}

/// Each of \p Points but the first, as an equation.
static SmallVector<Row, 0>
differences(ArrayRef<SampledMovement::Point> Points) {
  SmallVector<Row, 0> Result;
  for (const SampledMovement::Point &P : drop_begin(Points)) {
    Row D;
    for (unsigned I = 0; I != LaunchCoordinates; ++I)
      D[I] = P.At[I] - Points.front().At[I];
    D[Right] = P.Start - Points.front().Start;
    Result.push_back(D);
  }
  return Result;
}

void SampledMovement::solve() {
  if (std::exchange(Solved, true))
    return;
  Solution.fill(std::nullopt);
  // The shape of most samples, then what agrees with it: lanes that end where
  // data or a border says may begin elsewhere, too.
  llvm::stable_sort(Seen, [](const Samples &A, const Samples &B) {
    return A.Points.size() > B.Points.size();
  });
  Equations All;
  for (const Samples &S : Seen) {
    Equations With = All;
    const SmallVector<Row, 0> Here = differences(S.Points);
    for (const Row &D : Here)
      With.add(D);
    if (With.haveSolution()) {
      All = With;
    } else if (&S == &Seen.front()) {
      const std::optional<Equations> Near = leastSquares(Here);
      if (!Near)
        return;
      All = *Near;
      break;
    }
  }
  for (unsigned D = 0; D != LaunchCoordinates; ++D)
    if (const std::optional<double> V = All.value(D);
        V && std::abs(*V) < 0x1p62)
      Solution[D] = static_cast<int64_t>(std::round(*V));
}

void SampledMovement::place(
    FootprintPattern &Sample,
    const std::array<double, LaunchCoordinates> &Points) {
  solve();
  for (unsigned D = 0; D != LaunchCoordinates; ++D)
    if (Points[D] > 1 && !Solution[D] && Kinds[D] != FootprintDimension::Warp)
      return;
  for (unsigned D = 0; D != LaunchCoordinates; ++D) {
    if (!(Points[D] > 1) || !Solution[D])
      continue;
    Sample.Dimensions.push_back({Kinds[D], 0, *Solution[D], Points[D], 0, 0});
    Sample.Copies /= Points[D];
  }
}
