// Places and conditions that are computed in floating point (float_indices.cl).

__global__ void nearest(const float *in, float *out, int width, int height,
                        float fx, float fy) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int from_x = min((int)((x + 0.5f) * fx), width - 1);
  int from_y = min((int)((y + 0.5f) * fy), height - 1);
  out[y * (gridDim.x * blockDim.x) + x] = in[from_y * width + from_x];
}

__global__ void between(const float *in, float *out, int width, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float at = fmaxf((x + 0.5f) * scale - 0.5f, 0.0f);
  int left = (int)floorf(at), right = left < width - 1 ? left + 1 : left;
  float part = at - left;
  out[x] = in[min(left, width - 1)] * (1 - part) + in[min(right, 999)] * part;
}

__global__ void below(float *out, int n, float slope) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int y = 0; y < n; ++y)
    if (y < slope * x + 40.5f)
      out[y * 160 + x] = 1;
}

__global__ void rounded(const float *in, float *out, float step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int a = (int)(x * step), b = (int)(x / 3.0f), c = (int)sqrtf(x + 0.5f);
  int d = (int)rintf(x * step * 4), e = (int)(-x * 0.5f + 100);
  out[x] = in[a] + in[b + 100] + in[c + 200] + in[d + 300] + in[e + 600];
}
