//===- UnitText.h - The unit of a number, in words --------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_UNITTEXT_H
#define KERNELCAST_ANALYSIS_SUPPORT_UNITTEXT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

namespace kernelcast {

/// \p Unit as it stands behind \p Value: of "cycles per warp" there is "1 cycle
/// per warp". Units that are symbols (s, B/s) stay.
inline std::string unitText(double Value, llvm::StringRef Unit) {
  const llvm::StringRef Noun = Unit.take_until([](char C) { return C == ' '; });
  const bool IsPlural = Noun.size() > 1 && Noun.back() == 's' &&
                        llvm::all_of(Noun, llvm::isAlpha);
  if (Value != 1 || !IsPlural)
    return Unit.str();
  return (Noun.drop_back() + Unit.drop_front(Noun.size())).str();
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_UNITTEXT_H
