//===- Lazy.h - A value that is made when first asked for -------*- C++ -*-===//
//
// Several threads may ask at once: one makes the value, the others wait. From
// then on reading it takes no lock.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_LAZY_H
#define KERNELCAST_ANALYSIS_SUPPORT_LAZY_H

#include <memory>
#include <mutex>

namespace kernelcast {

template <typename T> class Lazy {
public:
  /// The value, made by \p Make if nobody has asked before. \p Make must not
  /// ask for the same value.
  template <typename Maker> const T &get(Maker Make) const {
    std::call_once(Once, [&] { Value.reset(new T(Make())); });
    return *Value;
  }

private:
  mutable std::once_flag Once;
  mutable std::unique_ptr<const T> Value;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_LAZY_H
