// Arrays of structures by member and whole, and a structure of arrays.
//
// LAUNCH: grid=2 block=64 n=200 p=float[2000] q=float[2000] s=float[2000]
// LAUNCH: grid=1 block=50 n=50 p=float[2000] q=float[2000] s=float[2000]
// LAUNCH: grid=1 block=100 n=100 warp=64 p=float[2000] q=float[2000] s=float[2000]

typedef struct {
  float x, y, z;
  int kind;
  float weight;
} Point;

kernel void structures(global const Point *p, global Point *q, global float *s,
                       int n) {
  int i = get_global_id(0);
  s[i] = p[i].x;
  s[i + n] = p[i].weight;
  s[i + 2 * n] = p[n - i].y + p[n - i].z;
  q[i].kind = i;
  q[i + 1].z = s[i + 3 * n];
  if (i % 3 == 0)
    q[i + n] = p[i];
  Point local_one = p[i];
  s[i + 4 * n] = local_one.x + local_one.kind;
}
