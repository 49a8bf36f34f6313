// Records of seven bytes without gaps: their members lie across words and
// sectors, wherever the record happens to begin.
//
// LAUNCH: grid=2 block=64 n=128 r=uchar[2048] y=int[1024]
// LAUNCH: grid=1 block=50 n=33 r=uchar[2048] y=int[1024]
// LAUNCH: grid=1 block=96 n=96 warp=64 r=uchar[2048] y=int[1024]

typedef struct __attribute__((packed)) {
  char kind;
  int value;
  short next;
} Record;

kernel void packed_records(global Record *r, global int *y, int n) {
  int i = get_global_id(0);
  if (i < n)
    y[i] = r[i].value + r[i].kind;
  r[n + i].next = i;
  r[i].value = i;
}
