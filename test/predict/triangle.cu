// Block t reads the first t + 1 elements of row t: nothing is read twice, so no
// cache saves any of it, whether each warp is counted or a sample of them is
// (compiled, the loop takes more steps than there are for all). 48 matrices of
// 1024 rows have 48 * (1 + 2 + ... + 1024) * 4 bytes = 100.8 MB; parts of sectors
// at the ends of rows make it at most 32 bytes a row more. Of the copies of an
// unrolled loop means are kept, which may be off by a tenth. What is tested is
// that blocks share nothing: all reading one row would come to a few MB.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --grid 1024,48 --block 64 --arg n=1024 --counts ast --format json | python3 %S/Inputs/hit_rates.py 95 112 | FileCheck %s
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --grid 1024,48 --block 64 --arg n=1024 --format json | python3 %S/Inputs/hit_rates.py 95 112 | FileCheck %s
// CHECK: L1 under a twentieth
// CHECK-NEXT: DRAM as expected

__global__ void rows(float *out, const float *a, int n) {
  int t = blockIdx.x;
  const float *row = a + blockIdx.y * n * n + t * n;
  float s = 0;
  for (int i = threadIdx.x; i <= t; i += 64)
    s += row[i];
  if (s == 12345)
    out[t] = s;
}
