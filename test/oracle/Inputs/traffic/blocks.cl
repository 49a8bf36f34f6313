// Blocks that do not go through the matrix row by row: along diagonals, in
// groups, or as a remainder says.
//
// LAUNCH: kernel=transpose grid=16,16 block=16,4 n=256 in=float[65536] out=float[65536]
// LAUNCH: kernel=transpose grid=13,16 block=16,4 n=256 in=float[65536] out=float[65536]
// LAUNCH: kernel=rotated grid=16,16 block=16,4 n=256 in=float[65536] out=float[65536]
// LAUNCH: kernel=hashed grid=64,1 block=64,1 n=4096 in=float[65536] out=float[65536]
// LAUNCH: kernel=swizzle grid=16,16 block=8,8 n=128 in=float[65536] out=float[65536]

kernel void transpose(global const float *in, global float *out, int n) {
  local float tile[16][17];
  int by = (get_group_id(0) + get_group_id(1)) % get_num_groups(1),
      bx = get_group_id(0);
  int tx = get_local_id(0), ty = get_local_id(1);
  for (int r = ty; r < 16; r += 4)
    tile[r][tx] = in[(by * 16 + r) * n + bx * 16 + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  int id = ty * 16 + tx;
  for (int r = id / 16; r < 16; r += 4)
    out[(bx * 16 + r) * n + by * 16 + id % 16] = tile[id % 16][r];
}

kernel void rotated(global const float *in, global float *out, int n) {
  int by = (get_group_id(0) * 3 + get_group_id(1) * 5) % get_num_groups(1),
      bx = get_group_id(0);
  int x = bx * 16 + get_local_id(0), y = by * 16 + get_local_id(1);
  for (int r = 0; r < 16; r += 4)
    out[x * n + y + r] = in[(y + r) * n + x];
}

kernel void hashed(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  out[i] = in[(i * 17) & (n - 1)] + in[(i * 4) % n];
}

kernel void swizzle(global const float *in, global float *out, int n) {
  int b = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  int group = b / (4 * 16), first = group * 4, bx = (b % (4 * 16)) / 4,
      by = first + b % 4;
  int x = bx * 8 + get_local_id(0), y = by * 8 + get_local_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[y * n + k] * in[k * n + x];
  out[y * n + x] = sum;
}
