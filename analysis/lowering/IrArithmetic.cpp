//===- IrArithmetic.cpp - Operations of the IR as expressions -------------===//

#include "analysis/lowering/IrArithmetic.h"
#include "analysis/lowering/IrTypes.h"
#include "analysis/symbolic/IntegerRules.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kernelcast {

/// As many lanes as the type of \p I has, each by \p Value.
IrScalars IrArithmetic::perLane(const llvm::Instruction &I, LaneValue Value) {
  unsigned Lanes = 1;
  if (auto *Vector = dyn_cast<FixedVectorType>(I.getType()))
    Lanes = Vector->getNumElements();
  IrScalars Result;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    Result.push_back(Value(Lane));
  return Result;
}

ScalarType IrArithmetic::typeOf(const llvm::Instruction &I,
                                const llvm::Value *A, const llvm::Value *B,
                                unsigned Lane) {
  const unsigned Bits = A->getType()->getScalarSizeInBits();
  auto With = [&](bool Signed) { return ScalarType::integer(Bits, Signed); };
  bool NoSigned = false, NoUnsigned = false;
  if (isa<OverflowingBinaryOperator>(I)) {
    NoSigned = I.hasNoSignedWrap();
    NoUnsigned = I.hasNoUnsignedWrap();
  }
  if (NoSigned != NoUnsigned)
    return With(NoSigned);
  auto SignOf = [&](const llvm::Value *V) -> std::optional<bool> {
    if (isa<Constant>(V))
      return std::nullopt;
    IrScalars All = Values.scalars(V);
    if (Lane >= All.size())
      return std::nullopt;
    return All[Lane]->type().Signed;
  };
  std::optional<bool> Left = SignOf(A), Right = SignOf(B);
  if (!Left || !Right)
    return With(Left.value_or(Right.value_or(true)));
  return With(*Left == *Right ? *Left : NoSigned);
}

const Expr *IrArithmetic::truthBinary(const BinaryOperator &I, unsigned Lane) {
  const ScalarType Truth = ScalarType::truth();
  const Expr *A = Values.as(Truth, I.getOperand(0), Lane);
  const Expr *B = Values.as(Truth, I.getOperand(1), Lane);
  switch (I.getOpcode()) {
  case llvm::Instruction::And:
  case llvm::Instruction::Mul:
    return Pool.binary(Op::And, A, B);
  case llvm::Instruction::Or:
    return Pool.binary(Op::Or, A, B);
  case llvm::Instruction::Xor:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
    return Pool.binary(Op::NotEqual, A, B);
  default:
    return Pool.opaque("operation on truth values", Truth);
  }
}

/// The low bits of a number as another number of its type: (x << c) >> d with
/// d at most c is x cut to c bits less and widened again, times 2^(c - d). Null
/// for all else. Sums of such shifted numbers have come together by then.
static const Expr *extendedLowBits(ExpressionPool &Pool, const Expr *Shifted,
                                   const Expr *Amount) {
  const ScalarType Type = Shifted->type();
  if (!Amount->isIntegerConstant() || Amount->value() <= 0 ||
      Amount->value() >= Type.Bits)
    return nullptr;
  int64_t Constant = 0, Factor = 0;
  if (const Expr *Rest = withConstant(Shifted, Op::Add, Constant))
    Shifted = Rest;
  const Expr *X = withConstant(Shifted, Op::Mul, Factor);
  if (!X || !isPowerOf2_64(static_cast<uint64_t>(Factor)))
    return nullptr;
  const unsigned By = Log2_64(static_cast<uint64_t>(Factor));
  if (By >= Type.Bits || By < static_cast<uint64_t>(Amount->value()) ||
      static_cast<uint64_t>(Constant) % static_cast<uint64_t>(Factor) != 0)
    return nullptr;
  const ScalarType Low = ScalarType::integer(Type.Bits - By, Type.Signed);
  // Other widths are no numbers of the source.
  if (Low.Bits != 8 && Low.Bits != 16 && Low.Bits != 32)
    return nullptr;
  const int64_t Step =
      static_cast<int64_t>(static_cast<uint64_t>(Constant) >> By);
  X = Pool.add(Pool.cast(X, Low), Pool.constant(Step, Low));
  return Pool.mul(Pool.cast(X, Type),
                  Pool.constant(int64_t(1) << (By - Amount->value()), Type));
}

const Expr *IrArithmetic::integerBinary(const BinaryOperator &I,
                                        unsigned Lane) {
  const llvm::Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  ScalarType Type = typeOf(I, Left, Right, Lane);
  Op Operation = Op::Add;
  switch (I.getOpcode()) {
  case llvm::Instruction::Add:
    break;
  case llvm::Instruction::Sub:
    Operation = Op::Sub;
    break;
  case llvm::Instruction::Mul:
    Operation = Op::Mul;
    break;
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
    Operation = Op::Div;
    Type.Signed = I.getOpcode() == llvm::Instruction::SDiv;
    break;
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem:
    Operation = Op::Rem;
    Type.Signed = I.getOpcode() == llvm::Instruction::SRem;
    break;
  case llvm::Instruction::AShr:
  case llvm::Instruction::LShr:
    Operation = Op::Shr;
    Type.Signed = I.getOpcode() == llvm::Instruction::AShr;
    break;
  case llvm::Instruction::Shl:
    Operation = Op::Shl;
    Type = typeOf(I, Left, Left, Lane); // the amount has no say in the sign
    break;
  case llvm::Instruction::And:
    Operation = Op::And;
    break;
  case llvm::Instruction::Or:
    if (!cast<PossiblyDisjointInst>(I).isDisjoint())
      Operation = Op::Or;
    break;
  case llvm::Instruction::Xor:
    Operation = Op::Xor;
    break;
  default:
    return Pool.opaque("unknown operation", Type);
  }
  const Expr *A = Values.as(Type, Left, Lane);
  const Expr *B = Values.as(Type, Right, Lane);
  if (Operation == Op::Shr)
    if (const Expr *Extended = extendedLowBits(Pool, A, B))
      return Extended;
  return Pool.binary(Operation, A, B);
}

const Expr *IrArithmetic::binary(const BinaryOperator &I, unsigned Lane) {
  llvm::Type *T = I.getType()->getScalarType();
  if (T->isIntegerTy(1))
    return truthBinary(I, Lane);
  if (T->isIntegerTy())
    return integerBinary(I, Lane);
  const ScalarType Type = scalarTypeOrWord(T, true);
  const Expr *A = Values.as(Type, I.getOperand(0), Lane);
  const Expr *B = Values.as(Type, I.getOperand(1), Lane);
  switch (I.getOpcode()) {
  case llvm::Instruction::FAdd:
    return Pool.add(A, B);
  case llvm::Instruction::FSub:
    return Pool.sub(A, B);
  case llvm::Instruction::FMul:
    return Pool.mul(A, B);
  case llvm::Instruction::FDiv:
    return Pool.binary(Op::Div, A, B);
  case llvm::Instruction::FRem:
    return Pool.binary(Op::Rem, A, B);
  default:
    return Pool.opaque("unknown operation", Type);
  }
}

/// Whether \p V is a sum of which nobody says that it stays in the range of a
/// signed number.
static bool mayWrap(const llvm::Value *V) {
  const auto *Sum = dyn_cast<BinaryOperator>(V);
  return isa_and_nonnull<OverflowingBinaryOperator>(Sum) &&
         !Sum->hasNoSignedWrap();
}

const Expr *IrArithmetic::compareIntegers(const ICmpInst &I, unsigned Lane) {
  const llvm::Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  llvm::Type *T = Left->getType()->getScalarType();
  ScalarType Type = T->isPointerTy()    ? ScalarType::pointer()
                    : T->isIntegerTy(1) ? ScalarType::truth()
                                        : typeOf(I, Left, Right, Lane);
  if (!I.isEquality() && Type.Bits != 1)
    Type.Signed = I.isSigned();
  // A counter that may wrap around meets its bound all the same.
  if (I.isEquality() && (mayWrap(Left) || mayWrap(Right)))
    Type.Signed = false;
  const Expr *A = Values.as(Type, Left, Lane);
  const Expr *B = Values.as(Type, Right, Lane);
  // Of truth values as signed numbers, the true one is -1.
  if (Type.Bits == 1 && I.isSigned())
    std::swap(A, B);
  switch (I.getPredicate()) {
  case ICmpInst::ICMP_EQ:
    return Pool.binary(Op::Equal, A, B);
  case ICmpInst::ICMP_NE:
    return Pool.binary(Op::NotEqual, A, B);
  case ICmpInst::ICMP_SLT:
  case ICmpInst::ICMP_ULT:
    return Pool.binary(Op::Less, A, B);
  case ICmpInst::ICMP_SLE:
  case ICmpInst::ICMP_ULE:
    return Pool.binary(Op::LessEqual, A, B);
  case ICmpInst::ICMP_SGT:
  case ICmpInst::ICMP_UGT:
    return Pool.binary(Op::Less, B, A);
  case ICmpInst::ICMP_SGE:
  case ICmpInst::ICMP_UGE:
    return Pool.binary(Op::LessEqual, B, A);
  default:
    return Pool.opaque("unknown comparison", ScalarType::truth());
  }
}

/// Comparisons that hold where an operand is no number are the negation of
/// those that do not.
const Expr *IrArithmetic::compareFloats(const FCmpInst &I, unsigned Lane) {
  const ScalarType Type =
      scalarTypeOrWord(I.getOperand(0)->getType()->getScalarType(), true);
  const Expr *A = Values.as(Type, I.getOperand(0), Lane);
  const Expr *B = Values.as(Type, I.getOperand(1), Lane);
  auto Not = [&](const Expr *E) { return Pool.unary(Op::Not, E); };
  auto Ordered = [&] {
    return Pool.binary(Op::And, Pool.binary(Op::Equal, A, A),
                       Pool.binary(Op::Equal, B, B));
  };
  auto Apart = [&] {
    return Pool.binary(Op::Or, Pool.binary(Op::Less, A, B),
                       Pool.binary(Op::Less, B, A));
  };
  switch (I.getPredicate()) {
  case FCmpInst::FCMP_FALSE:
    return Pool.truth(false);
  case FCmpInst::FCMP_TRUE:
    return Pool.truth(true);
  case FCmpInst::FCMP_OEQ:
    return Pool.binary(Op::Equal, A, B);
  case FCmpInst::FCMP_UNE:
    return Pool.binary(Op::NotEqual, A, B);
  case FCmpInst::FCMP_OLT:
    return Pool.binary(Op::Less, A, B);
  case FCmpInst::FCMP_UGE:
    return Not(Pool.binary(Op::Less, A, B));
  case FCmpInst::FCMP_OLE:
    return Pool.binary(Op::LessEqual, A, B);
  case FCmpInst::FCMP_UGT:
    return Not(Pool.binary(Op::LessEqual, A, B));
  case FCmpInst::FCMP_OGT:
    return Pool.binary(Op::Less, B, A);
  case FCmpInst::FCMP_ULE:
    return Not(Pool.binary(Op::Less, B, A));
  case FCmpInst::FCMP_OGE:
    return Pool.binary(Op::LessEqual, B, A);
  case FCmpInst::FCMP_ULT:
    return Not(Pool.binary(Op::LessEqual, B, A));
  case FCmpInst::FCMP_ORD:
    return Ordered();
  case FCmpInst::FCMP_UNO:
    return Not(Ordered());
  case FCmpInst::FCMP_ONE:
    return Apart();
  case FCmpInst::FCMP_UEQ:
    return Not(Apart());
  default:
    return Pool.opaque("unknown comparison", ScalarType::truth());
  }
}

const Expr *IrArithmetic::convert(const CastInst &I, unsigned Lane) {
  const llvm::Value *V = I.getOperand(0);
  const ScalarType From =
      scalarTypeOrWord(V->getType()->getScalarType(), /*Signed=*/true);
  const ScalarType To =
      scalarTypeOrWord(I.getType()->getScalarType(), /*Signed=*/true);
  const bool FromTruth = From == ScalarType::truth();
  auto Unsigned = [](ScalarType Type) {
    return ScalarType::integer(Type.Bits, false);
  };
  IrScalars All = Values.scalars(V);
  if (Lane >= All.size())
    return Pool.opaque("conversion", To);
  const Expr *X = All[Lane];
  switch (I.getOpcode()) {
  case llvm::Instruction::Trunc:
    if (To == ScalarType::truth())
      return Pool.isTrue(Pool.binary(Op::And, X, Pool.constant(1, X->type())));
    return Pool.cast(X, ScalarType::integer(To.Bits, X->type().Signed));
  case llvm::Instruction::ZExt:
    if (FromTruth)
      return Pool.cast(X, To);
    // A number that is known not to be negative keeps its sign.
    if (I.hasNonNeg() && X->type().Signed)
      return Pool.cast(X, To);
    return Pool.cast(Pool.cast(X, Unsigned(From)), Unsigned(To));
  case llvm::Instruction::SExt:
    if (FromTruth)
      return Pool.unary(Op::Negate, Pool.cast(X, To));
    return Pool.cast(Pool.cast(X, From), To);
  case llvm::Instruction::SIToFP:
    if (FromTruth)
      return Pool.unary(Op::Negate, Pool.cast(X, To));
    return Pool.cast(Pool.cast(X, From), To);
  case llvm::Instruction::UIToFP:
    return Pool.cast(FromTruth ? X : Pool.cast(X, Unsigned(From)), To);
  case llvm::Instruction::FPToSI:
    return To.Bits == 1 ? Pool.opaque("conversion", To) : Pool.cast(X, To);
  case llvm::Instruction::FPToUI:
    return To.Bits == 1 ? Pool.opaque("conversion", To)
                        : Pool.cast(X, Unsigned(To));
  case llvm::Instruction::FPExt:
  case llvm::Instruction::FPTrunc:
    return Pool.cast(X, To);
  case llvm::Instruction::AddrSpaceCast:
    return X;
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    if (From.Bits == 1 || To.Bits == 1)
      return Pool.opaque("conversion", To);
    return Pool.cast(Pool.cast(X, Unsigned(From)), Unsigned(To));
  default:
    return Pool.opaque("unknown conversion", To);
  }
}

/// The same bits as another type: known where that has the same lanes.
IrScalars IrArithmetic::reinterpreted(const CastInst &I) {
  IrScalars From = Values.scalars(I.getOperand(0));
  SmallVector<IrLeaf, 4> To = leavesOf(I.getType(), Parts.Layout);
  bool Same = From.size() == To.size();
  for (unsigned Lane = 0; Same && Lane < To.size(); ++Lane) {
    auto Type = scalarType(To[Lane].Type, From[Lane]->type().Signed);
    Same = Type && Type->Float == From[Lane]->type().Float &&
           Type->Bits == From[Lane]->type().Bits;
  }
  return Same ? From : Values.opaque(I.getType(), "reinterpreted bits");
}

const Expr *IrArithmetic::select(const SelectInst &I, unsigned Lane) {
  const bool PerLane = I.getCondition()->getType()->isVectorTy();
  const Expr *Test =
      Values.as(ScalarType::truth(), I.getCondition(), PerLane ? Lane : 0);
  const llvm::Value *A = I.getTrueValue(), *B = I.getFalseValue();
  llvm::Type *T = I.getType()->getScalarType();
  const ScalarType Type = T->isIntegerTy() && !T->isIntegerTy(1)
                              ? typeOf(I, A, B, Lane)
                              : scalarTypeOrWord(T, true);
  return Pool.select(Test, Values.as(Type, A, Lane), Values.as(Type, B, Lane));
}

//===----------------------------------------------------------------------===//
// Vectors and structures
//===----------------------------------------------------------------------===//

IrScalars IrArithmetic::element(const ExtractElementInst &I) {
  IrScalars All = Values.scalars(I.getVectorOperand());
  const auto *Index = dyn_cast<ConstantInt>(I.getIndexOperand());
  if (!Index || Index->getValue().uge(All.size()))
    return Values.opaque(I.getType(), "computed element of a vector");
  return {All[Index->getZExtValue()]};
}

IrScalars IrArithmetic::withElement(const InsertElementInst &I) {
  IrScalars All = Values.scalars(I.getOperand(0));
  const auto *Index = dyn_cast<ConstantInt>(I.getOperand(2));
  if (!Index || Index->getValue().uge(All.size()))
    return Values.opaque(I.getType(), "computed element of a vector");
  All[Index->getZExtValue()] = Values.scalar(I.getOperand(1));
  return All;
}

IrScalars IrArithmetic::shuffled(const ShuffleVectorInst &I) {
  if (isa<ScalableVectorType>(I.getType()))
    return Values.opaque(I.getType(), "vector without a fixed size");
  IrScalars From = Values.scalars(I.getOperand(0));
  From.append(Values.scalars(I.getOperand(1)));
  const ScalarType Type =
      scalarTypeOrWord(I.getType()->getScalarType(), /*Signed=*/true);
  IrScalars Result;
  for (int Lane : I.getShuffleMask())
    Result.push_back(Lane >= 0 && unsigned(Lane) < From.size()
                         ? From[Lane]
                         : Pool.opaque("value that is not defined", Type));
  return Result;
}

/// The number of scalars in front of the member that \p Path leads to.
std::optional<unsigned>
IrArithmetic::leafNumber(llvm::Type *T, ArrayRef<unsigned> Path) const {
  unsigned Number = 0;
  for (unsigned Index : Path) {
    auto Count = [&](llvm::Type *Part) {
      return leavesOf(Part, Parts.Layout).size();
    };
    if (auto *Struct = dyn_cast<StructType>(T)) {
      for (unsigned I = 0; I < Index; ++I)
        Number += Count(Struct->getElementType(I));
      T = Struct->getElementType(Index);
    } else if (auto *Array = dyn_cast<ArrayType>(T)) {
      T = Array->getElementType();
      Number += Index * Count(T);
    } else {
      return std::nullopt;
    }
  }
  return Number;
}

IrScalars IrArithmetic::member(const ExtractValueInst &I) {
  IrScalars All = Values.scalars(I.getAggregateOperand());
  auto First = leafNumber(I.getAggregateOperand()->getType(), I.getIndices());
  const size_t Count = leavesOf(I.getType(), Parts.Layout).size();
  if (!First || Count == 0 || *First + Count > All.size())
    return Values.opaque(I.getType(), "large value");
  return IrScalars(All.begin() + *First, All.begin() + *First + Count);
}

IrScalars IrArithmetic::withMember(const InsertValueInst &I) {
  IrScalars All = Values.scalars(I.getAggregateOperand());
  IrScalars Part = Values.scalars(I.getInsertedValueOperand());
  auto First = leafNumber(I.getType(), I.getIndices());
  if (!First || *First + Part.size() > All.size() ||
      leavesOf(I.getType(), Parts.Layout).size() != All.size())
    return Values.opaque(I.getType(), "large value");
  std::copy(Part.begin(), Part.end(), All.begin() + *First);
  return All;
}

IrScalars IrArithmetic::value(const llvm::Instruction &I) {
  auto Understood = [](const llvm::Value *V) {
    return isUnderstood(V->getType());
  };
  if (!isUnderstood(I.getType()) || !all_of(I.operand_values(), Understood))
    return Values.opaque(I.getType(), "number of a rare format");
  if (const auto *Binary = dyn_cast<BinaryOperator>(&I))
    return perLane(I, [&](unsigned Lane) { return binary(*Binary, Lane); });
  if (const auto *Compare = dyn_cast<ICmpInst>(&I))
    return perLane(
        I, [&](unsigned Lane) { return compareIntegers(*Compare, Lane); });
  if (const auto *Compare = dyn_cast<FCmpInst>(&I))
    return perLane(
        I, [&](unsigned Lane) { return compareFloats(*Compare, Lane); });
  if (isa<BitCastInst>(I))
    return reinterpreted(cast<CastInst>(I));
  if (const auto *Cast = dyn_cast<CastInst>(&I))
    return perLane(I, [&](unsigned Lane) { return convert(*Cast, Lane); });
  if (const auto *Select = dyn_cast<SelectInst>(&I);
      Select && !I.getType()->isAggregateType())
    return perLane(I, [&](unsigned Lane) { return select(*Select, Lane); });
  if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
      Gep && !I.getType()->isVectorTy())
    return {Values.address(cast<GEPOperator>(*Gep))};
  if (isa<FreezeInst>(I))
    return Values.scalars(I.getOperand(0));
  if (I.getOpcode() == llvm::Instruction::FNeg)
    return perLane(I, [&](unsigned Lane) {
      const ScalarType Type =
          scalarTypeOrWord(I.getType()->getScalarType(), true);
      return Pool.unary(Op::Negate, Values.as(Type, I.getOperand(0), Lane));
    });
  if (const auto *Part = dyn_cast<ExtractElementInst>(&I))
    return element(*Part);
  if (const auto *Whole = dyn_cast<InsertElementInst>(&I))
    return withElement(*Whole);
  if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    return shuffled(*Shuffle);
  if (const auto *Part = dyn_cast<ExtractValueInst>(&I))
    return member(*Part);
  if (const auto *Whole = dyn_cast<InsertValueInst>(&I))
    return withMember(*Whole);
  return Values.opaque(I.getType(), "unknown instruction");
}

} // namespace kernelcast
