//===- Magnitude.h - How large an integer is --------------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_MAGNITUDE_H
#define KERNELCAST_ANALYSIS_SUPPORT_MAGNITUDE_H

#include <cstdint>

namespace kernelcast {

/// |\p Value|, also of the smallest number, for which std::abs has no answer.
constexpr uint64_t magnitude(int64_t Value) {
  return Value < 0 ? 0 - static_cast<uint64_t>(Value)
                   : static_cast<uint64_t>(Value);
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_MAGNITUDE_H
