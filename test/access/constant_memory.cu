// Constant memory is read on the chip: one word a step, to all lanes that want
// it, and nothing of it comes from DRAM. A constant at a known place is an
// instruction's operand.
//
// RUN: kernelcast predict %s --kernel steps --format json | FileCheck %s
// One warp; 16 times one word; 32 words; 16 words, each for two lanes.
// CHECK: "expression": "table[j]"
// CHECK: "bank_cycles": 16,
// CHECK: "known": "exact"
// CHECK: "expression": "table[threadIdx.x]"
// CHECK: "bank_cycles": 32,
// CHECK: "known": "exact"
// CHECK: "expression": "table[threadIdx.x / 2]"
// CHECK: "bank_cycles": 16,
// CHECK: "known": "exact"
// The one store: 32 lanes of four bytes.
// CHECK: "dram_bytes": 128,
//
// The constant cache has a port of its own: nothing for the load/store unit but
// the store.
// RUN: facts %s --kernel steps --instructions | FileCheck %s --check-prefix CLASSES
// CLASSES-NOT: instructions {{.*}}load_
// CLASSES: instructions {{.*}}store_global 1 {{.*}}other
//
// In lanes that no one knows, at most a word for each.
// RUN: kernelcast predict %s --kernel by_data --format json | FileCheck %s --check-prefix DATA
// DATA: "expression": "table[in[threadIdx.x] & 31]"
// DATA: "bank_cycles": [
// DATA-NEXT: 1,
// DATA-NEXT: 32
//
// RUN: kernelcast predict %s --kernel known_place --model wfg | FileCheck %s --check-prefix PLACE
// RUN: kernelcast predict %s --kernel literal --model wfg | FileCheck %s --check-prefix PLACE
// PLACE: instruction issue
// PLACE-NOT: shared-memory bank conflicts
__constant__ float table[32];
__global__ void steps(float *out) {
  float sum = 0;
  for (int j = 0; j < 16; ++j)
    sum += table[j];
  sum += table[threadIdx.x];
  sum += table[threadIdx.x / 2];
  out[threadIdx.x] = sum;
}
__global__ void by_data(float *out, const int *in) {
  out[threadIdx.x] = table[in[threadIdx.x] & 31];
}
__global__ void known_place(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] *= table[3];
}
__global__ void literal(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] *= 3.0f;
}
int main() {
  float *p;
  int *q;
  steps<<<1, 32>>>(p);
  by_data<<<1, 32>>>(p, q);
  known_place<<<4096, 256>>>(p);
  literal<<<4096, 256>>>(p);
}
