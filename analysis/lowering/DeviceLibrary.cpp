//===- DeviceLibrary.cpp - Library functions, as LLVM knows them ----------===//

#include "analysis/lowering/DeviceLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <optional>

using namespace llvm;

namespace kernelcast {
namespace {

enum class WorkItemIndex : uint8_t {
  LocalId,
  GroupId,
  LocalSize,
  GroupCount,
  GlobalSize,
  GlobalId
};

/// A line of LibraryFunctions.def.
struct LibraryLine {
  enum Kind : uint8_t {
    Operation,
    SameBits,
    WorkItem,
    Barrier,
    Atomic,
    AtomicStep,
    Vector,
    Pure
  };
  StringLiteral Name;
  Language Lang;
  Kind Kind;
  Intrinsic::ID OfSigned = Intrinsic::not_intrinsic;
  Intrinsic::ID OfUnsigned = Intrinsic::not_intrinsic;
  WorkItemIndex Index = WorkItemIndex::LocalId;
  AtomicRMWInst::BinOp AtomicSigned = AtomicRMWInst::Add;
  AtomicRMWInst::BinOp AtomicUnsigned = AtomicRMWInst::Add;
  Intrinsic::ID OfFloat = Intrinsic::not_intrinsic; ///< as signed, if none
};

constexpr LibraryLine LibraryLines[] = {
#define OPERATION(NAME, LANGUAGE, SIGNED, UNSIGNED)                            \
  {NAME, Language::LANGUAGE, LibraryLine::Operation, Intrinsic::SIGNED,        \
   Intrinsic::UNSIGNED},
#define OF_ALL_NUMBERS(NAME, LANGUAGE, SIGNED, UNSIGNED, FLOAT)                \
  {.Name = NAME,                                                               \
   .Lang = Language::LANGUAGE,                                                 \
   .Kind = LibraryLine::Operation,                                             \
   .OfSigned = Intrinsic::SIGNED,                                              \
   .OfUnsigned = Intrinsic::UNSIGNED,                                          \
   .OfFloat = Intrinsic::FLOAT},
#define SAME_BITS(NAME, LANGUAGE)                                              \
  {NAME, Language::LANGUAGE, LibraryLine::SameBits},
#define WORK_ITEM(NAME, INDEX)                                                 \
  {NAME,                                                                       \
   Language::OpenCL,                                                           \
   LibraryLine::WorkItem,                                                      \
   Intrinsic::not_intrinsic,                                                   \
   Intrinsic::not_intrinsic,                                                   \
   WorkItemIndex::INDEX},
#define BARRIER(NAME) {NAME, Language::OpenCL, LibraryLine::Barrier},
#define ATOMIC(NAME, SIGNED, UNSIGNED)                                         \
  {NAME,                                                                       \
   Language::OpenCL,                                                           \
   LibraryLine::Atomic,                                                        \
   Intrinsic::not_intrinsic,                                                   \
   Intrinsic::not_intrinsic,                                                   \
   WorkItemIndex::LocalId,                                                     \
   AtomicRMWInst::SIGNED,                                                      \
   AtomicRMWInst::UNSIGNED},
#define ATOMIC_STEP(NAME, OPERATION)                                           \
  {NAME,                                                                       \
   Language::OpenCL,                                                           \
   LibraryLine::AtomicStep,                                                    \
   Intrinsic::not_intrinsic,                                                   \
   Intrinsic::not_intrinsic,                                                   \
   WorkItemIndex::LocalId,                                                     \
   AtomicRMWInst::OPERATION,                                                   \
   AtomicRMWInst::OPERATION},
#define VECTOR(NAME) {NAME, Language::OpenCL, LibraryLine::Vector},
#define PURE(NAME, LANGUAGE) {NAME, Language::LANGUAGE, LibraryLine::Pure},
#include "analysis/lowering/LibraryFunctions.def"
};

const LibraryLine *lineOf(const LibraryFunction &Known) {
  for (const LibraryLine &Line : LibraryLines) {
    if (Line.Lang != Known.Lang)
      continue;
    StringRef Name = Line.Name;
    if (Name.back() == '*' ? Known.Name.starts_with(Name.drop_back())
                           : Known.Name == Name)
      return &Line;
  }
  return nullptr;
}

/// Makes one call what its line says; null where it is another overload.
class CallRewriter {
public:
  CallRewriter(CallInst &Call, const LibraryLine &Line, bool Unsigned)
      : Call(Call), Line(Line), Unsigned(Unsigned), Builder(&Call) {}

  Value *rewritten() {
    switch (Line.Kind) {
    case LibraryLine::Operation:
      return operation();
    case LibraryLine::SameBits:
      return Builder.CreateBitCast(Call.getArgOperand(0), Call.getType());
    case LibraryLine::WorkItem:
      return workItem();
    case LibraryLine::Barrier:
      return Builder.CreateIntrinsic(Intrinsic::nvvm_barrier0, {}, {});
    case LibraryLine::Atomic:
    case LibraryLine::AtomicStep:
      return atomic();
    case LibraryLine::Vector:
      return vector();
    case LibraryLine::Pure:
      return nullptr;
    }
    return nullptr;
  }

private:
  CallInst &Call;
  const LibraryLine &Line;
  bool Unsigned;
  IRBuilder<> Builder;

  Value *operation();
  Value *workItem();
  Value *atomic();
  Value *vector();
};

} // namespace

Value *CallRewriter::operation() {
  if (Call.arg_empty())
    return nullptr;
  Type *Operand = Call.getArgOperand(0)->getType();
  SmallVector<Value *, 4> Arguments(Call.args());
  if (any_of(Arguments, [&](Value *V) { return V->getType() != Operand; }))
    return nullptr;
  Intrinsic::ID Id = Unsigned ? Line.OfUnsigned : Line.OfSigned;
  if (Operand->isFPOrFPVectorTy() && Line.OfFloat != Intrinsic::not_intrinsic)
    Id = Line.OfFloat;
  // Whether zero, or the least number, has no result: it has one.
  if (Id == Intrinsic::ctlz || Id == Intrinsic::abs)
    Arguments.push_back(Builder.getFalse());
  SmallVector<Type *, 1> Overload;
  if (Intrinsic::isOverloaded(Id))
    Overload.push_back(Operand);
  CallInst *Made = Builder.CreateIntrinsic(Id, Overload, Arguments);
  if (isa<FPMathOperator>(Made) && isa<FPMathOperator>(&Call))
    Made->copyFastMathFlags(&Call);
  // Bits of 64-bit numbers are counted in an int.
  if (Made->getType() == Call.getType())
    return Made;
  return Builder.CreateZExtOrTrunc(Made, Call.getType());
}

Value *CallRewriter::workItem() {
  const auto *Dimension = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Dimension || !Call.getType()->isIntegerTy())
    return nullptr;
  uint64_t Axis = Dimension->getZExtValue();
  if (Axis > 2) // There is one work-item along it, with the number zero.
    return nullptr;
  auto Register = [&](Intrinsic::ID X, Intrinsic::ID Y, Intrinsic::ID Z) {
    return Builder.CreateIntrinsic(Axis == 0 ? X : Axis == 1 ? Y : Z, {}, {});
  };
  auto LocalId = [&] {
    return Register(Intrinsic::nvvm_read_ptx_sreg_tid_x,
                    Intrinsic::nvvm_read_ptx_sreg_tid_y,
                    Intrinsic::nvvm_read_ptx_sreg_tid_z);
  };
  auto GroupId = [&] {
    return Register(Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                    Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                    Intrinsic::nvvm_read_ptx_sreg_ctaid_z);
  };
  auto LocalSize = [&] {
    return Register(Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                    Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                    Intrinsic::nvvm_read_ptx_sreg_ntid_z);
  };
  auto GroupCount = [&] {
    return Register(Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
                    Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                    Intrinsic::nvvm_read_ptx_sreg_nctaid_z);
  };
  auto Wide = [&](Value *V) {
    return Builder.CreateZExtOrTrunc(V, Call.getType());
  };
  switch (Line.Index) {
  case WorkItemIndex::LocalId:
    return Wide(LocalId());
  case WorkItemIndex::GroupId:
    return Wide(GroupId());
  case WorkItemIndex::LocalSize:
    return Wide(LocalSize());
  case WorkItemIndex::GroupCount:
    return Wide(GroupCount());
  case WorkItemIndex::GlobalSize:
    return Wide(Builder.CreateMul(LocalSize(), GroupCount()));
  case WorkItemIndex::GlobalId: {
    // The offset is what a launch says; it has no register of its own.
    Module &Code = *Call.getModule();
    FunctionCallee Offset = Code.getOrInsertFunction(
        "get_global_offset", Call.getType(), Builder.getInt32Ty());
    if (auto *Declared = dyn_cast<Function>(Offset.getCallee())) {
      Declared->setDoesNotAccessMemory();
      Declared->setDoesNotThrow();
      Declared->addFnAttr(Attribute::WillReturn);
    }
    Value *Inside = Builder.CreateMul(GroupId(), LocalSize());
    return Builder.CreateAdd(
        Wide(Builder.CreateAdd(Inside, LocalId())),
        Builder.CreateCall(Offset, {Builder.getInt32(unsigned(Axis))}));
  }
  }
  return nullptr;
}

Value *CallRewriter::atomic() {
  Value *Place = Call.getArgOperand(0);
  bool Step = Line.Kind == LibraryLine::AtomicStep;
  if (!Place->getType()->isPointerTy() || Call.arg_size() != (Step ? 1 : 2))
    return nullptr;
  AtomicRMWInst::BinOp Operation =
      Unsigned ? Line.AtomicUnsigned : Line.AtomicSigned;
  if (Operation != AtomicRMWInst::Xchg && !Call.getType()->isIntegerTy())
    return nullptr;
  Value *Operand =
      Step ? ConstantInt::get(Call.getType(), 1) : Call.getArgOperand(1);
  return Builder.CreateAtomicRMW(Operation, Place, Operand, MaybeAlign(),
                                 AtomicOrdering::Monotonic);
}

/// vloadN(offset, pointer) and vstoreN(vector, offset, pointer): the offset
/// counts vectors, and only elements are aligned.
Value *CallRewriter::vector() {
  bool Store = Call.getType()->isVoidTy();
  if (Call.arg_size() != (Store ? 3 : 2))
    return nullptr;
  auto *Type = dyn_cast<FixedVectorType>(
      Store ? Call.getArgOperand(0)->getType() : Call.getType());
  Value *Offset = Call.getArgOperand(Store ? 1 : 0);
  Value *Base = Call.getArgOperand(Store ? 2 : 1);
  if (!Type || !Base->getType()->isPointerTy() ||
      !Offset->getType()->isIntegerTy())
    return nullptr;
  llvm::Type *Element = Type->getElementType();
  Value *Elements = Builder.CreateMul(
      Offset, ConstantInt::get(Offset->getType(), Type->getNumElements()));
  Value *Place = Builder.CreateInBoundsGEP(Element, Base, Elements);
  Align Aligned = Call.getModule()->getDataLayout().getABITypeAlign(Element);
  if (Store)
    return Builder.CreateAlignedStore(Call.getArgOperand(0), Place, Aligned);
  return Builder.CreateAlignedLoad(Type, Place, Aligned);
}

/// Others' threads, other memory and the flow of control are left alone.
static void makePure(Function &F) {
  F.setMemoryEffects(
      F.getMemoryEffects() &
      (any_of(F.args(),
              [](const Argument &A) { return A.getType()->isPointerTy(); })
           ? MemoryEffects::argMemOnly()
           : MemoryEffects::none()));
  F.setDoesNotThrow();
  F.setDoesNotFreeMemory();
  F.setNoSync();
  F.addFnAttr(Attribute::WillReturn);
  F.addFnAttr(Attribute::NoCallback);
  F.removeFnAttr(Attribute::Convergent);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledOperand() == &F)
      Call->removeFnAttr(Attribute::Convergent);
}

void describeLibraryFunction(Function &Declared, const LibraryFunction &Known) {
  const LibraryLine *Line = lineOf(Known);
  if (Line && Line->Kind == LibraryLine::Pure)
    return makePure(Declared);
  if (Line)
    for (User *U : make_early_inc_range(Declared.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &Declared)
        continue;
      Value *Made =
          CallRewriter(*Call, *Line, Known.FirstIsUnsigned).rewritten();
      if (!Made)
        continue;
      if (!Call->getType()->isVoidTy()) {
        Made->takeName(Call);
        Call->replaceAllUsesWith(Made);
      }
      Call->eraseFromParent();
    }
  // By its declaration it reads no memory: then it waits for nobody either.
  if (Declared.doesNotAccessMemory())
    makePure(Declared);
}

} // namespace kernelcast
