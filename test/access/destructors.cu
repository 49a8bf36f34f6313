// Destructors run where a scope ends, those of members and bases after the
// body; those of temporaries and parameters are not followed, and may write
// whatever has had its address taken. A warp that writes out[x * t] writes 4 x
// sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

struct Guard {
  int &kept;
  int after;
  __device__ Guard(int &v, int a) : kept(v), after(a) {}
  __device__ ~Guard() { kept = after; }
};
struct Both : Guard {
  Guard second;
  __device__ Both(int &v, int &w) : Guard(v, 2), second(w, 3) {}
};
struct Unseen {
  int *to;
  __device__ Unseen(int *p) : to(p) {}
  __device__ ~Unseen();
};
__device__ void look(const Guard &) {}

// CHECK-LABEL: kernel at_end_of_scope modelled
// CHECK: store out[x * t] {{.*}} sectors 4 {{.*}} exact
// CHECK: store out[x * t] {{.*}} sectors 8 {{.*}} exact
// CHECK: store out[x * t] {{.*}} sectors 12 {{.*}} exact
__global__ void at_end_of_scope(int *out) {
  int t = threadIdx.x, x = 1;
  {
    Guard g(x, 2);
    out[x * t] = 1;
  }
  out[x * t] = 2;
  for (int i = 0; i < 4; ++i) {
    Guard g(x, 3);
    if (i == 2)
      break;
  }
  out[x * t] = 3;
}

// CHECK-LABEL: kernel of_parts modelled
// CHECK: store out[x * t] {{.*}} sectors 8 {{.*}} exact
// CHECK: store out[y * t] {{.*}} sectors 12 {{.*}} exact
__global__ void of_parts(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  { Both b(x, y); }
  out[x * t] = 1;
  out[y * t] = 2;
}

// Before the scope ends, x is 1.
// CHECK-LABEL: kernel not_seen partial
// CHECK-NEXT: reason destructor of Unseen
// CHECK: store out[x * t] {{.*}} sectors 4 {{.*}} exact
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void not_seen(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  {
    Unseen u(&x);
    out[x * t] = 1;
  }
  out[x * t] = 2;
  out[y * t] = 3;
}

// CHECK-LABEL: kernel of_temporary partial
// CHECK-NEXT: reason destructor of Guard
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void of_temporary(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  look(Guard(x, 5));
  out[x * t] = 1;
  out[y * t] = 2;
}
