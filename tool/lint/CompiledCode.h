//===- CompiledCode.h - What compilers leave of the source ------*- C++ -*-===//
//
//   sum += a[i + 1] + a[i];     // unrolled: a[i] of the next iteration is the
//                               // a[i + 1] of this one, and is not loaded
//
// A finding is about what a warp does, and that is the compiled code's affair:
// compilers drop stores that are overwritten, keep loads in registers, merge
// neighbours, turn branches into choices and divide by something else than the
// source says. The compiled form of a kernel (analysis/lowering) has the place
// in the source of what is left. It is a witness against the reading of the
// source: an access is taken for real where the code makes it at that place, as
// wide, as often, and with the same traffic.
//
// A compiler that moves an instruction in front of a loop takes its place away,
// and that of a copied structure is where the assignment is. Accesses that are
// not at a place of the source may be those of any place with the same array,
// kind and width.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_COMPILEDCODE_H
#define KERNELCAST_TOOL_LINT_COMPILEDCODE_H

#include "analysis/WarpProfile.h"
#include <map>
#include <set>

namespace kernelcast {

class CompiledCode {
public:
  /// \p Code: the same launch as \p Source, of the kernel's compiled form. Both
  /// outlive the object.
  CompiledCode(const WarpProfile &Source, const WarpProfile &Code);

  /// Whether access \p Id of the source is made at all.
  bool makes(AccessId Id) const;
  /// Whether it is made as the source says: as wide, no less often, and with
  /// the same sectors or cycles of the banks a warp.
  bool makesAsOften(AccessId Id) const;
  /// Whether a branch is left where the source has the condition at \p Place.
  bool branches(const SourceSpot &Place) const;
  /// Whether an operation of \p Kind is left of the one at \p Place.
  bool calculates(SlowKind Kind, const SourceSpot &Place) const;
  /// Whether a division or remainder of the two is left anywhere: compilers
  /// make one of both.
  bool divides(const Expr *Dividend, const Expr *Divisor) const;
  /// Whether variables of a thread in \p Array lie in memory.
  bool hasInMemory(ArrayId Array) const;

private:
  using Place = std::pair<SourceSpot, AccessKind>;
  /// Accesses of one kind at one place.
  struct Sum {
    Known<double> Warps;
    double Sectors = 0, BankCycles = 0;
    How Source = How::Exact; ///< the weakest of the traffic
    std::set<unsigned> Widths;
  };
  using Sums = std::map<Place, Sum>;

  static void add(const MemoryAccess &Access, const AccessFacts &Facts,
                  Sum &To);
  /// The accesses at no place of the source that may be \p Access; nothing if
  /// none.
  std::optional<Sum> unplaced(const MemoryAccess &Access) const;
  static bool agree(const Sum &Said, const Sum &Made, bool Often);

  const WarpProfile &Source, &Code;
  Sums Said, Made;
  std::set<SourceSpot> Branches;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_COMPILEDCODE_H
