// Kernels of which lint changes the text: a column of a square tile, and
// operations of floats with double literals. Each float in has one float out
// for each operation.
__kernel void transpose(__global uint *out, __global const uint *in) {
  __local uint tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = tile[x][y];
}

__kernel void literals(__global float *out, __global const float *in) {
  int i = get_global_id(0);
  out[i] = in[i] * 0.5;
  out[i + 1024] = 3.0 - in[i];
  out[i + 2048] = in[i] + 1e3;
  out[i + 3072] = in[i] * -65536.0;
  out[i + 4096] = in[i] > 0.25 ? 1 : 2;
  float count = in[i];
  for (int k = 0; k < 3; ++k)
    count += 0.75;
  out[i + 5120] = count;
}
