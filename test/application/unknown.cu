// What is not known is named, and makes the total a lower bound: a size from
// the command line, a library call, a kernel of another file, managed memory.
// Loops and conditions without a value are assumptions, which options replace.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: FileCheck %s < %t && FileCheck --check-prefix LENT %s < %t
// RUN: kernelcast predict --app %s --gpu gtx-970 --arg n=1000 --arg rounds=4 --assume '54:3 trips=5' --assume '56 p=0' --format json > %t.given
// RUN: python3 %S/Inputs/events.py %t.given | FileCheck --check-prefix GIVEN %s
// RUN: kernelcast predict --app %s --gpu gtx-970 | FileCheck --check-prefix TEXT %s

__global__ void touch(float *x) { x[threadIdx.x] += 1; }
__global__ void elsewhere(float *x);
extern "C" int cublasSasum(void *, int, const float *, int, float *);

// Values that change out of sight are unknown: a condition that counts, and a
// variable that a called function changes for the next round.
int given;
void more() { given += 4; }
void hidden(char *d) {
  int i = 10;
  while (i--)
    cudaMemset(d, 0, i);
  given = 4;
  for (int round = 0; round < 3; ++round) {
    cudaMemset(d, 0, given);
    more();
  }
}

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
  // GIVEN: 37 copy once, 4000 to 4000, together 4000, n * 4
  for (int i = 0; i < rounds; ++i)
    touch<<<1, 32>>>(d);
  // GIVEN-NEXT: launch 4 times
  elsewhere<<<1, 32>>>(d);
  cublasSasum(nullptr, n, d, 1, &sum);
  cudaMallocManaged(&managed, 64);
  hidden((char *)d);
  // GIVEN: 22 fill once, unknown, i
  // GIVEN-NEXT: 25 fill 3 times, unknown, given
  bool again;
  do {
    cudaMemset(d, 0, 4);
    if (*h > 1)
      cudaMemset(d, 0, 8);
    again = *h > 0;
  } while (again);
  // GIVEN: 55 fill 5 times
  // GIVEN-NOT: 57 fill
  // What a function of another file hands out may lie anywhere: such memory is
  // taken to be pageable.
  float *lent(int count);
  cudaMemcpy(d, lent(100), 400, cudaMemcpyHostToDevice);
  // LENT: "operands": "d <- lent(100)",
  // LENT: "host_memory": "pageable",
  // LENT: "what": "host memory of cudaMemcpy at [[# @LINE - 3]]: d <- lent(100)",
  // LENT-NEXT: "value": "pageable",
  // LENT-NEXT: "why": "where it is allocated is not known",
}
// CHECK: "missing": [
// CHECK: "what": "cudaMemcpy",
// CHECK: "what": "launch of elsewhere",
// CHECK: "what": "cublasSasum",
// CHECK: "what": "cudaMallocManaged",
// CHECK: "what": "rounds of the loop 'i < rounds' at 44:3",
// CHECK-NEXT: "value": "1",
// CHECK: "what": "rounds of the loop 'again' at 54:3",
// CHECK: "what": "condition '*h > 1' at 56:5",
// CHECK-NEXT: "value": "true",
// GIVEN: loop 44 4 times, formula rounds, exact
// TEXT: total       at least
// TEXT: loop i < rounds   once (assumed)
// TEXT: missing from the total
// TEXT: unknown.cu:37{{ +}}cudaMemcpy: its size is not known: give --arg n=...
// A call that a loop repeats is missing once.
// TEXT: unknown.cu:25{{ +}}cudaMemset: its size is not known: give --arg given=...
// TEXT-NOT: unknown.cu:25
// TEXT: assumed
