//===- MachineCode.cpp - Machine code of AMD's GPUs -----------------------===//

#include "analysis/lowering/MachineCode.h"
#include "analysis/lowering/BudgetGate.h"
#include "analysis/lowering/MachineWaits.h"
#include "analysis/lowering/SpillReuses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/DebugHandlerBase.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kernelcast {

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Of the vector unit.
static InstructionClass vectorClass(StringRef Mnemonic) {
  auto Has = [&](std::initializer_list<StringLiteral> Parts) {
    return any_of(Parts,
                  [&](StringRef Part) { return Mnemonic.contains(Part); });
  };
  if (Mnemonic.starts_with("v_cvt"))
    return InstructionClass::Conversion;
  if (Has({"_rcp", "_rsq", "_sqrt", "_sin", "_cos", "_exp_", "_log_"}))
    return InstructionClass::Sfu;
  const bool Compares = Mnemonic.starts_with("v_cmp");
  if (Has({"_f64"}))
    return InstructionClass::Fp64;
  if (Has({"_f32", "_f16", "_bf16"}) && !Compares && !Has({"frexp", "class"}))
    return InstructionClass::Fp32;
  return InstructionClass::Int;
}

std::optional<InstructionClass> machineClass(StringRef Mnemonic) {
  auto Starts = [&](std::initializer_list<StringLiteral> Parts) {
    return any_of(Parts,
                  [&](StringRef Part) { return Mnemonic.starts_with(Part); });
  };
  if (Mnemonic.starts_with("v_"))
    return vectorClass(Mnemonic);
  if (Mnemonic.starts_with("s_")) {
    if (Starts({"s_cbranch", "s_branch", "s_setpc", "s_swappc", "s_endpgm"}))
      return InstructionClass::Branch;
    if (Mnemonic.starts_with("s_barrier"))
      return InstructionClass::Barrier;
    if (Starts({"s_waitcnt", "s_wait_", "s_nop", "s_clause", "s_delay_alu",
                "s_inst_prefetch", "s_set_inst_prefetch", "s_sleep",
                "s_setprio", "s_code_end", "s_icache_inv", "s_dcache_wb",
                "s_sethalt"}))
      return std::nullopt;
    return InstructionClass::Other; // the scalar unit, and its loads
  }
  if (Mnemonic.starts_with("ds_")) {
    if (Starts({"ds_read", "ds_load"}))
      return InstructionClass::LoadShared;
    if (Starts({"ds_write", "ds_store"}))
      return InstructionClass::StoreShared;
    if (Starts({"ds_bpermute", "ds_permute", "ds_swizzle", "ds_nop"}))
      return InstructionClass::Other;
    return InstructionClass::Atomic;
  }
  if (Starts(
          {"global_", "flat_", "buffer_", "scratch_", "image_", "tbuffer_"})) {
    if (Mnemonic.contains("_atomic"))
      return InstructionClass::Atomic;
    if (Mnemonic.contains("_load") || Mnemonic.contains("image_sample"))
      return InstructionClass::LoadGlobal;
    if (Mnemonic.contains("_store"))
      return InstructionClass::StoreGlobal;
    return std::nullopt; // caches made valid or written back
  }
  return InstructionClass::Other;
}

FloatOperations machineOperations(StringRef Mnemonic) {
  FloatOperations Result;
  if (!Mnemonic.consume_front("v_"))
    return Result;
  const double Lanes = Mnemonic.consume_front("pk_") ? 2 : 1;
  Mnemonic.consume_front("dual_");
  const auto [What, Type] = Mnemonic.split("_f");
  const bool IsMultiplyAdd = is_contained(
      {"fma", "fmac", "fmaak", "fmamk", "fma_legacy", "fmac_legacy", "fma_mix",
       "fma_mixlo", "fma_mixhi", "mad", "mac", "madak", "madmk", "mad_mix",
       "mad_mixlo", "mad_mixhi"},
      What);
  if (!IsMultiplyAdd &&
      !is_contained({"add", "sub", "subrev", "mul", "mul_legacy"}, What))
    return Result;
  const double Operations = (IsMultiplyAdd ? 2 : 1) * Lanes;
  if (Type.starts_with("64"))
    Result.Fp64 = Operations;
  else if (Type.starts_with("32"))
    Result.Fp32 = Operations;
  else if (Type.starts_with("16"))
    Result.Fp16 = Operations;
  return Result;
}

//===----------------------------------------------------------------------===//
// Flow
//===----------------------------------------------------------------------===//

namespace {

/// Finds what moves between registers and the places to which the compiler
/// spills them. The printed remark on it stands beside none of the instructions
/// that hang together, as loads behind an s_clause.
class SpillFinder {
public:
  explicit SpillFinder(const MachineFunction &Function)
      : Frame(Function.getFrameInfo()) {}

  /// Appends what \p Each moves to \p Touches.
  void add(const MachineInstr &Each, std::vector<SpillTouch> &Touches) {
    if (Each.isBundle())
      return;
    for (const MachineMemOperand *Operand : Each.memoperands()) {
      const auto *Slot = dyn_cast_if_present<FixedStackPseudoSourceValue>(
          Operand->getPseudoValue());
      const LocationSize Size = Operand->getSize();
      if (!Slot || !Frame.isSpillSlotObjectIndex(Slot->getFrameIndex()) ||
          !Size.hasValue() || Size.isScalable())
        continue;
      const unsigned Place =
          Places
              .try_emplace({Slot->getFrameIndex(), Operand->getOffset()},
                           static_cast<unsigned>(Places.size()))
              .first->second;
      Touches.push_back({Place,
                         static_cast<unsigned>(Size.getValue().getFixedValue()),
                         Operand->isStore()});
    }
  }

private:
  const MachineFrameInfo &Frame;
  DenseMap<std::pair<int, int64_t>, unsigned> Places; ///< slot and offset in it
};

/// Notes the blocks of each function in their last order.
class BlockRecorder : public MachineFunctionPass {
public:
  static char Id;
  explicit BlockRecorder(StringMap<MachineFunctionCode> &Into)
      : MachineFunctionPass(Id), Into(Into) {}
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &Function) override {
    std::vector<MachineBlock> &Blocks = Into[Function.getName()].Blocks;
    DenseMap<const MachineBasicBlock *, unsigned> Index;
    for (const MachineBasicBlock &Block : Function)
      Index[&Block] = static_cast<unsigned>(Index.size());
    Blocks.resize(Index.size());
    SpillFinder Spills(Function);
    std::vector<SpillingBlock> Spilling;
    for (const MachineBasicBlock &Block : Function) {
      MachineBlock &Made = Blocks[Index[&Block]];
      Made.Number = static_cast<unsigned>(Block.getNumber());
      Made.From = Block.getBasicBlock();
      for (const MachineBasicBlock *Next : Block.successors())
        Made.Successors.push_back(Index[Next]);
      Spilling.push_back({{}, Made.Successors});
      for (const MachineInstr &Each : Block.instrs())
        Spills.add(Each, Spilling.back().Touches);
    }
    for (auto [Made, Reuses] : zip(Blocks, spillReuses(Spilling)))
      Made.Spills = std::move(Reuses);
    return false;
  }

private:
  StringMap<MachineFunctionCode> &Into;
};
char BlockRecorder::Id = 0;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The places of instructions, numbered as the text names them.
struct PrintedPlaces {
  std::vector<const DILocation *> Numbered;
  DenseMap<const DILocation *, unsigned> Numbers;
};

/// Writes "; source N BYTES" in front of what each machine instruction becomes.
/// It only listens: nothing for debuggers is made here.
class PlacePrinter : public DebugHandlerBase {
public:
  PlacePrinter(AsmPrinter &Printer, PrintedPlaces &Places)
      : DebugHandlerBase(&Printer), Printer(Printer), Places(Places) {
    Asm = nullptr; // what the base class would do with it
  }
  void beginModule(Module *) override {}
  void endModule() override {}
  void beginInstruction(const MachineInstr *MI) override {
    const unsigned Bytes =
        MI->isDebugInstr()
            ? 0
            : MI->getMF()->getSubtarget().getInstrInfo()->getInstSizeInBytes(
                  *MI);
    auto [Found, IsNew] = Places.Numbers.try_emplace(
        MI->getDebugLoc().get(), static_cast<unsigned>(Places.Numbered.size()));
    if (IsNew)
      Places.Numbered.push_back(Found->first);
    Printer.OutStreamer->emitRawComment(" source " + Twine(Found->second) +
                                        " " + Twine(Bytes));
  }
  void endInstruction() override {}

protected:
  void beginFunctionImpl(const MachineFunction *) override {}
  void endFunctionImpl(const MachineFunction *) override {}

private:
  AsmPrinter &Printer;
  PrintedPlaces &Places;
};

/// Reads the assembler's text line by line.
class TextReader {
public:
  TextReader(StringMap<MachineFunctionCode> &Into, const PrintedPlaces &Places,
             StringRef Processor)
      : Into(Into), Places(Places), Waits(Processor) {}
  void read(StringRef Text) {
    while (!Text.empty()) {
      StringRef Line;
      std::tie(Line, Text) = Text.split('\n');
      line(Line);
    }
  }

private:
  StringMap<MachineFunctionCode> &Into;
  const PrintedPlaces &Places;
  const MachineWaits Waits;
  MachineFunctionCode *Function = nullptr;
  MachineBlock *Block = nullptr;
  const DILocation *At = nullptr;        ///< of the lines that follow
  DenseMap<unsigned, unsigned> Numbered; ///< blocks of Function
  bool InBody = false;

  void line(StringRef Line);
  void comment(StringRef Text);
  void enter(StringRef Number);
  void place(StringRef Numbers);
  MachineLine &here() const;
};

} // namespace

void TextReader::enter(StringRef Digits) {
  unsigned Number = 0;
  Block = nullptr;
  if (!Function || Digits.consumeInteger(10, Number))
    return;
  auto Found = Numbered.find(Number);
  if (Found != Numbered.end())
    Block = &Function->Blocks[Found->second];
}

/// What the current block has become of the current place.
MachineLine &TextReader::here() const {
  for (MachineLine &Each : reverse(Block->Lines))
    if (Each.At == At)
      return Each;
  Block->Lines.push_back({At});
  return Block->Lines.back();
}

void TextReader::place(StringRef Numbers) {
  unsigned Number = 0, Bytes = 0;
  if (Numbers.consumeInteger(10, Number) || Number >= Places.Numbered.size())
    return;
  At = Places.Numbered[Number];
  if (Block && !Numbers.ltrim().consumeInteger(10, Bytes) && Bytes)
    here().Bytes += Bytes;
}

void TextReader::comment(StringRef Text) {
  Text = Text.ltrim();
  if (Text.consume_front("source "))
    return place(Text);
  if (Text.consume_front("-- Begin function ")) {
    auto Found = Into.find(Text.trim());
    Function = Found == Into.end() ? nullptr : &Found->second;
    Block = nullptr;
    InBody = true;
    Numbered.clear();
    if (!Function || Function->Blocks.empty())
      return;
    for (auto [I, Each] : enumerate(Function->Blocks))
      Numbered[Each.Number] = static_cast<unsigned>(I);
    Block = &Function->Blocks.front();
    return;
  }
  if (Text.starts_with("-- End function")) {
    InBody = false;
    return;
  }
  if (InBody && Text.consume_front("%bb."))
    return enter(Text);
  if (!Function)
    return;
  struct {
    StringLiteral Name;
    unsigned MachineFunctionCode::*To;
  } const Known[] = {
      {"NumVgprs", &MachineFunctionCode::Vgprs},
      {"NumAgprs", &MachineFunctionCode::AccumulationVgprs},
      {"TotalNumVgprs", &MachineFunctionCode::TotalVgprs},
      {"NumSgprs", &MachineFunctionCode::Sgprs},
      {"ScratchSize", &MachineFunctionCode::ScratchBytes},
      {"LDSByteSize", &MachineFunctionCode::LdsBytes},
      {"Occupancy", &MachineFunctionCode::WavesPerSimd},
      {"codeLenInByte", &MachineFunctionCode::CodeBytes},
  };
  auto [Name, Rest] = Text.split(Text.contains('=') ? '=' : ':');
  unsigned Number = 0;
  Rest = Rest.trim();
  for (const auto &Each : Known)
    if (Name.trim() == Each.Name && !Rest.consumeInteger(10, Number))
      Function->*Each.To = Number;
}

void TextReader::line(StringRef Line) {
  if (Line.starts_with(".LBB")) {
    // .LBB<function>_<block>:
    if (InBody)
      enter(Line.split('_').second);
    return;
  }
  const StringRef Words = Line.trim();
  if (Words.empty())
    return;
  if (Words.front() == ';')
    return comment(Words.drop_front());
  // "f: ; @f" and directives, the first of which begins the function.
  if (Words.front() == '.' || !isSpace(Line.front())) {
    if (size_t At = Words.find("; -- Begin function"); At != StringRef::npos)
      comment(Words.drop_front(At + 1));
    return;
  }
  if (!InBody || !Function || !Block)
    return;
  ++Block->Instructions;
  ++Function->Instructions;
  const StringRef Mnemonic = Words.split(' ').first.split('\t').first;
  Block->Operations += machineOperations(Mnemonic);
  // RDNA3 issues two at once: "v_dual_fmac_f32 ... :: v_dual_add_f32 ...".
  if (const StringRef Second = Words.split("::").second.ltrim();
      !Second.empty())
    Block->Operations += machineOperations(Second.split(' ').first);
  Waits.add(Mnemonic, Words.drop_front(Mnemonic.size()).split(';').first.trim(),
            Block->Steps);
  if (auto Class = machineClass(Mnemonic)) {
    ++Block->Issued[static_cast<size_t>(*Class)];
    ++here().Issued[static_cast<size_t>(*Class)];
  }
}

/// The back end's printer of assembler, into \p Stream. False: it has none.
static bool addPrinter(legacy::PassManager &Passes, LLVMTargetMachine &Machine,
                       raw_pwrite_stream &Stream, MCContext &Context,
                       PrintedPlaces &Places) {
  Expected<std::unique_ptr<MCStreamer>> Streamer = Machine.createMCStreamer(
      Stream, nullptr, CodeGenFileType::AssemblyFile, Context);
  if (!Streamer) {
    consumeError(Streamer.takeError());
    return false;
  }
  auto *Printer = static_cast<AsmPrinter *>(
      Machine.getTarget().createAsmPrinter(Machine, std::move(*Streamer)));
  if (!Printer)
    return false;
  Printer->addDebugHandler(std::make_unique<PlacePrinter>(*Printer, Places));
  Passes.add(Printer);
  return true;
}

StringMap<MachineFunctionCode> generateMachineCode(Module &Code,
                                                   TargetMachine &Machine,
                                                   CompileBudget &Budget) {
  StringMap<MachineFunctionCode> Result;
  // The allocation of registers and the order of instructions take long for
  // large functions, and nothing stops them.
  static constexpr size_t MostInstructions = 20000;
  Budget.narrow(MostInstructions);
  if (!Budget.suffices(&Code))
    return Result;
  auto &Generator = static_cast<LLVMTargetMachine &>(Machine);
  SmallString<0> Text;
  raw_svector_ostream Stream(Text);
  BudgetGate Gate(Code, Budget);
  OptPassGate &Before = Code.getContext().getOptPassGate();
  Code.getContext().setOptPassGate(Gate);
  PrintedPlaces Places;
  bool Prints = false;
  {
    // In llc's order.
    legacy::PassManager Passes;
    TargetLibraryInfoImpl Library(Machine.getTargetTriple());
    Passes.add(new TargetLibraryInfoWrapperPass(Library));
    TargetPassConfig *Config = Generator.createPassConfig(Passes);
    Config->setDisableVerify(true);
    auto *Info = new MachineModuleInfoWrapperPass(&Generator);
    Passes.add(Config);
    Passes.add(Info);
    if (!Config->addISelPasses()) {
      Config->addMachinePasses();
      Config->setInitialized();
      Passes.add(new BlockRecorder(Result));
      Prints = addPrinter(Passes, Generator, Stream,
                          Info->getMMI().getContext(), Places);
      Passes.add(createFreeMachineFunctionPass());
      if (Prints)
        Passes.run(Code);
    }
  }
  Code.getContext().setOptPassGate(Before);
  if (!Prints || !Budget.suffices(&Code))
    return {};
  TextReader(Result, Places, Machine.getTargetCPU()).read(Text);
  return Result;
}

} // namespace kernelcast
