// Cooley and Tukey's butterflies in shared memory: stage by stage the partners
// stand 1, 2, 4, ... apart, and half as many threads as points work.

__global__ void fft_radix2(const float2 *x, float2 *y) {
  __shared__ float re[256], im[256];
  int t = threadIdx.x, half_size = blockDim.x;
  int first = blockIdx.x * 2 * half_size;
  float2 low = x[first + t], high = x[first + t + half_size];
  re[t] = low.x;
  im[t] = low.y;
  re[t + half_size] = high.x;
  im[t + half_size] = high.y;
  for (int span = 1; span <= half_size; span *= 2) {
    __syncthreads();
    int place = t % span, i = (t / span) * 2 * span + place, j = i + span;
    float angle = -3.14159265f * place / span;
    float c = cos(angle), s = sin(angle);
    float a = re[j] * c - im[j] * s, b = re[j] * s + im[j] * c;
    re[j] = re[i] - a;
    im[j] = im[i] - b;
    re[i] += a;
    im[i] += b;
  }
  __syncthreads();
  y[first + t] = make_float2(re[t], im[t]);
  y[first + t + half_size] = make_float2(re[t + half_size], im[t + half_size]);
}
