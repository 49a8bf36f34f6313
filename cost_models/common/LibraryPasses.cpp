//===- LibraryPasses.cpp - Passes of device libraries ---------------------===//

#include "cost_models/common/LibraryPasses.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace kernelcast;

/// One block does this many elements.
static constexpr uint64_t BlockElements = 4096;
/// Bits that a radix sort's pass looks at.
static constexpr unsigned DigitBits = 8;

/// The elements that a block of a merge sort sorts by itself: 17 of 4 bytes a
/// thread, fewer of larger keys, never more than that of smaller ones.
static uint64_t mergeTile(uint64_t KeyBytes) {
  constexpr uint64_t Threads = 256, Items = 17, WordBytes = 4;
  uint64_t Bytes = std::max(KeyBytes, WordBytes);
  return Threads * std::max<uint64_t>(1, Items * WordBytes / Bytes);
}

PassWork kernelcast::passWork(const LibraryPass &Pass, uint64_t Elements) {
  PassWork Work;
  if (Elements == 0)
    return Work;
  double N = static_cast<double>(Elements);
  double Once = N * static_cast<double>(Pass.BytesRead + Pass.BytesWritten);
  bool OneBlock = Elements <= BlockElements;
  switch (Pass.Algorithm) {
  case PassAlgorithm::Map:
    return {1, Once};
  case PassAlgorithm::Reduction:
    return {OneBlock ? 1.0 : 2.0, Once};
  case PassAlgorithm::Scan:
  case PassAlgorithm::Selection:
    return {2, Once};
  case PassAlgorithm::RadixSort: {
    if (OneBlock)
      return {1, Once};
    double Digits = static_cast<double>(divideCeil(Pass.KeyBits, DigitBits));
    return {2 + Digits, N * static_cast<double>(Pass.KeyBytes) + Digits * Once};
  }
  case PassAlgorithm::MergeSort: {
    uint64_t Tiles = divideCeil(Elements, mergeTile(Pass.KeyBytes));
    double Rounds = Log2_64_Ceil(Tiles);
    return {1 + 2 * Rounds, (1 + Rounds) * Once};
  }
  }
  llvm_unreachable("every algorithm has its work");
}
