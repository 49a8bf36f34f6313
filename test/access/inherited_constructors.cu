// A constructor that a class has from its base works on what its heir was
// called with: the heirs of spaced hold the n that they were made from. Lanes
// that many floats apart touch 4 sectors a warp for one, 16 for four and 32 for
// nine; halved(4) holds 2, which are 8 sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s

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

// One without a body may change what it is given: nothing is known of c and q.
struct elsewhere {
  int v;
  __device__ elsewhere(int n, int &c, int *p);
};
struct heir_of_elsewhere : elsewhere {
  using elsewhere::elsewhere;
};

// CHECK-LABEL: kernel unseen partial
// CHECK-NEXT: reason inherited constructor of elsewhere, which cannot be followed
// CHECK: store {{.*}} bounded
// CHECK: store {{.*}} bounded
__global__ void unseen(float *out) {
  int c = 3, q = 4;
  heir_of_elsewhere d(1, c, &q);
  if ((int)threadIdx.x < c)
    out[threadIdx.x] = 1;
  if ((int)threadIdx.x < q)
    out[threadIdx.x] = 1;
}

// A virtual base is made once, by the whole object's constructor: n stays 1, as
// whole's own base is made without it, and each lane stores once.
struct shared_base {
  int a = 1;
  __device__ shared_base() = default;
  __device__ shared_base(float *p) { p[threadIdx.x] = 1; }
  __device__ shared_base(int, int &n) { n += 3; }
};
struct part : virtual shared_base {
  using shared_base::shared_base;
};
struct whole : part {
  __device__ whole(float *p) : shared_base(p), part(p) {}
  __device__ whole(int x, int &n) : part(x, n) {}
};

// CHECK-LABEL: kernel once modelled
// CHECK: store p[threadIdx.x] {{.*}} warps 1 lanes 32 sectors 4 {{.*}} exact
// CHECK-NOT: store
// CHECK-LABEL: kernel unchanged
// CHECK: store {{.*}} lanes 1 sectors 1 {{.*}} exact
__global__ void once(float *out) { whole w(out); }
__global__ void unchanged(float *out) {
  int n = 1;
  whole w(4, n);
  if (threadIdx.x < n)
    out[threadIdx.x] = 1;
}

// A member's own initialiser runs once: r is 1 + 1 + 2.
struct sums {
  int &r, k;
  __device__ sums(int &r, int k = 1) : r(r), k(k) { r += k; }
};
struct summed : sums {
  using sums::sums;
  sums second{r, 2};
};

// CHECK-LABEL: kernel by_default modelled
// CHECK: store {{.*}} lanes 4 sectors 1 {{.*}} exact
__global__ void by_default(float *out) {
  int r = 1;
  summed s(r);
  if (threadIdx.x < r)
    out[threadIdx.x] = 1;
}
