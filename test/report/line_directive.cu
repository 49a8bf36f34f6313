// A #line can name any file of the machine. A page carries only source that was
// read, and no report waits for a pipe or reads a device to its end.
//
// RUN: rm -rf %t && mkdir %t && mkfifo %t/pipe && echo "not to be" told > %t/diary
// RUN: sed 's|NAMED|%t/diary|' %s > %t/diary.cu
// RUN: sed 's|NAMED|%t/pipe|' %s > %t/pipe.cu
// RUN: sed 's|NAMED|/dev/zero|' %s > %t/zero.cu
//
// RUN: timeout 60 kernelcast predict %t/diary.cu --format html -o %t/predict.html
// RUN: timeout 60 kernelcast lint %t/diary.cu --fail-on never --format html -o %t/lint.html
// RUN: not grep "to be [t]old" %t/predict.html %t/lint.html
// RUN: FileCheck %s < %t/predict.html
// RUN: FileCheck %s < %t/lint.html
// CHECK: id="sources">{{.*}}/diary":"is not a file that was read; a #line may name it"
//
// RUN: timeout 60 kernelcast predict %t/pipe.cu --format html -o %t/pipe.html
// RUN: timeout 60 kernelcast predict %t/zero.cu --format html -o %t/zero.html
// RUN: timeout 60 kernelcast lint %t/pipe.cu --fail-on never | FileCheck %s --check-prefix=TEXT
// RUN: timeout 60 kernelcast lint %t/zero.cu --fail-on never | FileCheck %s --check-prefix=TEXT
// TEXT: {{pipe|zero}}:4:{{.*}}[kernelcast-uncoalesced-access]
//
// Source that came by the standard input is in the page, as it is under a name.
//
// RUN: kernelcast predict - --format html < %s | FileCheck %s --check-prefix=STDIN
// STDIN: id="sources">{{.*}}"  out[32 * (blockIdx.x * blockDim.x + threadIdx.x)] = 1; // of standard input"

__global__ void known(float *out) {
  out[32 * (blockIdx.x * blockDim.x + threadIdx.x)] = 1; // of standard input
}

int main() {
  float *out;
  cudaMalloc(&out, 32 << 20);
  known<<<1024, 256>>>(out);
  extern void rest(float *);
  rest(out);
}

#line 1 "NAMED"

__global__ void far(float *out) {
  // Line 4 of what is named:
  out[32 * (blockIdx.x * blockDim.x + threadIdx.x)] = 1;
}

void rest(float *out) { far<<<1024, 256>>>(out); }
