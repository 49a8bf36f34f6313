// Weights in constant memory, the same for all lanes; beyond its ends the signal
// goes on with its first and last value.
//
// LAUNCH: grid=2 block=64 n=128 r=3 c=float[64] x=float[1024] y=float[1024]
// LAUNCH: grid=3 block=40 n=111 r=8 c=float[64] x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=128 n=100 r=1 warp=64 c=float[64] x=float[1024] y=float[1024]

kernel void convolution(constant float *c, global const float *x,
                        global float *y, int n, int r) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    sum += c[k + r] * x[min(max(i + k, 0), n - 1)];
  y[i] = sum;
}
