//===- CacheLevel.cpp - What one cache keeps of a launch ------------------===//

#include "analysis/specialize/CacheLevel.h"
#include "analysis/specialize/IndexExtent.h"
#include "analysis/specialize/NewSectors.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

CacheLevel::CacheLevel(const WarpProfile &Profile, double Capacity,
                       bool WholeGpu, double Multiprocessors)
    : Profile(Profile), Kernel(*Profile.Kernel), Capacity(Capacity),
      Caches(WholeGpu ? 1 : Multiprocessors),
      Grid(Profile.GridOfPatterns.value_or(Profile.Launch.Grid)),
      Blocks(double(Grid[0]) * double(Grid[1]) * double(Grid[2])),
      Ran(double(Profile.Launch.blocks()) / Blocks) {
  const double Running = double(Profile.Launch.blocks());
  const double OnSM = std::min(double(Profile.Residency.BlocksPerSM),
                               std::ceil(Running / Multiprocessors));
  if (!WholeGpu) {
    Sharers = OnSM;
    return;
  }
  HasLaunchScope = true;
  Together = std::min(Running, OnSM * Multiprocessors);
}

void CacheLevel::add(AccessId Id) {
  User &Added = Users.emplace_back();
  Added.Id = Id;
  Added.Main = mainPattern(Id);
}

void CacheLevel::settle() {
  findEnds();
  formGroups();
  formScopes();
  for (Scope &S : Scopes)
    S.Fits = fits(S, {false, S.Depth});
  for (User &U : Users) {
    U.Around = largestKept(scopeOf(U));
    Scopes[U.Around].IsAsked = true;
  }
  const Piece Largest{HasLaunchScope, 0};
  All = {Largest, 0, ownShares(Scopes[0], Largest), {}, {}};
  for (Scope &S : Scopes)
    if (S.IsAsked)
      settle(S);
  for (User &U : Users)
    if (unknownShare(U.Id) > 0)
      U.Reaches = reachesOf(U);
  IsSettled = true;
}

bool CacheLevel::servesUnknown() const {
  constexpr double Some = 1e-6; // more than differences of rounding
  return any_of(Users,
                [&](const User &U) { return unknownShare(U.Id) > Some; });
}

std::vector<double> CacheLevel::misses(ArrayRef<double> Requests,
                                       UnknownPlaces Unknown) {
  if (!IsSettled)
    settle();
  for (User &U : Users)
    U.Requests = Requests[U.Id] / Ran;
  findNewSectors();
  std::vector<double> Result(Kernel.Accesses.size(), 0);
  for (User &U : Users) {
    // Of the part whose addresses are known, as much as it asks for.
    const double Elsewhere = U.Requests * unknownShare(U.Id);
    const double Followed = U.Requests - Elsewhere;
    Result[U.Id] = Ran * (followedMisses(U, Followed) +
                          unknownMisses(U, Elsewhere, Unknown));
  }
  return Result;
}

std::vector<double> CacheLevel::waits(ArrayRef<double> Misses) {
  findLeads();
  std::vector<double> Result(Kernel.Accesses.size(), 0);
  for (const User &U : Users)
    Result[U.Id] = waitingShare(U, Misses[U.Id] / Ran);
  return Result;
}

bool CacheLevel::outlastsLaunch(double LocalBytes) const {
  // Of more, not all was there in copies of 16 to 2048 MiB that an H100 and an
  // H200 ran again and again: 33 MiB of their 50, but not 66.
  constexpr double Safe = 0.5;
  constexpr Piece Launch{true, 0};
  double Bytes = LocalBytes + sized(Scopes[0], Launch).Fill * Capacity;
  for (const User &U : Users) {
    const Footprint &Touched = Profile.Accesses[U.Id].Touched;
    double Others = Touched.overflow();
    for (const FootprintPattern &P : Touched.patterns())
      if (&P != U.Main)
        Others += distinct(P, Launch) * P.Copies;
    Bytes += Others * SectorBytes;
    if (!(unknownShare(U.Id) > 0))
      continue;
    const std::optional<double> Extent =
        likelyExtent(Kernel, Kernel.Accesses[U.Id], Profile.Launch);
    if (!Extent)
      return false;
    Bytes += *Extent;
  }
  return Bytes > 0 && Bytes <= Safe * Capacity;
}

std::string CacheLevel::kept() const {
  std::map<std::string, double> Asked;
  for (const User &U : Users)
    Asked[words(Scopes[U.Around].Kept)] += U.Requests;
  if (Asked.empty())
    return words(std::nullopt);
  return std::max_element(
             Asked.begin(), Asked.end(),
             [](const auto &A, const auto &B) { return A.second < B.second; })
      ->first;
}

std::string CacheLevel::words(const std::optional<SizedPiece> &Sized) {
  if (!Sized)
    return "nothing until it is used again";
  const Piece *Kept = &Sized->Of;
  if (Kept->WholeLaunch)
    return "all that the launch touches";
  if (Kept->Accesses)
    return "what the resident blocks touch in " +
           std::to_string(Kept->Accesses) +
           (Kept->Accesses > 1 ? " accesses in a row" : " access");
  if (Kept->Blocks > 0)
    return "what " + std::to_string(uint64_t(Kept->Blocks)) +
           " blocks in a row touch";
  if (Kept->Depth == 0)
    return "what the resident blocks touch";
  std::string Iterations = std::to_string(unsigned(Kept->Iterations));
  return "what the resident blocks touch in " + Iterations +
         (Kept->Iterations > 1 ? " iterations" : " iteration") +
         " of the loops at depth " + std::to_string(Kept->Depth);
}

void CacheLevel::findEnds() {
  for (const User &U : Users) {
    const ArrayId Array = Kernel.Accesses[U.Id].Array;
    ArrayEnds &Of = Ends[Array];
    Of.IsOneArray = Array != None;
    for (const FootprintPattern &P :
         Profile.Accesses[U.Id].Touched.patterns()) {
      Of.Low = std::min(Of.Low, P.Low);
      Of.High = std::max(Of.High, P.High);
    }
  }
}

const FootprintPattern *CacheLevel::mainPattern(AccessId Id) const {
  const FootprintPattern *Best = nullptr;
  for (const FootprintPattern &P : Profile.Accesses[Id].Touched.patterns())
    if (!Best || P.executions() > Best->executions())
      Best = &P;
  return Best;
}

double CacheLevel::unknownShare(AccessId Id) const {
  const AccessFacts &Facts = Profile.Accesses[Id];
  double Followed = Facts.Touched.overflow();
  for (const FootprintPattern &P : Facts.Touched.patterns())
    Followed += P.Sectors * P.executions();
  return Facts.Sectors.Value > 0
             ? std::clamp(1 - Ran * Followed / Facts.Sectors.Value, 0.0, 1.0)
             : 0;
}

void CacheLevel::findNewSectors() {
  SmallVector<User *> Unknown;
  SmallVector<AccessId> Ids;
  for (User &U : Users)
    // What an L1 has let through are first touches already.
    if (unknownShare(U.Id) > 0 &&
        Ran * U.Requests > 0.999 * Profile.Accesses[U.Id].Sectors.Value) {
      Unknown.push_back(&U);
      Ids.push_back(U.Id);
    }
  for (User &U : Users)
    U.New = 1;
  for (auto [U, Share] : zip(Unknown, newSectorShares(Profile, Ids)))
    U->New = Share;
}

double CacheLevel::unknownMissesIn(const User &U, double Requests,
                                   double Extent, UnknownPlaces Places) const {
  const double Sectors = std::max(1.0, Extent / SectorBytes);
  const double New = Requests * U.New;
  if (Places == UnknownPlaces::Scattered)
    return Extent <= Capacity ? std::min(New, Sectors) : New;
  const double Touched = Sectors * -std::expm1(-Requests / Sectors);
  const double Lost = std::max(0.0, 1 - Capacity / Extent);
  return std::min(New, Touched + (Requests - Touched) * Lost);
}

std::vector<CacheLevel::Reach> CacheLevel::reachesOf(const User &U) const {
  std::vector<Reach> Result;
  const MemoryAccess &Access = Kernel.Accesses[U.Id];
  if (const auto Extent = likelyExtent(Kernel, Access, Profile.Launch))
    Result.push_back({*Extent, 1});
  SmallVector<LoopId, 4> Around;
  for (LoopId L = Kernel.Blocks[Access.Block].Loop; L < Kernel.Loops.size();
       L = Kernel.Loops[L].Parent)
    Around.push_back(L);
  double Pieces = Blocks / (HasLaunchScope ? Together : Sharers * Caches);
  for (const LoopId Loop : reverse(Around)) {
    Pieces *= std::max(1.0, Profile.Loops[Loop].WarpMean.Value);
    if (const auto Extent =
            extentInIteration(Kernel, Access, Profile.Launch, Loop);
        Extent && Pieces > 1 && std::isfinite(Pieces))
      Result.push_back({*Extent, Pieces});
  }
  return Result;
}

double CacheLevel::unknownMisses(const User &U, double Requests,
                                 UnknownPlaces Places) const {
  if (!(Requests > 0) || Places == UnknownPlaces::OnePlace)
    return 0;
  if (U.Reaches.empty())
    return Requests * U.New;
  const double Each = Requests / Caches;
  double Least = Each * U.New;
  for (const auto &[Bytes, Pieces] : U.Reaches)
    Least = std::min(Least,
                     Pieces * unknownMissesIn(U, Each / Pieces, Bytes, Places));
  return Caches * Least;
}

bool CacheLevel::movesWith(const FootprintPattern &P,
                           FootprintDimension::Kind Which) {
  return any_of(P.Dimensions, [&](const FootprintDimension &D) {
    return D.Stride != 0 && D.Count > 1 && D.What == Which;
  });
}

bool CacheLevel::movesWithBlocks(const FootprintPattern &P) {
  return movesWith(P, FootprintDimension::BlockX) ||
         movesWith(P, FootprintDimension::BlockY) ||
         movesWith(P, FootprintDimension::BlockZ);
}

double CacheLevel::differentBlocks(const FootprintPattern &P) const {
  const double Span = Sharers * Caches;
  const double Row = double(Grid[0]), Plane = Row * double(Grid[1]);
  if (Sharers <= 1)
    return 1;
  if (!movesWithBlocks(P))
    return copiesOfBlocks(P, Sharers);
  if (movesWith(P, FootprintDimension::BlockX))
    return Sharers;
  if (movesWith(P, FootprintDimension::BlockY))
    return std::min(Sharers, std::ceil(Span / Row));
  return std::min(Sharers, std::ceil(Span / Plane));
}

bool CacheLevel::staysForNext(const FootprintPattern &P, Piece Of) const {
  return !HasLaunchScope && Of.Depth == 0 && !Of.Accesses &&
         !movesWithBlocks(P);
}

double CacheLevel::coordinatesIn(const FootprintPattern &P,
                                 const FootprintDimension &D,
                                 double Window) const {
  double Inner = 1; ///< blocks with one coordinate, of one row or plane
  bool MovesInside = false;
  for (unsigned Lower = FootprintDimension::BlockX; Lower < D.What; ++Lower) {
    Inner *= double(Grid[Lower]);
    if (Grid[Lower] > 1)
      MovesInside = movesWith(P, FootprintDimension::Kind(Lower));
  }
  // What moves in a row has its blocks there first, then those of further rows.
  // What does not has as many rows as a window lies in.
  const double First = MovesInside ? Inner : 1;
  const double Share = D.Count / double(Grid[D.What]);
  return 1 + std::max(0.0, Window - First) / Inner * std::min(1.0, Share);
}

double CacheLevel::blocksTogether(const FootprintPattern &P) const {
  double Share = Together;
  for (uint64_t Size : Grid)
    Share /= double(std::max<uint64_t>(Size, 1));
  for (const FootprintDimension &D : P.Dimensions)
    if (D.What <= FootprintDimension::BlockZ)
      Share *= D.Count;
  return std::max(1.0, Share);
}

double CacheLevel::copiesOfBlocks(const FootprintPattern &P,
                                  double Window) const {
  double OfOne = 1;
  for (const FootprintDimension &D : P.Dimensions)
    if (D.What <= FootprintDimension::BlockZ)
      OfOne *= D.Count;
  const double InWindow = std::max(1.0, Window * OfOne / Blocks);
  return std::max(1.0, std::min(P.Copies, Window / InWindow));
}

double CacheLevel::executionsIn(const FootprintPattern &P, Piece Of) const {
  double Inside = Of.WholeLaunch ? 1 : blocksTogether(P);
  for (const FootprintDimension &D : P.Dimensions)
    if (Of.WholeLaunch || D.What > FootprintDimension::BlockZ)
      Inside *= countIn(P, D, Of);
  return Inside;
}

double CacheLevel::countIn(const FootprintPattern &P,
                           const FootprintDimension &D, Piece Of) const {
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

double CacheLevel::distinct(const FootprintPattern &P, Piece Of) const {
  return distinctSectors(
      P, [&](const FootprintDimension &D) { return countIn(P, D, Of); });
}

void CacheLevel::formGroups() {
  SmallVector<const User *> First; ///< of each group
  for (User &U : Users) {
    if (!U.Main)
      continue;
    const auto *Found =
        find_if(First, [&](const User *F) { return sameGroup(U, *F); });
    U.Group = unsigned(Found - First.begin());
    if (Found == First.end())
      First.push_back(&U);
  }
  Groups = First.size();
}

bool CacheLevel::sameGroup(const User &A, const User &B) const {
  const MemoryAccess &X = Kernel.Accesses[A.Id], &Y = Kernel.Accesses[B.Id];
  return X.Array == Y.Array && X.Array != kernelcast::None &&
         (X.Kind == AccessKind::Load) == (Y.Kind == AccessKind::Load) &&
         movesAlike(*A.Main, *B.Main);
}

bool CacheLevel::movesAlike(const FootprintPattern &A,
                            const FootprintPattern &B) {
  return all_of(A.Dimensions, [&](const FootprintDimension &X) {
    return X.What == FootprintDimension::Warp ||
           none_of(B.Dimensions, [&](const FootprintDimension &Y) {
             return X.What == Y.What && X.Depth == Y.Depth &&
                    X.Stride != Y.Stride;
           });
  });
}

unsigned CacheLevel::scopeOf(const User &U) const {
  const BlockId Block = Kernel.Accesses[U.Id].Block;
  const LoopId Loop =
      Block < Kernel.Blocks.size() ? Kernel.Blocks[Block].Loop : None;
  return Loop < Kernel.Loops.size() ? Loop + 1 : 0;
}

void CacheLevel::formScopes() {
  Scopes.resize(Kernel.Loops.size() + 1);
  for (const LoopInfo &Loop : Kernel.Loops) {
    Scopes[Loop.Id + 1].Depth = Loop.Depth;
    Scopes[Loop.Id + 1].Outer = Loop.Parent != None ? Loop.Parent + 1 : 0;
  }
  std::vector<User *> Order;
  for (User &U : Users)
    if (U.Main) {
      U.Place = Scopes[scopeOf(U)].Standing++;
      Order.push_back(&U);
    }
  llvm::stable_sort(Order, [](const User *A, const User *B) {
    return std::tuple(A->Group, -A->Main->executions(), A->Main->Low) <
           std::tuple(B->Group, -B->Main->executions(), B->Main->Low);
  });
  for (User *U : Order)
    for (unsigned S = scopeOf(*U); S != None; S = Scopes[S].Outer)
      Scopes[S].Inside.push_back(U);
}

bool CacheLevel::fits(const Scope &S, Piece Of) const {
  if (workingSet(S, Of) <= Capacity)
    return true;
  const std::vector<double> Shares = ownShares(S, Of);
  return workingSet(S, Of, &Shares) <= Capacity;
}

/// Of sectors that are asked for again and again, the share that a cache has no
/// longer which they fill \p Fill times, (2) of CacheEstimate.h.
static double lostShare(double Fill) {
  if (Fill <= 1)
    return 0;
  double Lost = 1; // Newton's method comes down from there
  for (int Round = 0; Round < 20; ++Round) {
    const double Kept = std::exp(-Lost * Fill);
    Lost -= (Lost - 1 + Kept) / (1 - Fill * Kept);
  }
  return Lost;
}

std::optional<CacheLevel::Piece> CacheLevel::largestFit(const Scope &S) const {
  std::optional<Piece> Kept;
  if (!S.Fits) {
    for (unsigned Row = 1; Row <= S.Standing; Row *= 2) {
      const Piece More{false, S.Depth, 1, Row};
      if (!fits(S, More))
        break;
      Kept = More;
    }
    return Kept;
  }
  if (S.Depth == 0)
    return HasLaunchScope ? largestWindow(S) : Piece{};
  Kept = {false, S.Depth};
  for (double More = 2; More < 2 * trips(S); More *= 2) {
    if (!fits(S, {false, S.Depth, More}))
      break;
    Kept->Iterations = More;
  }
  return Kept;
}

CacheLevel::SizedPiece CacheLevel::sized(const Scope &S, Piece Of) const {
  SizedPiece Result;
  Result.Of = Of;
  Result.OwnShares = ownShares(S, Of);
  Result.Fill = workingSet(S, Of, &Result.OwnShares) / Capacity;
  if (Of.Blocks > 0) {
    Result.OwnSharesOfNext = ownShares(S, grown(Of));
    Result.OwnSharesOfLaunch = ownShares(S, {true, 0});
  }
  return Result;
}

void CacheLevel::settle(Scope &S) {
  if (const std::optional<Piece> Kept = largestFit(S))
    S.Kept = sized(S, *Kept);
  if (losesReuse(S))
    addLarger(S);
}

bool CacheLevel::losesReuse(const Scope &S) const {
  if (!S.Kept)
    return true;
  constexpr double Some = 1e-3;
  return any_of(Users, [&](const User &U) {
    return &Scopes[U.Around] == &S &&
           missesOf(U, *S.Kept) > (1 + Some) * missesOf(U, All);
  });
}

/// Whether nothing worth mentioning is left of what fills a cache so often.
static bool isLost(double Fill) { return lostShare(Fill) > 0.98; }

ArrayRef<CacheLevel::SizedPiece> CacheLevel::pieces(Scope &S) const {
  if (S.Pieces)
    return *S.Pieces;
  S.Pieces.emplace();
  constexpr size_t Most = 64;
  auto Add = [&](Piece Of) {
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
  if (!HasLaunchScope) {
    Add({});
    return *S.Pieces;
  }
  // Coarse steps as long as all is kept.
  double Window = Together;
  do {
    if (!Add({false, 0, 1, 0, Window}))
      return *S.Pieces;
    Window *= S.Pieces->back().Fill < 0.5 ? 2 : 1.25;
  } while (Window < Blocks);
  Add({true, 0});
  return *S.Pieces;
}

void CacheLevel::addLarger(Scope &S) {
  constexpr double Alike = 1.01;
  const Piece Kept = S.Kept ? S.Kept->Of : Piece{};
  // Those of the scope itself come in the order of these.
  auto Holds = [&](const Piece &P) {
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

CacheLevel::Piece CacheLevel::largestWindow(const Scope &S) const {
  if (fits(S, {true, 0}))
    return {true, 0};
  Piece Window{false, 0, 1, 0, Together};
  double TooMany = Blocks;
  for (double More = 2 * Together; More < Blocks; More *= 2) {
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

CacheLevel::Piece CacheLevel::grown(Piece Of) const {
  Of.Blocks = std::min(Blocks, std::max(Of.Blocks + 1, 1.125 * Of.Blocks));
  return Of;
}

double CacheLevel::trips(const Scope &S) {
  double Most = 1;
  for (const User *U : S.Inside)
    for (const FootprintDimension &D : U->Main->Dimensions)
      if (D.What == FootprintDimension::Loop && D.Depth == S.Depth)
        Most = std::max(Most, D.Count);
  return Most;
}

unsigned CacheLevel::largestKept(unsigned S) const {
  while (Scopes[S].Fits && Scopes[S].Outer != None &&
         Scopes[Scopes[S].Outer].Fits)
    S = Scopes[S].Outer;
  return S;
}

std::vector<CacheLevel::Row> CacheLevel::rowsOf(ArrayRef<User *> Group,
                                                Piece Of) {
  std::vector<Row> Rows;
  for (const User *U : Group)
    if (Rows.empty() || !together(*Rows.back().First, *U, Of) ||
        !Rows.back().Touched.append(*U->Main))
      Rows.push_back({U, *U->Main});
  return Rows;
}

std::vector<double> CacheLevel::leadingShares(ArrayRef<Row> Rows,
                                              Piece Of) const {
  static constexpr size_t Nearest = 16;
  std::vector<double> Result;
  for (size_t I = 0; I < Rows.size(); ++I) {
    double Shared = 0;
    for (size_t Back = 1; Back <= std::min(I, Nearest) && Shared < 1; ++Back)
      if (together(*Rows[I].First, *Rows[I - Back].First, Of))
        Shared = std::max(
            Shared, commonSectors(Rows[I].Touched, Rows[I - Back].Touched,
                                  [&](const auto &D) {
                                    return countIn(Rows[I].Touched, D, Of);
                                  }));
    Result.push_back(1 - Shared);
  }
  return Result;
}

double CacheLevel::ownShare(ArrayRef<User *> Group, Piece Of) const {
  double Sum = 0, Own = 0;
  for (const User *U : Group)
    Sum += distinct(*U->Main, Of);
  const std::vector<Row> Rows = rowsOf(Group, Of);
  for (auto [R, Leads] : zip_equal(Rows, leadingShares(Rows, Of)))
    Own += distinct(R.Touched, Of) * Leads;
  return Sum > 0 ? std::min(1.0, Own / Sum) : 1;
}

void CacheLevel::findLeads() {
  for (auto [Id, S] : enumerate(Scopes)) {
    if (!S.Kept)
      continue;
    std::vector<User *> Inside = usersIn(S, S.Kept->Of);
    erase_if(Inside, [Id = Id](const User *U) { return U->Around != Id; });
    eachGroup(Inside, [&, Kept = S.Kept->Of](ArrayRef<User *> Group) {
      const std::vector<Row> Rows = rowsOf(Group, Kept);
      size_t Row = 0;
      const std::vector<double> Leads = leadingShares(Rows, Kept);
      for (User *U : Group) {
        Row += Row + 1 < Rows.size() && U == Rows[Row + 1].First;
        U->Leads = Leads[Row];
      }
    });
  }
}

bool CacheLevel::together(const User &A, const User &B, Piece Of) {
  return !Of.Accesses ||
         std::max(A.Place, B.Place) - std::min(A.Place, B.Place) < Of.Accesses;
}

std::vector<CacheLevel::User *> CacheLevel::usersIn(const Scope &S,
                                                    Piece Of) const {
  std::vector<User *> Result = S.Inside;
  if (Of.Accesses)
    erase_if(Result, [&](const User *U) { return &Scopes[scopeOf(*U)] != &S; });
  return Result;
}

std::vector<double> CacheLevel::ownShares(const Scope &S, Piece Of) const {
  std::vector<double> Result(Groups, 1);
  const std::vector<User *> Inside = usersIn(S, Of);
  eachGroup(Inside, [&](ArrayRef<User *> Group) {
    Result[Group[0]->Group] = ownShare(Group, Of);
  });
  return Result;
}

double CacheLevel::workingSet(const Scope &S, Piece Of,
                              const std::vector<double> *OwnShares) const {
  std::map<ArrayId, double> OfArrays;
  const std::vector<User *> Inside = usersIn(S, Of);
  auto Copies = [&](const FootprintPattern &P) {
    return Of.WholeLaunch ? P.Copies
           : HasLaunchScope
               ? copiesOfBlocks(P, Of.Blocks > 0 ? Of.Blocks : Together)
               : differentBlocks(P);
  };
  eachGroup(Inside, [&](ArrayRef<User *> Group) {
    double Touched = 0;
    for (const User *U : Group)
      Touched += distinct(*U->Main, Of) * Copies(*U->Main);
    OfArrays[Kernel.Accesses[Group[0]->Id].Array] +=
        OwnShares ? Touched * (*OwnShares)[Group[0]->Group] : Touched;
  });
  double Sectors = 0;
  for (auto [Array, Touched] : OfArrays)
    Sectors += std::min(Touched, Ends.at(Array).sectors());
  if (Of.Accesses)
    Sectors *= double(Of.Accesses) / S.Standing;
  return Sectors * SectorBytes;
}

double CacheLevel::followedMisses(User &U, double Followed) const {
  const Scope &S = Scopes[U.Around];
  const double New =
      S.Kept ? std::min(Followed, missesOf(U, *S.Kept)) : Followed;
  double Inside = New, Lost = 0;
  for (const SizedPiece *P : S.Larger) {
    const double Next = std::min(Inside, missesOf(U, *P));
    Lost += (Inside - Next) * lostShare(P->Fill);
    Inside = Next;
  }
  U.Left = New > 0 ? (Inside + Lost) / New : 1;
  return Inside + Lost;
}

double CacheLevel::missesOf(const User &U, const SizedPiece &P) const {
  if (P.Of.Blocks > 0)
    return missesOfWindows(U, P);
  return missesOf(U, P.Of, U.Group == None ? 1 : P.OwnShares[U.Group]);
}

double CacheLevel::missesOfWindows(const User &U,
                                   const SizedPiece &Window) const {
  auto Own = [&](const std::vector<double> &Shares) {
    return U.Group == None ? 1 : Shares[U.Group];
  };
  const Footprint &Touched = Profile.Accesses[U.Id].Touched;
  const Piece Of = Window.Of, Next = grown(Of);
  double Sum = 0;
  for (const FootprintPattern &P : Touched.patterns()) {
    const double First = distinct(P, Of) * Own(Window.OwnShares);
    double Each = 0;
    if (Next.Blocks > Of.Blocks)
      Each = std::max(0.0,
                      distinct(P, Next) * Own(Window.OwnSharesOfNext) - First) /
             (Next.Blocks - Of.Blocks);
    Sum += P.Copies * (First + (Blocks - Of.Blocks) * Each);
  }
  // All that is touched comes once.
  return std::max(Sum + Touched.overflow(),
                  missesOf(U, {true, 0}, Own(Window.OwnSharesOfLaunch)));
}

double CacheLevel::missesOf(const User &U, Piece Of, double OwnShare) const {
  const Footprint &Touched = Profile.Accesses[U.Id].Touched;
  double Sum = 0, Low = INFINITY, High = -INFINITY;
  for (const FootprintPattern &P : Touched.patterns()) {
    double Fetched = P.executions() / executionsIn(P, Of) * distinct(P, Of) *
                     differentBlocks(P) / Sharers;
    // What all blocks touch is still there for the next ones on the SM.
    if (staysForNext(P, Of))
      Fetched = std::min(Fetched, Caches * P.Copies * distinct(P, Of));
    Sum += Fetched;
    Low = std::min(Low, P.Low);
    High = std::max(High, P.High);
  }
  if (Of.WholeLaunch && High > Low)
    Sum = std::min(Sum, std::ceil((High - Low) / SectorBytes) + 1);
  return Sum * OwnShare + Touched.overflow();
}

double CacheLevel::waitingShare(const User &U, double Misses) const {
  if (!(U.Requests > 0) || !(Misses > 0))
    return 0;
  const std::optional<SizedPiece> &Kept = Scopes[U.Around].Kept;
  if (!Kept)
    return std::clamp(U.Left, std::min(1.0, Misses / U.Requests), 1.0);
  double Executions = 0, Waiting = 0;
  for (const FootprintPattern &P : Profile.Accesses[U.Id].Touched.patterns()) {
    Executions += P.executions();
    Waiting += P.executions() * freshShare(P, Kept->Of);
  }
  const double Followed = Executions > 0 ? Waiting / Executions : 1;
  return std::clamp(Followed * U.Leads * U.Left,
                    std::min(1.0, Misses / U.Requests), 1.0);
}

/// At how many different places of a sector the lanes' chunks begin.
static double placesInSectors(const FootprintPattern &P) {
  constexpr double MostPlaces = SectorBytes / 4; // of elements of 4 bytes
  if (P.Chunks <= 1)
    return 1;
  const double Stride = (P.Extent - P.Width) / (P.Chunks - 1);
  double Places = MostPlaces;
  if (Stride == std::floor(Stride) && Stride < 0x1p53)
    Places =
        SectorBytes / double(std::gcd(int64_t(Stride), int64_t(SectorBytes)));
  return std::min({P.Chunks, Places, MostPlaces});
}

double CacheLevel::freshShare(const FootprintPattern &P, Piece Of) const {
  auto isStep = [](const FootprintDimension &D) {
    return D.What == FootprintDimension::Loop;
  };
  double Steps = 1;
  for (const FootprintDimension &D : P.Dimensions)
    Steps *= isStep(D) ? countIn(P, D, Of) : 1;
  const double All = distinct(P, Of);
  const double AtOnce = distinctSectors(P, [&](const FootprintDimension &D) {
    return isStep(D) ? 1 : countIn(P, D, Of);
  });
  FootprintPattern Lane = P;
  Lane.Chunks = Lane.Width = Lane.Extent = Lane.Sectors = 1;
  Lane.Runs = Lane.RunBytes = 0;
  const double OfLane = distinctSectors(Lane, [&](const FootprintDimension &D) {
    return isStep(D) ? countIn(P, D, Of) : 1;
  });
  const double OfWarp = 1 + (OfLane - 1) * placesInSectors(P);
  const double Fresh = std::min(
      {1.0, OfWarp / Steps, std::max(1.0, P.Sectors) * All / (AtOnce * Steps)});
  if (!staysForNext(P, Of))
    return Fresh;
  const double Touched = P.executions() / executionsIn(P, Of) * All;
  return Touched > 0 ? Fresh * std::min(1.0, Caches * Sharers * P.Copies * All /
                                                 Touched)
                     : Fresh;
}
