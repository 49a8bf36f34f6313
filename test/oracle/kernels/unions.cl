// The same bytes as one double, two words or eight characters.
//
// LAUNCH: grid=2 block=64 r=double[512] y=int[512]
// LAUNCH: grid=1 block=50 r=double[512] y=int[512]
// LAUNCH: grid=1 block=96 warp=64 r=double[512] y=int[512]

typedef union {
  double whole;
  int words[2];
  char bytes[8];
} Any;

kernel void unions(global Any *r, global int *y) {
  int i = get_global_id(0);
  y[i] = r[i].words[i & 1] + r[i + 128].bytes[i % 8];
  r[i + 256].whole = i;
}
