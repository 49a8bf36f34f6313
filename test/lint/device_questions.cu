// Programs ask their device whether a launch will do. What the GPU's answer
// excludes is not made, and no finding; what the answer allows is. An RTX 2080
// Ti has compute capability 7.5 and 64 KiB of shared memory a multiprocessor,
// an A100 8.0 and 164 KiB, of which a block may have 163.
//
// RUN: not kernelcast lint %s --checks=-*,kernelcast-cannot-launch > %t.turing.txt
// RUN: FileCheck %s --check-prefix=TURING --implicit-check-not=fails < %t.turing.txt
// RUN: not kernelcast lint %s --checks=-*,kernelcast-cannot-launch --gpu a100-pcie-40gb > %t.ampere.txt
// RUN: FileCheck %s --check-prefix=AMPERE --implicit-check-not=fails < %t.ampere.txt
// RUN: kernelcast predict %s --kernel behind_exit | FileCheck %s --check-prefix=PREDICT
// PREDICT: launch = made: although the condition at 71:7 excludes it here

extern __shared__ float buffer[];

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *out) {                                           \
    buffer[threadIdx.x] = out[threadIdx.x];                                    \
    __syncthreads();                                                           \
    out[threadIdx.x] = buffer[threadIdx.x / 2];                                \
  }

KERNEL(under_condition)
KERNEL(in_else)
KERNEL(undecided)
KERNEL(not_asked)
KERNEL(behind_exit)
KERNEL(in_callee)
KERNEL(other_branch)

void launch(float *a, int bytes) {
  cudaFuncSetAttribute(in_callee, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  in_callee<<<64, 128, 98304>>>(a);
}

int main(int argc, char **argv) {
  const int bytes = 98304, huge = 200000;
  float *a;
  cudaMalloc(&a, 4096);
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  cudaFuncSetAttribute(under_condition, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(in_else, cudaFuncAttributeMaxDynamicSharedMemorySize, huge);
  cudaFuncSetAttribute(undecided, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(not_asked, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(behind_exit, cudaFuncAttributeMaxDynamicSharedMemorySize, huge);

  if (p.sharedMemPerMultiprocessor >= bytes && argc > 1)
    under_condition<<<64, 128, bytes>>>(a);
  // The condition is false on both.
  // TURING-DAG: [[#@LINE+5]]:5: error: this launch fails
  // AMPERE-DAG: [[#@LINE+4]]:5: error: this launch fails
  if (p.major < 5 || p.multiProcessorCount > 1000)
    other_branch<<<64, 64>>>(a);
  else
    in_else<<<64, 128, huge>>>(a);

  // What nobody knows does not decide.
  int need = atoi(argv[1]);
  if (p.sharedMemPerMultiprocessor >= need)
    undecided<<<64, 128, bytes>>>(a);

  // Not the device but the command line decides: the launch fails where it is
  // made.
  // TURING-DAG: [[#@LINE+2]]:5: error: this launch fails
  if (argc > 2)
    not_asked<<<64, 128, bytes>>>(a);

  if (p.sharedMemPerMultiprocessor >= bytes)
    launch(a, bytes);

  if (p.major < 8)
    exit(2);
  // AMPERE-DAG: [[#@LINE+1]]:3: error: this launch fails
  behind_exit<<<64, 128, huge>>>(a);
}
