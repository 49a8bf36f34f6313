// One flat number is taken apart into plane, row and column by divisions, as
// libraries of array operations do.

__global__ void flat_indices(const float *x, float *y, int d, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= d * h * w)
    return;
  int column = i % w, row = i / w % h, plane = i / (w * h);
  y[(column * h + row) * d + plane] = x[i];
  y[(row * d + plane) * w + column] = x[(plane * w + column) * h + row];
}
