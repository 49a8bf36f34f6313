// The range of a fact is its text: from its first character up to the one
// behind its last. What comes from a macro has the range of the macro's whole
// use, and the name of the outermost one. Columns are counted in the lines
// below, from 1.
//
// RUN: kernelcast predict %s --format json | python3 %S/Inputs/ranges.py | FileCheck %s

#define AT(i) in[i]
#define TWICE(i) (AT(i) + AT(i))

template <class T> __device__ T second(const T *in, int i) {
  return in[i + 1];
  // CHECK-DAG: load in[i + 1] 12:10-12:19
}

__global__ void ranges(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n &&
      out != in)
    out[i] = second(in, i);
  // CHECK-DAG: branch i < n 18:7-18:12
  // CHECK-DAG: store out[i] 20:5-20:11
  for (int k = 0; k < n; ++k)
    out[2 *
        k] = TWICE(k);
  // CHECK-DAG: loop k < n 23:19-23:24
  // CHECK-DAG: store out[2 * k] 24:5-25:11
  // CHECK-DAG: load TWICE(k) 25:14-25:22 from TWICE
  out[n] = AT(n);
  // CHECK-DAG: load AT(n) 29:12-29:17 from AT
}

void run(const float *in, float *out) { ranges<<<4, 64>>>(in, out, 256); }
