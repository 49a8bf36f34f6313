//===- LaunchIndices.h - Where a thread is, as the source asks --*- C++ -*-===//
//
// threadIdx.x, get_global_id(0), %laneid: all become expressions over the
// launch's coordinates.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_LAUNCHINDICES_H
#define KERNELCAST_ANALYSIS_AST_LAUNCHINDICES_H

#include "analysis/instructions/Builtins.h"
#include "clang/AST/Expr.h"

namespace kernelcast {

/// threadIdx.x and its kin in CUDA, whether the prelude declares plain structs
/// or properties, and warpSize.
std::optional<Coordinate> launchCoordinate(const clang::Expr *E, Language Lang);

/// \p Function along \p Dimension (0 to 2), if it depends on one; null if
/// nobody knows.
const Expr *indexValue(ExpressionPool &Pool, const IndexFunction &Function,
                       unsigned Dimension);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_LAUNCHINDICES_H
