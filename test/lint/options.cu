// What is wrong with an option is said in one sentence, with status 2.
//
// RUN: not kernelcast lint %s --checks='-*,kernelcast-bank-conflicts' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: kernelcast: error: --checks: no check is called 'kernelcast-bank-conflicts'; did you mean 'kernelcast-bank-conflict'?
// RUN: not kernelcast lint %s --min-gain 101 2>&1 | FileCheck %s --check-prefix=GAIN
// GAIN: kernelcast: error: --min-gain '101': must be from 0 to 100 per cent
// RUN: not kernelcast lint %s --fail-on note 2>&1 | FileCheck %s --check-prefix=FAIL
// FAIL: kernelcast: error: --fail-on 'note': must be error, warning or never
// RUN: not kernelcast lint 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: kernelcast: error: no input files
// RUN: not kernelcast predict %s --checks='*' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: kernelcast: error: unknown option '--checks=*' of predict
//
// --min-gain leaves out what saves less: the copy is bound by memory, of which a
// third is wasted by the strided load.
// RUN: kernelcast lint %s --checks='kernelcast-uncoalesced-*' | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: 0 errors and 1 warning in 1 kernel
// RUN: kernelcast lint %s --min-gain 99.9% | FileCheck %s --check-prefix=HIGH
// HIGH: 0 errors and 0 warnings in 1 kernel
__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i];
}

void run(float *a, float *b) { copy<<<65536, 256>>>(a, b); }
