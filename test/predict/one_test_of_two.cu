// The compiler makes one test of two, (i | j) < 2048, and neither part says how
// the union's bits move. Taken apart again it is decided for whole ranges of
// blocks: 2048 x 2048 threads of the launch's 2080 x 2056 subtract.
//
// It also asks whether operands of 64 bits have none above the lowest 32,
// ((i | width) & ~0xffffffff) == 0, and divides with 32 bits then: 4,000,000
// threads add.
//
// RUN: %kernelcast predict %s --gpu rtx-2080-ti --format json 2> %t.notes | FileCheck %s
// CHECK: "name": "subtract"
// CHECK: "executions_known": "exact"
// CHECK: "flops_fp32": 4194304,
// CHECK: "name": "add_to_rows"
// CHECK: "executions_known": "exact"
// CHECK: "flops_fp32": 4000000,

__global__ void subtract(const float *mean, float *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= 0 && i < 2048 && j >= 0 && j < 2048)
    data[i * 2048 + j] -= mean[j];
}

__global__ void add_to_rows(const float *of_row, float *data, size_t width,
                            size_t height) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < width * height)
    data[i] += of_row[i / width];
}

void run(const float *mean, float *data) {
  subtract<<<dim3(65, 257), dim3(32, 8)>>>(mean, data);
  add_to_rows<<<15625, 256>>>(mean, data, 1000, 4000);
}
