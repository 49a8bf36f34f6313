//===- ThreadSpan.cpp - How far threads are apart in a value --------------===//

#include "analysis/specialize/ThreadSpan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

ThreadsTogether ThreadsTogether::ofLaunch(const LaunchConfiguration &Launch) {
  ThreadsTogether Result;
  for (unsigned D = 0; D != 3; ++D) {
    Result.Threads[D] = double(Launch.Block[D]);
    Result.Blocks[D] = double(Launch.Grid[D]);
  }
  return Result;
}

/// Of \p Number that follow each other in \p Sizes, along x first, the
/// coordinates in each direction.
static std::array<double, 3> inARow(double Number,
                                    const std::array<uint64_t, 3> &Sizes) {
  std::array<double, 3> Result{};
  for (unsigned D = 0; D != 3; ++D) {
    Result[D] = std::min(std::max(1.0, Number), double(Sizes[D]));
    Number = std::ceil(Number / double(Sizes[D]));
  }
  return Result;
}

ThreadsTogether ThreadsTogether::ofWarp(const LaunchConfiguration &Launch,
                                        unsigned Lanes) {
  return {inARow(Lanes, Launch.Block), {1, 1, 1}};
}

ThreadsTogether ThreadsTogether::ofBlocks(const LaunchConfiguration &Launch,
                                          double Blocks) {
  ThreadsTogether Result = ofLaunch(Launch);
  Result.Blocks = inARow(Blocks, Launch.Grid);
  return Result;
}

bool ThreadSlopes::isCommon() const {
  auto Zero = [](double Slope) { return Slope == 0; };
  return all_of(OfThread, Zero) && all_of(OfBlock, Zero);
}

void ThreadSlopes::scale(double Factor) {
  Constant *= Factor;
  for (unsigned D = 0; D != 3; ++D) {
    OfThread[D] *= Factor;
    OfBlock[D] *= Factor;
  }
}

double ThreadSlopes::span(const ThreadsTogether &Threads) const {
  double Result = 0;
  for (unsigned D = 0; D != 3; ++D)
    Result += std::abs(OfThread[D]) * (Threads.Threads[D] - 1) +
              std::abs(OfBlock[D]) * (Threads.Blocks[D] - 1);
  return Result;
}

namespace {

class SlopeFinder {
public:
  SlopeFinder(const KernelModel &Kernel, const LaunchConfiguration &Launch)
      : Kernel(Kernel), Launch(Launch) {}

  std::optional<ThreadSlopes> of(const Expr *E) {
    if (auto Found = Memo.find(E); Found != Memo.end())
      return Found->second;
    constexpr unsigned MaxDepth = 200;
    std::optional<ThreadSlopes> Result;
    if (++Depth <= MaxDepth)
      Result = operation(E);
    --Depth;
    return Memo[E] = Result;
  }

  using Slopes = std::optional<ThreadSlopes>;

  static ThreadSlopes constant(double Value) {
    ThreadSlopes Result;
    Result.Constant = Value;
    return Result;
  }

  static Slopes product(const ThreadSlopes &A, const ThreadSlopes &B) {
    if (B.isCommon())
      return sum({}, A, B.Constant);
    if (A.isCommon())
      return sum({}, B, A.Constant);
    return std::nullopt;
  }

private:
  /// Something that all threads have in common, whatever it is.
  static ThreadSlopes common() { return constant(1); }

  static ThreadSlopes sum(ThreadSlopes A, const ThreadSlopes &B,
                          double Times = 1) {
    A.Constant += Times * B.Constant;
    for (unsigned D = 0; D != 3; ++D) {
      A.OfThread[D] += Times * B.OfThread[D];
      A.OfBlock[D] += Times * B.OfBlock[D];
    }
    return A;
  }

  ThreadSlopes coordinate(Coordinate C) const {
    const auto Number = static_cast<unsigned>(C);
    ThreadSlopes Result;
    if (C < Coordinate::BlockX)
      Result.OfThread[Number % 3] = 1;
    else if (C < Coordinate::BlockSizeX)
      Result.OfBlock[Number % 3] = 1;
    else if (C < Coordinate::GridSizeX)
      Result.Constant = double(Launch.Block[Number % 3]);
    else if (C < Coordinate::OffsetX)
      Result.Constant = double(Launch.Grid[Number % 3]);
    else
      Result.Constant = C == Coordinate::WarpSize ? 32 : 0;
    return Result;
  }

  /// Whether a conversion from \p From leaves the slope as it is: what it cuts
  /// off is less than the next number, or nothing that is in use.
  static bool keepsSlope(ScalarType From, ScalarType To) {
    constexpr unsigned OfIndices = 32;
    return To.Float || To.Bits >= OfIndices || To.Bits >= From.Bits;
  }

  Slopes operation(const Expr *E) {
    const auto Number = static_cast<size_t>(E->value());
    switch (E->op()) {
    case Op::Constant:
      return constant(E->type().Float ? E->floatValue() : double(E->value()));
    case Op::Symbol:
      for (const ArgumentValue &A : Launch.Arguments)
        if (A.IsInteger && A.Name == E->name())
          return constant(double(A.Integer));
      return common();
    case Op::Coordinate:
      return coordinate(static_cast<Coordinate>(E->value()));
    case Op::Base:
    case Op::Counter:
      return common();
    case Op::Load:
      if (Number < Kernel.Accesses.size() && Kernel.Accesses[Number].Address)
        if (Slopes Where = of(Kernel.Accesses[Number].Address);
            Where && Where->isCommon())
          return common();
      return std::nullopt;
    case Op::Phi:
    case Op::Opaque:
      return std::nullopt;
    default:
      break;
    }
    SmallVector<ThreadSlopes, 3> Of;
    for (const Expr *Operand : E->operands()) {
      Slopes Each = of(Operand);
      if (!Each)
        return std::nullopt;
      Of.push_back(*Each);
    }
    switch (E->op()) {
    case Op::Add:
      return sum(Of[0], Of[1]);
    case Op::Sub:
      return sum(Of[0], Of[1], -1);
    case Op::Negate:
      return sum({}, Of[0], -1);
    case Op::Mul:
      return product(Of[0], Of[1]);
    case Op::Shl:
      if (Of[1].isCommon())
        return sum({}, Of[0], std::exp2(Of[1].Constant));
      return std::nullopt;
    case Op::Cast:
      if (keepsSlope(E->operand(0)->type(), E->type()))
        return Of[0];
      break;
    default:
      break;
    }
    return all_of(Of, [](const ThreadSlopes &S) { return S.isCommon(); })
               ? std::optional(common())
               : std::nullopt;
  }

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  DenseMap<const Expr *, Slopes> Memo;
  unsigned Depth = 0;
};

} // namespace

std::optional<ThreadSlopes>
kernelcast::threadSlopes(const KernelModel &Kernel,
                         const LaunchConfiguration &Launch,
                         ArrayRef<const Expr *> Factors) {
  SlopeFinder Finder(Kernel, Launch);
  std::optional<ThreadSlopes> Result = SlopeFinder::constant(1);
  for (const Expr *Factor : Factors) {
    const std::optional<ThreadSlopes> Each = Finder.of(Factor);
    if (!Each || !Result)
      return std::nullopt;
    Result = SlopeFinder::product(*Result, *Each);
  }
  return Result;
}
