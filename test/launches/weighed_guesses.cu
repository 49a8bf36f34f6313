// A time that rests on guessed numbers says so at the top, with the one that
// moves it most; a time of over ten seconds that does is none.
//
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --format json | FileCheck %s --check-prefix=JSON
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg rows=16384 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg rows=16384 --arg columns=8 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg rows=16384 --arg columns=8 --arg repeats=2 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --arg columns=1000000000 --arg repeats=4 --arg rows=1024 --grid 4 --block 256 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel fill 2>&1 | FileCheck %s --check-prefix=SCALE
//
// Both loops run 2^20 times: the loops' bounds are what must be given.
// NONE: predicted {{ *}}no time: with what is guessed it would be over ten seconds
// NONE-NEXT: guessed {{ *}}5 numbers: {{columns|repeats}} = 1048576 matters most; give --arg {{columns|repeats}}=N
// NONE-NEXT: occupancy
// JSON: "guesses": {
// JSON-NEXT: "count": 5,
// JSON-NEXT: "withheld": true,
// JSON: "option": "--arg {{columns|repeats}}=N",
//
// TWO: no time
// TWO-NEXT: guessed {{ *}}2 numbers: {{columns|repeats}} = 16384 matters most; give --arg {{columns|repeats}}=N
// A single one matters, of course.
// ONE: predicted {{ *}}{{[0-9.]+}} ms
// ONE-NEXT: guessed {{ *}}1 number: repeats = 16384; give --arg repeats=N
// GIVEN: predicted
// GIVEN-NOT: guessed
//
// What the user gives may take long.
// ASKED: predicted {{ *}}{{[0-9.]+}} s
// ASKED-NOT: guessed
//
// The grid and n: twice the blocks with the same n do nothing; half of either
// halves the work.
// SCALE: guessed {{ *}}3 numbers: {{.*}} matters most, halved {{.*}}, doubled {{.*}}; give
__global__ void by_column(float *p, const float *q, int rows, int columns,
                          int repeats) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < repeats; ++r)
    for (int c = 0; c < columns; ++c)
      sum += q[c * rows + i];
  if (i < rows)
    p[i] = sum;
}

__global__ void fill(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = 1;
}
