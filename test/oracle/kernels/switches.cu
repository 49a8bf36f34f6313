// A switch with fall-through, a default and one without.

__global__ void switches(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  switch (t % n) {
  case 0:
    sum += x[t];
  case 1:
    sum += x[t * 2];
    break;
  case 4:
    sum += x[t * 3];
    break;
  default:
    sum += x[t * 4];
  }
  for (int k = 0; k < n; ++k)
    switch ((t + k) & 3) {
    case 2:
      sum += x[k];
      break;
    case 3:
      sum += x[k + t];
    }
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
