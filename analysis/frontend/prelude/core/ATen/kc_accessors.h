//===- kc_accessors.h - Views of PyTorch's tensors in kernels -------------===//
//
// Accessors and TensorInfo have their real layout, since kernels take them by
// value: sizes and strides are read from the parameter.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_ATEN_ACCESSORS_H
#define KERNELCAST_ATEN_ACCESSORS_H
#include "kc_elements.h"
#include <stddef.h>

namespace at {
template <class T> struct DefaultPtrTraits {
  using PtrType = T *;
};
template <class T> struct RestrictPtrTraits {
  using PtrType = T *__restrict__;
};
/// A view that a kernel takes: pointer, sizes and strides in elements.
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class I = int64_t>
struct TensorAccessor {
  typename Traits<T>::PtrType data_;
  const I *sizes_, *strides_;
  __host__ __device__ TensorAccessor(typename Traits<T>::PtrType Data,
                                     const I *Sizes, const I *Strides)
      : data_(Data), sizes_(Sizes), strides_(Strides) {}
  __host__ __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I At) {
    return {data_ + strides_[0] * At, sizes_ + 1, strides_ + 1};
  }
  __host__ __device__ const TensorAccessor<T, N - 1, Traits, I>
  operator[](I At) const {
    return {data_ + strides_[0] * At, sizes_ + 1, strides_ + 1};
  }
  __host__ __device__ I size(I D) const { return sizes_[D]; }
  __host__ __device__ I stride(I D) const { return strides_[D]; }
  __host__ __device__ T *data() const { return data_; }
};
template <class T, template <class> class Traits, class I>
struct TensorAccessor<T, 1, Traits, I> {
  typename Traits<T>::PtrType data_;
  const I *sizes_, *strides_;
  __host__ __device__ TensorAccessor(typename Traits<T>::PtrType Data,
                                     const I *Sizes, const I *Strides)
      : data_(Data), sizes_(Sizes), strides_(Strides) {}
  __host__ __device__ T &operator[](I At) const {
    return data_[strides_[0] * At];
  }
  __host__ __device__ I size(I D) const { return sizes_[D]; }
  __host__ __device__ I stride(I D) const { return strides_[D]; }
  __host__ __device__ T *data() const { return data_; }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class I = int64_t>
struct GenericPackedTensorAccessor {
  typename Traits<T>::PtrType data_;
  I sizes_[N], strides_[N];
  __host__ __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I At) {
    return {data_ + strides_[0] * At, sizes_ + 1, strides_ + 1};
  }
  __host__ __device__ const TensorAccessor<T, N - 1, Traits, I>
  operator[](I At) const {
    return {data_ + strides_[0] * At, sizes_ + 1, strides_ + 1};
  }
  __host__ __device__ I size(I D) const { return sizes_[D]; }
  __host__ __device__ I stride(I D) const { return strides_[D]; }
  __host__ __device__ T *data() const { return data_; }
};
template <class T, template <class> class Traits, class I>
struct GenericPackedTensorAccessor<T, 1, Traits, I> {
  typename Traits<T>::PtrType data_;
  I sizes_[1], strides_[1];
  __host__ __device__ T &operator[](I At) const {
    return data_[strides_[0] * At];
  }
  __host__ __device__ I size(I D) const { return sizes_[D]; }
  __host__ __device__ I stride(I D) const { return strides_[D]; }
  __host__ __device__ T *data() const { return data_; }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 =
    GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 =
    GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, I>;

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits,
          class I = int64_t>
using TensorAccessorBase = TensorAccessor<T, N, Traits, I>;

namespace cuda {
namespace detail {
template <class T, class I> struct TensorInfo {
  T *data;
  I sizes[25], strides[25];
  int dims;
  TensorInfo();
  int collapseDims(int = -1);
  __host__ __device__ bool isContiguous() const {
    return dims == 1 && strides[0] == 1;
  }
};
/// Where element number \p Linear of a tensor is, from its first one.
template <class T, class I, int Dims> struct IndexToOffset {
  static __host__ __device__ I get(I Linear, const TensorInfo<T, I> &Info) {
    I Offset = 0;
    for (int D = (Dims < 0 ? Info.dims : Dims) - 1; D > 0; --D) {
      Offset += Linear % Info.sizes[D] * Info.strides[D];
      Linear /= Info.sizes[D];
    }
    return Offset + Linear * Info.strides[0];
  }
};
} // namespace detail
} // namespace cuda
} // namespace at
#endif
