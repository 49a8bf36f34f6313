// Host code that uses the vendors' libraries parses, so that its kernels are
// instantiated and its launches found. OpenCL's header may be included as C's.
//
// RUN: facts %s 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK-NOT: not found
// CHECK: kernel k<__nv_bfloat16> modelled
// CHECK: launch 2 1 1 block 64 1 1
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cudnn.h>
#include <cusparse.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
extern "C" {
#include <CL/cl.h>
}

struct Range {
  Range(const char *Name) { nvtxRangePush(Name); }
  ~Range() { nvtxRangePop(); }
};

template <class T> __global__ void k(T *p, unsigned short bits) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = T(__nv_bfloat16_raw{bits});
}

int main() {
  Range All("all");
  cublasLtHandle_t Lt;
  cublasLtMatmulDesc_t Product;
  cublasLtCreate(&Lt);
  cublasLtMatmulDescCreate(&Product, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F);
  cublasLtEpilogue_t Epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
  cublasLtMatmulDescSetAttribute(Product, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                 &Epilogue, sizeof Epilogue);
  cudnnHandle_t Networks;
  cudnnTensorDescriptor_t Tensor;
  cudnnCreate(&Networks);
  cudnnSetTensor4dDescriptor(Tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_HALF, 1, 1,
                             4, 4);
  cusparseHandle_t Sparse;
  cusparseSpMatDescr_t Matrix;
  if (cusparseCreate(&Sparse) != CUSPARSE_STATUS_SUCCESS)
    return 1;
  cusparseCreateCsr(&Matrix, 4, 4, 4, nullptr, nullptr, nullptr,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  nvtxDomainDestroy(nvtxDomainCreateA("all"));
  float Host = 1;
  if (!isfinite(Host) || isnan(Host))
    return 1;
  __nv_bfloat16 *P;
  k<<<2, 64>>>(P, 1);
}
