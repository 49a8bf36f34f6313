//===- CacheEstimate.cpp - What the caches save of a launch ---------------===//

#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/IndexExtent.h"
#include "analysis/specialize/NewSectors.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

bool kernelcast::cachesGlobalLoads(const GpuSpec &Gpu) {
  if (!(Gpu.L1Bytes > 0))
    return false;
  if (Gpu.Vendor != GpuVendor::Nvidia)
    return true;
  const unsigned Architecture = nvidiaArchitecture(Gpu);
  return (Architecture >= 20 && Architecture < 30) || Architecture == 60 ||
         Architecture >= 70;
}

/// From Volta on, L1 and shared memory are one.
static bool sharesL1(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 70;
}

double kernelcast::l1Capacity(const WarpProfile &Profile, const GpuSpec &Gpu) {
  if (!cachesGlobalLoads(Gpu))
    return 0;
  double Shared = 0;
  if (sharesL1(Gpu) && Profile.Kernel)
    Shared = double(Profile.Kernel->StaticSharedBytes +
                    Profile.Launch.DynamicSharedBytes) *
             Profile.Residency.BlocksPerSM;
  return std::max(0.0, Gpu.L1Bytes - Shared);
}

namespace {

/// A piece of the execution: of the loop at Depth (0: of the kernel) so many
/// iterations, with all that loops inside it do.
struct Piece {
  bool WholeLaunch = false;
  unsigned Depth = 0;
  double Iterations = 1;
  unsigned Accesses = 0; ///< so many in a row of one iteration; 0: all
};

/// The accesses that one cache serves, and the blocks that share it.
class CacheLevel {
public:
  CacheLevel(const WarpProfile &Profile, double Capacity, bool WholeGpu,
             double Multiprocessors)
      : Profile(Profile), Kernel(*Profile.Kernel), Capacity(Capacity),
        Caches(WholeGpu ? 1 : Multiprocessors) {
    const auto &Grid = Profile.Launch.Grid;
    double Blocks = double(Grid[0]) * double(Grid[1]) * double(Grid[2]);
    double OnSM = std::min(double(Profile.Residency.BlocksPerSM),
                           std::ceil(Blocks / Multiprocessors));
    if (!WholeGpu) {
      Sharers = OnSM;
      return;
    }
    HasLaunchScope = true;
    double Resident = std::min(Blocks, OnSM * Multiprocessors);
    for (unsigned D = 0; D < 3; ++D) {
      Together[D] = std::clamp(Resident, 1.0, double(Grid[D]));
      Resident /= double(Grid[D]);
    }
  }

  /// Adds an access of which \p Requests sectors reach this cache. Accesses
  /// come in the order of the code.
  void add(AccessId Id, double Requests) {
    Users.push_back({Id, Requests, mainPattern(Id)});
  }

  /// Sectors of each access that miss, by access.
  std::vector<double> misses() {
    std::vector<double> Result(Kernel.Accesses.size(), 0);
    findEnds();
    formGroups();
    formScopes();
    for (Scope &S : Scopes)
      settle(S);
    findNewSectors();
    for (User &U : Users) {
      U.Around = largestKept(scopeOf(U));
      // Of the part whose addresses are known, as much as it asks for.
      double Unknown = U.Requests * unknownShare(U.Id);
      double Followed = U.Requests - Unknown;
      Result[U.Id] = std::min(Followed, followedMisses(U, Followed)) +
                     randomMisses(U, Unknown);
    }
    return Result;
  }

  /// In words, the piece that is kept for most of the sectors asked for.
  std::string kept() const {
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

private:
  static std::string words(const std::optional<Piece> &Kept) {
    if (!Kept)
      return "nothing until it is used again";
    if (Kept->WholeLaunch)
      return "all that the launch touches";
    if (Kept->Accesses)
      return "what the resident blocks touch in " +
             std::to_string(Kept->Accesses) +
             (Kept->Accesses > 1 ? " accesses in a row" : " access");
    if (Kept->Depth == 0)
      return "what the resident blocks touch";
    std::string Iterations = std::to_string(unsigned(Kept->Iterations));
    return "what the resident blocks touch in " + Iterations +
           (Kept->Iterations > 1 ? " iterations" : " iteration") +
           " of the loops at depth " + std::to_string(Kept->Depth);
  }

  struct User {
    AccessId Id;
    double Requests;
    const FootprintPattern *Main; ///< that of most executions, or null
    unsigned Group = None;        ///< None without a pattern
    unsigned Place = 0;  ///< among those that stand in its scope itself
    unsigned Around = 0; ///< the scope of which a piece is kept for it
    double New = 1;      ///< of sectors at unknown addresses (NewSectors.h)
  };

  /// A loop or the kernel, whose code is what runs between one use of a sector
  /// and the next.
  struct Scope {
    unsigned Depth = 0;
    unsigned Outer = None;
    unsigned Standing = 0;         ///< accesses that no loop inside has
    bool Fits = false;             ///< what one iteration touches
    std::vector<User *> Inside;    ///< by group, those of most executions
                                   ///< first, from low addresses to high ones
    std::optional<Piece> Kept;     ///< the largest piece that fits
    std::vector<double> OwnShares; ///< by group, in that piece
  };

  /// The lowest and the highest byte of an array that a launch touches.
  struct ArrayEnds {
    double Low = INFINITY, High = -INFINITY;
    bool IsOneArray = true;
    double sectors() const {
      return IsOneArray ? std::ceil((High - Low) / SectorBytes) + 1 : INFINITY;
    }
  };
  void findEnds() {
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

  const FootprintPattern *mainPattern(AccessId Id) const {
    const FootprintPattern *Best = nullptr;
    for (const FootprintPattern &P : Profile.Accesses[Id].Touched.patterns())
      if (!Best || P.executions() > Best->executions())
        Best = &P;
    return Best;
  }

  /// The share of the sectors of access \p Id that no pattern knows.
  double unknownShare(AccessId Id) const {
    const AccessFacts &Facts = Profile.Accesses[Id];
    double Followed = Facts.Touched.overflow();
    for (const FootprintPattern &P : Facts.Touched.patterns())
      Followed += P.Sectors * P.executions();
    return Facts.Sectors.Value > 0
               ? std::clamp(1 - Followed / Facts.Sectors.Value, 0.0, 1.0)
               : 0;
  }

  void findNewSectors() {
    SmallVector<User *> Unknown;
    SmallVector<AccessId> Ids;
    for (User &U : Users)
      // What an L1 has let through are first touches already.
      if (unknownShare(U.Id) > 0 &&
          U.Requests > 0.999 * Profile.Accesses[U.Id].Sectors.Value) {
        Unknown.push_back(&U);
        Ids.push_back(U.Id);
      }
    for (auto [U, Share] : zip(Unknown, newSectorShares(Profile, Ids)))
      U->New = Share;
  }

  /// Misses of \p Requests of \p U to addresses that are not known. What its
  /// neighbours have touched does not miss; else they are as likely anywhere as
  /// far as they can reach (IndexExtent.h): then the cache has what part of
  /// that it can hold, after the first touch. Without a bound on their reach
  /// all of them miss.
  double randomMisses(const User &U, double Requests) const {
    if (!(Requests > 0))
      return 0;
    const std::optional<double> Extent =
        indexExtent(Kernel, Kernel.Accesses[U.Id], Profile.Launch);
    if (!Extent)
      return Requests * U.New;
    double Sectors = std::max(1.0, *Extent / SectorBytes);
    double Each = Requests / Caches;
    double Touched = Sectors * -std::expm1(-Each / Sectors);
    double Lost = std::max(0.0, 1 - Capacity / *Extent);
    return Caches * std::min(Each * U.New, Touched + (Each - Touched) * Lost);
  }

  static bool movesWith(const FootprintPattern &P,
                        FootprintDimension::Kind Which) {
    return any_of(P.Dimensions, [&](const FootprintDimension &D) {
      return D.Stride != 0 && D.Count > 1 && D.What == Which;
    });
  }
  static bool movesWithBlocks(const FootprintPattern &P) {
    return movesWith(P, FootprintDimension::BlockX) ||
           movesWith(P, FootprintDimension::BlockY) ||
           movesWith(P, FootprintDimension::BlockZ);
  }

  /// How many of the Sharers, the blocks that an SM runs together, touch
  /// different places. Blocks come to SMs in turns, so that those of one SM are
  /// as many numbers apart as there are SMs.
  double differentBlocks(const FootprintPattern &P) const {
    const auto &Grid = Profile.Launch.Grid;
    const double Span = Sharers * Caches;
    const double Row = double(Grid[0]), Plane = Row * double(Grid[1]);
    if (Sharers <= 1 || !movesWithBlocks(P))
      return 1;
    if (movesWith(P, FootprintDimension::BlockX))
      return Sharers;
    if (movesWith(P, FootprintDimension::BlockY))
      return std::min(Sharers, std::ceil(Span / Row));
    return std::min(Sharers, std::ceil(Span / Plane));
  }

  double countIn(const FootprintDimension &D, Piece Of) const {
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
      return std::min(D.Count, Together[D.What - FootprintDimension::BlockX]);
    }
  }
  double distinct(const FootprintPattern &P, Piece Of) const {
    return distinctSectors(
        P, [&](const FootprintDimension &D) { return countIn(D, Of); });
  }
  /// Loads, or stores, of one array that move alike are a group.
  void formGroups() {
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
  bool sameGroup(const User &A, const User &B) const {
    const MemoryAccess &X = Kernel.Accesses[A.Id], &Y = Kernel.Accesses[B.Id];
    return X.Array == Y.Array && X.Array != kernelcast::None &&
           (X.Kind == AccessKind::Load) == (Y.Kind == AccessKind::Load) &&
           movesAlike(*A.Main, *B.Main);
  }
  /// Whether blocks and iterations move both by the same strides, as far as
  /// they move them.
  static bool movesAlike(const FootprintPattern &A, const FootprintPattern &B) {
    return all_of(A.Dimensions, [&](const FootprintDimension &X) {
      return X.What == FootprintDimension::Warp ||
             none_of(B.Dimensions, [&](const FootprintDimension &Y) {
               return X.What == Y.What && X.Depth == Y.Depth &&
                      X.Stride != Y.Stride;
             });
    });
  }

  /// The scope in which \p U stands: the first one is the kernel, then come the
  /// loops.
  unsigned scopeOf(const User &U) const {
    const BlockId Block = Kernel.Accesses[U.Id].Block;
    const LoopId Loop =
        Block < Kernel.Blocks.size() ? Kernel.Blocks[Block].Loop : None;
    return Loop < Kernel.Loops.size() ? Loop + 1 : 0;
  }
  void formScopes() {
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

  /// Finds the largest piece of \p S that fits.
  void settle(Scope &S) {
    auto Fits = [&](Piece Of) { return workingSet(S, Of) <= Capacity; };
    S.Fits = Fits({false, S.Depth});
    if (S.Fits) {
      S.Kept = {false, S.Depth};
      if (S.Depth == 0)
        S.Kept->WholeLaunch = HasLaunchScope && Fits({true, 0});
      else
        for (double More = 2; More < 2 * trips(S); More *= 2) {
          if (!Fits({false, S.Depth, More}))
            break;
          S.Kept->Iterations = More;
        }
    } else {
      for (unsigned Row = 1; Row <= S.Standing; Row *= 2) {
        if (!Fits({false, S.Depth, 1, Row}))
          break;
        S.Kept = {false, S.Depth, 1, Row};
      }
    }
    if (S.Kept)
      S.OwnShares = ownShares(S, *S.Kept);
  }
  /// Iterations of \p S that the patterns inside it know of.
  static double trips(const Scope &S) {
    double Most = 1;
    for (const User *U : S.Inside)
      for (const FootprintDimension &D : U->Main->Dimensions)
        if (D.What == FootprintDimension::Loop && D.Depth == S.Depth)
          Most = std::max(Most, D.Count);
    return Most;
  }
  /// The outermost scope around \p S of which a whole iteration fits, or \p S.
  unsigned largestKept(unsigned S) const {
    while (Scopes[S].Fits && Scopes[S].Outer != None &&
           Scopes[Scopes[S].Outer].Fits)
      S = Scopes[S].Outer;
    return S;
  }

  /// Accesses of a group whose bytes continue each other, as copies of a loop's
  /// body do that go through one row: they are like one wide access.
  struct Row {
    const User *First;
    FootprintPattern Touched;
  };
  static std::vector<Row> rowsOf(ArrayRef<User *> Group, Piece Of) {
    std::vector<Row> Rows;
    for (const User *U : Group)
      if (Rows.empty() || !together(*Rows.back().First, *U, Of) ||
          !Rows.back().Touched.append(*U->Main))
        Rows.push_back({U, *U->Main});
    return Rows;
  }

  /// Of the sectors that the accesses of a group touch in one piece, the share
  /// that none of those in front touches as well; all of them share alike. Each
  /// row of them is compared with the nearest ones in front of it.
  double ownShare(ArrayRef<User *> Group, Piece Of) const {
    static constexpr size_t Nearest = 16;
    double Sum = 0, Own = 0;
    for (const User *U : Group)
      Sum += distinct(*U->Main, Of);
    const std::vector<Row> Rows = rowsOf(Group, Of);
    for (size_t I = 0; I < Rows.size(); ++I) {
      double Shared = 0;
      for (size_t Back = 1; Back <= std::min(I, Nearest) && Shared < 1; ++Back)
        if (together(*Rows[I].First, *Rows[I - Back].First, Of))
          Shared = std::max(
              Shared,
              commonSectors(Rows[I].Touched, Rows[I - Back].Touched,
                            [&](const auto &D) { return countIn(D, Of); }));
      Own += distinct(Rows[I].Touched, Of) * (1 - Shared);
    }
    return Sum > 0 ? std::min(1.0, Own / Sum) : 1;
  }
  /// Whether two accesses that stand in one scope are in one piece.
  static bool together(const User &A, const User &B, Piece Of) {
    return !Of.Accesses ||
           std::max(A.Place, B.Place) - std::min(A.Place, B.Place) <
               Of.Accesses;
  }
  /// Those inside \p S that a piece can have.
  std::vector<User *> usersIn(const Scope &S, Piece Of) const {
    std::vector<User *> Result = S.Inside;
    if (Of.Accesses)
      erase_if(Result,
               [&](const User *U) { return &Scopes[scopeOf(*U)] != &S; });
    return Result;
  }
  template <typename Function>
  static void eachGroup(ArrayRef<User *> Inside, Function Do) {
    while (!Inside.empty()) {
      const auto Group = Inside.take_while(
          [&](const User *U) { return U->Group == Inside[0]->Group; });
      Do(Group);
      Inside = Inside.drop_front(Group.size());
    }
  }
  std::vector<double> ownShares(const Scope &S, Piece Of) const {
    std::vector<double> Result(Groups, 1);
    const std::vector<User *> Inside = usersIn(S, Of);
    eachGroup(Inside, [&](ArrayRef<User *> Group) {
      Result[Group[0]->Group] = ownShare(Group, Of);
    });
    return Result;
  }

  /// Of some accesses in a row, the mean over the places where they can begin.
  /// Of one array never more than lies between its ends.
  double workingSet(const Scope &S, Piece Of) const {
    std::map<ArrayId, double> OfArrays;
    const std::vector<User *> Inside = usersIn(S, Of);
    eachGroup(Inside, [&](ArrayRef<User *> Group) {
      double Touched = 0;
      for (const User *U : Group)
        Touched += distinct(*U->Main, Of) *
                   (Of.WholeLaunch ? 1 : differentBlocks(*U->Main));
      OfArrays[Kernel.Accesses[Group[0]->Id].Array] +=
          Touched * ownShare(Group, Of);
    });
    double Sectors = 0;
    for (auto [Array, Touched] : OfArrays)
      Sectors += std::min(Touched, Ends.at(Array).sectors());
    if (Of.Accesses)
      Sectors *= double(Of.Accesses) / S.Standing;
    return Sectors * SectorBytes;
  }

  /// Misses of the \p Followed sectors that \p U asks for at known addresses.
  double followedMisses(const User &U, double Followed) const {
    const Scope &S = Scopes[U.Around];
    if (!S.Kept)
      return Followed;
    return missesOf(U, *S.Kept, U.Group == None ? 1 : S.OwnShares[U.Group]);
  }

  double missesOf(const User &U, Piece Of, double OwnShare) const {
    const Footprint &Touched = Profile.Accesses[U.Id].Touched;
    double Sum = 0, Low = INFINITY, High = -INFINITY;
    for (const FootprintPattern &P : Touched.patterns()) {
      double Inside = 1;
      for (const FootprintDimension &D : P.Dimensions)
        Inside *= countIn(D, Of);
      double Fetched = P.executions() / Inside * distinct(P, Of) *
                       differentBlocks(P) / Sharers;
      // What all blocks touch is still there for the next ones on the SM.
      if (!HasLaunchScope && Of.Depth == 0 && !Of.Accesses &&
          !movesWithBlocks(P))
        Fetched = std::min(Fetched, Caches * P.Copies * distinct(P, Of));
      Sum += Fetched;
      Low = std::min(Low, P.Low);
      High = std::max(High, P.High);
    }
    if (Of.WholeLaunch && High > Low)
      Sum = std::min(Sum, std::ceil((High - Low) / SectorBytes) + 1);
    return Sum * OwnShare + Touched.overflow();
  }

  const WarpProfile &Profile;
  const KernelModel &Kernel;
  double Capacity;
  double Caches;      ///< of this kind on the GPU
  double Sharers = 1; ///< blocks that share it and are not in Together
  std::array<double, 3> Together{1, 1, 1};
  bool HasLaunchScope = false;
  std::vector<User> Users;
  std::map<ArrayId, ArrayEnds> Ends;
  size_t Groups = 0;
  std::vector<Scope> Scopes; ///< the kernel, then its loops
};

/// Bytes of local memory of the threads that are resident on an SM: of the
/// arrays that are accessed there.
double localBytes(const WarpProfile &Profile, const GpuSpec &Gpu) {
  const KernelModel &Kernel = *Profile.Kernel;
  std::vector<bool> Used(Kernel.Arrays.size());
  double Bytes = 0;
  for (const MemoryAccess &A : Kernel.Accesses)
    if (A.Space == MemorySpace::Local && !A.Silent && A.Array < Used.size() &&
        pathOf(A) == AccessPath::Memory && !Used[A.Array]) {
      Used[A.Array] = true;
      Bytes += double(Kernel.Arrays[A.Array].Bytes);
    }
  return Bytes * Profile.Residency.WarpsPerSM * Gpu.WarpSize;
}

/// The share of \p Bytes, all used alike, that a cache of \p Capacity cannot
/// hold.
double beyond(double Capacity, double Bytes) {
  return Bytes > Capacity ? 1 - Capacity / Bytes : 0;
}

} // namespace

void kernelcast::estimateCaches(WarpProfile &Profile, const GpuSpec &Gpu) {
  if (!Profile.Kernel || !Profile.Residency.BlocksPerSM)
    return;
  const KernelModel &Kernel = *Profile.Kernel;
  CacheEstimate &Result = Profile.Caches;
  Result = {};
  Result.L1Hits.assign(Kernel.Accesses.size(), 0);
  Result.L2Hits.assign(Kernel.Accesses.size(), 0);
  double SMs = std::max(1.0, Gpu.Multiprocessors.Value);
  const double L1Bytes = l1Capacity(Profile, Gpu);
  CacheLevel L1(Profile, L1Bytes, false, SMs);
  CacheLevel L2(Profile, Gpu.L2Bytes, true, SMs);

  auto GoesToMemory = [&](const MemoryAccess &A) {
    return (A.Space == MemorySpace::Global || A.Space == MemorySpace::Local) &&
           pathOf(A) == AccessPath::Memory;
  };
  bool HasL1 = L1Bytes > 0, HasL2 = Gpu.L2Bytes > 0;
  auto GoesToL1 = [&](const MemoryAccess &A) {
    return HasL1 && GoesToMemory(A) && A.Space == MemorySpace::Global &&
           A.Kind == AccessKind::Load;
  };
  // Local memory: of loads an L1 misses what it cannot hold, stores go through.
  const double OfSM = localBytes(Profile, Gpu);
  const double L1Local = HasL1 ? beyond(L1Bytes, OfSM) : 1;
  const double L2Local = HasL2 ? beyond(Gpu.L2Bytes, OfSM * SMs) : 1;
  auto IsLocal = [](const MemoryAccess &A) {
    return A.Space == MemorySpace::Local;
  };
  for (auto [Id, A] : enumerate(Kernel.Accesses))
    if (GoesToL1(A))
      L1.add(Id, Profile.Accesses[Id].Sectors.Value);
  std::vector<double> L1Misses = L1.misses();
  std::vector<double> Below(Kernel.Accesses.size(), 0);
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (!GoesToMemory(A))
      continue;
    double Sectors = Profile.Accesses[Id].Sectors.Value;
    Result.Sectors += Sectors;
    Below[Id] = GoesToL1(A)                                ? L1Misses[Id]
                : IsLocal(A) && A.Kind == AccessKind::Load ? Sectors * L1Local
                                                           : Sectors;
    if (Sectors > 0)
      Result.L1Hits[Id] = 1 - Below[Id] / Sectors;
    if (HasL2 && !IsLocal(A))
      L2.add(Id, Below[Id]);
  }
  std::vector<double> L2Misses = L2.misses();
  double L2Sectors = 0, DramSectors = 0;
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (!GoesToMemory(A))
      continue;
    double Missed = IsLocal(A) ? Below[Id] * L2Local
                    : HasL2    ? L2Misses[Id]
                               : Below[Id];
    if (Below[Id] > 0)
      Result.L2Hits[Id] = 1 - Missed / Below[Id];
    L2Sectors += Below[Id];
    DramSectors += Missed;
  }
  Result.L1Keeps = HasL1 ? L1.kept() : "";
  Result.L2Keeps = HasL2 ? L2.kept() : "";
  Result.L2Sectors = L2Sectors;
  Result.DramSectors = DramSectors;
  Profile.L2Bytes = L2Sectors * SectorBytes;
  Profile.DramBytes = DramSectors * SectorBytes;
  if (!movesTransactions(Gpu))
    return;
  Profile.L2Bytes = 0;
  for (auto [Id, A] : enumerate(Kernel.Accesses))
    if (GoesToMemory(A))
      Profile.L2Bytes += Profile.Accesses[Id].TransactionBytes.Value;
  Profile.DramBytes = Profile.L2Bytes;
}
