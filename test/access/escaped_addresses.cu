// Addresses of local variables that get out of sight. What may be written
// through them is unknown then, and so is where out[x * t] goes; y, whose
// address stays in sight, is 1: 32 ints in a row are 4 sectors.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s --implicit-check-not="store *" --implicit-check-not="[0] global"

union Either {
  int *p;
  float f[2];
};
__device__ void unseen(int *);
__device__ int seen_later(int);
__device__ void deep(int n, int *p) {
  *p = n;
  if (n)
    deep(n - 1, p);
}
struct Shape {
  int *to;
  __device__ virtual void set() { *to = 5; }
};
__device__ Shape *anywhere;

// The two halves of a pointer are put together again, and lead to x.
// CHECK-LABEL: kernel through_union modelled
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void through_union(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  Either u;
  u.p = &x;
  *u.p = 3;
  out[x * t] = 1;
  out[y * t] = 2;
}

// As floats they are not followed.
// CHECK-LABEL: kernel through_floats partial
// CHECK-NEXT: reason store through a pointer that could not be followed
// CHECK: store *v.p local {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void through_floats(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  Either u, v;
  u.p = &x;
  v.f[0] = u.f[0];
  v.f[1] = u.f[1];
  *v.p = 3;
  out[x * t] = 1;
  out[y * t] = 2;
}

// CHECK-LABEL: kernel through_memory partial
// CHECK-NEXT: reason store through a pointer that could not be followed
// CHECK: store row[t] global 8 B {{.*}} sectors 8 {{.*}} exact
// CHECK: load row[t + 1] global 8 B {{.*}} sectors 9 {{.*}} exact
// CHECK: store row[t + 1][0] local {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void through_memory(int **row, int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  row[t] = &x;
  row[t + 1][0] = 4;
  out[x * t] = 1;
  out[y * t] = 2;
}

// More elements than are looked up one by one.
// CHECK-LABEL: kernel through_table partial
// CHECK: store *table[t] local {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
__global__ void through_table(int *out) {
  int t = threadIdx.x, x = 1;
  int *table[200];
  for (int i = 0; i < 200; ++i)
    table[i] = &x;
  *table[t] = 3;
  out[x * t] = 1;
}

// The recursion ends with 0 in x.
// CHECK-LABEL: kernel recursive partial
// CHECK-NEXT: reason recursion in deep
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void recursive(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  deep(t, &x);
  out[x * t] = 1;
  out[y * t] = 2;
}

// CHECK-LABEL: kernel virtual_call partial
// CHECK: reason virtual call
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void virtual_call(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  anywhere->to = &x;
  anywhere->set();
  out[x * t] = 1;
  out[y * t] = 2;
}

// Before the call x is 1, and after it is set to 1; any later call may change
// it again, even one that does not get its address.
// CHECK-LABEL: kernel kept partial
// CHECK: store out[x * t] {{.*}} sectors 4 {{.*}} exact
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 4 {{.*}} exact
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void kept(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  out[x * t] = 0;
  unseen(&x);
  out[x * t] = 1;
  x = 1;
  out[x * t] = 2;
  seen_later(3);
  out[x * t] = 3;
  out[y * t] = 4;
}

// No address of a local variable goes where row[t] could find it: x is 2, two
// ints apart are 8 sectors.
// CHECK-LABEL: kernel in_sight modelled
// CHECK: store row[t][3] global {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 8 {{.*}} exact
__global__ void in_sight(int **row, int *out) {
  int t = threadIdx.x, x = 1;
  int *p = &x;
  *p = 2;
  row[t][3] = 1;
  out[x * t] = 1;
}

// What a variable holds before anything is stored there is no address.
// CHECK-LABEL: kernel never_written modelled
// CHECK: store row[t][3] global {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 16 {{.*}} exact
__global__ void never_written(int **row, long *out, int n) {
  int t = threadIdx.x, x = 1;
  int *p = &x;
  *p = 2;
  long last;
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      out[32 * i + t] = last;
    last = out[i];
  }
  row[t][3] = 1;
  out[x * t] = 1;
}

// Each step may move p on: it is made of thousands of expressions.
// CHECK-LABEL: kernel long_way modelled
// CHECK: store *p global {{.*}} bounded
// CHECK: store out[x * t] {{.*}} sectors 8 {{.*}} exact
#define STEP p = out[__COUNTER__] > 0 ? p + 1 : p;
#define TEN(S) S S S S S S S S S S
__global__ void long_way(int **row, int *out) {
  int t = threadIdx.x, x = 1;
  int *q = &x;
  *q = 2;
  int *p = row[t];
  TEN(TEN(TEN(STEP)))
  *p = 1;
  out[x * t] = 1;
}

struct Pair {
  int a, b;
};

// CHECK-LABEL: kernel through_member partial
// CHECK: reason pointer to member
// CHECK: store out[pair.a * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void through_member(int *out, int Pair::*which) {
  int t = threadIdx.x, y = 1;
  Pair pair = {1, 2};
  pair.*which = 3;
  out[pair.a * t] = 1;
  out[y * t] = 2;
}

struct Holder {
  int *first;
};
__device__ void unseen_holder(Holder *);

// Who knows where an object is, knows what it holds.
// CHECK-LABEL: kernel held partial
// CHECK: store out[x * t] {{.*}} sectors 4 {{.*}} exact
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
// CHECK: store out[y * t] {{.*}} sectors 4 {{.*}} exact
__global__ void held(int *out) {
  int t = threadIdx.x, x = 1, y = 1;
  Holder holder = {&x};
  out[x * t] = 1;
  unseen_holder(&holder);
  out[x * t] = 2;
  out[y * t] = 3;
}

// A pointer that a loop copies byte by byte still leads to the variable.
//
// CHECK-LABEL: kernel copied_by_bytes partial
// CHECK: store *p local {{.*}} bounded
// CHECK: store x[k + threadIdx.x] global {{.*}} sectors 1..32 {{.*}} bounded
__global__ void copied_by_bytes(float *x) {
  int k = 8, *p, *q = &k;
  for (int i = 0; i < 8; ++i)
    ((unsigned char *)&p)[i] = ((unsigned char *)&q)[i];
  *p = 12;
  x[k + threadIdx.x] = 1;
}

// A value of another lane holds no address that was not given away, and neither
// does a text: a store to an address from memory leaves x alone.
// CHECK-LABEL: kernel shuffled modelled
// CHECK: store *rows[t] global 4 B
// CHECK: store out[x * t] {{.*}} sectors 4 {{.*}} exact
__global__ void shuffled(int *out, int **rows, long long *numbers) {
  int t = threadIdx.x, x = 1, *p = &x;
  *p = 1;
  numbers[t] = __shfl_xor_sync(~0u, numbers[t], 1);
  printf("%d", t);
  *rows[t] = 3;
  out[x * t] = 1;
}

// It does if the lanes give their addresses away.
// CHECK-LABEL: kernel shuffled_address partial
// CHECK-NEXT: reason store through a pointer that could not be followed
// CHECK: store *(int *)other local
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
__global__ void shuffled_address(int *out) {
  int t = threadIdx.x, x = 1;
  long long other = __shfl_xor_sync(~0u, (long long)&x, 1);
  *(int *)other = 3;
  out[x * t] = 1;
}

// What assembly that is not understood gets and gives back may be the address.
// CHECK-LABEL: kernel through_assembly partial
// CHECK: reason store through a pointer that could not be followed
// CHECK: store *(int *)address local
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
__global__ void through_assembly(int *out) {
  int t = threadIdx.x, x = 1;
  long long address = (long long)&x;
  asm volatile("unheard.of %0;" : "+l"(address));
  *(int *)address = 3;
  out[x * t] = 1;
}

// Of its memory, too.
// CHECK-LABEL: kernel through_memory_of_assembly partial
// CHECK: reason store through a pointer that could not be followed
// CHECK: store *to local
// CHECK: store out[x * t] {{.*}} sectors 1..32 {{.*}} bounded
__global__ void through_memory_of_assembly(int *out) {
  int t = threadIdx.x, x = 1, *p = &x, *to;
  asm volatile("unheard.of %0, %1;" : "=l"(to), "+m"(p));
  *to = 3;
  out[x * t] = 1;
}

// A pointer that bytes hold goes round in a loop as eight numbers.
// CHECK-LABEL: kernel through_bytes partial
// CHECK-NEXT: reason store through a pointer that could not be followed
// CHECK: store (*reinterpret_cast<int **>(bytes))[i] local
// CHECK: store out[x[1] * t] {{.*}} sectors 1..32 {{.*}} bounded
__global__ void through_bytes(int *out, int n) {
  int t = threadIdx.x, x[2] = {1, 1};
  alignas(8) char bytes[8];
  *reinterpret_cast<int **>(bytes) = x;
  for (int i = 0; i < n; ++i)
    (*reinterpret_cast<int **>(bytes))[i] = 2;
  out[x[1] * t] = 1;
}
