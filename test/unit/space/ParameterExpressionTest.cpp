//===- ParameterExpressionTest.cpp - Python's values, within bounds -------===//

#include "tool/prune/space/ParameterExpression.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;
using namespace llvm;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

const std::vector<std::string> Names = {"a", "b", "block_size_x", "s"};
const std::string Word = "fast";

std::string shown(const ExpressionValue &Value) {
  switch (Value.Type) {
  case ExpressionValue::Kind::Boolean:
    return Value.Integer ? "True" : "False";
  case ExpressionValue::Kind::Integer:
    return std::to_string(Value.Integer);
  case ExpressionValue::Kind::Real:
    return pythonText(Value.Real);
  case ExpressionValue::Kind::Text:
    return "'" + *Value.Text + "'";
  case ExpressionValue::Kind::List: {
    std::string All;
    for (const ExpressionValue &Each : Value.List->Elements)
      All += (All.empty() ? "" : ", ") + shown(Each);
    return Value.List->IsTuple ? "(" + All + ")" : "[" + All + "]";
  }
  }
  return "";
}

/// What the expression is where a = 7, b = 2, block_size_x = 32, s = 'fast'; or
/// "COLUMN: MESSAGE".
std::string value(StringRef Text) {
  auto Said = [](Error Failure) {
    std::string Message;
    handleAllErrors(std::move(Failure), [&](const ExpressionError &Each) {
      Message = std::to_string(Each.Column) + ": " + Each.Message;
    });
    return Message;
  };
  Expected<ParameterExpression> Read = ParameterExpression::parse(Text, Names);
  if (!Read)
    return Said(Read.takeError());
  ExpressionEvaluator Evaluator;
  const ExpressionValue *Value = Evaluator.run(
      *Read, {ExpressionValue::integer(7), ExpressionValue::integer(2),
              ExpressionValue::integer(32), ExpressionValue::text(Word)});
  return Value ? shown(*Value) : Said(Evaluator.error());
}

} // namespace

TEST(ParameterExpression, DividesAsPython) {
  EXPECT_EQ(value("-7 // 2"), "-4"); // -3.5 downwards
  EXPECT_EQ(value("7 // -2"), "-4");
  EXPECT_EQ(value("-7 // -2"), "3");
  EXPECT_EQ(value("-7 % 3"), "2"); // -7 - 3 * -3
  EXPECT_EQ(value("7 % -3"), "-2");
  EXPECT_EQ(value("-(7 % 3)"), "-1");
  EXPECT_EQ(value("7 / 2"), "3.5");
  EXPECT_EQ(value("8 / 2"), "4.0"); // never a whole number
  EXPECT_EQ(value("-7.5 // 2"), "-4.0");
  EXPECT_EQ(value("-7.5 % 2"), "0.5");
  EXPECT_EQ(value("7.5 % -2"), "-0.5");
  EXPECT_EQ(value("16 % ((8*8)/16) == 0"), "True");
  EXPECT_EQ(value("(-9223372036854775807 - 1) % -1"), "0");
}

TEST(ParameterExpression, DividesLargeNumbersOnce) {
  // 2^62 + 1 over 1 lies between the doubles 2^62 and 2^62 + 1024: nearest
  // 2^62.
  EXPECT_EQ(value("(2**62 + 1) / 1 == 2.0**62"), "True");
  // 2^62 + 513 is nearer to 2^62 + 1024.
  EXPECT_EQ(value("(2**62 + 513) / 1 == 2.0**62 + 1024"), "True");
  EXPECT_EQ(value("-(2**62) / 2**61"), "-2.0");
}

TEST(ParameterExpression, RaisesTighterThanItNegates) {
  EXPECT_EQ(value("2**-1"), "0.5");
  EXPECT_EQ(value("-2**2"), "-4");
  EXPECT_EQ(value("(-2)**2"), "4");
  EXPECT_EQ(value("2**3**2"), "512");  // 2^9
  EXPECT_EQ(value("2**-2**0"), "0.5"); // 2^-(2^0)
  EXPECT_EQ(value("0**0"), "1");
  EXPECT_EQ(value("(-2)**63"), "-9223372036854775808");
  EXPECT_EQ(value("2.0**0.5 == 2**0.5"), "True");
  EXPECT_EQ(value("-a**b"), "-49");
}

TEST(ParameterExpression, ComparesInChains) {
  EXPECT_EQ(value("1 < 2 < 3"), "True");
  EXPECT_EQ(value("3 > 2 > 2"), "False");
  EXPECT_EQ(value("32 <= a * b <= 1024"), "False"); // 14
  EXPECT_EQ(value("1 < a in [7]"), "True");         // 1 < 7 and 7 in [7]
  EXPECT_EQ(value("0 == 0 == 1"), "False");         // and not (0 == 0) == 1
  // The last is not looked at once a comparison fails.
  EXPECT_EQ(value("1 > 2 > 1 // 0"), "False");
  EXPECT_EQ(value("a > b > 1 and b < a < 8"), "True");
}

TEST(ParameterExpression, KeepsWholeNumbersExact) {
  EXPECT_EQ(value("9007199254740993 == 9007199254740992"), "False");
  EXPECT_EQ(value("9007199254740993 == 9007199254740992.0"), "False");
  EXPECT_EQ(value("9007199254740993 > 9007199254740992.0"), "True");
  EXPECT_EQ(value("9223372036854775807 < 9223372036854775808.0"), "True");
  EXPECT_EQ(value("1 == 1.0"), "True");
  EXPECT_EQ(value("-1 > -1.5"), "True");
  EXPECT_EQ(value("-2 < -1.5"), "True");
}

TEST(ParameterExpression, TakesTruthForANumber) {
  EXPECT_EQ(value("True + 1"), "2");
  EXPECT_EQ(value("True == 1"), "True");
  EXPECT_EQ(value("-True"), "-1");
  EXPECT_EQ(value("0 or 5"), "5");
  EXPECT_EQ(value("0 and 5"), "0");
  EXPECT_EQ(value("not 0"), "True");
  EXPECT_EQ(value("not 1 == 2"), "True"); // not (1 == 2)
  EXPECT_EQ(value("not [] and not ''"), "True");
  EXPECT_EQ(value("1 or 0 and 0"), "1");
  EXPECT_EQ(value("True or 1 // 0"), "True");
  EXPECT_EQ(value("False and 1 // 0"), "False");
}

TEST(ParameterExpression, ChoosesOneSide) {
  EXPECT_EQ(value("1 if a else 1 // 0"), "1");
  EXPECT_EQ(value("1 // 0 if a < 0 else 2"), "2");
  EXPECT_EQ(value("1 if a < b else 2 if a == 7 else 3"), "2");
  EXPECT_EQ(value("10 + (1 if a > b else 2) * 3"), "13");
  EXPECT_EQ(value("(a and 3) + 4"), "7");
  EXPECT_EQ(value("(0 and 3) + 4"), "4");
  EXPECT_EQ(value("(3 if b == 9 else 5) * 2"), "10");
}

TEST(ParameterExpression, MakesLists) {
  EXPECT_EQ(value("[1, 2, 4] + list(range(32, 97, 32))"),
            "[1, 2, 4, 32, 64, 96]");
  EXPECT_EQ(value("[2**i for i in range(0, 6)]"), "[1, 2, 4, 8, 16, 32]");
  EXPECT_EQ(value("[i for i in range(1, 10+1) if i % 3 == 0]"), "[3, 6, 9]");
  EXPECT_EQ(value("[i * j for i in [j for j in range(3)]]"),
            "6: no parameter 'j'; did you mean 'a'?");
  EXPECT_EQ(value("[[i + j for j in range(2)] for i in range(2)]"),
            "[[0, 1], [1, 2]]");
  EXPECT_EQ(value("[a for a in [1]]"), "[1]"); // hides the parameter
  EXPECT_EQ(value("[b for a in [b, a]]"), "[2, 2]");
  EXPECT_EQ(value("list(range(5, 0, -2))"), "[5, 3, 1]");
  EXPECT_EQ(value("range(0)"), "[]");
  EXPECT_EQ(value("[1] + [2 * i for i in range(1, 3)]"), "[1, 2, 4]");
  EXPECT_EQ(value("a in [1, 7] and b not in [1, 7]"), "True");
  EXPECT_EQ(value("a in (7,)"), "True");
  EXPECT_EQ(value("(1, 2) == [1, 2]"), "False");
  EXPECT_EQ(value("[1, 2] == [1.0, 2]"), "True");
}

TEST(ParameterExpression, CallsItsFunctions) {
  EXPECT_EQ(value("min(3, 1, 2) + max([4, 9])"), "10");
  EXPECT_EQ(value("abs(-3) + len([1, 1]) + sum([1, 2.5])"), "8.5");
  EXPECT_EQ(value("int(-2.7)"), "-2");
  EXPECT_EQ(value("float(3)"), "3.0");
  EXPECT_EQ(value("round(2.5)"), "2"); // to the even one
  EXPECT_EQ(value("round(3.5)"), "4");
  EXPECT_EQ(value("len('abc')"), "3");
  EXPECT_EQ(value("max(1, True)"), "1"); // the first of equals
}

TEST(ParameterExpression, KnowsTexts) {
  EXPECT_EQ(value("s == 'fast'"), "True");
  EXPECT_EQ(value("s == \"slow\" or s in ['fast', 1]"), "True");
  EXPECT_EQ(value("'as' in s"), "True");
  EXPECT_EQ(value("s + '!'"), "'fast!'");
  EXPECT_EQ(value("s == 1"), "False");
  EXPECT_EQ(value("s < 1"), "3: values of these kinds have no order");
}

TEST(ParameterExpression, KnowsBits) {
  // Unlike in C, comparisons bind less tightly.
  EXPECT_EQ(value("block_size_x & block_size_x - 1 == 0"), "True");
  EXPECT_EQ(value("(a & (a - 1)) == 0"), "False"); // 7 & 6
  EXPECT_EQ(value("1 << 4 | 1"), "17");
  EXPECT_EQ(value("True ^ True"), "False"); // not 0
  EXPECT_EQ(value("True & 3"), "1");
  EXPECT_EQ(value("~5 ^ 1"), "-5"); // -6 ^ 1
  EXPECT_EQ(value("-1 >> 100"), "-1");
  EXPECT_EQ(value("1 << 63"), "3: the result does not fit 64 bits");
}

TEST(ParameterExpression, SaysWhereItFails) {
  EXPECT_EQ(value("a * 9223372036854775807"),
            "3: the result does not fit 64 bits");
  EXPECT_EQ(value("a + 2**63"), "6: the result does not fit 64 bits");
  EXPECT_EQ(value("9223372036854775808"), "1: the number does not fit 64 bits");
  EXPECT_EQ(value("a % (b - 2)"), "3: division by zero");
  EXPECT_EQ(value("0 ** -1"), "3: division by zero");
  EXPECT_EQ(value("1.0 / 0"), "5: division by zero");
  EXPECT_EQ(value("10.0 ** 400"),
            "6: the result is too large for a real number");
  EXPECT_EQ(value("(-8) ** 0.5"),
            "6: the power of a negative number is not a real number");
  EXPECT_EQ(value("int(1e19)"), "1: the result does not fit 64 bits");
  EXPECT_EQ(value("-(-9223372036854775807 - 1)"),
            "1: the result does not fit 64 bits");
}

TEST(ParameterExpression, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(value("block_sise_x * 2"),
            "1: no parameter 'block_sise_x'; did you mean 'block_size_x'?");
  EXPECT_EQ(value("a.real"), "2: attributes are not taken here");
  EXPECT_EQ(value("a = 1"), "3: '=' sets a value; '==' compares");
  EXPECT_EQ(value("a && b"), "3: '&&' is not Python; its word is 'and'");
  EXPECT_EQ(value("!a"),
            "1: expected a value, not '!'; Python's word is 'not'");
  EXPECT_EQ(value("[1][0]"), "4: elements of lists are not taken here");
  EXPECT_THAT(value("open('x')"), StartsWith("1: there is no function 'open'"));
  EXPECT_THAT(value("(a)(1)"), StartsWith("4: only functions can be called"));
  EXPECT_EQ(value("'__class__'"),
            "1: backslashes, '__' and line ends are not taken in texts");
  EXPECT_EQ(value("__import__"), "1: names that begin with '__' are not taken");
  EXPECT_EQ(value("lambda: 1"), "1: functions cannot be written here");
  EXPECT_EQ(value(""), "1: expected a value, but the expression ends");
  EXPECT_EQ(value("1 +"), "4: expected a value, but the expression ends");
  EXPECT_EQ(value("(1"), "3: expected ')', but the expression ends");
  EXPECT_EQ(value("1 2"), "3: expected an operator, not '2'");
  EXPECT_EQ(value("1 $ 2"),
            "3: this character has no meaning in an expression");
  EXPECT_EQ(value("'abc"), "1: the text has no end");
  EXPECT_EQ(value("012"), "1: '012' is not a number");
  EXPECT_EQ(value("1e400"), "1: the number is too large");
  EXPECT_EQ(value("abs(1, 2)"), "1: abs() takes one value, not 2");
  EXPECT_EQ(value("max(a)"), "1: the function takes several values or a list");
  EXPECT_EQ(value("sum(i for i in [1])"),
            "7: 'for' needs square brackets around it");
  EXPECT_EQ(value("1 == not 2"), "6: 'not' needs brackets around it here");
  EXPECT_EQ(value("1 if 2"), "7: expected 'else', but the expression ends");
}

TEST(ParameterExpression, IsBounded) {
  EXPECT_EQ(value("[0] * 10**9"),
            "5: the operator does not take values of these kinds");
  EXPECT_EQ(value("2**2**2**2**2**2"), "5: the result does not fit 64 bits");
  EXPECT_EQ(value("list(range(10**9))"),
            "6: range() has over 1000000 elements");
  EXPECT_THAT(value("[[0 for i in range(1000)] for j in range(10000)]"),
              HasSubstr("over 10000000 steps"));
  EXPECT_THAT(value("[range(1000) for j in range(10000)]"),
              HasSubstr("over 1000000 elements"));
  EXPECT_THAT(value("[len(range(a * 100000)) for j in range(10)]"),
              HasSubstr("over 4000000 elements together"));
  EXPECT_THAT(value("[s in range(1000000) for j in range(1000000)]"),
              HasSubstr("over 10000000 steps"));
  EXPECT_THAT(value("[i in [0, 1, 2, 3, 4] and i in [0, 1, 2, 3, 4] and i < 0 "
                    "or i > 5 or i == 0 for i in range(1000000)]"),
              HasSubstr("over 10000000 steps"));
  EXPECT_EQ(value(std::string(199, '(') + "1" + std::string(199, ')')), "1");
  EXPECT_EQ(value(std::string(2000, '(') + "1"),
            "201: nested deeper than 200 levels");
  EXPECT_EQ(value(std::string(3000, '-') + "1"),
            "201: nested deeper than 200 levels");
  EXPECT_EQ(value(std::string(5000, ' ')),
            "4097: the expression is longer than 4096 bytes");
  std::string Chain = "a";
  for (int I = 0; I != 1000; ++I)
    Chain += "+a";
  EXPECT_EQ(value(Chain), "7007");
  std::string Clauses = "a == 1";
  for (int I = 0; I != 300; ++I)
    Clauses += " or a == 1";
  EXPECT_EQ(value(Clauses), "False");
}

TEST(ParameterExpression, ListsWhatItReads) {
  Expected<ParameterExpression> Read =
      ParameterExpression::parse("s == 'x' or a + a > 1", Names);
  ASSERT_TRUE(bool(Read));
  EXPECT_THAT(Read->parameters(), testing::ElementsAre(0u, 3u));
}

// Texts made of the pieces of expressions: whatever comes out is a value or a
// message.
TEST(ParameterExpression, SurvivesAnything) {
  const StringRef Pieces[] = {"a",      "b",     "1",
                              "0",      "2.5",   "(",
                              ")",      "[",     "]",
                              ",",      "+",     "-",
                              "*",      "/",     "//",
                              "%",      "**",    "<",
                              "==",     " in ",  " not ",
                              " and ",  " or ",  " if ",
                              " else ", " for ", "i",
                              "range(", "max(",  "'x'",
                              "~",      "<<",    "9223372036854775807"};
  std::mt19937_64 Random(7);
  unsigned Values = 0;
  for (int Round = 0; Round != 30000; ++Round) {
    std::string Text;
    for (uint64_t Left = Random() % 14 + 1; Left; --Left)
      Text += Pieces[Random() % std::size(Pieces)];
    const std::string Result = value(Text);
    EXPECT_FALSE(Result.empty()) << Text;
    Values += Result.find(": ") == std::string::npos;
  }
  EXPECT_GT(Values, 100u);
}
