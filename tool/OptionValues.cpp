//===- OptionValues.cpp - Values of options, each with one clear error ----===//

#include "tool/OptionValues.h"
#include "analysis/launch/WrittenRelation.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

Error kernelcast::usageError(const std::string &Message) {
  return createStringError(inconvertibleErrorCode(), Twine(Message));
}

/// "--grid '0': sizes start at 1".
static Error badValue(StringRef Option, StringRef Text,
                      const std::string &Why) {
  return usageError(fmt::format("{} '{}': {}", Option.str(), Text.str(), Why));
}

Expected<OptionNumber> kernelcast::parseNumber(StringRef Option,
                                               StringRef Text) {
  Expected<OptionNumber> Number = readNumber(Text);
  if (!Number)
    return badValue(Option, Text, toString(Number.takeError()));
  return Number;
}

Expected<uint64_t> kernelcast::parseCount(StringRef Option, StringRef Text,
                                          uint64_t Least, uint64_t Most) {
  Expected<OptionNumber> Number = parseNumber(Option, Text);
  if (!Number)
    return Number.takeError();
  if (!Number->IsInteger)
    return badValue(Option, Text, "must be a whole number");
  if (Number->Integer < 0 || static_cast<uint64_t>(Number->Integer) < Least)
    return badValue(Option, Text, fmt::format("must be at least {}", Least));
  if (static_cast<uint64_t>(Number->Integer) > Most)
    return badValue(Option, Text, fmt::format("must be at most {}", Most));
  return static_cast<uint64_t>(Number->Integer);
}

Expected<std::array<uint64_t, 3>> kernelcast::parseSizes(StringRef Option,
                                                         StringRef Text) {
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ',');
  if (Parts.size() > 3)
    return badValue(Option, Text, "at most three sizes: X[,Y[,Z]]");
  std::array<uint64_t, 3> Sizes{1, 1, 1};
  uint64_t Product = 1;
  for (size_t I = 0; I != Parts.size(); ++I) {
    if (Parts[I].trim().empty())
      return badValue(Option, Text, "a size is missing: X[,Y[,Z]]");
    Expected<uint64_t> Size = parseCount(Option, Parts[I], 1, INT32_MAX);
    if (!Size)
      return Size.takeError();
    Sizes[I] = *Size;
    if (__builtin_mul_overflow(Product, *Size, &Product) || Product > INT64_MAX)
      return badValue(Option, Text, "the product of the sizes overflows");
  }
  return Sizes;
}

/// A C identifier with member and scope operators: "n", "p.size", "ns::N".
static bool isName(StringRef Text) {
  return !Text.empty() && (isAlpha(Text[0]) || Text[0] == '_') &&
         all_of(Text, [](char C) {
           return isAlnum(C) || C == '_' || C == '.' || C == ':' || C == '-' ||
                  C == '>' || C == '[' || C == ']';
         });
}

Expected<uint64_t> kernelcast::parseDynamicSharedBytes(StringRef Option,
                                                       StringRef Text) {
  return parseCount(Option, Text, 0, uint64_t(1) << 40);
}

Expected<double> kernelcast::parsePercent(StringRef Option, StringRef Text) {
  StringRef Digits = Text.trim();
  Digits.consume_back("%");
  Expected<OptionNumber> Percent = parseNumber(Option, Digits);
  if (!Percent)
    return Percent.takeError();
  if (!(Percent->Value >= 0 && Percent->Value <= 100))
    return badValue(Option, Text, "must be from 0 to 100 per cent");
  return Percent->Value / 100;
}

Expected<StringRef> kernelcast::argumentName(StringRef Text, StringRef Option) {
  const StringRef Name = Text.split('=').first.trim();
  if (!Text.contains('=') || !isName(Name))
    return badValue(Option, Text, "expected NAME=VALUE");
  return Name;
}

Expected<ArgumentValue> kernelcast::parseArgument(StringRef Text,
                                                  StringRef Option) {
  Expected<StringRef> Name = argumentName(Text, Option);
  if (!Name)
    return Name.takeError();
  Expected<OptionNumber> Number =
      parseNumber((Option + " " + *Name).str(), Text.split('=').second);
  if (!Number)
    return Number.takeError();
  ArgumentValue Result;
  Result.Name = Name->str();
  Result.IsInteger = Number->IsInteger;
  Result.Integer = Number->Integer;
  Result.Value = Number->Value;
  Result.Source = LaunchSource::Option;
  return Result;
}

Expected<NumberChange> kernelcast::parseChange(StringRef Text) {
  auto [Name, Value] = Text.split('=');
  Name = Name.trim();
  if (!Text.contains('=') || Name.empty())
    return badValue("--set", Text, "expected NUMBER=VALUE, as in sms=200");
  Expected<const GpuSpec::Field *> Field = numberField(Name);
  if (!Field)
    return badValue("--set", Text, toString(Field.takeError()));
  Expected<OptionNumber> Number = parseNumber("--set " + Name.str(), Value);
  if (!Number)
    return Number.takeError();
  Expected<NumberChange> Change = numberChange(**Field, Number->Value);
  if (!Change)
    return badValue("--set", Text, toString(Change.takeError()));
  return Change;
}

Expected<NumberChange> kernelcast::parseClock(StringRef Text) {
  StringRef Digits = Text.trim();
  double Scale = 1;
  if (Digits.consume_back_insensitive("GHz"))
    Scale = 1e9;
  else if (Digits.consume_back_insensitive("MHz"))
    Scale = 1e6;
  else
    Digits.consume_back_insensitive("Hz");
  Expected<OptionNumber> Number = parseNumber("--clock", Digits);
  if (!Number)
    return Number.takeError();
  Expected<const GpuSpec::Field *> Field = numberField("clock");
  if (!Field)
    return Field.takeError();
  Expected<NumberChange> Change = numberChange(**Field, Number->Value * Scale);
  if (!Change)
    return badValue("--clock", Text,
                    toString(Change.takeError()) +
                        "; a unit may follow, as in 1410MHz");
  Change->MovesRates = true;
  return Change;
}

/// "N % 1024 == 0", "N >= 2": one name, with or without a remainder, compared
/// with a number.
static Expected<ArgumentConstraint> parseConstraint(StringRef Text) {
  using Relation = ArgumentConstraint::Relation;
  auto Unsupported = [&] {
    return badValue("--assume", Text,
                    "a constraint compares one argument, or its remainder, "
                    "with a number: 'N % 1024 == 0', 'N >= 2'");
  };
  ArgumentConstraint Result;
  Result.Text = Text.str();
  StringRef Name = Text.take_while(
      [](char C) { return isAlnum(C) || C == '_' || C == ':' || C == '.'; });
  Result.Name = Name.str();
  StringRef Rest = Text.substr(Name.size()).trim();
  bool HasModulus = Rest.consume_front("%");
  size_t At = Rest.find_first_of("=<>!");
  if (Name.empty() || At == StringRef::npos || (!HasModulus && At != 0))
    return Unsupported();
  auto Number = [&](StringRef Digits) -> Expected<int64_t> {
    Expected<OptionNumber> Value = parseNumber("--assume", Digits);
    if (Value && Value->IsInteger)
      return Value->Integer;
    consumeError(Value.takeError());
    return Unsupported();
  };
  if (HasModulus) {
    Expected<int64_t> Modulus = Number(Rest.take_front(At));
    if (!Modulus)
      return Modulus.takeError();
    if (*Modulus < 1)
      return badValue("--assume", Text, "a number is divided by at least 1");
    Result.Modulus = *Modulus;
  }
  Rest = Rest.substr(At);
  const std::optional<Relation> Found = consumeRelation(Rest);
  if (!Found)
    return Unsupported();
  Result.Compare = *Found;
  Expected<int64_t> Value = Number(Rest);
  if (!Value)
    return Value.takeError();
  Result.Value = *Value;
  if (!HasModulus)
    return Result;
  if (Result.Compare != Relation::Equal && Result.Compare != Relation::NotEqual)
    return badValue("--assume", Text,
                    "a remainder is compared by == or != alone");
  if (Result.Value < 0 || Result.Value >= Result.Modulus)
    return badValue("--assume", Text,
                    "the remainder lies between 0 and " +
                        std::to_string(Result.Modulus - 1));
  return Result;
}

Expected<UserAssumption> kernelcast::parseAssumption(StringRef Text) {
  StringRef Rest = Text.trim();
  auto expected = [&] {
    return badValue(
        "--assume", Text,
        "expected 'LINE:COL p=0.3', 'LINE:COL trips=12', "
        "'sass:LINE trips=12' or a constraint such as 'N % 1024 == 0'");
  };
  UserAssumption Result;
  if (Rest.empty())
    return expected();
  const bool OfListing = Rest.consume_front("sass:");
  if (OfListing && (Rest.empty() || !isDigit(Rest[0])))
    return expected();
  if (!isDigit(Rest[0])) {
    // A constraint relates a name to something.
    size_t Relation = Rest.find_first_of("=<>!");
    StringRef Left = Rest.substr(0, Relation).trim();
    StringRef Right = Relation == StringRef::npos
                          ? ""
                          : Rest.substr(Relation).ltrim("=<>!").trim();
    bool Single = Relation != StringRef::npos && Rest[Relation] == '=' &&
                  !Rest.substr(Relation + 1).starts_with("=");
    if (Left.empty() || Right.empty() || Single ||
        !(isAlpha(Left[0]) || Left[0] == '_' || Left[0] == '('))
      return expected();
    Expected<ArgumentConstraint> Constraint = parseConstraint(Rest);
    if (!Constraint)
      return Constraint.takeError();
    Result.Constraint = std::move(*Constraint);
    return Result;
  }
  if (Rest.consumeInteger(10, Result.Line) || Result.Line == 0)
    return expected();
  if (!OfListing && Rest.consume_front(":") &&
      (Rest.consumeInteger(10, Result.Column) || Result.Column == 0))
    return expected();
  if (Rest.empty() || !isSpace(Rest[0]))
    return expected();
  auto [Key, Value] = Rest.trim().split('=');
  Key = Key.trim();
  if (Key == "p")
    Result.What = OfListing ? UserAssumption::Kind::ListingTaken
                            : UserAssumption::Kind::Probability;
  else if (Key == "trips")
    Result.What = OfListing ? UserAssumption::Kind::ListingTrips
                            : UserAssumption::Kind::Trips;
  else
    return expected();
  Expected<OptionNumber> Number = parseNumber("--assume " + Key.str(), Value);
  if (!Number)
    return Number.takeError();
  Result.Value = Number->Value;
  if (Key == "p" && !(Result.Value >= 0 && Result.Value <= 1))
    return badValue("--assume", Text, "a probability lies between 0 and 1");
  if (Key == "trips" && !(Result.Value >= 0 && Result.Value <= 1e15))
    return badValue("--assume", Text, "trips must be between 0 and 1e15");
  return Result;
}
