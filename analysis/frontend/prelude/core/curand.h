//===- curand.h - Random numbers from the host, declared ------------------===//
#pragma GCC system_header
#pragma once
typedef int curandStatus_t, curandStatus;
typedef struct curandGenerator_st *curandGenerator_t;
enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
  CURAND_RNG_QUASI_SOBOL64,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64
};
enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6
};
typedef curandDirectionVectorSet curandDirectionVectorSet_t;
enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT,
  CURAND_ORDERING_PSEUDO_SEEDED,
  CURAND_ORDERING_PSEUDO_LEGACY,
  CURAND_ORDERING_PSEUDO_DYNAMIC,
  CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef curandOrdering curandOrdering_t;
typedef curandRngType curandRngType_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
#define CURAND_STATUS_SUCCESS 0
#define KC_ANY(NAME) template <class... A> int NAME(A...)
KC_ANY(curandCreateGenerator);
KC_ANY(curandCreateGeneratorHost);
KC_ANY(curandDestroyGenerator);
KC_ANY(curandSetStream);
KC_ANY(curandSetPseudoRandomGeneratorSeed);
KC_ANY(curandSetGeneratorOffset);
KC_ANY(curandSetQuasiRandomGeneratorDimensions);
KC_ANY(curandGenerate);
KC_ANY(curandGenerateUniform);
KC_ANY(curandGenerateUniformDouble);
KC_ANY(curandGenerateNormal);
KC_ANY(curandGenerateNormalDouble);
KC_ANY(curandMakeMTGP32Constants);
KC_ANY(curandMakeMTGP32KernelState);
KC_ANY(curandGetDirectionVectors32);
KC_ANY(curandGetDirectionVectors64);
KC_ANY(curandGetScrambleConstants32);
KC_ANY(curandGetScrambleConstants64);
KC_ANY(curandGenerateLongLong);
KC_ANY(curandGenerateLogNormal);
KC_ANY(curandGenerateLogNormalDouble);
KC_ANY(curandGeneratePoisson);
KC_ANY(curandGenerateSeeds);
KC_ANY(curandSetGeneratorOrdering);
KC_ANY(curandGetVersion);
#undef KC_ANY
