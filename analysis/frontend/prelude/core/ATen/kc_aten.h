//===- kc_aten.h - What PyTorch's headers hold for extensions -------------===//
//
// Whatever header of ATen, c10 and torch a file includes, it gets this: tensors
// without contents, the macros that instantiate kernels, and what kernels use.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_ATEN_ATEN_H
#define KERNELCAST_ATEN_ATEN_H
#include "kc_accessors.h"
#include "kc_device.h"
#include "kc_dispatch.h"
#include "kc_elements.h"
#include "kc_tensors.h"
#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <unordered_map>
#include <utility>

// The build scripts of extensions define it where CUDA is to be had, and
// sources ask for it.
#ifndef WITH_CUDA
#define WITH_CUDA 1
#endif

#define TORCH_CHECK(...) ((void)0)
#define TORCH_CHECK_EQ(...) ((void)0)
#define TORCH_CHECK_NE(...) ((void)0)
#define TORCH_CHECK_LT(...) ((void)0)
#define TORCH_CHECK_LE(...) ((void)0)
#define TORCH_CHECK_GT(...) ((void)0)
#define TORCH_CHECK_GE(...) ((void)0)
#define TORCH_CHECK_ARG(...) ((void)0)
#define TORCH_CHECK_VALUE(...) ((void)0)
#define TORCH_CHECK_INDEX(...) ((void)0)
#define TORCH_CHECK_TYPE(...) ((void)0)
#define TORCH_CHECK_NOT_IMPLEMENTED(...) ((void)0)
#define TORCH_INTERNAL_ASSERT(...) ((void)0)
#define AT_ASSERTM(...) ((void)0)
#define AT_ASSERT(...) ((void)0)
#define AT_CHECK(...) ((void)0)
#define AT_ERROR(...) ((void)0)
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) ((void)0)
#define CUDA_KERNEL_ASSERT(...) ((void)0)
#define C10_CUDA_CHECK_WARN(X) ((void)(X))
#define TORCH_CUDABLAS_CHECK(X) ((void)(X))
#define C10_CUDA_CHECK(X) ((void)(X))
#define AT_CUDA_CHECK(X) ((void)(X))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LAUNCH_BOUNDS_1(N) __launch_bounds__(N)
#define C10_LAUNCH_BOUNDS_2(N, M) __launch_bounds__(N, M)
#define C10_RESTRICT __restrict__
#define C10_LIKELY(X) (X)
#define C10_UNLIKELY(X) (X)
#define C10_WARP_SIZE 32
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_MAX_THREADS_PER_BLOCK(N) (N)
#define C10_MIN_BLOCKS_PER_SM(N, M) (M)
#define C10_UNUSED __attribute__((unused))
#define C10_API
#define C10_EXPORT
#define TORCH_API
#define TORCH_CUDA_CU_API

// Bindings to Python are none of a kernel's business.
struct kc_python_module {
  template <class... A> kc_python_module &def(A...) { return *this; }
  template <class... A> kc_python_module &impl(A...) { return *this; }
  template <class... A> void attr(A...) {}
  template <class T> torch::class_<T> class_(const char *) { return {}; }
};
#define TORCH_EXTENSION_NAME extension
#define PYBIND11_MODULE(NAME, M) static void kc_bind(kc_python_module &M)
#define KC_LIBRARY_NUMBERED(M, NUMBER)                                         \
  static void kc_library_##NUMBER(kc_python_module &M)
#define KC_LIBRARY(M, NUMBER) KC_LIBRARY_NUMBERED(M, NUMBER)
#define TORCH_LIBRARY(NAME, M) KC_LIBRARY(M, __COUNTER__)
#define TORCH_LIBRARY_FRAGMENT(NAME, M) KC_LIBRARY(M, __COUNTER__)
#define TORCH_LIBRARY_IMPL(NAME, KEY, M) KC_LIBRARY(M, __COUNTER__)
namespace pybind11 {
struct arg {
  arg(const char *);
  template <class T> arg &operator=(T);
};
struct module_ : kc_python_module {};
struct object {
  object();
  template <class T> object(const T &);
  template <class T> T cast() const;
  object attr(const char *) const;
  template <class... A> object operator()(A &&...) const;
};
template <class T> object cast(T &&);
using module = module_;
template <class T> struct array_t {
  template <class... A> array_t(A...);
  T *data() const;
  T *mutable_data();
  size_t size() const;
};
template <class T, class... B> struct class_ {
  template <class... A> class_(A...);
  template <class... A> class_ &def(A...);
  template <class... A> class_ &def_readwrite(A...);
};
template <class... A> int init();
template <class F> int init(F);
struct gil_scoped_release {};
} // namespace pybind11
namespace py = pybind11;
#endif
