// A GPU runs between the clock that its vendor guarantees and the one that it
// boosts to, and nobody knows where: the time at the lower end stands beside
// the other. 1024 dependent multiply-adds a thread take as many cycles at both,
// so that by the roofline the RTX 2080 Ti's 1350 MHz make 1545 / 1350 of the
// time at 1545 MHz.
//
// RUN: kernelcast predict %s --model roofline --mode faithful --format json -o %t.json
// RUN: python3 -c "import json; l = json.load(open('%t.json'))['files'][0]['kernels'][0]['launches'][0]; b = l['at_base_clock']; print('%%.6f' %% (b['time_s'] / l['predictions'][0]['time_s']), b['clock_hz'])" | FileCheck %s --check-prefix=RATIO
// RATIO: 1.144444 1350000000
//
// It is the time that --clock gives, which ends the doubt; the last of --clock
// and --set wins.
// RUN: kernelcast predict %s > %t.txt
// RUN: kernelcast predict %s --set clock=1e9 --clock 1350MHz > %t.slow
// RUN: cat %t.txt %t.slow | FileCheck %s
// CHECK: predicted [[FAST:[0-9.]+ .s]] bound by
// CHECK-NEXT: clock 1545 MHz; [[SLOW:[0-9.]+ .s]] at the base clock, 1350 MHz
// CHECK: what-if device
// CHECK-NEXT: set rtx-2080-ti
// CHECK-NEXT: clock 1350 MHz 1545 MHz
// CHECK-NEXT: follow the clock of rtx-2080-ti: l2_bandwidth, atomic_rate, atomic_float_rate, block_rate
// CHECK-NEXT: kept from the file of rtx-2080-ti, though they may follow: latency_l2, latency_global
// CHECK: predicted [[SLOW]] bound by
// CHECK-NOT: base clock
//
// A clock that was measured under load is no guess.
// RUN: kernelcast predict %s --gpu h200 | FileCheck %s --check-prefix=MEASURED
// MEASURED: predicted
// MEASURED-NOT: base clock
//
// Where nobody has verified the base clock, that is said, and --verified-only
// does without the second time.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb | FileCheck %s --check-prefix=UNVERIFIED
// UNVERIFIED: clock 1410 MHz; {{[0-9.]+ .s}} at the base clock, 765 MHz (unverified)
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --model roofline --mode faithful --format json | FileCheck %s --check-prefix=SAYS
// SAYS: "at_base_clock": {
// SAYS: "verified": false
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --model roofline --mode faithful --verified-only --format json | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: "predictions": [
// WITHOUT-NEXT: {
// WITHOUT-NOT: "at_base_clock"
//
// RUN: kernelcast predict %s --clock 1.35GHz --format json | FileCheck %s --check-prefix=SET
// RUN: kernelcast predict %s --clock 1350e6 --format json | FileCheck %s --check-prefix=SET
// SET: "name": "clock",
// SET-NEXT: "value": 1350000000,
// SET: "name": "l2_bandwidth",
// SET-NEXT: "value": 1900485436893.2
// SET-NOT: "at_base_clock"
// RUN: not kernelcast predict %s --clock 1350 2>&1 | FileCheck %s --check-prefix=UNIT
// UNIT: error: --clock '1350': must be from 1e+06 to 1e+11 Hz; a unit may follow, as in 1410MHz
// RUN: not kernelcast predict %s --clock fast 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: --clock 'fast': not a number

__global__ void work(float *out) {
  float x = out[threadIdx.x];
  for (int i = 0; i < 1024; ++i)
    x = x * 0.5f + 1.0f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
void run(float *out) { work<<<136 * 64, 256>>>(out); }
