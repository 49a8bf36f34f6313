// Functors, lambdas and member operators are inlined where they are called, and
// each instantiation of a kernel is a kernel of its own. Grid 1, block 32:
//   Strided(i)         data[step * i] with step = 2: 8 sectors
//   the lambda         in[i + 1]: 5 sectors
//   Matrix m(y, x)     row-major, pitch 40 floats = 160 bytes; 16x2 threads: rows
//                      at bytes 0..63 and 160..223: 2 + 2 sectors, 2 lines
//
// RUN: facts %s --arg f.step=2 | FileCheck %s
// CHECK: kernel apply<Strided> modelled
// CHECK-NEXT: launch 1 1 1 block 32 1 1 shared 0 host-code
// CHECK: load data[step * i] {{.*}} warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: kernel apply<{{.*lambda.*}}> modelled
// CHECK-NEXT: launch 1 1 1 block 32 1 1 shared 0 host-code
// CHECK: load in[i + 1] {{.*}} warps 1 lanes 32 sectors 5 lines 2 transactions 5 exact
// CHECK: kernel members modelled
// CHECK: load data[row * pitch + column] {{.*}} warps 1 lanes 32 sectors 4 lines 2 transactions 4 exact
// CHECK: store data[row * pitch + column] {{.*}} warps 1 lanes 32 sectors 4 lines 2 transactions 4 exact

struct Strided {
  const float *data;
  int step;
  __device__ float operator()(int i) const { return data[step * i]; }
};

struct Matrix {
  float *data;
  int pitch;
  __device__ float load(int row, int column) const {
    return data[row * pitch + column];
  }
  __device__ void store(int row, int column, float value) {
    data[row * pitch + column] = value;
  }
  __device__ Matrix &operator+=(float value) {
    store(threadIdx.y, threadIdx.x, load(threadIdx.y, threadIdx.x) + value);
    return *this;
  }
};

template <typename Function> __global__ void apply(Function f, float *out) {
  int i = threadIdx.x;
  out[i] = f(i);
}

__global__ void members(float *data) {
  Matrix m{data, 40};
  m += 1;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  apply<<<1, 32>>>(Strided{in, 2}, out);
  apply<<<1, 32>>>([=] __device__(int i) { return in[i + 1]; }, out);
  members<<<1, dim3(16, 2)>>>(out);
}
