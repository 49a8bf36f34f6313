//===- CachePiece.cpp - Pieces of a launch, and what is in them -----------===//

#include "analysis/specialize/CachePiece.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

CacheBlocks::CacheBlocks(const WarpProfile &Profile, bool WholeGpu,
                         double Multiprocessors)
    : WholeGpu(WholeGpu), Caches(WholeGpu ? 1 : Multiprocessors),
      Grid(Profile.GridOfPatterns.value_or(Profile.Launch.Grid)),
      Blocks(double(Grid[0]) * double(Grid[1]) * double(Grid[2])),
      Ran(double(Profile.Launch.blocks()) / Blocks) {
  const double Running = double(Profile.Launch.blocks());
  const double OnSM = std::min(double(Profile.Residency.BlocksPerSM),
                               std::ceil(Running / Multiprocessors));
  if (WholeGpu)
    Together = std::min(Running, OnSM * Multiprocessors);
  else
    Apart = OnSM;
}

/// How many blocks of \p P differ in the coordinate \p Which.
static double coordinatesOf(const FootprintPattern &P,
                            FootprintDimension::Kind Which) {
  double Product = 1;
  for (const FootprintDimension &D : P.Dimensions)
    if (D.What == Which)
      Product *= D.Count;
  return Product;
}

bool CacheBlocks::knowsBlocks(const FootprintPattern &P) const {
  for (auto Which : {FootprintDimension::BlockX, FootprintDimension::BlockY,
                     FootprintDimension::BlockZ})
    if (Grid[Which] > 1 && coordinatesOf(P, Which) <= 1)
      return false;
  return true;
}

bool CacheBlocks::isOfMostBlocks(const FootprintPattern &P) const {
  for (auto Which : {FootprintDimension::BlockX, FootprintDimension::BlockY,
                     FootprintDimension::BlockZ})
    if (2 * coordinatesOf(P, Which) <= double(Grid[Which]))
      return false;
  return true;
}

bool CacheBlocks::movesWith(const FootprintPattern &P,
                            FootprintDimension::Kind Which) const {
  if (coordinatesOf(P, Which) <= 1)
    return Grid[Which] > 1;
  return any_of(P.Dimensions, [&](const FootprintDimension &D) {
    return D.What == Which && D.Count > 1 && D.Stride != 0;
  });
}

bool CacheBlocks::movesWithBlocks(const FootprintPattern &P) const {
  return movesWith(P, FootprintDimension::BlockX) ||
         movesWith(P, FootprintDimension::BlockY) ||
         movesWith(P, FootprintDimension::BlockZ);
}

double CacheBlocks::differentBlocks(const FootprintPattern &P) const {
  const double Span = Apart * Caches;
  const double Row = double(Grid[0]), Plane = Row * double(Grid[1]);
  if (Apart <= 1)
    return 1;
  if (!movesWithBlocks(P))
    return copiesOfBlocks(P, Apart);
  if (movesWith(P, FootprintDimension::BlockX))
    return Apart;
  if (movesWith(P, FootprintDimension::BlockY))
    return std::min(Apart, std::ceil(Span / Row));
  return std::min(Apart, std::ceil(Span / Plane));
}

bool CacheBlocks::staysForNext(const FootprintPattern &P, CachePiece Of) const {
  return !WholeGpu && Of.Depth == 0 && !Of.Accesses && !movesWithBlocks(P);
}

double CacheBlocks::coordinatesIn(const FootprintPattern &P,
                                  const FootprintDimension &D,
                                  double Window) const {
  double Inner = 1; ///< blocks with one coordinate, of one row or plane
  bool MovesInside = false;
  for (unsigned Lower = FootprintDimension::BlockX; Lower < D.What; ++Lower) {
    Inner *= double(Grid[Lower]);
    if (Grid[Lower] > 1)
      MovesInside = movesWith(P, FootprintDimension::Kind(Lower));
  }
  // Of two dimensions of a coordinate one goes through the points between two
  // of the other.
  if (D.Spread > 1) {
    Inner *= double(D.Spread);
    for (const FootprintDimension &Other : P.Dimensions)
      if (Other.What == D.What && Other.Spread < D.Spread && Other.Count > 1)
        MovesInside = Other.Stride != 0;
  }
  // What moves in a row has its blocks there first, then those of further rows.
  // What does not has as many rows as a window lies in.
  const double First = MovesInside ? Inner : 1;
  const double Share =
      D.Spread > 1 ? 1 : coordinatesOf(P, D.What) / double(Grid[D.What]);
  return 1 + std::max(0.0, Window - First) / Inner * std::min(1.0, Share);
}

double CacheBlocks::blocksTogether(const FootprintPattern &P) const {
  double Share = Together;
  for (uint64_t Size : Grid)
    Share /= double(std::max<uint64_t>(Size, 1));
  for (const FootprintDimension &D : P.Dimensions)
    if (D.What <= FootprintDimension::BlockZ)
      Share *= D.Count;
  return std::max(1.0, Share);
}

double CacheBlocks::blocksOf(const FootprintPattern &P) const {
  double Product = 1;
  for (const FootprintDimension &D : P.Dimensions)
    if (D.What <= FootprintDimension::BlockZ)
      Product *= D.Count;
  return Product;
}

double CacheBlocks::distinctInBlock(const FootprintPattern &P) const {
  return MovedPattern(P,
                      [](const FootprintDimension &D) {
                        return D.What <= FootprintDimension::BlockZ ? 1
                                                                    : D.Count;
                      })
      .sectors();
}

double CacheBlocks::copiesOfBlocks(const FootprintPattern &P,
                                   double Window) const {
  const double InWindow = std::max(1.0, Window * blocksOf(P) / Blocks);
  return std::max(1.0, std::min(P.Copies, Window / InWindow));
}

double CacheBlocks::executionsIn(const FootprintPattern &P,
                                 CachePiece Of) const {
  double Inside = Of.WholeLaunch ? 1 : blocksTogether(P);
  for (const FootprintDimension &D : P.Dimensions)
    if (Of.WholeLaunch || D.What > FootprintDimension::BlockZ)
      Inside *= countIn(P, D, Of);
  return Inside;
}

double CacheBlocks::countIn(const FootprintPattern &P,
                            const FootprintDimension &D, CachePiece Of) const {
  if (Of.WholeLaunch)
    return D.Count;
  switch (D.What) {
  case FootprintDimension::Warp:
    return D.Count;
  case FootprintDimension::Loop:
    return D.Depth > Of.Depth    ? D.Count
           : D.Depth == Of.Depth ? std::min(D.Count, Of.Iterations)
                                 : 1;
  default:
    return std::min(D.Count,
                    coordinatesIn(P, D, Of.Blocks > 0 ? Of.Blocks : Together));
  }
}

MovedPattern CacheBlocks::in(const FootprintPattern &P, CachePiece Of) const {
  return {P, [&](const FootprintDimension &D) { return countIn(P, D, Of); }};
}

double CacheBlocks::copiesIn(const FootprintPattern &P, CachePiece Of) const {
  if (Of.WholeLaunch)
    return P.Copies;
  if (WholeGpu)
    return copiesOfBlocks(P, Of.Blocks > 0 ? Of.Blocks : Together);
  // Of blocks with one of many coordinates as many run as there are copies.
  const double Different = differentBlocks(P);
  return knowsBlocks(P) ? Different
                        : std::min(Different, std::max(1.0, P.Copies));
}

CachePiece CacheBlocks::grown(CachePiece Of) const {
  Of.Blocks = std::min(Blocks, std::max(Of.Blocks + 1, 1.125 * Of.Blocks));
  return Of;
}
