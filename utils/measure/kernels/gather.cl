// Reads and writes through an array of indexes. What they cost is in the data
// alone: with indexes in order a warp touches 4 sectors, with a random
// permutation 32, and permuted runs or windows lie between.

__kernel void gather(int n, __global const int *index, __global const float *in,
                     __global float *out) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = in[index[i]];
}

// index is a permutation: no two work-items write the same element.
__kernel void scatter(int n, __global const int *index,
                      __global const float *in, __global float *out) {
  int i = get_global_id(0);
  if (i < n)
    out[index[i]] = in[i];
}
