// Constant memory: an argument and a table in the program.
//
// LAUNCH: grid=2 block=64 n=9 c=float[1024] y=float[4096]
// LAUNCH: grid=1 block=33 n=4 c=float[1024] y=float[4096]
// LAUNCH: grid=1 block=96 n=21 warp=64 c=float[1024] y=float[4096]

constant float table[16] = {1, 2, 3, 4, 5, 6, 7, 8};

kernel void constants(constant float *c, global float *y, int n) {
  int t = get_local_id(0);
  float sum = c[3];
  for (int k = 0; k < n; ++k)
    sum += c[k] * table[(k + t) & 15];
  if (t > 5)
    sum += c[t * 2] + table[t & 3];
  y[get_global_id(0)] = sum;
}
