// Arrays of structures by member and whole, and a structure of arrays.

typedef struct {
  float x, y, z;
  int kind;
  float weight;
} Point;

__global__ void structures(const Point *p, Point *q, float *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
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
