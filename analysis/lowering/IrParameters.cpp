//===- IrParameters.cpp - Parameters by the source's names ----------------===//

#include "analysis/lowering/IrParameters.h"
#include "analysis/lowering/IrTypes.h"

using namespace llvm;

namespace kernelcast {

/// What lies \p Offset bytes into \p Parameter, as a \p T.
const Expr *IrParameters::leaf(const ParameterInfo &Parameter, uint64_t Offset,
                               Type *T) {
  auto Wanted = scalarType(T, /*Signed=*/true);
  for (const ParameterLeaf &Leaf : Parameter.Leaves) {
    if (Leaf.Offset != Offset || !Wanted || Leaf.Type.Float != Wanted->Float)
      continue;
    if (Leaf.Array != None)
      return Wanted->Bits == 64
                 ? Parts.Pool.base(Leaf.Array)
                 : Parts.Pool.opaque("part of a pointer", *Wanted);
    const Expr *Symbol = Parts.Pool.symbol(Leaf.Name, Leaf.Type);
    // A bool has one bit as a number and eight in memory.
    const bool SameBits = Leaf.Type.Bits == Wanted->Bits ||
                          (Leaf.Type.Bits == 1 && Wanted->Bits <= 8) ||
                          (Leaf.Type.Bits == 8 && Wanted->Bits == 1);
    if (SameBits)
      return Leaf.Type.Bits == Wanted->Bits ? Symbol
                                            : Parts.Pool.cast(Symbol, *Wanted);
  }
  return Parts.Pool.opaque("part of parameter " + Parameter.Name,
                           scalarTypeOrWord(T, true));
}

bool IrParameters::define() {
  const std::vector<ParameterInfo> &Known = Parts.Source.Parameters;
  if (Known.size() != Parts.Function.arg_size())
    return false;
  for (const Argument &A : Parts.Function.args()) {
    const ParameterInfo &Parameter = Known[A.getArgNo()];
    if (A.hasByValAttr()) {
      Values.define(&A, {Parts.Pool.base(Arrays.of(A))});
      continue;
    }
    IrScalars Scalars;
    for (const IrLeaf &Part : leavesOf(A.getType(), Parts.Layout))
      Scalars.push_back(leaf(Parameter, Part.Offset, Part.Type));
    if (A.getType()->isPointerTy() && Scalars.size() == 1 &&
        Scalars[0]->op() == Op::Base)
      Pointers[&A] = Scalars[0]->value();
    Values.define(&A, std::move(Scalars));
  }
  return true;
}

/// The argument handed over by value that \p Pointer leads into, and where.
const Argument *IrParameters::byValue(const Value *Pointer,
                                      uint64_t &Offset) const {
  APInt Bytes(Parts.Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Start = Pointer->stripAndAccumulateConstantOffsets(
      Parts.Layout, Bytes, /*AllowNonInbounds=*/true);
  const auto *A = dyn_cast<Argument>(Start);
  if (!A || !A->hasByValAttr() || Bytes.isNegative() ||
      A->getArgNo() >= Parts.Source.Parameters.size())
    return nullptr;
  Offset = Bytes.getZExtValue();
  return A;
}

std::optional<IrScalars> IrParameters::loaded(const LoadInst &Load) {
  uint64_t Offset = 0;
  const Argument *A = byValue(Load.getPointerOperand(), Offset);
  SmallVector<IrLeaf, 4> Leaves = leavesOf(Load.getType(), Parts.Layout);
  if (!A || Leaves.empty())
    return std::nullopt;
  const ParameterInfo &Parameter = Parts.Source.Parameters[A->getArgNo()];
  IrScalars Scalars;
  for (const IrLeaf &Part : Leaves)
    Scalars.push_back(leaf(Parameter, Offset + Part.Offset, Part.Type));
  if (Load.getType()->isPointerTy() && Scalars[0]->op() == Op::Base)
    Pointers[&Load] = Scalars[0]->value();
  return Scalars;
}

ArrayId IrParameters::arrayOf(const Value *V) const {
  auto Found = Pointers.find(V);
  return Found == Pointers.end() ? None : Found->second;
}

} // namespace kernelcast
