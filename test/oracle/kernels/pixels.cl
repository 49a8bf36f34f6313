// Pixels of four bytes are loaded as one word, and bytes by themselves: a warp
// of bytes needs one sector, of pixels four.
//
// LAUNCH: grid=2 block=64 n=128 x=uchar[2048] y=uchar[2048] z=float[1024]
// LAUNCH: grid=3 block=50 n=141 x=uchar[2048] y=uchar[2048] z=float[1024]
// LAUNCH: grid=1 block=128 n=77 warp=64 x=uchar[2048] y=uchar[2048] z=float[1024]

kernel void pixels(global const uchar4 *x, global uchar *y, global float *z,
                   int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uchar4 pixel = x[i];
  float grey = 0.3f * pixel.x + 0.6f * pixel.y + 0.1f * pixel.z;
  y[i] = grey;
  y[3 * i + 512] = pixel.w;
  uchar4 other = x[n - i];
  z[i] = other.y + grey;
}
