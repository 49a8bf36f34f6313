// Kernels whose threads leave, or go on, for several reasons.
__global__ void both(const float *x, float *y, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < width && j < height)
    y[j] = x[i] + 1;
}

__global__ void neither(const double *x, double *y, unsigned n, int rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (rounds < 1 || i >= n)
    return;
  double sum = 0;
  for (int k = 0; k < rounds; ++k)
    sum += x[i] * k;
  y[i] = sum;
}

// Each thread decides for itself.
__global__ void data(const int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] < n)
    y[i] = 1;
}

// Names that C or the emitted code has, too.
__global__ void names(int *x, int restrict_, int blocks, int v2, int lower) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < blocks + v2)
    x[i] = lower + restrict_;
}

// The bound is one of two numbers, times 1024.
__global__ void chosen(const float *x, float *y, int n, int whole) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (whole > 0 ? n : 100) * 1024)
    y[i] = x[i] + 1;
}

// What data adds falls out again, if it does not overflow.
__global__ void shifted(const int *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int offset = x[0];
  if ((long)(i + offset) - offset < n)
    y[i] = 1;
}

// The source's model goes into what is called, the compiler does not.
__device__ __noinline__ int square(int i) { return i * i; }
__global__ void called(int *x) {
  x[threadIdx.x] = square(threadIdx.x);
}
