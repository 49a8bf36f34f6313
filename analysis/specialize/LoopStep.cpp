//===- LoopStep.cpp - By how much a loop moves an address -----------------===//

#include "analysis/specialize/LoopStep.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// What expressions move by in an iteration of one loop. Each is looked at
/// once: hashes use every value several times.
class Steps {
public:
  Steps(const KernelModel &Kernel, const LoopInfo &Loop)
      : Kernel(Kernel), Loop(Loop) {}

  /// Nothing where it is not the same in all iterations.
  std::optional<int64_t> of(const Expr *E) {
    if (auto Found = Memo.find(E); Found != Memo.end())
      return Found->second;
    constexpr unsigned MaxDepth = 200;
    std::optional<int64_t> Step;
    if (++Depth <= MaxDepth)
      Step = operation(E);
    --Depth;
    return Memo[E] = Step;
  }

private:
  bool isInside(BlockId Block) const {
    return is_contained(Loop.Blocks, Block);
  }

  std::optional<int64_t> operation(const Expr *E) {
    auto Of = [&](unsigned I) { return of(E->operand(I)); };
    const auto Number = static_cast<size_t>(E->value());
    auto IfOutside = [](bool Inside) {
      return Inside ? std::nullopt : std::optional<int64_t>(0);
    };
    switch (E->op()) {
    case Op::Counter:
      return E->value() == Loop.Id ? 1 : 0;
    case Op::Load:
      return IfOutside(Number >= Kernel.Accesses.size() ||
                       isInside(Kernel.Accesses[Number].Block));
    case Op::Phi:
      return IfOutside(Number >= Kernel.Phis.size() ||
                       isInside(Kernel.Phis[Number].Block));
    case Op::Opaque:
      return std::nullopt;
    case Op::Add:
    case Op::Sub: {
      auto A = Of(0), B = Of(1);
      int64_t Sum = 0;
      if (!A || !B ||
          (E->op() == Op::Add ? AddOverflow(*A, *B, Sum)
                              : SubOverflow(*A, *B, Sum)))
        return std::nullopt;
      return Sum;
    }
    case Op::Mul:
    case Op::Shl:
      return product(E, Of(0), Of(1));
    case Op::Cast:
      return Of(0);
    default:
      for (unsigned I = 0; I != E->operands().size(); ++I)
        if (Of(I) != std::optional<int64_t>(0))
          return std::nullopt;
      return 0;
    }
  }

  /// Of a product, or a shift, whose factors move by \p A and \p B.
  static std::optional<int64_t> product(const Expr *E, std::optional<int64_t> A,
                                        std::optional<int64_t> B) {
    if (!A || !B)
      return std::nullopt;
    if (*A == 0 && *B == 0)
      return 0;
    const bool IsShift = E->op() == Op::Shl;
    const bool Left = !IsShift && E->operand(0)->isIntegerConstant();
    const Expr *Constant = E->operand(Left ? 0 : 1);
    if (!Constant->isIntegerConstant())
      return std::nullopt;
    int64_t Factor = Constant->value(), Moves = 0;
    if (IsShift && (Factor < 0 || Factor > 62))
      return std::nullopt;
    if (IsShift)
      Factor = int64_t(1) << Factor;
    if (MulOverflow(Left ? *B : *A, Factor, Moves))
      return std::nullopt;
    return Moves;
  }

  const KernelModel &Kernel;
  const LoopInfo &Loop;
  DenseMap<const Expr *, std::optional<int64_t>> Memo;
  unsigned Depth = 0;
};

} // namespace

std::optional<int64_t> kernelcast::stepInLoop(const KernelModel &Kernel,
                                              const MemoryAccess &Access) {
  if (!Access.Address || Access.Block >= Kernel.Blocks.size())
    return std::nullopt;
  LoopId Loop = Kernel.Blocks[Access.Block].Loop;
  if (Loop >= Kernel.Loops.size())
    return std::nullopt;
  return Steps(Kernel, Kernel.Loops[Loop]).of(Access.Address);
}
