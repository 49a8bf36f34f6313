//===- kc_thrust.h - Containers and algorithms of the host, declared ------===//
//
// Kernels meet this library through raw pointers, pairs and complex numbers;
// its algorithms run kernels of their own and take anything here.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_THRUST_H
#define KERNELCAST_THRUST_H
#include <complex>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>
namespace thrust {
#define KC_HDI __host__ __device__ inline
template <class T> struct device_reference {
  KC_HDI operator T() const;
  KC_HDI device_reference &operator=(const T &);
};
template <class T> class device_ptr {
  T *P = nullptr;

public:
  typedef T value_type, element_type;
  typedef T &reference;
  typedef T *pointer;
  typedef long difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  KC_HDI device_ptr() {}
  KC_HDI explicit device_ptr(T *P) : P(P) {}
  KC_HDI T *get() const { return P; }
  KC_HDI device_ptr operator+(long N) const { return device_ptr(P + N); }
  KC_HDI device_ptr operator-(long N) const { return device_ptr(P - N); }
  KC_HDI long operator-(device_ptr O) const { return P - O.P; }
  KC_HDI device_ptr &operator++() {
    ++P;
    return *this;
  }
  KC_HDI T &operator*() const { return *P; }
  KC_HDI T &operator[](long I) const { return P[I]; }
  KC_HDI bool operator==(device_ptr O) const { return P == O.P; }
  KC_HDI bool operator!=(device_ptr O) const { return P != O.P; }
};
template <class T> class device_malloc_allocator {
public:
  typedef T value_type;
  typedef device_ptr<T> pointer;
  pointer allocate(size_t);
  void deallocate(pointer, size_t);
};
template <class T> using device_allocator = device_malloc_allocator<T>;
template <class T, class Allocator = device_allocator<T>> class device_vector {
public:
  typedef T value_type;
  typedef device_ptr<T> iterator, const_iterator, pointer;
  typedef T &reference;
  device_vector();
  device_vector(size_t);
  device_vector(size_t, const T &);
  device_vector(std::initializer_list<T>);
  template <class I> device_vector(I, I);
  template <class A> device_vector(const std::vector<T, A> &);
  template <class V>
  device_vector(const V &, typename V::value_type * = nullptr);
  template <class V> device_vector &operator=(const V &);
  iterator begin() const;
  iterator end() const;
  iterator cbegin() const;
  iterator cend() const;
  size_t size() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void clear();
  bool empty() const;
  void reserve(size_t);
  void shrink_to_fit();
  void push_back(const T &);
  pointer data() const;
  T &operator[](size_t) const;
  T &front() const;
  T &back() const;
  void swap(device_vector &);
  template <class I> void assign(I, I);
  size_t capacity() const;
  void assign(size_t, const T &);
  void assign(std::initializer_list<T>);
  void pop_back();
  template <class... A> iterator insert(A...);
  std::reverse_iterator<T *> rbegin() const;
  std::reverse_iterator<T *> rend() const;
  iterator erase(iterator);
  iterator erase(iterator, iterator);
};
template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
public:
  using std::vector<T, Allocator>::vector;
  typedef T value_type;
  host_vector();
  template <class A> host_vector(const device_vector<T, A> &);
  template <class A> host_vector &operator=(const device_vector<T, A> &);
};
template <class T> using universal_vector = device_vector<T>;
using std::iterator_traits;
class system_error : public std::runtime_error {
public:
  template <class... A> system_error(A...) : std::runtime_error("") {}
};
inline int cuda_category() { return 0; }
namespace system {
using thrust::cuda_category;
using thrust::system_error;
} // namespace system
template <class T> KC_HDI T &raw_reference_cast(T &X) { return X; }
template <class T> KC_HDI const T &raw_reference_cast(const T &X) { return X; }
template <class T> KC_HDI T &raw_reference_cast(device_reference<T> X);
template <class T> KC_HDI T *raw_pointer_cast(T *P) { return P; }
template <class T> KC_HDI T *raw_pointer_cast(device_ptr<T> P) {
  return P.get();
}
template <class T>
KC_HDI T *raw_pointer_cast(const T &P, decltype(P.get()) * = nullptr);
template <class T> KC_HDI device_ptr<T> device_pointer_cast(T *P) {
  return device_ptr<T>(P);
}
template <class T> device_ptr<T> device_malloc(size_t);
template <class T> void device_free(device_ptr<T>);
template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  KC_HDI pair() {}
  KC_HDI pair(const A &X, const B &Y) : first(X), second(Y) {}
  template <class C, class D>
  KC_HDI pair(const pair<C, D> &O) : first(O.first), second(O.second) {}
};
template <class A, class B> KC_HDI pair<A, B> make_pair(A X, B Y) {
  return {X, Y};
}
using std::get;
using std::make_tuple;
using std::tie;
using std::tuple;
#define KC_F2(NAME, BODY)                                                      \
  template <class T = void> struct NAME {                                      \
    template <class A, class B>                                                \
    KC_HDI auto operator()(const A &X, const B &Y) const {                     \
      return BODY;                                                             \
    }                                                                          \
  }
KC_F2(plus, X + Y);
KC_F2(minus, X - Y);
KC_F2(multiplies, X *Y);
KC_F2(divides, X / Y);
KC_F2(modulus, X % Y);
KC_F2(less, X < Y);
KC_F2(greater, X > Y);
KC_F2(less_equal, X <= Y);
KC_F2(greater_equal, X >= Y);
KC_F2(equal_to, X == Y);
KC_F2(not_equal_to, X != Y);
KC_F2(maximum, X > Y ? X : Y);
KC_F2(minimum, X < Y ? X : Y);
KC_F2(logical_and, X &&Y);
KC_F2(logical_or, X || Y);
KC_F2(bit_and, X &Y);
KC_F2(bit_or, X | Y);
#undef KC_F2
template <class T = void> struct negate {
  template <class A> KC_HDI A operator()(const A &X) const { return -X; }
};
template <class T = void> struct identity {
  template <class A> KC_HDI A operator()(const A &X) const { return X; }
};
template <class T = void> struct square {
  template <class A> KC_HDI A operator()(const A &X) const { return X * X; }
};
template <class A, class R> struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
// Aligned to its size, so that it is loaded and stored whole.
template <class T> struct alignas(2 * sizeof(T)) complex {
  T Re, Im;
  typedef T value_type;
  KC_HDI complex(T R = T(), T I = T()) : Re(R), Im(I) {}
  template <class U> KC_HDI complex(const complex<U> &O) : Re(O.Re), Im(O.Im) {}
  template <class U> complex(const std::complex<U> &);
  KC_HDI T real() const { return Re; }
  KC_HDI T imag() const { return Im; }
  KC_HDI void real(T R) { Re = R; }
  KC_HDI void imag(T I) { Im = I; }
  KC_HDI friend complex operator+(complex A, complex B) {
    return {A.Re + B.Re, A.Im + B.Im};
  }
  KC_HDI friend complex operator-(complex A, complex B) {
    return {A.Re - B.Re, A.Im - B.Im};
  }
  KC_HDI friend complex operator*(complex A, complex B) {
    return {A.Re * B.Re - A.Im * B.Im, A.Re * B.Im + A.Im * B.Re};
  }
  KC_HDI friend complex operator/(complex A, complex B) {
    T D = B.Re * B.Re + B.Im * B.Im;
    return {(A.Re * B.Re + A.Im * B.Im) / D, (A.Im * B.Re - A.Re * B.Im) / D};
  }
  KC_HDI complex operator-() const { return {-Re, -Im}; }
  KC_HDI complex &operator+=(complex O) { return *this = *this + O; }
  KC_HDI complex &operator-=(complex O) { return *this = *this - O; }
  KC_HDI complex &operator*=(complex O) { return *this = *this * O; }
  KC_HDI complex &operator/=(complex O) { return *this = *this / O; }
};
template <class T> KC_HDI T norm(const complex<T> &Z) {
  return Z.Re * Z.Re + Z.Im * Z.Im;
}
template <class T> KC_HDI T abs(const complex<T> &Z) { return sqrt(norm(Z)); }
template <class T> KC_HDI complex<T> conj(const complex<T> &Z) {
  return {Z.Re, -Z.Im};
}
template <class T> KC_HDI complex<T> exp(const complex<T> &Z) {
  T E = ::exp(Z.Re);
  return {E * ::cos(Z.Im), E * ::sin(Z.Im)};
}
template <class T> KC_HDI complex<T> polar(T R, T A) {
  return {R * ::cos(A), R * ::sin(A)};
}
namespace placeholders {
struct kc_any {};
static constexpr kc_any _1{}, _2{};
} // namespace placeholders
struct kc_policy {
  template <class T> KC_HDI kc_policy on(T &&) const { return {}; }
  template <class T> KC_HDI kc_policy operator()(T &&) const { return {}; }
};
static constexpr kc_policy device{}, host{}, seq{};
namespace cuda {
static constexpr kc_policy par{}, par_nosync{};
}
namespace system {
namespace cuda {
using thrust::cuda::par;
}
} // namespace system
struct kc_result {
  template <class T> KC_HDI operator T() const;
  KC_HDI kc_result operator+(long) const;
  KC_HDI kc_result operator-(long) const;
  KC_HDI long operator-(kc_result) const;
  KC_HDI kc_result operator*() const;
  KC_HDI kc_result get() const;
  template <class T> KC_HDI friend long operator-(kc_result, T);
  static kc_result first, second; // of the pair that some passes return
};
template <class T, class... R> struct counting_iterator {
  KC_HDI counting_iterator(T = T());
  KC_HDI counting_iterator operator+(long) const;
};
template <class T, class... R> struct constant_iterator {
  KC_HDI constant_iterator(T, ...);
};
template <class F, class I, class... R> struct transform_iterator {
  KC_HDI transform_iterator(I, F);
};
template <class E, class I> struct permutation_iterator {
  KC_HDI permutation_iterator(E, I);
};
template <class T> struct zip_iterator {
  KC_HDI zip_iterator(T);
};
// On the host a call starts work on a device; in a kernel nobody knows it.
#define KC_ANY(NAME)                                                           \
  template <class... A> __host__ kc_result NAME(A...) { return kc_result(); }  \
  template <class... A> __device__ kc_result NAME(A...)
KC_ANY(make_counting_iterator);
KC_ANY(make_transform_iterator);
KC_ANY(make_zip_iterator);
KC_ANY(make_constant_iterator);
KC_ANY(make_permutation_iterator);
KC_ANY(make_discard_iterator);
KC_ANY(sort);
KC_ANY(sort_by_key);
KC_ANY(stable_sort);
KC_ANY(stable_sort_by_key);
KC_ANY(copy);
KC_ANY(copy_n);
KC_ANY(copy_if);
KC_ANY(fill);
KC_ANY(fill_n);
KC_ANY(sequence);
KC_ANY(generate);
KC_ANY(for_each);
KC_ANY(for_each_n);
KC_ANY(transform);
KC_ANY(transform_if);
KC_ANY(gather);
KC_ANY(scatter);
KC_ANY(unique);
KC_ANY(unique_by_key);
KC_ANY(remove);
KC_ANY(remove_if);
KC_ANY(reverse);
KC_ANY(find);
KC_ANY(find_if);
KC_ANY(none_of);
KC_ANY(unique_copy);
KC_ANY(unique_by_key_copy);
KC_ANY(remove_copy_if);
KC_ANY(stable_partition);
KC_ANY(transform_inclusive_scan);
KC_ANY(transform_exclusive_scan);
KC_ANY(merge);
KC_ANY(swap_ranges);
KC_ANY(partition);
KC_ANY(inclusive_scan);
KC_ANY(exclusive_scan);
KC_ANY(inclusive_scan_by_key);
KC_ANY(exclusive_scan_by_key);
KC_ANY(reduce_by_key);
KC_ANY(min_element);
KC_ANY(max_element);
KC_ANY(minmax_element);
KC_ANY(lower_bound);
KC_ANY(upper_bound);
KC_ANY(binary_search);
KC_ANY(adjacent_difference);
KC_ANY(set_intersection);
KC_ANY(shuffle);
KC_ANY(uninitialized_fill);
KC_ANY(tabulate);
KC_ANY(replace);
KC_ANY(replace_if);
KC_ANY(advance);
KC_ANY(distance);
KC_ANY(reduce);
KC_ANY(transform_reduce);
KC_ANY(inner_product);
KC_ANY(count);
KC_ANY(count_if);
KC_ANY(equal);
KC_ANY(all_of);
KC_ANY(any_of);
KC_ANY(is_sorted);
#undef KC_ANY
struct default_random_engine {
  KC_HDI default_random_engine(unsigned = 1);
  KC_HDI void discard(unsigned long long);
  KC_HDI unsigned operator()();
};
typedef default_random_engine minstd_rand, minstd_rand0;
template <class T = double> struct uniform_real_distribution {
  KC_HDI uniform_real_distribution(T = 0, T = 1);
  template <class E> KC_HDI T operator()(E &);
};
template <class T = int> struct uniform_int_distribution {
  KC_HDI uniform_int_distribution(T = 0, T = 1);
  template <class E> KC_HDI T operator()(E &);
};
namespace random {
using thrust::default_random_engine;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
template <class T = double> struct normal_distribution {
  KC_HDI normal_distribution(T = 0, T = 1);
  template <class E> KC_HDI T operator()(E &);
};
} // namespace random
using random::normal_distribution;
#undef KC_HDI
} // namespace thrust
#include "kc_sequential.h"
#endif
