//===- FormulaInC.cpp - Formulas as C code --------------------------------===//
//
// Every operand that is not a name or a call stands in parentheses: compilers
// warn of less, and nobody needs to know C's precedence to read it. What may be
// undefined (a divisor or a shift that is no constant) is a helper's call.
//===----------------------------------------------------------------------===//

#include "cost_models/emit/FormulaInC.h"

using namespace llvm;
using namespace kernelcast;

static bool fitsInt(int64_t Value) {
  return Value >= -2147483647 && Value <= 2147483647;
}

/// Whether its C expression has type int.
static bool isInt(Formula F) {
  if (F.isTruth())
    return true;
  switch (F.op()) {
  case FormulaOp::Number:
    return fitsInt(F.value());
  case FormulaOp::Negate:
  case FormulaOp::Complement:
    return isInt(F.operand(0));
  case FormulaOp::Choice:
    return isInt(F.operand(1)) && isInt(F.operand(2));
  default:
    return false;
  }
}

/// The helper that computes it; "" where C has an operator.
static StringRef helper(Formula F) {
  auto IsConstant = [&] {
    return F.operand(1).isNumber() && !F.operand(1).isNumber(0);
  };
  switch (F.op()) {
  case FormulaOp::Min:
    return "least";
  case FormulaOp::Max:
    return "most";
  case FormulaOp::Abs:
    return "distance";
  case FormulaOp::FloorLog2:
    return "floor_log2";
  case FormulaOp::Div:
    return IsConstant() ? "" : "quotient";
  case FormulaOp::Rem:
    return IsConstant() ? "" : "remainder_of";
  case FormulaOp::ShiftLeft:
    return "shift_left";
  case FormulaOp::ShiftRight:
    return "shift_right";
  default:
    return "";
  }
}

static StringRef sign(FormulaOp Operation) {
  switch (Operation) {
  case FormulaOp::Add:
    return " + ";
  case FormulaOp::Sub:
    return " - ";
  case FormulaOp::Mul:
    return " * ";
  case FormulaOp::Div:
    return " / ";
  case FormulaOp::Rem:
    return " % ";
  case FormulaOp::BitAnd:
    return " & ";
  case FormulaOp::BitXor:
    return " ^ ";
  case FormulaOp::BitOr:
    return " | ";
  case FormulaOp::Equal:
    return " == ";
  case FormulaOp::NotEqual:
    return " != ";
  case FormulaOp::Less:
    return " < ";
  case FormulaOp::LessEqual:
    return " <= ";
  case FormulaOp::Greater:
    return " > ";
  case FormulaOp::GreaterEqual:
    return " >= ";
  case FormulaOp::And:
    return " && ";
  case FormulaOp::Or:
    return " || ";
  default:
    return "";
  }
}

/// Whether it is a name, a digit or a call in C.
static bool isAtom(Formula F) {
  if (F.isLeaf())
    return !F.isNumber() || F.value() >= 0;
  return F.op() == FormulaOp::Sum || F.isOverLanes() || !helper(F).empty();
}

static std::string inParentheses(const std::string &Text, bool Needed) {
  return Needed ? "(" + Text + ")" : Text;
}

std::string FormulaInC::operand(Formula F, std::string &Loops,
                                unsigned Indent) {
  return inParentheses(expression(F, Loops, Indent), !isAtom(F));
}

std::string FormulaInC::condition(Formula F, std::string &Loops,
                                  unsigned Indent) {
  return F.isTruth() ? expression(F, Loops, Indent)
                     : operand(F, Loops, Indent) + " != 0";
}

std::string FormulaInC::truth(Formula F, std::string &Loops, unsigned Indent) {
  return "(" + condition(F, Loops, Indent) + ")";
}

std::string FormulaInC::sum(Formula F, std::string &Loops, unsigned Indent) {
  std::string Space(Indent, ' '), Number = std::to_string(Sums++);
  std::string Counter = "i" + Number, Total = "s" + Number;
  std::string Count = expression(F.operand(1), Loops, Indent);
  const FormulaNode *Leaf = F.operand(0).node();
  std::string Outer = std::exchange(Counters[Leaf], Counter);
  std::string Inside;
  std::string Term = expression(F.operand(2), Inside, Indent + 2);
  Counters[Leaf] = Outer;
  Loops += Space + "int64_t " + Total + " = 0;\n";
  Loops += Space + "const int64_t n" + Number + " = " + Count + ";\n";
  Loops += Space + "for (int64_t " + Counter + " = 0; " + Counter + " < n" +
           Number + "; ++" + Counter + ") { /* " + toText(F.operand(0)) +
           " */\n";
  Loops += Inside + Space + "  " + Total + " += " + Term + ";\n";
  Loops += Space + "}\n";
  return Total;
}

/// A loop over the lanes of a warp, with the values that it has seen.
std::string FormulaInC::overLanes(Formula F, std::string &Loops,
                                  unsigned Indent) {
  std::string Space(Indent, ' '), Number = std::to_string(Sums++);
  std::string Lane = "i" + Number, Result = "s" + Number, Seen = "v" + Number;
  const FormulaNode *Leaf = F.operand(0).node();
  std::string Outer = std::exchange(Counters[Leaf], Lane);
  bool Largest = F.op() == FormulaOp::Largest;
  int64_t Values = F.value(); // as many as there may be
  std::string Inside, Each;
  if (Largest) {
    Each = Result + " = most(" + Result + ", " +
           expression(F.operand(1), Inside, Indent + 2) + ");\n";
  } else {
    if (!F.operand(1).isNumber(1))
      Each = "if " + truth(F.operand(1), Inside, Indent + 2) + " ";
    bool Several =
        F.op() == FormulaOp::Distinct && !(F.operand(2) == F.operand(3));
    Each += Result + (Several ? " = add_range(" : " = add_new(") + Seen + ", " +
            Result + ", " + expression(F.operand(2), Inside, Indent + 2);
    if (Several)
      Each += ", " + expression(F.operand(3), Inside, Indent + 2);
    Each += ");\n";
    if (Several)
      Values *= 2;
  }
  Counters[Leaf] = Outer;
  Loops += Space + "int64_t " + Result + " = " + (Largest ? "INT64_MIN" : "0") +
           ";\n";
  if (!Largest)
    Loops += Space + "int64_t " + Seen + "[" + std::to_string(Values) + "];\n";
  OverLanes = true;
  Loops += Space + "if (--warps_left < 0) return -1.0;\n";
  Loops += Space + "for (int64_t " + Lane + " = 0; " + Lane + " < " +
           std::to_string(F.value()) + "; ++" + Lane + ") { /* lane */\n";
  Loops += Inside + Space + "  " + Each + Space + "}\n";
  if (F.op() == FormulaOp::Conflicts)
    Loops += Space + Result + " = busiest_bank(" + Seen + ", " + Result + ", " +
             std::to_string(F.value()) + ");\n";
  return Result;
}

std::string FormulaInC::call(StringRef Function, Formula F, std::string &Loops,
                             unsigned Indent) {
  std::string Text = Function.str() + "(";
  for (unsigned I = 0; I != F.operands().size(); ++I)
    Text += (I ? ", " : "") + expression(F.operand(I), Loops, Indent);
  bool MayFail = F.op() >= FormulaOp::Div && F.op() <= FormulaOp::ShiftRight;
  Undefined |= MayFail;
  return Text + (MayFail ? ", &undefined)" : ")");
}

std::string FormulaInC::infix(Formula F, std::string &Loops, unsigned Indent) {
  Formula Left = F.operand(0), Right = F.operand(1);
  // Chains read well without parentheses on the left.
  bool IsLogical = F.op() == FormulaOp::And || F.op() == FormulaOp::Or;
  bool IsChain =
      Left.op() == F.op() &&
      (IsLogical || F.op() == FormulaOp::Add || F.op() == FormulaOp::Mul);
  std::string Text = IsChain     ? expression(Left, Loops, Indent)
                     : IsLogical ? truth(Left, Loops, Indent)
                                 : operand(Left, Loops, Indent);
  if (!F.isTruth() && isInt(Left) && isInt(Right))
    Text = "(int64_t)" + Text;
  return Text + sign(F.op()).str() +
         (IsLogical ? truth(Right, Loops, Indent)
                    : operand(Right, Loops, Indent));
}

std::string FormulaInC::leaf(Formula F) const {
  if (F.isNumber()) {
    std::string Digits = std::to_string(F.value());
    return fitsInt(F.value()) ? Digits : "INT64_C(" + Digits + ")";
  }
  auto Counter = Counters.find(F.node());
  if (Counter != Counters.end() && !Counter->second.empty())
    return Counter->second;
  auto At = Names.find(toText(F)); // offsets have none and are 0
  return At == Names.end() ? "0" : At->second;
}

std::string FormulaInC::expression(Formula F, std::string &Loops,
                                   unsigned Indent) {
  if (F.isLeaf())
    return leaf(F);
  if (StringRef Function = helper(F); !Function.empty())
    return call(Function, F, Loops, Indent);
  switch (F.op()) {
  case FormulaOp::Sum:
    return sum(F, Loops, Indent);
  case FormulaOp::Largest:
  case FormulaOp::Distinct:
  case FormulaOp::Conflicts:
    return overLanes(F, Loops, Indent);
  case FormulaOp::Negate:
    return "-" + operand(F.operand(0), Loops, Indent);
  case FormulaOp::Complement:
    return "~" + operand(F.operand(0), Loops, Indent);
  case FormulaOp::Not:
    return "!" + truth(F.operand(0), Loops, Indent);
  case FormulaOp::Choice: {
    // Loops in front of the expression run in any case.
    std::string Condition = truth(F.operand(0), Loops, Indent);
    std::string True = operand(F.operand(1), Loops, Indent);
    return Condition + " ? " + True + " : " +
           operand(F.operand(2), Loops, Indent);
  }
  default:
    return infix(F, Loops, Indent);
  }
}
