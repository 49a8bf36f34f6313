//===- Formulas.cpp - Counts as formulas a reader can compute -------------===//

#include "analysis/control/Formulas.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelcast;

/// Whether the value of \p E follows from its operands' as the text says.
static bool isReadable(const Expr *E) {
  ScalarType Type = E->type();
  switch (E->op()) {
  case Op::Load:
  case Op::Opaque:
  case Op::Phi:
  case Op::Base:
    return false;
  case Op::Symbol: // reads like a counter
    return !E->name().starts_with("k") || E->name().size() == 1 ||
           !llvm::all_of(E->name().drop_front(), llvm::isDigit);
  case Op::Cast: { // takes the low bits, and is not printed
    if (Type.Bits >= 32 || Type == ScalarType::truth())
      return !Type.Float;
    ValueRange Range = rangeOf(E->operand(0));
    return !Type.Float && wrapToType(Range.Low, Type) == Range.Low &&
           wrapToType(Range.High, Type) == Range.High;
  }
  case Op::Not: // of an unsigned number: 2^n - 1 - x
    return Type.Signed || Type == ScalarType::truth();
  default:
    return !Type.Float;
  }
}

std::string kernelcast::formulaText(const Expr *E) {
  if (!E)
    return "";
  bool Readable = true;
  visitPostOrder(E, [&](const Expr *Node) { Readable &= isReadable(Node); });
  std::string Text = Readable ? toText(E) : "";
  return llvm::StringRef(Text).contains("...") ? "" : Text;
}

static bool isWord(char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; }

bool kernelcast::mentions(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
       At = Text.find(Name, At + 1)) {
    size_t End = At + Name.size();
    if ((At == 0 || !isWord(Text[At - 1])) &&
        (End == Text.size() || !isWord(Text[End])))
      return true;
  }
  return false;
}

std::string kernelcast::grouped(const std::string &Text) {
  llvm::StringRef Rest = Text;
  Rest = Rest.drop_while(isWord);
  int Depth = 0;
  size_t End = 0;
  for (; End < Rest.size(); ++End) {
    Depth += (Rest[End] == '(') - (Rest[End] == ')');
    if (Depth == 0)
      break;
  }
  return End + 1 >= Rest.size() ? Text : "(" + Text + ")";
}

std::optional<std::string> kernelcast::sumText(const Sum &S, unsigned Modulus) {
  std::string Text;
  for (const Product &P : S) {
    int64_t Number = P.Number;
    if (Modulus)
      Number = Number & (Modulus - 1);
    if (Number == 0)
      continue;
    bool Minus = Number < 0;
    std::string Term;
    if (P.Factors.empty() || (Number != 1 && Number != -1))
      Term = std::to_string(Minus ? -static_cast<uint64_t>(Number)
                                  : static_cast<uint64_t>(Number));
    for (const Expr *Factor : P.Factors) {
      std::string One = formulaText(Factor);
      if (One.empty())
        return std::nullopt;
      Term += (Term.empty() ? "" : " * ") + grouped(One);
    }
    Text += Text.empty() ? (Minus ? "-" : "") : Minus ? " - " : " + ";
    Text += Term;
  }
  return Text.empty() ? "0" : Text;
}
