//===- Magnitudes.cpp - How large a number can get ------------------------===//

#include "cost_models/emit/Magnitudes.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

unsigned Magnitudes::step(MagnitudeStep Step) {
  auto [At, New] = Known.try_emplace(
      {Step.What, Step.A, Step.B, Step.Value, Step.Word}, Steps.size());
  if (New) {
    Steps.push_back(std::move(Step));
  } else if (Step.Limit > 0) {
    double &Limit = Steps[At->second].Limit;
    Limit = Limit > 0 ? std::min(Limit, Step.Limit) : Step.Limit;
  }
  return At->second;
}

unsigned Magnitudes::add(MagnitudeStep::Kind What, unsigned A, unsigned B,
                         double Limit) {
  if (A > B && What != MagnitudeStep::Power)
    std::swap(A, B);
  if (A == B &&
      (What == MagnitudeStep::Larger || What == MagnitudeStep::Smaller))
    return A;
  return step({What, A, B, 0, "", Limit});
}

unsigned Magnitudes::number(double Value) {
  return step({MagnitudeStep::Number, 0, 0, std::abs(Value), "", 0});
}

unsigned Magnitudes::name(const std::string &Word) {
  return step({MagnitudeStep::Name, 0, 0, 0, Word, 0});
}

//===- Formulas -----------------------------------------------------------===//

std::optional<unsigned> Magnitudes::of(const FormulaTree &Tree, Bound &Counts) {
  using Kind = FormulaTree::Kind;
  using M = MagnitudeStep;
  SmallVector<unsigned, 3> Of;
  if (Tree.What == Kind::Sum) {
    auto Count = of(Tree.Operands[0], Counts);
    if (!Count)
      return std::nullopt;
    auto Outer = Counts.find(Tree.Word);
    std::optional<unsigned> Hidden;
    if (Outer != Counts.end())
      Hidden = Outer->second;
    Counts[Tree.Word] = *Count;
    auto Term = of(Tree.Operands[1], Counts);
    Counts.erase(Tree.Word);
    if (Hidden)
      Counts[Tree.Word] = *Hidden;
    if (!Term)
      return std::nullopt;
    return add(M::Mul, *Count, *Term, LargestWhole);
  }
  for (const FormulaTree &Operand : Tree.Operands) {
    auto One = of(Operand, Counts);
    if (!One)
      return std::nullopt;
    Of.push_back(*One);
  }
  const std::string &Word = Tree.Word;
  switch (Tree.What) {
  case Kind::Number:
    return number(double(Tree.Value));
  case Kind::Name: {
    auto At = Counts.find(Word);
    if (At != Counts.end())
      return At->second;
    if (StringRef(Word).starts_with("offset."))
      return number(0);
    StringRef Axis = StringRef(Word).take_back(2);
    if (StringRef(Word).starts_with("threadIdx."))
      return name("blockDim" + Axis.str());
    if (StringRef(Word).starts_with("blockIdx."))
      return name("gridDim" + Axis.str());
    return name(Word);
  }
  case Kind::Prefix:
    return Word == "~" ? add(M::Add, Of[0], number(1)) : Of[0];
  case Kind::Choice:
    return add(M::Larger, Of[1], Of[2]);
  case Kind::Call:
    if (Word == "floorlog2")
      return number(64);
    return Of.size() == 1 ? Of[0] : add(M::Larger, Of[0], Of[1]);
  case Kind::Infix:
    break;
  case Kind::Sum:
    return std::nullopt;
  }
  if (Word == "*")
    return add(M::Mul, Of[0], Of[1], LargestWhole);
  if (Word == "<<")
    return add(M::Mul, Of[0], add(M::Power, Of[1], 0), LargestWhole);
  if (Word == "/" || Word == ">>")
    return Of[0];
  if (Word == "%")
    return add(M::Smaller, Of[0], Of[1]);
  if (Word == "+" || Word == "-" || Word == "&" || Word == "|" || Word == "^")
    return add(M::Add, Of[0], Of[1], LargestWhole);
  return number(1); // comparisons
}

bool Magnitudes::require(const FormulaTree &Tree) {
  Bound Counts;
  auto Root = of(Tree, Counts);
  if (Root && !(Steps[*Root].Limit > 0))
    Steps[*Root].Limit = LargestWhole;
  return Root.has_value();
}

//===- Expressions --------------------------------------------------------===//

std::optional<unsigned> Magnitudes::leaf(const Expr *E) {
  switch (E->op()) {
  case Op::Constant:
    // x + (2^n - 1) is x - 1.
    return number(double(
        wrapToType(E->value(), ScalarType::integer(E->type().Bits, true))));
  case Op::Symbol:
    return name(E->name().str());
  case Op::Base: // addresses count from here
    return number(0);
  case Op::Counter: {
    const Expr *Trips = Kernel.Loops[E->value()].TripCount;
    return Trips ? of(Trips) : std::nullopt;
  }
  case Op::Coordinate: {
    constexpr const char *Names[] = {"blockDim.", "gridDim.", "blockDim.",
                                     "gridDim."};
    auto Which = unsigned(E->value());
    if (Which < unsigned(Coordinate::OffsetX))
      return name(std::string(Names[Which / 3]) + "xyz"[Which % 3]);
    return number(Which == unsigned(Coordinate::WarpSize) ? 64 : 0);
  }
  default:
    return std::nullopt;
  }
}

std::optional<unsigned> Magnitudes::of(const Expr *E) {
  using M = MagnitudeStep;
  if (auto At = Done.find(E); At != Done.end())
    return At->second;
  ScalarType Type = E->type();
  if (Type.Float)
    return std::nullopt;
  std::optional<unsigned> Result;
  if (E->isLeaf()) {
    Result = leaf(E);
  } else {
    SmallVector<unsigned, 3> Of;
    for (const Expr *Operand : E->operands()) {
      auto One = of(Operand);
      if (!One)
        return std::nullopt;
      Of.push_back(*One);
    }
    double Limit = Type.Bits >= 63
                       ? LargestWhole
                       : std::ldexp(1.0, Type.Bits - (Type.Signed ? 1 : 0));
    bool Truth = Type == ScalarType::truth();
    switch (E->op()) {
    case Op::Add:
    case Op::Sub:
      Result = add(M::Add, Of[0], Of[1], Limit);
      break;
    case Op::Mul:
      Result = add(M::Mul, Of[0], Of[1], Limit);
      break;
    case Op::Shl:
      Result = add(M::Mul, Of[0], add(M::Power, Of[1], 0), Limit);
      break;
    case Op::Div:
    case Op::Shr:
      Result = Of[0];
      break;
    case Op::Rem:
      Result = add(M::Smaller, Of[0], Of[1]);
      break;
    case Op::And:
    case Op::Or:
    case Op::Xor:
      Result = Truth ? number(1) : add(M::Add, Of[0], Of[1]);
      break;
    case Op::Min:
    case Op::Max:
      Result = add(M::Larger, Of[0], Of[1]);
      break;
    case Op::Select:
      Result = add(M::Larger, Of[1], Of[2]);
      break;
    case Op::Negate:
      Result = Of[0];
      break;
    case Op::Not:
      Result = Truth ? number(1) : add(M::Add, Of[0], number(1));
      break;
    case Op::Cast:
      Result = Truth ? number(1) : Of[0];
      if (!Truth && Limit < LargestWhole) {
        double &Old = Steps[*Result].Limit;
        Old = Old > 0 ? std::min(Old, Limit) : Limit;
      }
      break;
    case Op::FloorLog2:
      Result = number(64);
      break;
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
      Result = number(1);
      break;
    default:
      return std::nullopt;
    }
  }
  if (Result)
    Done[E] = *Result;
  return Result;
}

bool Magnitudes::require(const Expr *Expression) {
  return of(Expression).has_value();
}

bool Magnitudes::hold(const std::map<std::string, int64_t> &Values) const {
  std::vector<double> Size;
  for (const MagnitudeStep &Step : Steps) {
    double A = Step.A < Size.size() ? Size[Step.A] : 0;
    double B = Step.B < Size.size() ? Size[Step.B] : 0;
    double Now = 0;
    switch (Step.What) {
    case MagnitudeStep::Number:
      Now = Step.Value;
      break;
    case MagnitudeStep::Name: {
      auto At = Values.find(Step.Word);
      if (At == Values.end())
        return false;
      Now = std::abs(double(At->second));
      break;
    }
    case MagnitudeStep::Add:
      Now = A + B;
      break;
    case MagnitudeStep::Mul:
      Now = A * B;
      break;
    case MagnitudeStep::Larger:
      Now = std::max(A, B);
      break;
    case MagnitudeStep::Smaller:
      Now = std::min(A, B);
      break;
    case MagnitudeStep::Power:
      Now = std::ldexp(1.0, int(std::min(A, 64.0)));
      break;
    }
    if (Step.Limit > 0 && !(Now < Step.Limit))
      return false;
    Size.push_back(Now);
  }
  return true;
}
