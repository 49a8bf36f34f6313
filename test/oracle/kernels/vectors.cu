// Vectors that lie across sectors, and small types.

__global__ void vectors(const float2 *v, float4 *q, char *c,
                    short *h, double *d, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 a = v[i * s];
  float4 b = q[i + s];
  q[i].x = a.y;
  q[i * 2] = b;
  c[i * s + 1] = c[i + 200];
  h[i * 3] = h[i + 7];
  d[i + s] = d[1000 - i];
}
