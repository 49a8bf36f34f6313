//===- Contract.cpp - Reading contracts -----------------------------------===//
//
// Recursive descent over one line. Every part of the text knows its column, so
// that each mistake is told where it is.
//===----------------------------------------------------------------------===//

#include "tool/lint/Contract.h"
#include "analysis/launch/WrittenRelation.h"
#include "analysis/support/NearestName.h"
#include "analysis/support/WrittenNumber.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// An integer expression: the operators of C with their precedence, over
/// integers of 64 bits without overflow.
class IntegerExpression {
public:
  explicit IntegerExpression(StringRef Text) : Rest(Text) {}

  Expected<int64_t> evaluate() {
    const int64_t Value = shifts(0);
    if (Why.empty() && !Rest.ltrim().empty())
      wrong("'" + Rest.trim() + "' is not expected");
    if (!Why.empty())
      return createStringError(Why);
    return Value;
  }

private:
  int64_t wrong(const Twine &Message) {
    if (Why.empty())
      Why = Message.str();
    Rest = "";
    return 1;
  }
  bool take(StringRef Symbol) {
    Rest = Rest.ltrim();
    return Rest.consume_front(Symbol);
  }
  /// \p Value, which is read once \p Overflows is known.
  int64_t whole(bool Overflows, const int64_t &Value) {
    return Overflows ? wrong("the value does not fit 64 bits") : Value;
  }

  int64_t shifts(unsigned Depth) {
    int64_t Value = sum(Depth);
    for (;;) {
      const bool Left = take("<<");
      if (!Left && !take(">>"))
        return Value;
      const int64_t By = sum(Depth);
      constexpr int64_t Widest = 62;
      if (By < 0 || By > Widest)
        return wrong("a shift is from 0 to 62 bits");
      int64_t Shifted = 0;
      Value =
          Left
              ? whole(__builtin_mul_overflow(Value, int64_t(1) << By, &Shifted),
                      Shifted)
              : Value >> By;
    }
  }

  int64_t sum(unsigned Depth) {
    int64_t Value = product(Depth);
    for (;;) {
      int64_t Sum = 0;
      if (take("+"))
        Value = whole(__builtin_add_overflow(Value, product(Depth), &Sum), Sum);
      else if (take("-"))
        Value = whole(__builtin_sub_overflow(Value, product(Depth), &Sum), Sum);
      else
        return Value;
    }
  }

  int64_t product(unsigned Depth) {
    int64_t Value = factor(Depth);
    for (;;) {
      int64_t Product = 0;
      if (take("*")) {
        Value = whole(__builtin_mul_overflow(Value, factor(Depth), &Product),
                      Product);
        continue;
      }
      const bool Quotient = take("/");
      if (!Quotient && !take("%"))
        return Value;
      const int64_t By = factor(Depth);
      if (By == 0 || (By == -1 && Value == INT64_MIN))
        return wrong("a division that has no result");
      Value = Quotient ? Value / By : Value % By;
    }
  }

  int64_t factor(unsigned Depth) {
    if (Depth > MaxContractDepth)
      return wrong("more than " + Twine(MaxContractDepth) +
                   " brackets in one another");
    if (take("-")) {
      int64_t Negated = 0;
      const int64_t Value = factor(Depth + 1);
      return whole(__builtin_sub_overflow(int64_t(0), Value, &Negated),
                   Negated);
    }
    if (take("(")) {
      const int64_t Value = shifts(Depth + 1);
      return take(")") ? Value : wrong("a ')' is missing");
    }
    Rest = Rest.ltrim();
    const StringRef Word = Rest.take_while(
        [](char C) { return isAlnum(C) || C == '.' || C == '^'; });
    Rest = Rest.drop_front(Word.size());
    Expected<WrittenNumber> Number = readNumber(Word);
    if (!Number)
      return wrong("'" + Word + "': " + toString(Number.takeError()));
    return Number->IsInteger ? Number->Integer
                             : wrong("'" + Word + "': must be a whole number");
  }

  StringRef Rest;
  std::string Why; ///< nothing is wrong while it is empty
};

/// One line of contracts.
class ContractLine {
public:
  ContractLine(StringRef Line, const SourceSpot &At,
               std::vector<ReportDiagnostic> &Mistakes)
      : Line(Line), At(At), Mistakes(Mistakes) {}

  std::vector<Contract> read() {
    std::vector<Contract> Result;
    if (Line.size() > MaxContractBytes) {
      mistake(Line,
              "a contract of more than " + Twine(MaxContractBytes) + " bytes");
      return Result;
    }
    SmallVector<StringRef> Parts;
    Line.split(Parts, ';');
    for (StringRef Part : Parts) {
      Part = Part.trim();
      // The last ';' may end the line.
      if (Part.empty() && Parts.size() > 1 && Part.end() == Line.trim().end())
        continue;
      Contract New;
      if (readOne(Part, New))
        Result.push_back(std::move(New));
    }
    return Result;
  }

private:
  using Relation = ArgumentConstraint::Relation;

  SourceSpot placeOf(StringRef Part) const {
    return {At.File, At.Line,
            At.Column + static_cast<unsigned>(Part.data() - Line.data())};
  }

  bool mistake(StringRef Part, const Twine &Message) {
    Mistakes.push_back({ReportDiagnostic::Level::Error, placeOf(Part),
                        "contract: " + Message.str()});
    return false;
  }

  bool readOne(StringRef Part, Contract &To) {
    To.Text = Part.str();
    To.Location = placeOf(Part);
    To.Range = {To.Location.Line, To.Location.Column, To.Location.Line,
                To.Location.Column + static_cast<unsigned>(Part.size()), ""};
    StringRef Rest = Part;
    const StringRef Word =
        Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
    Rest = Rest.drop_front(Word.size()).ltrim();
    static constexpr std::pair<StringLiteral, ContractFact> Facts[] = {
        {"time", ContractFact::Time},
        {"bank_degree", ContractFact::BankDegree},
        {"sectors_per_warp", ContractFact::SectorsPerWarp},
        {"divergence", ContractFact::Divergence},
        {"occupancy", ContractFact::Occupancy},
        {"registers", ContractFact::Registers}};
    if (Word.empty())
      return mistake(Part, "a fact is missing, such as bank_degree <= 1");
    std::optional<ContractFact> Fact =
        meaning<ContractFact>(Word, "there is no fact called", ArrayRef(Facts));
    if (!Fact)
      return false;
    To.Fact = *Fact;
    std::optional<StringRef> Arguments;
    if (Rest.starts_with("(") && !takeArguments(Rest, Arguments))
      return false;
    if (!readArguments(Word, Arguments, To))
      return false;
    const StringRef RelationAt = Rest;
    std::optional<Relation> Compare = consumeRelation(Rest);
    if (!Compare || *Compare == Relation::NotEqual)
      return mistake(RelationAt.empty() ? Part : RelationAt,
                     "<=, <, >=, > or == must follow");
    To.Compare = *Compare;
    return readLimit(Rest.trim(), Part, To);
  }

  /// The meaning of \p Word among \p Known, or a mistake.
  template <typename T>
  std::optional<T> meaning(StringRef Word, StringRef Unknown,
                           ArrayRef<std::pair<StringLiteral, T>> Known) {
    std::vector<StringRef> Names;
    for (const auto &[Name, Meaning] : Known) {
      if (Name == Word)
        return Meaning;
      Names.push_back(Name);
    }
    const StringRef Near = nearestName(Word, Names);
    mistake(Word, Unknown + " '" + Word.take_front(64) + "'; " +
                      (Near.empty() ? "there are " + join(Names, ", ")
                                    : "did you mean '" + Near.str() + "'?"));
    return std::nullopt;
  }

  /// Takes "(...)" off \p Rest.
  bool takeArguments(StringRef &Rest, std::optional<StringRef> &To) {
    unsigned Depth = 0;
    for (size_t I = 0; I != Rest.size(); ++I) {
      Depth += Rest[I] == '(';
      if (Rest[I] != ')' || --Depth)
        continue;
      To = Rest.slice(1, I);
      Rest = Rest.drop_front(I + 1).ltrim();
      return true;
    }
    return mistake(Rest, "a ')' is missing");
  }

  bool readArguments(StringRef Word, std::optional<StringRef> Given,
                     Contract &To) {
    const StringRef Text = Given.value_or("").trim();
    switch (To.Fact) {
    case ContractFact::Time:
      return Text.empty() ? mistake(Word, "time needs a GPU: time(a100-pcie-"
                                          "40gb, n=4096) <= 1ms")
                          : readLaunch(Text, To);
    case ContractFact::BankDegree:
      return !Given || readArray(Text, To);
    case ContractFact::SectorsPerWarp: {
      static constexpr std::pair<StringLiteral, AccessKind> Kinds[] = {
          {"load", AccessKind::Load},
          {"store", AccessKind::Store},
          {"atomic", AccessKind::Atomic}};
      if (Text.empty())
        return mistake(Word, "sectors_per_warp needs an access: "
                             "sectors_per_warp(load in) <= 4");
      const StringRef Kind = Text.take_until([](char C) { return isSpace(C); });
      auto Known = meaning<AccessKind>(Kind, "there is no access called",
                                       ArrayRef(Kinds));
      To.Kind = Known.value_or(To.Kind);
      return Known && readArray(Text.drop_front(Kind.size()).ltrim(), To);
    }
    case ContractFact::Divergence:
    case ContractFact::Occupancy:
    case ContractFact::Registers:
      break;
    }
    return !Given || mistake(*Given, Word + " takes nothing in brackets");
  }

  bool readArray(StringRef Text, Contract &To) {
    if (Text.empty() || !all_of(Text, [](char C) {
          return isAlnum(C) || C == '_' || C == ':' || C == '.';
        }))
      return mistake(Text, "the name of an array must stand here");
    To.Array = Text.str();
    To.ArrayAt = placeOf(Text);
    return true;
  }

  /// "GPU, n=1<<20, block=32x8"
  bool readLaunch(StringRef Text, Contract &To) {
    SmallVector<StringRef> Parts;
    Text.split(Parts, ',');
    const StringRef Gpu = Parts[0].trim();
    if (Gpu.empty() || !all_of(Gpu, [](char C) {
          return isAlnum(C) || C == '-' || C == '_' || C == '.';
        }))
      return mistake(Gpu, "the name of a GPU must stand here");
    To.Gpu = Gpu.str();
    To.GpuAt = placeOf(Gpu);
    for (StringRef Part : drop_begin(Parts)) {
      Part = Part.trim();
      const size_t Equal = Part.find('=');
      const StringRef Name = Part.take_front(Equal).trim();
      if (Equal == StringRef::npos || Name.empty())
        return mistake(Part, "NAME=VALUE must stand here");
      if (!readValue(Name, Part.drop_front(Equal + 1).trim(), To))
        return false;
    }
    return true;
  }

  bool readValue(StringRef Name, StringRef Text, Contract &To) {
    enum class Part : uint8_t { Grid, Block, DynamicShared };
    static constexpr std::pair<StringLiteral, Part> Shapes[] = {
        {"grid", Part::Grid},
        {"block", Part::Block},
        {"dynamic_shared", Part::DynamicShared}};
    const auto *Shape =
        find_if(Shapes, [&](const auto &Each) { return Each.first == Name; });
    if (Shape == std::end(Shapes))
      return readArgument(Name, Text, To);
    switch (Shape->second) {
    case Part::Grid:
      return readSizes(Text, To.Launch.Grid);
    case Part::Block:
      return readSizes(Text, To.Launch.Block);
    case Part::DynamicShared:
      break;
    }
    std::optional<int64_t> Bytes = integer(Text);
    if (Bytes && *Bytes < 0)
      return mistake(Text, "must be at least 0");
    if (Bytes)
      To.Launch.DynamicSharedBytes = static_cast<uint64_t>(*Bytes);
    return Bytes.has_value();
  }

  bool readArgument(StringRef Name, StringRef Text, Contract &To) {
    ArgumentValue Value;
    Value.Name = Name.str();
    Value.Source = LaunchSource::Option;
    Expected<WrittenNumber> Number = readNumber(Text);
    if (Number) {
      Value.IsInteger = Number->IsInteger;
      Value.Integer = Number->Integer;
      Value.Value = Number->Value;
    } else {
      consumeError(Number.takeError());
      std::optional<int64_t> Whole = integer(Text);
      if (!Whole)
        return false;
      Value.Integer = *Whole;
      Value.Value = static_cast<double>(*Whole);
    }
    if (!To.ArgumentAt.try_emplace(Value.Name, placeOf(Name)).second)
      return mistake(Name, "'" + Name + "' is given twice");
    To.Launch.Arguments[Value.Name] = Value;
    return true;
  }

  std::optional<int64_t> integer(StringRef Text) {
    Expected<int64_t> Value = IntegerExpression(Text).evaluate();
    if (Value)
      return *Value;
    mistake(Text, toString(Value.takeError()));
    return std::nullopt;
  }

  /// "256", "32x8", "(1<<16)x4": none of the numbers is hexadecimal.
  bool readSizes(StringRef Text, std::optional<std::array<uint64_t, 3>> &To) {
    SmallVector<StringRef> Parts;
    Text.split(Parts, 'x');
    std::array<uint64_t, 3> Sizes{1, 1, 1};
    if (Parts.size() > Sizes.size())
      return mistake(Text, "at most three sizes: 32x8x1");
    uint64_t Product = 1;
    for (size_t I = 0; I != Parts.size(); ++I) {
      std::optional<int64_t> Size = integer(Parts[I].trim());
      if (!Size)
        return false;
      if (*Size < 1 || *Size > INT32_MAX)
        return mistake(Parts[I], "a size is from 1 to 2^31 - 1");
      Sizes[I] = static_cast<uint64_t>(*Size);
      if (__builtin_mul_overflow(Product, Sizes[I], &Product) ||
          Product > INT64_MAX)
        return mistake(Text, "the product of the sizes overflows");
    }
    To = Sizes;
    return true;
  }

  bool readLimit(StringRef Text, StringRef Part, Contract &To) {
    StringRef Digits = Text;
    double Unit = 1;
    constexpr double Percent = 0.01;
    if (To.Fact == ContractFact::Time) {
      static constexpr std::pair<StringLiteral, double> Units[] = {
          {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
      const auto *Found = find_if(Units, [&](const auto &Each) {
        return Digits.consume_back(Each.first);
      });
      if (Found == std::end(Units))
        return mistake(Text.empty() ? Part : Text,
                       "a time needs ns, us, ms or s: 120us");
      Unit = Found->second;
    } else if (To.Fact == ContractFact::Divergence ||
               To.Fact == ContractFact::Occupancy) {
      Digits.consume_back("%");
      Unit = Percent;
    }
    Expected<WrittenNumber> Number = readNumber(Digits);
    if (!Number)
      return mistake(Text.empty() ? Part : Text,
                     "'" + Text + "': " + toString(Number.takeError()));
    if (Number->Value < 0)
      return mistake(Text, "no fact is negative");
    To.Limit = Number->Value * Unit;
    return true;
  }

  StringRef Line;
  const SourceSpot &At;
  std::vector<ReportDiagnostic> &Mistakes;
};

} // namespace

std::vector<Contract>
kernelcast::readContracts(StringRef Text, const SourceSpot &At,
                          std::vector<ReportDiagnostic> &Mistakes) {
  return ContractLine(Text, At, Mistakes).read();
}
