// Members of packed structures at loaded places: each lies across two sectors,
// bytes 64 e + 30 to 64 e + 33 of element e.
//
// LAUNCH: grid=1 block=32 q=int[64]:range(0,32) x=uchar[4096] y=int[64]
// LAUNCH: grid=2 block=16 q=int[64]:each(i*7%64) x=uchar[4096] y=int[64]
// LAUNCH: grid=1 block=48 q=int[64]:fill(7) x=uchar[4096] y=int[64]

struct __attribute__((packed)) crossing {
  char a[30];
  int b;
  char c[30];
};

kernel void packed_at_data(global const int *q, global struct crossing *x,
                           global int *y) {
  int i = get_global_id(0);
  y[i] = x[q[i]].b; // data
  x[q[i]].b = 1;    // data
  x[q[0]].b = 2;    // data
}
