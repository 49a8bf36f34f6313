//===- SlotBytes.h - Scalars as the bytes that they lie in ------*- C++ -*-===//
//
// A variable in registers is a list of scalars, but the memory that it stands
// for is bytes: one may be written as an int and read as chars. Here integers
// are taken apart and put together, little endian as all GPUs are:
//
//   bytes a..b of x          x >> 8a, cut to 8 (b - a) bits
//   x with y at byte a       x & ~(mask << 8a) | y << 8a
//
// What the bits of a floating point number are is not followed.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_SLOTBYTES_H
#define KERNELCAST_ANALYSIS_AST_SLOTBYTES_H

#include "analysis/ast/TypeLayouts.h"

namespace kernelcast {

/// The bytes that a scalar of type \p T takes in memory.
inline uint64_t bytesOf(ScalarType T) {
  return std::max<uint64_t>(1, T.Bits / 8);
}

/// The unsigned number \p V with zeros where \p Mask has them. Parts of V that
/// only such bits come from are left out, be they known or not.
const Expr *maskedBits(ExpressionPool &Pool, const Expr *V, uint64_t Mask,
                       unsigned Depth = 0);

/// A scalar in memory, from byte Offset on.
struct PlacedScalar {
  uint64_t Offset;
  const Expr *Value;
  uint64_t end() const { return Offset + bytesOf(Value->type()); }
};

/// What a scalar of type \p As at byte \p Offset holds, where \p Parts in
/// ascending order are all that overlaps it; null where that is not followed or
/// some of the bytes are not among them.
const Expr *scalarOfBytes(ExpressionPool &Pool, uint64_t Offset, ScalarType As,
                          llvm::ArrayRef<PlacedScalar> Parts);

/// What is in \p Old once \p New is written over some or all of its bytes, as a
/// scalar of Old's type; null where that is not followed.
const Expr *overwritten(ExpressionPool &Pool, PlacedScalar Old,
                        PlacedScalar New);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_SLOTBYTES_H
