//===- Footprint.cpp - How many distinct sectors accesses touch -----------===//

#include "analysis/access/Footprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

bool FootprintPattern::sameShape(const FootprintPattern &Other) const {
  return Chunks == Other.Chunks && Width == Other.Width &&
         Extent == Other.Extent && Sectors == Other.Sectors &&
         Dimensions == Other.Dimensions && Packed == Other.Packed;
}

double FootprintPattern::executions() const {
  double Product = Copies;
  for (const FootprintDimension &D : Dimensions)
    Product *= D.Count;
  return Product;
}

FootprintPattern kernelcast::lanePattern(ArrayRef<int64_t> Addresses,
                                         uint64_t Active, unsigned Bytes) {
  SmallVector<int64_t, 64> Sorted;
  for (uint64_t Left = Active; Left; Left &= Left - 1)
    if (unsigned Lane = countr_zero(Left); Lane < Addresses.size())
      Sorted.push_back(Addresses[Lane]);
  FootprintPattern Result;
  if (Sorted.empty())
    return Result;
  // Most warps come in ascending order.
  if (!is_sorted(Sorted))
    std::sort(Sorted.begin(), Sorted.end());
  double Covered = Bytes;
  Result.Chunks = 1;
  for (size_t I = 1; I < Sorted.size(); ++I) {
    double Gap = double(Sorted[I]) - double(Sorted[I - 1]);
    Result.Chunks += Gap > Bytes;
    Covered += std::min(Gap, double(Bytes));
  }
  Result.Width = Covered / Result.Chunks;
  Result.Low = double(Sorted.front());
  Result.High = double(Sorted.back()) + Bytes;
  Result.Extent = Result.High - Result.Low;
  return Result;
}

/// Sectors of \p Chunks runs of \p Width bytes in \p Extent bytes.
static double sectorsOf(double Chunks, double Width, double Extent) {
  double Each = std::max(1.0, Width / SectorBytes);
  return std::max(1.0,
                  std::min(Chunks * Each, std::ceil(Extent / SectorBytes)));
}

namespace {

/// A pattern with the dimensions that do not only make its chunks longer.
struct ChunkLattice {
  struct Move {
    double Stride, Count;
  };

  ChunkLattice(const FootprintPattern &Pattern,
               function_ref<double(const FootprintDimension &)> CountOf);
  double share(double Distance, size_t Levels) const;

  double Chunks, Width, Extent;
  double Executions = 1;       ///< of a warp
  SmallVector<Move, 6> Beyond; ///< from the smallest stride to the largest
};

ChunkLattice::ChunkLattice(
    const FootprintPattern &Pattern,
    function_ref<double(const FootprintDimension &)> CountOf)
    : Chunks(Pattern.Chunks), Width(Pattern.Width), Extent(Pattern.Extent) {
  SmallVector<Move, 6> Moves;
  for (const FootprintDimension &D : Pattern.Dimensions) {
    double Count = std::clamp(CountOf(D), 1.0, std::max(1.0, D.Count));
    if (D.Stride != 0 && Count > 1)
      Moves.push_back({std::abs(double(D.Stride)), Count});
  }
  llvm::sort(Moves,
             [](const Move &A, const Move &B) { return A.Stride < B.Stride; });
  // The chunks of the lanes, as if they were equally far apart.
  if (Chunks > 1 && Extent > Width)
    Beyond.push_back({(Extent - Width) / (Chunks - 1), Chunks});
  for (const Move &M : Moves) {
    if (M.Stride <= std::max(Width, SectorBytes)) {
      // With gaps, which a run of bytes has not, each end is a sector's.
      if (M.Stride > Width)
        Width = SectorBytes;
      Width += M.Stride * (M.Count - 1);
    } else {
      Chunks *= M.Count;
      Beyond.push_back(M);
    }
    Extent += M.Stride * (M.Count - 1);
    Executions *= M.Count;
  }
  llvm::sort(Beyond,
             [](const Move &A, const Move &B) { return A.Stride < B.Stride; });
}

double ChunkLattice::share(double Distance, size_t Levels) const {
  double Length = std::max(Width, SectorBytes);
  if (Levels == 0)
    return std::max(0.0, 1 - std::abs(Distance) / Length);
  for (const Move &M : ArrayRef(Beyond).take_front(Levels))
    Length += M.Stride * (M.Count - 1);
  if (std::abs(Distance) >= Length)
    return 0;
  const Move &Last = Beyond[Levels - 1];
  const double Steps = std::floor(Distance / Last.Stride);
  double Sum = 0;
  for (double S : {Steps, Steps + 1})
    if (std::abs(S) < Last.Count)
      Sum += (1 - std::abs(S) / Last.Count) *
             share(Distance - S * Last.Stride, Levels - 1);
  return std::min(1.0, Sum);
}

} // namespace

double kernelcast::distinctSectors(
    const FootprintPattern &Pattern,
    function_ref<double(const FootprintDimension &)> CountOf) {
  ChunkLattice Of(Pattern, CountOf);
  if (Pattern.Packed)
    Of.Extent = std::min(Of.Extent, Of.Chunks * Of.Width);
  // Each execution touches what the evaluator counted, and no more.
  return std::min(sectorsOf(Of.Chunks, Of.Width, Of.Extent),
                  std::max(1.0, Pattern.Sectors) * Of.Executions);
}

double kernelcast::commonSectors(
    const FootprintPattern &Pattern, double Distance,
    function_ref<double(const FootprintDimension &)> CountOf) {
  const ChunkLattice Of(Pattern, CountOf);
  return Of.share(Distance, Of.Beyond.size());
}

void Footprint::add(const FootprintPattern &Pattern, double Times) {
  if (Patterns.empty() || !Patterns.back().sameShape(Pattern)) {
    auto Same = find_if(Patterns, [&](const FootprintPattern &P) {
      return P.sameShape(Pattern);
    });
    if (Same != Patterns.end()) {
      std::rotate(Same, Same + 1, Patterns.end()); // most recent last
    } else if (Patterns.size() < MaxPatterns) {
      Patterns.push_back(Pattern);
      Patterns.back().Copies *= Times;
      return;
    } else {
      Overflow += Pattern.Sectors * Pattern.executions() * Times;
      return;
    }
  }
  FootprintPattern &Last = Patterns.back();
  Last.Copies += Pattern.Copies * Times;
  Last.Low = std::min(Last.Low, Pattern.Low);
  Last.High = std::max(Last.High, Pattern.High);
}

void Footprint::pack(double Sectors, double Share) {
  for (FootprintPattern &P : Patterns) {
    P.Sectors = Sectors;
    P.Packed = true;
  }
  Overflow *= Share;
}
