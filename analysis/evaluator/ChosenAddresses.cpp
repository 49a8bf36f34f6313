//===- ChosenAddresses.cpp - Addresses that data choose -------------------===//

#include "analysis/evaluator/ChosenAddresses.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class ArmFinder {
public:
  ArmFinder(DataQuery RestsOnData, ExpressionPool &Pool)
      : RestsOnData(RestsOnData), Pool(Pool) {}

  /// The values that \p E chooses between: itself alone if it does not depend
  /// on data, none if nobody knows.
  SmallVector<const Expr *, 4> armsOf(const Expr *E) {
    // Shared nodes are visited once per path: stop before that gets long.
    constexpr unsigned MaxNodes = 128;
    if (++Nodes > MaxNodes)
      return {};
    if (const std::optional<bool> Data = RestsOnData(E); Data && !*Data)
      return {E};
    if (E->type().Float)
      return {};
    switch (E->op()) {
    case Op::Select: {
      SmallVector<const Expr *, 4> Arms = armsOf(E->operand(1));
      if (Arms.empty())
        return {};
      const auto Others = armsOf(E->operand(2));
      if (Others.empty() || Arms.size() + Others.size() > MostArms)
        return {};
      append_range(Arms, Others);
      return Arms;
    }
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual: // rows[a < b]
      return {Pool.constant(0, E->type()), Pool.constant(1, E->type())};
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Shl:
    case Op::Xor: {
      const auto Left = armsOf(E->operand(0));
      if (Left.empty())
        return {};
      const auto Right = armsOf(E->operand(1));
      // Two choices by one condition would not be each by itself.
      if (Right.empty() || (Left.size() > 1 && Right.size() > 1))
        return {};
      SmallVector<const Expr *, 4> Arms;
      for (const Expr *L : Left)
        for (const Expr *R : Right)
          Arms.push_back(Pool.binary(E->op(), L, R));
      return Arms;
    }
    case Op::Cast: {
      SmallVector<const Expr *, 4> Arms = armsOf(E->operand(0));
      for (const Expr *&Arm : Arms)
        Arm = Pool.cast(Arm, E->type());
      return Arms;
    }
    default:
      return {};
    }
  }

private:
  DataQuery RestsOnData;
  ExpressionPool &Pool;
  unsigned Nodes = 0;
};

} // namespace

SmallVector<const Expr *, 4> kernelcast::chosenAddresses(const Expr *Address,
                                                         DataQuery RestsOnData,
                                                         ExpressionPool &Pool) {
  auto Arms = ArmFinder(RestsOnData, Pool).armsOf(Address);
  if (Arms.size() < 2)
    Arms.clear();
  return Arms;
}
