//===- IrParameters.cpp - Parameters by the source's names ----------------===//

#include "analysis/lowering/IrParameters.h"
#include "analysis/instructions/IndexValues.h"
#include "analysis/lowering/AmdIntrinsics.h"
#include "analysis/lowering/IrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

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
    if (A.hasByValAttr() || A.hasByRefAttr()) {
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
  if (!A || !(A->hasByValAttr() || A->hasByRefAttr()) || Bytes.isNegative() ||
      A->getArgNo() >= Parts.Source.Parameters.size())
    return nullptr;
  Offset = Bytes.getZExtValue();
  return A;
}

/// AMD's implicit arguments, which say the sizes of a launch; nothing for other
/// memory.
std::optional<IrScalars> IrParameters::ofLaunch(const LoadInst &Load) {
  const Value *Pointer = Load.getPointerOperand();
  APInt Bytes(Parts.Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const auto *Start =
      dyn_cast<IntrinsicInst>(Pointer->stripAndAccumulateConstantOffsets(
          Parts.Layout, Bytes, /*AllowNonInbounds=*/true));
  if (!Start || Start->getIntrinsicID() != Intrinsic::amdgcn_implicitarg_ptr)
    return std::nullopt;
  constexpr struct {
    unsigned Begin, Size;
    Coordinate First;
  } Known[] = {{ImplicitArguments::GridSize, 4, Coordinate::GridSizeX},
               {ImplicitArguments::BlockSize, 2, Coordinate::BlockSizeX},
               {ImplicitArguments::Offset, 8, Coordinate::OffsetX}};
  IrScalars Scalars;
  for (const IrLeaf &Part : leavesOf(Load.getType(), Parts.Layout)) {
    const ScalarType Type = scalarTypeOrWord(Part.Type, /*Signed=*/false);
    const uint64_t Offset = Bytes.getZExtValue() + Part.Offset;
    const Expr *Value = nullptr;
    for (const auto &Each : Known)
      if (Offset >= Each.Begin && Offset < Each.Begin + 3 * Each.Size &&
          (Offset - Each.Begin) % Each.Size == 0 && Type.Bits == 8 * Each.Size)
        Value = indexValue(
            Parts.Pool, {IndexFunction::AlongDimension, Each.First},
            static_cast<unsigned>((Offset - Each.Begin) / Each.Size));
    Scalars.push_back(Value ? Parts.Pool.cast(Value, Type)
                            : Parts.Pool.opaque("implicit argument", Type));
  }
  return Scalars;
}

std::optional<IrScalars> IrParameters::loaded(const LoadInst &Load) {
  if (std::optional<IrScalars> Known = ofLaunch(Load))
    return Known;
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
