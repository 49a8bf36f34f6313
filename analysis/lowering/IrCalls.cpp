//===- IrCalls.cpp - Intrinsics and calls of the IR -----------------------===//

#include "analysis/lowering/IrCalls.h"
#include "analysis/instructions/IndexValues.h"
#include "analysis/instructions/IntegerFunctions.h"
#include "analysis/lowering/IrAssembly.h"
#include "analysis/lowering/IrTypes.h"
#include "analysis/symbolic/IntegerRules.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kernelcast {

/// \p V as a scalar of \p To, by value.
IrScalars IrCalls::converted(const Expr *V, llvm::Type *To) {
  auto Type = scalarType(To, V->type().Signed);
  if (!Type)
    return Values.opaque(To, "number of a rare format");
  return {Pool.cast(V, *Type)};
}

//===----------------------------------------------------------------------===//
// Intrinsics of LLVM
//===----------------------------------------------------------------------===//

/// Of integers, lane by lane; null for any other intrinsic.
const Expr *IrCalls::integerIntrinsic(const IntrinsicInst &Call,
                                      unsigned Lane) {
  const unsigned Bits = Call.getType()->getScalarSizeInBits();
  auto Argument = [&](unsigned I, bool Signed) {
    return Values.as(ScalarType::integer(Bits, Signed), Call.getArgOperand(I),
                     Lane);
  };
  auto Extremum = [&](Op Operation, bool Signed) {
    return Pool.binary(Operation, Argument(0, Signed), Argument(1, Signed));
  };
  const ScalarType Unsigned = ScalarType::integer(Bits, false);
  switch (Call.getIntrinsicID()) {
  case Intrinsic::smin:
    return Extremum(Op::Min, true);
  case Intrinsic::smax:
    return Extremum(Op::Max, true);
  case Intrinsic::umin:
    return Extremum(Op::Min, false);
  case Intrinsic::umax:
    return Extremum(Op::Max, false);
  case Intrinsic::abs: {
    const Expr *X = Argument(0, true);
    return Pool.binary(Op::Max, X, Pool.unary(Op::Negate, X));
  }
  case Intrinsic::usub_sat: {
    const Expr *A = Argument(0, false), *B = Argument(1, false);
    return Pool.sub(Pool.binary(Op::Max, A, B), B);
  }
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    const auto *Amount = dyn_cast<ConstantInt>(Call.getArgOperand(2));
    if (!Amount)
      return nullptr;
    const uint64_t By = Amount->getValue().urem(Bits);
    if (By == 0)
      return Argument(Call.getIntrinsicID() == Intrinsic::fshl ? 0 : 1, false);
    const uint64_t Left =
        Call.getIntrinsicID() == Intrinsic::fshl ? By : Bits - By;
    return Pool.binary(
        Op::Or,
        Pool.binary(Op::Shl, Argument(0, false), Pool.constant(Left, Unsigned)),
        Pool.binary(Op::Shr, Argument(1, false),
                    Pool.constant(Bits - Left, Unsigned)));
  }
  case Intrinsic::ctlz:
    return leadingZeros(Pool, Argument(0, false));
  case Intrinsic::cttz:
    return trailingZeros(Pool, Argument(0, false));
  case Intrinsic::ctpop:
    return countedOnes(Pool, Argument(0, false));
  case Intrinsic::bitreverse:
    return reversedBits(Pool, Argument(0, false), 1);
  case Intrinsic::bswap:
    return reversedBits(Pool, Argument(0, false), 8);
  default:
    return nullptr;
  }
}

/// The sum, difference or product, and whether it is another number than
/// without bounds: known for unsigned sums and differences.
IrScalars IrCalls::withOverflow(const WithOverflowInst &Call) {
  const unsigned Bits = Call.getLHS()->getType()->getScalarSizeInBits();
  if (Call.getLHS()->getType()->isVectorTy())
    return Values.opaque(Call.getType(), "vector with overflow");
  const ScalarType Type = ScalarType::integer(Bits, Call.isSigned());
  const Expr *A = Values.as(Type, Call.getLHS());
  const Expr *B = Values.as(Type, Call.getRHS());
  const Expr *Overflows = Pool.opaque("overflow", ScalarType::truth());
  const Op Operation = Call.getBinaryOp() == llvm::Instruction::Add   ? Op::Add
                       : Call.getBinaryOp() == llvm::Instruction::Sub ? Op::Sub
                                                                      : Op::Mul;
  const Expr *Result = Pool.binary(Operation, A, B);
  // Loops count up to 0 by it.
  if (!Call.isSigned() && Operation == Op::Add)
    Overflows = B->isConstant(1)
                    ? Pool.binary(Op::Equal, Result, Pool.constant(0, Type))
                    : Pool.binary(Op::Less, Result, A);
  if (!Call.isSigned() && Operation == Op::Sub)
    Overflows = Pool.binary(Op::Less, A, B);
  return {Result, Overflows};
}

/// LLVM's name of a function of real numbers, as the table has it: "sqrt" for
/// llvm.sqrt.f32.
static std::string realFunction(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::minnum:
  case Intrinsic::minimum:
    return "fmin";
  case Intrinsic::maxnum:
  case Intrinsic::maximum:
    return "fmax";
  case Intrinsic::fmuladd:
    return "fma";
  case Intrinsic::roundeven:
    return "rint";
  default:
    break;
  }
  StringRef Name = Intrinsic::getBaseName(Call.getIntrinsicID());
  Name.consume_front("llvm.");
  return Name.str();
}

/// Of lanes before this one that \p Call's mask has, the count: with all bits
/// in the mask, the lane's number.
IrScalars IrCalls::laneNumber(const IntrinsicInst &Call) {
  const auto *Mask = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Mask || !Mask->isMinusOne())
    return Values.opaque(Call.getType(), "count of lanes");
  return converted(
      indexValue(Pool, {IndexFunction::Lane, Coordinate::ThreadX}, 0),
      Call.getType());
}

std::optional<IrScalars> IrCalls::intrinsic(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing:
  case Intrinsic::prefetch:
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::var_annotation:
    return IrScalars{};
  case Intrinsic::nvvm_texsurf_handle_internal:
    return Values.opaque(Call.getType(), "texture");
  case Intrinsic::amdgcn_implicitarg_ptr:
    return Values.opaque(Call.getType(), "implicit arguments");
  case Intrinsic::amdgcn_mbcnt_hi:
    return laneNumber(Call);
  case Intrinsic::amdgcn_mbcnt_lo:
    // Half of it in waves of 64 lanes, where it goes on to the other half.
    if (any_of(Call.users(), [](const User *U) {
          const auto *I = dyn_cast<IntrinsicInst>(U);
          return I && I->getIntrinsicID() == Intrinsic::amdgcn_mbcnt_hi;
        }))
      return Values.opaque(Call.getType(), "lanes below 32");
    return laneNumber(Call);
  case Intrinsic::invariant_start:
    return Values.opaque(Call.getType(), "start of unchanged memory");
  case Intrinsic::expect:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
    return Values.scalars(Call.getArgOperand(0));
  default:
    break;
  }
  if (const auto *Copy = dyn_cast<AnyMemIntrinsic>(&Call)) {
    if (!Memory.lower(*Copy)) {
      Steps.reason("copy or filling of memory of a computed or large size",
                   Call);
      Steps.effect(EffectKind::Call, Call);
    }
    return IrScalars{};
  }
  if (const auto *Overflow = dyn_cast<WithOverflowInst>(&Call))
    return withOverflow(*Overflow);
  llvm::Type *T = Call.getType();
  if (!isUnderstood(T) || T->isVoidTy() || isa<ScalableVectorType>(T) ||
      Call.getCalledFunction()->getName().starts_with("llvm.nvvm."))
    return std::nullopt;
  const auto *Vector = dyn_cast<FixedVectorType>(T);
  const unsigned Lanes = Vector ? Vector->getNumElements() : 1;
  IrScalars Result;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    if (T->isIntOrIntVectorTy() && !T->isIntOrIntVectorTy(1)) {
      const Expr *V = integerIntrinsic(Call, Lane);
      if (!V)
        return std::nullopt;
      Result.push_back(V);
      continue;
    }
    if (!T->isFPOrFPVectorTy() || Call.mayReadOrWriteMemory())
      return std::nullopt;
    SmallVector<const Expr *, 3> Arguments;
    for (const Use &Argument : Call.args()) {
      IrScalars All = Values.scalars(Argument);
      if (All.size() != Lanes && All.size() != 1)
        return std::nullopt;
      Arguments.push_back(All[All.size() == 1 ? 0 : Lane]);
    }
    Result.push_back(Pool.call(realFunction(Call), Arguments,
                               scalarTypeOrWord(T->getScalarType(), true)));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Functions by name
//===----------------------------------------------------------------------===//

std::optional<IrScalars> IrCalls::index(const IndexFunction &F,
                                        const CallBase &Call) {
  unsigned Dimension = 0;
  llvm::Type *T = Call.getType();
  if (F.Is == IndexFunction::AlongDimension ||
      F.Is == IndexFunction::GlobalId || F.Is == IndexFunction::GlobalSize) {
    if (Call.arg_size() != 1)
      return std::nullopt;
    const auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    if (!Number)
      return Values.opaque(T, "index function of a computed dimension");
    // There is one of everything beyond z, and its number is 0.
    if (Number->getValue().ugt(2))
      return converted(Pool.constant(F.First == Coordinate::BlockSizeX ||
                                     F.First == Coordinate::GridSizeX),
                       T);
    Dimension = Number->getZExtValue();
  }
  if (const Expr *V = indexValue(Pool, F, Dimension))
    return converted(V, T);
  return Values.opaque(T, F.Is == IndexFunction::Dimensions
                              ? "number of dimensions"
                              : "special register");
}

/// Whether lanes can do the atomic function \p Name among themselves first.
static bool canGatherCall(StringRef Name, unsigned Arguments) {
  if (Name.contains_insensitive("inc") || Name.contains_insensitive("dec"))
    return Arguments == 1;
  if (Name.contains_insensitive("exch") || Name.contains_insensitive("flag"))
    return false;
  for (StringRef Operation : {"add", "sub", "min", "max", "and", "or", "xor"})
    if (Name.contains_insensitive(Operation))
      return true;
  return false;
}

/// vloadN(offset, p) and vstoreN(value, offset, p) move N elements from
/// p[offset * N] on; a half becomes a float on the way.
std::optional<IrScalars> IrCalls::vectorAccess(bool Store, const CallBase &Call,
                                               StringRef Name) {
  const unsigned First = Store ? 1 : 0;
  if (Call.arg_size() != First + 2u)
    return std::nullopt;
  llvm::Type *T = Store ? Call.getArgOperand(0)->getType() : Call.getType();
  const llvm::Value *Pointer = Call.getArgOperand(First + 1);
  if (!Pointer->getType()->isPointerTy() || !isUnderstood(T))
    return std::nullopt;
  SmallVector<IrLeaf, 4> Leaves = leavesOf(T, Parts.Layout);
  if (Leaves.empty())
    return std::nullopt;
  const bool Half = Name.contains("_half");
  const uint64_t Element =
      Half ? 2 : std::max(8u, Leaves[0].Type->getScalarSizeInBits()) / 8;
  const uint64_t Step = Leaves.size() == 3 && Name.contains("a_half")
                            ? 4
                            : uint64_t(Leaves.size());
  const ScalarType Wide = ScalarType::pointer();
  const Expr *Address =
      Pool.add(Values.scalar(Pointer),
               Pool.mul(Values.as(Wide, Call.getArgOperand(First)),
                        Pool.constant(int64_t(Element * Step), Wide)));
  const AccessId Id = Memory.access(
      Store ? AccessKind::Store : AccessKind::Load, Call, *Pointer, 0,
      Element * Leaves.size(), Align(Element), Address);
  MemoryAccess &Access = Parts.Model.Accesses[Id];
  Access.FloatingPoint = T->isFPOrFPVectorTy();
  if (Store) {
    Access.Stored = Values.scalar(Call.getArgOperand(0));
    return IrScalars{};
  }
  IrScalars Result;
  for (const IrLeaf &Leaf : Leaves)
    Result.push_back(
        Pool.load(Id, scalarTypeOrWord(Leaf.Type, true), Result.size()));
  return Result;
}

/// The address is the texture unit's affair.
IrScalars IrCalls::texture(const CallBase &Call, bool Write) {
  MemoryAccess Made;
  Made.Kind = Write ? AccessKind::Store : AccessKind::Load;
  Made.Space = MemorySpace::Texture;
  llvm::Type *T = Call.getType();
  if (Write)
    for (const Use &Argument : Call.args())
      if (Argument->getType()->isVectorTy())
        T = Argument->getType();
  Made.Bytes =
      T->isSized() && !T->isVoidTy()
          ? std::clamp<uint64_t>(
                Parts.Layout.getTypeStoreSize(T).getKnownMinValue(), 1, 16)
          : 4;
  Made.FloatingPoint = T->isFPOrFPVectorTy();
  Made.Address = Pool.opaque("texture coordinates", ScalarType::pointer());
  const AccessId Id = Steps.append(std::move(Made), Call);
  IrScalars Result;
  for (const IrLeaf &Leaf : leavesOf(Call.getType(), Parts.Layout))
    Result.push_back(
        Pool.load(Id, scalarTypeOrWord(Leaf.Type, true), Result.size()));
  return Result;
}

std::optional<IrScalars> IrCalls::memory(MemoryForm Form, const CallBase &Call,
                                         StringRef Name) {
  const unsigned Arguments = Call.arg_size();
  const llvm::Value *Pointer = Arguments ? Call.getArgOperand(0) : nullptr;
  const bool HasPointer = Pointer && Pointer->getType()->isPointerTy();
  auto NaturalAlignment = [&](llvm::Type *T) {
    return T->isSized() && !T->isVoidTy() ? Parts.Layout.getABITypeAlign(T)
                                          : Align();
  };
  switch (Form) {
  case MemoryForm::Atomic:
    if (!HasPointer)
      return std::nullopt;
    return Memory.atomic(Call, *Pointer, canGatherCall(Name, Arguments));
  case MemoryForm::Load:
  case MemoryForm::ReadOnlyLoad:
  case MemoryForm::VolatileLoad:
    if (!HasPointer || Arguments != 1 || Call.getType()->isVoidTy())
      return std::nullopt;
    return Memory.load(Call, *Pointer, NaturalAlignment(Call.getType()), Form);
  case MemoryForm::Store:
  case MemoryForm::AtomicInitialisation:
    if (!HasPointer || Arguments != 2)
      return std::nullopt;
    Memory.store(Call, *Pointer, *Call.getArgOperand(1),
                 NaturalAlignment(Call.getArgOperand(1)->getType()), false);
    return IrScalars{};
  case MemoryForm::VectorLoad:
  case MemoryForm::VectorStore:
    return vectorAccess(Form == MemoryForm::VectorStore, Call, Name);
  case MemoryForm::TextureRead:
  case MemoryForm::TextureFetch:
    return texture(Call, /*Write=*/false);
  case MemoryForm::TextureWrite:
    return texture(Call, /*Write=*/true);
  case MemoryForm::Copy:
  case MemoryForm::Fill:
    return std::nullopt;
  case MemoryForm::AsynchronousCopy:
    Steps.reason("asynchronous copy", Call);
    return Values.opaque(Call.getType(), "event");
  }
  return std::nullopt;
}

/// OpenCL's conversions between integers, whose names have the signs that the
/// IR lacks: saturated ones are not told.
std::optional<IrScalars> IrCalls::conversion(ConversionForm Form,
                                             const CallBase &Call) {
  llvm::Type *T = Call.getType();
  if (Form == ConversionForm::Bits)
    return Values.opaque(T, "reinterpreted bits");
  if (Form == ConversionForm::Saturating || Call.arg_size() != 1)
    return Values.opaque(T, "converted number");
  IrScalars From = Values.scalars(Call.getArgOperand(0));
  SmallVector<IrLeaf, 4> To = leavesOf(T, Parts.Layout);
  if (From.size() != To.size() || T->isFPOrFPVectorTy() ||
      Call.getArgOperand(0)->getType()->isFPOrFPVectorTy())
    return Values.opaque(T, "converted number");
  IrScalars Result;
  for (auto [X, Leaf] : zip(From, To)) {
    const ScalarType Type = scalarTypeOrWord(Leaf.Type, X->type().Signed);
    // What is widened needs the sign that the name has.
    Result.push_back(Type.Bits <= X->type().Bits && Type.Bits != 1
                         ? Pool.cast(X, Type)
                         : Pool.opaque("converted number", Type));
  }
  return Result;
}

/// OpenCL's select: the third argument chooses the second, a number by being
/// other than 0, an element of a vector by its sign.
IrScalars IrCalls::choice(const CallBase &Call) {
  IrScalars Otherwise = Values.scalars(Call.getArgOperand(0));
  IrScalars Then = Values.scalars(Call.getArgOperand(1));
  IrScalars Test = Values.scalars(Call.getArgOperand(2));
  if (Then.size() != Otherwise.size() || Test.size() != Then.size())
    return Values.opaque(Call.getType(), "choice");
  IrScalars Result;
  for (auto [A, B, C] : zip(Then, Otherwise, Test)) {
    const ScalarType Signed = ScalarType::integer(C->type().Bits, true);
    const Expr *Takes = Call.getType()->isVectorTy()
                            ? Pool.binary(Op::Less, Pool.cast(C, Signed),
                                          Pool.constant(0, Signed))
                            : Pool.isTrue(C);
    Result.push_back(Pool.select(Takes, A, Pool.cast(B, A->type())));
  }
  return Result;
}

/// What \p Name does to the bits of \p X, or null.
const Expr *IrCalls::bitFunction(StringRef Name, const Expr *X,
                                 ScalarType Type) {
  Name.consume_back("ll");
  const Expr *V = nullptr;
  if (X->type().Float || isTruth(X->type()))
    return nullptr;
  if (Name == "clz")
    V = leadingZeros(Pool, X);
  else if (Name == "popc")
    V = countedOnes(Pool, X);
  else if (Name == "brev")
    V = reversedBits(Pool, X, 1);
  return V ? Pool.cast(V, Type) : nullptr;
}

/// What a function of numbers stores through its pointers: numbers as wide as
/// its argument, or whole ones.
void IrCalls::storeResults(const CallBase &Call, StringRef Name) {
  const std::string Plain = plainName(Name);
  const bool Whole = Plain == "frexp" || Plain == "remquo";
  const unsigned Width =
      Call.getArgOperand(0)->getType()->getScalarSizeInBits();
  const unsigned Bytes = Whole ? 4 : std::max(1u, Width / 8);
  for (const Use &Argument : Call.args())
    if (Argument->getType()->isPointerTy()) {
      const AccessId Id = Memory.access(AccessKind::Store, Call, *Argument, 0,
                                        Bytes, Align(PowerOf2Ceil(Bytes)));
      Parts.Model.Accesses[Id].FloatingPoint = !Whole;
    }
}

/// Whether the integers that \p Callee is a function of are signed, which the
/// IR does not say but the name does: by the first parameter's type behind it
/// (Itanium C++ ABI, 5.1.5.2), and in C by a u in front.
static bool takesSigned(const Function &Callee, StringRef Plain) {
  StringRef Rest = Callee.getName();
  uint64_t Number = 0;
  if (!Rest.consume_front("_Z") || Rest.consumeInteger(10, Number) ||
      Number >= Rest.size())
    return !Plain.starts_with("u");
  Rest = Rest.drop_front(Number);
  if (Rest.consume_front("Dv")) {
    Rest.consumeInteger(10, Number);
    Rest.consume_front("_");
  }
  // Unsigned char, short, int, long and long long.
  return Rest.empty() || !StringRef("htjmy").contains(Rest.front());
}

/// What the function of integers \p Call is arithmetic of, as a \p Type, or
/// null.
const Expr *IrCalls::meaningOf(Meaning Is, const CallBase &Call,
                               ArrayRef<const Expr *> Operands,
                               ScalarType Type) {
  if (Type.Float ||
      any_of(Operands, [](const Expr *X) { return X->type().Float; }))
    return nullptr;
  const Function &Callee = *Call.getCalledFunction();
  const bool Signed = takesSigned(Callee, plainName(builtinName(Callee)));
  SmallVector<const Expr *, 3> Given;
  for (const Expr *X : Operands)
    Given.push_back(
        isTruth(X->type())
            ? X
            : Pool.cast(X, ScalarType::integer(X->type().Bits, Signed)));
  return integerFunction(Pool, Is, Given,
                         ScalarType::integer(Type.Bits, Signed));
}

/// A function of numbers that the table names, that has no effect, or that is
/// the vendor's.
std::optional<IrScalars> IrCalls::function(const CallBase &Call,
                                           StringRef Name) {
  llvm::Type *T = Call.getType();
  const MathFunction Known = mathFunction(plainName(Name));
  const bool Named = isMathFunction(plainName(Name)) ||
                     isNumberConversion(withoutVendor(Name));
  const bool Pure = Call.doesNotAccessMemory() || withoutVendor(Name) != Name;
  if (splitsResults(Call))
    storeResults(Call, Name);
  if (T->isVoidTy() && splitsResults(Call))
    return IrScalars{};
  if (T->isVoidTy() || !isUnderstood(T) || (!Named && !Pure))
    return std::nullopt;
  unsigned Width = 1;
  SmallVector<IrScalars, 3> Arguments;
  for (const Use &Argument : Call.args()) {
    if (Argument->getType()->isPointerTy() && splitsResults(Call))
      continue;
    if (Argument->getType()->isPointerTy())
      return std::nullopt;
    Arguments.push_back(Values.scalars(Argument));
    Width = std::max<unsigned>(Width, Arguments.back().size());
  }
  if (Known.Is == Meaning::Choice && Arguments.size() == 3 &&
      Parts.Source.Lang == Language::OpenCL)
    return choice(Call);
  SmallVector<IrLeaf, 4> Leaves = leavesOf(T, Parts.Layout);
  StringRef Canonical = withoutVendor(Name);
  IrScalars Result;
  for (auto [Lane, Leaf] : enumerate(Leaves)) {
    const ScalarType Type = scalarTypeOrWord(Leaf.Type, Signs.isSigned(&Call));
    SmallVector<const Expr *, 4> Operands;
    for (const IrScalars &Argument : Arguments)
      if (Leaves.size() < Width) // dot, length, ...: one call of all elements
        Operands.append(Argument.begin(), Argument.end());
      else if (!Argument.empty())
        Operands.push_back(
            Argument[std::min<size_t>(Lane, Argument.size() - 1)]);
    const Expr *V = meaningOf(Known.Is, Call, Operands, Type);
    if (!V && Operands.size() == 1 && !Type.Float)
      V = bitFunction(Canonical, Operands[0], Type);
    if (V) {
      Result.push_back(V);
      continue;
    }
    if (Type.Float && Type.Bits == 32 && Canonical.size() > 3)
      Canonical.consume_back("f");
    Result.push_back(Pool.call(Canonical, Operands, Type));
  }
  return Result;
}

std::optional<IrScalars> IrCalls::builtin(const CallBase &Call,
                                          StringRef Name) {
  llvm::Type *T = Call.getType();
  if (const Builtin *Known = findBuiltin(Name, Parts.Source.Lang)) {
    if (const auto *Function = std::get_if<IndexFunction>(Known))
      if (auto V = index(*Function, Call))
        return V;
    if (const auto *Kind = std::get_if<EffectKind>(Known)) {
      Steps.effect(*Kind, Call);
      return Values.opaque(T, *Kind == EffectKind::Vote ? "result of a vote"
                              : *Kind == EffectKind::Shuffle
                                  ? "value of another lane"
                                  : "result of a barrier");
    }
    if (const auto *Form = std::get_if<MemoryForm>(Known))
      if (auto V = memory(*Form, Call, Name))
        return V;
    if (const auto *Form = std::get_if<FreeForm>(Known)) {
      if (*Form == FreeForm::FirstArgument && Call.arg_size() >= 1)
        return Values.scalars(Call.getArgOperand(0));
      return Values.opaque(T, "clock");
    }
    if (const auto *Form = std::get_if<ConversionForm>(Known))
      if (auto V = conversion(*Form, Call))
        return V;
  }
  // The rest of the target's, by the beginning of the name.
  static constexpr std::pair<StringLiteral, EffectKind> Families[] = {
      {"__nvvm_barrier", EffectKind::Barrier},
      {"__nvvm_bar_", EffectKind::Barrier},
      {"__nvvm_match", EffectKind::Shuffle},
      {"__nvvm_redux", EffectKind::Shuffle},
      {"__nvvm_activemask", EffectKind::Vote},
      {"__nvvm_elect", EffectKind::Vote},
      {"__nvvm_fence", EffectKind::Fence},
      {"__nvvm_membar", EffectKind::Fence},
  };
  for (const auto &[Start, Kind] : Families)
    if (Name.starts_with(Start)) {
      Steps.effect(Kind, Call);
      return Values.opaque(T, "value of other lanes");
    }
  return function(Call, Name);
}

/// A call of what is not known, or was not inlined.
IrScalars IrCalls::unseen(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  Steps.effect(EffectKind::Call, Call);
  if (!Callee) {
    Steps.reason("call through a function pointer", Call);
    return Values.opaque(Call.getType(), "call through a function pointer");
  }
  const std::string Name = builtinName(*Callee);
  if (Call.doesNotReturn() || isTrap(Call)) // nothing goes on from there
    return Values.opaque(Call.getType(), "nothing");
  if (Callee->isIntrinsic())
    Steps.reason("intrinsic " + Name + ", which is not understood", Call);
  else if (Callee->isDeclaration())
    Steps.reason("call of " + Name + ", which has no body", Call);
  else
    Steps.refuse("call of " + Name + ", which is not inlined", Call);
  return Values.opaque(Call.getType(), "result of " + Name);
}

IrScalars IrCalls::lower(const CallBase &Call) {
  if (Call.isInlineAsm())
    return IrAssembly(Parts, Values, Memory, Steps).lower(Call);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return unseen(Call);
  if (const auto *Known = dyn_cast<IntrinsicInst>(&Call))
    if (auto V = intrinsic(*Known))
      return *V;
  if (Callee->isDeclaration())
    if (auto V = builtin(Call, builtinName(*Callee)))
      return *V;
  return unseen(Call);
}

} // namespace kernelcast
