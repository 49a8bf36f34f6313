//===- Ranges.cpp - Intervals that hold for every launch ------------------===//
#include "analysis/symbolic/Ranges.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace kernelcast;

namespace {

constexpr int64_t Highest = std::numeric_limits<int64_t>::max();

ValueRange rangeOfType(ScalarType Type) {
  if (Type.Signed)
    return {llvm::minIntN(std::min<unsigned>(Type.Bits, 64)),
            llvm::maxIntN(std::min<unsigned>(Type.Bits, 64))};
  return {0, Type.Bits >= 64 ? Highest
                             : static_cast<int64_t>(llvm::maxUIntN(Type.Bits))};
}

/// Limits of CUDA's programming guide; OpenCL work-groups stay within the same
/// on every GPU, group counts within 32 bits.
ValueRange rangeOfCoordinate(Coordinate Which) {
  switch (Which) {
  case Coordinate::ThreadX:
  case Coordinate::ThreadY:
  case Coordinate::ThreadZ:
    return {0, 1023};
  case Coordinate::BlockX:
  case Coordinate::BlockY:
  case Coordinate::BlockZ:
    return {0, 0xFFFFFFFE};
  case Coordinate::BlockSizeX:
  case Coordinate::BlockSizeY:
  case Coordinate::BlockSizeZ:
    return {1, 1024};
  case Coordinate::GridSizeX:
  case Coordinate::GridSizeY:
  case Coordinate::GridSizeZ:
    return {1, 0xFFFFFFFF};
  case Coordinate::WarpSize:
    return {1, 128};
  default:
    return {0, Highest};
  }
}

/// The hull of Low..High if it lies in the type, else the whole type.
ValueRange within(ScalarType Type, __int128 Low, __int128 High) {
  ValueRange All = rangeOfType(Type);
  if (Low < All.Low || High > All.High)
    return All;
  return {static_cast<int64_t>(Low), static_cast<int64_t>(High)};
}

ValueRange combine(const Expr *E, ValueRange A, ValueRange B) {
  ScalarType Type = E->type();
  ValueRange All = rangeOfType(Type);
  using Wide = __int128;
  // 64-bit unsigned operands may exceed what a ValueRange can say.
  bool Huge = !Type.Signed && Type.Bits >= 64 &&
              (A.High == Highest || B.High == Highest);
  switch (E->op()) {
  case Op::Add:
    return Huge ? All
                : within(Type, Wide(A.Low) + B.Low, Wide(A.High) + B.High);
  case Op::Sub:
    return Huge ? All
                : within(Type, Wide(A.Low) - B.High, Wide(A.High) - B.Low);
  case Op::Mul: {
    if (Huge)
      return All;
    Wide P[] = {Wide(A.Low) * B.Low, Wide(A.Low) * B.High, Wide(A.High) * B.Low,
                Wide(A.High) * B.High};
    return within(Type, *std::min_element(P, P + 4),
                  *std::max_element(P, P + 4));
  }
  case Op::Div:
    if (A.Low >= 0 && B.Low >= 1)
      return {A.Low / B.High, A.High == Highest ? Highest : A.High / B.Low};
    return A.Low >= 0 && B.Low >= 0 ? ValueRange{0, A.High} : All;
  case Op::Rem:
    if (A.Low >= 0 && B.Low >= 0)
      return {0, std::max<int64_t>(0, std::min(A.High, B.High == Highest
                                                           ? Highest
                                                           : B.High - 1))};
    return All;
  case Op::Shr:
    if (A.Low >= 0 && B.Low >= 0 && A.High != Highest)
      return {0, B.Low < 63 ? A.High >> B.Low : 0};
    return A.Low >= 0 && Type.Signed ? ValueRange{0, A.High} : All;
  case Op::And:
    if (A.Low >= 0 && B.Low >= 0)
      return {0, std::min(A.High, B.High)};
    if (A.Low >= 0 || B.Low >= 0)
      return {0, A.Low >= 0 ? A.High : B.High};
    return All;
  case Op::Or:
  case Op::Xor:
    if (A.Low >= 0 && B.Low >= 0 && A.High != Highest && B.High != Highest)
      return {
          0,
          static_cast<int64_t>(llvm::maskTrailingOnes<uint64_t>(
              64 - llvm::countl_zero(static_cast<uint64_t>(A.High | B.High))))};
    return All;
  case Op::Min:
    return {std::min(A.Low, B.Low), std::min(A.High, B.High)};
  case Op::Max:
    return {std::max(A.Low, B.Low), std::max(A.High, B.High)};
  default:
    return All;
  }
}

ValueRange rangeOfNode(const Expr *E,
                       const llvm::DenseMap<const Expr *, ValueRange> &Known) {
  ScalarType Type = E->type();
  ValueRange All = rangeOfType(Type);
  auto Of = [&](unsigned I) { return Known.lookup(E->operand(I)); };
  switch (E->op()) {
  case Op::Constant:
    if (Type.Float || (!Type.Signed && E->value() < 0))
      return All;
    return {E->value(), E->value()};
  case Op::Coordinate: {
    ValueRange R = rangeOfCoordinate(static_cast<Coordinate>(E->value()));
    return R.High > All.High ? ValueRange{std::max(R.Low, All.Low), All.High}
                             : R;
  }
  case Op::Counter: // no loop runs longer than this, so that k + 1 stays
                    // positive
    return {0, int64_t(1) << 62};
  case Op::Negate:
    if (Type.Float || !Type.Signed)
      return All;
    return within(Type, -static_cast<__int128>(Of(0).High),
                  -static_cast<__int128>(Of(0).Low));
  case Op::FloorLog2:
    return {-1, 63};
  case Op::Select:
    return {std::min(Of(1).Low, Of(2).Low), std::max(Of(1).High, Of(2).High)};
  case Op::Cast:
    if (Type.Float || E->operand(0)->type().Float)
      return All;
    return within(Type, Of(0).Low, Of(0).High);
  case Op::Call:
    return All;
  default:
    return E->operands().size() == 2 ? combine(E, Of(0), Of(1)) : All;
  }
}

} // namespace

ValueRange kernelcast::rangeOf(const Expr *E) {
  llvm::DenseMap<const Expr *, ValueRange> Known;
  if (E->isLeaf())
    return rangeOfNode(E, Known);
  visitPostOrder(E, [&](const Expr *Node) {
    ValueRange R = rangeOfNode(Node, Known);
    Known.insert({Node, R});
  });
  return Known.lookup(E);
}

bool kernelcast::isNonNegative(const Expr *E) {
  return !E->type().Float && (!E->type().Signed || rangeOf(E).Low >= 0);
}

bool kernelcast::isPositive(const Expr *E) {
  if (E->type().Float)
    return false;
  switch (E->op()) {
  case Op::Add:
    return (isPositive(E->operand(0)) && isNonNegative(E->operand(1))) ||
           (isPositive(E->operand(1)) && isNonNegative(E->operand(0)));
  case Op::Mul:
    return isPositive(E->operand(0)) && isPositive(E->operand(1));
  case Op::Cast:
    return !E->operand(0)->type().Float &&
           E->type().Bits >= E->operand(0)->type().Bits &&
           isPositive(E->operand(0));
  default:
    return rangeOf(E).Low >= 1;
  }
}

static unsigned lowZeros(const Expr *E, unsigned Depth) {
  constexpr unsigned MaxDepth = 8, Most = 63;
  if (E->isIntegerConstant())
    return E->value() == 0
               ? Most
               : unsigned(llvm::countr_zero(static_cast<uint64_t>(E->value())));
  if (E->isLeaf() || E->type().Float || Depth == MaxDepth)
    return 0;
  auto Of = [&](unsigned I) { return lowZeros(E->operand(I), Depth + 1); };
  switch (E->op()) {
  case Op::Add:
  case Op::Sub:
  case Op::Or:
  case Op::Xor:
  case Op::Min:
  case Op::Max:
    return std::min(Of(0), Of(1));
  case Op::And:
    return std::max(Of(0), Of(1));
  case Op::Mul:
    return std::min(Most, Of(0) + Of(1));
  case Op::Shl:
    if (const Expr *Amount = E->operand(1); Amount->isIntegerConstant() &&
                                            Amount->value() >= 0 &&
                                            Amount->value() <= Most)
      return std::min(Most, Of(0) + unsigned(Amount->value()));
    return Of(0);
  case Op::Negate:
    return Of(0);
  case Op::Select:
    return std::min(Of(1), Of(2));
  case Op::Cast:
    return E->operand(0)->type().Float ? 0 : Of(0);
  default:
    return 0;
  }
}

unsigned kernelcast::lowZeroBits(const Expr *E) { return lowZeros(E, 0); }
