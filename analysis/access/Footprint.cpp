//===- Footprint.cpp - Which bytes accesses touch -------------------------===//

#include "analysis/access/Footprint.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

using namespace llvm;
using namespace kernelcast;

bool FootprintPattern::sameShape(const FootprintPattern &Other) const {
  return Chunks == Other.Chunks && Width == Other.Width &&
         Extent == Other.Extent && Sectors == Other.Sectors &&
         Runs == Other.Runs && RunBytes == Other.RunBytes &&
         SeparateChunks == Other.SeparateChunks &&
         Dimensions == Other.Dimensions && Packed == Other.Packed &&
         Sampled == Other.Sampled && Placed == Other.Placed;
}

void FootprintPattern::include(const FootprintPattern &Other) {
  const double Mine = executions(), Theirs = Other.executions();
  auto Mean = [&](double &To, double From) {
    To = To == From ? To : (To * Mine + From * Theirs) / (Mine + Theirs);
  };
  Mean(Chunks, Other.Chunks);
  Mean(Width, Other.Width);
  Mean(Extent, Other.Extent);
  Mean(Sectors, Other.Sectors);
  if (Runs > 0 && Other.Runs > 0) {
    Mean(Runs, Other.Runs);
    Mean(RunBytes, Other.RunBytes);
  } else {
    Runs = RunBytes = 0;
  }
  if (SeparateChunks != Other.SeparateChunks)
    SeparateChunks.clear();
  Copies += Other.Copies;
  Low = std::min(Low, Other.Low);
  High = std::max(High, Other.High);
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
  double Covered = Bytes, Runs = 1, Between = 0;
  constexpr size_t MostSeparate = 4;
  SmallVector<LaneChunk, MostSeparate + 1> SeparateChunks = {
      {0, double(Bytes)}};
  Result.Chunks = 1;
  for (size_t I = 1; I < Sorted.size(); ++I) {
    double Gap = double(Sorted[I]) - double(Sorted[I - 1]);
    Result.Chunks += Gap > Bytes;
    if (Gap <= Bytes)
      SeparateChunks.back().Width += Gap;
    else if (SeparateChunks.size() <= MostSeparate)
      SeparateChunks.push_back(
          {double(Sorted[I]) - double(Sorted.front()), double(Bytes)});
    Covered += std::min(Gap, double(Bytes));
    if (Gap > std::max(SectorBytes, double(Bytes)))
      ++Runs;
    else
      Between += Gap;
  }
  Result.Width = Covered / Result.Chunks;
  if (Runs > 1 && Runs < Result.Chunks) {
    Result.Runs = Runs;
    Result.RunBytes = Bytes + Between / Runs;
  }
  if (Runs > 1 && Runs == Result.Chunks &&
      SeparateChunks.size() <= MostSeparate)
    Result.SeparateChunks.assign(SeparateChunks.begin(), SeparateChunks.end());
  Result.Low = double(Sorted.front());
  Result.High = double(Sorted.back()) + Bytes;
  Result.Extent = Result.High - Result.Low;
  return Result;
}

/// \p Lower and \p Upper as one dimension, if the points of \p Upper are the
/// next ones; where one point alone has no stride, \p Apart says how far away
/// its bytes are.
static std::optional<FootprintDimension> joined(const FootprintDimension &Lower,
                                                const FootprintDimension &Upper,
                                                double Apart) {
  FootprintDimension R = Lower.Count > 1 ? Lower : Upper;
  if (Lower.Count > 1 && Upper.Count > 1 &&
      (Lower.Stride != Upper.Stride || Lower.Step != Upper.Step))
    return std::nullopt;
  R.First = Lower.First;
  R.Count = Lower.Count + Upper.Count;
  if (R.Count == 2) {
    R.Step = 1; // two points far apart are no progression that others continue
    R.Stride = static_cast<int64_t>(Apart);
  }
  const double Points = R.Stride < 0 ? Upper.Count : Lower.Count;
  if (double(Upper.First - Lower.First) != double(R.Step) * Lower.Count ||
      Apart != double(R.Stride) * Points)
    return std::nullopt;
  return R;
}

size_t FootprintPattern::joinKey() const {
  auto Bits = [](double Value) { return bit_cast<uint64_t>(Value); };
  return hash_combine(Bits(Copies), Bits(Chunks), Bits(Width), Bits(Extent),
                      Dimensions.size());
}

bool FootprintPattern::join(const FootprintPattern &Other) {
  if (Alone || Other.Alone || Copies != 1 || Other.Copies != 1 ||
      Chunks != Other.Chunks || Width != Other.Width ||
      Extent != Other.Extent || Packed != Other.Packed || Runs != Other.Runs ||
      RunBytes != Other.RunBytes || SeparateChunks != Other.SeparateChunks ||
      Dimensions.size() != Other.Dimensions.size())
    return false;
  std::optional<size_t> Differing;
  for (size_t D = 0; D != Dimensions.size(); ++D)
    if (Dimensions[D] != Other.Dimensions[D]) {
      if (Differing)
        return false;
      Differing = D;
    }
  if (!Differing)
    return false;
  FootprintDimension &Mine = Dimensions[*Differing];
  const FootprintDimension &Theirs = Other.Dimensions[*Differing];
  if (Mine.What != Theirs.What || Mine.Depth != Theirs.Depth)
    return false;
  const double Apart = Other.Low - Low;
  auto Joined = Mine.First < Theirs.First ? joined(Mine, Theirs, Apart)
                                          : joined(Theirs, Mine, -Apart);
  if (!Joined)
    return false;
  const double Share = Theirs.Count / Joined->Count;
  Sectors += (Other.Sectors - Sectors) * Share;
  Low = std::min(Low, Other.Low);
  High = std::max(High, Other.High);
  Mine = *Joined;
  return true;
}

bool FootprintPattern::append(const FootprintPattern &Other) {
  if (Other.Low != Low + Width) // the usual reason
    return false;
  const double Room =
      Chunks > 1 ? (Extent - Width) / (Chunks - 1) - Width : INFINITY;
  if (Chunks != Other.Chunks || Runs != Other.Runs || Copies != Other.Copies ||
      Packed || Other.Packed || Dimensions != Other.Dimensions ||
      Extent - Width != Other.Extent - Other.Width || Other.Width > Room)
    return false;
  SeparateChunks.clear();
  Width += Other.Width;
  Extent += Other.Width;
  Sectors += Other.Sectors;
  High = std::max(High, Other.High);
  return true;
}

bool FootprintPattern::appendPartOfStep(const FootprintPattern &Other) {
  if (Chunks != Other.Chunks || Runs > 0 || Other.Runs > 0 ||
      Copies != Other.Copies || Packed || Other.Packed ||
      Other.Width >= Width || pitch() != Other.pitch() ||
      Dimensions.size() != Other.Dimensions.size() + 1)
    return false;
  // The loop is what the other one lacks.
  const auto *Theirs = Other.Dimensions.begin();
  FootprintDimension *Steps = nullptr;
  for (FootprintDimension &D : Dimensions)
    if (Theirs != Other.Dimensions.end() && D == *Theirs)
      ++Theirs;
    else if (!Steps)
      Steps = &D;
    else
      return false;
  if (!Steps || Steps->What != FootprintDimension::Loop ||
      double(Steps->Stride) != Width || Other.Low != Low + Width * Steps->Count)
    return false;
  Steps->Count += Other.Width / Width;
  High = std::max(High, Other.High);
  return true;
}

double FootprintPattern::pitch() const {
  return Chunks > 1 && Extent > Width ? (Extent - Width) / (Chunks - 1) : 0;
}

/// The dimension of \p P that \p D is, or null.
static const FootprintDimension *likeIn(const FootprintPattern &P,
                                        const FootprintDimension &D) {
  const auto *Found =
      find_if(P.Dimensions, [&](const FootprintDimension &Other) {
        return Other.What == D.What && Other.Depth == D.Depth &&
               (D.What != FootprintDimension::Warp || Other.Stride == D.Stride);
      });
  return Found == P.Dimensions.end() ? nullptr : Found;
}

bool FootprintPattern::movesBySameStrides(const FootprintPattern &Other) const {
  // What groups of blocks have is no mean of other groups.
  auto inGroups = [](const FootprintDimension &D) { return D.Spread != 0; };
  return Packed == Other.Packed && Sampled == Other.Sampled &&
         !Dimensions.empty() && !Other.Dimensions.empty() &&
         none_of(Dimensions, inGroups) && none_of(Other.Dimensions, inGroups) &&
         all_of(Other.Dimensions, [&](const FootprintDimension &D) {
           const FootprintDimension *Mine = likeIn(*this, D);
           return !Mine || Mine->Stride == D.Stride;
         });
}

void FootprintPattern::blend(const FootprintPattern &Other,
                             const BlockCounts &Grid) {
  const double Mine = executions(), Theirs = Other.executions();
  for (const FootprintDimension &D : Other.Dimensions)
    if (!likeIn(*this, D)) {
      Dimensions.push_back(D);
      Dimensions.back().Count = 1;
    }
  for (FootprintDimension &D : Dimensions) {
    const FootprintDimension *Same = likeIn(Other, D);
    const double Count = Same ? Same->Count : 1;
    if (D.What <= FootprintDimension::BlockZ)
      // Pieces are of other blocks as often as of the same ones.
      D.Count =
          std::min({D.Count + Count, std::max({Grid[D.What], D.Count, Count}),
                    std::max({D.Count, Count,
                              D.Stride ? (std::max(High, Other.High) -
                                          std::min(Low, Other.Low)) /
                                             std::abs(double(D.Stride))
                                       : 0.0})});
    else
      D.Count = (D.Count * Mine + Count * Theirs) / (Mine + Theirs);
  }
  include(Other);
  double Each = 1;
  for (const FootprintDimension &D : Dimensions)
    Each *= D.Count;
  Copies = (Mine + Theirs) / Each;
}

bool FootprintPattern::isElsewhereAlong(const FootprintPattern &Other,
                                        FootprintDimension::Kind Which) const {
  if (Alone || Other.Alone || Copies != 1 || Other.Copies != 1 ||
      Chunks != Other.Chunks || Width != Other.Width ||
      Extent != Other.Extent || Packed != Other.Packed || Sampled ||
      Other.Sampled || Runs != Other.Runs || RunBytes != Other.RunBytes ||
      SeparateChunks != Other.SeparateChunks ||
      Dimensions.size() != Other.Dimensions.size())
    return false;
  return all_of(zip_equal(Dimensions, Other.Dimensions), [&](const auto &Both) {
    const auto &[Mine, Theirs] = Both;
    if (Mine.What != Which)
      return Mine == Theirs;
    FootprintDimension Moved = Theirs;
    Moved.First = Mine.First;
    return Mine == Moved;
  });
}

std::optional<int64_t>
FootprintPattern::firstOf(FootprintDimension::Kind Which) const {
  for (const FootprintDimension &D : Dimensions)
    if (D.What == Which)
      return D.First;
  return std::nullopt;
}

void FootprintPattern::nest(ArrayRef<FootprintPattern *> Steps,
                            const FootprintDimension &By) {
  for (FootprintDimension &D : Dimensions)
    if (D.What == By.What && D.Count > 1 && !D.Spread)
      D.Spread = std::abs(D.Step);
  Dimensions.push_back(By);
  Sectors /= By.Count;
  for (FootprintPattern *Step : Steps) {
    Sectors += Step->Sectors / By.Count;
    Low = std::min(Low, Step->Low);
    High = std::max(High, Step->High);
    Step->Copies = 0;
  }
}

void FootprintPattern::finish() {
  erase_if(Dimensions,
           [](const FootprintDimension &D) { return D.Count <= 1; });
  for (FootprintDimension &D : Dimensions)
    D.First = D.Step = 0;
  Alone = true;
}

void Footprint::add(const FootprintPattern &Pattern, double Times) {
  FootprintPattern New = Pattern;
  New.Copies *= Times;
  for (const FootprintDimension &D : New.Dimensions)
    if (D.What <= FootprintDimension::BlockZ)
      Grid[D.What] =
          std::max({Grid[D.What], D.Count, double(D.First) + 1,
                    double(D.First) + double(D.Step) * (D.Count - 1) + 1});
  const size_t Key = New.joinKey();
  // What two have become may continue a third.
  for (bool Again = true; Again;) {
    Again = false;
    for (size_t I = Patterns.size(); I-- > 0 && !Again;)
      if (JoinKeys[I] == Key && New.join(Patterns[I])) {
        Patterns.erase(Patterns.begin() + I);
        JoinKeys.erase(JoinKeys.begin() + I);
        Again = true;
      }
  }
  Rows.clear();
  if (Patterns.size() == MaxUngathered) {
    nestBlocks();
    if (Patterns.size() > MaxUngathered / 2)
      makeRoom();
    JoinKeys.clear();
    for (const FootprintPattern &P : Patterns)
      JoinKeys.push_back(P.joinKey());
  }
  Patterns.push_back(std::move(New));
  JoinKeys.push_back(Key);
}

/// Counts those as one that \p Alike says are, by \p Merge.
template <typename List>
static void gatherIf(
    List &Patterns,
    function_ref<bool(const FootprintPattern &, const FootprintPattern &)>
        Alike,
    function_ref<void(FootprintPattern &, const FootprintPattern &)> Merge =
        [](FootprintPattern &Into, const FootprintPattern &P) {
          Into.include(P);
        }) {
  size_t Kinds = 0; // the first ones of the list, all different
  for (FootprintPattern &P : Patterns) {
    FootprintPattern *const First = Patterns.data(), *const End = First + Kinds;
    FootprintPattern *const Same =
        std::find_if(First, End, [&](const FootprintPattern &Kind) {
          return Alike(Kind, P);
        });
    if (Same != End)
      Merge(*Same, P);
    else if (++Kinds; End != &P)
      *End = std::move(P);
  }
  Patterns.erase(Patterns.begin() + Kinds, Patterns.end());
}

/// Counts those of one shape as one.
template <typename List> static void gatherShapes(List &Patterns) {
  gatherIf(Patterns, [](const FootprintPattern &A, const FootprintPattern &B) {
    return A.sameShape(B);
  });
}

/// The chunks of \p P, a few of different rows, as patterns of their own; or \p
/// P.
static SmallVector<FootprintPattern, 4> rowsApart(const FootprintPattern &P) {
  if (P.Packed || P.SeparateChunks.empty())
    return {P};
  SmallVector<FootprintPattern, 4> Result;
  for (const LaneChunk &Chunk : P.SeparateChunks) {
    FootprintPattern &R = Result.emplace_back(P);
    R.SeparateChunks.clear();
    R.Chunks = 1;
    R.Width = R.Extent = Chunk.Width;
    R.Sectors = P.Sectors - (P.Chunks - 1); // no more, for each has one
    R.Low += Chunk.Offset;
    R.High -= P.Extent - Chunk.Offset - Chunk.Width;
  }
  return Result;
}

/// Puts patterns together as long as \p Append does, from low addresses to high
/// ones.
static void
appendAll(std::vector<FootprintPattern> &Patterns,
          bool (FootprintPattern::*Append)(const FootprintPattern &)) {
  llvm::stable_sort(Patterns,
                    [](const FootprintPattern &A, const FootprintPattern &B) {
                      return A.Low < B.Low;
                    });
  std::vector<FootprintPattern> Result;
  for (const FootprintPattern &P : Patterns)
    if (none_of(Result, [&](FootprintPattern &R) { return (R.*Append)(P); }))
      Result.push_back(P);
  Patterns = std::move(Result);
}

void Footprint::formRows() {
  Rows.clear();
  if (Patterns.size() < 2 || any_of(Patterns, [](const FootprintPattern &P) {
        return P.Sampled || P.Placed;
      }))
    return;
  std::vector<FootprintPattern> Apart;
  for (const FootprintPattern &P : Patterns)
    append_range(Apart, rowsApart(P));
  const size_t Pieces = Apart.size();
  appendAll(Apart, &FootprintPattern::append);
  appendAll(Apart, &FootprintPattern::appendPartOfStep);
  if (Apart.size() == Pieces)
    return;
  // Alike are those that begin at one place of a sector.
  gatherIf(Apart, [](const FootprintPattern &A, const FootprintPattern &B) {
    return A.sameShape(B) && std::fmod(A.Low - B.Low, SectorBytes) == 0;
  });
  if (Apart.size() <= MaxPatterns)
    Rows = std::move(Apart);
}

namespace {

/// A piece and where it begins along a coordinate of blocks.
struct PlacedPiece {
  int64_t First;
  FootprintPattern *Pattern;
};

} // namespace

/// Takes what continues the first of \p Pieces along \p Which at equal
/// distances into it.
static void nestBehind(ArrayRef<PlacedPiece> Pieces,
                       FootprintDimension::Kind Which) {
  FootprintPattern &First = *Pieces.front().Pattern;
  SmallVector<FootprintPattern *, 8> Steps;
  FootprintDimension By{Which, 0, 0, 1, Pieces.front().First};
  PlacedPiece Last = Pieces.front();
  for (const PlacedPiece &Next : Pieces.drop_front()) {
    if (!First.isElsewhereAlong(*Next.Pattern, Which))
      continue;
    const int64_t Apart = Next.First - Last.First;
    const double Stride = Next.Pattern->Low - Last.Pattern->Low;
    if (Steps.empty()) {
      By.Step = By.Spread = Apart;
      By.Stride = static_cast<int64_t>(Stride);
    }
    if (Apart <= 0 || Apart != By.Step || Stride != double(By.Stride))
      break;
    ++By.Count;
    Steps.push_back(Next.Pattern);
    Last = Next;
  }
  if (!Steps.empty())
    First.nest(Steps, By);
}

/// Makes one of pieces that are alike but for their place and stand at equal
/// distances along \p Which. Whether there were any.
static bool nestAlong(FootprintDimension::Kind Which,
                      SmallVectorImpl<FootprintPattern> &Patterns) {
  std::map<size_t, SmallVector<PlacedPiece, 4>> Alike;
  for (FootprintPattern &P : Patterns)
    if (const std::optional<int64_t> First = P.firstOf(Which))
      Alike[P.joinKey()].push_back({*First, &P});
  for (auto &[Key, Pieces] : Alike) {
    llvm::stable_sort(Pieces, [](const PlacedPiece &A, const PlacedPiece &B) {
      return A.First < B.First;
    });
    for (size_t I = 0; I < Pieces.size(); ++I)
      nestBehind(ArrayRef(Pieces).drop_front(I), Which);
  }
  const size_t Before = Patterns.size();
  erase_if(Patterns, [](const FootprintPattern &P) { return P.Copies == 0; });
  return Patterns.size() != Before;
}

/// The same along all coordinates of blocks, in groups and groups of groups.
void Footprint::nestBlocks() {
  for (auto Which : {FootprintDimension::BlockX, FootprintDimension::BlockY,
                     FootprintDimension::BlockZ})
    while (nestAlong(Which, Patterns))
      ;
}

void Footprint::gather() {
  nestBlocks();
  for (FootprintPattern &P : Patterns)
    P.finish();
  formRows();
  gatherShapes(Patterns);
  if (Patterns.size() > MaxPatterns)
    makeRoom();
}

/// Makes the list shorter: of patterns that move alike only the mean is kept;
/// if that is not enough, also of those that go by the same strides and not
/// equally far, like the rows of a triangle; and at last, those of fewest
/// executions are taken not to move.
void Footprint::makeRoom() {
  auto MoveAlike = [](const FootprintPattern &A, const FootprintPattern &B) {
    return A.Dimensions == B.Dimensions && A.Packed == B.Packed &&
           A.Sampled == B.Sampled;
  };
  for (FootprintPattern &P : Patterns)
    P.finish();
  gatherShapes(Patterns);
  if (Patterns.size() >= MaxPatterns)
    gatherIf(Patterns, MoveAlike);
  if (Patterns.size() >= MaxPatterns)
    gatherIf(
        Patterns,
        [](const FootprintPattern &A, const FootprintPattern &B) {
          return A.movesBySameStrides(B);
        },
        [&](FootprintPattern &Into, const FootprintPattern &P) {
          Into.blend(P, Grid);
        });
  if (Patterns.size() < MaxPatterns)
    return;
  llvm::stable_sort(Patterns,
                    [](const FootprintPattern &A, const FootprintPattern &B) {
                      return A.executions() > B.executions();
                    });
  for (FootprintPattern &P : drop_begin(Patterns, MaxPatterns / 2)) {
    P.Copies = P.executions();
    P.Dimensions.clear();
  }
  gatherIf(Patterns, MoveAlike);
}

void Footprint::placeSamples(function_ref<void(FootprintPattern &)> Place) {
  for (FootprintPattern &P : Patterns)
    if (P.Sampled) {
      P.finish();
      Place(P);
      P.Sampled = false;
      P.Placed = true;
    }
}

void Footprint::pack(double Sectors, double Share) {
  Rows.clear();
  for (FootprintPattern &P : Patterns) {
    P.Sectors = Sectors;
    P.Packed = true;
  }
  Overflow *= Share;
}
