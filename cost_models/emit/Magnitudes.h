//===- Magnitudes.h - How large a number can get ----------------*- C++ -*-===//
//
// Formulas are in whole numbers that do not overflow; the kernel's arithmetic
// wraps around at the width of its types, and a program's at 64 bits. All three
// agree where nothing gets too large. That is judged by magnitudes: a number m
// with |x| <= m for every value that x takes in a launch,
//
//   |a + b|, |a - b| <= m(a) + m(b)     |a * b| <= m(a) * m(b)
//   |a / b| <= m(a)                     threadIdx.x <= blockDim.x, and so on
//
// Coarse, but on the safe side; a launch of ordinary size is far below.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_EMIT_MAGNITUDES_H
#define KERNELCAST_COST_MODELS_EMIT_MAGNITUDES_H

#include "analysis/KernelModel.h"
#include "analysis/formulas/Formula.h"
#include <map>

namespace kernelcast {

/// What 64-bit arithmetic is trusted with.
inline constexpr double LargestWhole = 4611686018427387904.0; // 2^62

struct MagnitudeStep {
  enum Kind : uint8_t {
    Number, ///< Value
    Leaf,   ///< |Of|
    Add,
    Mul,
    Larger,
    Smaller,
    Power ///< 2^A
  };
  Kind What = Number;
  unsigned A = 0, B = 0; ///< earlier steps
  double Value = 0;
  Formula Of;       ///< an argument, or a size of the launch
  double Limit = 0; ///< the magnitude must be less; 0: no matter
};

class Magnitudes {
public:
  /// Sizes are in terms of leaves of \p Pool.
  Magnitudes(const KernelModel &Kernel, FormulaPool &Pool)
      : Kernel(Kernel), Pool(Pool) {}

  /// Demands that computing \p F, and all parts of it, overflows nowhere.
  void require(Formula F);
  /// The same of a kernel's expression, at the width of its types. False where
  /// nothing can be said.
  bool require(const Expr *Expression);

  /// Whether the demands are met with \p Values for the leaves.
  bool hold(const FormulaValues &Values) const;

  llvm::ArrayRef<MagnitudeStep> steps() const { return Steps; }

private:
  using Bound = llvm::DenseMap<const FormulaNode *, unsigned>;
  unsigned add(MagnitudeStep::Kind What, unsigned A, unsigned B,
               double Limit = 0);
  unsigned number(double Value);
  unsigned leaf(Formula Leaf);
  unsigned size(Coordinate Which);
  unsigned step(MagnitudeStep Step);
  unsigned of(Formula F, Bound &Counts);
  unsigned sum(Formula F, Bound &Counts);
  unsigned overLanes(Formula F, Bound &Counts);
  std::optional<unsigned> of(const Expr *E);
  std::optional<unsigned> leaf(const Expr *E);

  const KernelModel &Kernel;
  FormulaPool &Pool;
  std::vector<MagnitudeStep> Steps;
  std::map<std::tuple<int, unsigned, unsigned, double, const FormulaNode *>,
           unsigned>
      Known;
  llvm::DenseMap<const Expr *, unsigned> Done;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_MAGNITUDES_H
