// The compiler makes one test of two, (i | j) < 2048, of which neither part says
// alone how the union's bits move. Taken apart again it is decided for whole
// ranges of blocks: 2048 x 2048 threads of the launch's 2080 x 2056 subtract.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json 2> %t.notes | FileCheck %s
// CHECK: "executions_known": "exact"
// CHECK: "flops_fp32": 4194304,

__global__ void subtract(const float *mean, float *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= 0 && i < 2048 && j >= 0 && j < 2048)
    data[i * 2048 + j] -= mean[j];
}

void run(const float *mean, float *data) {
  subtract<<<dim3(65, 257), dim3(32, 8)>>>(mean, data);
}
