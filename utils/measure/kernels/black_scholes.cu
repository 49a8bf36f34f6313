// European call and put prices after Black and Scholes, one option a thread:
// three streams in, two out, and between them a logarithm, a square root, three
// exponentials and two polynomials. On the border between memory and
// arithmetic.

/// The standard normal distribution after Abramowitz and Stegun, 26.2.17: right
/// to 7.5e-8.
static __device__ float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float tail =
      0.39894228f * expf(-0.5f * d * d) * k *
      (0.31938153f +
       k * (-0.356563782f +
            k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0.0f ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(int n, float interest,
                                         float volatility, const float *price,
                                         const float *strike,
                                         const float *years, float *call,
                                         float *put) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = price[i];
  float x = strike[i];
  float t = years[i];
  float deviation = volatility * sqrtf(t);
  float d1 = (logf(s / x) + (interest + 0.5f * volatility * volatility) * t) /
             deviation;
  float d2 = d1 - deviation;
  float n1 = normal(d1);
  float n2 = normal(d2);
  float discounted = x * expf(-interest * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
