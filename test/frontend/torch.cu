// PyTorch's macros make one copy of the code around a launch for each type, and
// with it one instance of the kernel.
//
// RUN: facts %s --arg n=1024 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK-DAG: kernel scale<double> modelled
// CHECK-DAG: kernel scale<float> modelled
// CHECK-DAG: kernel scale<c10::Half> modelled
// CHECK-DAG: kernel rows<double> modelled
// CHECK-DAG: kernel rows<float> modelled
// CHECK-DAG: kernel rows<c10::Half> modelled
// Arithmetic with numbers of other types, any header of PyTorch's, and the newer
// macro with its lists of types, around another that the file defines.
//
// CHECK-DAG: kernel mixed<double, 1> modelled
// CHECK-DAG: kernel mixed<float, 2> modelled
// CHECK-DAG: kernel mixed<c10::Half, 1> modelled
// CHECK-DAG: kernel mixed<c10::BFloat16, 2> modelled
// CHECK-DAG: kernel offsets<signed char> modelled
// CHECK-DAG: kernel offsets<c10::Half> modelled
//
// A sum of complex numbers is two atomics. What is added is converted: PyTorch's
// functions are no templates.
//
// CHECK-DAG: kernel converted modelled
// CHECK-DAG: atomic gpuAtomicAdd(sum + threadIdx.x, 1.f) global 8 B
// CHECK-DAG: kernel complexSum modelled
// CHECK-DAG: atomic gpuAtomicAdd(sum + threadIdx.x, by) global 4 B
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/detail/IndexUtils.cuh>
#include <ATen/ops/any_of_them.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>
#if !WITH_CUDA
#error extensions are built with it
#endif

template <class T>
using Rows = torch::PackedTensorAccessor32<T, 2, torch::RestrictPtrTraits>;

template <class scalar_t>
__global__ void scale(const scalar_t *in, scalar_t *out, int n) {
  using acc_t = at::acc_type<scalar_t, true>;
  static_assert(sizeof(acc_t) >= 4, "half is added up in single precision");
  static_assert(sizeof(scalar_t) != 4 || sizeof(acc_t) == 4, "and float is");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = static_cast<scalar_t>(static_cast<acc_t>(in[i]) * 2);
}

template <class scalar_t>
__global__ void rows(const Rows<scalar_t> in, Rows<scalar_t> out) {
  out[blockIdx.x][threadIdx.x] = in[blockIdx.x][threadIdx.x];
}

torch::Tensor run(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "x must be on the GPU");
  const at::cuda::OptionalCUDAGuard Guard(device_of(x));
  auto out = torch::empty_like(x);
  auto other = torch::zeros({x.size(0), 3}, x.options().dtype(torch::kFloat32));
  const int n = x.numel();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "run", ([&] {
    scale<scalar_t>
        <<<(n + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
            x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), n);
    rows<scalar_t><<<x.size(0), 128>>>(
        x.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
        out.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}

template <class scalar_t, int N>
__global__ void mixed(scalar_t *a, int n) {
  for (auto i : c10::irange(n))
    a[i * 32 + threadIdx.x] *= scalar_t(2);
  if (a[0] < 3 && a[1] >= a[2] && a[3] != 0.5)
    a[0] += 1.0f;
  float sum = 0;
  sum += a[4];
  a[5] = -a[6] / 3 + std::numeric_limits<scalar_t>::lowest() * sum;
  gpuAtomicAdd(a, a[N]);
}

template <class scalar_t>
__global__ void offsets(at::cuda::detail::TensorInfo<scalar_t, int> info) {
  using Offset = at::cuda::detail::IndexToOffset<scalar_t, int, 2>;
  info.data[Offset::get(blockIdx.x * blockDim.x + threadIdx.x, info)] = 0;
}

#define DISPATCH_SIZE(size, ...)                                               \
  [&] {                                                                        \
    if (size == 1) {                                                           \
      static constexpr int N = 1;                                              \
      return __VA_ARGS__();                                                    \
    } else {                                                                   \
      static constexpr int N = 2;                                              \
      return __VA_ARGS__();                                                    \
    }                                                                          \
  }()

void dispatch(torch::Tensor x, std::optional<int64_t> size) {
  if (x.options().dtype() != torch::kFloat32)
    std::cout << x.options() << x.options().dtype() << x.device();
  AT_DISPATCH_V2(
      x.scalar_type(), "dispatch", AT_WRAP([&] {
        const int blocks = 3, threads = 32;
        DISPATCH_SIZE(size.value(), [&] {
          mixed<scalar_t, N><<<blocks, threads>>>(x.data_ptr<scalar_t>(), 7);
        });
      }),
      AT_EXPAND(AT_FLOATING_TYPES), at::kHalf, at::kBFloat16);
  AT_DISPATCH_ALL_TYPES_AND2(
      at::kHalf, at::kBFloat16, x.scalar_type(), "offsets", [&] {
        offsets<scalar_t><<<4, 8>>>(
            at::cuda::detail::getTensorInfo<scalar_t, int>(x));
      });
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("run", &run, "doubles"); }

__global__ void complexSum(c10::complex<float> *sum, c10::complex<float> by) {
  gpuAtomicAdd(sum + threadIdx.x, by);
}

__global__ void converted(double *sum) {
  gpuAtomicAdd(sum + threadIdx.x, 1.f);
  at::native::fastAtomicAdd(sum, threadIdx.x, 32u, 1.0, true);
  gpuAtomicAddNoReturn(sum, 1);
}
