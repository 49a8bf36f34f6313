//===- FormulaText.cpp - Formulas as C programmers write them -------------===//
//
// A recursive printer with C's precedence, and with brackets where C needs none
// but readers do: around the condition of a choice, arithmetic under bit
// operators, && under ||, and ((n + 31) / 32) * m.
//===----------------------------------------------------------------------===//
#include "analysis/formulas/Formula.h"
#include "analysis/formulas/WarpsOfRow.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// Binding strength, loosest first.
enum Level {
  Any,
  Ternary,
  OrElse,
  AndAlso,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Additive,
  Multiplicative,
  Prefix,
  Primary
};

struct Spelling {
  StringLiteral Text; ///< operator, or function
  Level Own;
  Level Left = Primary, Right = Primary; ///< what operands need no brackets
};

} // namespace

static Spelling spelling(FormulaOp Operation) {
  switch (Operation) {
  case FormulaOp::Negate:
    return {"-", Prefix, Primary};
  case FormulaOp::Not:
    return {"!", Prefix, Prefix};
  case FormulaOp::Complement:
    return {"~", Prefix, Prefix};
  case FormulaOp::Abs:
    return {"abs", Primary};
  case FormulaOp::FloorLog2:
    return {"floorlog2", Primary};
  case FormulaOp::Min:
    return {"min", Primary};
  case FormulaOp::Max:
    return {"max", Primary};
  case FormulaOp::Sum:
    return {"sum", Primary};
  case FormulaOp::Largest:
    return {"largest", Primary};
  case FormulaOp::Distinct:
    return {"distinct", Primary};
  case FormulaOp::Conflicts:
    return {"conflicts", Primary};
  case FormulaOp::Add:
    return {" + ", Additive, Additive, Multiplicative};
  case FormulaOp::Sub:
    return {" - ", Additive, Additive, Multiplicative};
  case FormulaOp::Mul:
    return {" * ", Multiplicative, Multiplicative, Prefix};
  case FormulaOp::Div:
    return {" / ", Multiplicative, Multiplicative, Prefix};
  case FormulaOp::Rem:
    return {" % ", Multiplicative, Multiplicative, Prefix};
  case FormulaOp::ShiftLeft:
    return {" << ", Shift, Prefix, Prefix};
  case FormulaOp::ShiftRight:
    return {" >> ", Shift, Prefix, Prefix};
  case FormulaOp::BitAnd:
    return {" & ", BitAnd, Prefix, Prefix};
  case FormulaOp::BitXor:
    return {" ^ ", BitXor, Prefix, Prefix};
  case FormulaOp::BitOr:
    return {" | ", BitOr, Prefix, Prefix};
  case FormulaOp::Equal:
    return {" == ", Equality, Shift, Shift};
  case FormulaOp::NotEqual:
    return {" != ", Equality, Shift, Shift};
  case FormulaOp::Less:
    return {" < ", Relation, Shift, Shift};
  case FormulaOp::LessEqual:
    return {" <= ", Relation, Shift, Shift};
  case FormulaOp::Greater:
    return {" > ", Relation, Shift, Shift};
  case FormulaOp::GreaterEqual:
    return {" >= ", Relation, Shift, Shift};
  case FormulaOp::And:
    return {" && ", AndAlso, AndAlso, AndAlso};
  case FormulaOp::Or:
    return {" || ", OrElse, BitOr, BitOr};
  case FormulaOp::Choice:
    return {" ? ", Ternary};
  default:
    return {"", Primary};
  }
}

namespace {

class Printer {
public:
  std::string Out;

  void print(Formula F, Level Outer) {
    Spelling Own = spelling(F.op());
    Level Strength = F.isNumber() && F.value() < 0 ? Prefix : Own.Own;
    if (Strength < Outer)
      Out += '(';
    node(F, Own);
    if (Strength < Outer)
      Out += ')';
  }

private:
  void node(Formula F, const Spelling &Own) {
    if (F.isLeaf())
      return leaf(F);
    if (F.op() == FormulaOp::Choice) {
      print(F.operand(0), Prefix);
      Out += Own.Text;
      print(F.operand(1), OrElse);
      Out += " : ";
      return print(F.operand(2), Ternary);
    }
    if (F.op() == FormulaOp::Sum) {
      Out += "sum(";
      leaf(F.operand(0));
      Out += " < ";
      print(F.operand(1), Shift);
      Out += ", ";
      print(F.operand(2), Any);
      Out += ')';
      return;
    }
    if (F.isOverLanes()) {
      Out += Own.Text;
      Out += '(';
      leaf(F.operand(0));
      Out += " < " + std::to_string(F.value());
      for (const FormulaNode *Operand : F.operands().drop_front()) {
        Out += ", ";
        print(Operand, Any);
      }
      Out += ')';
      return;
    }
    if (Own.Own == Primary) {
      Out += Own.Text;
      Out += '(';
      for (unsigned I = 0; I != F.operands().size(); ++I) {
        if (I)
          Out += ", ";
        print(F.operand(I), Any);
      }
      Out += ')';
      return;
    }
    if (F.operands().size() == 1) {
      Out += Own.Text;
      return print(F.operand(0), Own.Left);
    }
    // A chain of one operator, which all lean to the left, reads well.
    bool IsChain = F.operand(0).op() == F.op() && Own.Own < Equality;
    print(F.operand(0), IsChain ? Own.Own : left(F, Own));
    Out += Own.Text;
    print(F.operand(1), Own.Right);
  }

  /// Of a product's left factor: ((n + 31) / 32) * m.
  static Level left(Formula F, const Spelling &Own) {
    Formula A = F.operand(0);
    bool IsQuotientOfSum = F.op() == FormulaOp::Mul &&
                           A.op() == FormulaOp::Div &&
                           spelling(A.operand(0).op()).Own == Additive;
    return IsQuotientOfSum ? Prefix : Own.Left;
  }

  void leaf(Formula F) {
    switch (F.op()) {
    case FormulaOp::Number:
      Out += std::to_string(F.value());
      return;
    case FormulaOp::Coordinate:
      Out += name(static_cast<Coordinate>(F.value()));
      return;
    case FormulaOp::Counter:
      Out += F.value() == WarpsOfRow::Counter ? "warp"
                                              : "k" + std::to_string(F.value());
      return;
    default:
      Out += F.name();
      return;
    }
  }
};

} // namespace

std::string kernelcast::toText(Formula F) {
  if (!F)
    return "";
  Printer Text;
  Text.print(F, Any);
  return std::move(Text.Out);
}

std::string kernelcast::toText(ArrayRef<Formula> Conditions) {
  Printer Text;
  for (Formula Condition : Conditions) {
    if (!Text.Out.empty())
      Text.Out += " && ";
    Text.print(Condition, Conditions.size() == 1 ? Any : AndAlso);
  }
  return std::move(Text.Out);
}
