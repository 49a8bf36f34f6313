//===- Formula.cpp - Formulas: nodes, arithmetic and values ---------------===//

#include "analysis/formulas/Formula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

//===- Nodes --------------------------------------------------------------===//

static void profile(FoldingSetNodeID &ID, FormulaOp Operation, int64_t Value,
                    StringRef Name, ArrayRef<const FormulaNode *> Operands) {
  ID.AddInteger(unsigned(Operation));
  ID.AddInteger(Value);
  ID.AddString(Name);
  for (const FormulaNode *Operand : Operands)
    ID.AddPointer(Operand);
}

void FormulaNode::Profile(FoldingSetNodeID &ID) const {
  profile(ID, Operation, Value, Name, {Operands, NumOperands});
}

bool Formula::isTruth() const {
  return op() == FormulaOp::Not ||
         (op() >= FormulaOp::Equal && op() <= FormulaOp::Or);
}

/// Whether \p Is holds for a node of \p F.
template <typename Predicate>
static bool anyNode(Formula F, SmallPtrSetImpl<const FormulaNode *> &Seen,
                    Predicate Is) {
  if (!Seen.insert(F.node()).second)
    return false;
  return Is(F) || any_of(F.operands(), [&](const FormulaNode *Operand) {
           return anyNode(Operand, Seen, Is);
         });
}

bool Formula::goesOverLanes() const {
  SmallPtrSet<const FormulaNode *, 32> Seen;
  return anyNode(*this, Seen, [](Formula F) { return F.isOverLanes(); });
}

bool Formula::mentions(Formula Leaf) const {
  SmallPtrSet<const FormulaNode *, 32> Seen;
  return anyNode(*this, Seen, [&](Formula F) { return F == Leaf; });
}

bool Formula::mentions(Coordinate Which) const {
  SmallPtrSet<const FormulaNode *, 32> Seen;
  return anyNode(*this, Seen, [&](Formula F) {
    return F.op() == FormulaOp::Coordinate && F.value() == int64_t(Which);
  });
}

void kernelcast::visitLeaves(Formula F, function_ref<void(Formula)> Visit) {
  SmallPtrSet<const FormulaNode *, 32> Seen;
  anyNode(F, Seen, [&](Formula Node) {
    if (Node.isLeaf())
      Visit(Node);
    return false;
  });
}

//===- The pool -----------------------------------------------------------===//

Formula FormulaPool::make(FormulaOp Operation, int64_t Value, StringRef Name,
                          ArrayRef<Formula> Operands) {
  SmallVector<const FormulaNode *, 4> Inner;
  uint64_t Size = 1;
  for (Formula Operand : Operands) {
    if (!Operand)
      return {};
    Inner.push_back(Operand.node());
    Size += Operand.size();
  }
  FoldingSetNodeID ID;
  profile(ID, Operation, Value, Name, Inner);
  void *Place = nullptr;
  if (const FormulaNode *Old = Nodes.FindNodeOrInsertPos(ID, Place))
    return Old;
  auto *Node = new (Allocator.Allocate<FormulaNode>()) FormulaNode;
  Node->Pool = this;
  Node->Operation = Operation;
  Node->NumOperands = uint8_t(Operands.size());
  Node->Size = unsigned(std::min<uint64_t>(Size, UINT32_MAX));
  Node->Value = Value;
  Node->Name = Name.copy(Allocator);
  copy(Inner, Node->Operands);
  Nodes.InsertNode(Node, Place);
  if (Formula(Node).isLeaf() && Operation != FormulaOp::Number)
    Leaves.push_back(Node);
  return Node;
}

Formula FormulaPool::number(int64_t Value) {
  return make(FormulaOp::Number, Value, "", {});
}

Formula FormulaPool::argument(StringRef Name) {
  return make(FormulaOp::Argument, 0, Name, {});
}

Formula FormulaPool::coordinate(Coordinate Which) {
  return make(FormulaOp::Coordinate, int64_t(Which), "", {});
}

Formula FormulaPool::counter(unsigned Loop) {
  return make(FormulaOp::Counter, Loop, "", {});
}

Formula FormulaPool::unary(FormulaOp Operation, Formula A) {
  if (A && A.isNumber())
    if (std::optional<int64_t> Value = compute(Operation, A.value(), 0))
      return number(*Value);
  return make(Operation, 0, "", {A});
}

Formula FormulaPool::add(Formula A, Formula B) {
  if (B.isNumber() && B.value() < 0 && B.value() != INT64_MIN)
    return subtract(A, number(-B.value()));
  if (A.isNumber(0))
    return B;
  if (B.isNumber(0))
    return A;
  if (B.op() == FormulaOp::Add) // a + (b + c)
    return add(add(A, B.operand(0)), B.operand(1));
  if (B.op() == FormulaOp::Sub)
    return subtract(add(A, B.operand(0)), B.operand(1));
  if (B.isNumber() && A.op() == FormulaOp::Add && A.operand(1).isNumber())
    return add(A.operand(0), binary(FormulaOp::Add, A.operand(1), B));
  return make(FormulaOp::Add, 0, "", {A, B});
}

Formula FormulaPool::subtract(Formula A, Formula B) {
  if (B.isNumber() && B.value() < 0 && B.value() != INT64_MIN)
    return add(A, number(-B.value()));
  if (B.isNumber(0))
    return A;
  return make(FormulaOp::Sub, 0, "", {A, B});
}

Formula FormulaPool::multiply(Formula A, Formula B) {
  if (A.isNumber(1))
    return B;
  if (B.isNumber(1))
    return A;
  if (B.op() == FormulaOp::Mul) // a * (b * c)
    return multiply(multiply(A, B.operand(0)), B.operand(1));
  return make(FormulaOp::Mul, 0, "", {A, B});
}

Formula FormulaPool::binary(FormulaOp Operation, Formula A, Formula B) {
  if (!A || !B)
    return {};
  if (A.isNumber() && B.isNumber())
    if (auto Value = compute(Operation, A.value(), B.value()))
      return number(*Value);
  switch (Operation) {
  case FormulaOp::Add:
    return add(A, B);
  case FormulaOp::Sub:
    return subtract(A, B);
  case FormulaOp::Mul:
    return multiply(A, B);
  case FormulaOp::Div:
    return B.isNumber(1) ? A : make(Operation, 0, "", {A, B});
  case FormulaOp::And: // a && (b && c)
    if (B.op() == Operation)
      return binary(Operation, binary(Operation, A, B.operand(0)),
                    B.operand(1));
    return make(Operation, 0, "", {A, B});
  default:
    return make(Operation, 0, "", {A, B});
  }
}

Formula FormulaPool::choice(Formula Condition, Formula A, Formula B) {
  return make(FormulaOp::Choice, 0, "", {Condition, A, B});
}

Formula FormulaPool::sum(Formula Leaf, Formula Count, Formula Term) {
  return make(FormulaOp::Sum, 0, "", {Leaf, Count, Term});
}

Formula FormulaPool::largest(Formula Lane, unsigned Lanes, Formula Term) {
  return make(FormulaOp::Largest, Lanes, "", {Lane, Term});
}

Formula FormulaPool::distinct(Formula Lane, unsigned Lanes, Formula Active,
                              Formula First, Formula Last) {
  return make(FormulaOp::Distinct, Lanes, "", {Lane, Active, First, Last});
}

Formula FormulaPool::conflicts(Formula Lane, unsigned Lanes, Formula Active,
                               Formula Word) {
  return make(FormulaOp::Conflicts, Lanes, "", {Lane, Active, Word});
}

//===- Arithmetic ---------------------------------------------------------===//

static Formula binary(FormulaOp Operation, Formula A, Formula B) {
  return A ? A.pool().binary(Operation, A, B) : A;
}

static Formula binary(FormulaOp Operation, Formula A, int64_t B) {
  return A ? A.pool().binary(Operation, A, A.pool().number(B)) : A;
}

static Formula unary(FormulaOp Operation, Formula A) {
  return A ? A.pool().unary(Operation, A) : A;
}

namespace kernelcast {
Formula operator-(Formula A) { return unary(FormulaOp::Negate, A); }
Formula isFalse(Formula A) { return unary(FormulaOp::Not, A); }
Formula abs(Formula A) { return unary(FormulaOp::Abs, A); }
Formula operator+(Formula A, Formula B) { return binary(FormulaOp::Add, A, B); }
Formula operator-(Formula A, Formula B) { return binary(FormulaOp::Sub, A, B); }
Formula operator*(Formula A, Formula B) { return binary(FormulaOp::Mul, A, B); }
Formula operator+(Formula A, int64_t B) { return binary(FormulaOp::Add, A, B); }
Formula operator-(Formula A, int64_t B) { return binary(FormulaOp::Sub, A, B); }
Formula operator*(Formula A, int64_t B) { return binary(FormulaOp::Mul, A, B); }
Formula operator/(Formula A, int64_t B) { return binary(FormulaOp::Div, A, B); }
Formula operator%(Formula A, int64_t B) { return binary(FormulaOp::Rem, A, B); }
Formula both(Formula A, Formula B) { return binary(FormulaOp::And, A, B); }
Formula min(Formula A, Formula B) { return binary(FormulaOp::Min, A, B); }
Formula min(Formula A, int64_t B) { return binary(FormulaOp::Min, A, B); }
Formula max(Formula A, int64_t B) { return binary(FormulaOp::Max, A, B); }
Formula isLess(Formula A, Formula B) { return binary(FormulaOp::Less, A, B); }
Formula isAtLeast(Formula A, int64_t B) {
  return binary(FormulaOp::GreaterEqual, A, B);
}
Formula isAbove(Formula A, int64_t B) {
  return binary(FormulaOp::Greater, A, B);
}
Formula isEqual(Formula A, int64_t B) { return binary(FormulaOp::Equal, A, B); }
Formula choose(Formula Condition, Formula A, Formula B) {
  return Condition ? Condition.pool().choice(Condition, A, B) : Condition;
}
Formula onlyIf(Formula Condition, Formula A) {
  return A ? choose(Condition, A, A.pool().number(0)) : A;
}
} // namespace kernelcast

//===- Values -------------------------------------------------------------===//

std::optional<int64_t> kernelcast::compute(FormulaOp Operation, int64_t A,
                                           int64_t B) {
  int64_t Result;
  auto Unless = [&](bool Overflows) {
    return Overflows ? std::nullopt : std::optional(Result);
  };
  switch (Operation) {
  case FormulaOp::Negate:
    return Unless(SubOverflow<int64_t>(0, A, Result));
  case FormulaOp::Not:
    return A == 0;
  case FormulaOp::Complement:
    return ~A;
  case FormulaOp::Abs:
    return A < 0 ? compute(FormulaOp::Negate, A, 0) : A;
  case FormulaOp::FloorLog2:
    return A > 0 ? int64_t(Log2_64(uint64_t(A))) : -1;
  case FormulaOp::Add:
    return Unless(AddOverflow(A, B, Result));
  case FormulaOp::Sub:
    return Unless(SubOverflow(A, B, Result));
  case FormulaOp::Mul:
    return Unless(MulOverflow(A, B, Result));
  case FormulaOp::Div:
    if (B == -1)
      return compute(FormulaOp::Negate, A, 0);
    return B ? std::optional(A / B) : std::nullopt;
  case FormulaOp::Rem:
    if (B == -1)
      return 0;
    return B ? std::optional(A % B) : std::nullopt;
  case FormulaOp::ShiftLeft:
    if (B < 0 || B > 62)
      return std::nullopt;
    return Unless(MulOverflow(A, int64_t(1) << B, Result));
  case FormulaOp::ShiftRight:
    return B < 0 || B > 63 ? std::nullopt : std::optional(A >> B);
  case FormulaOp::BitAnd:
    return A & B;
  case FormulaOp::BitXor:
    return A ^ B;
  case FormulaOp::BitOr:
    return A | B;
  case FormulaOp::Equal:
    return A == B;
  case FormulaOp::NotEqual:
    return A != B;
  case FormulaOp::Less:
    return A < B;
  case FormulaOp::LessEqual:
    return A <= B;
  case FormulaOp::Greater:
    return A > B;
  case FormulaOp::GreaterEqual:
    return A >= B;
  case FormulaOp::And:
    return A && B;
  case FormulaOp::Or:
    return A || B;
  case FormulaOp::Min:
    return std::min(A, B);
  case FormulaOp::Max:
    return std::max(A, B);
  default:
    return std::nullopt;
  }
}

/// Calls \p Term with \p Leaf bound to 0, ..., Count - 1 in \p Values as long
/// as it returns true; false where it did not.
static bool forEach(Formula Leaf, int64_t Count, FormulaValues &Values,
                    function_ref<bool()> Term) {
  auto Outer = Values.find(Leaf.node());
  std::optional<int64_t> Hidden;
  if (Outer != Values.end())
    Hidden = Outer->second;
  bool Good = true;
  for (int64_t I = 0; Good && I < Count; ++I) {
    Values[Leaf.node()] = I;
    Good = Term();
  }
  if (Hidden)
    Values[Leaf.node()] = *Hidden;
  else
    Values.erase(Leaf.node());
  return Good;
}

static std::optional<int64_t> sumOf(Formula F, FormulaValues &Values,
                                    uint64_t &Steps) {
  auto Count = evaluate(F.operand(1), Values, Steps);
  if (!Count)
    return std::nullopt;
  std::optional<int64_t> Total = 0;
  forEach(F.operand(0), *Count, Values, [&] {
    auto Term = evaluate(F.operand(2), Values, Steps);
    Total = Term ? compute(FormulaOp::Add, *Total, *Term) : std::nullopt;
    return Total.has_value();
  });
  return Total;
}

/// The largest number of \p Words, all distinct, in one of \p Banks banks.
static int64_t busiestBank(ArrayRef<int64_t> Words, int64_t Banks) {
  SmallVector<int64_t, 64> Served(Banks, 0);
  for (int64_t Word : Words)
    ++Served[(Word % Banks + Banks) % Banks];
  return Served.empty() ? 0 : *max_element(Served);
}

/// Values that one lane may have.
static constexpr int64_t MostValues = 2;

static std::optional<int64_t> overLanes(Formula F, FormulaValues &Values,
                                        uint64_t &Steps) {
  std::optional<int64_t> Most;
  SmallVector<int64_t, 128> Seen;
  const auto see = [&](int64_t Value) {
    if (!is_contained(Seen, Value))
      Seen.push_back(Value);
  };
  bool Good = forEach(F.operand(0), F.value(), Values, [&] {
    auto First = evaluate(F.operand(1), Values, Steps);
    if (!First)
      return false;
    if (F.op() == FormulaOp::Largest) {
      Most = Most ? std::max(*Most, *First) : *First;
      return true;
    }
    if (!*First)
      return true;
    auto Value = evaluate(F.operand(2), Values, Steps);
    auto Last = F.op() == FormulaOp::Distinct && Value
                    ? evaluate(F.operand(3), Values, Steps)
                    : Value;
    if (!Last || *Last - *Value >= MostValues)
      return false;
    for (int64_t Each = *Value; Each <= *Last; ++Each)
      see(Each);
    return true;
  });
  if (!Good)
    return std::nullopt;
  if (F.op() == FormulaOp::Largest)
    return Most;
  return F.op() == FormulaOp::Distinct ? static_cast<int64_t>(Seen.size())
                                       : busiestBank(Seen, F.value());
}

std::optional<int64_t> kernelcast::evaluate(Formula F, FormulaValues &Values,
                                            uint64_t &Steps) {
  if (!F || !Steps)
    return std::nullopt;
  --Steps;
  if (F.isNumber())
    return F.value();
  if (F.isLeaf()) {
    auto At = Values.find(F.node());
    return At == Values.end() ? std::nullopt : std::optional(At->second);
  }
  if (F.op() == FormulaOp::Sum)
    return sumOf(F, Values, Steps);
  if (F.isOverLanes())
    return overLanes(F, Values, Steps);
  auto A = evaluate(F.operand(0), Values, Steps);
  if (!A)
    return std::nullopt;
  if (F.op() == FormulaOp::Choice)
    return evaluate(F.operand(*A ? 1 : 2), Values, Steps);
  if (F.operands().size() == 1)
    return compute(F.op(), *A, 0);
  // What decides already leaves the other side alone.
  if ((F.op() == FormulaOp::And && !*A) || (F.op() == FormulaOp::Or && *A))
    return *A != 0;
  auto B = evaluate(F.operand(1), Values, Steps);
  return B ? compute(F.op(), *A, *B) : std::nullopt;
}
