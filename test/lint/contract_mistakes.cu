// What is no contract is an error with its place, and the exit status is 2; the
// findings are written all the same, and contracts beside it are looked at.
//
// RUN: status kernelcast lint %s --checks='-*,kernelcast-contract' --block 32 > %t.txt 2>%t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=FOUND < %t.txt
// FOUND: error: contract 'registers < 1' is broken: it is between 1 and 255 (assumed)
// FOUND: 1 error and 0 warnings
//
// Where no check of contracts is asked for, none is read.
// RUN: kernelcast lint %s --checks='-*,kernelcast-bank-*' 2>&1 | FileCheck %s --check-prefix=UNREAD
// UNREAD-NOT: contract:
//
// CHECK: .cu:[[#@LINE+1]]:16: error: contract: there is no fact called 'bank_degre'; did you mean 'bank_degree'?
// kernelcast: bank_degre <= 1; registers < 1;
// CHECK: .cu:[[#@LINE+1]]:15: error: contract: a fact is missing, such as bank_degree <= 1
// kernelcast:
// CHECK: .cu:[[#@LINE+3]]:26: error: contract: <=, <, >=, > or == must follow
// CHECK: .cu:[[#@LINE+2]]:31: error: contract: <=, <, >=, > or == must follow
// CHECK: .cu:[[#@LINE+1]]:52: error: contract: <=, <, >=, > or == must follow
// kernelcast: registers = 4; registers; occupancy != 4
// CHECK: .cu:[[#@LINE+1]]:16: error: contract: there is no fact called 'see'; there are time, bank_degree,
// kernelcast: see the manual
// CHECK: .cu:[[#@LINE+2]]:29: error: contract: 'many': not a number
// CHECK: .cu:[[#@LINE+1]]:50: error: contract: no fact is negative
// kernelcast: registers <= many; bank_degree <= -1
__global__ void first(float *out) { out[threadIdx.x] = 0; }

// CHECK: .cu:[[#@LINE+4]]:16: error: contract: time needs a GPU: time(a100-pcie-40gb, n=4096) <= 1ms
// CHECK: .cu:[[#@LINE+3]]:41: error: contract: a time needs ns, us, ms or s: 120us
// CHECK: .cu:[[#@LINE+2]]:52: error: contract: NAME=VALUE must stand here
// CHECK: .cu:[[#@LINE+1]]:66: error: contract: a ')' is missing
// kernelcast: time() <= 1s; time(a) <= 3; time(a, n) <= 1s; time(a
// CHECK: .cu:[[#@LINE+4]]:26: error: contract: '3x': not a number
// CHECK: .cu:[[#@LINE+3]]:49: error: contract: a size is from 1 to 2^31 - 1
// CHECK: .cu:[[#@LINE+2]]:75: error: contract: at most three sizes: 32x8x1
// CHECK: .cu:[[#@LINE+1]]:113: error: contract: must be at least 0
// kernelcast: time(a, n=3x) < 1s; time(a, grid=0x10) < 1s; time(a, block=1x1x1x1) < 1s; time(a, dynamic_shared=-1) < 1s
// CHECK: .cu:[[#@LINE+5]]:26: error: contract: the value does not fit 64 bits
// CHECK: .cu:[[#@LINE+4]]:52: error: contract: a shift is from 0 to 62 bits
// CHECK: .cu:[[#@LINE+3]]:75: error: contract: a division that has no result
// CHECK: .cu:[[#@LINE+2]]:100: error: contract: '2 + 2' is not expected
// CHECK: .cu:[[#@LINE+1]]:129: error: contract: 'n' is given twice
// kernelcast: time(a, n=1<<62<<1) < 1s; time(a, n=1<<63) < 1s; time(a, n=4/(2-2)) < 1s; time(a, n=(2)2 + 2) < 1s; time(a, n=1, n=2) < 1s
// CHECK: .cu:[[#@LINE+1]]:33: error: contract: there is no access called 'read'; did you mean 'load'?
// kernelcast: sectors_per_warp(read in) <= 4
__global__ void second(float *out) { out[threadIdx.x] = 0; }

// What the kernel does not have, and what is no GPU.
// CHECK: .cu:[[#@LINE+4]]:28: error: contract: third has no array in shared memory called 'tiles'; did you mean 'tile'?
// CHECK: .cu:[[#@LINE+3]]:64: error: contract: third has no store in global memory of 'in'
// CHECK: .cu:[[#@LINE+2]]:94: error: contract: unknown GPU 'a100x'
// CHECK: .cu:[[#@LINE+1]]:121: error: contract: third has no argument or host variable 'm'; did you mean 'n'?
// kernelcast: bank_degree(tiles) <= 1; sectors_per_warp(store in) <= 4; occupancy > 0; time(a100x) < 1s; time(titan-v, m=3) < 1s
__global__ void third(float *out, const float *in, int n) {
  __shared__ float tile[32];
  tile[threadIdx.x] = in[n + threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.x];
}
// CHECK: status 2
//
// A line of 2,000 brackets, one of 5,000 letters.
// RUN: python3 -c "print('// kernelcast: time(a, n=' + '(' * 2000 + ') < 1s\n// kernelcast: ' + 'a' * 5000 + '\n__global__ void f() {}')" > %t.cu
// RUN: not kernelcast lint %t.cu 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: .cu:1:{{[0-9]+}}: error: contract: a ')' is missing
// LONG: .cu:2:16: error: contract: a contract of more than 4096 bytes
// RUN: python3 -c "print('// kernelcast: time(a, n=' + '(' * 200 + '1' + ')' * 200 + ') < 1s\n__global__ void f() {}')" > %t.cu
// RUN: not kernelcast lint %t.cu 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: .cu:1:26: error: contract: more than 32 brackets in one another
// RUN: python3 -c "print('// kernelcast: ' + 'registers > 0; ' * 100 + '\n__global__ void f() {}')" > %t.cu
// RUN: not kernelcast lint %t.cu --block 32 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: .cu:1:976: error: contract: a kernel has at most 64 contracts
