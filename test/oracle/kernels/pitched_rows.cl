// Rows of an image begin a pitch apart that is given in bytes and is more than
// a row's length, so that every row is aligned.
//
// LAUNCH: grid=2,2 block=16,4 w=20 pitch=128 x=float[1024] y=float[1024]
// LAUNCH: grid=1,3 block=32,2 w=31 pitch=132 x=float[1024] y=float[1024]
// LAUNCH: grid=2,1 block=24,3 w=48 pitch=200 x=float[1024] y=float[1024]
// LAUNCH: grid=1,2 block=40,2 w=40 pitch=256 warp=64 x=float[1024] y=float[1024]

kernel void pitched_rows(global const float *x, global float *y, int w,
                         int pitch) {
  int column = get_global_id(0), row = get_global_id(1);
  if (column >= w)
    return;
  global const float *in =
      (global const float *)((global const char *)x + row * pitch);
  global float *out = (global float *)((global char *)y + row * pitch);
  out[column] = in[column] + in[w - 1 - column];
}
