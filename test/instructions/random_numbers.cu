// The generators of curand on the device: what they cost is counted, what they
// draw is data.
//
// RUN: facts %s --grid 1 --block 32 --arg n=32 | FileCheck %s

#include <curand_kernel.h>

// The number of a sequence is taken two binary digits at a time: none of them
// for 0, one for 1 to 3, two up to 15 and three up to 31, 75 in all, and for
// each as many products as the digits say: 16 numbers have the sum of digits of
// 0 to 15, 48, twice, and 16 begin with a 1: 112. States are 48 bytes apart, so
// that each lane has a sector of its own.
//
// CHECK-LABEL: kernel start modelled
// CHECK: store curand_init(seed, i, 0, &states[i]) global 4 B warps 1 lanes 32 sectors 32 {{.*}} exact
// CHECK: loop {{.*}} mean 2.34375 min 0 max 3 exact
// CHECK: loop {{.*}} mean 1.49333 min 0 max 3 exact
__global__ void start(curandState *states, unsigned long long seed) {
  int i = threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

// A state in registers, whose buffered numbers are read by turns.
//
// CHECK-LABEL: kernel four_at_once modelled
// CHECK: store out[i] global 16 B warps 1 lanes 32 sectors 16 {{.*}} exact
__global__ void four_at_once(float4 *out, unsigned long long seed) {
  int i = threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, i, 0, &state);
  out[i] = curand_uniform4(&state);
}

// Each generator, and each distribution.
//
// CHECK-LABEL: kernel all_of_them modelled
__global__ void all_of_them(curandStateMRG32k3a *mrg, curandStateSobol32 *sobol,
                            curandStateSobol64 *wide,
                            curandDirectionVectors32_t *vectors,
                            curandDirectionVectors64_t *wide_vectors,
                            double *out) {
  int i = threadIdx.x;
  curand_init(7, i, 0, &mrg[i]);
  curand_init(vectors[i], 0, &sobol[i]);
  curand_init(wide_vectors[i], 0, &wide[i]);
  skipahead(3, &sobol[i]);
  curandStatePhilox4_32_10_t philox;
  curand_init(7, i, 1, &philox);
  skipahead_sequence(2, &philox);
  double sum = curand_normal(&mrg[i]) + curand_normal_double(&mrg[i]) +
               curand_log_normal(&mrg[i], 0, 1) + curand_poisson(&mrg[i], 3);
  sum += curand_uniform(&sobol[i]) + curand_normal(&sobol[i]) +
         curand_uniform_double(&wide[i]) + curand_normal_double(&wide[i]);
  const double2 two = curand_normal2_double(&philox);
  const float4 four = curand_normal4(&philox);
  out[i] = sum + curand(&philox) + two.x + four.w +
           curand_uniform2_double(&philox).y;
}
