// --set makes a device that does not exist. 1024 dependent multiply-adds a
// thread: by the published roofline, operations / (2 lanes SMs) cycles, so
// twice the multiprocessors take half the time, a third of the clock takes as
// many cycles and three times the time, and bandwidth plays no part.
//
// RUN: kernelcast predict %s --model roofline --mode faithful --format json -o %t.json
// RUN: kernelcast predict %s --model roofline --mode faithful --format json -o %t.twice --set sms=136
// RUN: python3 %S/Inputs/times.py %t.json %t.twice | FileCheck %s --check-prefix=TWICE
// TWICE: cycles 2 time 2
// RUN: kernelcast predict %s --model roofline --mode faithful --format json -o %t.third --set clock=515e6
// RUN: python3 %S/Inputs/times.py %t.json %t.third | FileCheck %s --check-prefix=THIRD
// THIRD: cycles 1 time 0.333333333
// RUN: kernelcast predict %s --model roofline --mode faithful --format json -o %t.more --set dram_bandwidth=6e12
// RUN: python3 %S/Inputs/times.py %t.json %t.more | FileCheck %s --check-prefix=SAME
// SAME: cycles 1 time 1
//
// The screen says first what was set and what it replaces, for each GPU, and
// which numbers of the file a real device would change, too.
// RUN: cd %S && kernelcast predict what_if.cu --gpu rtx-2080-ti,a100-pcie-40gb --set sms=136 --set clock=1e9 --set fp64_lanes=32 | FileCheck %s
// CHECK: what-if device   numbers that replace those of the GPU files
// CHECK-NEXT: set rtx-2080-ti a100-pcie-40gb
// CHECK-NEXT: multiprocessors 136 68 108
// CHECK-NEXT: clock 1000 MHz 1545 MHz 1410 MHz
// CHECK-NEXT: fp64_lanes 32 lanes 2 lanes 32 lanes
// CHECK-NEXT: kept from the file of rtx-2080-ti, though they may follow: l2_bandwidth, atomic_rate,
// CHECK-NEXT: latency_l2, latency_global
// CHECK: work {{.*}} on GeForce RTX 2080 Ti (what-if)
//
// RUN: FileCheck %s --check-prefix=JSON < %t.twice
// JSON: "gpus": [
// JSON-NEXT: {
// JSON-NEXT: "name": "rtx-2080-ti",
// JSON-NEXT: "marketing_name": "GeForce RTX 2080 Ti",
// JSON-NEXT: "set": [
// JSON-NEXT: {
// JSON-NEXT: "name": "multiprocessors",
// JSON-NEXT: "value": 136,
// JSON-NEXT: "file_value": 68,
// JSON-NEXT: "unit": "count"
// JSON: "calibration_dropped": false
// JSON: "what_if": true,
// RUN: FileCheck %s --check-prefix=PLAIN < %t.json
// PLAIN: "set": []
// PLAIN: "what_if": false,
//
// A number that is given is nobody's to verify; without --set the file's
// start_and_drain, l2_bandwidth and latency_global are unverified.
// RUN: kernelcast predict %s --verified-only --set start_and_drain=3e-6 --set l2_bandwidth=2e12 --set latency_global=500 --set l1_passes=1 --set store_lines=0.25
// RUN: not kernelcast predict %s --verified-only --set start_and_drain=3e-6 --set l2_bandwidth=2e12 --set l1_passes=1 --set store_lines=0.25 2>&1 | FileCheck %s --check-prefix=UNVERIFIED
// UNVERIFIED: error: GPU rtx-2080-ti: unverified numbers: latency_global (--verified-only was given)
//
// What is wrong is said once, with the nearest right name.
// RUN: not kernelcast predict %s --set dram_bandwith=1e12 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: --set 'dram_bandwith=1e12': a GPU file has no number 'dram_bandwith'; did you mean 'dram_bandwidth'?
// RUN: not kernelcast predict %s --set sms=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: --set 'sms=0': must be from 1 to 10000 count
// RUN: not kernelcast predict %s --set sms=1.5 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: --set 'sms=1.5': must be a whole number
// RUN: not kernelcast predict %s --set warp_size=64 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: --set 'warp_size=64': 'warp_size' of a GPU file is not a number
// RUN: not kernelcast predict %s --set sms 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: --set 'sms': expected NUMBER=VALUE
// RUN: not kernelcast predict %s --set shared_size=32768 2>&1 | FileCheck %s --check-prefix=FIT
// FIT: error: --set: 'shared_per_block' of rtx-2080-ti would be 65536, more than 'shared_size', which is 32768; --set the other, too
// RUN: kernelcast predict %s --set shared_size=32768 --set shared_per_block=32768

__global__ void work(float *out) {
  float x = out[threadIdx.x];
  for (int i = 0; i < 1024; ++i)
    x = x * 0.5f + 1.0f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
void run(float *out) { work<<<136 * 64, 256>>>(out); }
