//===- curand_kernel.h - Random numbers on the device ---------------------===//
//
// The generators as their authors published them, so that what they cost can be
// counted: XORWOW (Marsaglia 2003, Journal of Statistical Software 8-14),
// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw 2011), MRG32k3a (L'Ecuyer 1999)
// and Sobol's sequences. Nobody asks for the numbers themselves here.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CURAND_KERNEL_H
#define KERNELCAST_CURAND_KERNEL_H
#include <curand.h>
struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMtgp32 {
  unsigned s[1024];
  int offset;
  void *k;
};
struct curandStateSobol32 {
  unsigned i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

// Each generator: 32 bits a call, but for the sequences of 64.

__device__ inline unsigned curand(curandStateXORWOW *S) {
  unsigned T = S->v[0] ^ (S->v[0] >> 2);
  S->v[0] = S->v[1];
  S->v[1] = S->v[2];
  S->v[2] = S->v[3];
  S->v[3] = S->v[4];
  S->v[4] = (S->v[4] ^ (S->v[4] << 4)) ^ (T ^ (T << 1));
  S->d += 362437;
  return S->v[4] + S->d;
}

__device__ inline uint4 kc_philox(uint4 Counter, uint2 Key) {
#pragma unroll
  for (int Round = 0; Round != 10; ++Round) {
    unsigned High0 = __umulhi(0xD2511F53u, Counter.x);
    unsigned High1 = __umulhi(0xCD9E8D57u, Counter.z);
    Counter = uint4{High1 ^ Counter.y ^ Key.x, 0xCD9E8D57u * Counter.z,
                    High0 ^ Counter.w ^ Key.y, 0xD2511F53u * Counter.x};
    Key.x += 0x9E3779B9u;
    Key.y += 0xBB67AE85u;
  }
  return Counter;
}
__device__ inline void kc_advance(curandStatePhilox4_32_10 *S) {
  if (++S->ctr.x == 0 && ++S->ctr.y == 0 && ++S->ctr.z == 0)
    ++S->ctr.w;
}
__device__ inline unsigned curand(curandStatePhilox4_32_10 *S) {
  unsigned Result = 0;
  switch (S->STATE++) {
  case 0:
    Result = S->output.x;
    break;
  case 1:
    Result = S->output.y;
    break;
  case 2:
    Result = S->output.z;
    break;
  default:
    Result = S->output.w;
    break;
  }
  if (S->STATE == 4) {
    kc_advance(S);
    S->output = kc_philox(S->ctr, S->key);
    S->STATE = 0;
  }
  return Result;
}
__device__ inline uint4 curand4(curandStatePhilox4_32_10 *S) {
  uint4 Now = S->output;
  kc_advance(S);
  S->output = kc_philox(S->ctr, S->key);
  switch (S->STATE) {
  case 1:
    return uint4{Now.y, Now.z, Now.w, S->output.x};
  case 2:
    return uint4{Now.z, Now.w, S->output.x, S->output.y};
  case 3:
    return uint4{Now.w, S->output.x, S->output.y, S->output.z};
  default:
    return Now;
  }
}

// 2^32 is 209 and 22853 more than the two moduli.
__device__ inline unsigned kc_modulo(unsigned long long X, unsigned Excess) {
  X = (X & 0xFFFFFFFFu) + (X >> 32) * Excess;
  X = (X & 0xFFFFFFFFu) + (X >> 32) * Excess;
  unsigned Modulus = 0u - Excess;
  return X >= Modulus ? (unsigned)(X - Modulus) : (unsigned)X;
}
__device__ inline unsigned curand(curandStateMRG32k3a *S) {
  unsigned P1 = kc_modulo(
      1403580ull * S->s1[1] + 810728ull * (4294967087u - S->s1[0]), 209);
  S->s1[0] = S->s1[1];
  S->s1[1] = S->s1[2];
  S->s1[2] = P1;
  unsigned P2 = kc_modulo(
      527612ull * S->s2[2] + 1370589ull * (4294944443u - S->s2[0]), 22853);
  S->s2[0] = S->s2[1];
  S->s2[1] = S->s2[2];
  S->s2[2] = P2;
  return P1 > P2 ? P1 - P2 : P1 - P2 + 4294967087u;
}

template <class State> __device__ inline decltype(State::x) kc_sobol(State *S) {
  auto Result = S->x ^ S->c;
  S->x ^= S->direction_vectors[__ffsll(~(long long)S->i) - 1];
  ++S->i;
  return Result;
}
__device__ inline unsigned curand(curandStateSobol32 *S) { return kc_sobol(S); }
__device__ inline unsigned curand(curandStateScrambledSobol32 *S) {
  return kc_sobol(S);
}
__device__ inline unsigned long long curand(curandStateSobol64 *S) {
  return kc_sobol(S);
}
__device__ inline unsigned long long curand(curandStateScrambledSobol64 *S) {
  return kc_sobol(S);
}
// The threads of a block share a state of this one.
__device__ unsigned curand(curandStateMtgp32 *);

// Where a generator starts. XORWOW goes to the sequence by products of its bits
// with a matrix for each two binary digits of the number.

namespace kc_curand {
__device__ unsigned xorwow_sequences[32][160][5], xorwow_offsets[32][160][5];
__device__ unsigned mrg_powers[64][2][3][3]; // of two, for both recurrences
} // namespace kc_curand
__device__ inline void kc_xorwow_skip(unsigned (&V)[5],
                                      unsigned long long Number,
                                      const unsigned (*Matrices)[160][5]) {
  for (int Digit = 0; Number != 0; ++Digit, Number >>= 2)
    for (unsigned Times = 0; Times < (Number & 3); ++Times) {
      unsigned Result[5] = {};
      for (int Word = 0; Word != 5; ++Word)
        for (int Bit = 0; Bit != 32; ++Bit)
          if (V[Word] & (1u << Bit))
            for (int K = 0; K != 5; ++K)
              Result[K] ^= Matrices[Digit][Word * 32 + Bit][K];
      for (int K = 0; K != 5; ++K)
        V[K] = Result[K];
    }
}
template <class State> __device__ inline void kc_no_normals(State *S) {
  S->boxmuller_flag = 0;
  S->boxmuller_flag_double = 0;
  S->boxmuller_extra = 0;
  S->boxmuller_extra_double = 0;
}
__device__ inline void skipahead_sequence(unsigned long long N,
                                          curandStateXORWOW *S) {
  kc_xorwow_skip(S->v, N, kc_curand::xorwow_sequences);
}
__device__ inline void skipahead(unsigned long long N, curandStateXORWOW *S) {
  kc_xorwow_skip(S->v, N, kc_curand::xorwow_offsets);
  S->d += 362437u * (unsigned)N;
}
__device__ inline void curand_init(unsigned long long Seed,
                                   unsigned long long Sequence,
                                   unsigned long long Offset,
                                   curandStateXORWOW *S) {
  unsigned T0 = 1099087573u * ((unsigned)Seed ^ 0xAAD26B49u);
  unsigned T1 = 2591861531u * ((unsigned)(Seed >> 32) ^ 0xF7DCEFDDu);
  unsigned V[5] = {123456789u + T0, 362436069u ^ T0, 521288629u + T1,
                   88675123u ^ T1, 5783321u + T0};
  kc_xorwow_skip(V, Sequence, kc_curand::xorwow_sequences);
  kc_xorwow_skip(V, Offset, kc_curand::xorwow_offsets);
  S->d = 6615241u + T1 + T0 + 362437u * (unsigned)Offset;
  for (int K = 0; K != 5; ++K)
    S->v[K] = V[K];
  kc_no_normals(S);
}

__device__ inline void skipahead(unsigned long long N,
                                 curandStatePhilox4_32_10 *S) {
  S->STATE += (unsigned)(N & 3);
  N = N / 4 + (S->STATE > 3);
  S->STATE &= 3;
  unsigned long long Low = ((unsigned long long)S->ctr.y << 32 | S->ctr.x) + N;
  S->ctr.x = (unsigned)Low;
  S->ctr.y = (unsigned)(Low >> 32);
  if (Low < N && ++S->ctr.z == 0)
    ++S->ctr.w;
  S->output = kc_philox(S->ctr, S->key);
}
__device__ inline void skipahead_sequence(unsigned long long N,
                                          curandStatePhilox4_32_10 *S) {
  unsigned long long High = ((unsigned long long)S->ctr.w << 32 | S->ctr.z) + N;
  S->ctr.z = (unsigned)High;
  S->ctr.w = (unsigned)(High >> 32);
  S->output = kc_philox(S->ctr, S->key);
}
__device__ inline void curand_init(unsigned long long Seed,
                                   unsigned long long Sequence,
                                   unsigned long long Offset,
                                   curandStatePhilox4_32_10 *S) {
  S->key = uint2{(unsigned)Seed, (unsigned)(Seed >> 32)};
  S->ctr = uint4{(unsigned)(Offset / 4), (unsigned)(Offset / 4 >> 32),
                 (unsigned)Sequence, (unsigned)(Sequence >> 32)};
  S->STATE = (unsigned)(Offset & 3);
  S->output = kc_philox(S->ctr, S->key);
  kc_no_normals(S);
}

// By the powers of two in the number, each a product of 3 by 3.
__device__ inline void kc_mrg_skip(curandStateMRG32k3a *S,
                                   unsigned long long Number) {
  for (int Digit = 0; Number != 0; ++Digit, Number >>= 1) {
    if (!(Number & 1))
      continue;
    unsigned New1[3], New2[3];
    for (int I = 0; I != 3; ++I) {
      unsigned long long Sum1 = 0, Sum2 = 0;
      for (int K = 0; K != 3; ++K) {
        Sum1 += kc_modulo(
            (unsigned long long)kc_curand::mrg_powers[Digit][0][I][K] *
                S->s1[K],
            209);
        Sum2 += kc_modulo(
            (unsigned long long)kc_curand::mrg_powers[Digit][1][I][K] *
                S->s2[K],
            22853);
      }
      New1[I] = kc_modulo(Sum1, 209);
      New2[I] = kc_modulo(Sum2, 22853);
    }
    for (int I = 0; I != 3; ++I) {
      S->s1[I] = New1[I];
      S->s2[I] = New2[I];
    }
  }
}
__device__ inline void skipahead(unsigned long long N, curandStateMRG32k3a *S) {
  kc_mrg_skip(S, N);
}
__device__ inline void skipahead_sequence(unsigned long long N,
                                          curandStateMRG32k3a *S) {
  kc_mrg_skip(S, N);
}
__device__ inline void curand_init(unsigned long long Seed,
                                   unsigned long long Sequence,
                                   unsigned long long Offset,
                                   curandStateMRG32k3a *S) {
  unsigned X = (unsigned)Seed ^ 0x55555555u;
  unsigned Y = (unsigned)(Seed >> 32) ^ 0xAAAAAAAAu;
  for (int I = 0; I != 3; ++I) {
    S->s1[I] = 12345u * (I == 1 ? Y : X);
    S->s2[I] = 12345u * (I == 1 ? X : Y);
  }
  kc_mrg_skip(S, Sequence);
  kc_mrg_skip(S, Offset);
  kc_no_normals(S);
}

template <class State, class Word>
__device__ inline void kc_sobol_start(const Word *Directions, Word C,
                                      unsigned long long Offset, State *S) {
  constexpr int Words = sizeof(Word) * 8;
  for (int I = 0; I != Words; ++I)
    S->direction_vectors[I] = Directions[I];
  S->i = (Word)Offset;
  S->c = C;
  S->x = 0;
  // Gray's code of the offset says which vectors are in it.
  Word Gray = S->i ^ (S->i >> 1);
  for (int I = 0; Gray != 0; ++I, Gray >>= 1)
    if (Gray & 1)
      S->x ^= S->direction_vectors[I];
}
__device__ inline void curand_init(const unsigned *Directions, unsigned Offset,
                                   curandStateSobol32 *S) {
  kc_sobol_start(Directions, 0u, Offset, S);
}
__device__ inline void curand_init(const unsigned *Directions, unsigned C,
                                   unsigned Offset,
                                   curandStateScrambledSobol32 *S) {
  kc_sobol_start(Directions, C, Offset, S);
}
__device__ inline void curand_init(const unsigned long long *Directions,
                                   unsigned long long Offset,
                                   curandStateSobol64 *S) {
  kc_sobol_start(Directions, 0ull, Offset, S);
}
__device__ inline void curand_init(const unsigned long long *Directions,
                                   unsigned long long C,
                                   unsigned long long Offset,
                                   curandStateScrambledSobol64 *S) {
  kc_sobol_start(Directions, C, Offset, S);
}
template <class State>
__device__ inline void kc_sobol_skip(unsigned long long N, State *S) {
  auto Before = S->i ^ (S->i >> 1);
  S->i += N;
  auto Changed = Before ^ (S->i ^ (S->i >> 1));
  for (int I = 0; Changed != 0; ++I, Changed >>= 1)
    if (Changed & 1)
      S->x ^= S->direction_vectors[I];
}
__device__ inline void skipahead(unsigned N, curandStateSobol32 *S) {
  kc_sobol_skip(N, S);
}
__device__ inline void skipahead(unsigned N, curandStateScrambledSobol32 *S) {
  kc_sobol_skip(N, S);
}
__device__ inline void skipahead(unsigned long long N, curandStateSobol64 *S) {
  kc_sobol_skip(N, S);
}
__device__ inline void skipahead(unsigned long long N,
                                 curandStateScrambledSobol64 *S) {
  kc_sobol_skip(N, S);
}

// Distributions. Uniform numbers are above 0 and up to 1.

__device__ inline float kc_uniform(unsigned X) {
  return (float)X * 2.3283064e-10f + 1.1641532e-10f;
}
__device__ inline float kc_uniform(unsigned long long X) {
  return kc_uniform((unsigned)(X >> 32));
}
__device__ inline double kc_uniform_double(unsigned long long X) {
  return (double)(X >> 11) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
__device__ inline double kc_uniform_double(unsigned Low, unsigned High) {
  return kc_uniform_double((unsigned long long)High << 32 | Low);
}
template <class State> __device__ inline float curand_uniform(State *S) {
  return kc_uniform(curand(S));
}
template <class State>
__device__ inline double curand_uniform_double(State *S) {
  auto X = curand(S);
  if constexpr (sizeof(X) == 8)
    return kc_uniform_double(X);
  else
    return kc_uniform_double(X, curand(S));
}
// Two uniform numbers make two that are normal (Box, Muller 1958).
__device__ inline float2 kc_box_muller(float U, float V) {
  float Radius = sqrtf(-2.0f * logf(U)), Sine, Cosine;
  sincosf(6.2831853f * V, &Sine, &Cosine);
  return float2{Radius * Sine, Radius * Cosine};
}
__device__ inline double2 kc_box_muller(double U, double V) {
  double Radius = sqrt(-2.0 * log(U)), Sine, Cosine;
  sincos(6.2831853071795865 * V, &Sine, &Cosine);
  return double2{Radius * Sine, Radius * Cosine};
}
template <class State> __device__ inline float2 curand_normal2(State *S) {
  float U = curand_uniform(S);
  return kc_box_muller(U, curand_uniform(S));
}
template <class State>
__device__ inline double2 curand_normal2_double(State *S) {
  double U = curand_uniform_double(S);
  return kc_box_muller(U, curand_uniform_double(S));
}
/// Whether \p State keeps the second of two normal numbers for the next call.
template <class State, class = void> constexpr bool kc_keeps_normals = false;
template <class State>
constexpr bool
    kc_keeps_normals<State, decltype(void(((State *)0)->boxmuller_flag))> =
        true;
template <class State> __device__ inline float curand_normal(State *S) {
  if constexpr (kc_keeps_normals<State>) {
    if (S->boxmuller_flag == 0) {
      float2 Two = curand_normal2(S);
      S->boxmuller_extra = Two.y;
      S->boxmuller_flag = 1;
      return Two.x;
    }
    S->boxmuller_flag = 0;
    return S->boxmuller_extra;
  } else {
    return normcdfinvf(curand_uniform(S));
  }
}
template <class State> __device__ inline double curand_normal_double(State *S) {
  if constexpr (kc_keeps_normals<State>) {
    if (S->boxmuller_flag_double == 0) {
      double2 Two = curand_normal2_double(S);
      S->boxmuller_extra_double = Two.y;
      S->boxmuller_flag_double = 1;
      return Two.x;
    }
    S->boxmuller_flag_double = 0;
    return S->boxmuller_extra_double;
  } else {
    return normcdfinv(curand_uniform_double(S));
  }
}
__device__ inline float4 curand_uniform4(curandStatePhilox4_32_10 *S) {
  uint4 X = curand4(S);
  return float4{kc_uniform(X.x), kc_uniform(X.y), kc_uniform(X.z),
                kc_uniform(X.w)};
}
__device__ inline double2 curand_uniform2_double(curandStatePhilox4_32_10 *S) {
  uint4 X = curand4(S);
  return double2{kc_uniform_double(X.x, X.y), kc_uniform_double(X.z, X.w)};
}
__device__ inline double4 curand_uniform4_double(curandStatePhilox4_32_10 *S) {
  double2 A = curand_uniform2_double(S), B = curand_uniform2_double(S);
  return double4{A.x, A.y, B.x, B.y};
}
__device__ inline float4 curand_normal4(curandStatePhilox4_32_10 *S) {
  float4 X = curand_uniform4(S);
  float2 A = kc_box_muller(X.x, X.y), B = kc_box_muller(X.z, X.w);
  return float4{A.x, A.y, B.x, B.y};
}
__device__ inline double4 curand_normal4_double(curandStatePhilox4_32_10 *S) {
  double2 A = curand_normal2_double(S), B = curand_normal2_double(S);
  return double4{A.x, A.y, B.x, B.y};
}
template <class State>
__device__ inline float curand_log_normal(State *S, float Mean, float Width) {
  return expf(Mean + Width * curand_normal(S));
}
template <class State>
__device__ inline float2 curand_log_normal2(State *S, float Mean, float Width) {
  float2 X = curand_normal2(S);
  return float2{expf(Mean + Width * X.x), expf(Mean + Width * X.y)};
}
__device__ inline float4 curand_log_normal4(curandStatePhilox4_32_10 *S,
                                            float Mean, float Width) {
  float4 X = curand_normal4(S);
  return float4{expf(Mean + Width * X.x), expf(Mean + Width * X.y),
                expf(Mean + Width * X.z), expf(Mean + Width * X.w)};
}
template <class State>
__device__ inline double curand_log_normal_double(State *S, double Mean,
                                                  double Width) {
  return exp(Mean + Width * curand_normal_double(S));
}
/// By products of uniform numbers (Knuth) where the mean is small, else rounded
/// from a normal number.
template <class State>
__device__ inline unsigned curand_poisson(State *S, double Mean) {
  if (Mean >= 64)
    return (unsigned)max(0.0,
                         Mean + sqrt(Mean) * curand_normal_double(S) + 0.5);
  const float Limit = expf((float)-Mean);
  unsigned Number = 0;
  for (float Product = curand_uniform(S); Product > Limit;
       Product *= curand_uniform(S))
    ++Number;
  return Number;
}
__device__ inline uint4 curand_poisson4(curandStatePhilox4_32_10 *S,
                                        double Mean) {
  unsigned A = curand_poisson(S, Mean), B = curand_poisson(S, Mean);
  unsigned C = curand_poisson(S, Mean), D = curand_poisson(S, Mean);
  return uint4{A, B, C, D};
}
#endif
