// Data may end a loop before its bound. Unless told, the loop is taken to go on
// to the bound, and that is listed as an assumption at the place by which
// --assume can give the trips.
//
// RUN: facts %s --kernel search --grid 1 --block 32 --arg limit=100 | FileCheck %s --check-prefix=BOUND
// BOUND: assumed trip count of the loop at data_exits.cu:24:23 = 100 (the most there can be, data may end the loop before; give --assume '24:23 trips=N')
// BOUND: loop `{{.*}}` trips `max(limit, 0)` mean 100 min 0 max 100 bounded
//
// RUN: facts %s --kernel search --grid 1 --block 32 --arg limit=100 --assume '24:23 trips=7' | FileCheck %s --check-prefix=GIVEN
// GIVEN: assumed trip count of the loop at data_exits.cu:24:23 = 7 (depends on data
// GIVEN: loop `{{.*}}` mean 7 {{.*}} assumed
//
// More than the bound allows: the bound ends it.
// RUN: facts %s --kernel search --grid 1 --block 32 --arg limit=100 --assume '24:23 trips=700' | FileCheck %s --check-prefix=MORE
// MORE: loop `{{.*}}` mean 100 {{.*}}
//
// Where nothing depends on data there is nothing to assume.
// RUN: facts %s --kernel known --grid 1 --block 32 --arg limit=100 | FileCheck %s --check-prefix=KNOWN --implicit-check-not="trip count"
// KNOWN: loop `{{.*}}` mean 7 min 7 max 7 exact

__global__ void search(const float *in, int *out, int limit) {
  int k = 0;

  while (k < limit && in[k] < 4.0f)
    ++k;
  out[threadIdx.x] = k;
}

__global__ void known(const float *in, float *out, int limit) {
  int k = 0;
  while (k < limit && k * k < 49)
    ++k;
  out[threadIdx.x] = k;
}
