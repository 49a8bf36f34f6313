// Structures in structures, arrays in structures, and a structure handed to a
// function by value.

typedef struct {
  float low, high;
} Span;
typedef struct {
  int id;
  Span spans[3];
  double weight;
  char flags[4];
} Body;

__device__ float width(Span s) { return s.high - s.low; }

__device__ float widest(Body b) {
  float most = 0;
  for (int k = 0; k < 3; ++k)
    most = max(most, width(b.spans[k]));
  return most;
}

__global__ void nested_records(Body *r, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  y[i] = r[i].spans[t % 3].high + r[i].flags[t & 3];
  y[i + 256] = width(r[i].spans[1]);
  r[i].spans[2].low = 1;
  r[i].weight = r[i + 1].weight;
  Span *s = &r[i].spans[0];
  for (int k = 0; k < t % 3; ++k, ++s)
    s->high = k;
}
