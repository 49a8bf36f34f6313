// Loads that are the same in all iterations, each beside its fixed twin. Lanes
// lie 128 bytes apart, so that a load of a warp touches 32 sectors, too much for
// the L1 to keep for all warps.
//
// RUN: kernelcast lint %s --model mwp-cwp --checks='-*,kernelcast-invariant-load' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 4 warnings in 10 kernels, 1 more suppressed

struct Data {
  const float *scale;
  float *out;
};

// Nobody can say restrict at a member.
__global__ void members(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+2]]:28: warning: load of d.scale[32 * i] is the same in all iterations of the loop, and is made in each, since the store to d.out[k * 65536 + i] may change it; without that the kernel would be {{.*}} [kernelcast-invariant-load]
    // CHECK-DAG: .cu:[[#@LINE+1]]:5: note: what keeps the compiler from keeping the value
    d.out[k * 65536 + i] = d.scale[32 * i];
}
__global__ void fixed_members(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float scale = d.scale[32 * i];
  for (int k = 0; k < n; ++k)
    d.out[k * 65536 + i] = scale;
}
__global__ void quiet_members(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    // NOLINTNEXTLINE(kernelcast-invariant-load)
    d.out[k * 65536 + i] = d.scale[32 * i];
}

// Something that the kernel writes later cannot be restrict and const.
__global__ void reset(float *out, float *scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of scale[32 * i] is the same in all iterations of the loop, and is made in each, since the store to out[k * 65536 + i] may change it
    out[k * 65536 + i] = scale[32 * i];
  scale[32 * i] = 0;
}

// Nothing in the loop may change it: the compiler keeps it.
__global__ void fine_kept(float *out, const float *scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum = sum * 0.5f + scale[32 * i];
  out[i] = sum;
}
// The loop writes the array itself.
__global__ void fine_written(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[k * 65536 + i] = out[32 * i];
}
// The address is another in each iteration; the load is not made in each.
__global__ void fine_moving(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    d.out[k * 65536 + i] = d.scale[32 * i + k];
}
__global__ void fine_guarded(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (k % 2)
      d.out[i] = d.scale[32 * i];
    d.out[k * 65536 + i] = k;
  }
}

// A template and a macro.
#define SCALE(i) d.scale[i]
template <int Step> __global__ void instance(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} is the same in all iterations of the loop
    d.out[k * 65536 + i] = SCALE(Step * i);
}

// In a loop of loops: of the outer one, too.
__global__ void nested(Data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k)
      // CHECK-DAG: .cu:[[#@LINE+1]]:{{[0-9]+}}: warning: load of d.scale[32 * i] is the same in all iterations of the loop
      d.out[(j * n + k) * 65536 + i] = d.scale[32 * i];
}

void run(float *a, float *b) {
  Data d{a, b};
  members<<<256, 256>>>(d, 16);
  fixed_members<<<256, 256>>>(d, 16);
  quiet_members<<<256, 256>>>(d, 16);
  reset<<<256, 256>>>(a, b, 16);
  fine_kept<<<256, 256>>>(a, b, 16);
  fine_written<<<256, 256>>>(a, 16);
  fine_moving<<<256, 256>>>(d, 16);
  fine_guarded<<<256, 256>>>(d, 16);
  instance<32><<<256, 256>>>(d, 16);
  nested<<<256, 256>>>(d, 4);
}
