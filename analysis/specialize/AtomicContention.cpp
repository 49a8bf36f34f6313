//===- AtomicContention.cpp - Atomics that meet on one address ------------===//

#include "analysis/specialize/AtomicContention.h"
#include "analysis/specialize/IndexExtent.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <optional>

using namespace llvm;
using namespace kernelcast;

/// Whether the compiler sees that the lanes of a warp have one address.
static bool isPlainlyUniform(const Expr *Address) {
  bool Uniform = true;
  visitPostOrder(Address, [&](const Expr *E) {
    switch (E->op()) {
    case Op::Phi:
    case Op::Load:
    case Op::Opaque:
      Uniform = false;
      break;
    case Op::Coordinate:
      Uniform &= static_cast<Coordinate>(E->value()) > Coordinate::ThreadZ;
      break;
    default:
      break;
    }
  });
  return Uniform;
}

/// Different addresses in \p Pattern, by lanes that are \p Lanes a warp.
static double addresses(const FootprintPattern &Pattern, double Lanes,
                        unsigned Bytes) {
  double Count =
      std::min(std::max(1.0, Lanes),
               Pattern.Chunks * std::max(1.0, Pattern.Width / Bytes));
  for (const FootprintDimension &D : Pattern.Dimensions)
    if (D.Stride != 0)
      Count *= D.Count;
  return Count;
}

/// Operations of \p Access on the address with most of them, or 0.
static double onOneAddress(const WarpProfile &Profile, AccessId Id) {
  const MemoryAccess &Access = Profile.Kernel->Accesses[Id];
  const AccessFacts &Facts = Profile.Accesses[Id];
  const Footprint &Touched = Facts.Touched;
  double Warps = Facts.WarpExecutions.Value;
  if (!Touched.patterns().empty() && Touched.overflow() == 0 && Warps > 0) {
    double Executions = 0, Most = 0;
    for (const FootprintPattern &P : Touched.patterns()) {
      Executions += P.executions();
      Most = std::max(Most, P.executions() /
                                addresses(P, Facts.LaneExecutions.Value / Warps,
                                          Access.Bytes));
    }
    // Patterns of all executions; of different places, if there are several.
    if (Executions > 0.99 * Warps)
      return Most * Facts.AtomicOperations / Executions;
  }
  const auto Reach = likelyReach(*Profile.Kernel, Access, Profile.Launch);
  return Reach ? Facts.AtomicOperations /
                     std::max(1.0, Reach->Bytes / std::max(1u, Access.Bytes))
               : 0;
}

namespace {

/// Bytes of a variable, from its first one on.
struct ByteRange {
  double Low = HUGE_VAL, High = -HUGE_VAL;
};

} // namespace

/// Bytes within which the access \p Id stays, if its addresses are known.
static std::optional<ByteRange> rangeOf(const WarpProfile &Profile,
                                        AccessId Id) {
  const AccessFacts &Facts = Profile.Accesses[Id];
  const Footprint &Touched = Facts.Touched;
  if (Touched.patterns().empty() || Touched.overflow() != 0)
    return std::nullopt;
  ByteRange Range;
  double Executions = 0;
  for (const FootprintPattern &P : Touched.patterns()) {
    Range.Low = std::min(Range.Low, P.Low);
    Range.High = std::max(Range.High, P.High);
    Executions += P.executions();
  }
  if (!(Executions > 0.99 * Facts.WarpExecutions.Value))
    return std::nullopt;
  return Range;
}

static bool isGlobalAtomic(const MemoryAccess &Access) {
  return Access.Kind == AccessKind::Atomic &&
         Access.Space == MemorySpace::Global && Access.Address;
}

/// Sets the sectors of each access in the slice of the L2 that has most of
/// them. What several accesses to one variable reach is taken together.
static void findSectorsOfSlices(WarpProfile &Profile) {
  constexpr double BytesOfSlice = 2048;
  std::map<ArrayId, ByteRange> Ranges;
  const auto &Accesses = Profile.Kernel->Accesses;
  for (auto [Id, Access] : enumerate(Accesses))
    if (isGlobalAtomic(Access))
      if (auto Own = rangeOf(Profile, Id)) {
        ByteRange &All = Ranges[Access.Array];
        All.Low = std::min(All.Low, Own->Low);
        All.High = std::max(All.High, Own->High);
      }
  for (auto [Id, Access] : enumerate(Accesses)) {
    if (!isGlobalAtomic(Access))
      continue;
    double Reach = 0;
    if (rangeOf(Profile, Id))
      Reach = Ranges[Access.Array].High - Ranges[Access.Array].Low;
    else
      Reach = likelyReach(*Profile.Kernel, Access, Profile.Launch)
                  .value_or(ReachedBytes())
                  .Bytes;
    AccessFacts &Facts = Profile.Accesses[Id];
    Facts.SectorsOfSlice =
        Reach > 0 ? Facts.Sectors.Value * std::min(1.0, BytesOfSlice / Reach)
                  : 0;
  }
}

void kernelcast::findAtomicContention(WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  for (auto [Id, Access] : enumerate(Kernel.Accesses)) {
    if (!isGlobalAtomic(Access))
      continue;
    AccessFacts &Facts = Profile.Accesses[Id];
    bool Combined = Access.Combines && isPlainlyUniform(Access.Address);
    Facts.AtomicOperations =
        Combined ? Facts.WarpExecutions.Value : Facts.LaneExecutions.Value;
    Facts.OnOneAddress = onOneAddress(Profile, Id);
  }
  findSectorsOfSlices(Profile);
}
