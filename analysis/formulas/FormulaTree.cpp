//===- FormulaTree.cpp - Formulas to compute with -------------------------===//

#include "analysis/formulas/FormulaTree.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

using Kind = FormulaTree::Kind;

/// Operators by how loosely they bind, the loosest first; longer ones before
/// those that they begin with.
const std::vector<std::vector<StringRef>> Levels = {{"||"},
                                                    {"&&"},
                                                    {"|"},
                                                    {"^"},
                                                    {"&"},
                                                    {"==", "!="},
                                                    {"<=", ">=", "<", ">"},
                                                    {"<<", ">>"},
                                                    {"+", "-"},
                                                    {"*", "/", "%"}};
constexpr unsigned ShiftLevel = 7;
constexpr unsigned MaxDepth = 200;

class Parser {
public:
  explicit Parser(StringRef Text) : Rest(Text) {}

  std::optional<FormulaTree> run() {
    FormulaTree Tree = choice();
    skip();
    if (Failed || !Rest.empty())
      return std::nullopt;
    return Tree;
  }

private:
  void skip() { Rest = Rest.ltrim(); }

  FormulaTree fail() {
    Failed = true;
    Rest = "";
    return {};
  }

  bool take(StringRef Word) {
    skip();
    return Rest.consume_front(Word);
  }

  /// The operator \p Word, if it is not the beginning of a longer one.
  bool takeOperator(StringRef Word) {
    skip();
    if (!Rest.starts_with(Word))
      return false;
    StringRef After = Rest.drop_front(Word.size());
    if (Word.size() == 1 && !After.empty()) {
      char C = Word[0], Next = After[0];
      if ((C == '|' || C == '&') && Next == C)
        return false;
      if ((C == '<' || C == '>') && (Next == C || Next == '='))
        return false;
    }
    Rest = After;
    return true;
  }

  FormulaTree choice() {
    FormulaTree Condition = infix(0);
    if (!take("?"))
      return Condition;
    FormulaTree Result{Kind::Choice, 0, "", {std::move(Condition)}};
    Result.Operands.push_back(choice());
    if (!take(":"))
      return fail();
    Result.Operands.push_back(choice());
    return Result;
  }

  FormulaTree infix(unsigned Level) {
    if (Level == Levels.size())
      return prefix();
    FormulaTree Left = infix(Level + 1);
    for (;;) {
      StringRef Found;
      for (StringRef Word : Levels[Level])
        if (Found.empty() && takeOperator(Word))
          Found = Word;
      if (Found.empty())
        return Left;
      FormulaTree Both{Kind::Infix, 0, Found.str(), {std::move(Left)}};
      Both.Operands.push_back(infix(Level + 1));
      Left = std::move(Both);
    }
  }

  FormulaTree prefix() {
    if (++Depth > MaxDepth)
      return fail();
    skip();
    FormulaTree Result;
    if (!Rest.empty() && StringRef("-!~").contains(Rest.front())) {
      Result = {Kind::Prefix, 0, Rest.take_front(1).str(), {}};
      Rest = Rest.drop_front();
      Result.Operands.push_back(prefix());
    } else {
      Result = primary();
    }
    --Depth;
    return Result;
  }

  FormulaTree primary() {
    if (take("(")) {
      FormulaTree Inner = choice();
      return take(")") ? Inner : fail();
    }
    if (!Rest.empty() && isDigit(Rest.front())) {
      int64_t Value = 0;
      if (Rest.consumeInteger(10, Value))
        return fail();
      return {Kind::Number, Value, "", {}};
    }
    std::string Word = name();
    if (Word.empty())
      return fail();
    if (Word == "true" || Word == "false")
      return {Kind::Number, Word == "true", "", {}};
    if (!take("("))
      return {Kind::Name, 0, Word, {}};
    return Word == "sum" ? sum() : call(Word);
  }

  /// A word with members: "threadIdx.x", "box.n", "p->n", "Space::n".
  std::string name() {
    skip();
    size_t End = 0;
    while (End < Rest.size()) {
      StringRef At = Rest.drop_front(End);
      if (isAlnum(At[0]) || At[0] == '_' || At[0] == '.')
        ++End;
      else if (End && (At.starts_with("->") || At.starts_with("::")))
        End += 2;
      else
        break;
    }
    std::string Word = Rest.take_front(End).str();
    Rest = Rest.drop_front(End);
    return Word;
  }

  FormulaTree call(const std::string &Word) {
    size_t Wanted = Word == "min" || Word == "max"         ? 2
                    : Word == "abs" || Word == "floorlog2" ? 1
                                                           : 0;
    FormulaTree Result{Kind::Call, 0, Word, {}};
    do
      Result.Operands.push_back(choice());
    while (take(","));
    return take(")") && Result.Operands.size() == Wanted ? Result : fail();
  }

  FormulaTree sum() {
    FormulaTree Result{Kind::Sum, 0, name(), {}};
    if (Result.Word.empty() || !takeOperator("<"))
      return fail();
    Result.Operands.push_back(infix(ShiftLevel));
    if (!take(","))
      return fail();
    Result.Operands.push_back(choice());
    return take(")") ? Result : fail();
  }

  StringRef Rest;
  bool Failed = false;
  unsigned Depth = 0;
};

class Evaluator {
public:
  Evaluator(std::map<std::string, int64_t> &Values, uint64_t &Steps)
      : Values(Values), Steps(Steps) {}

  std::optional<int64_t> value(const FormulaTree &T) {
    if (!Steps)
      return std::nullopt;
    --Steps;
    switch (T.What) {
    case Kind::Number:
      return T.Value;
    case Kind::Name: {
      auto At = Values.find(T.Word);
      return At == Values.end() ? std::nullopt : std::optional(At->second);
    }
    case Kind::Choice: {
      auto Condition = value(T.Operands[0]);
      if (!Condition)
        return std::nullopt;
      return value(T.Operands[*Condition ? 1 : 2]);
    }
    case Kind::Sum:
      return sum(T);
    case Kind::Infix:
      if (T.Word == "&&" || T.Word == "||") {
        auto A = value(T.Operands[0]);
        if (!A || (*A != 0) == (T.Word == "||"))
          return A ? std::optional<int64_t>(*A != 0) : std::nullopt;
        auto B = value(T.Operands[1]);
        return B ? std::optional<int64_t>(*B != 0) : std::nullopt;
      }
      break;
    default:
      break;
    }
    auto A = value(T.Operands[0]);
    auto B = T.Operands.size() > 1 ? value(T.Operands[1]) : A;
    if (!A || !B)
      return std::nullopt;
    return T.What == Kind::Infix ? infix(T.Word, *A, *B) : unary(T, *A, *B);
  }

private:
  static std::optional<int64_t> unary(const FormulaTree &T, int64_t A,
                                      int64_t B) {
    if (T.Word == "min")
      return std::min(A, B);
    if (T.Word == "max")
      return std::max(A, B);
    if (T.Word == "floorlog2")
      return A > 0 ? int64_t(Log2_64(uint64_t(A))) : -1;
    if (T.Word == "!")
      return A == 0;
    if (T.Word == "~")
      return ~A;
    if (T.Word == "abs" && A >= 0)
      return A;
    int64_t Result; // - and abs
    return SubOverflow<int64_t>(0, A, Result) ? std::nullopt
                                              : std::optional(Result);
  }

  static std::optional<int64_t> infix(StringRef Word, int64_t A, int64_t B) {
    int64_t Result;
    if (Word == "+")
      return AddOverflow(A, B, Result) ? std::nullopt : std::optional(Result);
    if (Word == "-")
      return SubOverflow(A, B, Result) ? std::nullopt : std::optional(Result);
    if (Word == "*")
      return MulOverflow(A, B, Result) ? std::nullopt : std::optional(Result);
    if (Word == "/" || Word == "%") {
      if (B == 0 || B == -1)
        return B ? infix("*", Word == "/" ? A : 0, -1) : std::nullopt;
      return Word == "/" ? A / B : A % B;
    }
    if (Word == "<<") {
      if (B < 0 || B > 62)
        return std::nullopt;
      return infix("*", A, int64_t(1) << B);
    }
    if (Word == ">>")
      return B < 0 || B > 63 ? std::nullopt : std::optional(A >> B);
    if (Word == "&")
      return A & B;
    if (Word == "|")
      return A | B;
    if (Word == "^")
      return A ^ B;
    return Word == "=="   ? A == B
           : Word == "!=" ? A != B
           : Word == "<"  ? A < B
           : Word == "<=" ? A <= B
           : Word == ">"  ? A > B
                          : A >= B;
  }

  std::optional<int64_t> sum(const FormulaTree &T) {
    auto Count = value(T.Operands[0]);
    if (!Count)
      return std::nullopt;
    auto [At, New] = Values.try_emplace(T.Word, 0);
    int64_t Outer = At->second;
    std::optional<int64_t> Total = 0;
    for (int64_t I = 0; Total && I < *Count; ++I) {
      Values[T.Word] = I;
      auto Term = value(T.Operands[1]);
      Total = Term ? infix("+", *Total, *Term) : std::nullopt;
    }
    if (New)
      Values.erase(T.Word);
    else
      Values[T.Word] = Outer;
    return Total;
  }

  std::map<std::string, int64_t> &Values;
  uint64_t &Steps;
};

} // namespace

std::optional<FormulaTree> FormulaTree::parse(StringRef Text) {
  return Parser(Text).run();
}

std::optional<int64_t>
FormulaTree::evaluate(std::map<std::string, int64_t> &Values,
                      uint64_t &Steps) const {
  return Evaluator(Values, Steps).value(*this);
}
