// Members that the object's own functions change between its construction and the
// launch are not what the constructor gave: called before the launch, before the
// function that launches, two calls deep, in a try block, later in a loop. What
// nobody changes stays known, and so does a member with one change in all.
//
// RUN: kernelcast predict %s --format json -o %t.json
// RUN: python3 %S/Inputs/launches.py %t.json | FileCheck %s
// CHECK: block 32: n assumed
// CHECK-NEXT: block 64: n assumed
// CHECK-NEXT: block 96: n assumed
// CHECK-NEXT: block 128: n assumed
// CHECK-NEXT: block 160: n assumed
// CHECK-NEXT: block 192: n host-code
// CHECK-NEXT: block 224: n host-code
// CHECK-NEXT: block 256: n host-code
// CHECK-NOT: block
__global__ void fill(float *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = 1;
}

int count();
struct Owner {
  int Size, Fixed, Late;
  Owner() : Size(10), Fixed(20) {}
  void set() { Size = count(); }
  void deep() { set(); }
  void once() { Late = 30; }

  void before(float *p) {
    set();
    fill<<<8, 32>>>(p, Size);
  }
  void launch(float *p) { fill<<<8, 64>>>(p, Size); }
  void inCaller(float *p) {
    set();
    launch(p);
  }
  void twoDeep(float *p) {
    deep();
    fill<<<8, 96>>>(p, Size);
  }
  void inTry(float *p) {
    try {
      set();
    } catch (int) {
    }
    fill<<<8, 128>>>(p, Size);
  }
  void inLoop(float *p) {
    for (int k = 0; k < 3; ++k) {
      fill<<<8, 160>>>(p, Size);
      set();
    }
  }
  void fixed(float *p) {
    set();
    fill<<<8, 192>>>(p, Fixed);
  }
  void after(float *p) {
    fill<<<8, 224>>>(p, Size);
    set();
  }
  void late(float *p) {
    once();
    fill<<<8, 256>>>(p, Late);
  }
};

void run(float *p) {
  Owner o, a, b, c, d, e, f, g;
  o.before(p);
  a.inCaller(p);
  b.twoDeep(p);
  c.inTry(p);
  d.inLoop(p);
  e.fixed(p);
  f.after(p);
  g.late(p);
}
