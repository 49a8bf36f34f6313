// b(i, j) = a(i, j)^2 - a(1, j), the example of Pöppl and Herz, one work-item an
// element. How neighbours share an array decides what an access costs:
//
//   image[row * width + column]  at / width * width + at % width is at itself,
//                                so neighbours read neighbours: continuous
//   the same once more           nothing is stored in between: identical
//   image[column]                at % width, 1024 elements for 2^20 work-items,
//                                each read by 1024 of them: interval
//   out[at]                      continuous
//
// RUN: kernelcast predict %s --counts ast --gpu gtx-650m --grid 1024 --block 1024 --arg rows=1024 --arg width=1024 --model cache-aware --format json > %t.json
// RUN: FileCheck %s --check-prefix=CLASSES < %t.json
// CLASSES: "expression": "image[row * width + column]",
// CLASSES-NEXT: "class": "continuous",
// CLASSES: "expression": "image[row * width + column]",
// CLASSES-NEXT: "class": "identical",
// CLASSES: "expression": "image[column]",
// CLASSES-NEXT: "class": "interval",
// CLASSES: "expression": "out[at]",
// CLASSES-NEXT: "class": "continuous",
//
// The same kernel on a device with a calibration, here an invented one: in
// picoseconds for each work-item 10 for arithmetic, 400 for a division or
// remainder, 1000 and 3000 for continuous reads and writes, 200 for an interval,
// 20 for an identical access, and 3000 for the empty kernel with 20 us on top.
//
//   2^20 * (3000 + 10 * (1 float multiplication + 1 float subtraction)
//           + 2 * 400 + 1000 + 20 + 200 + 3000) ps
//   = 8.43055 ms, with 20 us and the 15 integer additions and multiplications,
//   addresses included, 8.43055 + 0.02 + 2^20 * 150 ps = 8.60784 ms
//
// Groups of 1024 on 32 units leave none idle: U = 1.
//
// RUN: sed 's/^name: .*/name: calibrated/; s/^aliases: .*//' %gpus/gtx-650m.yaml > %t.yaml
// RUN: cat %S/Inputs/calibration.yaml >> %t.yaml
// RUN: kernelcast gpus check %t.yaml | FileCheck %s --check-prefix=UNVERIFIED
// UNVERIFIED: unverified: {{.*}}calibration.base_fixed{{.*}}calibration.int_add,
// RUN: kernelcast predict %s --counts ast --gpu %t.yaml --grid 1024 --block 1024 --arg rows=1024 --arg width=1024 --model cache-aware --mode faithful --explain > %t
// RUN: FileCheck %s --check-prefix=TIMES < %t
// TIMES: predicted 8.61 ms
// TIMES: equations of cache-aware (faithful) on calibrated
// TIMES: t_base 0.00316573 s
// TIMES: float_multiply 1.04858e-05 s
// TIMES: global_read_continuous 0.00104858 s
// TIMES: global_read_identical 2.09715e-05 s
// TIMES: global_read_interval 0.000209715 s
// TIMES: global_write_continuous 0.00314573 s
// TIMES: int_divide 0.00041943 s
// TIMES: int_remainder 0.00041943 s
// TIMES: U 1 PH, U(n_WG, n_XU)
// TIMES: t_kernel 0.00860784 s
// TIMES-NOT: calibration of cache-aware
//
// Without a calibration the published modes have no answer, and modern says what
// its times rest on.
//
// RUN: kernelcast predict %s --counts ast --gpu gtx-650m --grid 1024 --block 1024 --arg rows=1024 --arg width=1024 --model cache-aware --mode corrected 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUSED
// REFUSED: GPU 'gtx-650m' has no section 'calibration'
// RUN: FileCheck %s --check-prefix=ASSUMED < %t.json
// ASSUMED: "what": "calibration of cache-aware",
// ASSUMED-NEXT: "value": "none",

kernel void square_minus_top(global const float *image, global float *out,
                             uint rows, uint width) {
  size_t at = get_global_id(0);
  uint row = at / width;
  uint column = at % width;
  out[at] = image[row * width + column] * image[row * width + column] -
            image[column];
}
