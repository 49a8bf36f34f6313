__global__ void fill(unsigned *out, int n) { memset(out, 0, n); }
