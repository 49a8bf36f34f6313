// What an earlier run found is known, wherever its line stands now; what is new
// is shown and fails the run.
//
// RUN: kernelcast lint %s --format json --checks='-*,kernelcast-uncoalesced-*' -o %t.json
// RUN: kernelcast lint %s --baseline %t.json --checks='-*,kernelcast-uncoalesced-*' --fail-on warning | FileCheck %s --check-prefix=KNOWN
// KNOWN-NOT: warning:
// KNOWN: 0 errors and 0 warnings in 1 kernel, 1 more known before
//
// RUN: sed 's/^__global__/\n\n&/' %s > %t.cu
// RUN: not kernelcast lint %t.cu --baseline %t.json --fail-on warning --checks='-*,kernelcast-uncoalesced-*' -- -DMORE > %t.txt
// RUN: FileCheck %s --check-prefix=NEW < %t.txt
// NEW: warning: store to out[16 * i]
// NEW-NOT: warning:
// NEW: 0 errors and 1 warning in 1 kernel, 1 more known before
// RUN: kernelcast lint %t.cu --baseline %t.json --format sarif -o %t.sarif --checks='-*,kernelcast-uncoalesced-*' -- -DMORE
// RUN: grep baselineState %t.sarif | FileCheck %s --check-prefix=STATE
// STATE: "new"
// STATE-NEXT: "unchanged"
//
// RUN: not kernelcast lint %s --baseline %t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: kernelcast: error: cannot read '{{.*}}.none'
// RUN: echo '{"findings": 3}' > %t.wrong
// RUN: not kernelcast lint %s --baseline %t.wrong 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: kernelcast: error: cannot use '{{.*}}.wrong': it has no findings
// RUN: python3 -c "print('[' * 50000)" > %t.deep
// RUN: not kernelcast lint %s --baseline %t.deep 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: kernelcast: error: cannot use '{{.*}}.deep': [1:101] nested deeper than 100 brackets
// RUN: echo '{"1e999": 1e308, "gain": -1e999, "findings": []}' > %t.large
// RUN: not kernelcast lint %s --baseline %t.large 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: kernelcast: error: cannot use '{{.*}}.large': [1:27] the number is too large
__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MORE
  out[16 * i] = 0;
#endif
  out[i] = in[2 * i];
}

void run(float *a, float *b) { copy<<<65536, 256>>>(a, b); }
