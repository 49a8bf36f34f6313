// Work in contiguous pieces: each thread has its own, and the last ones have
// less or none.
//
// LAUNCH: grid=2 block=32 n=300 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=77 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=64 n=1000 warp=64 x=float[1024] y=float[1024]

kernel void chunks(global const float *x, global float *y, int n) {
  int threads = get_global_size(0), i = get_global_id(0);
  int length = (n + threads - 1) / threads;
  int begin = i * length, end = min(begin + length, n);
  float sum = 0;
  for (int k = begin; k < end; ++k)
    sum += x[k];
  if (begin < end)
    y[i] = sum / (end - begin);
}
