// A condition on argc is decided as by a program that is called without
// arguments, where argc is 1, if both sides ask something of the device: argc > 1
// does not hold, so 200 bytes are filled, argc < 2 does, so 300 are. That argc is
// 1 is an assumption; the conditions are none.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s --check-prefix=EVENTS
// EVENTS: 24 fill once, 200 to 200, together 200, 200
// EVENTS-NEXT: 26 fill once, 300 to 300, together 300, 300
// EVENTS-NEXT: 29 launch once
// RUN: FileCheck %s --implicit-check-not="condition '" < %t
// CHECK: "what": "host variable argc",
// CHECK-NEXT: "value": "1",
// CHECK-NEXT: "why": "no command line; give --arg argc=...",

__global__ void touch(float *x) { x[threadIdx.x] += 1; }

int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 400);
  if (argc > 1)
    cudaMemset(d, 0, 100);
  else
    cudaMemset(d, 0, 200);
  if (argc < 2)
    cudaMemset(d, 0, 300);
  else
    cudaMemset(d, 0, 400);
  touch<<<1, 32>>>(d);
}
