// Four neighbours of a thread, one by one, and the members of records.
//
// LAUNCH: grid=2 block=64 out=float[1024] a=float[1024]:random p=float[1024]:random
// LAUNCH: grid=1 block=40 out=float[1024] a=float[1024]:random p=float[1024]:random

typedef struct {
  float x, y, z, w, vx, vy, vz, mass;
} Particle;

kernel void four_at_a_time(global float *out, global const float *restrict a,
                           global const Particle *restrict p) {
  int i = get_global_id(0);
  out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
  out[i + 512] = p[i].x + p[i].mass;
}
