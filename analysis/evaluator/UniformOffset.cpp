//===- UniformOffset.cpp - Terms of an address in common --------===//

#include "analysis/evaluator/UniformOffset.h"
#include "analysis/evaluator/ExpressionProgram.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// Sums and values with more nodes than that are left alone.
constexpr unsigned MaxSumNodes = 64, MaxValueNodes = 256;

class AddressSplitter {
public:
  AddressSplitter(const KernelModel &Kernel, DataQuery RestsOnData,
                  ExpressionPool &Pool)
      : Kernel(Kernel), RestsOnData(RestsOnData), Pool(Pool) {
    Parts.Known = number(0);
  }
  bool add(const Expr *E, const Expr *Factor, ScalarType Sum, LoopId Loop);
  const Expr *number(int64_t V) { return Pool.constant(V, Word); }
  bool isCommon(const Expr *E, LoopId Loop);

  AddressParts Parts;

private:
  uint64_t spanOf(const Expr *E, const Expr *Factor) const;
  const Expr *widen(const Expr *E, ScalarType Sum);

  static constexpr ScalarType Word{false, true, 64};
  const KernelModel &Kernel;
  DataQuery RestsOnData;
  ExpressionPool &Pool;
  unsigned SumNodes = 0;
  DenseSet<std::pair<const Expr *, LoopId>> Visited;
};

bool isThread(const Expr *E) {
  return static_cast<Coordinate>(E->value()) <= Coordinate::ThreadZ;
}

} // namespace

/// \p E as a 64-bit term of a sum that is made in type \p Sum. In 32 bits,
/// x + 0xffffffffu is x - 1.
const Expr *AddressSplitter::widen(const Expr *E, ScalarType Sum) {
  if (Sum.Bits == 32)
    E = Pool.cast(E, ScalarType::integer(32, true));
  return Pool.cast(E, Word);
}

/// Adds \p E times \p Factor; \p E is an operand in type \p Sum of an access in
/// \p Loop.
bool AddressSplitter::add(const Expr *E, const Expr *Factor, ScalarType Sum,
                          LoopId Loop) {
  if (++SumNodes > MaxSumNodes)
    return false;
  auto Known = [&](const Expr *X) {
    std::optional<bool> Data = RestsOnData(X);
    return Data && !*Data;
  };
  if (Known(E)) {
    Parts.Known = Pool.add(Parts.Known, Pool.mul(widen(E, Sum), Factor));
    return true;
  }
  ScalarType Type = E->type();
  if (!Type.Float && Type.Bits >= 32) {
    switch (E->op()) {
    case Op::Add:
      return add(E->operand(0), Factor, Type, Loop) &&
             add(E->operand(1), Factor, Type, Loop);
    case Op::Sub:
      return add(E->operand(0), Factor, Type, Loop) &&
             add(E->operand(1), Pool.unary(Op::Negate, Factor), Type, Loop);
    case Op::Or:
    case Op::Xor:
      // A sum where no bit is in both.
      for (unsigned I = 0; I != 2; ++I) {
        const Expr *Low = E->operand(I), *High = E->operand(1 - I);
        const ValueRange Range = rangeOf(Low);
        if (Range.Low >= 0 &&
            Range.High < int64_t(1) << std::min(lowZeroBits(High), 62u))
          return add(Low, Factor, Type, Loop) && add(High, Factor, Type, Loop);
      }
      break;
    case Op::Negate:
      return add(E->operand(0), Pool.unary(Op::Negate, Factor), Type, Loop);
    case Op::Mul:
      for (unsigned I = 0; I != 2; ++I)
        if (Known(E->operand(I)))
          return add(E->operand(1 - I),
                     Pool.mul(Factor, widen(E->operand(I), Type)), Type, Loop);
      break;
    case Op::Shl:
      if (const Expr *Amount = E->operand(1); Amount->isIntegerConstant() &&
                                              Amount->value() >= 0 &&
                                              Amount->value() < 32)
        return add(E->operand(0),
                   Pool.mul(Factor, number(int64_t(1) << Amount->value())),
                   Type, Loop);
      break;
    case Op::Cast:
      if (ScalarType From = E->operand(0)->type();
          !From.Float && From.Bits >= 32)
        return add(E->operand(0), Factor, From, Loop);
      break;
    default:
      break;
    }
  }
  constexpr unsigned MostBits = 12; // nobody asks for more than pages
  Parts.Factors.push_back(Pool.mul(
      Factor, number(int64_t(1) << std::min(lowZeroBits(E), MostBits))));
  Parts.Spans.push_back(spanOf(E, Factor));
  Parts.Common = Parts.Common && isCommon(E, Loop);
  return true;
}

/// The most bytes that \p E times \p Factor can be if it is never negative and
/// stays within a word; else 0.
uint64_t AddressSplitter::spanOf(const Expr *E, const Expr *Factor) const {
  constexpr int64_t Word = 4;
  if (E->type().Float || !Factor->isIntegerConstant() || Factor->value() <= 0 ||
      Factor->value() >= Word)
    return 0;
  const ValueRange Range = rangeOf(E);
  return Range.Low >= 0 && Range.High < Word &&
                 Range.High * Factor->value() < Word
             ? Range.High * Factor->value()
             : 0;
}

/// False if \p E may differ between the lanes of a warp that execute \p Loop
/// together; what that depends on is added to Parts.Deciding.
bool AddressSplitter::isCommon(const Expr *E, LoopId Loop) {
  if (!Visited.insert({E, Loop}).second)
    return true;
  if (Visited.size() > MaxValueNodes)
    return false;
  switch (E->op()) {
  case Op::Constant:
  case Op::Symbol:
  case Op::Base:
    return true;
  case Op::Coordinate:
    if (!isThread(E))
      return true;
    break;
  case Op::Opaque:
    return false;
  case Op::Load: {
    // One address in local memory is another word for each lane.
    const MemoryAccess &From = Kernel.Accesses[E->value()];
    LoopId Of = Kernel.Blocks[From.Block].Loop;
    return From.Kind == AccessKind::Load && From.Address &&
           From.Space != MemorySpace::Local && contains(Kernel, Of, Loop) &&
           isCommon(From.Address, Of);
  }
  default:
    break;
  }
  std::optional<bool> Data = RestsOnData(E);
  if (Data && !*Data) {
    Parts.Deciding.push_back(E);
    return true;
  }
  return !E->isLeaf() && all_of(E->operands(), [&](const Expr *Operand) {
    return isCommon(Operand, Loop);
  });
}

std::optional<AddressParts> kernelcast::splitAddress(const KernelModel &Kernel,
                                                     const MemoryAccess &Access,
                                                     DataQuery RestsOnData,
                                                     ExpressionPool &Pool) {
  // Without loops that could be told, nobody knows what a value's last
  // execution was.
  if (Kernel.Irreducible)
    return std::nullopt;
  AddressSplitter Splitter(Kernel, RestsOnData, Pool);
  if (!Splitter.add(Access.Address, Splitter.number(1), ScalarType::pointer(),
                    Kernel.Blocks[Access.Block].Loop))
    return std::nullopt;
  return std::move(Splitter.Parts);
}

std::optional<SmallVector<const Expr *, 4>>
kernelcast::valuesThatDecide(const KernelModel &Kernel, const Expr *E,
                             LoopId Loop, DataQuery RestsOnData,
                             ExpressionPool &Pool) {
  AddressSplitter Splitter(Kernel, RestsOnData, Pool);
  if (Kernel.Irreducible || !Splitter.isCommon(E, Loop))
    return std::nullopt;
  return std::move(Splitter.Parts.Deciding);
}
