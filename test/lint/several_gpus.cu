// Several GPUs in one run, by commas or one by one: a finding for each, told
// apart in every format. SARIF is in sarif.cu.
//
// RUN: kernelcast lint %s --gpu a100-pcie-40gb,gtx-970 --checks='-*,kernelcast-uncoalesced-*' > %t.txt 2>/dev/null
// RUN: FileCheck %s < %t.txt
// RUN: kernelcast lint %s --gpu a100-pcie-40gb --gpu gtx-970 --gpu a100-pcie-40gb --checks='-*,kernelcast-uncoalesced-*' 2>/dev/null | cmp - %t.txt
// CHECK-DAG: load of in[2 * i] touches 8 sectors a warp, 4 would do{{.*}} on a100-pcie-40gb [
// CHECK-DAG: load of in[2 * i] touches 8 sectors a warp, 4 would do{{.*}} on gtx-970 [
// CHECK: 0 errors and 2 warnings in 1 kernel
//
// RUN: kernelcast lint %s --gpu a100-pcie-40gb,gtx-970 --checks='-*,kernelcast-uncoalesced-*' --format json -o %t.json 2>/dev/null
// RUN: python3 %S/Inputs/findings.py %t.json gpu | sort | FileCheck %s --check-prefix=JSON
// JSON: a100-pcie-40gb
// JSON-NEXT: gtx-970
// JSON-NOT: {{.}}
//
// What one of them cannot launch is an error of that one alone: 64 KiB of shared
// memory are a block's on the A100 (163 KiB), and 16 KiB too many on the GTX 970.
// RUN: not kernelcast lint %s --gpu a100-pcie-40gb,gtx-970 --checks='-*,kernelcast-cannot-launch' -- -DLARGE > %t.large 2>/dev/null
// RUN: FileCheck %s --check-prefix=LARGE < %t.large
// LARGE: error: this launch fails: {{.*}}
// LARGE: 1 error and 0 warnings in 1 kernel
// RUN: kernelcast lint %s --gpu a100-pcie-40gb --checks='-*,kernelcast-cannot-launch' -- -DLARGE
__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef LARGE
  extern __shared__ float tile[];
  tile[threadIdx.x] = 0;
#endif
  out[i] = in[2 * i];
}

void run(float *a, float *b) {
#ifdef LARGE
  cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  copy<<<65536, 256, 65536>>>(a, b);
#else
  copy<<<65536, 256>>>(a, b);
#endif
}
