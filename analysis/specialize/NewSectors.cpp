//===- NewSectors.cpp - What neighbours leave to fetch --------------------===//

#include "analysis/specialize/NewSectors.h"
#include "analysis/control/SumOfProducts.h"
#include "analysis/specialize/LoopStep.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

/// Neighbours that an access is compared with at most, the nearest in front of
/// it and behind it in the code.
static constexpr size_t MostNeighbours = 64;

namespace {

/// What neighbours have in common: the block, the array, whether they load, and
/// the address but for its constant, by the numbers of the factors.
using Common =
    std::tuple<BlockId, ArrayId, bool,
               std::vector<std::pair<std::vector<unsigned>, int64_t>>>;

struct Neighbour {
  size_t Number = 0; ///< in the list that was asked about
  int64_t Offset = 0;
};

} // namespace

static std::optional<Common> splitAddress(const MemoryAccess &Access,
                                          int64_t &Offset) {
  const std::optional<Sum> Address =
      Access.Address ? sumOfProducts(Access.Address) : std::nullopt;
  if (!Address)
    return std::nullopt;
  Common Result;
  std::get<0>(Result) = Access.Block;
  std::get<1>(Result) = Access.Array;
  std::get<2>(Result) = Access.Kind == AccessKind::Load;
  Offset = 0;
  for (const Product &P : *Address) {
    if (P.Factors.empty()) {
      Offset = P.Number;
      continue;
    }
    std::vector<unsigned> Factors;
    for (const Expr *Factor : P.Factors)
      Factors.push_back(Factor->id());
    std::get<3>(Result).emplace_back(std::move(Factors), P.Number);
  }
  llvm::sort(std::get<3>(Result));
  return Result;
}

static double chance(double Distance) {
  return std::min(1.0, Distance / SectorBytes);
}

/// From \p Offset to the nearest place where \p Other was in an iteration
/// before, \p Step bytes an iteration.
static double distanceBefore(double Offset, double Other, double Step) {
  if (Step == 0)
    return std::abs(Other - Offset);
  const double Ago = std::max(1.0, std::floor((Other - Offset) / Step));
  return std::min(std::abs(Other - Ago * Step - Offset),
                  std::abs(Other - (Ago + 1) * Step - Offset));
}

/// Sets the shares of \p Group, which is in the order of the code and moves on
/// by \p Step bytes in each of \p Trips iterations, if that is known.
static void settle(ArrayRef<Neighbour> Group, std::optional<double> Step,
                   double Trips, std::vector<double> &Shares) {
  for (size_t I = 0; I != Group.size(); ++I) {
    const double Offset = double(Group[I].Offset);
    double InFront = INFINITY, Before = INFINITY;
    const size_t First = I - std::min(I, MostNeighbours);
    const size_t End = std::min(Group.size(), I + MostNeighbours);
    for (size_t Other = First; Other != End; ++Other) {
      const double Place = double(Group[Other].Offset);
      if (Other < I)
        InFront = std::min(InFront, std::abs(Offset - Place));
      if (Step)
        Before = std::min(Before, distanceBefore(Offset, Place, *Step));
    }
    Shares[Group[I].Number] =
        (chance(InFront) + (Trips - 1) * chance(std::min(InFront, Before))) /
        Trips;
  }
}

std::vector<double> kernelcast::newSectorShares(const WarpProfile &Profile,
                                                ArrayRef<AccessId> Accesses) {
  const KernelModel &Kernel = *Profile.Kernel;
  std::map<Common, std::vector<Neighbour>> Groups;
  for (auto [Number, Id] : enumerate(Accesses)) {
    int64_t Offset = 0;
    if (auto Key = splitAddress(Kernel.Accesses[Id], Offset))
      Groups[std::move(*Key)].push_back({Number, Offset});
  }
  std::vector<double> Shares(Accesses.size(), 1);
  for (const auto &[Key, Group] : Groups) {
    const MemoryAccess &Access = Kernel.Accesses[Accesses[Group[0].Number]];
    std::optional<double> Step;
    double Trips = 1;
    if (const std::optional<int64_t> Moves = stepInLoop(Kernel, Access)) {
      const LoopId Loop = Kernel.Blocks[Access.Block].Loop;
      Step = double(*Moves);
      Trips = std::max(1.0, Profile.Loops[Loop].WarpMean.Value);
    }
    settle(Group, Step, Trips, Shares);
  }
  return Shares;
}
