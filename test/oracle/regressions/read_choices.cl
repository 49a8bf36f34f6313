// LAUNCH: grid=1 block=32 n=100 m=4 x=float[100] y=float[100]
// A variable that a choice only reads keeps its value through a loop.

kernel void read_choices(global const float *x, global float *y, int n,
                         int m) {
  int t = get_local_id(0), way = 0;
  float s = 0.5f;
  y[t] = 0;
  for (int i = 0; i < n; i += m) {
    if (way == -1)
      s += x[i];
    y[t] += s;
  }
  int chosen = (t < 8) ? way : m;
  y[t + chosen] = s;
}
