// All places that launch a kernel alike are counted behind the first one, and
// each launch of another shape has its own line.
//
// RUN: kernelcast predict %s | FileCheck %s
// CHECK: (launch at {{.*}}launch_places.cu:[[#@LINE+10]] and 2 more places)
// CHECK: further launches
// CHECK-NEXT: grid 8 block 256 {{.*}} (launch at {{.*}}launch_places.cu:[[#@LINE+10]])

__global__ void fill(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  float *out;
  fill<<<4, 256>>>(out);
  fill<<<4, 256>>>(out);
  fill<<<8, 256>>>(out);
  fill<<<4, 256>>>(out);
}
