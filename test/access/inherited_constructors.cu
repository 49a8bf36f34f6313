// A constructor that a class has from its base works on what its heir was
// called with: the heirs of spaced hold the n that they were made from. Lanes
// that many floats apart touch 4 sectors a warp for one, 16 for four and 32 for
// nine; halved(4) holds 2, which are 8 sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --implicit-check-not=partial

struct spaced {
  int by;
  __device__ explicit spaced(int n) : by(n) {}
  __device__ int at(int i) const { return i * by; }
};
struct padding {
  float unused;
};
struct heir : padding, spaced {
  using spaced::spaced;
};
struct grandchild : heir {
  using heir::heir;
};

// CHECK-LABEL: kernel one modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 4 {{.*}} exact
__global__ void one(float *out) { out[heir(1).at(threadIdx.x)] = 1; }

// CHECK-LABEL: kernel four modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 16 {{.*}} exact
__global__ void four(float *out) {
  heir four(2 + 2);
  out[four.at(threadIdx.x)] = 1;
}

// CHECK-LABEL: kernel chain modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 32 {{.*}} exact
__global__ void chain(float *out) {
  grandchild nine(9);
  out[nine.at(threadIdx.x)] = 1;
}

// The base changes its parameter, and what a reference leads to.
struct halved {
  int by;
  __device__ halved(int n, int &calls) {
    n /= 2;
    by = n;
    ++calls;
  }
};
struct heir_of_halved : halved {
  using halved::halved;
};

// CHECK-LABEL: kernel changed modelled
// CHECK: store {{.*}} warps 1 lanes 32 sectors 8 {{.*}} exact
// CHECK: store {{.*}} warps 1 lanes 32 sectors 32 {{.*}} exact
__global__ void changed(float *out) {
  int calls = 7;
  heir_of_halved two(4, calls);
  out[two.by * threadIdx.x] = 1;
  out[calls * threadIdx.x] = 1;
}
