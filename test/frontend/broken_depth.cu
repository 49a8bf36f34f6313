// The compiler gives up at its depth of instantiations: the constant has no
// value.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK: error: recursive template instantiation exceeded maximum depth
// CHECK: kernel behind_depth not-modelled
// CHECK-NEXT: reason {{.*}}could not be understood
template <int N> struct Depth {
  static constexpr int value = Depth<N - 1>::value + 1;
};
template <> struct Depth<0> {
  static constexpr int value = 0;
};
__global__ void behind_depth(int *out) { out[Depth<5000>::value] = 1; }
