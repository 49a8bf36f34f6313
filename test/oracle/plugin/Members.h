//===- Members.h - What a copy of a structure moves -------------*- C++ -*-===//
//
// Unoptimised, a structure is copied as one run of bytes. No GPU moves such a
// run for each lane: compilers copy member by member.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_MEMBERS_H
#define KERNELCAST_TEST_ORACLE_MEMBERS_H

#include <cstddef>
#include <utility>
#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace oracle {

/// (offset, bytes) of the scalars and vectors that \p I moves: one for
/// everything but copies of structures and arrays.
std::vector<std::pair<size_t, unsigned>> members(const llvm::Instruction &I,
                                                 size_t Bytes);

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_MEMBERS_H
