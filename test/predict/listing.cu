// Machine code of a listing: registers, code bytes, instructions, and the way of
// a warp through it (docs/sass.md). The listing is written by hand in the form
// of cuobjdump for sm_52, with control words, but without the instructions' own
// encodings. It has the structure of Gajger 2017, figure 5.2: 30 instructions up
// to EXIT, 4 of them in the loop, 3 that go to memory, 3 pairs issued together,
// one of them in the loop.
//
// Instructions of a warp that goes through all of it:
//
//   26 + 4 a   of them 3 to memory, INS_CUDA = 23 + 4 a
//              less 3 pairs of the text: INS_issued = 23 + 4 a (faithful)
//              less 2 + a as they run:   INS_issued = 24 + 3 a (corrected)
//   by class:  fp32 1 + a, loads 2, store 1, branches (2 EXIT, BRA outside,
//              BRA of the loop) 3 + a, special registers 2; the rest is int:
//              26 - 1 - 3 - 3 - 2 = 17 and 2 a
//
// Issue times by registers, with latencies of 6, XMAD 13, loads 350; 3 between
// instructions, 12 after a branch that is taken, 10 after one that is not, 0 in
// a pair:
//
//     0 MOV      3 S2R      6 S2R      9 XMAD    12 XMAD    25 XMAD (22, 25)
//    38 ISETP   44 EXIT    54 MOV     57 SHL     60 ISETP   63 SHR   66 IADD
//    69 MOV     72 IADD.X  72 BRA     82 MOV     82 LDG     85 MOV   91 IADD32I
//    97 ISETP  432 FADD (82 + 350), 432 BRA
//   every further iteration: + 12 IADD32I, + 18 ISETP, + 24 FADD and BRA
//   behind the last FADD: + 10 MOV, + 13 IADD, + 19 IADD.X, + 25 LDG,
//   + 375 FADD, + 381 STG, + 384 EXIT
//
// so that the last issue is at 432 + 24 (a - 1) + 384, and with 150 cycles to
// replace the block lat = 942 + 24 a, (5.1).
//
// DEFINE: %{ask} = kernelcast predict %s --sass %S/Inputs/repeat.sm_52.sass --gpu gtx-970 --grid 390625 --block 256 --arg n=1e8 --model latency-throughput
// RUN: %{ask} --arg a=32 --mode faithful --format json -o %t.json
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// JSON: "registers_per_thread": 8,
// JSON: "registers_source": "sass",
// JSON: "source": "sass",
// JSON: "total": 154,
// JSON: "fp32": 33,
// JSON: "int": 81,
// JSON: "load_global": 2,
// JSON: "store_global": 1,
// JSON: "branch": 35,
// JSON: "other": 2,
// JSON: "code_bytes": 384
//
// RUN: %{ask} --arg a=1 --mode faithful --explain | FileCheck --check-prefix=A1 %s
// A1-DAG: INS_CUDA 27 per warp machine code (sass)
// A1-DAG: INS_issued 27 per warp
// A1-DAG: GMem_bytes 384 bytes per warp
// A1-DAG: critical_path 816 cycles
// A1-DAG: lat 966 cycles
// A1-DAG: T 0.00759831 seconds
// RUN: %{ask} --arg a=32 --mode faithful --explain | FileCheck --check-prefix=A32 %s
// A32-DAG: INS_CUDA 151 per warp
// A32-DAG: INS_issued 151 per warp
// A32-DAG: lat 1710 cycles
// RUN: %{ask} --arg a=128 --mode faithful --explain | FileCheck --check-prefix=A128 %s
// A128-DAG: INS_CUDA 535 per warp
// A128-DAG: INS_issued 535 per warp
// A128-DAG: lat 4014 cycles
// RUN: %{ask} --arg a=1024 --mode faithful --explain | FileCheck --check-prefix=A1024 %s
// A1024-DAG: INS_CUDA 4119 per warp
// A1024-DAG: INS_issued 4119 per warp
// A1024-DAG: lat 25518 cycles
// RUN: %{ask} --arg a=4096 --mode faithful --explain | FileCheck --check-prefix=A4096 %s
// A4096-DAG: INS_CUDA 16407 per warp
// A4096-DAG: INS_issued 16407 per warp
// A4096-DAG: lat 99246 cycles
//
// Times of the thesis' formulas (VG.saxpy2_GTX970_N1e8_a*, text counts): 7.5989,
// 10.2904, 36.4593, 280.7024, 1118.1075 ms; a = 1 is bound by memory, where the
// file's bandwidth has one more digit.
//
// A32: T 0.0102904 seconds
// A128: T 0.0364593 seconds
// A1024: T 0.280702 seconds
// A4096: T 1.11811 seconds
//
// By control codes: 0 1 2 7 8 14 20 33, + 10 behind EXIT, 43 45 49 50 54 56 60
// 60, + 10 behind BRA, 70 70 71 77 83, then the first FADD at 420 when the
// barrier of the load of cycle 70 is released; 12 + 6 + 13 a further iteration;
// + 10 11 17 23, + 350 and 6 and 1 behind: 769 + 31 a, and 150. INS_issued is
// 24 + 3 a.
//
// RUN: %{ask} --arg a=32 --mode corrected --explain | FileCheck --check-prefix=CODES %s
// CODES-DAG: INS_issued 120 per warp
// CODES-DAG: critical_path 1761 cycles
// CODES-DAG: control codes
// CODES-DAG: lat 1911 cycles
// CODES: runs of the listing's blocks = those of the compiled kernel
//
// Where no thread runs the loop, nor what is around it: 26 - 3 - 1 instructions.
//
// RUN: %{ask} --arg a=0 --format json -o %t.none.json
// RUN: FileCheck --check-prefix=NONE %s < %t.none.json
// NONE: "total": 22,
// NONE: "fp32": 1,
// NONE: "load_global": 1,
//
// The compiled reading has no listing to go by.
//
// RUN: kernelcast predict %s --counts ir --gpu gtx-970 --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=32 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=IR %s
// IR: INS_CUDA

__global__ void repeat(int n, int a, float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float t = x[i];
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < a; ++k)
      sum += t;
    y[i] += sum;
  }
}
