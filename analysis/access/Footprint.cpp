//===- Footprint.cpp - How many distinct sectors accesses touch -----------===//

#include "analysis/access/Footprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <optional>

using namespace llvm;
using namespace kernelcast;

bool FootprintPattern::sameShape(const FootprintPattern &Other) const {
  return Chunks == Other.Chunks && Width == Other.Width &&
         Extent == Other.Extent && Sectors == Other.Sectors &&
         Runs == Other.Runs && RunBytes == Other.RunBytes &&
         Dimensions == Other.Dimensions && Packed == Other.Packed &&
         Sampled == Other.Sampled;
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
  Result.Chunks = 1;
  for (size_t I = 1; I < Sorted.size(); ++I) {
    double Gap = double(Sorted[I]) - double(Sorted[I - 1]);
    Result.Chunks += Gap > Bytes;
    Covered += std::min(Gap, double(Bytes));
    if (Gap > std::max(SectorBytes, double(Bytes)))
      ++Runs;
    else
      Between += Gap;
  }
  Result.Width = Covered / Result.Chunks;
  if (Runs > 1 && Runs < Result.Chunks) {
    Result.Runs = Runs;
    Result.RunBytes = SectorBytes + Between / Runs;
  }
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

/// So many points, each so many bytes from the one before it.
struct Move {
  double Stride, Count;
};

/// The chunks of a pattern with all points of its dimensions.
struct MovedChunks {
  MovedChunks(const FootprintPattern &Pattern,
              function_ref<double(const FootprintDimension &)> CountOf);

  double Chunks, Width, Extent;
  double Executions = 1; ///< of a warp
};

} // namespace

/// The dimensions that move a pattern, from the smallest stride to the largest.
static SmallVector<Move, 6>
movesOf(const FootprintPattern &Pattern,
        function_ref<double(const FootprintDimension &)> CountOf) {
  SmallVector<Move, 6> Moves;
  for (const FootprintDimension &D : Pattern.Dimensions) {
    double Count = std::clamp(CountOf(D), 1.0, std::max(1.0, D.Count));
    if (D.Stride != 0 && Count > 1)
      Moves.push_back({std::abs(double(D.Stride)), Count});
  }
  llvm::sort(Moves,
             [](const Move &A, const Move &B) { return A.Stride < B.Stride; });
  return Moves;
}

/// The distance from one chunk of the lanes to the next, as if all were equal;
/// 0 where there is but one.
static double pitchOf(const FootprintPattern &P) {
  return P.Chunks > 1 && P.Extent > P.Width
             ? (P.Extent - P.Width) / (P.Chunks - 1)
             : 0;
}

/// The same of runs of chunks.
static double pitchOfRuns(const FootprintPattern &P) {
  const double Rest = P.Extent - P.Width - (P.RunBytes - SectorBytes);
  return P.Runs > 1 && Rest > 0 ? Rest / (P.Runs - 1) : 0;
}

/// The bytes of one of the runs of a pattern that has some; both ends are
/// sectors of their own, as far as so many are touched.
static double widthOfRun(const FootprintPattern &P) {
  return std::min(P.RunBytes, std::max(1.0, P.Sectors) * SectorBytes / P.Runs);
}

/// Whether chunks of \p Width that move by \p Stride leave no sector out.
static bool onlyLengthens(double Stride, double Width) {
  return Stride <= std::max(Width, SectorBytes);
}

/// The width of a chunk that moves by what onlyLengthens() it.
static double lengthened(double Width, const Move &M) {
  if (!(M.Count > 1))
    return Width;
  // With gaps, which a run of bytes has not, each end is a sector's.
  return (M.Stride > Width ? SectorBytes : Width) + M.Stride * (M.Count - 1);
}

MovedChunks::MovedChunks(
    const FootprintPattern &Pattern,
    function_ref<double(const FootprintDimension &)> CountOf)
    : Chunks(Pattern.Chunks), Width(Pattern.Width), Extent(Pattern.Extent) {
  // Lanes that leave no sector out between them have one chunk. Counted as
  // chunks of their own, each would be a sector once a larger move comes.
  if (const double Pitch = pitchOf(Pattern); Pattern.Packed) {
    // The bytes themselves count.
  } else if (Pattern.Runs > 1) {
    Width = widthOfRun(Pattern);
    Chunks = Pattern.Runs;
  } else if (Pitch > 0 && onlyLengthens(Pitch, Width)) {
    Width = std::min(lengthened(Width, {Pitch, Chunks}),
                     std::max(1.0, Pattern.Sectors) * SectorBytes);
    Chunks = 1;
  }
  SmallVector<Move, 6> Apart; ///< what makes more chunks, the lanes first
  if (!Pattern.Packed && Chunks > 1)
    if (const double Pitch =
            Pattern.Runs > 1 ? pitchOfRuns(Pattern) : pitchOf(Pattern);
        Pitch > 0)
      Apart.push_back({Pitch, Chunks});
  for (const Move &M : movesOf(Pattern, CountOf)) {
    // By a stride that goes into this one, and as far: both are one row.
    auto *Row = find_if(Apart, [&](const Move &Shorter) {
      return std::fmod(M.Stride, Shorter.Stride) == 0 &&
             M.Stride <= Shorter.Stride * Shorter.Count;
    });
    if (onlyLengthens(M.Stride, Width)) {
      Width = lengthened(Width, M);
    } else if (Row != Apart.end()) {
      const double Before = Row->Count;
      Row->Count += M.Stride / Row->Stride * (M.Count - 1);
      Chunks *= Row->Count / Before;
    } else {
      Chunks *= M.Count;
      Apart.push_back(M);
    }
    Extent += M.Stride * (M.Count - 1);
    Executions *= M.Count;
  }
}

namespace {

/// Two patterns laid over each other: mine and theirs.
class CommonLattice {
public:
  CommonLattice(const FootprintPattern &Mine, const FootprintPattern &Theirs,
                function_ref<double(const FootprintDimension &)> CountOf);
  /// The share of mine that theirs covers too, if mine starts \p Distance
  /// further on.
  double share(double Distance) const { return share(Distance, Levels.size()); }

private:
  struct Level {
    double Stride, Mine, Theirs; ///< the latter points
  };
  void add(ArrayRef<Move> Mine, ArrayRef<Move> Theirs);
  double share(double Distance, size_t Below) const;

  SmallVector<Level, 8> Levels; ///< from the smallest stride to the largest
  double MyWidth, TheirWidth;   ///< of a chunk
};

} // namespace

/// The chunks of the lanes, as if they were equally far apart.
static SmallVector<Move, 1> chunksOf(const FootprintPattern &P) {
  if (P.Runs > 1)
    return {{pitchOfRuns(P), P.Runs}};
  if (const double Pitch = pitchOf(P); Pitch > 0)
    return {{Pitch, P.Chunks}};
  return {};
}

/// Adds moves, of equal strides both at once. What makes the chunks of both
/// longer is no level.
void CommonLattice::add(ArrayRef<Move> Mine, ArrayRef<Move> Theirs) {
  while (!Mine.empty() || !Theirs.empty()) {
    const double Stride =
        std::min(Mine.empty() ? INFINITY : Mine.front().Stride,
                 Theirs.empty() ? INFINITY : Theirs.front().Stride);
    auto Take = [&](ArrayRef<Move> &From) {
      if (From.empty() || From.front().Stride != Stride)
        return 1.0;
      const double Count = From.front().Count;
      From = From.drop_front();
      return Count;
    };
    const Level L{Stride, Take(Mine), Take(Theirs)};
    if (onlyLengthens(Stride, MyWidth) && onlyLengthens(Stride, TheirWidth)) {
      MyWidth = lengthened(MyWidth, {Stride, L.Mine});
      TheirWidth = lengthened(TheirWidth, {Stride, L.Theirs});
    } else {
      Levels.push_back(L);
    }
  }
}

CommonLattice::CommonLattice(
    const FootprintPattern &Mine, const FootprintPattern &Theirs,
    function_ref<double(const FootprintDimension &)> CountOf)
    : MyWidth(Mine.Runs > 1 ? widthOfRun(Mine) : Mine.Width),
      TheirWidth(Theirs.Runs > 1 ? widthOfRun(Theirs) : Theirs.Width) {
  const SmallVector<Move, 1> MyChunks = chunksOf(Mine),
                             TheirChunks = chunksOf(Theirs);
  if (!MyChunks.empty())
    Levels.push_back({MyChunks[0].Stride, MyChunks[0].Count, 1});
  if (!TheirChunks.empty()) {
    if (!Levels.empty() && Levels[0].Stride == TheirChunks[0].Stride)
      Levels[0].Theirs = TheirChunks[0].Count;
    else
      Levels.push_back({TheirChunks[0].Stride, 1, TheirChunks[0].Count});
  }
  add(movesOf(Mine, CountOf), movesOf(Theirs, CountOf));
  llvm::stable_sort(Levels, [](const Level &A, const Level &B) {
    return A.Stride < B.Stride;
  });
}

double CommonLattice::share(double Distance, size_t Below) const {
  double Mine = std::max(MyWidth, SectorBytes),
         Theirs = std::max(TheirWidth, SectorBytes);
  if (Below == 0)
    return std::max(0.0, std::min(Distance + Mine, Theirs) -
                             std::max(Distance, 0.0)) /
           Mine;
  for (const Level &L : ArrayRef(Levels).take_front(Below)) {
    Mine += L.Stride * (L.Mine - 1);
    Theirs += L.Stride * (L.Theirs - 1);
  }
  if (Distance <= -Mine || Distance >= Theirs)
    return 0;
  const Level &Last = Levels[Below - 1];
  const double Steps = std::floor(Distance / Last.Stride);
  double Sum = 0;
  for (double S : {Steps, Steps + 1})
    if (double Common =
            std::min(Last.Mine, Last.Theirs - S) - std::max(0.0, -S);
        Common > 0)
      Sum += Common / Last.Mine * share(Distance - S * Last.Stride, Below - 1);
  return std::min(1.0, Sum);
}

double kernelcast::distinctSectors(
    const FootprintPattern &Pattern,
    function_ref<double(const FootprintDimension &)> CountOf) {
  MovedChunks Of(Pattern, CountOf);
  if (Pattern.Packed)
    Of.Extent = std::min(Of.Extent, Of.Chunks * Of.Width);
  // Each execution touches what the evaluator counted, and no more.
  return std::min(sectorsOf(Of.Chunks, Of.Width, Of.Extent),
                  std::max(1.0, Pattern.Sectors) * Of.Executions);
}

double kernelcast::commonSectors(
    const FootprintPattern &Pattern, const FootprintPattern &Other,
    function_ref<double(const FootprintDimension &)> CountOf) {
  return CommonLattice(Pattern, Other, CountOf).share(Pattern.Low - Other.Low);
}

//===----------------------------------------------------------------------===//
// Lists of patterns
//===----------------------------------------------------------------------===//

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

bool FootprintPattern::join(const FootprintPattern &Other) {
  if (Alone || Other.Alone || Copies != 1 || Other.Copies != 1 ||
      Chunks != Other.Chunks || Width != Other.Width ||
      Extent != Other.Extent || Packed != Other.Packed || Runs != Other.Runs ||
      RunBytes != Other.RunBytes ||
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
  const double Room =
      Chunks > 1 ? (Extent - Width) / (Chunks - 1) - Width : INFINITY;
  if (Chunks != Other.Chunks || Runs != Other.Runs || Copies != Other.Copies ||
      Packed || Other.Packed || Dimensions != Other.Dimensions ||
      Extent - Width != Other.Extent - Other.Width ||
      Other.Low != Low + Width || Other.Width > Room)
    return false;
  Width += Other.Width;
  Extent += Other.Width;
  Sectors += Other.Sectors;
  High = std::max(High, Other.High);
  return true;
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
  return Packed == Other.Packed && Sampled == Other.Sampled &&
         !Dimensions.empty() && !Other.Dimensions.empty() &&
         all_of(Other.Dimensions, [&](const FootprintDimension &D) {
           const FootprintDimension *Mine = likeIn(*this, D);
           return !Mine || Mine->Stride == D.Stride;
         });
}

void FootprintPattern::blend(const FootprintPattern &Other) {
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
      D.Count = std::min(D.Count + Count,
                         std::max({D.Count, Count,
                                   D.Stride ? (std::max(High, Other.High) -
                                               std::min(Low, Other.Low)) /
                                                  std::abs(double(D.Stride))
                                            : 0.0}));
    else
      D.Count = (D.Count * Mine + Count * Theirs) / (Mine + Theirs);
  }
  include(Other);
  double Each = 1;
  for (const FootprintDimension &D : Dimensions)
    Each *= D.Count;
  Copies = (Mine + Theirs) / Each;
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
  // What two have become may continue a third.
  for (bool Again = true; Again;) {
    Again = false;
    for (size_t I = Patterns.size(); I-- > 0 && !Again;)
      if (New.join(Patterns[I])) {
        Patterns.erase(Patterns.begin() + I);
        Again = true;
      }
  }
  if (Patterns.size() == MaxPatterns)
    makeRoom();
  Patterns.push_back(std::move(New));
}

/// Counts those as one that \p Alike says are, by \p Merge.
static void
gatherIf(SmallVectorImpl<FootprintPattern> &Patterns,
         function_ref<bool(const FootprintPattern &, const FootprintPattern &)>
             Alike,
         void (FootprintPattern::*Merge)(const FootprintPattern &) =
             &FootprintPattern::include) {
  size_t Kinds = 0; // the first ones of the list, all different
  for (FootprintPattern &P : Patterns) {
    FootprintPattern *const End = Patterns.begin() + Kinds;
    FootprintPattern *const Same =
        std::find_if(Patterns.begin(), End, [&](const FootprintPattern &Kind) {
          return Alike(Kind, P);
        });
    if (Same != End)
      (Same->*Merge)(P);
    else if (++Kinds; End != &P)
      *End = std::move(P);
  }
  Patterns.truncate(Kinds);
}

void Footprint::gather() {
  for (FootprintPattern &P : Patterns)
    P.finish();
  gatherIf(Patterns, [](const FootprintPattern &A, const FootprintPattern &B) {
    return A.sameShape(B);
  });
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
  gather();
  if (Patterns.size() == MaxPatterns)
    gatherIf(Patterns, MoveAlike);
  if (Patterns.size() == MaxPatterns)
    gatherIf(
        Patterns,
        [](const FootprintPattern &A, const FootprintPattern &B) {
          return A.movesBySameStrides(B);
        },
        &FootprintPattern::blend);
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
    }
}

void Footprint::pack(double Sectors, double Share) {
  for (FootprintPattern &P : Patterns) {
    P.Sectors = Sectors;
    P.Packed = true;
  }
  Overflow *= Share;
}
