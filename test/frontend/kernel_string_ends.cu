// Where a literal ends, and where a comment in it does.
//
// Consecutive work-items store consecutive 4-byte words: 32 of them in 4 sectors.
// What a suffix of the program's own makes of a literal is not in the kernel.
//
// RUN: kernelcast predict %s --strings --kernel suffixed > %t.txt 2>&1
// RUN: FileCheck %s --check-prefix=SUFFIX --implicit-check-not=error: < %t.txt
// SUFFIX: kernel_string_ends.cu:[[#@LINE+16]]  store a[i] 4.00 sectors a warp
// RUN: kernelcast predict %s --strings --kernel raw_suffixed > %t.txt 2>&1
// RUN: FileCheck %s --check-prefix=RAW --implicit-check-not=error: < %t.txt
// RAW: kernel_string_ends.cu:[[#@LINE+19]]  store a[i] 4.00 sectors a warp
//
// A comment that ends in the next literal: the lines below it stay where they
// are, and what is behind the line end is the kernel's.
// RUN: kernelcast predict %s --strings --kernel commented > %t.txt 2>&1
// RUN: FileCheck %s --check-prefix=COMMENT --implicit-check-not=error: < %t.txt
// COMMENT: kernel_string_ends.cu:[[#@LINE+21]]  store a[i] 4.00 sectors a warp

Source operator""_cl(const char *text, size_t length);

const auto suffixed_source =
    "__kernel void suffixed(__global int *a) {\n"
    "  int i = get_global_id(0);\n"
    "  a[i] = 1;\n"
    "}\n"_cl;

const auto raw_source = R"KERNEL(
__kernel void raw_suffixed(__global int *a) {
  int i = get_global_id(0);
  a[i] = 1;
}
)KERNEL"_cl;

const auto commented_source =
    "__kernel void commented(__global int *a) { // the index"
    "\n"
    "  int i = get_global_id(0); // of a work-item"
    "\n  a[i] = 1;\n"
    "}\n";
