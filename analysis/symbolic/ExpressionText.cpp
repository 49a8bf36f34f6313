//===- ExpressionText.cpp - Expressions as C programmers write them -------===//
//
// A recursive printer with C's precedence levels. A shared node prints once
// per use, which may be exponentially long, so the text stops with "..." after
// some 2000 characters or 200 levels. Casts that only change an integer's width
// or sign are left out: they are C's own conversions more often than not.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/Expression.h"
#include <charconv>
#include <cmath>

using namespace kernelcast;

llvm::StringRef kernelcast::name(Coordinate Which) {
  switch (Which) {
  case Coordinate::ThreadX:
    return "threadIdx.x";
  case Coordinate::ThreadY:
    return "threadIdx.y";
  case Coordinate::ThreadZ:
    return "threadIdx.z";
  case Coordinate::BlockX:
    return "blockIdx.x";
  case Coordinate::BlockY:
    return "blockIdx.y";
  case Coordinate::BlockZ:
    return "blockIdx.z";
  case Coordinate::BlockSizeX:
    return "blockDim.x";
  case Coordinate::BlockSizeY:
    return "blockDim.y";
  case Coordinate::BlockSizeZ:
    return "blockDim.z";
  case Coordinate::GridSizeX:
    return "gridDim.x";
  case Coordinate::GridSizeY:
    return "gridDim.y";
  case Coordinate::GridSizeZ:
    return "gridDim.z";
  case Coordinate::OffsetX:
    return "offset.x";
  case Coordinate::OffsetY:
    return "offset.y";
  case Coordinate::OffsetZ:
    return "offset.z";
  case Coordinate::WarpSize:
    return "warpSize";
  }
  return "coordinate";
}

namespace {

/// Binding strength, loosest first.
enum Level {
  Any,
  Ternary,
  OrElse,
  AndAlso,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Prefix,
  Primary
};

class Printer {
public:
  explicit Printer(llvm::function_ref<std::string(const Expr *)> NameOf)
      : NameOf(NameOf) {}
  std::string Out;

  void print(const Expr *E, int Outer, unsigned Depth = 0) {
    if (Out.size() > MaxText || Depth > MaxDepth) {
      if (!llvm::StringRef(Out).ends_with("..."))
        Out += "...";
      return;
    }
    if (const Expr *Inner = silentCast(E))
      return print(Inner, Outer, Depth + 1);
    int Own = level(E);
    bool Parentheses = Own < Outer;
    if (Parentheses)
      Out += '(';
    node(E, Own, Depth + 1);
    if (Parentheses)
      Out += ')';
  }

private:
  static constexpr size_t MaxText = 2000;
  static constexpr unsigned MaxDepth = 200;
  llvm::function_ref<std::string(const Expr *)> NameOf;

  static const Expr *silentCast(const Expr *E) {
    bool Silent =
        E->op() == Op::Cast && !E->type().Float && !E->operand(0)->type().Float;
    return Silent ? E->operand(0) : nullptr;
  }

  static bool isTruth(const Expr *E) {
    return E->type() == ScalarType::truth();
  }

  static int level(const Expr *E) {
    switch (E->op()) {
    case Op::Constant:
      return negative(E) ? Prefix : Primary;
    case Op::Add:
    case Op::Sub:
      return Sum;
    case Op::Mul:
    case Op::Div:
    case Op::Rem:
      return Product;
    case Op::Shl:
    case Op::Shr:
      return Shift;
    case Op::And:
      return isTruth(E) ? AndAlso : BitAnd;
    case Op::Or:
      return isTruth(E) ? OrElse : BitOr;
    case Op::Xor:
      return isTruth(E) ? Equality : BitXor;
    case Op::Negate:
    case Op::Not:
    case Op::Cast:
      return Prefix;
    case Op::Equal:
    case Op::NotEqual:
      return Equality;
    case Op::Less:
    case Op::LessEqual:
      return Relation;
    case Op::Select:
      return Ternary;
    default:
      return Primary;
    }
  }

  /// A constant that reads better with a minus sign: below zero.
  static bool negative(const Expr *E) {
    if (!E->isConstant())
      return false;
    if (E->type().Float)
      return std::signbit(E->floatValue());
    return E->type().Signed && E->value() < 0;
  }

  /// The magnitude of a constant summand that subtracts, unsigned ones that
  /// wrap around included; nothing for one that adds.
  static std::optional<uint64_t> subtracted(const Expr *E) {
    if (!E->isIntegerConstant() || E->type().Bits < 8)
      return std::nullopt;
    ScalarType Signed = ScalarType::integer(E->type().Bits, true);
    int64_t Value = wrapToType(E->value(), Signed);
    if (Value >= 0)
      return std::nullopt;
    return -static_cast<uint64_t>(Value);
  }

  void node(const Expr *E, int Own, unsigned Depth) {
    auto Infix = [&](llvm::StringRef Text, bool Associative) {
      print(E->operand(0), Own, Depth);
      Out += Text;
      print(E->operand(1), Own + (Associative ? 0 : 1), Depth);
    };
    auto Function = [&](llvm::StringRef Name) {
      Out += Name;
      Out += '(';
      for (unsigned I = 0; I < E->operands().size(); ++I) {
        if (I)
          Out += ", ";
        print(E->operand(I), Ternary, Depth);
      }
      Out += ')';
    };
    switch (E->op()) {
    case Op::Add:
      return sum(E, Depth);
    case Op::Sub:
      return Infix(" - ", false);
    case Op::Mul:
      return Infix(" * ", isProduct(E->operand(1)) && !E->type().Float);
    case Op::Div:
      return Infix(" / ", false);
    case Op::Rem:
      return Infix(" % ", false);
    case Op::Shl:
      return Infix(" << ", false);
    case Op::Shr:
      return Infix(" >> ", false);
    case Op::And:
      return Infix(isTruth(E) ? " && " : " & ", true);
    case Op::Or:
      return Infix(isTruth(E) ? " || " : " | ", true);
    case Op::Xor:
      return Infix(isTruth(E) ? " != " : " ^ ", !isTruth(E));
    case Op::Equal:
      return Infix(" == ", false);
    case Op::NotEqual:
      return Infix(" != ", false);
    case Op::Less:
    case Op::LessEqual:
      if (E->operand(0)->isConstant()) { // 0 < x reads x > 0
        print(E->operand(1), Own, Depth);
        Out += E->op() == Op::Less ? " > " : " >= ";
        return print(E->operand(0), Own + 1, Depth);
      }
      return Infix(E->op() == Op::Less ? " < " : " <= ", false);
    case Op::Negate:
      Out += '-';
      return print(E->operand(0), Primary, Depth);
    case Op::Not:
      Out += isTruth(E) ? '!' : '~';
      return print(E->operand(0), Prefix, Depth);
    case Op::Min:
      return Function("min");
    case Op::Max:
      return Function("max");
    case Op::FloorLog2:
      return Function("floorlog2");
    case Op::Call:
      return Function(E->name());
    case Op::Select:
      print(E->operand(0), OrElse, Depth);
      Out += " ? ";
      print(E->operand(1), Ternary, Depth);
      Out += " : ";
      return print(E->operand(2), Ternary, Depth);
    case Op::Cast:
      Out += '(';
      Out += typeName(E->type());
      Out += ')';
      return print(E->operand(0), Prefix, Depth);
    default:
      return leaf(E);
    }
  }

  static bool isProduct(const Expr *E) {
    while (const Expr *Inner = silentCast(E))
      E = Inner;
    return E->op() == Op::Mul;
  }

  /// a + b, written a - c where one summand is negative.
  void sum(const Expr *E, unsigned Depth) {
    const Expr *A = E->operand(0), *B = E->operand(1);
    if (E->type().Float) {
      print(A, Sum, Depth);
      Out += " + ";
      return print(B, Sum + 1, Depth);
    }
    auto Factor = [](const Expr *P) -> std::optional<uint64_t> {
      return P->op() == Op::Mul ? subtracted(P->operand(1)) : std::nullopt;
    };
    if (Factor(A) && !Factor(B) && !B->isConstant())
      std::swap(A, B);
    print(A, Sum, Depth);
    if (auto Magnitude = subtracted(B)) {
      Out += " - " + std::to_string(*Magnitude);
    } else if (auto Times = Factor(B)) {
      Out += " - ";
      print(B->operand(0), Product, Depth);
      if (*Times != 1)
        Out += " * " + std::to_string(*Times);
    } else {
      Out += " + ";
      print(B, Sum, Depth);
    }
  }

  static std::string typeName(ScalarType Type) {
    if (Type.Float)
      return Type.Bits == 64 ? "double" : Type.Bits == 16 ? "half" : "float";
    std::string Name = Type.Bits == 8    ? "char"
                       : Type.Bits == 16 ? "short"
                       : Type.Bits == 64 ? "long"
                                         : "int";
    return Type.Signed ? Name : Name == "int" ? "unsigned" : "unsigned " + Name;
  }

  void leaf(const Expr *E) {
    if (NameOf)
      if (std::string Given = NameOf(E); !Given.empty()) {
        Out += Given;
        return;
      }
    switch (E->op()) {
    case Op::Constant:
      return constant(E);
    case Op::Symbol:
      Out += E->name();
      return;
    case Op::Coordinate:
      Out += kernelcast::name(static_cast<Coordinate>(E->value()));
      return;
    case Op::Base:
      Out += "array" + std::to_string(E->value());
      return;
    case Op::Counter:
      Out += "k" + std::to_string(E->value());
      return;
    case Op::Phi:
      Out += "v" + std::to_string(E->value());
      return;
    case Op::Load:
      Out += "data";
      return;
    default:
      Out += '<';
      Out += E->name();
      Out += '>';
      return;
    }
  }

  void constant(const Expr *E) {
    if (!E->type().Float) {
      if (isTruth(E))
        Out += E->value() ? "true" : "false";
      else if (E->type().Signed)
        Out += std::to_string(E->value());
      else
        Out += std::to_string(static_cast<uint64_t>(E->value()));
      return;
    }
    char Digits[40];
    double Value = E->floatValue();
    bool Single = E->type().Bits <= 32;
    auto End = Single ? std::to_chars(Digits, Digits + sizeof(Digits),
                                      static_cast<float>(Value))
                      : std::to_chars(Digits, Digits + sizeof(Digits), Value);
    llvm::StringRef Text(Digits, End.ptr - Digits);
    Out += Text;
    if (!std::isfinite(Value))
      return;
    if (Text.find_first_of(".e") == llvm::StringRef::npos)
      Out += ".0";
    if (Single)
      Out += 'f';
  }
};

} // namespace

std::string
kernelcast::toText(const Expr *Root,
                   llvm::function_ref<std::string(const Expr *)> NameOf) {
  if (!Root)
    return "";
  Printer Text(NameOf);
  Text.print(Root, Any);
  return std::move(Text.Out);
}
