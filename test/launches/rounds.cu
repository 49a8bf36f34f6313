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
// What the user says of the variable stands.
// RUN: kernelcast predict %s --kernel alike --grid 2 --block 64 --arg k=6 --explain | FileCheck %s --check-prefix=GIVEN
// GIVEN: argument round 6 host code

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

int main() {
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
}
