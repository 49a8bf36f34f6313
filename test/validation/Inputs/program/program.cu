// The second launch passes half of n: the host's n and the kernel's are two.
#include <cstdlib>

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

int main(int argc, char **argv) {
  int n = atoi(argv[2]);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  scale<<<n / 256, 256>>>(in, out, n);
  scale<<<n / 128, 128>>>(in, out, n / 2);
}
