//===- ContainerSizes.h - How many elements a vector has --------*- C++ -*-===//
//
// std::vector and thrust's vectors are followed by their size alone: it is a
// part of the variable (Places.h), as a member would be, and what changes it is
// found like any other change.
//
//   std::vector<float> v(n);    n           v.resize(m);         m
//   device_vector<float> w = v; that of v   v.assign(m, 0.f);    m
//   vector<int> x{1, 2, 3};     3           v.clear();           0
//   v.push_back(e);             one more    v.begin(), v[i] = e  unchanged
//
// Everything else that may change one leaves its size unknown: a symbol that
// --arg 'v.size()=...' gives.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_CONTAINERSIZES_H
#define KERNELCAST_ANALYSIS_HOST_CONTAINERSIZES_H

#include "analysis/host/CallChains.h"
#include "analysis/symbolic/Expression.h"
#include "clang/AST/ExprCXX.h"

namespace kernelcast::host {

class HostValues;

/// The size of the container that \p Made constructs in \p F; null where that
/// is not known.
const Expr *sizeConstructed(const clang::CXXConstructExpr *Made, const Frame *F,
                            HostValues &Values, ExpressionPool &Pool);
/// The size that \p Call of a container's member function leaves it with; null
/// where that is not known.
const Expr *sizeLeft(const clang::CXXMemberCallExpr *Call, const Frame *F,
                     HostValues &Values, ExpressionPool &Pool);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_CONTAINERSIZES_H
