// Sixteen bytes for each lane: a warp moves four lines, and fewer lanes already
// fill its sectors. Every second vector, or an odd one, costs more.
//
// LAUNCH: grid=2 block=64 s=1 x=double[2048] y=double[2048] z=int[4096]
// LAUNCH: grid=1 block=50 s=2 x=double[2048] y=double[2048] z=int[4096]
// LAUNCH: grid=1 block=64 s=5 warp=64 x=double[2048] y=double[2048] z=int[4096]

kernel void wide_vectors(global const double2 *x, global double2 *y,
                         global int4 *z, int s) {
  int i = get_global_id(0);
  double2 a = x[i * s];
  y[i * s + 1] = a;
  y[i + 512].y = a.x;
  int4 b = z[i + 3];
  z[i * s + 400] = b;
}
