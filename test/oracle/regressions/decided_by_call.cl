// LAUNCH: grid=4 block=32 n=16 m=8 x=short[1024] y=float[128]
// What one call decides beforehand and another one leaves to data.

float walk(int stop) {
  int i = 1;
  while (i <= 128) {
    if (stop)
      break;
    i <<= 1;
  }
  switch (stop) {
  case 0:
    return 1.5f;
  case 1:
    return 2.5f;
  }
  return i;
}

kernel void decided_by_call(global const short *x, global float *y, int n,
                            int m) {
  int t = get_global_id(0);
  float s = 0.5f;
  for (int i = m; i > 0; i -= 2)
    s += walk(0);
  if (x[t] > n)
    s += walk(get_local_id(0) & 1);
  y[t] = s;
}
