// One side of a branch makes a factor for more lanes; the product that the
// condition made of it for the lanes of the other side must outlive that.
//
// LAUNCH: grid=2 block=33,3 y=int[32768]

kernel void widened_operands(global int *y) {
  int t = (int)get_global_id(0);
  int l = (int)get_local_id(1) * t;
  if (t < 64 || 8 >= l) {
    for (int i = 0; i < 1; i++)
      y[l + 5] = 0;
  } else {
    y[l * 100] = 0;
  }
}
