// Four elements for each thread: neighbours of each other, or a block apart.
// The second keeps the lanes side by side.
//
// LAUNCH: grid=2 block=64 n=512 x=float[2048] y=float[2048]
// LAUNCH: grid=3 block=50 n=555 x=float[2048] y=float[2048]
// LAUNCH: grid=1 block=128 n=500 warp=64 x=float[2048] y=float[2048]

kernel void coarsening(global const float *x, global float *y, int n) {
  int t = get_local_id(0), size = get_local_size(0);
  int first = get_group_id(0) * size * 4;
  float kept[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int i = first + t * 4 + k;
    kept[k] = i < n ? x[i] : 0;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (first + k * size + t < n)
      y[first + k * size + t] = kept[k];
}
