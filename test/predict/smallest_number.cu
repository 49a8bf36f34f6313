// The smallest 64-bit integer has no absolute value among them: as a factor it
// is a power of two, as a stride larger than any limit.
//
// RUN: kernelcast predict %s --model all --format json > %t
// RUN: FileCheck %s < %t
// CHECK: "name": "times_smallest"
// CHECK: "status": "modelled"

__global__ void times_smallest(long long *y, const long long *x) {
  const long long smallest = -9223372036854775807LL - 1;
  long long i = threadIdx.x;
  y[i] = x[i] * smallest + i;
  if (i * smallest < i)
    y[i + 32] = x[i];
  y[x[i] * smallest] = 1;
  atomicAdd((unsigned long long *)&y[x[i] * smallest], 1ULL);
}
