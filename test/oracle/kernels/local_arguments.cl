// Local memory whose size the launch decides.
//
// LAUNCH: grid=2 block=64 n=3 x=float[4096] y=float[4096] a=local[1024] b=local[2048]
// LAUNCH: grid=1 block=40 n=5 x=float[4096] y=float[4096] a=local[1024] b=local[2048]
// LAUNCH: grid=1 block=64 n=4 warp=64 x=float[4096] y=float[4096] a=local[1024] b=local[2048]

kernel void local_arguments(global const float *x, global float *y, int n,
                            local float *a, local double *b) {
  int t = get_local_id(0);
  a[t * n] = x[get_global_id(0)];
  b[t * 2 % 64] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 1; k < n; ++k) {
    y[get_global_id(0) + k] = a[t * n / k];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[t ^ k] = b[t * k % 32];
  }
}
