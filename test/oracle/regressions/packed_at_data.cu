// Members of packed structures at loaded places: each lies across two sectors,
// bytes 64 e + 30 to 64 e + 33 of element e.
//

struct __attribute__((packed)) crossing {
  signed char a[30];
  int b;
  signed char c[30];
};

__global__ void packed_at_data(const int *q, crossing *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[q[i]].b; // data
  x[q[i]].b = 1;    // data
  x[q[0]].b = 2;    // data
}
