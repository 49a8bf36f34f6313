// Records of seven bytes without gaps: their members lie across words and
// sectors, wherever the record happens to begin.

typedef struct __attribute__((packed)) {
  char kind;
  int value;
  short next;
} Record;

__global__ void packed_records(Record *r, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = r[i].value + r[i].kind;
  r[n + i].next = i;
  r[i].value = i;
}
