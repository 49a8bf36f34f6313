// One explicit step of particles that fall and are slowed down, stored as an
// array of structures (7 floats: a warp's load of one member spans 896 bytes),
// as a structure of arrays (128 bytes each), and as two float4 a particle.

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;
};

__kernel void particles_aos(int n, float dt, float drag, float g,
                            __global struct Particle *particles) {
  int i = get_global_id(0);
  if (i < n) {
    float slowing = 1.0f - dt * drag / particles[i].mass;
    float vx = slowing * particles[i].vx;
    float vy = slowing * particles[i].vy;
    float vz = slowing * particles[i].vz - dt * g;
    particles[i].x += dt * vx;
    particles[i].y += dt * vy;
    particles[i].z += dt * vz;
    particles[i].vx = vx;
    particles[i].vy = vy;
    particles[i].vz = vz;
  }
}

__kernel void particles_soa(int n, float dt, float drag, float g,
                            __global float *x, __global float *y,
                            __global float *z, __global float *vx,
                            __global float *vy, __global float *vz,
                            __global const float *mass) {
  int i = get_global_id(0);
  if (i < n) {
    float slowing = 1.0f - dt * drag / mass[i];
    float ux = slowing * vx[i];
    float uy = slowing * vy[i];
    float uz = slowing * vz[i] - dt * g;
    x[i] += dt * ux;
    y[i] += dt * uy;
    z[i] += dt * uz;
    vx[i] = ux;
    vy[i] = uy;
    vz[i] = uz;
  }
}

// position.w is the mass, velocity.w is not used.
__kernel void particles_float4(int n, float dt, float drag, float g,
                               __global float4 *position,
                               __global float4 *velocity) {
  int i = get_global_id(0);
  if (i < n) {
    float4 p = position[i];
    float4 v = velocity[i];
    float slowing = 1.0f - dt * drag / p.w;
    v.x = slowing * v.x;
    v.y = slowing * v.y;
    v.z = slowing * v.z - dt * g;
    p.x += dt * v.x;
    p.y += dt * v.y;
    p.z += dt * v.z;
    position[i] = p;
    velocity[i] = v;
  }
}
