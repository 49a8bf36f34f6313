//===- LibraryPass.h - An algorithm of a device library ---------*- C++ -*-===//
//
// What a call of thrust or cub asks of the device: an algorithm that goes over
// arrays of so many elements. How often it does, and in how many launches, is
// the cost model's to say (cost_models/common/LibraryPasses.h).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_PROGRAM_LIBRARYPASS_H
#define KERNELCAST_ANALYSIS_HOST_PROGRAM_LIBRARYPASS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace kernelcast {

class Expr;

enum class PassAlgorithm : uint8_t {
  Map,       ///< every element for itself: fill, transform, gather
  Reduction, ///< to one value: reduce, count, min_element
  Scan,      ///< prefix sums
  Selection, ///< some of the elements, in order: copy_if, unique
  RadixSort, ///< by the digits of numbers
  MergeSort, ///< by comparisons
};

struct LibraryPass {
  PassAlgorithm Algorithm = PassAlgorithm::Map;
  const Expr *Elements = nullptr; ///< null: not known
  /// Bytes of an element, of all arrays together, each time that the algorithm
  /// goes over them; a selection may write less.
  uint64_t BytesRead = 0, BytesWritten = 0;
  uint64_t KeyBytes = 0;  ///< of a sort: what is compared
  unsigned KeyBits = 0;   ///< of a radix sort
  bool HostWaits = false; ///< the call returns when the work has ended
  /// Whether the call may only ask how much storage it needs.
  bool MayBeQuery = false;
  /// Whether it runs code of the user's for every element.
  bool CallsFunction = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HOST_PROGRAM_LIBRARYPASS_H
