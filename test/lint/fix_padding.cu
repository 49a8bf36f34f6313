// A row of 32 floats is as long as the banks: a column lies in one of them. One
// float more in each row spreads it over all 32. The change is proved where
// elements are named by subscripts only; it is confirmed by the analysis of the
// changed text, which has no conflict left.
//
// RUN: cp %s %t.cu
// RUN: kernelcast lint %t.cu --checks='-*,kernelcast-bank-conflict' --min-gain 0 > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: diff %s %t.cu
// RUN: kernelcast lint %t.cu --checks='-*,kernelcast-bank-conflict' --min-gain 0 --format sarif -o %t.sarif
// RUN: /usr/bin/python3 %S/Inputs/validate_sarif.py %t.sarif | FileCheck %s --check-prefix=SARIF --implicit-check-not=invalid:
// SARIF: kernelcast/rtx-2080-ti/ True
// Five fixes, one of them of two insertions.
// RUN: grep -c '"insertedContent"' %t.sarif | FileCheck %s --check-prefix=SIX
// SIX: {{^6$}}
// RUN: kernelcast lint %t.cu --checks='-*,kernelcast-bank-conflict' --min-gain 0 --fix | FileCheck %s --check-prefix=APPLIED
// RUN: sed -e 's/float spelled\[32\]\[32/& + 1/' -e 's/byMacro\[TILE\]\[TILE/& + 1/' \
// RUN:     -e 's/shifted\[32\]\[1 << 5/shifted[32][(1 << 5) + 1/' \
// RUN:     -e 's/narrow\[32\]\[64/& + 2/' -e 's/instance\[N\]\[N/& + 1/' %s > %t.expected.cu
// RUN: diff %t.expected.cu %t.cu
//
// A second run has nothing left to apply.
// RUN: kernelcast lint %t.cu --checks='-*,kernelcast-bank-conflict' --min-gain 0 --fix > %t.again
// RUN: diff %t.expected.cu %t.cu
// RUN: FileCheck %s --check-prefix=AGAIN < %t.again
//
// APPLIED: fix: make the rows of {{.*}} longer; with it {{.*}}the kernel takes {{.*}}; applied
// AGAIN-NOT: ; applied
// AGAIN-NOT: applies it

#define TILE 32

// CHECK-DAG: .cu:[[#@LINE+2]]:34: note: fix: make the rows of spelled 1 element longer; with it the kernel takes {{.*}} instead of {{.*}} on rtx-2080-ti; --fix applies it
__global__ void plain(float *out, const float *in) {
  __shared__ float spelled[32][32];
  spelled[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    if (threadIdx.y < 8)
      out[j] += spelled[threadIdx.x][threadIdx.y + j];
}

__global__ void macros(float *out, const float *in) {
  __shared__ float byMacro[TILE][TILE];
  __shared__ float shifted[32][1 << 5];
  byMacro[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  shifted[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = byMacro[threadIdx.x][threadIdx.y] +
                     shifted[threadIdx.x][threadIdx.y];
}

// Of 64 shorts and one more, a row is 65 half words: lanes 2 i and 2 i + 1 are
// half a word apart modulo 32 words, so pairs still share a bank. Two more make
// it 33 words.
__global__ void narrowElements(short *out, const short *in) {
  __shared__ short narrow[32][64];
  narrow[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = narrow[threadIdx.x][threadIdx.y];
}

template <class T, int N> __global__ void instances(T *out, const T *in) {
  __shared__ T instance[N][N];
  instance[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = instance[threadIdx.x][threadIdx.y];
}

// Everything below stays as it is.

// A row's address goes to a function.
__device__ float first(const float *row) { return row[0]; }
__global__ void decays(float *out, const float *in) {
  __shared__ float row[32][32];
  row[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:62: note: fix: make the rows of row 1 element longer; not applied: its address goes elsewhere without all subscripts
  out[threadIdx.x] = row[threadIdx.x][threadIdx.y] + first(  row[0]);
}

__global__ void sized(float *out, const float *in) {
  __shared__ float all[32][32];
  all[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:61: note: fix: make the rows of all 1 element longer; not applied: the array's size is asked for
  out[threadIdx.x] = all[threadIdx.x][threadIdx.y] + sizeof(all);
}

// The declaration itself comes from a macro.
#define SHARED(NAME) __shared__ float NAME[32][32]
__global__ void declared(float *out, const float *in) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: note: fix: make the rows of hidden 1 element longer; not applied: a part of the text comes from a macro
  SHARED(hidden);
  hidden[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = hidden[threadIdx.x][threadIdx.y];
}

typedef float Row[32];
__global__ void named(float *out, const float *in) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:18: note: fix: make the rows of rows 1 element longer; not applied: a named type has what would change
  __shared__ Row rows[32];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

// Row 0 is used as if it were the whole array: with longer rows, its element
// 32 would no longer be the first one of row 1.
__global__ void flattened(float *out, const float *in) {
  __shared__ float flat[32][32];
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: note: fix: make the rows of flat 1 element longer; not applied: an index may leave its row
  flat[0][threadIdx.x + 32 * threadIdx.y] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = flat[threadIdx.x][threadIdx.y];
}

// threadIdx.y - 1 is 4294967295 in the first row of threads.
__global__ void wraps(float *out, const float *in) {
  __shared__ float around[32][32];
  around[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:22: note: fix: make the rows of around 1 element longer; not applied: an index may leave its row
  out[threadIdx.x] = around[threadIdx.x][threadIdx.y - 1];
}

// Blocks are 32 wide only if the user of the program does not say otherwise.
__global__ void asTheUserSays(float *out, const float *in) {
  __shared__ float chosen[32][32];
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: note: fix: make the rows of chosen 1 element longer; not applied: an index may leave its row
  chosen[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = chosen[threadIdx.x][threadIdx.y];
}

// 48 KiB are all that a block gets without asking for more: 96 * 128 floats.
__global__ void full(float *out, const float *in) {
  __shared__ float most[96][128];
  most[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+1]]:22: note: fix: make the rows of most 1 element longer; not applied: fewer blocks would fit on a multiprocessor
  out[threadIdx.x] = most[threadIdx.x][threadIdx.y];
}

void run(float *a, const float *b, short *s, const short *t) {
  dim3 square(32, 32);
  plain<<<1024, square>>>(a, b);
  macros<<<1024, square>>>(a, b);
  narrowElements<<<1024, square>>>(s, t);
  instances<float, 32><<<1024, square>>>(a, b);
  decays<<<1024, square>>>(a, b);
  sized<<<1024, square>>>(a, b);
  declared<<<1024, square>>>(a, b);
  named<<<1024, square>>>(a, b);
  flattened<<<1024, square>>>(a, b);
  wraps<<<1024, square>>>(a, b);
  full<<<1024, square>>>(a, b);
}

extern "C" int atoi(const char *);
int main(int argc, char **argv) {
  int width = 32;
  if (argc > 1)
    width = atoi(argv[1]);
  float *a;
  cudaMalloc(&a, 4096);
  asTheUserSays<<<1024, dim3(width, 32)>>>(a, a);
}
