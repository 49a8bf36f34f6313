// Electric potential on a plane of grid points by direct summation: each thread
// goes through the whole table of atoms (x, y, z, charge) in global memory. All
// lanes read the same atom, the table stays in the caches, and the reciprocal
// square roots decide.

extern "C" __global__ void coulomb_slice(int width, int height, int atoms,
                                         float spacing, float plane,
                                         const float4 *atom, float *potential) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height)
    return;
  float x = spacing * column;
  float y = spacing * row;
  float sum = 0.0f;
  for (int j = 0; j < atoms; ++j) {
    float4 a = atom[j];
    float dx = x - a.x;
    float dy = y - a.y;
    float dz = plane - a.z;
    sum += a.w * rsqrtf(dx * dx + dy * dy + dz * dz);
  }
  potential[row * width + column] = sum;
}
