// What a pointer to a kernel is set to decides which kernels its launches are
// of: its initialiser and what is assigned to it, and none that it never gets.
// `never` is launched in one place only, with 96 threads. A table may have a type
// that only a call of the generic lambda around it would tell.
//
// RUN: cd %S && kernelcast predict kernel_pointers.cu --gpu gtx-970 --sort source --details | FileCheck %s
// CHECK: {{^}}first {{.*}} grid 2 {{ *}}block 64
// CHECK: {{^}}second {{.*}} grid 2 {{ *}}block 64
// CHECK-NOT: block 64
// CHECK: {{^}}never {{.*}} grid 3 {{ *}}block 96
// CHECK-NOT: block 64
// CHECK: {{^}}fourth {{.*}} grid 5 {{ *}}block 32
// CHECK: {{^}}fifth {{.*}} grid 5 {{ *}}block 32

__global__ void first(float *p) { p[threadIdx.x] = 1; }
__global__ void second(float *p) { p[threadIdx.x] = 2; }
__global__ void never(float *p) { p[threadIdx.x] = 3; }
__global__ void fourth(float *p) { p[threadIdx.x] = 4; }
__global__ void fifth(float *p) { p[threadIdx.x] = 5; }

void run(float *p, bool other) {
  void (*kernel)(float *) = first;
  if (other)
    kernel = second;
  kernel<<<2, 64>>>(p);
  never<<<3, 96>>>(p);
}

void each(float *p) {
  auto all = [&](auto like) {
    decltype(like) table[] = {fourth, fifth};
    for (auto kernel : table)
      kernel<<<5, 32>>>(p);
  };
}
