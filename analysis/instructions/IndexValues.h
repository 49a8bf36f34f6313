//===- IndexValues.h - Index functions as expressions -----------*- C++ -*-===//
//
// threadIdx.x, get_global_id(0), %laneid: all become expressions over the
// launch's coordinates.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_INDEXVALUES_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_INDEXVALUES_H

#include "analysis/instructions/Builtins.h"

namespace kernelcast {

/// \p Function along \p Dimension (0 to 2), if it depends on one; null if
/// nobody knows.
const Expr *indexValue(ExpressionPool &Pool, const IndexFunction &Function,
                       unsigned Dimension);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_INDEXVALUES_H
