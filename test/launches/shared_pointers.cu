// Who copies a pointer out of an object may change what it leads to, not the
// object: a launch's sizes that stand beside a stream, or an array, stay known.
// What the pointer leads to does not.
//
// RUN: kernelcast predict %s --format json -o %t.json
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s
// CHECK: block 32: n host-code
// CHECK-NEXT: block 64: n host-code
// CHECK-NEXT: block 96: n host-code
// CHECK-NEXT: block 128: n assumed
// CHECK-NEXT: block 160: n assumed
// CHECK-NEXT: block 192: n assumed
// CHECK-NOT: block
__global__ void fill(float *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = 1;
}

struct Parameters {
  dim3 blocks, threads;
  int n;
  cudaStream_t stream;
  int *sizes;
};
struct Configuration {
  cudaLaunchConfig_t config;
  int *kept;
  Configuration(const Parameters &p) {
    config = {};
    config.gridDim = p.blocks;
    config.blockDim = p.threads;
    config.stream = p.stream;
    kept = p.sizes;
  }
};

template <typename Kernel, typename... Rest>
void launch(Kernel kernel, const Parameters &p, Rest... rest) {
  auto c = Configuration(p);
  cudaLaunchKernelEx(&c.config, kernel, rest...);
}
void throughAConfiguration(float *p, cudaStream_t stream) {
  const Parameters q{dim3(8), dim3(32), 10, stream, nullptr};
  launch(fill, q, p, q.n);
}

cudaStream_t other;
cudaStream_t streamOf(Parameters &q) { return q.stream; }
void copied(float *p, Parameters &q) {
  q.n = 20;
  other = q.stream;
  fill<<<8, 64>>>(p, q.n);
}
void returned(float *p) {
  Parameters q{dim3(8), dim3(96), 30};
  cudaStream_t s = streamOf(q);
  q.n = 30;
  fill<<<8, 96, 0, s>>>(p, q.n);
}

int *kept;
void change();
void elementOfMember(float *p, Parameters &q) {
  q.sizes[0] = 40;
  kept = q.sizes;
  change();
  fill<<<8, 128>>>(p, q.sizes[0]);
}
void elementOfArray(float *p) {
  int sizes[2] = {50, 60};
  kept = sizes;
  change();
  fill<<<8, 160>>>(p, sizes[1]);
}
// The object's own address is another matter.
Parameters *all;
void whole(float *p) {
  Parameters q{};
  q.n = 70;
  all = &q;
  change();
  fill<<<8, 192>>>(p, q.n);
}
