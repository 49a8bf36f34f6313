// Structures in structures, arrays in structures, and a structure handed to a
// function by value.
//
// LAUNCH: grid=2 block=64 r=float[4096] y=float[1024]
// LAUNCH: grid=1 block=40 r=float[4096] y=float[1024]
// LAUNCH: grid=1 block=64 warp=64 r=float[4096] y=float[1024]

typedef struct {
  float low, high;
} Span;
typedef struct {
  int id;
  Span spans[3];
  double weight;
  char flags[4];
} Body;

float width(Span s) { return s.high - s.low; }

float widest(Body b) {
  float most = 0;
  for (int k = 0; k < 3; ++k)
    most = max(most, width(b.spans[k]));
  return most;
}

kernel void nested_records(global Body *r, global float *y) {
  int i = get_global_id(0), t = get_local_id(0);
  y[i] = r[i].spans[t % 3].high + r[i].flags[t & 3];
  y[i + 256] = width(r[i].spans[1]);
  r[i].spans[2].low = 1;
  r[i].weight = r[i + 1].weight;
  global Span *s = &r[i].spans[0];
  for (int k = 0; k < t % 3; ++k, ++s)
    s->high = k;
}
