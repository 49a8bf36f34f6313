// A loop whose trips are data makes 16 by assumption, in compiled code as well,
// where branches before it ask whether there is anything to do at all.
//
// RUN: kernelcast predict %s --gpu v100-pcie-32gb --explain --kernel rows \
// RUN:   | FileCheck %s

// The compiler makes four trips in one turn; what is left of a number of trips
// that is no multiple of four is done before. By assumption there are 4 turns,
// and half of the lanes make a single trip before them: 16.5 trips. In each
// every lane goes anywhere three times. Of 32 lanes that takes the L1
// 8 + 1.03 sqrt(8) = 10.913 passes (L1Passes.h), of 16 lanes 4 + 1.03 * 2 =
// 6.06: 3 * (16 * 10.913 + 6.06) = 542.02. The bounds and the sum take one each.
//
// CHECK: insts L1 passes 545.017 per warp, by tags and banks compiled code, assumed
__global__ void rows(const float *values, const int *columns, const int *first,
                     const float *x, float *sums) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = first[row], end = first[row + 1];
  float sum = 0;
  for (int j = begin; j < end; ++j)
    sum += values[j] * x[columns[j]];
  sums[row] = sum;
}

int main() {
  float *f;
  int *i;
  rows<<<4096, 256>>>(f, i, i, f, f);
}
