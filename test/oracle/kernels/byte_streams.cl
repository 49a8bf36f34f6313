// Characters, shorts and doubles at the same indices: what a warp moves is the
// lanes times the size, in whole sectors.
//
// LAUNCH: grid=2 block=64 n=100 s=1 c=char[1024] h=short[1024] d=double[1024]
// LAUNCH: grid=1 block=50 n=50 s=-2 c=char[1024] h=short[1024] d=double[1024]
// LAUNCH: grid=1 block=96 n=70 s=3 warp=64 c=char[1024] h=short[1024] d=double[1024]

kernel void byte_streams(global char *c, global short *h, global double *d,
                         int n, int s) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  char a = c[500 + i * s];
  short b = h[500 + i * s];
  double e = d[500 + i * s];
  c[i + 5] = b;
  h[i + 5] = e;
  d[i + 5] = a;
  for (char k = 120; k > 0; k += 5)
    c[k] = k;
}
