//===- CacheLevel.cpp - What one cache keeps of a launch ------------------===//

#include "analysis/specialize/CacheLevel.h"
#include "analysis/access/SectorCounts.h"
#include "analysis/specialize/IndexExtent.h"
#include "analysis/specialize/NewSectors.h"
#include <numeric>

using namespace llvm;
using namespace kernelcast;

CacheLevel::CacheLevel(const WarpProfile &Profile, double Capacity,
                       bool WholeGpu, double Multiprocessors)
    : Profile(Profile), Kernel(*Profile.Kernel), Capacity(Capacity),
      Pieces(Profile, {Profile, WholeGpu, Multiprocessors}, Capacity) {}

void CacheLevel::add(AccessId Id) {
  Pieces.add(Id);
  Users.emplace_back();
}

void CacheLevel::settle() {
  Pieces.settle();
  for (auto [A, U] : users())
    if (unknownShare(A.Id) > 0)
      U.Reaches = reachesOf(A.Id);
  IsSettled = true;
}

bool CacheLevel::servesUnknown() const {
  constexpr double Some = 1e-6; // more than differences of rounding
  return any_of(Pieces.accesses(), [&](const CachedAccess &A) {
    return unknownShare(A.Id) > Some;
  });
}

std::vector<double> CacheLevel::misses(ArrayRef<double> Requests,
                                       UnknownPlaces Unknown) {
  if (!IsSettled)
    settle();
  const double Ran = Pieces.resident().ran();
  for (auto [A, U] : users())
    U.Requests = Requests[A.Id] / Ran;
  findNewSectors();
  for (CommonPlaces &Each : Places)
    Each.Requests = 0;
  for (auto [A, U] : users())
    for (const Reach &Each : U.Reaches)
      if (Each.Common != None)
        Places[Each.Common].Requests += U.Requests * unknownShare(A.Id);
  std::vector<double> Result(Kernel.Accesses.size(), 0);
  for (auto [A, U] : users()) {
    // Of the part whose addresses are known, as much as it asks for.
    const double Elsewhere = U.Requests * unknownShare(A.Id);
    const double Followed = U.Requests - Elsewhere;
    Result[A.Id] = Ran * (followedMisses(A, U, Followed) +
                          unknownMisses(U, Elsewhere, Unknown));
  }
  return Result;
}

std::vector<double> CacheLevel::waits(ArrayRef<double> Misses) const {
  const std::vector<double> Leads = Pieces.leads();
  std::vector<double> Result(Kernel.Accesses.size(), 0);
  for (auto [A, U] : users())
    Result[A.Id] =
        waitingShare(A, U, Leads[A.Id], Misses[A.Id] / Pieces.resident().ran());
  return Result;
}

bool CacheLevel::outlastsLaunch(double LocalBytes) const {
  // Of more, not all was there in copies of 16 to 2048 MiB that an H100 and an
  // H200 ran again and again: 33 MiB of their 50, but not 66.
  constexpr double Safe = 0.5;
  constexpr CachePiece Launch{true, 0};
  double Bytes = LocalBytes + Pieces.bytesIn(Launch);
  for (const CachedAccess &A : Pieces.accesses()) {
    const Footprint &Touched = Profile.Accesses[A.Id].Touched;
    double Others = Touched.overflow();
    for (const FootprintPattern &P : Touched.patterns())
      if (&P != A.Main)
        Others += Pieces.resident().distinct(P, Launch) * P.Copies;
    Bytes += Others * SectorBytes;
    if (unknownShare(A.Id) > 0 &&
        !likelyReach(Kernel, Kernel.Accesses[A.Id], Profile.Launch))
      return false;
  }
  for (const CommonPlaces &Each : Places)
    Bytes += Each.Reach.Bytes;
  return Bytes > 0 && Bytes <= Safe * Capacity;
}

std::string CacheLevel::kept() const {
  std::map<std::string, double> Asked;
  for (auto [A, U] : users())
    Asked[words(Pieces.kept(A))] += U.Requests;
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
  const CachePiece *Kept = &Sized->Of;
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

double CacheLevel::unknownShare(AccessId Id) const {
  const double Ran = Pieces.resident().ran();
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
  for (auto [A, U] : users()) {
    U.New = 1;
    // What an L1 has let through are first touches already.
    if (unknownShare(A.Id) > 0 &&
        Pieces.resident().ran() * U.Requests >
            0.999 * Profile.Accesses[A.Id].Sectors.Value) {
      Unknown.push_back(&U);
      Ids.push_back(A.Id);
    }
  }
  for (auto [U, Share] : zip(Unknown, newSectorShares(Profile, Ids)))
    U->New = Share;
}

double CacheLevel::unknownMissesIn(const User &U, double Requests, double All,
                                   const Reach &Where, UnknownPlaces To) const {
  const double Sectors = std::max(1.0, Where.Bytes / SectorBytes);
  const double New = Requests * U.New, Own = Requests / All;
  if (To == UnknownPlaces::Scattered)
    return Where.Bytes <= Capacity ? std::min(New, Sectors * Own) : New;
  // A window begins anywhere in its first sector.
  const double Touched = Where.Windows > 0
                             ? std::min(All, Sectors + Where.Windows)
                             : Sectors * -std::expm1(-All / Sectors);
  const double Lost = std::max(0.0, 1 - Capacity / Where.Bytes);
  return std::min(New, Own * Touched + (Requests - Own * Touched) * Lost);
}

size_t CacheLevel::common(ArrayId Array, ReachedBytes Reach) {
  auto Found = find_if(Places, [&](const CommonPlaces &Each) {
    return Each.Array == Array && Each.Reach.Begin == Reach.Begin &&
           Each.Reach.Bytes == Reach.Bytes;
  });
  if (Found == Places.end())
    Found = Places.insert(Places.end(), {Array, Reach});
  return size_t(Found - Places.begin());
}

std::vector<CacheLevel::Reach> CacheLevel::reachesOf(AccessId Id) {
  std::vector<Reach> Result;
  const MemoryAccess &Access = Kernel.Accesses[Id];
  if (const auto Likely = likelyReach(Kernel, Access, Profile.Launch))
    Result.push_back({Likely->Bytes, 1, common(Access.Array, *Likely)});
  SmallVector<LoopId, 4> Around;
  for (LoopId L = Kernel.Blocks[Access.Block].Loop; L < Kernel.Loops.size();
       L = Kernel.Loops[L].Parent)
    Around.push_back(L);
  double Rounds = Pieces.resident().rounds();
  auto add = [&](LoopId Within) {
    if (const auto Extent =
            extentInIteration(Kernel, Access, Profile.Launch, Within);
        Extent && Rounds > 1 && std::isfinite(Rounds))
      Result.push_back({*Extent, Rounds});
  };
  if (Around.empty())
    add(None);
  for (const LoopId Loop : reverse(Around)) {
    Rounds *= std::max(1.0, Profile.Loops[Loop].WarpMean.Value);
    add(Loop);
  }
  // Once more in the innermost one, where blocks side by side have windows.
  const CacheBlocks &Blocks = Pieces.resident();
  if (const auto Window = likelyWindow(
          Kernel, Access, Profile.Launch,
          ThreadsTogether::ofBlocks(Profile.Launch, Blocks.together()));
      Window && Rounds > 1 && std::isfinite(Rounds))
    Result.push_back({*Window * Blocks.apart(), Rounds, None, Blocks.apart()});
  return Result;
}

double CacheLevel::unknownMisses(const User &U, double Requests,
                                 UnknownPlaces To) const {
  if (!(Requests > 0) || To == UnknownPlaces::OnePlace)
    return 0;
  if (U.Reaches.empty())
    return Requests * U.New;
  const double Caches = Pieces.resident().caches();
  const double Each = Requests / Caches;
  double Least = Each * U.New;
  for (const Reach &Where : U.Reaches) {
    const double All =
        Where.Common == None ? Each : Places[Where.Common].Requests / Caches;
    const double Times = Where.Pieces;
    Least = std::min(Least, Times * unknownMissesIn(U, Each / Times,
                                                    All / Times, Where, To));
  }
  return Caches * Least;
}

double CacheLevel::followedMisses(const CachedAccess &A, User &U,
                                  double Followed) const {
  const std::optional<SizedPiece> &Kept = Pieces.kept(A);
  const double New =
      Kept ? std::min(Followed, Pieces.missesOf(A, *Kept)) : Followed;
  double Inside = New, Lost = 0;
  for (const SizedPiece *P : Pieces.larger(A)) {
    const double Next = std::min(Inside, Pieces.missesOf(A, *P));
    Lost += (Inside - Next) * lostShare(P->Fill);
    Inside = Next;
  }
  U.Left = New > 0 ? (Inside + Lost) / New : 1;
  return Inside + Lost;
}

double CacheLevel::waitingShare(const CachedAccess &A, const User &U,
                                double Leads, double Misses) const {
  if (!(U.Requests > 0) || !(Misses > 0))
    return 0;
  const std::optional<SizedPiece> &Kept = Pieces.kept(A);
  if (!Kept)
    return std::clamp(U.Left, std::min(1.0, Misses / U.Requests), 1.0);
  double Executions = 0, Waiting = 0;
  for (const FootprintPattern &P : Profile.Accesses[A.Id].Touched.patterns()) {
    Executions += P.executions();
    Waiting += P.executions() * freshShare(P, Kept->Of);
  }
  const double Followed = Executions > 0 ? Waiting / Executions : 1;
  return std::clamp(Followed * Leads * U.Left,
                    std::min(1.0, Misses / U.Requests), 1.0);
}

static constexpr double ElementBytes = 4; // of most arrays

/// At how many different places of a sector the lanes' chunks begin.
static double placesInSectors(const FootprintPattern &P) {
  constexpr double MostPlaces = SectorBytes / ElementBytes;
  if (P.Chunks <= 1)
    return 1;
  const double Stride = P.pitch();
  double Places = MostPlaces;
  if (Stride == std::floor(Stride) && Stride < 0x1p53)
    Places =
        SectorBytes / double(std::gcd(int64_t(Stride), int64_t(SectorBytes)));
  return std::min({P.Chunks, Places, MostPlaces});
}

/// One lane of \p P: the mean over the lanes where they begin at several
/// places.
static FootprintPattern laneOf(const FootprintPattern &P) {
  FootprintPattern Lane = P;
  Lane.Chunks = Lane.Width = Lane.Extent = Lane.Sectors = 1;
  Lane.Runs = Lane.RunBytes = 0;
  Lane.SeparateChunks.clear();
  Lane.Packed = false; // which is about its neighbours
  auto AddLanes = [&](double Stride, double Count) {
    if (Count > 1)
      Lane.Dimensions.push_back(
          {FootprintDimension::Warp, 0, static_cast<int64_t>(Stride), Count});
  };
  if (P.pitch() < 0x1p53)
    AddLanes(P.pitch(), P.Chunks);
  AddLanes(ElementBytes, P.Width / ElementBytes);
  return Lane;
}

double CacheLevel::freshShare(const FootprintPattern &P, CachePiece Of) const {
  const CacheBlocks &Resident = Pieces.resident();
  auto isStep = [](const FootprintDimension &D) {
    return D.What == FootprintDimension::Loop;
  };
  double Steps = 1;
  for (const FootprintDimension &D : P.Dimensions)
    Steps *= isStep(D) ? Resident.countIn(P, D, Of) : 1;
  const double All = Resident.distinct(P, Of);
  const double AtOnce = MovedPattern(P, [&](const FootprintDimension &D) {
                          return isStep(D) ? 1 : Resident.countIn(P, D, Of);
                        }).sectors();
  const FootprintPattern Lane = laneOf(P);
  const double OfLane = MovedPattern(Lane, [&](const FootprintDimension &D) {
                          return isStep(D) ? Resident.countIn(P, D, Of) : 1;
                        }).sectors();
  const double OfWarp = 1 + (OfLane - 1) * placesInSectors(P);
  const double Fresh = std::min(
      {1.0, OfWarp / Steps, std::max(1.0, P.Sectors) * All / (AtOnce * Steps)});
  if (!Resident.staysForNext(P, Of))
    return Fresh;
  const double Touched = P.executions() / Resident.executionsIn(P, Of) * All;
  return Touched > 0
             ? Fresh * std::min(1.0, Resident.caches() * Resident.apart() *
                                         P.Copies * All / Touched)
             : Fresh;
}
