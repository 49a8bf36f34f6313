// What nvcc takes in templates and Clang 19 does not:
//   __restrict__ behind a type parameter, whatever its argument is;
//   a constexpr variable whose value is a static member of a reference's object,
//   though nobody knows the object (C++23 has it, too);
//   a name of a dependent base without `this->`;
//   a member template with numbers as arguments without the word `template`.
// All four kernels are understood, and the reference's four iterations known.
//
// RUN: facts %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=partial
// CHECK: kernel copy<View> modelled
// CHECK: load {{.*}} global 4 B warps 1 lanes 32 sectors 4 lines 1 transactions 4 exact
// CHECK: kernel scale<Parts<4>> modelled
// CHECK: loop `i < count` trips `4` mean 4 min 4 max 4 exact
// CHECK: kernel derived<float> modelled
// CHECK: store {{.*}} sectors 8 lines 2 transactions 8 exact
// CHECK: kernel members<float> modelled
// CHECK: store data[N * threadIdx.x] {{.*}} sectors 12 lines 3 transactions 12 exact
// CHECK: store data[0] {{.*}} sectors 1 lines 1 transactions 1 exact
//
// A value that is not known is still an error, and so is a missing name.
// RUN: facts %s -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: kernel wrong not-modelled
// WRONG: reason {{.*}}: constexpr variable 'count' must be initialized by a constant expression
// WRONG: reason {{.*}}: use of undeclared identifier 'nowhere'

struct View {
  float *data;
  __device__ float operator[](int i) const { return data[i]; }
};
template <class Values>
__global__ void copy(Values const __restrict__ in, float *__restrict__ out) {
  out[threadIdx.x] = in[threadIdx.x];
}

template <int N> struct Parts {
  static constexpr int count = N;
  float *data;
};
template <class T> __device__ void each(const T &parts) {
  constexpr int count = parts.count;
#pragma unroll 1
  for (int i = 0; i < count; ++i)
    parts.data[32 * i + threadIdx.x] *= 2;
}
template <class T> __global__ void scale(T parts) { each(parts); }

template <class T> struct Base {
  T *data;
  __device__ void put(int i, T value) const { data[i] = value; }
};
template <class T> struct Derived : Base<T> {
  __device__ void fill() const {
    T value = 1;
    put(2 * threadIdx.x, value);
  }
};
template <class T> __global__ void derived(Derived<T> all) { all.fill(); }

template <class T> struct Steps {
  template <int N> static __device__ void fill(T *data) {
    data[N * threadIdx.x] = N;
  }
  template <int N> static __device__ T number() { return N; }
};
// A declaration is spelled as it was, and so are comparisons and literals.
template <> template <> __device__ float Steps<float>::number<7>() { return 1; }
template <class T> struct Limits {
  static constexpr int low = 2;
};
template <class T> __device__ bool within(int a, int b) {
  bool both[] = {Limits<T>::low < a, b > (a)};
  constexpr char text[] = R"(a
 b)"; int two = Steps<int>::number<2>();
  return both[0] && both[1] && sizeof text == 5 && two > 0;
}
template <class T> __global__ void members(T *data, T limit) {
  if (!within<T>(3, 4))
    data[1] = limit;
  Steps<T>::fill<3>(data);
  if (Steps<T>::number<3>() < limit && limit != Steps<T>::number<7>())
    data[0] = limit;
}

#ifdef WRONG
__device__ int read(const int &n) {
  constexpr int count = n;
  return count + nowhere;
}
__global__ void wrong(int *n) { *n = read(*n); }
#endif

void run(View in, float *out, Parts<4> parts, Derived<float> all) {
  copy<<<1, 32>>>(in, out);
  scale<<<1, 32>>>(parts);
  derived<<<1, 32>>>(all);
  members<<<1, 32>>>(out, 4.0f);
}
