//===- SassListing.cpp - Machine code as text -----------------------------===//

#include "analysis/sass/SassListing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

bool SassInstruction::hasModifier(StringRef Modifier) const {
  StringRef Rest = Opcode.split('.').second;
  while (!Rest.empty()) {
    auto [Each, After] = Rest.split('.');
    if (Each == Modifier)
      return true;
    Rest = After;
  }
  return false;
}

SmallVector<StringRef, 6> SassInstruction::operands() const {
  SmallVector<StringRef, 6> Result;
  Operands.split(Result, ',', -1, /*KeepEmpty=*/false);
  for (StringRef &Each : Result)
    Each = Each.trim();
  return Result;
}

/// The highest register that \p Text names, plus one: R0 to R254, not RZ, nor
/// uniform ones (UR4), which are no thread's.
static unsigned registersIn(StringRef Text) {
  unsigned Most = 0;
  for (size_t I = 0; I + 1 < Text.size(); ++I) {
    if (Text[I] != 'R' || !isDigit(Text[I + 1]) ||
        (I && (isAlnum(Text[I - 1]) || Text[I - 1] == '_')))
      continue;
    StringRef Rest = Text.substr(I + 1);
    unsigned Number = 0;
    if (!Rest.consumeInteger(10, Number) && Number < 255)
      Most = std::max(Most, Number + 1);
  }
  return Most;
}

/// Registers that a vector of \p I, a memory access or a double, fills beyond
/// its first one.
static unsigned furtherRegisters(const SassInstruction &I) {
  return I.hasModifier("128") ? 3 : I.hasModifier("64") ? 1 : 0;
}

unsigned SassFunction::registers() const {
  if (StatedRegisters)
    return *StatedRegisters;
  unsigned Most = 0;
  for (const SassInstruction &I : Instructions) {
    Most = std::max(Most, registersIn(I.Operands));
    if (const unsigned Further = furtherRegisters(I))
      for (StringRef Operand : I.operands())
        if (Operand.starts_with("R"))
          if (const unsigned First = registersIn(Operand))
            Most = std::max(Most, First + Further);
  }
  return std::max(Most, 1u);
}

unsigned SassFunction::instructionBytes() const {
  if (Architecture)
    return Architecture >= 70 ? 16 : 8;
  return any_of(Instructions,
                [](const SassInstruction &I) { return I.Address % 16 != 0; })
             ? 8
             : 16;
}

uint64_t SassFunction::codeBytes() const {
  return Instructions.back().Address + instructionBytes();
}

uint64_t SassFunction::bytesOf(unsigned Number) const {
  const uint64_t End = Instructions[Number].Address + instructionBytes();
  return Number == 0
             ? End
             : End - (Instructions[Number - 1].Address + instructionBytes());
}

std::optional<unsigned> SassFunction::at(uint64_t Address) const {
  auto Found = llvm::lower_bound(
      Instructions, Address,
      [](const SassInstruction &I, uint64_t A) { return I.Address < A; });
  if (Found == Instructions.end())
    return std::nullopt;
  // A jump may lead to the control word in front of an instruction.
  const bool IsWord = instructionBytes() == 8 && Address % 32 == 0 &&
                      Found->Address == Address + 8;
  if (Found->Address != Address && !IsWord)
    return std::nullopt;
  return static_cast<unsigned>(Found - Instructions.begin());
}

std::optional<unsigned> SassFunction::target(StringRef Target) const {
  Target = Target.trim();
  if (Target.consume_front("`(") && Target.consume_back(")")) {
    auto Found = llvm::lower_bound(
        Labels, Target,
        [](const SassLabel &L, StringRef Name) { return L.Name < Name; });
    if (Found == Labels.end() || Found->Name != Target ||
        Found->Instruction >= Instructions.size())
      return std::nullopt;
    return Found->Instruction;
  }
  uint64_t Address = 0;
  if (!Target.consume_front("0x") || Target.getAsInteger(16, Address))
    return std::nullopt;
  return at(Address);
}

Expected<const SassFunction *> SassListing::find(StringRef Name,
                                                 unsigned Architecture) const {
  std::vector<const SassFunction *> Found;
  for (unsigned Kind = 0; Kind < KindsOfMatch && Found.empty(); ++Kind)
    for (const SassFunction &Function : Functions)
      if (matches(Function.Name, Name, Kind))
        Found.push_back(&Function);
  if (Found.empty())
    return createStringError("it has no function '" + Name + "'");
  if (!Architecture)
    return createStringError("it has machine code of another vendor's GPUs");
  if (Architecture < 50 || Architecture > 90)
    return createStringError("machine code of sm_" + Twine(Architecture) +
                             " is not read, only of sm_50 to sm_90");
  // Code runs on the same architecture and later ones of the same first digit.
  const SassFunction *Best = nullptr;
  unsigned Equal = 0;
  for (const SassFunction *Each : Found) {
    const unsigned A = Each->Architecture;
    if (A && (A / 10 != Architecture / 10 || A > Architecture))
      continue;
    const bool Better = !Best || A > Best->Architecture;
    if (!Better && A < Best->Architecture)
      continue;
    Equal = Better ? 1 : Equal + 1;
    if (Better)
      Best = Each;
  }
  if (!Best)
    return createStringError(
        "it has '" + Name + "' for sm_" + Twine(Found.front()->Architecture) +
        (Found.size() > 1 ? " and others" : "") + ", which sm_" +
        Twine(Architecture) + " does not run");
  if (Equal > 1)
    return createStringError("it has several functions '" + Name + "'");
  return Best;
}

std::pair<const SassFunction *, const SassInstruction *>
SassListing::atLine(unsigned Line) const {
  for (const SassFunction &Function : Functions) {
    auto Found = llvm::lower_bound(
        Function.Instructions, Line,
        [](const SassInstruction &I, unsigned L) { return I.Line < L; });
    if (Found != Function.Instructions.end() && Found->Line == Line)
      return {&Function, &*Found};
  }
  return {nullptr, nullptr};
}
