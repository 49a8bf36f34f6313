// Arrays of one thread, of other sizes than a word: bytes, doubles, two
// dimensions, structures. A warp's copies lie interleaved, word by word.
//
// LAUNCH: grid=2 block=64 n=3 y=float[4096]
// LAUNCH: grid=1 block=40 n=6 y=float[4096]
// LAUNCH: grid=1 block=64 n=5 warp=64 y=float[4096]

typedef struct {
  int key;
  float value;
} Entry;

kernel void private_arrays(global float *y, int n) {
  int t = get_local_id(0);
  char c[16];
  double d[6];
  float m[4][5];
  Entry e[4];
  for (int k = 0; k < 16; ++k)
    c[k] = k * t;
  for (int k = 0; k < 6; ++k)
    d[k] = k + t;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 5; ++j)
      m[i][j] = i * j;
    e[i].key = i;
    e[i].value = t;
  }
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += c[(t + k) % 16] + d[(t * k) % 6] + m[t % 4][k % 5] + e[k & 3].value;
  y[get_global_id(0)] = sum;
}
