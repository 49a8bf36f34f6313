//===- LibraryAlgorithms.h - What thrust's and cub's calls take -*- C++ -*-===//
//
// A table of the libraries' algorithms for the whole device. A row has a letter
// for each argument, after thrust's policy or cub's temporary storage:
//
//   f l n   the first and last position, or the first and how many elements
//   F W     a first position whose range is also written, or only written
//   r w u   another array that is read, written, or both
//   x       an array of one or a few elements
//   p       a function that runs for every element
//   o       an operator or comparison; without cost if the library has it
//   -       a number or a value
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LIBRARYALGORITHMS_H
#define KERNELCAST_ANALYSIS_HOST_LIBRARYALGORITHMS_H

#include "analysis/host/program/LibraryPass.h"
#include "clang/AST/Expr.h"

namespace kernelcast::host {

struct LibraryAlgorithm {
  enum class Kind : uint8_t { Map, Copy, Reduce, Scan, Select, Sort };

  llvm::StringLiteral Name; ///< "sort", "DeviceReduce::Sum"
  llvm::StringLiteral Letters;
  Kind What;

  /// As passes; of a sort the general one.
  PassAlgorithm passes() const;
};

/// The row of thrust's function \p Name for these arguments; null if there is
/// none.
const LibraryAlgorithm *
thrustAlgorithm(llvm::StringRef Name,
                llvm::ArrayRef<const clang::Expr *> Given);
/// The same of cub's. Further arguments may follow: bits of a sort, a stream.
const LibraryAlgorithm *cubAlgorithm(llvm::StringRef Name,
                                     llvm::ArrayRef<const clang::Expr *> Given);

bool isNumber(const clang::Expr *E);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LIBRARYALGORITHMS_H
