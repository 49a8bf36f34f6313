//===- PointerTargets.cpp - Which variables a pointer may lead to ---------===//

#include "analysis/ast/PointerTargets.h"

using namespace llvm;

namespace kernelcast {

/// Whether \p E moves an address to a type of the same width.
static bool keepsAddress(ScalarExpr E) {
  return E->op() == Op::Cast && !E->type().Float &&
         E->operand(0)->type().Bits == 64;
}

/// Whether \p E is a constant that leaves no more than a place within a page.
static bool isSmallMask(ScalarExpr E) {
  return E->isIntegerConstant() && E->value() >= 0 && E->value() < 4096;
}

/// What \p Piece has been cut out of, as SlotBytes.h does.
static ScalarExpr wholeOf(ScalarExpr Piece) {
  while ((Piece->op() == Op::Cast && !Piece->operand(0)->type().Float) ||
         Piece->op() == Op::Shl || Piece->op() == Op::Shr ||
         (Piece->op() == Op::And && Piece->operand(1)->isIntegerConstant()))
    Piece = Piece->operand(0);
  return Piece;
}

static constexpr StringLiteral NeverWritten =
    "value of an uninitialised variable";

ScalarExpr uninitialised(ExpressionPool &Pool, ScalarType Type) {
  return Pool.opaque(NeverWritten, Type);
}

bool PointerTargets::isNeverWritten(ScalarExpr Unknown) {
  return Unknown->op() == Op::Opaque && Unknown->name() == NeverWritten;
}

ScalarExpr baseOf(ScalarExpr Address) {
  SmallVector<ScalarExpr, 16> Work{Address};
  for (unsigned Steps = 0; !Work.empty() && Steps < 256; ++Steps) {
    ScalarExpr E = Work.pop_back_val();
    if (E->op() == Op::Base)
      return E;
    if (E->op() == Op::Add)
      Work.append({E->operand(1), E->operand(0)});
    else if (E->op() == Op::Sub || keepsAddress(E))
      Work.push_back(E->operand(0));
  }
  return nullptr;
}

ScalarExpr offsetFrom(ExpressionPool &Pool, ScalarExpr Address,
                      ScalarExpr Base) {
  if (Address == Base)
    return Pool.constant(0, ScalarType::pointer());
  if (Address->op() == Op::Cast)
    return offsetFrom(Pool, Address->operand(0), Base);
  if (baseOf(Address->operand(0)) == Base)
    return Pool.binary(Address->op(),
                       offsetFrom(Pool, Address->operand(0), Base),
                       Address->operand(1));
  return Pool.binary(Address->op(), Address->operand(0),
                     offsetFrom(Pool, Address->operand(1), Base));
}

SmallVector<ScalarExpr, 2> PointerTargets::basesOf(ScalarExpr Address) const {
  Subtrahends Known;
  return basesOf(Address, Known, 0);
}

bool PointerTargets::hasBase(ScalarExpr Subtrahend, Subtrahends &Known,
                             unsigned Depth) const {
  constexpr unsigned MaxDepth = 64;
  if (Depth == MaxDepth)
    return false;
  auto [At, New] = Known.try_emplace(Subtrahend, false);
  if (!New)
    return At->second;
  bool Has = !basesOf(Subtrahend, Known, Depth + 1).empty();
  return Known[Subtrahend] = Has;
}

SmallVector<ScalarExpr, 2> PointerTargets::basesOf(ScalarExpr Address,
                                                   Subtrahends &Known,
                                                   unsigned Depth) const {
  constexpr unsigned MaxNodes = 4096;
  SmallVector<ScalarExpr, 2> Bases;
  SmallVector<ScalarExpr, 16> Work{Address};
  SmallDenseSet<ScalarExpr, 16> Seen;
  while (!Work.empty() && Seen.size() < MaxNodes) {
    ScalarExpr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    switch (E->op()) {
    case Op::Base:
      Bases.push_back(E);
      break;
    case Op::Add:
      Work.append({E->operand(1), E->operand(0)});
      break;
    case Op::Sub: // p - 4 is an address, p - q a number
      if (!hasBase(E->operand(1), Known, Depth))
        Work.push_back(E->operand(0));
      break;
    case Op::Cast:
      if (keepsAddress(E))
        Work.push_back(E->operand(0));
      break;
    case Op::Select:
      Work.append({E->operand(2), E->operand(1)});
      break;
    case Op::Phi:
      append_range(Work, Model.Phis[E->value()].Incoming);
      break;
    case Op::And:
      // p & ~15 is an address, p & 15 a number.
      if (!isSmallMask(E->operand(0)) && !isSmallMask(E->operand(1)))
        append_range(Work, E->operands());
      break;
    case Op::Or:
    case Op::Xor:
      for (ScalarExpr Piece : E->operands())
        Work.push_back(wholeOf(Piece));
      break;
    default:
      break;
    }
  }
  return Bases;
}

PointerOrigins PointerTargets::originsOf(ScalarExpr Address) const {
  // A sorting network in registers has tens of thousands of them. Where many
  // addresses do, each is followed a little.
  constexpr size_t MaxNodes = 65536, MaxInAll = 8'000'000, MaxAfter = 1024;
  const size_t Most = Followed < MaxInAll ? MaxNodes : MaxAfter;
  PointerOrigins Found;
  // Whether an expression is the address, not a piece that it is made of.
  SmallVector<std::pair<ScalarExpr, bool>, 16> Work{{Address, true}};
  SmallDenseSet<std::pair<ScalarExpr, unsigned>, 16> Seen;
  while (!Work.empty()) {
    const auto [E, IsWhole] = Work.pop_back_val();
    if (!Seen.insert({E, unsigned(IsWhole)}).second)
      continue;
    auto Push = [&, Whole = IsWhole](ArrayRef<ScalarExpr> More, bool Keeps) {
      for (ScalarExpr Each : More)
        Work.push_back({Each, Whole && Keeps});
    };
    if (Seen.size() > Most)
      Found.Untold = true;
    if (Found.Untold)
      break;
    switch (E->op()) {
    case Op::Base:
      Found.Bases.push_back(E);
      if (IsWhole)
        Found.Whole.push_back(E);
      break;
    case Op::Load:
      Found.Loaded = true;
      break;
    case Op::Opaque:
      if (isRelayed(E))
        Found.Loaded = true;
      else
        Found.Untold |= !IsWhole || !isNeverWritten(E);
      break;
    case Op::Call:
      Found.Untold = true;
      break;
    case Op::Phi:
      Push(Model.Phis[E->value()].Incoming, true);
      break;
    case Op::Add:
      Push(pointersIn(E), true);
      break;
    case Op::Sub:
      Push(E->operand(0), true);
      break;
    case Op::Select:
      Push({E->operand(2), E->operand(1)}, true);
      break;
    case Op::Cast:
      Push(E->operand(0), keepsAddress(E) && E->type().Bits == 64);
      break;
    case Op::And:
      Push(E->operands(),
           !isSmallMask(E->operand(0)) && !isSmallMask(E->operand(1)));
      break;
    case Op::Or:
    case Op::Xor: // pieces of one value are as good as that
      for (ScalarExpr Piece : E->operands())
        Push(wholeOf(Piece), wholeOf(Piece)->type().Bits == 64);
      break;
    default: // a number that the launch has, or its parts
      Push(E->operands(), false);
      break;
    }
  }
  Followed += Seen.size();
  return Found;
}

/// The operands of \p Sum but for an index.
SmallVector<ScalarExpr, 2> PointerTargets::pointersIn(ScalarExpr Sum) const {
  ScalarExpr A = Sum->operand(0), B = Sum->operand(1);
  const bool OfA = !basesOf(A).empty(), OfB = !basesOf(B).empty();
  auto IsIndex = [](ScalarExpr E) {
    return E->op() == Op::Mul || E->op() == Op::Constant ||
           (E->op() == Op::Cast && E->operand(0)->type().Bits < 64);
  };
  if (OfA != OfB)
    return {OfA ? A : B};
  if (!OfA && IsIndex(A) != IsIndex(B))
    return {IsIndex(A) ? B : A};
  return {A, B};
}

bool PointerTargets::choosesBase(ScalarExpr Address) {
  ScalarExpr Base = baseOf(Address);
  if (Address == Base ||
      (Address->op() == Op::Add && Base &&
       offsetFrom(*Model.Pool, Address, Base)->isIntegerConstant()))
    return false;
  SmallVector<ScalarExpr, 2> Bases = basesOf(Address);
  if (Bases.size() < (Base ? 2 : 1))
    return false;
  for (ScalarExpr B : Bases)
    choose(B->value());
  return true;
}

void PointerTargets::choose(ArrayId Array) {
  if (auto Variable = Declared.find(Array); Variable != Declared.end())
    Reached.Chosen.insert(Variable->second);
}

void PointerTargets::rewrite(ArrayId Array) {
  if (auto Variable = Declared.find(Array); Variable != Declared.end())
    Reached.Rewritten.insert(Variable->second);
}

void PointerTargets::expose(ArrayId Array) {
  if (auto Variable = Declared.find(Array); Variable != Declared.end())
    Reached.Exposed.insert(Variable->second);
}

ScalarExpr PointerTargets::offsetAcross(ScalarExpr Pointer, ScalarExpr Base) {
  SmallVector<ScalarExpr, 2> Bases = basesOf(Pointer);
  MemorySpace Space = Model.Arrays[Base->value()].Space;
  bool Told = !Bases.empty() || Pointer->isIntegerConstant();
  Measured.push_back(Pointer);
  choose(Base->value());
  for (ScalarExpr B : Bases) {
    choose(B->value());
    Told &= Model.Arrays[B->value()].Space == Space;
  }
  return Told && Space != MemorySpace::Local
             ? Model.Pool->binary(Op::Sub, Pointer, Base)
             : Model.Pool->opaque("pointer into one of several arrays",
                                  ScalarType::pointer());
}

} // namespace kernelcast
