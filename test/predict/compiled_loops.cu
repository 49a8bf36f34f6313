// Loops that data end are counted in the compiled code as the source's loops
// are, though the compiler makes four iterations at a time of one of them.
//
// A warp of one block. With 64 iterations, each loads x[j], whether there are 16
// times four of them or 64; what bounds them is loaded once for both ends in the
// compiled code.
// RUN: kernelcast predict %s --kernel rows --grid 1 --block 32 --assume '32 trips=64' --format json | FileCheck %s --check-prefix=ROWS
// ROWS: "source": "ir",
// ROWS: "global_load_requests": 6{{[678]([.][0-9]+)?}},
//
// A loop with two ways out runs as often as the user says, or without that as
// often as the bound lets it, in both readings: c[j] is loaded in each iteration
// and where it is left.
// RUN: kernelcast predict %s --kernel search --grid 1 --block 32 --arg n=1000 --assume '40 trips=100' --format json | FileCheck %s --check-prefix=GIVEN
// GIVEN: "source": "ir",
// GIVEN: "global_load_requests": 102,
// RUN: kernelcast predict %s --kernel search --grid 1 --block 32 --arg n=1000 --format json | FileCheck %s --check-prefix=MOST
// MOST: "source": "ir",
// MOST: "global_load_requests": 100{{[12]}},
//
// LLVM compares the counter of a loop that goes down as an unsigned number. That
// one, too, has a count for all iterations together, however many: each loads
// once.
// RUN: kernelcast predict %s --kernel down --grid 1 --block 32 --arg n=100000000 --format json | FileCheck %s --check-prefix=DOWN
// DOWN: "source": "ir",
// DOWN: "load_global": 100000000,
// DOWN: "executions_known": "exact",

__global__ void rows(const float *x, const int *starts, float *o) {
  int i = threadIdx.x;
  float s = 0;
  for (int j = starts[i]; j < starts[i + 1]; ++j)
    s += x[j];
  o[i] = s;
}

__global__ void search(const float *__restrict__ c, const float *__restrict__ u,
                       float *o, int n) {
  int i = threadIdx.x, found = -1;
  for (int j = 0; j < n; ++j)
    if (c[j] >= u[i]) {
      found = j;
      break;
    }
  o[i] = found;
}

__global__ void down(const float *__restrict__ x, float *o, int n) {
  float s = 0;
  for (int j = n - 1; j >= 0; --j)
    s += x[j];
  o[threadIdx.x] = s;
}
