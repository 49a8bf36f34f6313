// How busy a launch keeps the GPU, what it moves, and whether it can start.
//
// copy: 2^20 floats in and out are 131072 sectors of 32 bytes each way, which no
// cache has.
//
// RUN: %kernelcast predict %s --kernel copy --grid 4096 --block 256 \
// RUN:   --gpu v100-sxm2 --format json 2>/dev/null | FileCheck %s --check-prefix=COPY
// COPY: "can_launch": true,
// COPY-NEXT: "launch_problem": "",
// COPY: "memory": {
// COPY-NEXT: "global_load_requests": 32768,
// COPY: "l1_hit": 0,
// COPY-NEXT: "l2_hit": 0,
// COPY-NEXT: "l1_sectors": 262144,
// COPY-NEXT: "l2_read_sectors": 131072,
// COPY-NEXT: "l2_write_sectors": 131072,
// COPY-NEXT: "dram_read_sectors": 131072,
// COPY-NEXT: "dram_write_sectors": 131072
// COPY: "utilisation": {
// COPY-NEXT: "issue": 0.{{[0-9]+}},
// COPY-NEXT: "fma":
// COPY-NEXT: "alu":
// COPY-NEXT: "fp64": 0,
// COPY-NEXT: "sfu": 0,
// COPY-NEXT: "lsu": 0.{{[0-9]+}},
// COPY-NEXT: "shared": 0,
// COPY-NEXT: "l1": 0.{{[0-9]+}},
// COPY-NEXT: "l2": 0.{{[0-9]+}},
// COPY-NEXT: "dram": 0.{{[5-9][0-9]+}},
// COPY-NEXT: "tensor": 0
//
// The screen has the busiest resource first.
//
// RUN: %kernelcast predict %s --kernel copy --grid 4096 --block 256 \
// RUN:   --gpu v100-sxm2 2>/dev/null | FileCheck %s --check-prefix=SCREEN
// SCREEN: utilisation {{ *}}DRAM {{[0-9]+}} %
// SCREEN-NEXT: achieved {{ *}}DRAM {{.*}}B/s of 900 GB/s
//
// 100000 bytes of static shared memory are more than any compiler takes.
//
// RUN: not %kernelcast predict %s --kernel large --grid 1 --gpu rtx-2080-ti \
// RUN:   --format json 2>/dev/null | FileCheck %s --check-prefix=LARGE
// LARGE: "can_launch": false,
// LARGE-NEXT: "launch_problem": "{{.*}}shared memory{{.*}}"
// LARGE: "utilisation": null

__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void large(float *out) {
  __shared__ float tile[25000];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
