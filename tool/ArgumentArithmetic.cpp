//===- ArgumentArithmetic.cpp - Arguments that follow from others ---------===//

#include "tool/ArgumentArithmetic.h"
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

/// Works out each argument once, those that it speaks of first.
class ArgumentReader {
public:
  Expected<std::map<std::string, ArgumentValue>>
  read(ArrayRef<std::string> Texts) {
    for (const std::string &Text : Texts) {
      auto [Name, Value] = StringRef(Text).split('=');
      Written[Name.trim().str()] = Text;
    }
    for (const auto &[Name, Text] : Written)
      Names.push_back(Name);
    for (const std::string &Name : Names)
      if (Error E = find(Name))
        return E;
    return std::move(Found);
  }

private:
  /// Puts the value of \p Name, which is given, into Found.
  Error find(const std::string &Name) {
    if (Found.count(Name))
      return Error::success();
    const std::string &Text = Written[Name];
    Expected<ArgumentValue> Number = parseArgument(Text);
    if (Number) {
      Found[Name] = *Number;
      return Error::success();
    }
    std::string Garbage = toString(Number.takeError());
    StringRef Value = StringRef(Text).split('=').second.trim();
    // What begins like a number and has no operator is a number misspelt.
    if (!mayBeExpression(Value))
      return usageError(Garbage);
    return evaluate(Name, Value);
  }

  static bool mayBeExpression(StringRef Value) {
    return any_of(Value, [](char C) { return isAlpha(C) || C == '_'; })
               ? !isDigit(Value[0]) ||
                     Value.find_first_of("+-*/%^(<>&| ") != StringRef::npos
               : Value.find_first_of("+*/%(<>&|") != StringRef::npos;
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
    auto Expression = ParameterExpression::parse(Text, Names);
    if (!Expression)
      return Bad(toString(Expression.takeError()));
    std::vector<ExpressionValue> Values(Names.size());
    for (unsigned I : Expression->parameters()) {
      if (Error E = find(Names[I]))
        return E;
      const ArgumentValue &Other = Found[Names[I]];
      Values[I] = Other.IsInteger ? ExpressionValue::integer(Other.Integer)
                                  : ExpressionValue::real(Other.Value);
    }
    const ExpressionValue *Result = Evaluator.run(*Expression, Values);
    if (!Result)
      return Bad(toString(Evaluator.error()));
    if (!Result->isNumber())
      return Bad("its value is not a number");
    ArgumentValue &To = Found[Name];
    To.Name = Name;
    To.Source = LaunchSource::Option;
    To.Value = Result->asReal();
    To.IsInteger = Result->isInteger();
    To.Integer = To.IsInteger ? Result->Integer : 0;
    // n/4 is a whole number where it comes out even.
    if (!To.IsInteger && To.Value == std::floor(To.Value) &&
        std::fabs(To.Value) < 0x1p53) {
      To.IsInteger = true;
      To.Integer = static_cast<int64_t>(To.Value);
    }
    return Error::success();
  }

  std::map<std::string, std::string> Written; ///< by name, "NAME=VALUE"
  std::vector<std::string> Names;
  std::map<std::string, ArgumentValue> Found;
  std::set<std::string> Open; ///< being worked out, or known
  ExpressionEvaluator Evaluator;
};

} // namespace

Expected<std::map<std::string, ArgumentValue>>
kernelcast::argumentsOf(ArrayRef<std::string> Texts) {
  return ArgumentReader().read(Texts);
}
