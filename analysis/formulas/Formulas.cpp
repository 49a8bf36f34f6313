//===- Formulas.cpp - Counts as formulas a reader can compute -------------===//

#include "analysis/formulas/Formulas.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelcast;

/// Whether all threads agree about \p E, in all iterations.
static bool isUniform(const Expr *E) {
  bool Uniform = true;
  visitPostOrder(E, [&](const Expr *Node) {
    if (Node->isLeaf())
      Uniform &=
          Node->isConstant() || Node->op() == Op::Symbol ||
          (Node->op() == Op::Coordinate &&
           static_cast<Coordinate>(Node->value()) >= Coordinate::BlockSizeX);
  });
  return Uniform;
}

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
  case Op::Div:
  case Op::Rem: { // a program does not divide by an argument of 0; a step may
                  // be
    ValueRange Range = rangeOf(E->operand(1));
    return !Type.Float &&
           (Range.Low > 0 || Range.High < 0 || isUniform(E->operand(1)));
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

/// Whether \p E is a constant that reads as a negative number.
static bool isNegative(const Expr *E) {
  return E->isIntegerConstant() &&
         wrapToType(E->value(), ScalarType::integer(E->type().Bits, true)) < 0;
}

bool kernelcast::staysWhole(const Expr *E, std::vector<std::string> &Holds) {
  bool Whole = true;
  visitPostOrder(E, [&](const Expr *Node) {
    ScalarType Type = Node->type();
    if (Type.Float || Type.Signed || Type == ScalarType::truth())
      return;
    // A difference, or a signed number that becomes an unsigned one.
    const Expr *Below = nullptr;
    if (Node->op() == Op::Sub &&
        rangeOf(Node->operand(0)).Low < rangeOf(Node->operand(1)).High)
      Below = Node;
    else if (Node->op() == Op::Negate)
      Below = Node;
    else if (Node->op() == Op::Cast && Node->operand(0)->type().Signed &&
             !isNonNegative(Node->operand(0)))
      Below = Node->operand(0);
    else if (Node->op() == Op::Add && isNegative(Node->operand(1)))
      Below = Node; // x + (2^n - 1) is written x - 1
    if (!Below)
      return;
    std::string Text = isUniform(Below) ? formulaText(Below) : "";
    Whole &= !Text.empty();
    Text += " >= 0";
    if (!llvm::is_contained(Holds, Text))
      Holds.push_back(std::move(Text));
  });
  return Whole;
}

bool kernelcast::countsOnly(const Expr *E,
                            llvm::function_ref<bool(LoopId)> Around) {
  bool Only = true;
  visitPostOrder(E, [&](const Expr *Node) {
    if (Node->op() == Op::Counter)
      Only &= Around(static_cast<LoopId>(Node->value()));
  });
  return Only;
}

TripFormula kernelcast::tripFormula(const KernelModel &Kernel,
                                    const LoopInfo &Loop) {
  auto Around = [&](LoopId Id) {
    LoopId Outer = Loop.Parent;
    while (Outer != None && Outer != Id)
      Outer = Kernel.Loops[Outer].Parent;
    return Outer == Id;
  };
  std::vector<std::string> Holds;
  if (!Loop.TripCount || !countsOnly(Loop.TripCount, Around) ||
      !staysWhole(Loop.TripCount, Holds))
    return {};
  TripFormula Result{formulaText(Loop.TripCount), ""};
  if (!Result.Text.empty())
    Result.Holds = llvm::join(Holds, " && ");
  return Result;
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
