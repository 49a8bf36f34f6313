//===- SectorCounts.cpp - Distinct and common sectors of patterns ---------===//

#include "analysis/access/SectorCounts.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace kernelcast;

/// What std::fmod() gives, in a fraction of its time: division and product by a
/// power of two lose nothing.
static double remainderOf(double Value, double PowerOfTwo) {
  return Value - std::trunc(Value / PowerOfTwo) * PowerOfTwo;
}

double MovedPattern::Beginnings::place(unsigned I) const {
  return remainderOf(First, Apart) + I * Apart;
}

void MovedPattern::Beginnings::add(double Bytes) {
  // Numbers that stand for several, as a mean does, say nothing.
  if (Bytes == std::floor(Bytes) && Bytes < 0x1p53)
    Apart = double(std::gcd(int64_t(Apart), int64_t(Bytes)));
}

double MovedPattern::Beginnings::sectorsOf(double Width) const {
  const double Last = place(0) + std::max(0.0, Width - 1);
  const double Left = SectorBytes - remainderOf(Last, SectorBytes);
  const double Places = count();
  // Of the places, those from which one more is reached.
  const double Further = Places - std::ceil(Left / Apart);
  return 1 + std::floor(Last / SectorBytes) + std::max(0.0, Further) / Places;
}

/// The distance from one run of chunks to the next, as if all were equal; 0
/// where there is but one.
static double pitchOfRuns(const FootprintPattern &P) {
  return P.Runs > 1 && P.Extent > P.RunBytes
             ? (P.Extent - P.RunBytes) / (P.Runs - 1)
             : 0;
}

/// Whether chunks of \p Width that move by \p Stride leave no sector out.
static bool onlyLengthens(double Stride, double Width) {
  return Stride <= std::max(Width, SectorBytes);
}

/// Those of the lanes that leave no sector out between them as one: it has so
/// many, so long and so far apart. Counted as chunks of their own, each would
/// be a sector once a larger move comes.
MovedPattern::LaneChunks MovedPattern::chunksOf(const FootprintPattern &P) {
  const double Pitch = P.pitch();
  if (P.Runs > 1)
    return {P.Runs, P.RunBytes, pitchOfRuns(P)};
  if (Pitch > 0 && onlyLengthens(Pitch, P.Width))
    return {1, P.Extent, 0};
  return {P.Chunks, P.Width, Pitch};
}

MovedPattern::MovedPattern(
    const FootprintPattern &Pattern,
    function_ref<double(const FootprintDimension &)> CountOf)
    : Pattern(&Pattern), Lanes(chunksOf(Pattern)) {
  for (const FootprintDimension &D : Pattern.Dimensions)
    if (D.Stride != 0 && D.Count > 1)
      Moves.push_back({std::abs(double(D.Stride)),
                       std::clamp(CountOf(D), 1.0, D.Count), D.Count});
  llvm::sort(Moves,
             [](const Move &A, const Move &B) { return A.Stride < B.Stride; });
  findBeginnings();
}

/// What makes a chunk longer moves its beginning from one piece to the next
/// alone.
void MovedPattern::findBeginnings() {
  At.First =
      Pattern->Low - SectorBytes * std::floor(Pattern->Low / SectorBytes);
  if (Lanes.Count > 1) {
    At.add(Lanes.Pitch);
    if (Lanes.Pitch != std::floor(Lanes.Pitch)) // at multiples of their width
      At.add(Lanes.Width);
  }
  double Width = Lanes.Width;
  for (const Move &M : Moves) {
    if (!(M.Count > 1 && onlyLengthens(M.Stride, Width))) {
      At.add(M.Stride);
      continue;
    }
    if (M.Count < M.All)
      At.add(M.Count == std::floor(M.Count) ? M.Stride * M.Count : M.Stride);
    Width += M.Stride * (M.Count - 1);
  }
}

double MovedPattern::sectors() const {
  double Chunks = Lanes.Count, Width = Lanes.Width;
  double Extent = Pattern->Extent, Executions = 1;
  if (Pattern->Packed) {
    Chunks = Pattern->Chunks;
    Width = Pattern->Width;
  }
  SmallVector<Move, 6> Apart; ///< what makes more chunks, the lanes first
  if (!Pattern->Packed && Chunks > 1 && Lanes.Pitch > 0)
    Apart.push_back({Lanes.Pitch, Chunks, Chunks});
  for (const Move &M : Moves) {
    if (!(M.Count > 1))
      continue;
    // By a stride that goes into this one, and as far: both are one row.
    auto *Row = find_if(Apart, [&](const Move &Shorter) {
      return std::fmod(M.Stride, Shorter.Stride) == 0 &&
             M.Stride <= Shorter.Stride * Shorter.Count;
    });
    if (onlyLengthens(M.Stride, Width)) {
      Width += M.Stride * (M.Count - 1);
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
  const double Each = Pattern->Packed ? std::max(1.0, Width / SectorBytes)
                                      : At.sectorsOf(Width);
  const double Within =
      Pattern->Packed
          ? std::ceil(std::min(Extent, Chunks * Width) / SectorBytes)
          : At.sectorsOf(Extent);
  // Each execution touches what the evaluator counted, and no more.
  return std::max(1.0,
                  std::min({Chunks * Each, Within,
                            std::max(1.0, Pattern->Sectors) * Executions}));
}

class MovedPattern::CommonLattice {
public:
  CommonLattice(const MovedPattern &Mine, const MovedPattern &Theirs);
  /// The share of mine that theirs covers too, if mine starts \p Distance
  /// further on.
  double share(double Distance) const { return share(Distance, Levels.size()); }

private:
  struct Level {
    double Stride, Mine, Theirs; ///< the latter points
  };
  void add(ArrayRef<Move> Mine, ArrayRef<Move> Theirs);
  double share(double Distance, size_t Below) const;

  double shareOfChunk(double Distance) const;

  SmallVector<Level, 8> Levels; ///< from the smallest stride to the largest
  double MyWidth, TheirWidth;   ///< of a chunk
  Beginnings At;                ///< of mine
};

/// Adds moves, of equal strides both at once. What makes the chunks of both
/// longer is no level.
void MovedPattern::CommonLattice::add(ArrayRef<Move> Mine,
                                      ArrayRef<Move> Theirs) {
  auto Stays = [](const Move &M) { return !(M.Count > 1); };
  while (true) {
    Mine = Mine.drop_while(Stays);
    Theirs = Theirs.drop_while(Stays);
    if (Mine.empty() && Theirs.empty())
      return;
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
      MyWidth += Stride * (L.Mine - 1);
      TheirWidth += Stride * (L.Theirs - 1);
    } else {
      Levels.push_back(L);
    }
  }
}

MovedPattern::CommonLattice::CommonLattice(const MovedPattern &Mine,
                                           const MovedPattern &Theirs)
    : MyWidth(Mine.Lanes.Width), TheirWidth(Theirs.Lanes.Width), At(Mine.At) {
  if (Mine.Lanes.Pitch > 0)
    Levels.push_back({Mine.Lanes.Pitch, Mine.Lanes.Count, 1});
  if (Theirs.Lanes.Pitch > 0) {
    if (!Levels.empty() && Levels[0].Stride == Theirs.Lanes.Pitch)
      Levels[0].Theirs = Theirs.Lanes.Count;
    else
      Levels.push_back({Theirs.Lanes.Pitch, 1, Theirs.Lanes.Count});
  }
  add(Mine.Moves, Theirs.Moves);
  llvm::stable_sort(Levels, [](const Level &A, const Level &B) {
    return A.Stride < B.Stride;
  });
}

double MovedPattern::CommonLattice::shareOfChunk(double Distance) const {
  double Both = 0, All = 0;
  for (unsigned I = 0; I != At.count(); ++I) {
    auto Sector = [](double Byte) { return std::floor(Byte / SectorBytes); };
    const double My = At.place(I), Their = My - Distance;
    const double MyFirst = Sector(My),
                 MyLast = Sector(My + std::max(0.0, MyWidth - 1));
    const double TheirFirst = Sector(Their),
                 TheirLast = Sector(Their + std::max(0.0, TheirWidth - 1));
    All += MyLast - MyFirst + 1;
    Both += std::max(0.0, std::min(MyLast, TheirLast) -
                              std::max(MyFirst, TheirFirst) + 1);
  }
  return Both / All;
}

double MovedPattern::CommonLattice::share(double Distance, size_t Below) const {
  if (Below == 0)
    return shareOfChunk(Distance);
  double Mine = std::max(MyWidth, SectorBytes),
         Theirs = std::max(TheirWidth, SectorBytes);
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

double MovedPattern::shareWith(const MovedPattern &Other) const {
  return CommonLattice(*this, Other).share(Pattern->Low - Other.Pattern->Low);
}
