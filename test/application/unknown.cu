// What is not known is named, and makes the total a lower bound: a size from
// the command line, a library call, a kernel of another file, managed memory.
// Loops and conditions without a value are assumptions, which options replace.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: FileCheck %s < %t
// RUN: kernelcast predict --app %s --gpu gtx-970 --arg n=1000 --arg rounds=4 --assume '36:3 trips=5' --assume '38 p=0' --format json > %t.given
// RUN: python3 %S/Inputs/events.py %t.given | FileCheck --check-prefix GIVEN %s
// RUN: kernelcast predict --app %s --gpu gtx-970 | FileCheck --check-prefix TEXT %s

__global__ void touch(float *x) { x[threadIdx.x] += 1; }
__global__ void elsewhere(float *x);
extern "C" int cublasSasum(void *, int, const float *, int, float *);

int main(int argc, char **argv) {
  if (argc != 3)
    return 1; // not taken: that is how the program says how to use it
  int n = atoi(argv[1]);
  int rounds = atoi(argv[2]);
  float *d, *h = new float[n], sum, *managed;
  cudaMalloc(&d, n * 4);
  cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);
  // CHECK: "operands": "d <- h",
  // CHECK: "formula": "n * 4",
  // CHECK-NEXT: "value": null,
  // CHECK-NEXT: "known": "unknown"
  // CHECK: "missing": "its size is not known: give --arg n=..."
  // GIVEN: 22 copy once, 4000 to 4000, together 4000, n * 4
  for (int i = 0; i < rounds; ++i)
    touch<<<1, 32>>>(d);
  // GIVEN-NEXT: launch 4 times
  elsewhere<<<1, 32>>>(d);
  cublasSasum(nullptr, n, d, 1, &sum);
  cudaMallocManaged(&managed, 64);
  bool more;
  do {
    cudaMemset(d, 0, 4);
    if (*h > 1)
      cudaMemset(d, 0, 8);
    more = *h > 0;
  } while (more);
  // GIVEN: 37 fill 5 times
  // GIVEN-NOT: 39 fill
}
// CHECK: "missing": [
// CHECK: "what": "cudaMemcpy",
// CHECK: "what": "launch of elsewhere",
// CHECK: "what": "cublasSasum",
// CHECK: "what": "cudaMallocManaged",
// CHECK: "what": "rounds of the loop 'i < rounds' at 29:3",
// CHECK-NEXT: "value": "1",
// CHECK: "what": "rounds of the loop 'more' at 36:3",
// CHECK: "what": "condition '*h > 1' at 38:5",
// CHECK-NEXT: "value": "true",
// GIVEN: loop 29 4 times, formula rounds, exact
// TEXT: total       at least
// TEXT: loop i < rounds   once (assumed)
// TEXT: missing from the total
// TEXT: unknown.cu:22{{ +}}cudaMemcpy: its size is not known: give --arg n=...
