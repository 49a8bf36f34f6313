//===- cublas_v2.h - Dense linear algebra from the host, declared ---------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUBLAS_H
#define KERNELCAST_CUBLAS_H
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>
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
typedef enum {
  CUBLAS_OP_N,
  CUBLAS_OP_T,
  CUBLAS_OP_C,
  CUBLAS_OP_CONJG
} cublasOperation_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER,
  CUBLAS_FILL_MODE_UPPER,
  CUBLAS_FILL_MODE_FULL
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
  CUBLAS_PEDANTIC_MATH,
  CUBLAS_TF32_TENSOR_OP_MATH,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_ATOMICS_NOT_ALLOWED,
  CUBLAS_ATOMICS_ALLOWED
} cublasAtomicsMode_t;
typedef cudaDataType cublasDataType_t;
typedef enum {
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC,
  CUBLAS_COMPUTE_64F,
  CUBLAS_COMPUTE_64F_PEDANTIC,
  CUBLAS_COMPUTE_32I,
  CUBLAS_COMPUTE_32I_PEDANTIC,
  CUBLAS_COMPUTE_32F_FAST_16F,
  CUBLAS_COMPUTE_32F_FAST_16BF,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
#define KC_ANY(NAME) template <class... A> cublasStatus_t NAME(A...)
#define KC_TYPES(NAME)                                                         \
  KC_ANY(cublasS##NAME);                                                       \
  KC_ANY(cublasD##NAME);                                                       \
  KC_ANY(cublasC##NAME);                                                       \
  KC_ANY(cublasZ##NAME)
KC_ANY(cublasCreate);
KC_ANY(cublasCreate_v2);
KC_ANY(cublasDestroy);
KC_ANY(cublasDestroy_v2);
KC_ANY(cublasSetStream);
KC_ANY(cublasSetStream_v2);
KC_ANY(cublasGetStream);
KC_ANY(cublasGetVersion);
KC_ANY(cublasGetCudartVersion);
KC_ANY(cublasSetMathMode);
KC_ANY(cublasGetMathMode);
KC_ANY(cublasSetPointerMode);
KC_ANY(cublasGetPointerMode);
KC_ANY(cublasSetAtomicsMode);
KC_ANY(cublasSetWorkspace);
const char *cublasGetStatusString(cublasStatus_t);
const char *cublasGetStatusName(cublasStatus_t);
KC_ANY(cublasSetMatrix);
KC_ANY(cublasGetMatrix);
KC_ANY(cublasSetVector);
KC_ANY(cublasGetVector);
KC_ANY(cublasGemmEx);
KC_ANY(cublasGemmStridedBatchedEx);
KC_ANY(cublasGemmBatchedEx);
KC_ANY(cublasSgemmEx);
KC_ANY(cublasCgemmEx);
KC_ANY(cublasDotEx);
KC_ANY(cublasDotcEx);
KC_ANY(cublasAxpyEx);
KC_ANY(cublasScalEx);
KC_ANY(cublasNrm2Ex);
KC_ANY(cublasRotEx);
KC_ANY(cublasAsumEx);
KC_ANY(cublasCopyEx);
KC_ANY(cublasIamaxEx);
KC_ANY(cublasHgemm);
KC_ANY(cublasHgemmBatched);
KC_ANY(cublasHgemmStridedBatched);
KC_ANY(cublasScnrm2);
KC_ANY(cublasDznrm2);
KC_ANY(cublasIsamax);
KC_ANY(cublasIdamax);
KC_ANY(cublasIcamax);
KC_ANY(cublasIzamax);
KC_ANY(cublasIsamin);
KC_ANY(cublasIdamin);
KC_ANY(cublasCdotu);
KC_ANY(cublasCdotc);
KC_ANY(cublasZdotu);
KC_ANY(cublasZdotc);
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
KC_TYPES(trmm);
KC_TYPES(trsv);
KC_TYPES(syr);
KC_TYPES(syr2k);
KC_TYPES(symv);
KC_TYPES(gbmv);
KC_TYPES(rot);
KC_TYPES(rotg);
KC_TYPES(gemvBatched);
KC_TYPES(gemvStridedBatched);
KC_TYPES(trsmBatched);
KC_TYPES(getrfBatched);
KC_TYPES(getrsBatched);
KC_TYPES(getriBatched);
KC_TYPES(geqrfBatched);
KC_TYPES(gelsBatched);
KC_TYPES(matinvBatched);
#undef KC_TYPES
#undef KC_ANY
#endif
