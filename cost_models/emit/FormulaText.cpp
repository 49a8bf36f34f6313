//===- FormulaText.cpp - Formulas in C ------------------------------------===//

#include "cost_models/emit/FormulaText.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace llvm;
using namespace kernelcast;

using Kind = FormulaTree::Kind;

static bool isOneOf(const std::string &Word,
                    std::initializer_list<const char *> Words) {
  for (const char *One : Words)
    if (Word == One)
      return true;
  return false;
}

/// Whether it is 0 or 1, of type int.
static bool isTruth(const FormulaTree &Tree) {
  if (Tree.What == Kind::Prefix)
    return Tree.Word == "!";
  return Tree.What == Kind::Infix &&
         isOneOf(Tree.Word, {"<", "<=", ">", ">=", "==", "!=", "&&", "||"});
}

static bool fitsInt(int64_t Value) {
  return Value >= -2147483647 && Value <= 2147483647;
}

/// Whether its C expression has type int.
static bool isInt(const FormulaTree &Tree) {
  if (isTruth(Tree))
    return true;
  switch (Tree.What) {
  case Kind::Number:
    return fitsInt(Tree.Value);
  case Kind::Prefix:
    return isInt(Tree.Operands[0]);
  case Kind::Choice:
    return isInt(Tree.Operands[1]) && isInt(Tree.Operands[2]);
  default:
    return false;
  }
}

/// In parentheses, unless it is a word or a call.
static std::string atom(const std::string &Text) {
  int Depth = 0;
  bool Simple = true;
  for (char C : Text) {
    Depth += (C == '(') - (C == ')');
    Simple &= Depth > 0 || isAlnum(C) || C == '_' || C == ')';
  }
  return Simple ? Text : "(" + Text + ")";
}

std::string FormulaText::condition(const FormulaTree &Tree, std::string &Loops,
                                   unsigned Indent) {
  std::string Text = expression(Tree, Loops, Indent);
  return isTruth(Tree) ? Text : atom(Text) + " != 0";
}

std::string FormulaText::sum(const FormulaTree &Tree, std::string &Loops,
                             unsigned Indent) {
  std::string Space(Indent, ' '), Number = std::to_string(Sums++);
  std::string Counter = "i" + Number, Total = "s" + Number;
  std::string Count = expression(Tree.Operands[0], Loops, Indent);
  std::string Outer = Counters[Tree.Word];
  Counters[Tree.Word] = Counter;
  std::string Inside;
  std::string Term = expression(Tree.Operands[1], Inside, Indent + 2);
  Counters[Tree.Word] = Outer;
  Loops += Space + "int64_t " + Total + " = 0;\n";
  Loops += Space + "const int64_t n" + Number + " = " + Count + ";\n";
  Loops += Space + "for (int64_t " + Counter + " = 0; " + Counter + " < n" +
           Number + "; ++" + Counter + ") { /* " + Tree.Word + " */\n";
  Loops += Inside + Space + "  " + Total + " += " + Term + ";\n";
  Loops += Space + "}\n";
  return Total;
}

std::string FormulaText::infix(const FormulaTree &Tree, std::string &Loops,
                               unsigned Indent) {
  const FormulaTree &Left = Tree.Operands[0], &Right = Tree.Operands[1];
  const std::string &Word = Tree.Word;
  if (Word == "&&" || Word == "||")
    return atom(condition(Left, Loops, Indent)) + " " + Word + " " +
           atom(condition(Right, Loops, Indent));
  std::string A = expression(Left, Loops, Indent);
  std::string B = expression(Right, Loops, Indent);
  if (Word == "/" || Word == "%") {
    if (Right.What != Kind::Number || Right.Value == 0) {
      Undefined = true;
      return std::string(Word == "/" ? "quotient" : "remainder_of") + "(" + A +
             ", " + B + ", &undefined)";
    }
  } else if (Word == "<<" || Word == ">>") {
    Undefined = true;
    return std::string(Word == "<<" ? "shift_left" : "shift_right") + "(" + A +
           ", " + B + ", &undefined)";
  }
  A = atom(A);
  if (!isTruth(Tree) && isInt(Left) && isInt(Right))
    A = "(int64_t)" + A;
  // Sums and products read well without parentheses on the left.
  bool Chain = Left.What == Kind::Infix && Left.Word == Word &&
               isOneOf(Word, {"+", "*"});
  if (Chain && A.front() == '(' && A.back() == ')')
    A = A.substr(1, A.size() - 2);
  return A + " " + Word + " " + atom(B);
}

std::string FormulaText::expression(const FormulaTree &Tree, std::string &Loops,
                                    unsigned Indent) {
  auto Operand = [&](unsigned I) {
    return expression(Tree.Operands[I], Loops, Indent);
  };
  switch (Tree.What) {
  case Kind::Number: {
    std::string Digits = std::to_string(Tree.Value);
    return fitsInt(Tree.Value) ? Digits : "INT64_C(" + Digits + ")";
  }
  case Kind::Name: {
    auto Counter = Counters.find(Tree.Word);
    if (Counter != Counters.end() && !Counter->second.empty())
      return Counter->second;
    auto At = Names.find(Tree.Word);
    return At == Names.end() ? "0" : At->second;
  }
  case Kind::Prefix:
    if (Tree.Word == "!")
      return "!(" + condition(Tree.Operands[0], Loops, Indent) + ")";
    return Tree.Word + atom(Operand(0));
  case Kind::Infix:
    return infix(Tree, Loops, Indent);
  case Kind::Choice: {
    std::string Condition = condition(Tree.Operands[0], Loops, Indent);
    std::string True = Operand(1), False = Operand(2);
    return atom(Condition) + " ? " + atom(True) + " : " + atom(False);
  }
  case Kind::Call: {
    std::string Function = Tree.Word == "min"   ? "least"
                           : Tree.Word == "max" ? "most"
                           : Tree.Word == "abs" ? "distance"
                                                : "floor_log2";
    std::string Text = Function + "(" + Operand(0);
    if (Tree.Operands.size() > 1)
      Text += ", " + Operand(1);
    return Text + ")";
  }
  case Kind::Sum:
    return sum(Tree, Loops, Indent);
  }
  return "0";
}
