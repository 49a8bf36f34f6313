//===- LaunchIndices.h - Where a thread is, as the source asks --*- C++ -*-===//
//
// The variables that tell a thread where it is; index functions are in
// instructions/IndexValues.h.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_LAUNCHINDICES_H
#define KERNELCAST_ANALYSIS_AST_LAUNCHINDICES_H

#include "analysis/instructions/IndexValues.h"
#include "clang/AST/Expr.h"

namespace kernelcast {

/// threadIdx.x and its kin in CUDA, whether the prelude declares plain structs
/// or properties, and warpSize.
std::optional<Coordinate> launchCoordinate(const clang::Expr *E, Language Lang);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_LAUNCHINDICES_H
