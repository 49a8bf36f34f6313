//===- Expression.h - Hash-consed expressions over a thread -----*- C++ -*-===//
//
// What a thread computes, as a directed acyclic graph of operations over
// thread and block coordinates, kernel arguments, loop counters and loaded
// data. Equal subexpressions are one node (hash-consing), so pointer equality
// is expression equality and value numbering comes for free.
//
// Integers have C's semantics for their type: results wrap around at the
// type's width, division truncates towards zero, comparisons and right shifts
// follow the signedness of the operand type. A constant is stored sign- or
// zero-extended to 64 bits according to its type.
//
// Cycles exist only through Phi leaves, whose operands live in the
// KernelModel: a loop-carried variable is a Phi until its closed form over the
// loop's Counter is found. A Counter or header Phi that is used outside its
// loop means its value when the thread left the loop.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_EXPRESSION_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_EXPRESSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <cstdint>
#include <optional>
#include <string>

namespace kernelcast {

/// Type of a scalar value. Pointers are 64-bit unsigned integers that count
/// bytes; truth values are 1-bit unsigned integers.
struct ScalarType {
  bool Float = false;
  bool Signed = true;
  uint8_t Bits = 32;

  static ScalarType integer(unsigned Bits, bool Signed) {
    return {false, Signed, static_cast<uint8_t>(Bits)};
  }
  static ScalarType floating(unsigned Bits) {
    return {true, true, static_cast<uint8_t>(Bits)};
  }
  static ScalarType truth() { return {false, false, 1}; }
  static ScalarType pointer() { return {false, false, 64}; }
  friend bool operator==(ScalarType A, ScalarType B) {
    return A.Float == B.Float && A.Signed == B.Signed && A.Bits == B.Bits;
  }
};

// clang-format off
enum class Op : uint8_t {
  // Leaves.
  Constant,   ///< value(): the integer, or the bits of a double for floats
  Symbol,     ///< name(): kernel argument or host variable, known at launch
  Coordinate, ///< value(): a Coordinate
  Base,       ///< value(): array number; start address of that array
  Counter,    ///< value(): loop number; iterations completed, from 0
  Phi,        ///< value(): phi number of the KernelModel
  Load,       ///< value(): access number; the data it read
  Opaque,     ///< value(): a distinct number; name(): why it is not known
  // Arithmetic, both operands of the node's type (Shl and Shr: the amount may
  // be of any integer type).
  Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Min, Max,
  Negate, ///< -x
  Not,    ///< ~x; of a truth value: !x
  // Comparisons; the node is a truth value, the operands share a type.
  Equal, NotEqual, Less, LessEqual,
  Select,    ///< (truth, if true, if false)
  Cast,      ///< conversion to the node's type
  FloorLog2, ///< floor(log2 x), -1 for x <= 0
  Call,      ///< name(): a pure mathematical function, e.g. "sqrt", "fma"
};
// clang-format on

/// Launch coordinates: thread, block, block size in threads, grid size in
/// blocks and OpenCL's global offset (0 unless given), each in x, y, z.
// clang-format off
enum class Coordinate : uint8_t {
  ThreadX, ThreadY, ThreadZ,
  BlockX, BlockY, BlockZ,
  BlockSizeX, BlockSizeY, BlockSizeZ,
  GridSizeX, GridSizeY, GridSizeZ,
  OffsetX, OffsetY, OffsetZ,
  WarpSize,
};
// clang-format on

/// One node. Immutable, owned by its pool; compare by address.
class Expr {
public:
  Op op() const { return Operation; }
  ScalarType type() const { return Type; }
  llvm::ArrayRef<const Expr *> operands() const { return {Ops, NumOps}; }
  const Expr *operand(unsigned I) const { return Ops[I]; }
  int64_t value() const { return Value; }
  llvm::StringRef name() const { return Name; }
  /// Creation order in the pool: operands come before their users.
  unsigned id() const { return Id; }

  bool isConstant() const { return Operation == Op::Constant; }
  bool isIntegerConstant() const { return isConstant() && !Type.Float; }
  bool isConstant(int64_t V) const { return isIntegerConstant() && Value == V; }
  bool isLeaf() const { return Operation <= Op::Opaque; }
  /// The value of a floating-point constant.
  double floatValue() const { return llvm::bit_cast<double>(Value); }

private:
  friend class ExpressionPool;
  Op Operation;
  ScalarType Type;
  unsigned NumOps = 0;
  unsigned Id = 0;
  unsigned Hash = 0; ///< of all that tells it from other nodes
  int64_t Value = 0;
  llvm::StringRef Name;
  const Expr *const *Ops = nullptr;
};

/// Makes and owns expressions; folds constants and identities that hold for
/// every value (x + 0, x * 1, x - x, select with a known condition, a cast to
/// the same type, ...) as it goes. Commutative operands are ordered, constants
/// last. Not thread-safe: one pool for one kernel.
class ExpressionPool {
public:
  ExpressionPool();
  ~ExpressionPool();
  ExpressionPool(const ExpressionPool &) = delete;

  const Expr *constant(int64_t Value, ScalarType Type = {});
  const Expr *floatConstant(double Value, unsigned Bits = 32);
  const Expr *truth(bool Value) { return constant(Value, ScalarType::truth()); }
  const Expr *symbol(llvm::StringRef Name, ScalarType Type = {});
  const Expr *coordinate(Coordinate Which,
                         ScalarType Type = ScalarType::integer(32, false));
  const Expr *base(unsigned Array);
  /// Counters are 64-bit signed: a trip count never wraps.
  const Expr *counter(unsigned Loop);
  const Expr *phi(unsigned Number, ScalarType Type);
  const Expr *load(unsigned Access, ScalarType Type, unsigned Lane = 0);
  /// A new unknown value, different from every other, with its reason
  /// ("value of atomicAdd", "call of an unknown function foo").
  const Expr *opaque(llvm::StringRef Reason, ScalarType Type);

  const Expr *unary(Op Operation, const Expr *A);
  const Expr *binary(Op Operation, const Expr *A, const Expr *B);
  const Expr *select(const Expr *Condition, const Expr *A, const Expr *B);
  const Expr *cast(const Expr *A, ScalarType To);
  const Expr *call(llvm::StringRef Function, llvm::ArrayRef<const Expr *> Args,
                   ScalarType Type);
  /// x != 0 as a truth value (identity on truth values).
  const Expr *isTrue(const Expr *A);

  const Expr *add(const Expr *A, const Expr *B) {
    return binary(Op::Add, A, B);
  }
  const Expr *sub(const Expr *A, const Expr *B) {
    return binary(Op::Sub, A, B);
  }
  const Expr *mul(const Expr *A, const Expr *B) {
    return binary(Op::Mul, A, B);
  }

  /// \p Root with every leaf for which \p Replace returns non-null replaced,
  /// rebuilt bottom-up through the folding constructors; each node once.
  const Expr *
  rewrite(const Expr *Root,
          llvm::function_ref<const Expr *(const Expr *)> Replace,
          llvm::DenseMap<const Expr *, const Expr *> *Memo = nullptr);

  unsigned size() const { return NumNodes; }

private:
  const Expr *make(Op Operation, ScalarType Type, int64_t Value,
                   llvm::StringRef Name, llvm::ArrayRef<const Expr *> Ops);
  /// All that tells one node from another, with its hash. Nodes keep theirs, so
  /// that looking one up compares it with hardly another.
  struct Key {
    Op Operation;
    ScalarType Type;
    int64_t Value;
    llvm::StringRef Name;
    llvm::ArrayRef<const Expr *> Ops;
    unsigned Hash;
  };
  struct KeyInfo : llvm::DenseMapInfo<const Expr *> {
    using llvm::DenseMapInfo<const Expr *>::isEqual;
    static unsigned getHashValue(const Expr *Node) { return Node->Hash; }
    static unsigned getHashValue(const Key &Wanted) { return Wanted.Hash; }
    static bool isEqual(const Key &Wanted, const Expr *Node);
  };
  llvm::BumpPtrAllocator Allocator;
  llvm::DenseSet<const Expr *, KeyInfo> Nodes;
  unsigned NumNodes = 0;
  unsigned NumOpaque = 0;
};

/// \p Value reduced to \p Type: truncated to its width, then sign- or
/// zero-extended to 64 bits.
int64_t wrapToType(int64_t Value, ScalarType Type);

/// The integer result of \p Operation on constants of type \p Type (for
/// comparisons: the operand type), or nothing for division by zero. This one
/// function defines the arithmetic for folding and for evaluation.
std::optional<int64_t> foldInteger(Op Operation, ScalarType Type, int64_t A,
                                   int64_t B);

/// foldInteger() on pair by pair of at most 64; one operand alone stands for
/// all. The results of pairs whose bit in \p Wanted is not set, or that have
/// none, are 0; returns a bit for each pair that has a result.
uint64_t foldIntegers(Op Operation, ScalarType Type, llvm::ArrayRef<int64_t> A,
                      llvm::ArrayRef<int64_t> B, uint64_t Wanted,
                      llvm::MutableArrayRef<int64_t> Results);

/// Calls \p Visit once for every node reachable from \p Root, operands first.
void visitPostOrder(const Expr *Root,
                    llvm::function_ref<void(const Expr *)> Visit);

/// The same for all \p Roots together: what they share is visited once. Null
/// has no nodes.
void visitPostOrder(llvm::ArrayRef<const Expr *> Roots,
                    llvm::function_ref<void(const Expr *)> Visit);

/// Infix text with C's operators and as few parentheses as C needs; counters
/// print as k0, k1, ..., coordinates as threadIdx.x etc., loads as data.
/// \p NameOf may give other texts for leaves (empty: the default).
std::string
toText(const Expr *Root,
       llvm::function_ref<std::string(const Expr *)> NameOf = nullptr);

/// "threadIdx.x" and so on.
llvm::StringRef name(Coordinate Which);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_EXPRESSION_H
