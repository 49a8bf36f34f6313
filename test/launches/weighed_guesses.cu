// A time that rests on guessed numbers says so at the top, with the one that
// moves it most; a time of over ten seconds that does is none.
//
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --format json | FileCheck %s --check-prefix=JSON
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg rows=16384 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg rows=16384 --arg columns=8 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg rows=16384 --arg columns=8 --arg repeats=2 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --arg columns=1000000000 --arg repeats=4 --arg rows=1024 --grid 4 --block 256 2>&1 | FileCheck %s --check-prefix=ASKED
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
//
// The rounds are columns, whatever the rows are; 16384 of them are not over at once.
// Half of them take less than what is predicted, twice as many more.
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel by_column --grid 64 --block 256 --arg repeats=1 --format json -o %t.json
// RUN: python3 -c "import json; l = json.load(open('%t.json'))['files'][0]['kernels'][0]['launches'][0]; g = l['guesses']['matters_most']; t = l['predictions'][0]['time_s']; print(g['what'], 0.45 * t < g['halved_s'] < 0.6 * t, 1.8 * t < g['doubled_s'] < 2.2 * t)" | FileCheck %s --check-prefix=RATIO
// RATIO: argument columns True True
//
// A launch of one block of one thread that loops over nothing does not depend on
// what it is given.
// RUN: kernelcast predict %s --gpu rtx-3080 --kernel constant --grid 1 --block 1 2>&1 | FileCheck %s --check-prefix=NEITHER
// NEITHER: guessed {{ *}}2 numbers: {{.*}} among them; give
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

__global__ void constant(float *p, int n, int m) {
  if (n > 0 && m > 0)
    p[0] = 1;
}
