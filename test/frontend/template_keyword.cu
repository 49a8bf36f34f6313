// nvcc takes X<T>::f<type>(a) without the word `template`, which C++ asks for
// where X depends on a parameter.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: kernel k<float> modelled
// CHECK: store p[threadIdx.x] {{.*}}sectors 4 lines 1 transactions 4 exact
template <class T> struct Convert {
  template <class To> static __device__ To to(T x) { return To(x); }
};
template <class T> __global__ void k(T *p) {
  p[threadIdx.x] = Convert<T>::to<int>(p[threadIdx.x]);
}
int main() {
  float *p;
  k<<<1, 32>>>(p);
}
