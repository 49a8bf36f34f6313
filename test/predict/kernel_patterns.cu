// --kernel takes patterns, for a kernel's last name or for all of it; a pattern
// that means no kernel is an error, as a name is.
//
// RUN: kernelcast predict %s --kernel '*ward' --format json | FileCheck %s --check-prefix=WARD
// RUN: kernelcast predict %s --kernel 'ns::*' --format json | FileCheck %s --check-prefix=SPACE
// RUN: not kernelcast predict %s --kernel '*_gone' 2>&1 | FileCheck %s --check-prefix=NONE
//
// WARD-NOT: "name": "other"
// WARD: "name": "forward"
// WARD-NOT: "name": "other"
// WARD: "name": "backward"
// WARD-NOT: "name": "other"
//
// SPACE-NOT: "name": "forward"
// SPACE: "name": "backward"
// SPACE: "name": "other"
//
// NONE: error: no kernel is called '*_gone'

__global__ void forward(float *a) { a[threadIdx.x] = 1; }
namespace ns {
__global__ void backward(float *a) { a[threadIdx.x] = 2; }
__global__ void other(float *a) { a[threadIdx.x] = 3; }
} // namespace ns
