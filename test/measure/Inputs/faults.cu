// One fault a kernel, for the emulation to find: each is undefined on a GPU, or
// hangs there. n is 60 and out holds n elements.

extern __shared__ float shared[];

extern "C" __global__ void right(int n, int *out) {
  __shared__ int neighbour[60];
  int i = threadIdx.x;
  neighbour[i] = i;
  __syncthreads();
  out[i] = neighbour[(i + 1) % n];
}

extern "C" __global__ void behind_the_end(int n, int *out) {
  out[threadIdx.x + n * 100000] = 1;
}

// Within the buffer's last page: found after the launch.
extern "C" __global__ void just_behind_the_end(int n, int *out) {
  out[threadIdx.x + 1] = 1;
}

extern "C" __global__ void before_the_beginning(int n, int *out) {
  out[(int)threadIdx.x - 5000] = 1;
}

extern "C" __global__ void barrier_in_a_branch(int n, int *out) {
  if (threadIdx.x < 10)
    __syncthreads();
  out[threadIdx.x] = 1;
}

extern "C" __global__ void two_barriers(int n, int *out) {
  if (threadIdx.x % 2)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}

extern "C" __global__ void mask_without_me(int n, int *out) {
  out[threadIdx.x] = __shfl_sync(1, n, 0);
}

extern "C" __global__ void mask_with_absent_lanes(int n, int *out) {
  if (threadIdx.x % 32 < 16)
    n = __shfl_down_sync(0xffffffffu, n, 1);
  __syncthreads();
  out[threadIdx.x] = n;
}

extern "C" __global__ void divides_by_zero(int n, int *out) {
  out[threadIdx.x] = n / (out[threadIdx.x] + 1); // 0xffffffff is -1
}

extern "C" __global__ void never_ends(int n, volatile int *out) {
  while (out[threadIdx.x] != n)
    ;
}

extern "C" __global__ void beyond_dynamic_shared(int n, int *out) {
  shared[threadIdx.x] = 1;
  shared[threadIdx.x * 4096] = 1;
  out[threadIdx.x] = (int)shared[threadIdx.x];
}

// The sum would be right if the threads ran in order: the missing barrier shows
// in the blocks that run the other way round.
extern "C" __global__ void missing_barrier(int n, int *out) {
  __shared__ int value[61];
  int i = threadIdx.x;
  if (i == 0)
    value[0] = 0;
  value[i + 1] = value[i] + 1;
  out[i] = value[i + 1];
}

extern "C" __global__ void __launch_bounds__(32) bounded(int n, int *out) {
  out[threadIdx.x] = n;
}

extern "C" __global__ void asserts(int n, int *out) {
  assert(threadIdx.x < 7);
  out[threadIdx.x] = n;
}

struct Deep {
  float values[40][1000];
};

static __device__ float recurse(int depth, float *at) {
  Deep deep;
  for (int i = 0; i < 40; ++i)
    deep.values[i][depth % 1000] = at[0] + i;
  return depth == 0 ? deep.values[3][0]
                    : recurse(depth - 1, &deep.values[5][depth % 1000]);
}

extern "C" __global__ void deep_stack(int n, int *out) {
  float start = (float)out[0];
  out[threadIdx.x] = (int)recurse(n, &start);
}
