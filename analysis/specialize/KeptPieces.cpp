//===- KeptPieces.cpp - Which pieces of a launch a cache keeps ------------===//

#include "analysis/specialize/KeptPieces.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

void KeptPieces::add(AccessId Id) {
  CachedAccess &Added = Accesses.emplace_back();
  Added.Id = Id;
  Added.Main = mainPattern(Id);
}

void KeptPieces::settle() {
  findEnds();
  formGroups();
  formScopes();
  for (Scope &S : Scopes)
    S.Fits = fits(S, {false, S.Depth});
  for (CachedAccess &A : Accesses) {
    A.Around = largestKept(scopeOf(A));
    Scopes[A.Around].IsAsked = true;
  }
  const CachePiece Largest{Resident.isOfWholeGpu(), 0};
  All = {Largest, 0, ownShares(contents(Scopes[0], Largest)), {}};
  limitToArrays();
  for (CachedAccess &A : Accesses)
    A.Least = missesOf(A, All);
  for (Scope &S : Scopes)
    if (S.IsAsked)
      settle(S);
}

double KeptPieces::bytesIn(CachePiece Of) const {
  const PieceContents Piece = contents(Scopes[0], Of);
  const std::vector<double> Shares = ownShares(Piece);
  return workingSet(Piece, &Shares);
}

std::vector<double> KeptPieces::leads() const {
  std::vector<double> Result(Kernel.Accesses.size(), 1);
  for (auto [Id, S] : enumerate(Scopes)) {
    if (!S.Kept)
      continue;
    std::vector<Member> Inside = contents(S, S.Kept->Of).Inside;
    erase_if(Inside,
             [Id = Id](const Member &M) { return M.Access->Around != Id; });
    eachGroup(Inside, [&, Kept = S.Kept->Of](Members Group) {
      const std::vector<Row> Rows = rowsOf(Group, Kept);
      for (auto [R, Leads] : zip_equal(Rows, leadingShares(Rows, Kept)))
        for (const Member &M : R.Of)
          Result[M.Access->Id] = Leads;
    });
  }
  return Result;
}

double KeptPieces::sectorsBetween(double Low, double High) {
  return High > Low ? std::ceil((High - Low) / SectorBytes) + 1 : INFINITY;
}

void KeptPieces::findEnds() {
  for (const CachedAccess &A : Accesses) {
    const ArrayId Array = Kernel.Accesses[A.Id].Array;
    ArrayEnds &Of = Ends[Array];
    Of.IsOneArray = Array != None;
    for (const FootprintPattern &P :
         Profile.Accesses[A.Id].Touched.patterns()) {
      Of.Low = std::min(Of.Low, P.Low);
      Of.High = std::max(Of.High, P.High);
    }
  }
}

const FootprintPattern *KeptPieces::mainPattern(AccessId Id) const {
  const FootprintPattern *Best = nullptr;
  for (const FootprintPattern &P : Profile.Accesses[Id].Touched.patterns())
    if (!Best || P.executions() > Best->executions())
      Best = &P;
  return Best;
}

void KeptPieces::formGroups() {
  SmallVector<const CachedAccess *> First; ///< of each group
  for (CachedAccess &A : Accesses) {
    if (!A.Main)
      continue;
    const auto *Found =
        find_if(First, [&](const CachedAccess *F) { return sameGroup(A, *F); });
    A.Group = unsigned(Found - First.begin());
    if (Found == First.end())
      First.push_back(&A);
  }
  Groups = First.size();
}

bool KeptPieces::sameGroup(const CachedAccess &A, const CachedAccess &B) const {
  const MemoryAccess &X = Kernel.Accesses[A.Id], &Y = Kernel.Accesses[B.Id];
  return X.Array == Y.Array && X.Array != kernelcast::None &&
         (X.Kind == AccessKind::Load) == (Y.Kind == AccessKind::Load) &&
         movesAlike(*A.Main, *B.Main);
}

bool KeptPieces::movesAlike(const FootprintPattern &A,
                            const FootprintPattern &B) {
  return all_of(A.Dimensions, [&](const FootprintDimension &X) {
    return X.What == FootprintDimension::Warp ||
           none_of(B.Dimensions, [&](const FootprintDimension &Y) {
             return X.What == Y.What && X.Depth == Y.Depth &&
                    X.Spread == Y.Spread && X.Stride != Y.Stride;
           });
  });
}

unsigned KeptPieces::scopeOf(const CachedAccess &A) const {
  const BlockId Block = Kernel.Accesses[A.Id].Block;
  const LoopId Loop =
      Block < Kernel.Blocks.size() ? Kernel.Blocks[Block].Loop : None;
  return Loop < Kernel.Loops.size() ? Loop + 1 : 0;
}

void KeptPieces::formScopes() {
  Scopes.resize(Kernel.Loops.size() + 1);
  for (const LoopInfo &Loop : Kernel.Loops) {
    Scopes[Loop.Id + 1].Depth = Loop.Depth;
    Scopes[Loop.Id + 1].Outer = Loop.Parent != None ? Loop.Parent + 1 : 0;
  }
  std::vector<CachedAccess *> Order;
  for (CachedAccess &A : Accesses)
    if (A.Main) {
      A.Place = Scopes[scopeOf(A)].Standing++;
      Order.push_back(&A);
    }
  llvm::stable_sort(Order, [](const CachedAccess *A, const CachedAccess *B) {
    return std::tuple(A->Group, -A->Main->executions(), A->Main->Low) <
           std::tuple(B->Group, -B->Main->executions(), B->Main->Low);
  });
  findShapes(Order);
  for (const CachedAccess *A : Order)
    for (unsigned S = scopeOf(*A); S != None; S = Scopes[S].Outer)
      Scopes[S].Inside.push_back(A);
}

void KeptPieces::findShapes(ArrayRef<CachedAccess *> Order) {
  auto PlaceInSector = [](const FootprintPattern &P) {
    return P.Low - SectorBytes * std::floor(P.Low / SectorBytes);
  };
  for (size_t I = 1; I < Order.size(); ++I) {
    const FootprintPattern &P = *Order[I]->Main, &Before = *Order[I - 1]->Main;
    const bool Alike =
        P.sameShape(Before) && PlaceInSector(P) == PlaceInSector(Before);
    Order[I]->Shape = Order[I - 1]->Shape + (Alike ? 0 : 1);
  }
}

bool KeptPieces::fits(const Scope &S, CachePiece Of) const {
  const PieceContents Piece = contents(S, Of);
  if (workingSet(Piece) <= Capacity)
    return true;
  const std::vector<double> Shares = ownShares(Piece);
  return workingSet(Piece, &Shares) <= Capacity;
}

double kernelcast::lostShare(double Fill) {
  if (Fill <= 1)
    return 0;
  double Lost = 1; // Newton's method comes down from there
  for (int Round = 0; Round < 20; ++Round) {
    const double Kept = std::exp(-Lost * Fill);
    const double Further = (Lost - 1 + Kept) / (1 - Fill * Kept);
    if (Lost - Further == Lost)
      break;
    Lost -= Further;
  }
  return Lost;
}

std::optional<CachePiece> KeptPieces::largestFit(const Scope &S) const {
  std::optional<CachePiece> Kept;
  if (!S.Fits) {
    for (unsigned Row = 1; Row <= S.Standing; Row *= 2) {
      const CachePiece More{false, S.Depth, 1, Row};
      if (!fits(S, More))
        break;
      Kept = More;
    }
    return Kept;
  }
  if (S.Depth == 0)
    return Resident.isOfWholeGpu() ? largestWindow(S) : CachePiece{};
  Kept = {false, S.Depth};
  for (double More = 2; More < 2 * trips(S); More *= 2) {
    if (!fits(S, {false, S.Depth, More}))
      break;
    Kept->Iterations = More;
  }
  return Kept;
}

/// Whether nothing worth mentioning is left of what fills a cache so often: by
/// (2) of CacheEstimate.h, at a loss of 0.98.
static bool isLost(double Fill) {
  constexpr double Lost = 0.98;
  return Lost * Fill > -std::log1p(-Lost);
}

SizedPiece KeptPieces::sized(const Scope &S, CachePiece Of) const {
  SizedPiece Result;
  Result.Of = Of;
  const PieceContents Piece = contents(S, Of);
  Result.OwnShares = ownShares(Piece);
  Result.Fill = workingSet(Piece, &Result.OwnShares) / Capacity;
  if (Of.Blocks > 0 && !isLost(Result.Fill))
    Result.OwnSharesOfNext = ownShares(contents(S, Resident.grown(Of)));
  return Result;
}

void KeptPieces::settle(Scope &S) {
  if (const std::optional<CachePiece> Kept = largestFit(S))
    S.Kept = sized(S, *Kept);
  if (losesReuse(S))
    addLarger(S);
}

bool KeptPieces::losesReuse(const Scope &S) const {
  if (!S.Kept)
    return true;
  constexpr double Some = 1e-3;
  return any_of(Accesses, [&](const CachedAccess &A) {
    return &Scopes[A.Around] == &S &&
           missesOf(A, *S.Kept) > (1 + Some) * A.Least;
  });
}

ArrayRef<SizedPiece> KeptPieces::pieces(Scope &S) const {
  if (S.Pieces)
    return *S.Pieces;
  S.Pieces.emplace();
  constexpr size_t Most = 64;
  auto Add = [&](CachePiece Of) {
    S.Pieces->push_back(sized(S, Of));
    return S.Pieces->size() < Most && !isLost(S.Pieces->back().Fill);
  };
  if (!S.Fits)
    for (unsigned Row = 1; Row <= S.Standing; Row *= 2)
      if (!Add({false, S.Depth, 1, Row}))
        return *S.Pieces;
  if (S.Depth > 0) {
    for (double Iterations = 1; Iterations < 2 * trips(S); Iterations *= 2)
      if (!Add({false, S.Depth, Iterations}))
        break;
    return *S.Pieces;
  }
  if (!Resident.isOfWholeGpu()) {
    Add({});
    return *S.Pieces;
  }
  // Coarse steps as long as all is kept.
  double Window = Resident.together();
  do {
    if (!Add({false, 0, 1, 0, Window}))
      return *S.Pieces;
    Window *= S.Pieces->back().Fill < 0.5 ? 2 : 1.25;
  } while (Window < Resident.blocks());
  Add({true, 0});
  return *S.Pieces;
}

void KeptPieces::addLarger(Scope &S) {
  constexpr double Alike = 1.01;
  const CachePiece Kept = S.Kept ? S.Kept->Of : CachePiece{};
  // Those of the scope itself come in the order of these.
  auto Holds = [&](const CachePiece &P) {
    if (!S.Kept)
      return true;
    if (Kept.Accesses || P.Accesses)
      return !P.Accesses || (Kept.Accesses && P.Accesses > Kept.Accesses);
    if (Kept.WholeLaunch || P.WholeLaunch)
      return !Kept.WholeLaunch;
    return P.Iterations > Kept.Iterations || P.Blocks > Kept.Blocks;
  };
  for (Scope *At = &S;; At = &Scopes[At->Outer]) {
    for (const SizedPiece &Next : pieces(*At)) {
      if (isLost(Next.Fill))
        return;
      if ((At != &S && Next.Of.Accesses) || (At == &S && !Holds(Next.Of)))
        continue;
      // More that takes no more room has all the reuse of what is in it.
      if (!S.Larger.empty() && Next.Fill <= Alike * S.Larger.back()->Fill)
        S.Larger.pop_back();
      S.Larger.push_back(&Next);
    }
    if (At->Outer == None)
      return;
  }
}

CachePiece KeptPieces::largestWindow(const Scope &S) const {
  if (fits(S, {true, 0}))
    return {true, 0};
  CachePiece Window{false, 0, 1, 0, Resident.together()};
  double TooMany = Resident.blocks();
  for (double More = 2 * Resident.together(); More < Resident.blocks();
       More *= 2) {
    if (!fits(S, {false, 0, 1, 0, More})) {
      TooMany = More;
      break;
    }
    Window.Blocks = More;
  }
  while (TooMany > 1.1 * Window.Blocks) {
    const double Middle = (Window.Blocks + TooMany) / 2;
    if (fits(S, {false, 0, 1, 0, Middle}))
      Window.Blocks = Middle;
    else
      TooMany = Middle;
  }
  return Window;
}

double KeptPieces::trips(const Scope &S) {
  double Most = 1;
  for (const CachedAccess *A : S.Inside)
    for (const FootprintDimension &D : A->Main->Dimensions)
      if (D.What == FootprintDimension::Loop && D.Depth == S.Depth)
        Most = std::max(Most, D.Count);
  return Most;
}

unsigned KeptPieces::largestKept(unsigned S) const {
  while (Scopes[S].Fits && Scopes[S].Outer != None &&
         Scopes[Scopes[S].Outer].Fits)
    S = Scopes[S].Outer;
  return S;
}

std::vector<KeptPieces::Row> KeptPieces::rowsOf(Members Group,
                                                CachePiece Of) const {
  std::vector<Row> Rows;
  while (!Group.empty()) {
    const Member &First = Group.front();
    std::unique_ptr<FootprintPattern> Joined;
    size_t Size = 1;
    for (; Size < Group.size(); ++Size) {
      const CachedAccess &Next = *Group[Size].Access;
      if (!together(*First.Access, Next, Of))
        break;
      FootprintPattern Longer = Joined ? *Joined : *First.Access->Main;
      if (!Longer.append(*Next.Main))
        break;
      Joined = std::make_unique<FootprintPattern>(std::move(Longer));
    }
    const Members Joining = Group.take_front(Size);
    if (Joined) {
      const MovedPattern Moved = Resident.in(*Joined, Of);
      Rows.push_back({Joining, std::move(Joined), Moved, Moved.sectors()});
    } else {
      Rows.push_back({Joining, nullptr, First.Moved, First.Sectors});
    }
    Group = Group.drop_front(Size);
  }
  return Rows;
}

std::vector<double> KeptPieces::leadingShares(ArrayRef<Row> Rows,
                                              CachePiece Of) {
  static constexpr size_t Nearest = 16;
  std::vector<double> Result;
  for (size_t I = 0; I < Rows.size(); ++I) {
    double Shared = 0;
    for (size_t Back = 1; Back <= std::min(I, Nearest) && Shared < 1; ++Back)
      if (together(*Rows[I].Of.front().Access,
                   *Rows[I - Back].Of.front().Access, Of))
        Shared =
            std::max(Shared, Rows[I].Moved.shareWith(Rows[I - Back].Moved));
    Result.push_back(1 - Shared);
  }
  return Result;
}

double KeptPieces::ownShare(Members Group, CachePiece Of) const {
  double Sum = 0, Own = 0;
  for (const Member &M : Group)
    Sum += M.Sectors;
  const std::vector<Row> Rows = rowsOf(Group, Of);
  for (auto [R, Leads] : zip_equal(Rows, leadingShares(Rows, Of)))
    Own += R.Sectors * Leads;
  return Sum > 0 ? std::min(1.0, Own / Sum) : 1;
}

bool KeptPieces::together(const CachedAccess &A, const CachedAccess &B,
                          CachePiece Of) {
  return !Of.Accesses ||
         std::max(A.Place, B.Place) - std::min(A.Place, B.Place) < Of.Accesses;
}

KeptPieces::PieceContents KeptPieces::contents(const Scope &S,
                                               CachePiece Of) const {
  PieceContents Result{S, Of, {}};
  std::vector<Member> &Inside = Result.Inside;
  Inside.reserve(S.Inside.size());
  for (const CachedAccess *A : S.Inside) {
    if (Of.Accesses && &Scopes[scopeOf(*A)] != &S)
      continue;
    if (!Inside.empty() && Inside.back().Access->Shape == A->Shape) {
      const MovedPattern Moved = Inside.back().Moved.like(*A->Main);
      Inside.push_back({A, Moved, Inside.back().Sectors});
    } else {
      const MovedPattern Moved = Resident.in(*A->Main, Of);
      Inside.push_back({A, Moved, Moved.sectors()});
    }
  }
  return Result;
}

std::vector<double> KeptPieces::ownShares(const PieceContents &Piece) const {
  std::vector<double> Result(Groups, 1);
  eachGroup(Piece.Inside, [&](Members Group) {
    Result[Group[0].Access->Group] = ownShare(Group, Piece.Of);
  });
  return Result;
}

double KeptPieces::workingSet(const PieceContents &Piece,
                              const std::vector<double> *OwnShares) const {
  std::map<ArrayId, double> OfArrays;
  eachGroup(Piece.Inside, [&](Members Group) {
    double Touched = 0;
    for (const Member &M : Group)
      Touched += M.Sectors * Resident.copiesIn(*M.Access->Main, Piece.Of);
    const CachedAccess &First = *Group[0].Access;
    OfArrays[Kernel.Accesses[First.Id].Array] +=
        OwnShares ? Touched * (*OwnShares)[First.Group] : Touched;
  });
  double All = 0;
  for (auto [Array, Touched] : OfArrays)
    All += std::min(Touched, Ends.at(Array).sectors());
  if (Piece.Of.Accesses)
    All *= double(Piece.Of.Accesses) / Piece.In.Standing;
  return All * SectorBytes;
}

bool KeptPieces::mayShare(const FootprintPattern &A, const FootprintPattern &B,
                          CachePiece Of) const {
  auto Blocks = [](const FootprintPattern &P) {
    return make_filter_range(P.Dimensions, [](const FootprintDimension &D) {
      return D.What <= FootprintDimension::BlockZ;
    });
  };
  return A.Copies == B.Copies && !A.Placed && !B.Placed &&
         A.Low < B.High + SectorBytes && B.Low < A.High + SectorBytes &&
         equal(Blocks(A), Blocks(B)) &&
         (Of.WholeLaunch || Resident.isOfMostBlocks(A));
}

std::vector<double> KeptPieces::newShares(const Footprint &Touched,
                                          CachePiece Of) const {
  constexpr size_t MostConsidered = 32;
  constexpr unsigned MostCompared = 4;
  const ArrayRef<FootprintPattern> Patterns = Touched.rows();
  std::vector<double> Result(Patterns.size(), 1);
  if (Patterns.size() < 2)
    return Result;
  std::vector<size_t> Order(Patterns.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](size_t A, size_t B) {
    return Patterns[A].executions() > Patterns[B].executions();
  });
  for (size_t I = 1; I < std::min(Order.size(), MostConsidered); ++I) {
    const FootprintPattern &P = Patterns[Order[I]];
    double &New = Result[Order[I]];
    unsigned Compared = 0;
    for (size_t Before : ArrayRef(Order).take_front(I)) {
      if (New <= 0 || Compared == MostCompared)
        break;
      if (!mayShare(P, Patterns[Before], Of))
        continue;
      ++Compared;
      // Of several, as if they shared independently of each other.
      New *=
          1 - Resident.in(P, Of).shareWith(Resident.in(Patterns[Before], Of));
    }
  }
  return Result;
}

double KeptPieces::missesOf(const CachedAccess &A, const SizedPiece &P) const {
  if (P.Of.Blocks > 0)
    return missesOfWindows(A, P);
  return missesOf(A, P.Of, A.Group == None ? 1 : P.OwnShares[A.Group]);
}

double KeptPieces::missesOfWindows(const CachedAccess &A,
                                   const SizedPiece &Window) const {
  auto Own = [&](const std::vector<double> &Shares) {
    return A.Group == None ? 1 : Shares[A.Group];
  };
  const Footprint &Touched = Profile.Accesses[A.Id].Touched;
  const CachePiece Of = Window.Of, Next = Resident.grown(Of);
  double Sum = 0;
  for (auto [P, New, NewInNext] : zip_equal(
           Touched.rows(), newShares(Touched, Of), newShares(Touched, Next))) {
    const double First = Resident.distinct(P, Of) * New * Own(Window.OwnShares);
    double Each = 0;
    if (Next.Blocks > Of.Blocks)
      Each = std::max(0.0, Resident.distinct(P, Next) * NewInNext *
                                   Own(Window.OwnSharesOfNext) -
                               First) /
             (Next.Blocks - Of.Blocks);
    // No more than each block for itself, of which all is kept.
    const double Alone = Resident.blocksOf(P) * Resident.distinctInBlock(P) *
                         New * Own(Window.OwnShares);
    Sum += P.Copies *
           std::min(First + (Resident.blocks() - Of.Blocks) * Each, Alone);
  }
  // All that is touched comes once.
  return std::max(Sum + Touched.overflow(), A.Least);
}

double KeptPieces::missesOf(const CachedAccess &A, CachePiece Of,
                            double OwnShare) const {
  const Footprint &Touched = Profile.Accesses[A.Id].Touched;
  double Sum = 0, Low = INFINITY, High = -INFINITY;
  for (auto [P, New] : zip_equal(Touched.rows(), newShares(Touched, Of))) {
    double Fetched = P.executions() / Resident.executionsIn(P, Of) *
                     Resident.distinct(P, Of) * Resident.differentBlocks(P) /
                     Resident.apart();
    // What all blocks touch is still there for the next ones on the SM.
    if (Resident.staysForNext(P, Of))
      Fetched = std::min(Fetched, Resident.caches() * P.Copies *
                                      Resident.distinct(P, Of));
    Sum += Fetched * New;
    Low = std::min(Low, P.Low);
    High = std::max(High, P.High);
  }
  if (Of.WholeLaunch)
    Sum = std::min(Sum, sectorsBetween(Low, High)) * A.OfArray;
  return Sum * OwnShare + Touched.overflow();
}

void KeptPieces::limitToArrays() {
  if (!All.Of.WholeLaunch)
    return;
  std::map<std::pair<ArrayId, bool>, double> OfArrays;
  auto Touched = [&](const CachedAccess &A) -> double & {
    const MemoryAccess &Of = Kernel.Accesses[A.Id];
    return OfArrays[{Of.Array, Of.Kind == AccessKind::Load}];
  };
  for (const CachedAccess &A : Accesses)
    Touched(A) += missesOf(A, All) - Profile.Accesses[A.Id].Touched.overflow();
  for (CachedAccess &A : Accesses)
    if (const double Sum = Touched(A); Sum > 0)
      A.OfArray =
          std::min(1.0, Ends.at(Kernel.Accesses[A.Id].Array).sectors() / Sum);
}
