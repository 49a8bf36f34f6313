// A loop too long to be followed: of the warps a sample is looked at, and what
// is said of all of them is "about". 32 lanes 8 bytes apart are 8 sectors, where
// their data would fill 4.
//
// RUN: kernelcast lint %s --min-gain 0 --checks='-*,kernelcast-uncoalesced-access' > %t.txt
// RUN: FileCheck %s < %t.txt

__global__ void store(int *y, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n + (i & 1); k++)
    y[(k * k ^ i * k) & 1023] = 2;
  // CHECK: [[#@LINE+1]]:3: warning: store to y[i * 2] touches about 8.0 sectors a warp, about 4.0 would do: lanes 0, 1, 2 ... write 8 bytes apart;
  y[i * 2] = 3;
}

// CHECK: note: in store, launched with grid 128 and block 256; this is sampled
void run(int *a) { store<<<128, 256>>>(a, 1000000); }
