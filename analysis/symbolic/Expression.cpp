//===- Expression.cpp - The pool of hash-consed expressions ---------------===//
//
// Nodes live in a set keyed by operation, type, value, name and operands:
// making a node that exists returns the existing one. As operands are made
// before their users, the graph has no cycles, and every walk below keeps its
// own stack, so that a source nested thousands of levels deep needs no deep
// recursion.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/Expression.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace kernelcast;

//===----------------------------------------------------------------------===//
// Integer arithmetic
//===----------------------------------------------------------------------===//

int64_t kernelcast::wrapToType(int64_t Value, ScalarType Type) {
  if (Type.Bits >= 64 || Type.Bits == 0)
    return Value;
  uint64_t Low = static_cast<uint64_t>(Value) &
                 llvm::maskTrailingOnes<uint64_t>(Type.Bits);
  return Type.Signed ? llvm::SignExtend64(Low, Type.Bits)
                     : static_cast<int64_t>(Low);
}

/// Division and remainder, which C leaves undefined for a zero divisor. The
/// most negative value divided by -1 wraps around to itself.
static std::optional<int64_t> divide(bool Remainder, bool Signed, int64_t A,
                                     int64_t B) {
  if (B == 0)
    return std::nullopt;
  if (!Signed) {
    auto X = static_cast<uint64_t>(A), Y = static_cast<uint64_t>(B);
    return static_cast<int64_t>(Remainder ? X % Y : X / Y);
  }
  if (B == -1)
    return Remainder ? 0 : static_cast<int64_t>(-static_cast<uint64_t>(A));
  return Remainder ? A % B : A / B;
}

/// Shifts; an amount of the type's width or more shifts every bit out, as the
/// hardware's shift instructions do (C leaves it undefined).
static int64_t shift(bool Left, ScalarType Type, int64_t A, int64_t Amount) {
  bool Out = Amount < 0 || Amount >= Type.Bits;
  if (Left)
    return Out ? 0 : static_cast<int64_t>(static_cast<uint64_t>(A) << Amount);
  if (Type.Signed)
    return A >> (Out ? 63 : Amount);
  return Out ? 0 : static_cast<int64_t>(static_cast<uint64_t>(A) >> Amount);
}

// As a call of its own it would cost as much as the operation.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static std::optional<int64_t> fold(Op Operation, ScalarType Type, int64_t A,
                                   int64_t B) {
  if (Type.Float || Type.Bits > 64)
    return std::nullopt;
  auto X = static_cast<uint64_t>(A), Y = static_cast<uint64_t>(B);
  bool Less = Type.Signed ? A < B : X < Y;
  auto Wrap = [&](uint64_t Value) {
    return wrapToType(static_cast<int64_t>(Value), Type);
  };
  switch (Operation) {
  case Op::Add:
    return Wrap(X + Y);
  case Op::Sub:
    return Wrap(X - Y);
  case Op::Mul:
    return Wrap(X * Y);
  case Op::Div:
  case Op::Rem:
    if (auto Result = divide(Operation == Op::Rem, Type.Signed, A, B))
      return wrapToType(*Result, Type);
    return std::nullopt;
  case Op::Shl:
  case Op::Shr:
    return wrapToType(shift(Operation == Op::Shl, Type, A, B), Type);
  case Op::And:
    return Wrap(X & Y);
  case Op::Or:
    return Wrap(X | Y);
  case Op::Xor:
    return Wrap(X ^ Y);
  case Op::Min:
    return Less ? A : B;
  case Op::Max:
    return Less ? B : A;
  case Op::Negate:
    return Wrap(-X);
  case Op::Not:
    return Wrap(~X);
  case Op::Equal:
    return A == B;
  case Op::NotEqual:
    return A != B;
  case Op::Less:
    return Less;
  case Op::LessEqual:
    return Less || A == B;
  case Op::FloorLog2:
    if (A == 0 || (Type.Signed && A < 0))
      return wrapToType(-1, Type);
    return 63 - llvm::countl_zero(X);
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> kernelcast::foldInteger(Op Operation, ScalarType Type,
                                               int64_t A, int64_t B) {
  return fold(Operation, Type, A, B);
}

uint64_t kernelcast::foldIntegers(Op Operation, ScalarType Type,
                                  llvm::ArrayRef<int64_t> A,
                                  llvm::ArrayRef<int64_t> B, uint64_t Wanted,
                                  llvm::MutableArrayRef<int64_t> Results) {
  assert(Results.size() <= 64 && "more results than bits");
  uint64_t Known = 0;
  for (size_t I = 0; I != Results.size(); ++I) {
    Results[I] = 0;
    if (!(Wanted >> I & 1))
      continue;
    if (auto Result = fold(Operation, Type, A[A.size() == 1 ? 0 : I],
                           B[B.size() == 1 ? 0 : I])) {
      Results[I] = *Result;
      Known |= uint64_t(1) << I;
    }
  }
  return Known;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

bool ExpressionPool::KeyInfo::isEqual(const Key &Wanted, const Expr *Node) {
  if (Node == getEmptyKey() || Node == getTombstoneKey())
    return false;
  return Node->Hash == Wanted.Hash && Node->Operation == Wanted.Operation &&
         Node->Type == Wanted.Type && Node->Value == Wanted.Value &&
         Node->Name == Wanted.Name && Node->operands() == Wanted.Ops;
}

ExpressionPool::ExpressionPool() = default;
ExpressionPool::~ExpressionPool() = default;

const Expr *ExpressionPool::make(Op Operation, ScalarType Type, int64_t Value,
                                 llvm::StringRef Name,
                                 llvm::ArrayRef<const Expr *> Ops) {
  llvm::hash_code Hash =
      llvm::hash_combine(static_cast<unsigned>(Operation) | Type.Float << 8 |
                             Type.Signed << 9 | Type.Bits << 10,
                         Value, Name);
  for (const Expr *Operand : Ops)
    Hash = llvm::hash_combine(Hash, Operand->id());
  const Key Wanted = {Operation, Type, Value,
                      Name,      Ops,  static_cast<unsigned>(Hash)};
  if (auto Existing = Nodes.find_as(Wanted); Existing != Nodes.end())
    return *Existing;
  auto *Node = new (Allocator.Allocate<Expr>()) Expr;
  Node->Operation = Operation;
  Node->Type = Type;
  Node->Value = Value;
  if (!Name.empty())
    Node->Name = Name.copy(Allocator);
  if (!Ops.empty()) {
    auto **Copy = Allocator.Allocate<const Expr *>(Ops.size());
    std::copy(Ops.begin(), Ops.end(), Copy);
    Node->Ops = Copy;
    Node->NumOps = Ops.size();
  }
  Node->Id = NumNodes++;
  Node->Hash = Wanted.Hash;
  Nodes.insert_as(Node, Wanted);
  return Node;
}

const Expr *ExpressionPool::constant(int64_t Value, ScalarType Type) {
  if (Type.Float)
    return floatConstant(static_cast<double>(Value), Type.Bits);
  return make(Op::Constant, Type, wrapToType(Value, Type), {}, {});
}

const Expr *ExpressionPool::floatConstant(double Value, unsigned Bits) {
  if (Bits == 32)
    Value = static_cast<float>(Value);
  return make(Op::Constant, ScalarType::floating(Bits),
              llvm::bit_cast<int64_t>(Value), {}, {});
}

const Expr *ExpressionPool::symbol(llvm::StringRef Name, ScalarType Type) {
  return make(Op::Symbol, Type, 0, Name, {});
}

const Expr *ExpressionPool::coordinate(Coordinate Which, ScalarType Type) {
  return make(Op::Coordinate, Type, static_cast<int64_t>(Which), {}, {});
}

const Expr *ExpressionPool::base(unsigned Array) {
  return make(Op::Base, ScalarType::pointer(), Array, {}, {});
}

const Expr *ExpressionPool::counter(unsigned Loop) {
  return make(Op::Counter, ScalarType::integer(64, true), Loop, {}, {});
}

const Expr *ExpressionPool::phi(unsigned Number, ScalarType Type) {
  return make(Op::Phi, Type, Number, {}, {});
}

/// The lane of a vector load is part of the name, so that value() is the access
/// number alone.
const Expr *ExpressionPool::load(unsigned Access, ScalarType Type,
                                 unsigned Lane) {
  return make(Op::Load, Type, Access, Lane ? std::to_string(Lane) : "", {});
}

const Expr *ExpressionPool::opaque(llvm::StringRef Reason, ScalarType Type) {
  return make(Op::Opaque, Type, NumOpaque++, Reason, {});
}

const Expr *ExpressionPool::call(llvm::StringRef Function,
                                 llvm::ArrayRef<const Expr *> Args,
                                 ScalarType Type) {
  return make(Op::Call, Type, 0, Function, Args);
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Visits the nodes below \p Root for which \p Done is false, operands first.
static void walk(const Expr *Root, llvm::function_ref<bool(const Expr *)> Done,
                 llvm::function_ref<void(const Expr *)> Visit) {
  llvm::SmallVector<std::pair<const Expr *, unsigned>, 32> Stack;
  if (Root && !Done(Root))
    Stack.push_back({Root, 0});
  while (!Stack.empty()) {
    const Expr *Node = Stack.back().first;
    if (unsigned Next = Stack.back().second; Next < Node->operands().size()) {
      ++Stack.back().second;
      if (!Done(Node->operand(Next)))
        Stack.push_back({Node->operand(Next), 0});
      continue;
    }
    Stack.pop_back();
    Visit(Node);
  }
}

void kernelcast::visitPostOrder(const Expr *Root,
                                llvm::function_ref<void(const Expr *)> Visit) {
  visitPostOrder(llvm::ArrayRef(Root), Visit);
}

void kernelcast::visitPostOrder(llvm::ArrayRef<const Expr *> Roots,
                                llvm::function_ref<void(const Expr *)> Visit) {
  llvm::SmallDenseSet<const Expr *, 32> Seen;
  for (const Expr *Root : Roots)
    walk(
        Root, [&](const Expr *Node) { return Seen.contains(Node); },
        [&](const Expr *Node) {
          if (Seen.insert(Node).second)
            Visit(Node);
        });
}

/// The node like \p Node with the operands \p Ops.
static const Expr *withOperands(ExpressionPool &Pool, const Expr *Node,
                                llvm::ArrayRef<const Expr *> Ops) {
  switch (Node->op()) {
  case Op::Select:
    return Pool.select(Ops[0], Ops[1], Ops[2]);
  case Op::Cast:
    return Pool.cast(Ops[0], Node->type());
  case Op::Call:
    return Pool.call(Node->name(), Ops, Node->type());
  default:
    return Ops.size() == 1 ? Pool.unary(Node->op(), Ops[0])
                           : Pool.binary(Node->op(), Ops[0], Ops[1]);
  }
}

/// rewrite(), with what has become of each node in \p Known.
template <typename Map>
static const Expr *
rewriteWith(ExpressionPool &Pool, const Expr *Root,
            llvm::function_ref<const Expr *(const Expr *)> Replace,
            Map &Known) {
  walk(
      Root, [&](const Expr *Node) { return Known.count(Node) != 0; },
      [&](const Expr *Node) {
        if (Known.count(Node))
          return;
        const Expr *New = Node;
        if (Node->isLeaf()) {
          if (const Expr *Replaced = Replace(Node))
            New = Replaced;
        } else {
          llvm::SmallVector<const Expr *, 4> Ops;
          for (const Expr *Operand : Node->operands())
            Ops.push_back(Known.lookup(Operand));
          if (Node->operands() != llvm::ArrayRef(Ops))
            New = withOperands(Pool, Node, Ops);
        }
        Known[Node] = New;
      });
  return Known.lookup(Root);
}

const Expr *
ExpressionPool::rewrite(const Expr *Root,
                        llvm::function_ref<const Expr *(const Expr *)> Replace,
                        llvm::DenseMap<const Expr *, const Expr *> *Memo) {
  if (!Root)
    return nullptr;
  if (Memo)
    return rewriteWith(*this, Root, Replace, *Memo);
  llvm::SmallDenseMap<const Expr *, const Expr *, 16> Known;
  return rewriteWith(*this, Root, Replace, Known);
}
