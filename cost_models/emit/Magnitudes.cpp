//===- Magnitudes.cpp - How large a number can get ------------------------===//

#include "cost_models/emit/Magnitudes.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

unsigned Magnitudes::step(MagnitudeStep Step) {
  auto [At, New] = Known.try_emplace(
      {Step.What, Step.A, Step.B, Step.Value, Step.Of.node()}, Steps.size());
  if (New) {
    Steps.push_back(Step);
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
  return step({What, A, B, 0, {}, Limit});
}

unsigned Magnitudes::number(double Value) {
  return step({MagnitudeStep::Number, 0, 0, std::abs(Value), {}, 0});
}

unsigned Magnitudes::leaf(Formula Leaf) {
  return step({MagnitudeStep::Leaf, 0, 0, 0, Leaf, 0});
}

/// Of a coordinate: an index is below its size.
unsigned Magnitudes::size(Coordinate Which) {
  if (Which == Coordinate::WarpSize)
    return number(64);
  if (Which >= Coordinate::OffsetX)
    return number(0);
  constexpr unsigned ToSize = unsigned(Coordinate::BlockSizeX);
  if (Which < Coordinate::BlockSizeX)
    Which = static_cast<Coordinate>(unsigned(Which) + ToSize);
  return leaf(Pool.coordinate(Which));
}

//===- Formulas -----------------------------------------------------------===//

unsigned Magnitudes::sum(Formula F, Bound &Counts) {
  unsigned Count = of(F.operand(1), Counts);
  const FormulaNode *Leaf = F.operand(0).node();
  auto Outer = Counts.find(Leaf);
  std::optional<unsigned> Hidden;
  if (Outer != Counts.end())
    Hidden = Outer->second;
  Counts[Leaf] = Count;
  unsigned Term = of(F.operand(2), Counts);
  Counts.erase(Leaf);
  if (Hidden)
    Counts[Leaf] = *Hidden;
  return add(MagnitudeStep::Mul, Count, Term, LargestWhole);
}

/// What lanes are asked for is computed for each, and must not overflow either.
unsigned Magnitudes::overLanes(Formula F, Bound &Counts) {
  unsigned Last = 0;
  for (const FormulaNode *Operand : F.operands().drop_front())
    Last = of(Operand, Counts);
  // A lane has two values at most.
  return F.op() == FormulaOp::Largest ? Last : number(2 * double(F.value()));
}

unsigned Magnitudes::of(Formula F, Bound &Counts) {
  using M = MagnitudeStep;
  if (F.op() == FormulaOp::Sum)
    return sum(F, Counts);
  if (F.isOverLanes())
    return overLanes(F, Counts);
  if (auto At = Counts.find(F.node()); At != Counts.end())
    return At->second;
  SmallVector<unsigned, 3> Of;
  for (const FormulaNode *Operand : F.operands())
    Of.push_back(of(Operand, Counts));
  switch (F.op()) {
  case FormulaOp::Number:
    return number(double(F.value()));
  case FormulaOp::Coordinate:
    return size(static_cast<Coordinate>(F.value()));
  case FormulaOp::Argument:
  case FormulaOp::Counter:
    return leaf(F);
  case FormulaOp::Negate:
  case FormulaOp::Abs:
  case FormulaOp::Div:
  case FormulaOp::ShiftRight:
    return Of[0];
  case FormulaOp::Complement:
    return add(M::Add, Of[0], number(1));
  case FormulaOp::FloorLog2:
    return number(64);
  case FormulaOp::Min:
  case FormulaOp::Max:
    return add(M::Larger, Of[0], Of[1]);
  case FormulaOp::Choice:
    return add(M::Larger, Of[1], Of[2]);
  case FormulaOp::Mul:
    return add(M::Mul, Of[0], Of[1], LargestWhole);
  case FormulaOp::ShiftLeft:
    return add(M::Mul, Of[0], add(M::Power, Of[1], 0), LargestWhole);
  case FormulaOp::Rem:
    return add(M::Smaller, Of[0], Of[1]);
  case FormulaOp::Add:
  case FormulaOp::Sub:
  case FormulaOp::BitAnd:
  case FormulaOp::BitXor:
  case FormulaOp::BitOr:
    return add(M::Add, Of[0], Of[1], LargestWhole);
  default: // comparisons
    return number(1);
  }
}

void Magnitudes::require(Formula F) {
  Bound Counts;
  double &Limit = Steps[of(F, Counts)].Limit;
  if (!(Limit > 0))
    Limit = LargestWhole;
}

//===- Expressions --------------------------------------------------------===//

std::optional<unsigned> Magnitudes::leaf(const Expr *E) {
  switch (E->op()) {
  case Op::Constant:
    // x + (2^n - 1) is x - 1.
    return number(double(
        wrapToType(E->value(), ScalarType::integer(E->type().Bits, true))));
  case Op::Symbol:
    return leaf(Pool.argument(E->name()));
  case Op::Base: // addresses count from here
    return number(0);
  case Op::Counter: {
    const Expr *Trips = Kernel.Loops[E->value()].TripCount;
    return Trips ? of(Trips) : std::nullopt;
  }
  case Op::Coordinate:
    return size(static_cast<Coordinate>(E->value()));
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

bool Magnitudes::hold(const FormulaValues &Values) const {
  std::vector<double> Size;
  for (const MagnitudeStep &Step : Steps) {
    double A = Step.A < Size.size() ? Size[Step.A] : 0;
    double B = Step.B < Size.size() ? Size[Step.B] : 0;
    double Now = 0;
    switch (Step.What) {
    case MagnitudeStep::Number:
      Now = Step.Value;
      break;
    case MagnitudeStep::Leaf: {
      auto At = Values.find(Step.Of.node());
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
