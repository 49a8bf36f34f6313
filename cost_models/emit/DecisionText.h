//===- DecisionText.h - A tree of decisions in C ----------------*- C++ -*-===//
#ifndef KERNELCAST_COST_MODELS_EMIT_DECISIONTEXT_H
#define KERNELCAST_COST_MODELS_EMIT_DECISIONTEXT_H

#include "cost_models/emit/CostFunction.h"

namespace kernelcast {

/// \p Value so that C reads the same double.
std::string literal(double Value);

/// Appends a cost function's tree to C code: statements that always return. An
/// operation that several places need becomes a variable where the first of
/// them stands; the smaller side of a decision is written inside of its `if`.
class DecisionText {
public:
  DecisionText(const CostFunction &F, std::string &Out);
  /// Whether some way needs the input of this name.
  bool needs(llvm::StringRef Input) const;
  void write() { step(0, 2); }

private:
  void use(TraceId First);
  unsigned size(unsigned At);
  std::string operation(TraceId Id);
  std::string text(TraceId Id);
  void define(TraceId First, unsigned Indent);
  void line(unsigned Indent, const std::string &Text);
  void step(unsigned At, unsigned Indent);
  void end(const CostStep &Step, unsigned Indent);

  const CostFunction &F;
  std::string &Out;
  std::vector<unsigned> Uses, Sizes; ///< of a node; of a step: those behind it
  std::vector<bool> Reached, Variable;
  llvm::SmallVector<TraceId> Defined; ///< variables in scope, in order
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_DECISIONTEXT_H
