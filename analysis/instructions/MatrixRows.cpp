//===- MatrixRows.cpp - Addresses that are those of other lanes -----------===//

#include "analysis/instructions/MatrixRows.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kernelcast {
namespace {

/// Of one access.
class RowAddress {
public:
  RowAddress(const KernelModel &Kernel, const MatrixRows &Rows)
      : Kernel(Kernel), Pool(*Kernel.Pool), Rows(Rows) {}

  /// What \p Own, the address that a lane computes, is in the lane whose row it
  /// shares, and the lane's part of that row.
  const Expr *shared(const Expr *Own);
  /// Whether a variable was met that may differ between the two lanes.
  bool mayDiffer() const { return MayDiffer; }

private:
  bool isOfLoopAround(const PhiNode &Phi) const;
  bool isSameInAllLanes(const Expr *E) const;

  const KernelModel &Kernel;
  ExpressionPool &Pool;
  const MatrixRows &Rows;
  bool MayDiffer = false;
};

/// Whether \p Phi is the variable of a loop that the access is in. What another
/// loop leaves behind may be of another iteration in each lane.
bool RowAddress::isOfLoopAround(const PhiNode &Phi) const {
  return any_of(Kernel.Loops, [&](const LoopInfo &L) {
    return L.Header == Phi.Block &&
           is_contained(L.Blocks, Kernel.Accesses[Rows.Access].Block);
  });
}

/// Whether lanes that execute the access together have one value of \p E. A
/// loop's variable is as good as what it begins with and what an iteration
/// makes of it.
bool RowAddress::isSameInAllLanes(const Expr *E) const {
  SmallVector<const Expr *, 16> Work = {E};
  DenseSet<const Expr *> Seen;
  while (!Work.empty()) {
    E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (E->op() == Op::Load || E->op() == Op::Opaque)
      return false;
    if (E->op() == Op::Coordinate && E->value() <= int64_t(Coordinate::ThreadZ))
      return false;
    if (E->op() == Op::Phi) {
      const PhiNode &Phi = Kernel.Phis[E->value()];
      if (!isOfLoopAround(Phi))
        return false;
      append_range(Work, Phi.Incoming);
    }
    append_range(Work, E->operands());
  }
  return true;
}

const Expr *RowAddress::shared(const Expr *Address) {
  const Expr *X = Pool.coordinate(Coordinate::ThreadX);
  const ScalarType Type = X->type();
  const auto Number = [&](int64_t Value) { return Pool.constant(Value, Type); };
  const Expr *IsWhole = Pool.binary(
      Op::Equal,
      Pool.binary(Op::And, Pool.coordinate(Coordinate::BlockSizeX), Number(31)),
      Number(0));
  const Expr *Own = Pool.select(
      IsWhole, X,
      Pool.opaque("row of a matrix in warps of several rows", Type));
  const Expr *First =
      Pool.binary(Op::And, Own, Number(~int64_t(31) | int64_t(Rows.Lanes - 1)));
  const Expr *There =
      Pool.rewrite(Address, [&](const Expr *Leaf) -> const Expr * {
        MayDiffer |= Leaf->op() == Op::Load || Leaf->op() == Op::Opaque ||
                     (Leaf->op() == Op::Phi && !isSameInAllLanes(Leaf));
        const bool IsX = Leaf->op() == Op::Coordinate &&
                         Leaf->value() == int64_t(Coordinate::ThreadX);
        return IsX ? Pool.cast(First, Leaf->type()) : nullptr;
      });
  // X & 8 and X & 16 of 8 lanes, by 4 bytes: (X & 24) / 2; X & 16 of 16 lanes,
  // by 8 bytes: (X & 16) / 2.
  const Expr *Part = Pool.binary(
      Op::Shr, Pool.binary(Op::And, Own, Number(32 - Rows.Lanes)), Number(1));
  return Pool.binary(Op::Add, There, Pool.cast(Part, ScalarType::pointer()));
}

} // namespace

void settleMatrixRows(KernelModel &Kernel) {
  for (const MatrixRows &Rows : Kernel.MatrixRows) {
    MemoryAccess &Access = Kernel.Accesses[Rows.Access];
    RowAddress Row(Kernel, Rows);
    const Expr *Own = Access.Address;
    Access.Address = Row.shared(Own);
    if (!Row.mayDiffer())
      continue;
    Access.OwnAddress = Own;
    Access.RowLanes = Rows.Lanes;
    Access.Address = Kernel.Pool->opaque("address that another lane computes",
                                         ScalarType::pointer());
  }
}

} // namespace kernelcast
