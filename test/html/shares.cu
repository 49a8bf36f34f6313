// What the table of predict says of time that is made often, and of time that is
// withheld.
//
// often() and once() do the same, the first at two places of the host code: 2/3
// and 1/3 of the time. Of far() nothing is known, so that it is guessed to run
// longer than a kernel does (test/launches/weighed_guesses.cu): neither its time
// nor what comes of it is shown, and it is no part of the sum.
//
// RUN: kernelcast predict %s --gpu rtx-3080 --explain --format html -o %t.html
// RUN: python3 %S/Inputs/shares.py %t.html

__global__ void often(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void once(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void far(float *p, const float *q, int rows, int columns,
                    int repeats) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < repeats; ++r)
    for (int c = 0; c < columns; ++c)
      sum += q[c * rows + i];
  if (i < rows)
    p[i] = sum;
}

int main() {
  float *out;
  cudaMalloc(&out, sizeof(float) << 20);
  often<<<4096, 256>>>(out);
  once<<<4096, 256>>>(out);
  often<<<4096, 256>>>(out);
  cudaDeviceSynchronize();
}
