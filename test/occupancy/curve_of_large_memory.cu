// The curve over shared memory has a point for each KiB, and of a memory that no
// GPU has yet 257 at most: of 1e9 bytes one in 3815 KiB, the 256th part rounded
// up, from 0 to 255 * 3815 * 1024 = 996172800.
//
// RUN: kernelcast predict %s --gpu rtx-3080 --set shared_per_block=1e9 --set shared_size=1e9 --curves --format json -o %t.large.json
// RUN: kernelcast predict %s --gpu rtx-3080 --curves --format json -o %t.json
// RUN: python3 -c "import json, sys; [print(len(c['values']), *c['values'][-2:]) for f in sys.argv[1:] for c in json.load(open(f))['files'][0]['kernels'][0]['launches'][0]['curves']['occupancy'] if c['of'] == 'shared bytes of a block']" %t.large.json %t.json | FileCheck %s
// CHECK: 256 992266240 996172800
// A block of the RTX 3080 has 99 KiB.
// CHECK-NEXT: 100 100352 101376

__global__ void fill(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  float *out;
  cudaMalloc(&out, sizeof(float) << 20);
  fill<<<4096, 256>>>(out);
  cudaDeviceSynchronize();
}
