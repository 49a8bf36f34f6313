// Host code that Clang drops for an error in it may have changed what it names:
// a variable before the launch, a member in a function that is called there, a
// global in a function that is in error as a whole. What it only reads stays
// known.
//
// RUN: kernelcast predict %s --format json -o %t.json 2>/dev/null
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s
// CHECK: block 32: n assumed
// CHECK-NEXT: block 64: n assumed
// CHECK-NEXT: block 96: n assumed
// CHECK-NEXT: block 128: n host-code
// CHECK-NEXT: block 160: n assumed
// CHECK-NEXT: block 192: n assumed
// CHECK-NOT: block
__global__ void fill(float *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = 1;
}

int count();
void local(float *p) {
  int n = 10;
  try {
    n = count();
  } catch (unknown::type &) {
  }
  fill<<<8, 32>>>(p, n);
}

struct Owner {
  int Size;
  Owner() : Size(10) {}
  void set() { Size = count(); }
  void prepare() {
    try {
      set();
    } catch (unknown::type &) {
    }
  }
  void run(float *p) {
    prepare();
    fill<<<8, 64>>>(p, Size);
  }
};

int total = 10;
void set(unknown::type t) { total = t.size(); }
void global(float *p) { fill<<<8, 96>>>(p, total); }

void reads(float *p) {
  int n = 10;
  unknown::print() << n << n + 1;
  fill<<<8, 128>>>(p, n);
}

void handed(float *p) {
  int n = 10;
  unknown::read(n);
  fill<<<8, 160>>>(p, n);
}

void initialized(float *p) {
  int n = 10;
  int done = unknown::read(&n);
  fill<<<8, 192>>>(p, n);
}

void main_(float *p) {
  Owner o;
  o.run(p);
}
