// Half-warps, quarters and pairs of lanes that each read a row of their own,
// whose start is in the data: one offset for each group. Rows may overlap,
// begin at a multiple of 16 words, or go on as far as the data says.
//
// LAUNCH: grid=2 block=64 n=128 starts=int[64]:random(0,200) values=float[4096] out=float[128]
// LAUNCH: grid=1 block=50 n=40 starts=int[64]:random(0,24) values=float[4096] out=float[128]
// LAUNCH: grid=2 block=32,2 n=100 starts=int[64]:fill(3) values=float[4096] out=float[128]
// LAUNCH: grid=1 block=128 n=128 warp=64 starts=int[64]:range(0,9) values=float[4096] out=float[128]

kernel void row_groups(global const int *starts, global const float *values,
                       global float *out, int n) {
  local float tile[512];
  local int firsts[16];
  int t = get_local_id(0) + get_local_id(1) * get_local_size(0);
  int lane = t % 16;
  for (int i = t; i < 512; i += get_local_size(0))
    tile[i] = i;
  if (t < 16)
    firsts[t] = starts[t + get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = values[starts[t / 16] + lane];             // data
  sum += values[16 * starts[t / 16] + lane];             // data
  sum += values[starts[t / 4] + t % 4];                  // data
  sum += values[4 * starts[t % 2] + t / 2];              // data
  sum += values[(starts[t / 16] + 15) / 16 * 16 + lane]; // data
  sum += tile[firsts[t / 16] + lane];                    // data
  sum += tile[2 * firsts[t / 8] + t % 8];                // data
  if (t < n)
    sum += values[firsts[t / 16] * 3 + 2 * lane]; // data
  for (int k = 0; k < 3; ++k)
    sum += values[firsts[t / 16] + 16 * k + lane]; // data
  int end = starts[t / 16 + 1];
  for (int j = firsts[t / 16] + lane; j < end; j += 16) // data
    sum += values[j];                                   // data
  int i = get_group_id(0) * get_local_size(0) + t;
  if (i < n)
    out[i] = sum;
}
