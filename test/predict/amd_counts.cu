// Machine instructions of AMD's GPUs, run as often as the launch says. Blocks
// have 64 threads: one wave of 64 lanes, or two of 32.
//
// RUN: kernelcast predict %s --counts ir --gpu mi250x-gcd --format json -o %t.json
// RUN: python3 %S/Inputs/instructions.py %t.json | FileCheck %s --check-prefixes=CHECK,CDNA
// RUN: FileCheck %s --check-prefix=FLOPS < %t.json
// RUN: kernelcast predict %s --counts ir --gpu w6600 --format json -o %t.json
// RUN: python3 %S/Inputs/instructions.py %t.json | FileCheck %s --check-prefixes=CHECK,RDNA
// RUN: FileCheck %s --check-prefix=TAKES < %t.json
// TAKES: "registers_source": "ir"
// TAKES: "spill_bytes_per_thread": 0
// TAKES: "code_bytes"

// One load, product and store of a lane in each of 20 rounds of the loop:
// the factor is the same for all lanes and is loaded by the scalar unit. CDNA 2
// multiplies two floats of a lane at once, and its compiler makes two rounds
// one: there are as many operations, 16 blocks x 64 threads x 20.
__global__ void __launch_bounds__(64)
    scaled(float *__restrict__ out, const float *__restrict__ in,
           const float *__restrict__ factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    out[k * 1024 + i] = in[k * 1024 + i] * factor[k];
}
// RDNA: scaled: ir, fp32 20, load_global 20, store_global 20, branch 2
// CDNA: scaled: ir, fp32 10, load_global 20, store_global 20,
// FLOPS: "flops_fp32": 20480

// Through LDS once.
__global__ void __launch_bounds__(64) tile(float *out, const float *in) {
  __shared__ float part[64];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = part[63 - threadIdx.x] + 1.0f;
}
// CHECK: tile: ir, fp32 1, load_global 1, store_global 1, branch 1

// RDNA 2 has no instruction that adds a double to memory: the compiler makes a
// loop of exchanges, and the reasons say that nobody knows how often it goes
// round.
// RUN: FileCheck %s --check-prefix=LOOP < %t.json
// LOOP: "name": "scaled"
// LOOP: "reasons": []
// LOOP: "name": "doubles"
// LOOP: "reasons": [
// LOOP-NEXT: machine instructions stand in loops that the compiler makes of one operation; they are counted once
__global__ void __launch_bounds__(64) doubles(double *sum, const double *x) {
  atomicAdd(&sum[threadIdx.x], x[threadIdx.x]);
}

void run() {
  float *p;
  cudaMalloc(&p, 64 << 20);
  scaled<<<16, 64>>>(p, p + 1048576, p + 2097152, 20);
  tile<<<1, 64>>>(p, p + 1048576);
  doubles<<<1, 64>>>((double *)p, (double *)p + 1048576);
}
