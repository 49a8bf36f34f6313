// A condition that only holds beyond the largest int holds for no thread: 2^28
// times 8 would be 2^31, which wraps around to the smallest int. That any thread
// writes a[0], which all read, is not said for certain then. Without the wrap,
// thread 7 does write it.
//
// RUN: kernelcast graph %s --kernel wraps --what pdg --format text | FileCheck %s --check-prefix=WRAPS --implicit-check-not=" a by"
// WRAPS: a perhaps by one thread
// RUN: kernelcast graph %s --kernel reaches --what pdg --format text | FileCheck %s --check-prefix=REACHES --implicit-check-not="perhaps by"
// REACHES-DAG: a by one thread
// REACHES-DAG: a by two threads of a block
//
// So does an index: that 8 times 2^28 is at least 0 would choose the element that
// all read, but the smallest int is not, and chooses the one below or above it.
// Whole elements lie side by side: they have no byte in common.
// RUN: kernelcast graph %s --kernel below --what pdg --format text | FileCheck %s --check-prefix=BESIDE --implicit-check-not=" a by"
// RUN: kernelcast graph %s --kernel above --what pdg --format text | FileCheck %s --check-prefix=BESIDE --implicit-check-not=" a by"
// BESIDE: a perhaps by one thread

__global__ void wraps(float *a, float *out) {
  int i = threadIdx.x;
  if (i * 0x10000000 > 0x70000000)
    a[0] = 1;
  out[i] = a[0];
}

__global__ void reaches(float *a, float *out) {
  int i = threadIdx.x;
  if (i * 0x10000000 >= 0x70000000)
    a[0] = 1;
  out[i] = a[0];
}

__global__ void below(float *a, float *out) {
  int i = threadIdx.x;
  if (i == 8)
    a[i * 0x10000000 >= 0 ? 1 : 0] = 1;
  out[i] = a[1];
}

__global__ void above(float *a, float *out) {
  int i = threadIdx.x;
  if (i == 8)
    a[i * 0x10000000 >= 0 ? 0 : 1] = 1;
  out[i] = a[0];
}

void run(float *a, float *out) {
  wraps<<<1, 64>>>(a, out);
  reaches<<<1, 8>>>(a, out);
  below<<<1, 64>>>(a, out);
  above<<<1, 64>>>(a, out);
}
