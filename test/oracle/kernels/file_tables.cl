// An order of places that stands in constant memory, for the whole program: the
// compiler sees its numbers, and so does who reads the source.
//
// LAUNCH: grid=2 block=64 n=3 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=40 n=8 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=64 n=5 warp=64 x=float[1024] y=float[1024]

constant int order[8] = {3, 0, 7, 1, 6, 2, 5, 4};

kernel void file_tables(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[order[k & 7] * 64 + t];
  y[(t & ~7) + order[t & 7]] = sum;
}
