//===- cublas_v2.h - Dense linear algebra from the host, declared ---------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUBLAS_H
#define KERNELCAST_CUBLAS_H
#include <cuComplex.h>
#include <cuda_fp16.h>
typedef struct cublasContext *cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS,
  CUBLAS_STATUS_NOT_INITIALIZED,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR,
  CUBLAS_STATUS_NOT_SUPPORTED,
  CUBLAS_STATUS_LICENSE_ERROR
} cublasStatus_t,
    cublasStatus;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER,
  CUBLAS_FILL_MODE_UPPER
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
  CUBLAS_POINTER_MODE_HOST,
  CUBLAS_POINTER_MODE_DEVICE
} cublasPointerMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH,
  CUBLAS_TENSOR_OP_MATH,
  CUBLAS_TF32_TENSOR_OP_MATH
} cublasMath_t;
typedef enum {
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72
} cublasComputeType_t;
#define KC_ANY(NAME) template <class... A> cublasStatus_t NAME(A...)
#define KC_TYPES(NAME)                                                         \
  KC_ANY(cublasS##NAME);                                                       \
  KC_ANY(cublasD##NAME);                                                       \
  KC_ANY(cublasC##NAME);                                                       \
  KC_ANY(cublasZ##NAME)
KC_ANY(cublasCreate);
KC_ANY(cublasDestroy);
KC_ANY(cublasSetStream);
KC_ANY(cublasSetMathMode);
KC_ANY(cublasSetPointerMode);
KC_ANY(cublasSetMatrix);
KC_ANY(cublasGetMatrix);
KC_ANY(cublasSetVector);
KC_ANY(cublasGetVector);
KC_ANY(cublasGemmEx);
KC_ANY(cublasGemmStridedBatchedEx);
KC_ANY(cublasHgemm);
KC_ANY(cublasIsamax);
KC_ANY(cublasIdamax);
KC_ANY(cublasInit);
KC_ANY(cublasShutdown);
KC_TYPES(gemm);
KC_TYPES(gemv);
KC_TYPES(axpy);
KC_TYPES(dot);
KC_TYPES(scal);
KC_TYPES(copy);
KC_TYPES(nrm2);
KC_TYPES(swap);
KC_TYPES(trsm);
KC_TYPES(ger);
KC_TYPES(geam);
KC_TYPES(asum);
KC_TYPES(syrk);
KC_TYPES(symm);
KC_TYPES(gemmBatched);
KC_TYPES(gemmStridedBatched);
KC_TYPES(dgmm);
#undef KC_TYPES
#undef KC_ANY
#endif
