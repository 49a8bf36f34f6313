// After an error Clang takes an unknown type for int and leaves out a constant
// that it could not compute. Nothing is said of a kernel that rests on either;
// its neighbours are not touched.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK: kernel behind_typedef not-modelled
// CHECK-NEXT: reason {{.*}}the declaration of 'real', which it uses, is in error
// CHECK: kernel behind_field not-modelled
// CHECK-NEXT: reason {{.*}}the declaration of 'real', which it uses, is in error
// CHECK: kernel behind_sizeof not-modelled
// CHECK-NEXT: reason {{.*}}the declaration of 'real', which it uses, is in error
// CHECK: kernel behind_argument<int> not-modelled
// CHECK-NEXT: reason {{.*}}the declaration of 'real', which it uses, is in error
// CHECK: kernel behind_argument<float> modelled
// CHECK: kernel behind_constant not-modelled
// CHECK-NEXT: reason {{.*}}could not be understood
// CHECK: kernel behind_enumerator not-modelled
// CHECK-NEXT: reason {{.*}}which it uses, is in error
// CHECK: kernel behind_base not-modelled
// CHECK-NEXT: reason {{.*}}the declaration of 'Derived', which it uses, is in error
// CHECK: kernel sound modelled
// CHECK: kernel lost_statement not-modelled
// CHECK-NEXT: reason {{.*}}could not be understood
// CHECK: kernel lost_branch not-modelled
// CHECK-NEXT: reason {{.*}}could not be understood
// CHECK: kernel lost_initializer not-modelled
// CHECK-NEXT: reason {{.*}}could not be understood
// CHECK: kernel nothing_lost modelled
typedef not_declared real;
struct Point {
  real x;
  int n;
};
struct Table {
  static constexpr int size = not_declared_either;
};

__global__ void behind_typedef(real *out) { out[threadIdx.x] = 1; }
__global__ void behind_field(Point *points) { points[threadIdx.x].n = 1; }
__global__ void behind_sizeof(int *out) { out[threadIdx.x] = sizeof(Point); }
template <typename T> __global__ void behind_argument(T *out) {
  out[threadIdx.x] = T(1);
}
__global__ void behind_constant(int *out) { out[Table::size] = 1; }
enum Names { first = not_declared_either };
__global__ void behind_enumerator(int *out) { out[first] = 1; }
struct Derived : not_declared_base {
  int n;
};
__global__ void behind_base(Derived *out) { out[threadIdx.x].n = 1; }
__global__ void sound(int *out) { out[threadIdx.x] = 1; }
void launch(real *broken, float *whole) {
  behind_argument<<<1, 32>>>(broken);
  behind_argument<<<1, 32>>>(whole);
}

// Clang drops a call of a function whose declaration is in error, without a
// word.
__device__ not_declared helper(int n) { return n; }
__global__ void lost_statement(int *out) {
  out[0] = 1;
  out[1] = helper(3);
}
__global__ void lost_branch(int *out, int n) {
  if (n > 3)
    out[1] = helper(3);
}
__global__ void lost_initializer(int *out) {
  int n = helper(4);
  out[0] = n;
}
#define NOTHING(X)
#define STORE(X) do { out[X] = 1; } while (0)
__global__ void nothing_lost(int *out, int n) {
  NOTHING(1);
#pragma unroll 4
  for (int i = 0; i < n; ++i) {
    STORE(i);
    NOTHING(2)
  }
  int x, y = 3;
  if (n > 3)
    goto end;
  [[maybe_unused]] int z;
  x = y;
  ;
end:
  out[0] = x;
}
