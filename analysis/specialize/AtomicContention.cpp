//===- AtomicContention.cpp - Atomics that meet on one address ------------===//

#include "analysis/specialize/AtomicContention.h"
#include "analysis/specialize/IndexExtent.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

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
  auto Extent = indexExtent(*Profile.Kernel, Access, Profile.Launch);
  return Extent ? Facts.AtomicOperations /
                      std::max(1.0, *Extent / std::max(1u, Access.Bytes))
                : 0;
}

/// Bytes within which \p Access stays, or 0.
static double reachOf(const WarpProfile &Profile, AccessId Id) {
  const MemoryAccess &Access = Profile.Kernel->Accesses[Id];
  const AccessFacts &Facts = Profile.Accesses[Id];
  const Footprint &Touched = Facts.Touched;
  if (!Touched.patterns().empty() && Touched.overflow() == 0) {
    double Low = HUGE_VAL, High = -HUGE_VAL, Executions = 0;
    for (const FootprintPattern &P : Touched.patterns()) {
      Low = std::min(Low, P.Low);
      High = std::max(High, P.High);
      Executions += P.executions();
    }
    if (Executions > 0.99 * Facts.WarpExecutions.Value)
      return High - Low;
  }
  return indexExtent(*Profile.Kernel, Access, Profile.Launch).value_or(0);
}

/// Sectors of \p Access in the slice of the L2 that has most of them, or 0.
static double sectorsOfSlice(const WarpProfile &Profile, AccessId Id) {
  constexpr double BytesOfSlice = 2048;
  const double Reach = reachOf(Profile, Id);
  if (!(Reach > 0))
    return 0;
  return Profile.Accesses[Id].Sectors.Value *
         std::min(1.0, BytesOfSlice / Reach);
}

void kernelcast::findAtomicContention(WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  for (auto [Id, Access] : enumerate(Kernel.Accesses)) {
    if (Access.Kind != AccessKind::Atomic ||
        Access.Space != MemorySpace::Global || !Access.Address)
      continue;
    AccessFacts &Facts = Profile.Accesses[Id];
    bool Combined = Access.Combines && isPlainlyUniform(Access.Address);
    Facts.AtomicOperations =
        Combined ? Facts.WarpExecutions.Value : Facts.LaneExecutions.Value;
    Facts.OnOneAddress = onOneAddress(Profile, Id);
    Facts.SectorsOfSlice = sectorsOfSlice(Profile, Id);
  }
}
