// A launch that a value chooses goes with that value alone. What is assumed of
// the numbers behind it may contradict it, and then nothing is said that rests
// on them.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-uncoalesced-access' > %t.txt
// RUN: FileCheck %s --implicit-check-not=warning: < %t.txt

template <int Log> __global__ void rows(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[#@LINE+1]]:12: warning: load of in[i * n] touches 32 sectors a warp, 4 would do: {{.*}}; assumes n = 1024
  out[i] = in[i * n];
}

void run(float *a, float *b, int n) {
  int log = 0;
  while ((1 << log) < n)
    ++log;
  switch (log) {
  case 1:
    rows<1><<<4096, 256>>>(a, b, n);
    break;
  case 2:
    rows<2><<<4096, 256>>>(a, b, n);
    break;
  }
  rows<3><<<4096, 256>>>(a, b, n);
}

// Of two conditions that exclude each other one fails; a constant decides, too.
// Where no other launch of a kernel remains, it is not checked. What another
// file may change in between excludes nothing.
__global__ void excluded(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x * 64];
}

__global__ void prepared(float *out, const float *in) {
  // CHECK: [[#@LINE+1]]:22: warning: load of in[threadIdx.x * 64] touches 32 sectors a warp
  out[threadIdx.x] = in[threadIdx.x * 64];
}

void inner(float *a, float *b, bool wide) {
  if (wide)
    excluded<<<4096, 256>>>(a, b);
}

bool ready;
void prepare();
bool ask();

int main() {
  const bool never = false;
  const bool wide = ask();
  float *a = nullptr;
  // CHECK: note: kernel 'excluded' was not checked: a condition in host code keeps the program from launching it on rtx-2080-ti
  if (!wide)
    inner(a, a, wide);
  if (never)
    excluded<<<4096, 256>>>(a, a);
  if (!ready) {
    prepare();
    if (ready)
      prepared<<<4096, 256>>>(a, a);
  }
}
