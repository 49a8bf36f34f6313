//===- DoubleOperations.h - Double precision among floats -------*- C++ -*-===//
//
//   out[i] = in[i] * 0.5;     float to double, product, double to float
//
// A number without the suffix f is a double, and so is what it is combined
// with. Where operands and result are floats anyway, the same operation on
// floats gives the same bits, if
//
//   the number       is a float exactly, as 0.5 and 3.0 are, and 0.1 is not;
//   the operation    is the only one between the roundings: +, -, *, / or a
//                    comparison. A double has more than 2 * 24 + 2 bits, so
//                    that rounding to it first does no harm (Figueroa 1995);
//   floats           are rounded as IEEE 754 demands: not so with fast maths,
//                    nor in OpenCL's division;
//   the compiler     cannot fuse it with another one. It may make x * 0.5f + y
//                    one operation with one rounding, as it could not before: a
//                    product must not get into a sum, nor a sum be of one. By a
//                    power of two a quotient is a product.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_DOUBLEOPERATIONS_H
#define KERNELCAST_ANALYSIS_CHANGES_DOUBLEOPERATIONS_H

#include "analysis/KernelModel.h"
#include "analysis/changes/ReachedCode.h"

namespace kernelcast {

/// Fills \p Model.DoubleOperations with those in \p Code, in source order.
void findDoubleOperations(const ReachedCode &Code, const SourceText &Source,
                          KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_DOUBLEOPERATIONS_H
