__global__ void widened_operands(int *y) {
  int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  int l = (int)threadIdx.y * t;
  if (t < 64 || 8 >= l) {
    for (int i = 0; i < 1; i++)
      y[l + 5] = 0;
  } else {
    y[l * 100] = 0;
  }
}
