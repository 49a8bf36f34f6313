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

double kernelcast::distinctSectors(
    const FootprintPattern &Pattern,
    function_ref<double(const FootprintDimension &)> CountOf) {
  struct Move {
    double Stride, Count;
  };
  SmallVector<Move, 6> Moves;
  for (const FootprintDimension &D : Pattern.Dimensions) {
    double Count = std::clamp(CountOf(D), 1.0, std::max(1.0, D.Count));
    if (D.Stride != 0 && Count > 1)
      Moves.push_back({std::abs(double(D.Stride)), Count});
  }
  llvm::sort(Moves,
             [](const Move &A, const Move &B) { return A.Stride < B.Stride; });
  double Chunks = Pattern.Chunks, Width = Pattern.Width;
  double Extent = Pattern.Extent, Executions = 1;
  for (const Move &M : Moves) {
    if (M.Stride <= Width)
      Width += M.Stride * (M.Count - 1);
    else
      Chunks *= M.Count;
    Extent += M.Stride * (M.Count - 1);
    Executions *= M.Count;
  }
  if (Pattern.Packed)
    Extent = std::min(Extent, Chunks * Width);
  // Each execution touches what the evaluator counted, and no more.
  return std::min(sectorsOf(Chunks, Width, Extent),
                  std::max(1.0, Pattern.Sectors) * Executions);
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
