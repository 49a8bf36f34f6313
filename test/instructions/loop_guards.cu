// A loop whose trips are data makes 16 by assumption, in compiled code as well,
// where branches before it ask whether there is anything to do at all.
//
// RUN: kernelcast predict %s --gpu v100-pcie-32gb --explain --kernel rows \
// RUN:   | FileCheck %s

// The compiler makes four trips in one turn; what is left of a number of trips
// that is no multiple of four is done before. By assumption there are 4 turns,
// and half of the lanes make a single trip before them: 16.5 trips. In each
// every lane goes to three lines of its own, 96 in a warp: 1584. The bounds are
// in 1 and, one element on, 2 lines, the sum goes to 1.
//
// CHECK: insts L1 lines 1588 lines per warp compiled code, assumed
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
