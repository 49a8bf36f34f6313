//===- kc_tensors.h - PyTorch's tensors on the host -----------------------===//
//
// A tensor has no contents; its sizes are not known. What a function of tensors
// returns is a tensor, whatever it takes.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_ATEN_TENSORS_H
#define KERNELCAST_ATEN_TENSORS_H
#include "kc_accessors.h"
#include <cublas_v2.h>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>
#if __cplusplus >= 201703L
#include <optional>
#include <string_view>
#endif

namespace c10 {
enum class DeviceType : signed char {
  CPU,
  CUDA,
  HIP,
  XLA,
  MPS,
  PrivateUse1,
  COMPILE_TIME_MAX_DEVICE_TYPES
};
std::string DeviceTypeName(DeviceType, bool = false);
using DeviceIndex = signed char;
struct Device {
  Device(DeviceType, DeviceIndex = -1);
  Device(const char *);
  bool has_index() const;
  DeviceIndex index() const;
  DeviceType type() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool operator==(const Device &) const;
  bool operator!=(const Device &) const;
};
template <class T> struct ArrayRef {
  const T *Data;
  size_t Length;
  ArrayRef();
  ArrayRef(const std::vector<T> &);
  ArrayRef(std::initializer_list<T>);
  template <size_t N> ArrayRef(const T (&)[N]);
  ArrayRef(const T &);
  const T &operator[](size_t) const;
  const T *begin() const;
  const T *end() const;
  const T *data() const;
  size_t size() const;
  bool empty() const;
  std::vector<T> vec() const;
  bool equals(ArrayRef) const;
  operator std::vector<T>() const;
};
using IntArrayRef = ArrayRef<int64_t>;
template <class T> bool operator==(ArrayRef<T>, ArrayRef<T>);
template <class T> bool operator!=(ArrayRef<T>, ArrayRef<T>);
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(Device);
  TensorOptions(DeviceType);
  template <class T> TensorOptions dtype(T) const;
  ScalarType dtype() const;
  Device device() const;
  template <class... A> TensorOptions device(A...) const;
  template <class T> TensorOptions layout(T) const;
  TensorOptions requires_grad(bool = true) const;
  template <class T> TensorOptions memory_format(T) const;
  TensorOptions pinned_memory(bool) const;
};
template <class Stream> Stream &operator<<(Stream &, const TensorOptions &);
template <class Stream> Stream &operator<<(Stream &, ScalarType);
namespace cuda {
struct CUDAStream {
  CUDAStream();
  operator cudaStream_t() const;
  cudaStream_t stream() const;
  void synchronize() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex);
  explicit CUDAGuard(Device);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  template <class T> explicit OptionalCUDAGuard(T);
  void set_index(DeviceIndex);
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream);
};
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex current_device();
DeviceIndex device_count();
void set_device(DeviceIndex);
DeviceIndex MaybeSetDevice(DeviceIndex);
void device_synchronize();
namespace CUDACachingAllocator {
struct KcAllocation {
  void *get() const;
};
struct KcAllocator {
  KcAllocation allocate(size_t);
  void *raw_alloc(size_t);
  void raw_delete(void *);
};
KcAllocator *get();
void *raw_alloc(size_t);
void *raw_alloc_with_stream(size_t, cudaStream_t);
void raw_delete(void *);
void emptyCache();
} // namespace CUDACachingAllocator
} // namespace cuda
#if __cplusplus >= 201703L
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;
#else
template <class T> struct optional {
  optional();
  optional(T);
  bool has_value() const;
  T &value();
  const T &value() const;
  T value_or(T) const;
  T &operator*();
  const T &operator*() const;
  T *operator->();
  explicit operator bool() const;
};
struct nullopt_t {
  template <class T> operator optional<T>() const;
};
static const nullopt_t nullopt{};
#endif
template <class T> struct intrusive_ptr {
  intrusive_ptr();
  template <class U> intrusive_ptr(const intrusive_ptr<U> &);
  T *get() const;
  T &operator*() const;
  T *operator->() const;
  bool defined() const;
  explicit operator bool() const;
};
template <class T, class... A> intrusive_ptr<T> make_intrusive(A &&...);
struct intrusive_ptr_target {
  virtual ~intrusive_ptr_target();
};
template <class T> struct MaybeOwned {
  const T &operator*() const;
  const T *operator->() const;
};
template <class T, unsigned N> struct SmallVector : std::vector<T> {
  using std::vector<T>::vector;
};
template <class T> struct List : std::vector<T> {};
int64_t multiply_integers(ArrayRef<int64_t>);
struct InferenceMode {
  explicit InferenceMode(bool = true);
};
template <class... A> TensorOptions dtype(A...);
template <class... A> TensorOptions device(A...);
} // namespace c10

namespace at {
using namespace c10;
using c10::optional;
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
enum Layout { kStrided, kSparse };
enum class MemoryFormat { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
/// A number of any type.
struct KcScalar {
  KcScalar();
  template <class T> KcScalar(T);
  template <class T> T to() const;
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  bool toBool() const;
  bool isIntegral(bool = false) const;
  bool isFloatingPoint() const;
  ScalarType type() const;
};
using Scalar = KcScalar;
struct Tensor;
namespace indexing {
struct Slice {
  template <class... A> Slice(A...);
};
/// Anything that chooses a part of a tensor.
struct TensorIndex {
  template <class T> TensorIndex(T);
};
constexpr std::nullptr_t None = nullptr, Ellipsis = nullptr;
} // namespace indexing
/// What a function of tensors returns, whatever it is.
struct Tensor {
  Tensor();
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  int64_t numel() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t nbytes() const;
  int64_t element_size() const;
  int64_t storage_offset() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  ScalarType type() const;
  TensorOptions options() const;
  Device device() const;
  DeviceIndex get_device() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  bool is_floating_point() const;
  bool defined() const;
  bool requires_grad() const;
  template <class T = void> T *data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T = void> const T *const_data_ptr() const;
  template <class T> T *data() const;
  Tensor data() const;
  bool is_sparse() const;
  bool is_complex() const;
  bool is_alias_of(const Tensor &) const;
  bool is_non_overlapping_and_dense() const;
  bool has_storage() const;
  int64_t use_count() const;
  size_t itemsize() const;
  Layout layout() const;
  const char *toString() const;
  void print() const;
  void reset();
  void backward();
  MemoryFormat suggest_memory_format() const;
  template <class... A> Tensor half(A...) const;
  template <class... A> Tensor index(std::initializer_list<A>...) const;
  KcScalar item() const;
  Tensor to(TensorOptions) const;
  template <class T, class... A> Tensor to(T, A...) const;
  std::tuple<Tensor, Tensor> sort(int64_t = -1, bool = false) const;
  std::tuple<Tensor, Tensor> topk(int64_t, int64_t = -1) const;
  Tensor max() const;
  Tensor min() const;
  std::tuple<Tensor, Tensor> max(int64_t, bool = false) const;
  std::tuple<Tensor, Tensor> min(int64_t, bool = false) const;
  Tensor index(std::initializer_list<indexing::TensorIndex>) const;
  template <class T> Tensor index(const T &) const;
  template <class T>
  Tensor index_put_(std::initializer_list<indexing::TensorIndex>, T) const;
  std::vector<Tensor> unbind(int64_t = 0) const;
  std::vector<Tensor> chunk(int64_t, int64_t = 0) const;
  std::vector<Tensor> split(int64_t, int64_t = 0) const;
  Tensor true_divide_(const Tensor &) const;
  template <class T> Tensor &operator+=(const T &);
  template <class T> Tensor &operator-=(const T &);
  template <class T> Tensor &operator*=(const T &);
  template <class T> Tensor &operator/=(const T &);
  template <class T> T item() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, P> packed_accessor32() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, P> packed_accessor64() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits,
            class I = int64_t>
  PackedTensorAccessor<T, N, P, I> packed_accessor() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T> Tensor operator[](T) const;
#define KC_ANY(NAME)                                                           \
  template <class... A> Tensor NAME(A...) const;                               \
  template <class... A> Tensor NAME(IntArrayRef, A...) const;
  // clang-format off: a table.
  KC_ANY(contiguous) KC_ANY(clone) KC_ANY(detach) KC_ANY(view)
  KC_ANY(reshape) KC_ANY(transpose) KC_ANY(permute) KC_ANY(t) KC_ANY(squeeze)
  KC_ANY(unsqueeze) KC_ANY(transpose_) KC_ANY(squeeze_)
  KC_ANY(unsqueeze_) KC_ANY(expand) KC_ANY(expand_as) KC_ANY(flatten)
  KC_ANY(slice) KC_ANY(select) KC_ANY(narrow) KC_ANY(index_select)
  KC_ANY(index_add_) KC_ANY(scatter_) KC_ANY(scatter_add_)
  KC_ANY(gather) KC_ANY(masked_fill_) KC_ANY(masked_fill) KC_ANY(masked_select)
  KC_ANY(resize_) KC_ANY(resize_as_) KC_ANY(zero_) KC_ANY(fill_) KC_ANY(copy_)
  KC_ANY(add_) KC_ANY(sub_) KC_ANY(mul_) KC_ANY(div_) KC_ANY(clamp)
  KC_ANY(clamp_) KC_ANY(cpu) KC_ANY(cuda) KC_ANY(sum) KC_ANY(mean) 
  KC_ANY(amax) KC_ANY(amin) KC_ANY(abs) KC_ANY(exp) KC_ANY(log)
  KC_ANY(sqrt) KC_ANY(rsqrt) KC_ANY(pow) KC_ANY(square) KC_ANY(sigmoid)
  KC_ANY(tanh) KC_ANY(relu) KC_ANY(round) KC_ANY(floor) KC_ANY(ceil)
  KC_ANY(sign) KC_ANY(neg) KC_ANY(mul) KC_ANY(add) KC_ANY(sub) KC_ANY(div)
  KC_ANY(matmul) KC_ANY(mm) KC_ANY(bmm) KC_ANY(addmm) KC_ANY(toType)
  KC_ANY(type_as) KC_ANY(view_as) KC_ANY(new_empty) KC_ANY(new_zeros)
  KC_ANY(new_ones) KC_ANY(new_full) KC_ANY(set_requires_grad)
  KC_ANY(requires_grad_) KC_ANY(argsort) 
  KC_ANY(cumsum) KC_ANY(cumprod)
  KC_ANY(prod) KC_ANY(any) KC_ANY(all) KC_ANY(nonzero) KC_ANY(eq) KC_ANY(ne)
  KC_ANY(lt) KC_ANY(le) KC_ANY(gt) KC_ANY(ge) KC_ANY(logical_not)
  KC_ANY(logical_and) KC_ANY(norm) KC_ANY(std) KC_ANY(var) KC_ANY(unfold)
  KC_ANY(repeat) KC_ANY(repeat_interleave) KC_ANY(movedim) KC_ANY(swapaxes)
  KC_ANY(diagonal) KC_ANY(tril) KC_ANY(triu) KC_ANY(grad) KC_ANY(alias)
  KC_ANY(variable_data) KC_ANY(tensor_data) KC_ANY(int_repr)
  KC_ANY(floor_divide) KC_ANY(remainder) KC_ANY(argmax) KC_ANY(argmin)
  KC_ANY(flip) KC_ANY(roll) KC_ANY(tile) KC_ANY(unique) KC_ANY(set_data)
  KC_ANY(record_stream) KC_ANY(set_) KC_ANY(pin_memory) KC_ANY(where)
  KC_ANY(bincount) KC_ANY(is_same) KC_ANY(fill_diagonal_)
  // clang-format on
#undef KC_ANY
};
#define KC_OPERATOR(OP)                                                        \
  template <class T> Tensor operator OP(const Tensor &, const T &);            \
  template <class T, typename std::enable_if<std::is_arithmetic<T>::value,     \
                                             int>::type = 0>                   \
  Tensor operator OP(T, const Tensor &);
KC_OPERATOR(+)
KC_OPERATOR(-)
KC_OPERATOR(*)
KC_OPERATOR(/)
KC_OPERATOR(==)
KC_OPERATOR(!=)
KC_OPERATOR(<)
KC_OPERATOR(>)
KC_OPERATOR(<=)
KC_OPERATOR(>=)
KC_OPERATOR(&)
KC_OPERATOR(|)
Tensor operator-(const Tensor &);
Tensor operator~(const Tensor &);
#undef KC_OPERATOR
#define KC_ANY(NAME) template <class... A> Tensor NAME(A...);
// clang-format off: a table.
KC_ANY(empty_like) KC_ANY(zeros_like) KC_ANY(ones_like) KC_ANY(full_like)
KC_ANY(rand_like) KC_ANY(randn_like) 
KC_ANY(sum) KC_ANY(mean) KC_ANY(abs) KC_ANY(exp)
KC_ANY(log) KC_ANY(sqrt) KC_ANY(pow) KC_ANY(clamp) KC_ANY(where) KC_ANY(matmul)
KC_ANY(mm) KC_ANY(bmm) KC_ANY(addmm) KC_ANY(baddbmm) KC_ANY(mm_out)
KC_ANY(addmm_out) KC_ANY(bmm_out) KC_ANY(sum_out) KC_ANY(index_select_out)
KC_ANY(cumsum) KC_ANY(cumsum_out) KC_ANY(prod) KC_ANY(gather) 
KC_ANY(argsort) KC_ANY(nonzero)
KC_ANY(index_select) KC_ANY(transpose) KC_ANY(squeeze) KC_ANY(unsqueeze)
KC_ANY(sparse_coo_tensor) KC_ANY(einsum) KC_ANY(linspace)
KC_ANY(eye) KC_ANY(allclose) KC_ANY(equal) KC_ANY(add) KC_ANY(sub) KC_ANY(mul)
KC_ANY(div) KC_ANY(sigmoid) KC_ANY(softmax) KC_ANY(relu) KC_ANY(conv2d)
KC_ANY(linear) KC_ANY(norm) KC_ANY(any) KC_ANY(all) KC_ANY(isnan) KC_ANY(isinf)
KC_ANY(empty_strided) KC_ANY(masked_select) KC_ANY(repeat_interleave)
KC_ANY(bucketize) KC_ANY(searchsorted) KC_ANY(bincount) KC_ANY(histc)
KC_ANY(meshgrid) KC_ANY(triu) KC_ANY(tril) KC_ANY(diag) KC_ANY(outer)
KC_ANY(dot) KC_ANY(cross) KC_ANY(flip) KC_ANY(scatter) KC_ANY(scatter_add)
KC_ANY(embedding) KC_ANY(constant_pad_nd) KC_ANY(numel)
// clang-format on
#undef KC_ANY
// Sizes may stand in braces.
#define KC_MAKER(NAME)                                                         \
  Tensor NAME(IntArrayRef, TensorOptions = {}, MemoryFormat = {});             \
  template <class T> Tensor NAME(IntArrayRef, T, TensorOptions)
                                                        KC_MAKER(empty);
KC_MAKER(zeros);
KC_MAKER(ones);
KC_MAKER(full);
KC_MAKER(rand);
KC_MAKER(randn);
KC_MAKER(randint);
Tensor randint(int64_t, int64_t, IntArrayRef, TensorOptions = {});
#undef KC_MAKER
template <class... A> Tensor arange(A...);
Tensor arange(const Scalar &, TensorOptions = {});
Tensor arange(const Scalar &, const Scalar &, TensorOptions = {});
Tensor arange(const Scalar &, const Scalar &, const Scalar &,
              TensorOptions = {});
template <class... A> Tensor tensor(A...);
#define KC_SEVERAL(NAME, ...)                                                  \
  template <class... A> std::tuple<__VA_ARGS__> NAME(A...);
KC_SEVERAL(sort, Tensor, Tensor)
KC_SEVERAL(topk, Tensor, Tensor)
KC_SEVERAL(_unique, Tensor, Tensor)
KC_SEVERAL(_unique2, Tensor, Tensor, Tensor)
KC_SEVERAL(unique_dim, Tensor, Tensor, Tensor)
#undef KC_SEVERAL
Tensor cat(ArrayRef<Tensor>, int64_t = 0);
Tensor concat(ArrayRef<Tensor>, int64_t = 0);
Tensor stack(ArrayRef<Tensor>, int64_t = 0);
Tensor from_blob(void *, IntArrayRef, TensorOptions = {});
template <class D> Tensor from_blob(void *, IntArrayRef, D, TensorOptions = {});
Tensor max(const Tensor &);
Tensor min(const Tensor &);
Tensor max(const Tensor &, const Tensor &);
Tensor min(const Tensor &, const Tensor &);
std::tuple<Tensor, Tensor> max(const Tensor &, int64_t, bool = false);
std::tuple<Tensor, Tensor> min(const Tensor &, int64_t, bool = false);
using TensorList = ArrayRef<Tensor>;
struct OptionalDeviceGuard {
  template <class T> explicit OptionalDeviceGuard(T);
};
using DeviceGuard = OptionalDeviceGuard;
inline Device device_of(const Tensor &T) { return T.device(); }
namespace cuda {
using namespace c10::cuda;
using OptionalCUDAGuard = c10::cuda::CUDAGuard;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
int warp_size();
int getNumGPUs();
bool is_available();
cublasContext *getCurrentCUDABlasHandle();
void *getCurrentCUDASparseHandle();
namespace detail {
template <class T, class I> TensorInfo<T, I> getTensorInfo(const Tensor &);
bool canUse32BitIndexMath(const Tensor &, int64_t = 0);
} // namespace detail
} // namespace cuda

struct Generator {
  std::mutex &mutex();
};
struct PhiloxCudaState {
  uint64_t seed_, offset_;
};
struct CUDAGeneratorImpl {
  std::mutex mutex_;
  PhiloxCudaState philox_cuda_state(uint64_t);
};
template <class T> T *get_generator_or_default(optional<Generator>, Generator);
namespace cuda {
namespace detail {
Generator getDefaultCUDAGenerator(DeviceIndex = -1);
} // namespace detail
namespace philox {
__host__ __device__ inline std::tuple<uint64_t, uint64_t>
unpack(PhiloxCudaState State) {
  return std::make_tuple(State.seed_, State.offset_);
}
} // namespace philox
} // namespace cuda
struct TensorArg {
  TensorArg(const Tensor &, const char *, int);
  const Tensor *operator->() const;
};
using CheckedFrom = const char *;
template <class... A> void checkAllSameGPU(A...);
void checkAllSameGPU(CheckedFrom, std::initializer_list<TensorArg>);
template <class... A> void checkAllSameType(A...);
void checkAllSameType(CheckedFrom, std::initializer_list<TensorArg>);
template <class... A> void checkAllContiguous(A...);
void checkAllContiguous(CheckedFrom, std::initializer_list<TensorArg>);
template <class... A> void checkDim(A...);
template <class... A> void checkSize(A...);
struct KcContext {
  bool deterministicAlgorithms() const;
  template <class... A> void alertNotDeterministic(A...) const;
  bool allowTF32CuBLAS() const;
};
KcContext &globalContext();
} // namespace at

namespace torch {
using namespace at;
using at::Tensor;
using Dtype = ScalarType;
namespace nn {}
struct CustomClassHolder : c10::intrusive_ptr_target {};
struct NoGradGuard {};
namespace cuda {
void synchronize(int64_t = -1);
bool is_available();
} // namespace cuda
namespace autograd {
using variable_list = std::vector<Tensor>;
struct AutogradContext {
  template <class... A> void save_for_backward(A...);
  variable_list get_saved_variables() const;
};
template <class T> struct Function {
  template <class... A> static Tensor apply(A...);
};
} // namespace autograd
template <class T> struct class_ {
  template <class... A> class_(A...);
  template <class... A> class_ &def(A...);
};
} // namespace torch
#endif
