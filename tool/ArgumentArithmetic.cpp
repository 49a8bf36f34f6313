//===- ArgumentArithmetic.cpp - Arguments that follow from others ---------===//

#include "tool/ArgumentArithmetic.h"
#include "analysis/support/NearestName.h"
#include "tool/OptionValues.h"
#include "tool/prune/space/ParameterExpression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <map>
#include <set>

using namespace llvm;
using namespace kernelcast;

namespace {

/// The words of \p Value, each once: all that may be a name in it.
std::vector<std::string> wordsOf(StringRef Value) {
  auto GoesOn = [](char C) { return isAlnum(C) || C == '_'; };
  std::set<std::string> Words;
  while (!Value.empty()) {
    StringRef Word = Value.take_while(GoesOn);
    if (!Word.empty() && !isDigit(Word[0]))
      Words.insert(Word.str());
    Value = Value.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return {Words.begin(), Words.end()};
}

/// Whether \p Value, which is no number, is to be read as an expression. What
/// begins like a number and has no operator is a number misspelt.
bool mayBeExpression(StringRef Value) {
  StringRef Rest = Value.ltrim("+-");
  if (Rest.empty())
    return false;
  if (isAlpha(Rest[0]) || Rest[0] == '_')
    return true;
  const bool IsHexadecimal = Rest.starts_with_insensitive("0x");
  for (size_t I = 0; I != Rest.size(); ++I) {
    // The sign of an exponent is a part of its number: 1e-5.
    const bool IsSign = Rest[I] == '-' || Rest[I] == '+';
    if (IsSign && (IsHexadecimal || toLower(Rest[I - 1]) != 'e'))
      return true;
    if (StringRef("*/%(<>&|").contains(Rest[I]))
      return true;
  }
  // 2^70 is a number that is too large; 2^k and "1 if k else 2" are not.
  return Rest.find_first_of("^ ") != StringRef::npos && any_of(Rest, isAlpha);
}

/// Works out each argument once, those that it speaks of first.
class ArgumentReader {
public:
  Expected<std::map<std::string, ArgumentValue>>
  read(ArrayRef<std::string> Texts) {
    for (const std::string &Text : Texts) {
      Expected<StringRef> Name = argumentName(Text);
      if (!Name)
        return Name.takeError();
      Written[Name->str()] = Text;
    }
    for (const auto &[Name, Text] : Written)
      if (Error E = find(Name))
        return E;
    std::map<std::string, ArgumentValue> Values;
    for (auto &[Name, One] : Found)
      Values[Name] = std::move(One.Value);
    return Values;
  }

private:
  struct Known {
    ArgumentValue Value;
    unsigned Chain = 0; ///< arguments that it follows from, one after another
  };

  /// Puts the value of \p Name, which is given, into Found.
  Error find(const std::string &Name) {
    if (Found.count(Name))
      return Error::success();
    const std::string &Text = Written[Name];
    Expected<ArgumentValue> Number = parseArgument(Text);
    if (Number) {
      Found[Name] = {*Number};
      return Error::success();
    }
    std::string Garbage = toString(Number.takeError());
    StringRef Value = StringRef(Text).split('=').second.trim();
    if (!mayBeExpression(Value))
      return usageError(Garbage);
    return evaluate(Name, Value);
  }

  Error evaluate(const std::string &Name, StringRef Value) {
    auto Bad = [&](const Twine &Why) {
      return usageError(("--arg " + Name + " '" + Value + "': " + Why).str());
    };
    if (!Open.insert(Name).second)
      return Bad("it is worked out from itself");
    std::string Text;
    for (char C : Value)
      Text += C == '^' ? "**" : std::string(1, C);
    const std::vector<std::string> Words = wordsOf(Value);
    auto Expression = ParameterExpression::parse(Text, Words);
    if (!Expression)
      return Bad(toString(Expression.takeError()));
    std::vector<ExpressionValue> Values(Words.size());
    unsigned Chain = 0;
    for (unsigned I : Expression->parameters()) {
      const std::string &Word = Words[I];
      if (!Written.count(Word))
        return Bad("no --arg gives '" + Word + "'" + suggestion(Word, Name));
      // Those that are open are a chain, too, whose end is not known yet.
      if (Open.size() - Closed > MaxArgumentChain)
        return Bad(tooLong());
      if (Error E = find(Word))
        return E;
      const Known &Other = Found[Word];
      Chain = std::max(Chain, Other.Chain + 1);
      Values[I] = Other.Value.IsInteger
                      ? ExpressionValue::integer(Other.Value.Integer)
                      : ExpressionValue::real(Other.Value.Value);
    }
    if (Chain > MaxArgumentChain)
      return Bad(tooLong());
    const ExpressionValue *Result = Evaluator.run(*Expression, Values);
    if (!Result)
      return Bad(toString(Evaluator.error()));
    if (!Result->isNumber())
      return Bad("its value is not a number");
    if (!std::isfinite(Result->asReal()))
      return Bad("its value is not finite");
    Known &To = Found[Name];
    To.Chain = Chain;
    To.Value = valueOf(Name, *Result);
    ++Closed;
    return Error::success();
  }

  static ArgumentValue valueOf(const std::string &Name,
                               const ExpressionValue &Result) {
    ArgumentValue To;
    To.Name = Name;
    To.Source = LaunchSource::Option;
    To.Value = Result.asReal();
    To.IsInteger = Result.isInteger();
    To.Integer = To.IsInteger ? Result.Integer : 0;
    // n/4 is a whole number where it comes out even.
    if (!To.IsInteger && To.Value == std::floor(To.Value) &&
        std::fabs(To.Value) < 0x1p53) {
      To.IsInteger = true;
      To.Integer = static_cast<int64_t>(To.Value);
    }
    return To;
  }

  /// "; did you mean 'width'?" for \p Word in the value of \p Of, or nothing.
  std::string suggestion(StringRef Word, StringRef Of) const {
    std::vector<std::string> Names;
    for (const auto &[Name, Text] : Written)
      if (Name != Of)
        Names.push_back(Name);
    const StringRef Near = nearestName(Word, Names);
    return Near.empty() ? "" : ("; did you mean '" + Near + "'?").str();
  }

  static std::string tooLong() {
    return ("it is in a chain of more than " + Twine(MaxArgumentChain) +
            " arguments, each worked out from the next")
        .str();
  }

  std::map<std::string, std::string> Written; ///< by name, "NAME=VALUE"
  std::map<std::string, Known> Found;
  std::set<std::string> Open; ///< expressions being worked out, or known
  size_t Closed = 0;          ///< those of Open that are known
  ExpressionEvaluator Evaluator;
};

} // namespace

Expected<std::map<std::string, ArgumentValue>>
kernelcast::argumentsOf(ArrayRef<std::string> Texts) {
  return ArgumentReader().read(Texts);
}
