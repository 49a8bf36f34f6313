// The page of predict in a browser: sorting, pointing, clicking and the slider
// work, its numbers are those of the JSON, and nothing of the source can act.
//
// Lanes of strided() write 128 bytes apart, each a sector of its own: 32 a
// warp, where 4 hold 32 floats. Those of plain() write neighbours: 4. Of
// tile[32 * lane] all 32 words are in one bank.
//
// RUN: cp %s "%t<img src=x onerror=hacked=1>.cu"
// RUN: kernelcast predict "%t<img src=x onerror=hacked=1>.cu" --format html -o %t.html
// RUN: python3 %S/Inputs/predict.py %t.html "%t<img src=x onerror=hacked=1>.cu"
//
// A name that would turn the text around is the page's title as what it is.
//
// RUN: rm -rf %t.names && mkdir %t.names
// RUN: python3 -c "import shutil, sys; shutil.copy(sys.argv[1], sys.argv[2] + '/a\u202eb.cu')" %s %t.names
// RUN: kernelcast predict %t.names/*.cu --kernel plain --format html | FileCheck %s --check-prefix=TITLE
// TITLE: <title>kernelcast predict: {{.*}}/a&lt;U+202E>b.cu</title>
//
// With several GPUs and all models each answer stands beside the others.
//
// RUN: kernelcast predict %s --gpu rtx-2080-ti,a100-pcie-40gb --model all --explain --what-if --format html -o %t.all.html
// RUN: python3 %S/Inputs/comparison.py %t.all.html

// </script><script>hacked = 1</script> is a comment.
__global__ void strided(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i * 32 + 0 * sizeof("</script><img src=x onerror=hacked=1>")] = 1;
}

__global__ void plain(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1;
}

__global__ void banks(float *out) {
  __shared__ float tile[1024];
  tile[32 * threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[32 * threadIdx.x] * 2;
}

int main() {
  float *out;
  int n = 1 << 20;
  cudaMalloc(&out, sizeof(float) * n * 32);
  strided<<<n / 256, 256>>>(out, n);
  plain<<<n / 256, 256>>>(out, n);
  banks<<<4096, 32>>>(out);
  cudaDeviceSynchronize();
}
