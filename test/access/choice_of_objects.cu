// A choice between two objects is a choice between their members: no object
// goes to memory for it, and the copy is one of its own.
//
// RUN: facts %s --kernel chosen --grid 2 --block 32 | FileCheck %s --check-prefix=CHOSEN --implicit-check-not=local
// Block 0 writes 32 neighbours, 4 sectors; block 1 every 32nd, 32 sectors. The
// members of `near` have stayed what they were: 4 sectors of each block.
// CHOSEN: store o[c.start + c.step * threadIdx.x] global 4 B warps 2 lanes 64 sectors 36 lines 33 transactions 36 exact
// CHOSEN: store o[near.start + near.step * threadIdx.x] global 4 B warps 2 lanes 64 sectors 8 lines 2 transactions 8 exact
//
// RUN: facts %s --kernel merged --grid 1 --block 32 --arg n=65536 | FileCheck %s --check-prefix=MERGED --implicit-check-not=local --implicit-check-not=probability
// Registers all along: one load an iteration, nothing assumed.
// MERGED: load in[i] global 4 B warps 2048 lanes 65536 sectors 8192
// MERGED: store out[threadIdx.x] global 4 B warps 1 lanes 32 sectors 4

// RUN: facts %s --kernel in_memory --grid 1 --block 32 | FileCheck %s --check-prefix=MEMORY
// Objects in memory are read by the lanes that choose them: 8 of 8 bytes are 2
// sectors, 24 are 6; each member is a load.
// MEMORY-COUNT-2: load p[t] global 4 B warps 1 lanes 8 sectors 2
// MEMORY-COUNT-2: load q[t] global 4 B warps 1 lanes 24 sectors 6

// RUN: facts %s --kernel written --grid 2 --block 32 | FileCheck %s --check-prefix=WRITTEN
// What is written to one of two variables changes that one alone: `near` is 32 in
// block 0 and 1 in block 1, `far` the other way round. Each time one block writes
// 32 neighbours, 4 sectors of a line, and one every 32nd, 32 sectors and lines.
// WRITTEN: store o[near * threadIdx.x] global 4 B warps 2 lanes 64 sectors 36 lines 33 transactions 36 exact
// WRITTEN: store o[far * threadIdx.x] global 4 B warps 2 lanes 64 sectors 36 lines 33 transactions 36 exact
//
// RUN: facts %s --kernel other_bits --grid 2 --block 32 | FileCheck %s --check-prefix=BITS
// The bits of a float are no number that is known, where they may have been
// written: a warp touches 1 to 32 sectors.
// BITS: store o[near * threadIdx.x] global 4 B warps 2 lanes 64 sectors 2..64 {{.*}} bounded {{.*}} reinterpreted bits

struct Places {
  int start, step;
};

__global__ void in_memory(const Places *p, const Places *q, int *o) {
  int t = threadIdx.x;
  Places c = t < 8 ? p[t] : q[t];
  o[t] = c.start + c.step;
}

__global__ void chosen(float *o) {
  Places near = {0, 1}, far = {0, 32};
  Places c = blockIdx.x & 1 ? far : near;
  o[c.start + c.step * threadIdx.x] = 1;
  c.start += 4;
  c.step = 7;
  o[near.start + near.step * threadIdx.x] = 2;
}

struct __align__(8) Sum {
  float most, scaled;
};

__device__ Sum combine(Sum a, Sum b) {
  bool is_first = a.most > b.most;
  Sum large = is_first ? a : b;
  Sum small = is_first ? b : a;
  Sum r;
  r.most = large.most;
  r.scaled = large.scaled + small.scaled * (small.most - large.most);
  return r;
}

__global__ void merged(float *out, const float *in, int n) {
  Sum all = {-1e30f, 0};
  for (int i = threadIdx.x; i < n; i += 32)
    all = combine(all, {in[i], 1.0f});
  out[threadIdx.x] = all.scaled;
}

__global__ void written(float *o) {
  int near = 1, far = 1;
  (blockIdx.x & 1 ? far : near) = 32;
  o[near * threadIdx.x] = 1;
  o[far * threadIdx.x] = 2;
}

__global__ void other_bits(float *o) {
  int near = 1, far = 1;
  *(float *)(blockIdx.x & 1 ? &far : &near) = 32;
  o[near * threadIdx.x] = 1;
}
