// A block of 8 by 8 is read along its diagonals, up and down by turns, as in
// the coding of images.

__global__ void zigzag(const float *x, float *y) {
  int diagonal = threadIdx.x, first = blockIdx.x * 64;
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
