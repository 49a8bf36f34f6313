// Functions that hand back several results: through pointers, in a structure,
// and through another function.
//
// LAUNCH: grid=2 block=64 w=10 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 w=7 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 w=16 warp=64 x=float[1024] y=float[1024]

typedef struct {
  int row, column;
} Place;

void split(int i, int w, int *row, int *column) {
  *row = i / w;
  *column = i % w;
}

Place turned(Place p, int w) {
  Place q = {p.column, w - 1 - p.row % w};
  return q;
}

Place place(int i, int w) {
  Place p;
  split(i, w, &p.row, &p.column);
  if (p.row % 2)
    p = turned(p, w);
  return p;
}

kernel void out_parameters(global const float *x, global float *y, int w) {
  int i = get_global_id(0), row, column;
  split(i, w, &row, &column);
  Place p = place(i, w);
  y[column * 40 + row] = x[p.row * w + p.column];
}
