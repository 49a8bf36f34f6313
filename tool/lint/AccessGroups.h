//===- AccessGroups.h - Accesses that one remedy mends ----------*- C++ -*-===//
//
// Nine loads of one array, all with the same distance between lanes, are one
// fault and not nine: another order of the array's elements mends them all.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_ACCESSGROUPS_H
#define KERNELCAST_TOOL_LINT_ACCESSGROUPS_H

#include "tool/lint/Finding.h"
#include "tool/report/CostliestAccesses.h"
#include <map>
#include <tuple>

namespace kernelcast {

/// Source expressions of one kind, on one array, whose lanes lie equally far
/// apart, in the order that they came in. Never empty.
using AccessGroup = std::vector<const CostlyAccess *>;

/// \p Entries by group, the group of the first one first. An access of which
/// the array is not known is a group of its own.
std::vector<AccessGroup>
groupedByArray(llvm::ArrayRef<const CostlyAccess *> Entries);

/// Whether lanes touch one member of each of neighbouring elements of an array
/// of records or vectors.
bool isMemberwise(const KernelModel &Kernel, const CostlyAccess &Entry);

/// The aligned pieces of arrays of which the threads of a launch access every
/// part: where the parts stand together, compilers make one access of them.
class WholePieces {
public:
  explicit WholePieces(const WarpProfile &Profile);

  /// Whether access \p Id is a part of one.
  bool has(AccessId Id) const;

private:
  /// Where the piece begins, by number of its expression; what is done there;
  /// how many lanes do it.
  using Piece = std::tuple<unsigned, AccessKind, double>;
  std::optional<Piece> pieceOf(AccessId Id) const;

  const WarpProfile &Profile;
  std::map<Piece, unsigned> Touched; ///< a bit for each byte
};

/// All copies of all the accesses.
std::vector<AccessId> copiesOf(const AccessGroup &Group);

/// "load of in[i]", "store to out[i]".
std::string subject(const MemoryAccess &Access);

/// \p Mean, of the warps that make \p Entry: three digits, or "about" and two
/// where only a sample of them was looked at.
std::string meanText(const CostlyAccess &Entry, double Mean);

/// A finding about \p Group: its first access has the place and the range, the
/// others have notes, and the weakest fact says how it is known.
Finding findingAbout(const AccessGroup &Group);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_ACCESSGROUPS_H
