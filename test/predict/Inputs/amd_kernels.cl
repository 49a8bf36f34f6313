__kernel void row_sums(__global const float *in, __global float *out, int n,
                       __local float *part) {
  int l = get_local_id(0), i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[i * n + k];
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s)
      part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = part[0];
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
vectors(__global float4 *p, float f) {
  __local float4 tile[64];
  tile[get_local_id(0)] = p[get_global_id(0)] * native_exp(f);
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = tile[63 - get_local_id(0)];
}

__kernel void counts(__global int *bins, __global const uint *keys) {
  atomic_inc(&bins[keys[get_global_id(0)] % 17]);
}
