// What a listing cannot give, each with its reason, and what the user can say
// in its place. The listings are written by hand.
//
// RUN: split-file %s %t
// DEFINE: %{ask} = kernelcast predict %t/k.cu --gpu rtx-2080-ti --grid 1000 --block 128 --arg n=64 --model latency-throughput
//
// The assembler has unrolled the loop by two: not the model's. Registers are
// the header's all the same.
//
// RUN: %{ask} --sass %t/unrolled.sass --format json | FileCheck --check-prefix=UNROLLED %s
// UNROLLED: "the listing '{{.*}}unrolled.sass': instructions are not counted there, since how often its line 5 (0x10) runs cannot be told: its loop at line 5 (0x10) has 2 loads of global memory, the model 1; --assume 'sass:5 trips=N' gives the loop's trips"
// UNROLLED: "registers_per_thread": 24,
// UNROLLED: "registers_source": "sass",
// UNROLLED: "source": "ir",
// UNROLLED: "code_bytes": 144
//
// With the trips given, 32 times 5 instructions, and 1 + 3.
//
// RUN: %{ask} --sass %t/unrolled.sass --assume 'sass:5 trips=32' --format json | FileCheck --check-prefix=GIVEN %s
// GIVEN: "reasons": []
// GIVEN: "source": "sass",
// GIVEN: "total": 164,
// GIVEN: "fp32": 64,
// GIVEN: "load_global": 64,
// GIVEN: "store_global": 1,
// GIVEN: "branch": 33,
//
// The model's loop: 64 times 3 instructions, and 1 + 2 of them.
//
// RUN: %{ask} --sass %t/same.sass --format json | FileCheck --check-prefix=SAME %s
// SAME: "source": "sass",
// SAME: "total": 195,
//
// RUN: %{ask} --sass %t/same.sass --counts ast --format json | FileCheck --check-prefix=AST %s
// AST: "registers_source": "sass",
// AST: "source": "ast",
// AST: "code_bytes": 96
//
// RUN: %{ask} --sass %t/call.sass --format json | FileCheck --check-prefix=CALL %s
// CALL: since line 3 (CALL.REL.NOINC) calls code that is not counted
//
// A call behind a branch: what leads there is not known, but the user may know
// that all warps jump over it. 5 instructions are left.
//
// RUN: %{ask} --sass %t/rare.sass --format json | FileCheck --check-prefix=RARE %s
// RARE: since how often its line 5 (0x20) runs cannot be told: it has 0 outermost loops, the model 1; --assume 'sass:4 p=P' gives the share of warps that jump or exit there
// RUN: %{ask} --sass %t/rare.sass --assume 'sass:4 p=1' --format json | FileCheck --check-prefix=JUMPS %s
// JUMPS: "source": "sass",
// JUMPS: "total": 5,
// RUN: not %{ask} --sass %t/rare.sass --assume 'sass:x p=1' 2>&1 | FileCheck --check-prefix=TEXT %s
// TEXT: error: --assume 'sass:x p=1': expected
// RUN: %{ask} --sass %t/other.sass --format json | FileCheck --check-prefix=OTHER %s
// OTHER: other.sass': it has no function 'k'
// RUN: %{ask} --sass %t/ampere.sass --format json | FileCheck --check-prefix=AMPERE %s
// AMPERE: ampere.sass': it has 'k' for sm_80, which sm_75 does not run
// AMPERE: "registers_source": "ir",
//
// RUN: kernelcast predict %t/k.cu --gpu mi250x-gcd --grid 1000 --block 128 --sass %t/same.sass --format json | FileCheck --check-prefix=VENDOR %s
// VENDOR: same.sass': it has machine code of another vendor's GPUs
// RUN: kernelcast predict %t/k.cu --gpu k20m --grid 1000 --block 128 --sass %t/same.sass --format json | FileCheck --check-prefix=KEPLER %s
// KEPLER: same.sass': machine code of sm_35 is not read, only of sm_50 to sm_90
//
// RUN: not %{ask} --sass %t/broken.sass 2>&1 | FileCheck --check-prefix=BROKEN %s
// BROKEN: broken.sass:3:12: error: an instruction ends with ';'
// RUN: not %{ask} --sass %t/k.cu 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: k.cu: error: no function in this listing; make one with 'cuobjdump -sass'
// RUN: not %{ask} --sass %t/absent 2>&1 | FileCheck --check-prefix=ABSENT %s
// ABSENT: absent: error: cannot read the listing
// RUN: not %{ask} --counts sass 2>&1 | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: error: --counts 'sass': needs a listing, --sass FILE
// RUN: not %{ask} --sass %t/same.sass --assume 'sass:1 trips=3' 2>&1 | FileCheck --check-prefix=LINE %s
// LINE: error: --assume 'sass:1': the listing has no instruction at this line

//--- k.cu
__global__ void k(const float *in, float *out, int n) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 64; ++i)
    sum += in[i * n];
  out[threadIdx.x] = sum;
}
//--- same.sass
code for sm_75
Function : _Z1kPKfPfi
/*0000*/ MOV R1, c[0x0][0x28] ;
/*0010*/ LDG.E.SYS R4, [R2] ;
/*0020*/ FADD R5, R4, R5 ;
/*0030*/ @P0 BRA 0x10 ;
/*0040*/ STG.E.SYS [R6], R5 ;
/*0050*/ EXIT ;
//--- unrolled.sass
.headerflags @"EF_CUDA_SM75"
.section .text._Z1kPKfPfi,"ax",@progbits
.sectioninfo @"SHI_REGISTERS=24"
/*0000*/ MOV R1, c[0x0][0x28] ;
/*0010*/ LDG.E.SYS R4, [R2] ;
/*0020*/ LDG.E.SYS R8, [R2+0x100] ;
/*0030*/ FADD R5, R4, R5 ;
/*0040*/ FADD R5, R8, R5 ;
/*0050*/ @P0 BRA 0x10 ;
/*0060*/ STG.E.SYS [R6], R5 ;
/*0070*/ NOP ;
/*0080*/ EXIT ;
//--- call.sass
code for sm_75
Function : _Z1kPKfPfi
/*0000*/ CALL.REL.NOINC 0x10 ;
/*0010*/ EXIT ;
//--- rare.sass
code for sm_75
Function : _Z1kPKfPfi
/*0000*/ LDG.E.SYS R4, [R2] ;
/*0010*/ @P0 BRA 0x30 ;
/*0020*/ CALL.REL.NOINC 0x60 ;
/*0030*/ FADD R5, R4, R5 ;
/*0040*/ STG.E.SYS [R6], R5 ;
/*0050*/ EXIT ;
/*0060*/ RET.REL.NODEC R2 0x0 ;
//--- other.sass
code for sm_75
Function : _Z1mv
/*0000*/ EXIT ;
//--- ampere.sass
code for sm_80
Function : _Z1kPKfPfi
/*0000*/ EXIT ;
//--- broken.sass
code for sm_75
Function : _Z1kPKfPfi
  /*0000*/ EXIT
