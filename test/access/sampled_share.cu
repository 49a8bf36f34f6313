// Of a launch that is too long to be looked at as a whole, enough warps are
// sampled to tell how many take part in something.
//
// RUN: kernelcast predict %s --counts ast --explain | FileCheck %s

// Of 96 squares of 1024 by 1024 elements, those on and below the diagonal: of a
// row t the first t / 32 + 1 warps, 16.5 of 32 on average, so 96 * 1024 * 16.5 =
// 1,622,016 warps, which load 64 times: 103.8 millions. From 95 to 113 millions
// is twice the standard error of 512 warps to either side.
//
// CHECK: keys[i] {{9\.[5-9][0-9]*e\+07|1\.(0[0-9]*|1|1[0-2][0-9]*)e\+08}} {{.*}} sampled
__global__ void triangle(float *out, const float *in, int batches, int rows,
                         int channels, int heads) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batches * heads * rows * rows) {
    int key = index % rows;
    int query = (index / rows) % rows;
    if (key > query) {
      out[index] = 0;
      return;
    }
    int head = (index / (rows * rows)) % heads;
    int batch = index / (heads * rows * rows);
    int size = channels / heads;
    const float *queries = in + batch * rows * channels * 3 +
                           query * channels * 3 + head * size;
    const float *keys = in + batch * rows * channels * 3 + key * channels * 3 +
                        head * size + channels;
    float sum = 0;
    for (int i = 0; i < size; i++)
      sum += queries[i] * keys[i];
    out[index] = sum;
  }
}

int main() {
  float *out, *in;
  triangle<<<96 * 1024 * 1024 / 256, 256>>>(out, in, 8, 1024, 768, 12);
}
