//===- Case.cpp - Parameters, inputs and checks of the cases
//----------------===//
#include "host/Case.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

using namespace measure;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

long Parameters::operator[](const std::string &Name) const {
  auto It = Values.find(Name);
  if (It == Values.end())
    throw Failure("no parameter '" + Name + "' among " + text());
  return It->second;
}

long Parameters::get(const std::string &Name, long Otherwise) const {
  auto It = Values.find(Name);
  return It == Values.end() ? Otherwise : It->second;
}

Parameters Parameters::with(const Parameters &Others) const {
  Parameters Result = *this;
  for (const auto &[Name, Value] : Others.Values)
    Result.Values[Name] = Value;
  return Result;
}

std::string Parameters::text() const {
  std::string Text;
  for (const auto &[Name, Value] : Values)
    Text += (Text.empty() ? "" : ";") + Name + "=" + std::to_string(Value);
  return Text;
}

Parameters Parameters::parse(const std::string &Text) {
  Parameters Result;
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find(';', At), Text.size());
    std::string One = Text.substr(At, End - At);
    size_t Equal = One.find('=');
    if (Equal == std::string::npos)
      throw Failure("'" + One + "' is not NAME=NUMBER");
    char *Rest = nullptr;
    long Value = std::strtol(One.c_str() + Equal + 1, &Rest, 10);
    if (*Rest || Equal + 1 == One.size())
      throw Failure("'" + One + "' is not NAME=NUMBER");
    Result.Values[One.substr(0, Equal)] = Value;
    At = End + 1;
  }
  return Result;
}

std::vector<Parameters> measure::combinations(
    const std::vector<std::pair<std::string, std::vector<long>>> &Axes) {
  std::vector<Parameters> Points = {Parameters()};
  for (const auto &[Name, Values] : Axes) {
    std::vector<Parameters> Longer;
    for (const Parameters &Point : Points)
      for (long Value : Values)
        Longer.push_back(Point.with({{Name, Value}}));
    Points = std::move(Longer);
  }
  return Points;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

size_t measure::bytesOf(Type T) {
  switch (T) {
  case Type::U8:
    return 1;
  case Type::F32:
  case Type::I32:
  case Type::U32:
    return 4;
  case Type::F64:
  case Type::I64:
  case Type::U64:
    return 8;
  }
  return 0;
}

/// FNV-1a: buffers of different names get different numbers.
static uint64_t hashOf(const std::string &Name) {
  uint64_t Hash = 0xcbf29ce484222325u;
  for (unsigned char C : Name)
    Hash = (Hash ^ C) * 0x100000001b3u;
  return Hash;
}

/// The finaliser of splitmix64 over a counter: any element without the ones
/// before it.
static double unitInterval(uint64_t Seed, uint64_t Index) {
  uint64_t X = Seed + (Index + 1) * 0x9e3779b97f4a7c15u;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9u;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebu;
  X ^= X >> 31;
  return double(X >> 11) * 0x1p-53;
}

double measure::randomElement(const std::string &Name, const Contents &Holds,
                              Type Of, size_t Index) {
  double Value =
      Holds.Low + unitInterval(hashOf(Name), Index) * (Holds.High - Holds.Low);
  if (Of == Type::F32)
    return float(Value);
  return Of == Type::F64 ? Value : std::floor(Value);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string compare(const std::string &Name, size_t Index, double Actual,
                           double Expected, double Tolerance) {
  // Written so that a NaN fails.
  if (std::fabs(Actual - Expected) <=
      Tolerance * std::max(1.0, std::fabs(Expected)))
    return {};
  char Text[200];
  std::snprintf(Text, sizeof(Text), "%s[%zu] is %.9g, expected %.9g",
                Name.c_str(), Index, Actual, Expected);
  return Text;
}

Check measure::eachElement(
    std::string Output, std::function<double(const Results &, size_t)> Expected,
    double Tolerance, size_t Elements) {
  return [=](const Results &R) -> std::string {
    const size_t Count = Elements ? Elements : R.elements(Output);
    const size_t All = 1 << 14, Ends = 64, Samples = 4096;
    auto One = [&](size_t I) {
      return compare(Output, I, R.after(Output, I), Expected(R, I), Tolerance);
    };
    for (size_t I = 0; I < (Count <= All ? Count : Ends); ++I)
      if (std::string Wrong = One(I); !Wrong.empty())
        return Wrong;
    if (Count <= All)
      return {};
    for (size_t I = Count - Ends; I < Count; ++I)
      if (std::string Wrong = One(I); !Wrong.empty())
        return Wrong;
    for (size_t S = 0; S < Samples; ++S) {
      size_t I = size_t(unitInterval(0x5eed, S) * double(Count));
      if (std::string Wrong = One(I); !Wrong.empty())
        return Wrong;
    }
    return {};
  };
}

Check measure::wholeArray(
    std::string Output,
    std::function<std::vector<double>(const Results &)> Expected,
    double Tolerance) {
  return [=](const Results &R) -> std::string {
    std::vector<double> Right = Expected(R);
    if (Right.size() > R.elements(Output))
      return "the reference has more elements than " + Output;
    for (size_t I = 0; I < Right.size(); ++I)
      if (std::string Wrong =
              compare(Output, I, R.after(Output, I), Right[I], Tolerance);
          !Wrong.empty())
        return Wrong;
    return {};
  };
}

Check measure::allOf(std::vector<Check> Checks) {
  return [=](const Results &R) -> std::string {
    for (const Check &One : Checks)
      if (std::string Wrong = One(R); !Wrong.empty())
        return Wrong;
    return {};
  };
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

Parameters measure::definitionsOf(const Parameters &P) {
  Parameters Result;
  for (const auto &[Name, Value] : P.all())
    if (std::isupper(static_cast<unsigned char>(Name[0])))
      Result = Result.with({{Name, Value}});
  return Result;
}

Problem measure::makeProblem(const Case &C, const Parameters &P) {
  Problem Q = C.Make(P);
  const Parameters Capitals = definitionsOf(P);
  for (const auto &[Name, Value] : Q.Definitions.all())
    if (!Capitals.has(Name) || Capitals[Name] != Value)
      throw Failure(C.Kernel + ": the definition " + Name +
                    " is not among the parameters in capitals");
  Q.Definitions = Capitals;
  if (!Q.IsRight)
    throw Failure(C.Kernel + " has no check");
  for (const Argument &A : Q.Arguments)
    if (A.Is == Argument::Kind::Buffer &&
        std::none_of(Q.Buffers.begin(), Q.Buffers.end(),
                     [&](const Buffer &B) { return B.Name == A.Name; }))
      throw Failure(C.Kernel + ": no buffer for the argument " + A.Name);
  for (const Buffer &B : Q.Buffers)
    if (B.Holds.Is == Contents::Kind::Given &&
        B.Holds.Given.size() != B.Elements * bytesOf(B.Of))
      throw Failure(C.Kernel + ": the contents of " + B.Name +
                    " are not of its size");
  return Q;
}
