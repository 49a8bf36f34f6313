//===- RegisterUse.cpp - What an instruction reads and writes -------------===//

#include "analysis/sass/RegisterUse.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// A register that an operand names, and how it is marked: "R2.64".
struct Named {
  CodeRegister Register = 0;
  bool Is64 = false, SetsCarry = false;
};

bool isWord(char C) { return isAlnum(C) || C == '_'; }

/// All that \p Operand names.
SmallVector<Named, 2> namedIn(StringRef Operand) {
  SmallVector<Named, 2> Result;
  for (size_t I = 0; I < Operand.size();) {
    if (!isWord(Operand[I])) {
      ++I;
      continue;
    }
    StringRef Word = Operand.substr(I).take_while(isWord);
    I += Word.size();
    StringRef Digits = Word;
    const bool Uniform = Digits.consume_front("U");
    const bool IsRegister = Digits.consume_front("R");
    if (!IsRegister && !Digits.consume_front("P"))
      continue;
    unsigned Number = 0;
    if (Digits.getAsInteger(10, Number))
      continue;
    const unsigned Most = !IsRegister ? 6 : Uniform ? 62 : 254;
    if (Number > Most)
      continue;
    const unsigned First =
        IsRegister ? (Uniform ? 256 : 0) : (Uniform ? 328 : 320);
    Named Each;
    Each.Register = static_cast<CodeRegister>(First + Number);
    StringRef Behind = Operand.substr(I);
    Each.Is64 = Behind.starts_with(".64");
    Each.SetsCarry = Behind.starts_with(".CC");
    Result.push_back(Each);
  }
  return Result;
}

bool isPredicate(StringRef Operand) {
  Operand.consume_front("U");
  return Operand.size() >= 2 && Operand[0] == 'P' &&
         (Operand[1] == 'T' || isDigit(Operand[1]));
}

void add(SmallVectorImpl<CodeRegister> &To, const Named &What, unsigned Width) {
  // Predicates are single; what would lie beyond the last register does not
  // exist.
  const unsigned End = What.Register < 256   ? 255
                       : What.Register < 320 ? 319
                                             : What.Register + 1u;
  for (unsigned R = What.Register; R != What.Register + Width && R < End; ++R)
    To.push_back(static_cast<CodeRegister>(R));
}

/// Registers that values of \p I take.
unsigned valueWidth(const SassInstruction &I, const OpcodeFacts &Facts) {
  if (I.hasModifier("128"))
    return 4;
  if (I.hasModifier("64") || Facts.Class == InstructionClass::Fp64)
    return 2;
  return 1;
}

bool isMemory(InstructionClass Class) {
  return Class == InstructionClass::LoadGlobal ||
         Class == InstructionClass::StoreGlobal ||
         Class == InstructionClass::LoadShared ||
         Class == InstructionClass::StoreShared ||
         Class == InstructionClass::Atomic;
}

} // namespace

RegisterUse kernelcast::registerUse(const SassInstruction &I,
                                    const OpcodeFacts &Facts) {
  RegisterUse Use;
  for (const Named &Each : namedIn(I.Guard))
    add(Use.Reads, Each, 1);
  const auto Operands = I.operands();
  const unsigned Width = valueWidth(I, Facts);

  // The operands in front that are written.
  size_t Written = 0;
  switch (Facts.Writes) {
  case CodeWrites::None:
    break;
  case CodeWrites::TwoPredicates:
    Written = std::min<size_t>(2, Operands.size());
    break;
  case CodeWrites::Register:
  case CodeWrites::RegisterAndCarries:
    while (Written < Operands.size() && isPredicate(Operands[Written]))
      ++Written;
    if (Written < Operands.size())
      ++Written;
    if (Facts.Writes == CodeWrites::RegisterAndCarries)
      while (Written < Operands.size() && isPredicate(Operands[Written]))
        ++Written;
    break;
  }
  const bool WideResult = I.hasModifier("WIDE") || I.hasModifier("F64");
  for (size_t N = 0; N != Operands.size(); ++N) {
    const bool IsAddress = Operands[N].contains('[');
    for (const Named &Each : namedIn(Operands[N])) {
      if (N < Written && !IsAddress) {
        add(Use.Writes, Each, std::max(Width, WideResult ? 2u : 1u));
        if (Each.SetsCarry)
          Use.Writes.push_back(ConditionCode);
        continue;
      }
      const bool IsWideAddress = IsAddress && isMemory(Facts.Class) &&
                                 I.hasModifier("E") &&
                                 !Operands[N].contains(".U32");
      const unsigned Of = IsAddress   ? (IsWideAddress ? 2 : 1)
                          : Each.Is64 ? std::max(2u, Width)
                                      : Width;
      add(Use.Reads, Each, Each.Is64 ? std::max(2u, Of) : Of);
    }
  }
  // The product's addend has the result's width.
  if (I.hasModifier("WIDE") && Operands.size() > 3)
    for (const Named &Each : namedIn(Operands[3]))
      add(Use.Reads, Each, 2);
  if (I.hasModifier("X"))
    Use.Reads.push_back(ConditionCode);
  return Use;
}
