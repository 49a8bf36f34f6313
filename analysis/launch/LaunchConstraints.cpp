//===- LaunchConstraints.cpp - Values that satisfy what is known ----------===//
//
// A constraint on a parameter is one on the host variable that is passed for it
// as it is, too. Values that are assumed are moved to the nearest one allowed;
// all others are only checked, when the launch is complete.
//===----------------------------------------------------------------------===//

#include "analysis/launch/LaunchResolver.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

char BrokenConstraint::ID;

SmallVector<ArgumentConstraint, 2>
LaunchResolver::constraintsOn(StringRef Name) const {
  auto PassedAs = [&](StringRef Parameter) {
    if (!Site)
      return false;
    for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
      if (E && P.Name == Parameter)
        return E->op() == Op::Symbol && E->name() == Name;
    return false;
  };
  SmallVector<ArgumentConstraint, 2> Result;
  for (const ArgumentConstraint &C : User.Constraints)
    if (C.Name == Name || PassedAs(C.Name))
      Result.push_back(C);
  return Result;
}

static std::string textOf(ArrayRef<ArgumentConstraint> Constraints) {
  std::string Text;
  for (const ArgumentConstraint &C : Constraints)
    Text += (Text.empty() ? "'" : " and '") + C.Text + "'";
  return Text;
}

/// \p Wanted or, for the value of \p Name to be one that is allowed, another
/// one; then \p Moved says for which constraints.
int64_t LaunchResolver::allowed(StringRef Name, int64_t Wanted,
                                std::string &Moved) {
  SmallVector<ArgumentConstraint, 2> Constraints = constraintsOn(Name);
  if (Constraints.empty())
    return Wanted;
  std::optional<int64_t> Value = nearestAllowed(Wanted, Constraints);
  if (!Value) {
    Impossible =
        "no value of " + Name.str() + " satisfies " + textOf(Constraints);
    return Wanted;
  }
  if (*Value != Wanted)
    Moved = textOf(Constraints);
  return *Value;
}

/// The value of an argument, a host variable or a size of the launch.
std::optional<ArgumentValue> LaunchResolver::valueOf(StringRef Name) const {
  for (const ArgumentValue &V : Launch.Arguments)
    if (V.Name == Name)
      return V;
  for (unsigned D = 0; D != 3; ++D) {
    std::string Axis(1, "xyz"[D]);
    if (Name == "blockDim." + Axis)
      return integerArgument(Name, Launch.Block[D], Launch.Source);
    if (Name == "gridDim." + Axis)
      return integerArgument(Name, Launch.Grid[D], Launch.Source);
  }
  return std::nullopt;
}

/// What the user gives must be a value of the variable's type: a conversion
/// would count another launch than the one that was asked for.
Error LaunchResolver::checkGiven() const {
  for (const auto &[Name, Value] : User.Arguments) {
    auto Use = Symbols.Uses.find(Name);
    if (Use == Symbols.Uses.end() || Use->second.Type.Float)
      continue;
    ScalarType Type = Use->second.Type;
    std::string Message;
    raw_string_ostream OS(Message);
    OS << "--arg " << Name << '=';
    if (!Value.IsInteger) {
      OS << format("%g", Value.Value) << ": '" << Name << "' is an integer";
      return make_error<BrokenConstraint>(std::move(Message));
    }
    if (Type.Bits >= 64 || wrapToType(Value.Integer, Type) == Value.Integer)
      continue;
    int64_t High = fitting(INT64_MAX, Type);
    OS << Value.Integer << ": '" << Name << "' holds "
       << (Type.Signed ? -High - 1 : 0) << " to " << High;
    return make_error<BrokenConstraint>(std::move(Message));
  }
  return Error::success();
}

/// The launch that the user asks for must be one that the kernel allows.
Error LaunchResolver::checkBlock() const {
  if (!User.Block)
    return Error::success();
  auto Shape = [](const auto &Size) {
    return std::to_string(Size[0]) + "x" + std::to_string(Size[1]) + "x" +
           std::to_string(Size[2]);
  };
  if (Kernel.RequiredBlock[0] &&
      !equal(Kernel.RequiredBlock, Launch.Block,
             [](unsigned A, uint64_t B) { return std::max(A, 1u) == B; }))
    return make_error<BrokenConstraint>(
        "--block " + Shape(Launch.Block) + ": " + Kernel.Name +
        " requires work-groups of " + Shape(Kernel.RequiredBlock));
  return Error::success();
}

Error LaunchResolver::checkConstraints() {
  if (!Impossible.empty())
    return make_error<BrokenConstraint>(Impossible);
  for (const ArgumentConstraint &C : User.Constraints) {
    std::optional<ArgumentValue> Value = valueOf(C.Name);
    if (!Value)
      continue; // of another kernel
    std::string Number = Value->IsInteger ? std::to_string(Value->Integer)
                                          : std::to_string(Value->Value);
    StringRef Origin = Value->Source == LaunchSource::Option ? "as given"
                       : Value->Source == LaunchSource::HostCode
                           ? "from host code"
                       : Value->Source == LaunchSource::Attribute
                           ? "from the kernel's attributes"
                           : "as it follows from assumed values";
    if (!Value->IsInteger || !C.holdsFor(Value->Integer))
      return make_error<BrokenConstraint>((C.Name + " = " + Number + ", " +
                                           Origin + ", does not satisfy '" +
                                           C.Text + "'")
                                              .str());
    assume({.Kind = AssumptionKind::Constraint,
            .Affects = affectedBy(C.Name),
            .Name = C.Text,
            .Detail = C.Name + " = " + Number});
  }
  return Error::success();
}
