// European call and put prices after Black and Scholes, one option a work-item:
// three streams in, two out, and between them a logarithm, a square root, three
// exponentials and two polynomials. On the border between memory and
// arithmetic.

/// The standard normal distribution after Abramowitz and Stegun, 26.2.17: right
/// to 7.5e-8.
float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail =
      0.39894228f * exp(-0.5f * d * d) * k *
      (0.31938153f +
       k * (-0.356563782f +
            k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0.0f ? 1.0f - tail : tail;
}

__kernel void black_scholes(int n, float interest, float volatility,
                            __global const float *price,
                            __global const float *strike,
                            __global const float *years, __global float *call,
                            __global float *put) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = price[i];
  float x = strike[i];
  float t = years[i];
  float deviation = volatility * sqrt(t);
  float d1 = (log(s / x) + (interest + 0.5f * volatility * volatility) * t) /
             deviation;
  float d2 = d1 - deviation;
  float n1 = normal(d1);
  float n2 = normal(d2);
  float discounted = x * exp(-interest * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
