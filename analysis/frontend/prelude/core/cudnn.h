//===- cudnn.h - Neural network primitives from the host, declared --------===//
//
// Host code names the types and constants; nothing of it runs.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDNN_H
#define KERNELCAST_CUDNN_H
#define CUDNN_MAJOR 9
#define CUDNN_MINOR 0
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION 90000
typedef struct cudnnContext *cudnnHandle_t;
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
typedef struct cudnnFilterStruct *cudnnFilterDescriptor_t;
typedef struct cudnnConvolutionStruct *cudnnConvolutionDescriptor_t;
typedef struct cudnnPoolingStruct *cudnnPoolingDescriptor_t;
typedef struct cudnnActivationStruct *cudnnActivationDescriptor_t;
typedef struct cudnnDropoutStruct *cudnnDropoutDescriptor_t;
typedef struct cudnnRNNStruct *cudnnRNNDescriptor_t;
typedef struct cudnnRNNDataStruct *cudnnRNNDataDescriptor_t;
typedef struct cudnnReduceTensorStruct *cudnnReduceTensorDescriptor_t;
typedef struct cudnnOpTensorStruct *cudnnOpTensorDescriptor_t;
typedef struct cudnnLRNStruct *cudnnLRNDescriptor_t;
typedef struct cudnnAttnStruct *cudnnAttnDescriptor_t;
typedef void *cudnnBackendDescriptor_t;

// The enumerations are tables: many names in a row.
// clang-format off
typedef enum {
  CUDNN_STATUS_SUCCESS, CUDNN_STATUS_NOT_INITIALIZED, CUDNN_STATUS_ALLOC_FAILED,
  CUDNN_STATUS_BAD_PARAM, CUDNN_STATUS_INTERNAL_ERROR,
  CUDNN_STATUS_INVALID_VALUE, CUDNN_STATUS_ARCH_MISMATCH,
  CUDNN_STATUS_MAPPING_ERROR, CUDNN_STATUS_EXECUTION_FAILED,
  CUDNN_STATUS_NOT_SUPPORTED, CUDNN_STATUS_LICENSE_ERROR
} cudnnStatus_t;
typedef enum {
  CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF, CUDNN_DATA_INT8,
  CUDNN_DATA_INT32, CUDNN_DATA_INT8x4, CUDNN_DATA_UINT8, CUDNN_DATA_UINT8x4,
  CUDNN_DATA_INT8x32, CUDNN_DATA_BFLOAT16, CUDNN_DATA_INT64
} cudnnDataType_t;
typedef enum {
  CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C
} cudnnTensorFormat_t;
typedef enum { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION } cudnnConvolutionMode_t;
typedef enum {
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_DIRECT,
  CUDNN_CONVOLUTION_FWD_ALGO_FFT, CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED,
  CUDNN_CONVOLUTION_FWD_ALGO_COUNT
} cudnnConvolutionFwdAlgo_t;
typedef enum {
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1
} cudnnConvolutionBwdDataAlgo_t;
typedef enum {
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1
} cudnnConvolutionBwdFilterAlgo_t;
typedef enum {
  CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH, CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION,
  CUDNN_FMA_MATH
} cudnnMathType_t;
typedef enum {
  CUDNN_ACTIVATION_SIGMOID, CUDNN_ACTIVATION_RELU, CUDNN_ACTIVATION_TANH,
  CUDNN_ACTIVATION_CLIPPED_RELU, CUDNN_ACTIVATION_ELU,
  CUDNN_ACTIVATION_IDENTITY, CUDNN_ACTIVATION_SWISH
} cudnnActivationMode_t;
typedef enum {
  CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
  CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING, CUDNN_POOLING_MAX_DETERMINISTIC
} cudnnPoolingMode_t;
typedef enum { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN } cudnnNanPropagation_t;
typedef enum {
  CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG
} cudnnSoftmaxAlgorithm_t;
typedef enum {
  CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL
} cudnnSoftmaxMode_t;
typedef enum {
  CUDNN_BATCHNORM_PER_ACTIVATION, CUDNN_BATCHNORM_SPATIAL,
  CUDNN_BATCHNORM_SPATIAL_PERSISTENT
} cudnnBatchNormMode_t;
typedef enum {
  CUDNN_OP_TENSOR_ADD, CUDNN_OP_TENSOR_MUL, CUDNN_OP_TENSOR_MIN,
  CUDNN_OP_TENSOR_MAX, CUDNN_OP_TENSOR_SQRT, CUDNN_OP_TENSOR_NOT
} cudnnOpTensorOp_t;
typedef enum {
  CUDNN_REDUCE_TENSOR_ADD, CUDNN_REDUCE_TENSOR_MUL, CUDNN_REDUCE_TENSOR_MIN,
  CUDNN_REDUCE_TENSOR_MAX, CUDNN_REDUCE_TENSOR_AMAX, CUDNN_REDUCE_TENSOR_AVG
} cudnnReduceTensorOp_t;
typedef struct {
  cudnnConvolutionFwdAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
} cudnnConvolutionFwdAlgoPerf_t;
#define CUDNN_BN_MIN_EPSILON 0.0
// clang-format on

const char *cudnnGetErrorString(cudnnStatus_t);
size_t cudnnGetVersion();
#define KC_ANY(NAME) template <class... A> cudnnStatus_t NAME(A...)
KC_ANY(cudnnCreate);
KC_ANY(cudnnDestroy);
KC_ANY(cudnnSetStream);
KC_ANY(cudnnCreateTensorDescriptor);
KC_ANY(cudnnDestroyTensorDescriptor);
KC_ANY(cudnnSetTensor4dDescriptor);
KC_ANY(cudnnSetTensor4dDescriptorEx);
KC_ANY(cudnnSetTensorNdDescriptor);
KC_ANY(cudnnCreateFilterDescriptor);
KC_ANY(cudnnDestroyFilterDescriptor);
KC_ANY(cudnnSetFilter4dDescriptor);
KC_ANY(cudnnCreateConvolutionDescriptor);
KC_ANY(cudnnDestroyConvolutionDescriptor);
KC_ANY(cudnnSetConvolution2dDescriptor);
KC_ANY(cudnnSetConvolutionMathType);
KC_ANY(cudnnSetConvolutionGroupCount);
KC_ANY(cudnnGetConvolution2dForwardOutputDim);
KC_ANY(cudnnGetConvolutionForwardAlgorithm_v7);
KC_ANY(cudnnFindConvolutionForwardAlgorithm);
KC_ANY(cudnnGetConvolutionForwardWorkspaceSize);
KC_ANY(cudnnGetConvolutionBackwardDataWorkspaceSize);
KC_ANY(cudnnGetConvolutionBackwardFilterWorkspaceSize);
KC_ANY(cudnnConvolutionForward);
KC_ANY(cudnnConvolutionBiasActivationForward);
KC_ANY(cudnnConvolutionBackwardData);
KC_ANY(cudnnConvolutionBackwardFilter);
KC_ANY(cudnnConvolutionBackwardBias);
KC_ANY(cudnnCreatePoolingDescriptor);
KC_ANY(cudnnDestroyPoolingDescriptor);
KC_ANY(cudnnSetPooling2dDescriptor);
KC_ANY(cudnnPoolingForward);
KC_ANY(cudnnPoolingBackward);
KC_ANY(cudnnCreateActivationDescriptor);
KC_ANY(cudnnDestroyActivationDescriptor);
KC_ANY(cudnnSetActivationDescriptor);
KC_ANY(cudnnActivationForward);
KC_ANY(cudnnActivationBackward);
KC_ANY(cudnnSoftmaxForward);
KC_ANY(cudnnSoftmaxBackward);
KC_ANY(cudnnAddTensor);
KC_ANY(cudnnOpTensor);
KC_ANY(cudnnScaleTensor);
KC_ANY(cudnnSetTensor);
KC_ANY(cudnnTransformTensor);
KC_ANY(cudnnReduceTensor);
KC_ANY(cudnnCreateReduceTensorDescriptor);
KC_ANY(cudnnDestroyReduceTensorDescriptor);
KC_ANY(cudnnSetReduceTensorDescriptor);
KC_ANY(cudnnGetReductionWorkspaceSize);
KC_ANY(cudnnBatchNormalizationForwardInference);
KC_ANY(cudnnBatchNormalizationForwardTraining);
KC_ANY(cudnnBatchNormalizationBackward);
KC_ANY(cudnnDeriveBNTensorDescriptor);
KC_ANY(cudnnCreateDropoutDescriptor);
KC_ANY(cudnnDestroyDropoutDescriptor);
KC_ANY(cudnnSetDropoutDescriptor);
KC_ANY(cudnnDropoutGetStatesSize);
KC_ANY(cudnnDropoutForward);
KC_ANY(cudnnDropoutBackward);
#undef KC_ANY
#endif
