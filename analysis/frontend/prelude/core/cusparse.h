//===- cusparse.h - Sparse linear algebra from the host, declared ---------===//
//
// Host code names the types and constants; nothing of it runs.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUSPARSE_H
#define KERNELCAST_CUSPARSE_H
#include <cuComplex.h>
#include <library_types.h>
#define CUSPARSE_VERSION 12100
#define CUSPARSE_VER_MAJOR 12
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;

// The enumerations and functions are tables: many names in a row.
// clang-format off
typedef enum {
  CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED,
  CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR,
  CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT,
  CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
  CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC,
  CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum {
  CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum {
  CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2,
  CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_COO_ALG2, CUSPARSE_MV_ALG_DEFAULT = 0,
  CUSPARSE_CSRMV_ALG1 = 2
} cusparseSpMVAlg_t;
typedef enum {
  CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2,
  CUSPARSE_SPMM_COO_ALG3, CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_COO_ALG4,
  CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3 = 12,
  CUSPARSE_SPMM_BLOCKED_ELL_ALG1, CUSPARSE_MM_ALG_DEFAULT = 0,
  CUSPARSE_COOMM_ALG1, CUSPARSE_COOMM_ALG2, CUSPARSE_COOMM_ALG3,
  CUSPARSE_CSRMM_ALG1
} cusparseSpMMAlg_t;
typedef enum {
  CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC,
  CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC, CUSPARSE_SPGEMM_ALG1,
  CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG2 } cusparseCsr2CscAlg_t;
const char *cusparseGetErrorString(cusparseStatus_t);
const char *cusparseGetErrorName(cusparseStatus_t);
#define KC_ANY(NAME) template <class... A> cusparseStatus_t NAME(A...)
KC_ANY(cusparseCreate);
KC_ANY(cusparseDestroy);
KC_ANY(cusparseSetStream);
KC_ANY(cusparseGetStream);
KC_ANY(cusparseGetVersion);
KC_ANY(cusparseSetPointerMode);
KC_ANY(cusparseCreateMatDescr);
KC_ANY(cusparseDestroyMatDescr);
KC_ANY(cusparseSetMatType);
KC_ANY(cusparseSetMatIndexBase);
KC_ANY(cusparseGetMatIndexBase);
KC_ANY(cusparseSetMatFillMode);
KC_ANY(cusparseSetMatDiagType);
KC_ANY(cusparseCreateCsr);
KC_ANY(cusparseCreateConstCsr);
KC_ANY(cusparseCreateCsc);
KC_ANY(cusparseCreateCoo);
KC_ANY(cusparseCreateBlockedEll);
KC_ANY(cusparseCreateBsr);
KC_ANY(cusparseDestroySpMat);
KC_ANY(cusparseSpMatGetSize);
KC_ANY(cusparseSpMatSetAttribute);
KC_ANY(cusparseSpMatSetStridedBatch);
KC_ANY(cusparseCsrSetPointers);
KC_ANY(cusparseCooSetPointers);
KC_ANY(cusparseCsrSetStridedBatch);
KC_ANY(cusparseCreateDnMat);
KC_ANY(cusparseDestroyDnMat);
KC_ANY(cusparseDnMatGet);
KC_ANY(cusparseDnMatSetValues);
KC_ANY(cusparseDnMatSetStridedBatch);
KC_ANY(cusparseCreateDnVec);
KC_ANY(cusparseDestroyDnVec);
KC_ANY(cusparseDnVecSetValues);
KC_ANY(cusparseCreateSpVec);
KC_ANY(cusparseDestroySpVec);
KC_ANY(cusparseSpMV);
KC_ANY(cusparseSpMV_bufferSize);
KC_ANY(cusparseSpMV_preprocess);
KC_ANY(cusparseSpMM);
KC_ANY(cusparseSpMM_bufferSize);
KC_ANY(cusparseSpMM_preprocess);
KC_ANY(cusparseSpVV);
KC_ANY(cusparseSpVV_bufferSize);
KC_ANY(cusparseSDDMM);
KC_ANY(cusparseSDDMM_bufferSize);
KC_ANY(cusparseSDDMM_preprocess);
KC_ANY(cusparseSpSV_createDescr);
KC_ANY(cusparseSpSV_destroyDescr);
KC_ANY(cusparseSpSV_bufferSize);
KC_ANY(cusparseSpSV_analysis);
KC_ANY(cusparseSpSV_solve);
KC_ANY(cusparseSpSM_createDescr);
KC_ANY(cusparseSpSM_destroyDescr);
KC_ANY(cusparseSpSM_bufferSize);
KC_ANY(cusparseSpSM_analysis);
KC_ANY(cusparseSpSM_solve);
KC_ANY(cusparseSpGEMM_createDescr);
KC_ANY(cusparseSpGEMM_destroyDescr);
KC_ANY(cusparseSpGEMM_workEstimation);
KC_ANY(cusparseSpGEMM_estimateMemory);
KC_ANY(cusparseSpGEMM_getNumProducts);
KC_ANY(cusparseSpGEMM_compute);
KC_ANY(cusparseSpGEMM_copy);
KC_ANY(cusparseSparseToDense);
KC_ANY(cusparseSparseToDense_bufferSize);
KC_ANY(cusparseDenseToSparse_bufferSize);
KC_ANY(cusparseDenseToSparse_analysis);
KC_ANY(cusparseDenseToSparse_convert);
KC_ANY(cusparseGather);
KC_ANY(cusparseScatter);
KC_ANY(cusparseAxpby);
KC_ANY(cusparseCsr2cscEx2);
KC_ANY(cusparseCsr2cscEx2_bufferSize);
KC_ANY(cusparseXcsr2coo);
KC_ANY(cusparseXcoo2csr);
KC_ANY(cusparseXcoosortByRow);
KC_ANY(cusparseXcoosortByColumn);
KC_ANY(cusparseXcoosort_bufferSizeExt);
KC_ANY(cusparseXcsrsort);
KC_ANY(cusparseXcsrsort_bufferSizeExt);
KC_ANY(cusparseCreateIdentityPermutation);
KC_ANY(cusparseXcsrgeam2Nnz);
KC_ANY(cusparseXcsrgeamNnz);
KC_ANY(cusparseXcsrgemmNnz);
KC_ANY(cusparseScsrgeam2);
KC_ANY(cusparseScsrgeam2_bufferSizeExt);
KC_ANY(cusparseDcsrgeam2);
KC_ANY(cusparseDcsrgeam2_bufferSizeExt);
KC_ANY(cusparseSnnz);
KC_ANY(cusparseDnnz);
KC_ANY(cusparseSdense2csr);
KC_ANY(cusparseDdense2csr);
KC_ANY(cusparseScsrmv);
KC_ANY(cusparseDcsrmv);
KC_ANY(cusparseScsrmm);
KC_ANY(cusparseScsrmm2);
KC_ANY(cusparseDcsrmm);
KC_ANY(cusparseDcsrmm2);
KC_ANY(cusparseXcsrilu02_zeroPivot);
KC_ANY(cusparseXcsric02_zeroPivot);
KC_ANY(cusparseSgtsv2);
KC_ANY(cusparseSgtsv2_bufferSizeExt);
KC_ANY(cusparseSgtsv2StridedBatch);
KC_ANY(cusparseSgtsv2StridedBatch_bufferSizeExt);
KC_ANY(cusparseDgtsv2);
KC_ANY(cusparseDgtsv2_bufferSizeExt);
KC_ANY(cusparseDgtsv2StridedBatch);
KC_ANY(cusparseDgtsv2StridedBatch_bufferSizeExt);
// clang-format on
#undef KC_ANY
#endif
