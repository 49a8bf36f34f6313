// The same loop behind a switch of `ways` cases, up to 32. divergence_lanes
// chooses by lane: a warp runs the cases one after the other, so that the time
// grows with ways. divergence_warps chooses by warp of WARP lanes: every warp
// runs one case, and only the instruction cache sees more of them.
#ifndef WARP
#define WARP 32
#endif

// Constants of its own keep the compiler from merging the cases. Each draws x
// towards 2.
#define WAY(k)                                                                 \
  case k:                                                                      \
    for (int round = 0; round < rounds; ++round)                               \
      x = x * (1.0f - 0.00390625f * (k + 1)) + 0.0078125f * (k + 1);           \
    break;
#define FOUR_WAYS(k) WAY(k) WAY(k + 1) WAY(k + 2) WAY(k + 3)
#define ALL_WAYS                                                               \
  FOUR_WAYS(0)                                                                 \
  FOUR_WAYS(4)                                                                 \
  FOUR_WAYS(8)                                                                 \
  FOUR_WAYS(12) FOUR_WAYS(16) FOUR_WAYS(20) FOUR_WAYS(24) FOUR_WAYS(28)

__kernel void divergence_lanes(int n, int ways, int rounds,
                               __global const float *in, __global float *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float x = in[i];
  switch (get_local_id(0) % ways) { ALL_WAYS }
  out[i] = x;
}

__kernel void divergence_warps(int n, int ways, int rounds,
                               __global const float *in, __global float *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float x = in[i];
  switch (get_local_id(0) / WARP % ways) { ALL_WAYS }
  out[i] = x;
}
