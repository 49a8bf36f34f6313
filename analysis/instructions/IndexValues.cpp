//===- IndexValues.cpp - Index functions as expressions -------------------===//

#include "analysis/instructions/IndexValues.h"

using namespace llvm;

namespace kernelcast {

static Coordinate along(Coordinate First, unsigned Dimension) {
  return static_cast<Coordinate>(static_cast<unsigned>(First) + Dimension);
}

/// As OpenCL numbers the work items of a launch.
static const Expr *globalId(ExpressionPool &Pool, unsigned D) {
  ScalarType Wide = ScalarType::integer(64, false);
  auto Part = [&](Coordinate First) {
    return Pool.cast(Pool.coordinate(along(First, D)), Wide);
  };
  const Expr *Offset = Part(Coordinate::OffsetX);
  const Expr *Thread = Part(Coordinate::ThreadX);
  const Expr *Size = Part(Coordinate::BlockSizeX);
  const Expr *Block = Part(Coordinate::BlockX);
  return Pool.add(Pool.add(Pool.mul(Block, Size), Thread), Offset);
}

/// As CUDA numbers the threads of a block.
static const Expr *linearThread(ExpressionPool &Pool) {
  const Expr *SizeX = Pool.coordinate(Coordinate::BlockSizeX);
  const Expr *Y = Pool.mul(Pool.coordinate(Coordinate::ThreadY), SizeX);
  const Expr *SizeY = Pool.coordinate(Coordinate::BlockSizeY);
  const Expr *Z =
      Pool.mul(Pool.mul(Pool.coordinate(Coordinate::ThreadZ), SizeX), SizeY);
  return Pool.add(Pool.add(Pool.coordinate(Coordinate::ThreadX), Y), Z);
}

const Expr *indexValue(ExpressionPool &Pool, const IndexFunction &F,
                       unsigned D) {
  auto C = [&](Coordinate Which) {
    return Pool.cast(Pool.coordinate(Which), ScalarType::integer(64, false));
  };
  auto Size = [&](unsigned Along) {
    const Expr *Grid = C(along(Coordinate::GridSizeX, Along));
    return Pool.mul(C(along(Coordinate::BlockSizeX, Along)), Grid);
  };
  const Expr *Warp = F.Is == IndexFunction::Lane || F.Is == IndexFunction::Warp
                         ? Pool.coordinate(Coordinate::WarpSize)
                         : nullptr;
  switch (F.Is) {
  case IndexFunction::Fixed:
    return Pool.coordinate(F.First);
  case IndexFunction::AlongDimension:
    return C(along(F.First, D));
  case IndexFunction::GlobalId:
    return globalId(Pool, D);
  case IndexFunction::GlobalSize:
    return Size(D);
  case IndexFunction::GlobalLinearId: {
    const Expr *X = globalId(Pool, 0), *SizeX = Size(0);
    const Expr *Y = globalId(Pool, 1), *SizeY = Size(1);
    const Expr *Z = globalId(Pool, 2);
    return Pool.add(Pool.mul(Pool.add(Pool.mul(Z, SizeY), Y), SizeX), X);
  }
  case IndexFunction::LinearThread:
    return linearThread(Pool);
  case IndexFunction::Lane:
    return Pool.binary(Op::Rem, linearThread(Pool), Warp);
  case IndexFunction::Warp:
    return Pool.binary(Op::Div, linearThread(Pool), Warp);
  case IndexFunction::Dimensions:
  case IndexFunction::UnknownRegister:
    return nullptr;
  }
  llvm_unreachable("no such index function");
}

} // namespace kernelcast
