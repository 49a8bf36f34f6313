// What branches cost: a chain of multiply-adds alone (plain), with a loop
// behind each that is passed by or entered once, as the limit wills (guarded),
// and with a branch back after each (rolled). paths: the work-items of a warp
// go `paths` different ways, which take their turns.

#define STEPS 64
#define PATH_STEPS 16

__kernel void plain(__global float *out, int iterations, float first, float y,
                    float z, float limit) {
  float a = first * (float)get_local_id(0);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step)
      a = fma(a, y, z);
  }
  out[get_local_id(0)] = a < limit ? a : limit;
}

__kernel void guarded(__global float *out, int iterations, float first, float y,
                      float z, float limit) {
  float a = first * (float)get_local_id(0);
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      a = fma(a, y, z);
      while (a > limit)
        a = a * y;
    }
  }
  out[get_local_id(0)] = a;
}

__kernel void rolled(__global float *out, int iterations, float first, float y,
                     float z, float limit) {
  float a = first * (float)get_local_id(0);
#pragma unroll 1
  for (int i = 0; i < iterations * STEPS; ++i)
    a = fma(a, y, z);
  out[get_local_id(0)] = a < limit ? a : limit;
}

__kernel void paths(__global float *out, int iterations, float first, float y,
                    float z, int paths) {
  float a = first * (float)get_local_id(0);
  int mine = get_local_id(0) % paths;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll 1
    for (int path = 0; path < paths; ++path)
      if (path == mine) {
#pragma unroll
        for (int step = 0; step < PATH_STEPS; ++step)
          a = fma(a, y, z);
      }
  }
  out[get_local_id(0)] = a;
}
