// A loop of the host launches a kernel with several sizes. Those that the user
// gives tell which round of it is meant, and with it what else the round has.
//
// RUN: kernelcast predict %s --kernel of_table --grid 8 --block 128 --explain | FileCheck %s --check-prefix=TABLE
// TABLE: (launch at {{.*}}rounds.cu:[[#TABLE:]])
// TABLE-NOT: (as given)
// TABLE: argument size 128 host code
//
// Without the grid it could be another loop's launch; here it is this one's.
// RUN: kernelcast predict %s --kernel of_table --block 64 --explain | FileCheck %s --check-prefix=ONE
// ONE: grid x 16 blocks
// ONE: argument size 64 host code
// ONE: host variable j = 1: its value in the first round of its loop whose launch has the given sizes
//
// The launch begins at 976: (1024 - 976) / 16 = 3.
// RUN: kernelcast predict %s --kernel of_steps --grid 3 --block 16 --explain | FileCheck %s --check-prefix=STEPS
// STEPS: argument first 976 host code
// STEPS-NOT: host variable
//
// Blocks are doubled: 64, 128, 256, 512.
// RUN: kernelcast predict %s --kernel doubled --grid 8 --block 256 --explain | FileCheck %s --check-prefix=DOUBLED
// DOUBLED: argument size 256 host code
//
// Rounds 4 to 7 have two blocks; the first of them is assumed.
// RUN: kernelcast predict %s --kernel alike --grid 2 --block 64 --explain | FileCheck %s --check-prefix=ALIKE
// ALIKE: argument round 4 host code
// ALIKE: host variable k = 4: its value in the first round of its loop whose launch has the given sizes
//
// No round has these: of a block that is not in the table, and of one that would
// be the next if the loop went on.
// RUN: kernelcast predict %s --kernel of_table --grid 8 --block 96 --explain | FileCheck %s --check-prefix=NONE
// NONE: (as given)
// NONE: argument size 32 host code
// RUN: kernelcast predict %s --kernel doubled --grid 8 --block 1024 --explain | FileCheck %s --check-prefix=PAST
// PAST: (as given)
// PAST: argument size 64 host code
//
// What the user says of the variable stands, although its grid is another one.
// RUN: kernelcast predict %s --kernel alike --grid 2 --block 64 --arg k=1 --explain | FileCheck %s --check-prefix=GIVEN
// GIVEN: argument round 1 host code
//
// A loop that may end before is not known to get there.
// RUN: kernelcast predict %s --kernel broken --grid 8 --block 256 --explain | FileCheck %s --check-prefix=BROKEN
// BROKEN: argument size 256 host code
// BROKEN: host variable b = 256: its value in the first round
//
// Nor is one whose condition is tested behind the launch, or is not known.
// RUN: kernelcast predict %s --kernel behind --grid 8 --block 512 --explain | FileCheck %s --check-prefix=BEHIND
// BEHIND: argument size 64 host code
// RUN: kernelcast predict %s --kernel open --grid 8 --block 512 --explain | FileCheck %s --check-prefix=OPEN
// OPEN: argument size 64 host code
//
// 1024 / 8 = 128 blocks; a quotient by 0 has no value, and so not the given one.
// RUN: kernelcast predict %s --kernel halved --grid 128 --block 128 --explain | FileCheck %s --check-prefix=HALVED
// HALVED: argument parts 8 host code
// RUN: kernelcast predict %s --kernel halved --grid 7 --block 128 --explain | FileCheck %s --check-prefix=ZERO
// ZERO: argument parts 64 host code
//
// Where the loop starts is not known, so neither is where it gets.
// RUN: kernelcast predict %s --kernel started --grid 3 --block 16 --explain | FileCheck %s --check-prefix=STARTED
// STARTED: (as given)
// STARTED: host variable s = 5
//
// What the device answers is another number in each round.
// RUN: kernelcast predict %s --kernel asked --grid 8 --block 512 --explain | FileCheck %s --check-prefix=ASKED
// ASKED: argument size 64 host code

__global__ void of_table(float *x, int size) {
  x[blockIdx.x * size + threadIdx.x] = size;
}

__global__ void of_steps(float *x, int first) {
  x[blockIdx.x * 16 + threadIdx.x + first] = 0;
}

__global__ void doubled(float *x, int size) {
  x[blockIdx.x * size + threadIdx.x] = size;
}

__global__ void alike(float *x, int round) {
  x[blockIdx.x * 64 + threadIdx.x + round] = 0;
}

__global__ void broken(float *x, int size) {
  x[blockIdx.x * size + threadIdx.x] = size;
}

__global__ void behind(float *x, int size) {
  x[blockIdx.x * size + threadIdx.x] = size;
}

__global__ void open(float *x, int size) {
  x[blockIdx.x * size + threadIdx.x] = size;
}

__global__ void halved(float *x, int parts) {
  x[blockIdx.x * 128 + threadIdx.x] = parts;
}

__global__ void started(float *x, int first) {
  x[blockIdx.x * 16 + threadIdx.x + first] = 0;
}

__global__ void asked(float *x, int size, int most) {
  x[blockIdx.x * size + threadIdx.x] = most;
}

int main(int argc, char **argv) {
  float *x;
  cudaMalloc(&x, 1 << 20);
  int sizes[] = {32, 64, 128, 256};
  for (int j = 0; j < sizeof(sizes) / sizeof(int); j++) {
    int size = sizes[j];
    of_table<<<1024 / size, size>>>(x, size);
  }
  for (int i = 0; i < 1024; i += 16)
    of_steps<<<(1024 - i) / 16, 16>>>(x, i);
  for (int b = 64; b <= 512; b *= 2)
    doubled<<<8, b>>>(x, b);
  for (int k = 0; k < 10; k++)
    alike<<<k / 4 + 1, 64>>>(x, k);
  for (int b = 64; b <= 1024; b *= 2) {
    if (*argv[1] == 'x')
      break;
    broken<<<8, b>>>(x, b);
  }
  int b = 64;
  do {
    behind<<<8, b>>>(x, b);
    b *= 2;
  } while (b <= 256);
  int end = argv[1][0];
  for (int c = 64; c <= end; c *= 2)
    open<<<8, c>>>(x, c);
  for (int parts = 64; parts >= 0; parts /= 2)
    halved<<<1024 / parts, 128>>>(x, parts);
  int start = 5;
  if (argc > 1)
    start = atoi(argv[1]);
  for (int s = start; s < 1024; s += 16)
    started<<<(1024 - s) / 16, 16>>>(x, s);
  for (int b = 64; b <= 1024; b *= 2) {
    int most;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, asked, b, 0);
    asked<<<8, b>>>(x, b, most);
  }
}
