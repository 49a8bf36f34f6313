//===- Evaluate.h - Expressions evaluated one node at a time ----*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_SYMBOLIC_EVALUATE_H
#define KERNELCAST_TEST_UNIT_SYMBOLIC_EVALUATE_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

/// The value of an integer expression for given leaves; nothing where it
/// divides by zero. No folding beyond foldInteger() takes part.
inline std::optional<int64_t>
evaluate(const Expr *Root,
         llvm::function_ref<int64_t(const Expr *)> LeafValue) {
  llvm::DenseMap<const Expr *, std::optional<int64_t>> Values;
  visitPostOrder(Root, [&](const Expr *E) {
    std::optional<int64_t> Result;
    auto In = [&](unsigned I) { return Values.lookup(E->operand(I)); };
    if (E->op() == Op::Constant)
      Result = E->value();
    else if (E->isLeaf())
      Result = wrapToType(LeafValue(E), E->type());
    else if (E->op() == Op::Select)
      Result = !In(0) ? std::nullopt : *In(0) ? In(1) : In(2);
    else if (E->op() == Op::Cast)
      Result =
          In(0) ? std::optional(wrapToType(*In(0), E->type())) : std::nullopt;
    else if (In(0) && (E->operands().size() == 1 || In(1)))
      Result = foldInteger(E->op(), E->operand(0)->type(), *In(0),
                           E->operands().size() == 2 ? *In(1) : 0);
    Values[E] = Result;
  });
  return Values.lookup(Root);
}

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_SYMBOLIC_EVALUATE_H
