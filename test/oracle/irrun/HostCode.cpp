//===- HostCode.cpp - A kernel's compiled code, run on the host -----------===//

#include "HostCode.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace irrun;

static Error refuse(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

Expected<CodeCopy> irrun::copyOf(const Function &Kernel) {
  SmallVector<char, 0> Bits;
  BitcodeWriter Writer(Bits);
  Writer.writeModule(*Kernel.getParent());
  Writer.writeSymtab();
  Writer.writeStrtab();
  CodeCopy Copy;
  Copy.Context = std::make_unique<LLVMContext>();
  auto Code = parseBitcodeFile(
      MemoryBufferRef(StringRef(Bits.data(), Bits.size()), ""), *Copy.Context);
  if (!Code)
    return Code.takeError();
  Copy.Code = std::move(*Code);
  Copy.Kernel = Copy.Code->getFunction(Kernel.getName());
  return Copy;
}

std::vector<BasicBlock *> irrun::numberedBlocks(Function &F) {
  ReversePostOrderTraversal<Function *> Order(&F);
  return {Order.begin(), Order.end()};
}

namespace {

/// Makes a module of the GPU's one of the host's.
class Translator {
public:
  Translator(CodeCopy &Copy, uint64_t DynamicShared, const Events &Told)
      : Code(*Copy.Code), Kernel(*Copy.Kernel), DynamicShared(DynamicShared),
        Told(Told), Builder(Code.getContext()) {}

  Error run(const DataLayout &Layout, const std::string &Triple);

private:
  Module &Code;
  Function &Kernel;
  uint64_t DynamicShared;
  const Events &Told;
  IRBuilder<> Builder;

  void tellEvents();
  void dropOthers();
  Error translateCalls(Function &F);
  Expected<Value *> translated(IntrinsicInst &Call);
  Error define(Function &Declared);
  Value *defined(Function &Declared, StringRef Name);
  Error giveMemory();
  void addEntry();
  Value *call(const void *Address, Type *Result, ArrayRef<Value *> Arguments);
};

} // namespace

/// The plain name of a library's function.
static std::string libraryName(StringRef Mangled) {
  std::string Name =
      Mangled.starts_with("_Z") ? llvm::demangle(Mangled.str()) : Mangled.str();
  Name = Name.substr(0, Name.find('('));
  StringRef Plain = Name;
  for (StringRef Start : {"__nv_fast_", "__nv_", "native_", "half_"})
    Plain.consume_front(Start);
  return Plain.str();
}

/// A call of a function of this program.
Value *Translator::call(const void *Address, Type *Result,
                        ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 4> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  Value *To = ConstantExpr::getIntToPtr(
      Builder.getInt64(reinterpret_cast<uint64_t>(Address)),
      Builder.getPtrTy());
  return Builder.CreateCall(FunctionType::get(Result, Types, false), To,
                            Arguments);
}

/// The code tells of each block, access and variable.
void Translator::tellEvents() {
  Type *Void = Builder.getVoidTy(), *Pointer = Builder.getPtrTy();
  auto Plain = [&](Value *P) -> Value * {
    if (!P)
      return Constant::getNullValue(Pointer);
    return Builder.CreateAddrSpaceCast(P, Pointer);
  };
  uint32_t Number = 0;
  for (BasicBlock *Block : numberedBlocks(Kernel)) {
    SmallVector<std::pair<Instruction *, uint32_t>> Steps;
    uint32_t Next = 0;
    for (Instruction &I : *Block)
      if (!isa<DbgInfoIntrinsic>(I))
        Steps.emplace_back(&I, Next++);
    for (auto [I, At] : Steps) {
      Value *To = nullptr, *From = nullptr;
      if (auto *Copy = dyn_cast<AnyMemIntrinsic>(I)) {
        To = Copy->getRawDest();
        if (auto *Transfer = dyn_cast<AnyMemTransferInst>(I))
          From = Transfer->getRawSource();
      } else if (auto *Store = dyn_cast<StoreInst>(I)) {
        To = Store->getPointerOperand();
      } else if (auto *Load = dyn_cast<LoadInst>(I)) {
        From = Load->getPointerOperand();
      } else if (auto *Atomic = dyn_cast<AtomicRMWInst>(I)) {
        To = Atomic->getPointerOperand();
      } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I)) {
        To = Exchange->getPointerOperand();
      } else if (auto *Variable = dyn_cast<AllocaInst>(I)) {
        Builder.SetInsertPoint(I->getNextNode());
        const auto Bytes = Variable->getAllocationSize(Code.getDataLayout());
        call(reinterpret_cast<const void *>(Told.Variable), Void,
             {Plain(Variable),
              Builder.getInt64(Bytes ? Bytes->getKnownMinValue() : 0)});
        continue;
      } else if (auto *Call = dyn_cast<IntrinsicInst>(I)) {
        const StringRef Name = Call->getCalledFunction()->getName();
        if (Name.starts_with("llvm.nvvm.ld"))
          From = Call->getArgOperand(0);
        else if (Name.starts_with("llvm.nvvm.atomic"))
          To = Call->getArgOperand(0);
      } else if (auto *Call = dyn_cast<CallInst>(I);
                 Call && Call->getCalledFunction() &&
                 libraryName(Call->getCalledFunction()->getName())
                         .find("atom") == 0) {
        To = Call->getArgOperand(0);
      }
      if (!To && !From)
        continue;
      Builder.SetInsertPoint(I);
      call(reinterpret_cast<const void *>(Told.Access), Void,
           {Builder.getInt32(Number), Builder.getInt32(At), Plain(To),
            Plain(From)});
    }
    Builder.SetInsertPoint(Block, Block->getFirstInsertionPt());
    call(reinterpret_cast<const void *>(Told.Block), Void,
         {Builder.getInt32(Number++)});
  }
}

/// Takes the bodies of functions that the kernel does not call.
void Translator::dropOthers() {
  SmallPtrSet<Function *, 8> Reached{&Kernel};
  SmallVector<Function *> Work{&Kernel};
  while (!Work.empty())
    for (Instruction &I : instructions(*Work.pop_back_val()))
      for (Value *Operand : I.operands())
        if (auto *Called = dyn_cast<Function>(Operand->stripPointerCasts()))
          if (Reached.insert(Called).second)
            Work.push_back(Called);
  for (Function &F : Code) {
    if (!Reached.count(&F) && !F.isDeclaration())
      F.deleteBody();
    F.setCallingConv(CallingConv::C);
    F.setComdat(nullptr);
    // It tells what it does: a call of it may not be left out.
    F.removeFnAttr(Attribute::Memory);
    F.removeFnAttr(Attribute::WillReturn);
    F.removeFnAttr("target-cpu");
    F.removeFnAttr("target-features");
  }
  for (Function *F : Reached)
    for (Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->setCallingConv(CallingConv::C);
  while (!Code.named_metadata().empty())
    Code.eraseNamedMetadata(&*Code.named_metadata().begin());
  for (StringRef Name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *List = Code.getGlobalVariable(Name, true))
      List->eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

/// What stands for \p Call: null for nothing.
Expected<Value *> Translator::translated(IntrinsicInst &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  Name.consume_front("llvm.nvvm.");
  Type *T = Call.getType();
  auto Argument = [&](unsigned I) { return Call.getArgOperand(I); };
  auto Same = [&](Intrinsic::ID Id) -> Value * {
    SmallVector<Value *, 3> All(Call.args());
    return Builder.CreateIntrinsic(Id, {T}, All);
  };
  if (Name.consume_front("read.ptx.sreg.")) {
    static constexpr StringLiteral Registers[] = {"tid", "ctaid", "ntid",
                                                  "nctaid"};
    for (auto [Group, Register] : enumerate(Registers))
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        if (Name == (Register + "." + Twine("xyz"[Axis])).str())
          return call(reinterpret_cast<const void *>(Told.Index), T,
                      Builder.getInt32(uint32_t(Group) * 3 + Axis));
    return refuse("special register " + Name);
  }
  if (Name == "barrier0" || Name == "barrier.sync" || Name == "barrier.n" ||
      Name == "bar.sync")
    return call(reinterpret_cast<const void *>(Told.Barrier),
                Builder.getVoidTy(), {});
  if (Name.starts_with("membar.") || Name == "bar.warp.sync")
    return nullptr;
  if (Name.starts_with("ldg.") || Name.starts_with("ldu.")) {
    const auto *By = cast<ConstantInt>(Argument(1));
    return Builder.CreateAlignedLoad(T, Argument(0), Align(By->getZExtValue()));
  }
  if (Name.starts_with("ptr."))
    return Builder.CreateAddrSpaceCast(Argument(0), T);
  if (Name.starts_with("atomic.load.inc.") ||
      Name.starts_with("atomic.load.dec."))
    return Builder.CreateAtomicRMW(
        Name.contains(".inc.") ? AtomicRMWInst::UIncWrap
                               : AtomicRMWInst::UDecWrap,
        Argument(0), Argument(1), MaybeAlign(), AtomicOrdering::Monotonic);
  struct Form {
    StringLiteral Start;
    Intrinsic::ID Id;
  };
  static constexpr Form Forms[] = {
      {"fma.", Intrinsic::fma},         {"sqrt.", Intrinsic::sqrt},
      {"fabs", Intrinsic::fabs},        {"ex2.", Intrinsic::exp2},
      {"lg2.", Intrinsic::log2},        {"sin.", Intrinsic::sin},
      {"cos.", Intrinsic::cos},         {"floor.", Intrinsic::floor},
      {"ceil.", Intrinsic::ceil},       {"trunc.", Intrinsic::trunc},
      {"round.", Intrinsic::roundeven}, {"fmin.", Intrinsic::minnum},
      {"fmax.", Intrinsic::maxnum},
  };
  for (const Form &Each : Forms)
    if (Name.starts_with(Each.Start))
      return Same(Each.Id);
  if (Name.starts_with("rcp."))
    return Builder.CreateFDiv(ConstantFP::get(T, 1), Argument(0));
  if (Name.starts_with("rsqrt."))
    return Builder.CreateFDiv(
        ConstantFP::get(T, 1),
        Builder.CreateUnaryIntrinsic(Intrinsic::sqrt, Argument(0)));
  if (Name.starts_with("div."))
    return Builder.CreateFDiv(Argument(0), Argument(1));
  if (Name.starts_with("mul.r"))
    return Builder.CreateFMul(Argument(0), Argument(1));
  if (Name.starts_with("add.r"))
    return Builder.CreateFAdd(Argument(0), Argument(1));
  if (Name.starts_with("shfl.") || Name.starts_with("vote.") ||
      Name.starts_with("match.") || Name.starts_with("redux.") ||
      Name.starts_with("activemask"))
    return refuse("lanes exchange values");
  return refuse("intrinsic " + Name);
}

Error Translator::translateCalls(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    if (Call->isInlineAsm()) {
      // What the target puts in front of code that is never reached.
      if (cast<InlineAsm>(Call->getCalledOperand())->getAsmString() != "exit;")
        return refuse("inline assembly");
      Builder.SetInsertPoint(Call);
      call(reinterpret_cast<const void *>(Told.End), Builder.getVoidTy(), {});
      Call->eraseFromParent();
      continue;
    }
    auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    if (!Intrinsic ||
        !Call->getCalledFunction()->getName().starts_with("llvm.nvvm."))
      continue;
    Builder.SetInsertPoint(Call);
    Expected<Value *> Instead = translated(*Intrinsic);
    if (!Instead)
      return Instead.takeError();
    if (*Instead && !Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(*Instead);
    else if (!Call->use_empty())
      return refuse("result of " + Call->getCalledFunction()->getName());
    Call->eraseFromParent();
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Functions and memory
//===----------------------------------------------------------------------===//

/// The result of an OpenCL function of integers, or null.
Value *Translator::defined(Function &Declared, StringRef Name) {
  Type *T = Declared.getReturnType();
  const bool Unsigned =
      StringRef(llvm::demangle(Declared.getName().str())).contains("unsigned");
  auto Operand = [&](unsigned I) { return Declared.getArg(I); };
  if (Name == "atomic_cmpxchg" || Name == "atom_cmpxchg")
    return Builder.CreateExtractValue(
        Builder.CreateAtomicCmpXchg(Operand(0), Operand(1), Operand(2),
                                    MaybeAlign(), AtomicOrdering::Monotonic,
                                    AtomicOrdering::Monotonic),
        0);
  if (Name == "select" && Declared.arg_size() == 3) {
    Value *Test = Operand(2);
    Value *Zero = Constant::getNullValue(Test->getType());
    return Builder.CreateSelect(T->isVectorTy()
                                    ? Builder.CreateICmpSLT(Test, Zero)
                                    : Builder.CreateICmpNE(Test, Zero),
                                Operand(1), Operand(0));
  }
  for (const Argument &A : Declared.args())
    if (A.getType() != T)
      return nullptr;
  if (Name == "clamp" && Declared.arg_size() == 3) {
    const bool Whole = T->isIntOrIntVectorTy();
    const Intrinsic::ID Larger = !Whole     ? Intrinsic::maxnum
                                 : Unsigned ? Intrinsic::umax
                                            : Intrinsic::smax;
    const Intrinsic::ID Smaller = !Whole     ? Intrinsic::minnum
                                  : Unsigned ? Intrinsic::umin
                                             : Intrinsic::smin;
    return Builder.CreateBinaryIntrinsic(
        Smaller, Builder.CreateBinaryIntrinsic(Larger, Operand(0), Operand(1)),
        Operand(2));
  }
  if (Name == "abs" && T->isIntOrIntVectorTy())
    return Unsigned ? Operand(0)
                    : Builder.CreateBinaryIntrinsic(Intrinsic::abs, Operand(0),
                                                    Builder.getFalse());
  return nullptr;
}

/// A body for a function of floating-point numbers that the C library has,
/// element by element.
Error Translator::define(Function &Declared) {
  const std::string Name = libraryName(Declared.getName());
  BasicBlock *Body = BasicBlock::Create(Code.getContext(), "", &Declared);
  Builder.SetInsertPoint(Body);
  Type *T = Declared.getReturnType();
  if (Name == "get_global_offset") {
    Builder.CreateRet(Constant::getNullValue(T));
    return Error::success();
  }
  if (Name == "mem_fence" || Name == "read_mem_fence" ||
      Name == "write_mem_fence" || Name == "prefetch" ||
      Name == "atomic_work_item_fence") {
    if (!T->isVoidTy())
      return refuse("call of " + Name);
    Builder.CreateRetVoid();
    return Error::success();
  }
  if (Value *V = T->isVoidTy() ? nullptr : defined(Declared, Name)) {
    Builder.CreateRet(V);
    return Error::success();
  }
  Type *Element = T->getScalarType();
  const auto *Vector = dyn_cast<FixedVectorType>(T);
  const unsigned Lanes = Vector ? Vector->getNumElements() : 1;
  if (!Element->isFloatTy() && !Element->isDoubleTy())
    return refuse("call of " + Name);
  StringRef Plain = Name;
  const bool Short = Declared.getName().starts_with("__nv_");
  if (Short && Element->isFloatTy())
    Plain.consume_back("f");
  static constexpr StringLiteral Known[] = {
      "exp",    "exp2",   "exp10", "expm1", "log",   "log2", "log10", "log1p",
      "sin",    "cos",    "tan",   "asin",  "acos",  "atan", "sinh",  "cosh",
      "tanh",   "asinh",  "acosh", "atanh", "sqrt",  "cbrt", "fabs",  "floor",
      "ceil",   "trunc",  "round", "rint",  "pow",   "powr", "fmod",  "hypot",
      "atan2",  "fmin",   "fmax",  "fma",   "mad",   "fdim", "erf",   "erfc",
      "tgamma", "lgamma", "rsqrt", "recip", "divide"};
  if (!is_contained(Known, Plain))
    return refuse("call of " + Name);
  for (const Argument &A : Declared.args())
    if (A.getType() != T)
      return refuse("call of " + Name);
  const std::string Called = ((Plain == "powr"  ? "pow"
                               : Plain == "mad" ? "fma"
                                                : Plain) +
                              (Element->isFloatTy() ? "f" : ""))
                                 .str();
  Value *Result = PoisonValue::get(T);
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    SmallVector<Value *, 3> Arguments;
    for (Argument &A : Declared.args())
      Arguments.push_back(
          Vector ? Builder.CreateExtractElement(&A, uint64_t(Lane)) : &A);
    Value *V = nullptr;
    Value *One = ConstantFP::get(Element, 1);
    if (Plain == "rsqrt")
      V = Builder.CreateFDiv(
          One, Builder.CreateUnaryIntrinsic(Intrinsic::sqrt, Arguments[0]));
    else if (Plain == "recip")
      V = Builder.CreateFDiv(One, Arguments[0]);
    else if (Plain == "divide")
      V = Builder.CreateFDiv(Arguments[0], Arguments[1]);
    else
      V = Builder.CreateCall(
          Code.getOrInsertFunction(
              Called,
              FunctionType::get(
                  Element, SmallVector<Type *, 3>(Arguments.size(), Element),
                  false)),
          Arguments);
    Result =
        Vector ? Builder.CreateInsertElement(Result, V, uint64_t(Lane)) : V;
  }
  Builder.CreateRet(Result);
  return Error::success();
}

/// Gives every variable memory that is aligned as the driver aligns what it
/// allots.
Error Translator::giveMemory() {
  constexpr unsigned SharedSpace = 3;
  SmallVector<GlobalVariable *> Variables;
  for (GlobalVariable &Variable : Code.globals())
    Variables.push_back(&Variable);
  for (GlobalVariable *Variable : Variables) {
    const bool Shared = Variable->getAddressSpace() == SharedSpace;
    Type *T = Variable->getValueType();
    if (Shared && Code.getDataLayout().getTypeAllocSize(T).isZero()) {
      T = ArrayType::get(Builder.getInt8Ty(), DynamicShared + 1);
      auto *Instead =
          new GlobalVariable(Code, T, false, GlobalValue::InternalLinkage,
                             Constant::getNullValue(T), "dynamic", nullptr,
                             GlobalValue::NotThreadLocal, SharedSpace);
      Variable->replaceAllUsesWith(Instead);
      Variable->eraseFromParent();
      Variable = Instead;
    } else if (!Variable->hasInitializer() && !Shared) {
      if (!Variable->use_empty())
        return refuse("variable of another file");
      continue;
    } else if (Shared || isa<UndefValue>(Variable->getInitializer())) {
      Variable->setInitializer(Constant::getNullValue(T));
    }
    Variable->setAlignment(Align(256));
    Variable->setComdat(nullptr);
    Variable->setSection("");
    Variable->setLinkage(GlobalValue::InternalLinkage);
  }
  return Error::success();
}

/// A function that takes the kernel's arguments from memory.
void Translator::addEntry() {
  Type *Pointer = Builder.getPtrTy();
  Function *Entry =
      Function::Create(FunctionType::get(Builder.getVoidTy(), Pointer, false),
                       GlobalValue::ExternalLinkage, "irrun.entry", Code);
  Builder.SetInsertPoint(BasicBlock::Create(Code.getContext(), "", Entry));
  SmallVector<Value *> Arguments;
  for (const Argument &A : Kernel.args()) {
    Value *Place = Builder.CreateLoad(
        Pointer,
        Builder.CreateConstGEP1_64(Pointer, Entry->getArg(0), A.getArgNo()));
    Arguments.push_back(
        A.hasByValAttr()
            ? Builder.CreateAddrSpaceCast(Place, A.getType())
            : Builder.CreateAlignedLoad(A.getType(), Place, Align(1)));
  }
  CallInst *Call = Builder.CreateCall(&Kernel, Arguments);
  for (const Argument &A : Kernel.args())
    if (A.hasByValAttr())
      Call->addParamAttr(A.getArgNo(),
                         Attribute::getWithByValType(Code.getContext(),
                                                     A.getParamByValType()));
  Builder.CreateRetVoid();
}

Error Translator::run(const DataLayout &Layout, const std::string &Triple) {
  StripDebugInfo(Code);
  dropOthers();
  Code.setTargetTriple(Triple);
  Code.setDataLayout(Layout);
  tellEvents();
  SmallVector<Function *> Functions;
  for (Function &F : Code)
    Functions.push_back(&F);
  for (Function *F : Functions)
    if (!F->isDeclaration())
      if (Error E = translateCalls(*F))
        return E;
  for (Function *F : Functions)
    if (F->isDeclaration() && !F->isIntrinsic() && !F->use_empty())
      if (Error E = define(*F))
        return E;
  if (Error E = giveMemory())
    return E;
  addEntry();
  std::string Broken;
  raw_string_ostream Text(Broken);
  if (verifyModule(Code, &Text))
    return refuse("the translated code is invalid: " + Broken);
  return Error::success();
}

Expected<HostCode> HostCode::make(CodeCopy Copy, uint64_t DynamicShared,
                                  const Events &Told) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Machine = orc::JITTargetMachineBuilder::detectHost();
  if (!Machine)
    return Machine.takeError();
  Machine->setCodeGenOptLevel(CodeGenOptLevel::None);
  const std::string Triple = Machine->getTargetTriple().str();
  auto Compiler = orc::LLJITBuilder()
                      .setJITTargetMachineBuilder(std::move(*Machine))
                      .create();
  if (!Compiler)
    return Compiler.takeError();
  Translator Translate(Copy, DynamicShared, Told);
  if (Error E = Translate.run((*Compiler)->getDataLayout(), Triple))
    return E;
  auto Process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*Compiler)->getDataLayout().getGlobalPrefix());
  if (!Process)
    return Process.takeError();
  (*Compiler)->getMainJITDylib().addGenerator(std::move(*Process));
  if (Error E = (*Compiler)->addIRModule(
          orc::ThreadSafeModule(std::move(Copy.Code), std::move(Copy.Context))))
    return E;
  auto Entry = (*Compiler)->lookup("irrun.entry");
  if (!Entry)
    return Entry.takeError();
  HostCode Made;
  Made.Entry = Entry->toPtr<void (*)(void *const *)>();
  Made.Compiler = std::move(*Compiler);
  return Made;
}
