// Banks that serve 1, 2, 8 and 16 bytes for each lane.

__global__ void shared_widths(float *y, int s) {
  __shared__ float4 q[256];
  __shared__ double d[256];
  __shared__ char c[512];
  __shared__ short h[512];
  int t = threadIdx.x;
  q[t * s % 256].x = t;
  d[t * s % 256] = t;
  c[t * s] = t;
  h[t * s] = t;
  __syncthreads();
  float4 a = q[(t ^ 1) * s % 256];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = a.x + d[t / 3] + c[t * 4 * s % 512] + h[511 - t];
}
