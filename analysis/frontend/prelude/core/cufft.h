//===- cufft.h - Fourier transforms from the host, declared ---------------===//
#pragma GCC system_header
#pragma once
#include <cuComplex.h>
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef int cufftHandle, cufftResult, cufftResult_t;
enum cufftType {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
};
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFT_SUCCESS 0
struct cudaLibXtDesc;
#define KC_ANY(NAME) template <class... A> int NAME(A...)
KC_ANY(cufftPlan1d);
KC_ANY(cufftPlan2d);
KC_ANY(cufftPlan3d);
KC_ANY(cufftPlanMany);
KC_ANY(cufftExecC2C);
KC_ANY(cufftExecR2C);
KC_ANY(cufftExecC2R);
KC_ANY(cufftExecZ2Z);
KC_ANY(cufftExecD2Z);
KC_ANY(cufftExecZ2D);
KC_ANY(cufftDestroy);
KC_ANY(cufftCreate);
KC_ANY(cufftMakePlan1d);
KC_ANY(cufftSetStream);
#undef KC_ANY
