// An error in host code is no kernel's fault. What conditions rule out, a
// parameter without an initializer and the discarded side of `if constexpr`
// are no lost statements; what Clang has dropped next to them is one.
//
// RUN: facts %s --grid 1 --block 32 2>&1 | FileCheck %s
// CHECK: error: {{.*}}no_such_function
// CHECK-DAG: kernel sound<false> modelled
// CHECK-DAG: kernel lost not-modelled
// CHECK-DAG: reason 28:22: unknown type name 'no_such_type'

template <bool Add> __global__ void sound(int *out, const int n) {
#if 0
  out[0] = n;
#elif defined(NEVER)
  out[1] = n;
#else
  if constexpr (Add) {
    out[2] += n;
  } else {
    out[threadIdx.x] = n;
  }
#endif
}

struct Lost {
  no_such_type Missing;
};
__device__ void take(no_such_type);

__global__ void lost(int *out) {
  out[0] = 0;
#if 1
  take(out[0]);
#else
  out[1] = 0;
#endif
}

int main() {
  no_such_function();
  int *p;
  sound<false><<<1, 32>>>(p, 1);
}
