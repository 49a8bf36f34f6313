// One piece of memory seen as floats, as vectors of four and as bytes.

__global__ void views(const float *x, float *y) {
  __shared__ float box[512];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 *fours = (float4 *)box;
  char *bytes = (char *)(box + 256);
  fours[t] = ((const float4 *)x)[i];
  bytes[t * 5] = t;
  __syncthreads();
  int *words = (int *)(y + 3);
  words[i] = bytes[t * 3] + ((short *)bytes)[t];
  y[i + 512] = box[t * 3] + *(float *)(bytes + t * 8);
}
