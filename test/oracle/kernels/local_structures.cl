// An array of structures in shared memory is a stride: three words are free,
// four words meet in every fourth bank, and a word more heals that.
//
// LAUNCH: grid=2 block=64 y=float[1024]
// LAUNCH: grid=1 block=40 y=float[1024]
// LAUNCH: grid=1 block=64 warp=64 y=float[1024]

typedef struct {
  float x, y, z;
} Three;
typedef struct {
  float x, y, z, w;
} Four;
typedef struct {
  float x, y, z, w, gap;
} Padded;

kernel void local_structures(global float *y) {
  local Three a[64];
  local Four b[64];
  local Padded c[64];
  int t = get_local_id(0);
  a[t].y = t;
  b[t].z = t;
  c[t].w = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = get_local_size(0) - 1 - t;
  y[get_global_id(0)] = a[other].y + b[other].z + c[other].w;
}
