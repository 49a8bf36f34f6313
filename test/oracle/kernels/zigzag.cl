// A block of 8 by 8 is read along its diagonals, up and down by turns, as in
// the coding of images.
//
// LAUNCH: grid=2 block=8 x=float[128] y=float[128]
// LAUNCH: grid=1 block=15 x=float[128] y=float[128]
// LAUNCH: grid=1 block=16 warp=64 x=float[128] y=float[128]

kernel void zigzag(global const float *x, global float *y) {
  int diagonal = get_local_id(0), first = get_group_id(0) * 64;
  if (diagonal > 14)
    return;
  int place = 0;
  for (int d = 0; d < diagonal; ++d)
    place += d < 8 ? d + 1 : 15 - d;
  int length = diagonal < 8 ? diagonal + 1 : 15 - diagonal;
  int low = diagonal < 8 ? 0 : diagonal - 7;
  for (int k = 0; k < length; ++k, ++place) {
    int a = low + k, b = diagonal - a;
    if (diagonal & 1)
      y[first + place] = x[first + a * 8 + b];
    else
      y[first + place] = x[first + b * 8 + a];
  }
}
