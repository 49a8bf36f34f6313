//===- cuda_host_api.h - The runtime's host functions, declared -----------===//
//
// Enough for host code to parse, so that kernel launches and the template
// instantiations that they ask for survive. Common functions have their real
// parameters; rare ones take anything.
//===----------------------------------------------------------------------===//
#pragma GCC system_header

#define KC_API extern "C" __host__ __device__ cudaError_t
extern "C" {
cudaError_t cudaConfigureCall(dim3 Grid, dim3 Block, size_t Shared = 0,
                              cudaStream_t Stream = 0);
__host__ __device__ unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                                         size_t Shared = 0,
                                                         void *Stream = 0);
__host__ __device__ const char *cudaGetErrorString(cudaError_t);
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
cudaExtent make_cudaExtent(size_t, size_t, size_t);
cudaPos make_cudaPos(size_t, size_t, size_t);
cudaPitchedPtr make_cudaPitchedPtr(void *, size_t, size_t, size_t);
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int,
                                            cudaChannelFormatKind);
}
template <class T> __host__ cudaChannelFormatDesc cudaCreateChannelDesc(void);

KC_API cudaMalloc(void **, size_t);
KC_API cudaFree(void *);
KC_API cudaMallocHost(void **, size_t, unsigned = 0);
KC_API cudaHostAlloc(void **, size_t, unsigned);
KC_API cudaFreeHost(void *);
KC_API cudaMallocManaged(void **, size_t, unsigned = cudaMemAttachGlobal);
KC_API cudaMallocPitch(void **, size_t *, size_t, size_t);
KC_API cudaMallocAsync(void **, size_t, cudaStream_t);
KC_API cudaFreeAsync(void *, cudaStream_t);
KC_API cudaMallocArray(cudaArray_t *, const cudaChannelFormatDesc *, size_t,
                       size_t = 0, unsigned = 0);
KC_API cudaMalloc3DArray(cudaArray_t *, const cudaChannelFormatDesc *,
                         cudaExtent, unsigned = 0);
KC_API cudaMalloc3D(cudaPitchedPtr *, cudaExtent);
KC_API cudaFreeArray(cudaArray_t);
KC_API cudaHostGetDevicePointer(void **, void *, unsigned);
KC_API cudaHostRegister(void *, size_t, unsigned);
KC_API cudaHostUnregister(void *);
KC_API cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
KC_API cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind,
                       cudaStream_t = 0);
KC_API cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                    cudaMemcpyKind);
KC_API cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t,
                         cudaMemcpyKind, cudaStream_t = 0);
KC_API cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t,
                         cudaMemcpyKind);
KC_API cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *, size_t,
                           size_t, size_t, cudaMemcpyKind);
KC_API cudaMemcpy2DFromArray(void *, size_t, cudaArray_const_t, size_t, size_t,
                             size_t, size_t, cudaMemcpyKind);
KC_API cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t, size_t,
                           cudaMemcpyKind);
KC_API cudaMemcpy3D(const cudaMemcpy3DParms *);
KC_API cudaMemcpy3DAsync(const cudaMemcpy3DParms *, cudaStream_t = 0);
KC_API cudaMemcpyPeer(void *, int, const void *, int, size_t);
KC_API cudaMemcpyPeerAsync(void *, int, const void *, int, size_t,
                           cudaStream_t = 0);
KC_API cudaMemset(void *, int, size_t);
KC_API cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
KC_API cudaMemset2D(void *, size_t, int, size_t, size_t);
KC_API cudaMemset2DAsync(void *, size_t, int, size_t, size_t, cudaStream_t = 0);
KC_API cudaMemset3D(cudaPitchedPtr, int, cudaExtent);
KC_API cudaMemGetInfo(size_t *, size_t *);
KC_API cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int);
KC_API cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
KC_API cudaGetDevice(int *);
KC_API cudaSetDevice(int);
KC_API cudaGetDeviceCount(int *);
KC_API cudaGetDeviceProperties(cudaDeviceProp *, int);
KC_API cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
KC_API cudaDeviceSynchronize();
KC_API cudaDeviceReset();
KC_API cudaDeviceSetLimit(cudaLimit, size_t);
KC_API cudaDeviceGetLimit(size_t *, cudaLimit);
KC_API cudaDeviceSetCacheConfig(cudaFuncCache);
KC_API cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
KC_API cudaDeviceCanAccessPeer(int *, int, int);
KC_API cudaDeviceEnablePeerAccess(int, unsigned);
KC_API cudaDeviceDisablePeerAccess(int);
KC_API cudaThreadSynchronize();
KC_API cudaThreadExit();
KC_API cudaThreadSetLimit(cudaLimit, size_t);
KC_API cudaThreadSetCacheConfig(cudaFuncCache);
KC_API cudaSetDeviceFlags(unsigned);
KC_API cudaGetLastError();
KC_API cudaPeekAtLastError();
KC_API cudaDriverGetVersion(int *);
KC_API cudaRuntimeGetVersion(int *);
KC_API cudaStreamCreate(cudaStream_t *);
KC_API cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
KC_API cudaStreamCreateWithPriority(cudaStream_t *, unsigned, int);
KC_API cudaStreamDestroy(cudaStream_t);
KC_API cudaStreamSynchronize(cudaStream_t);
KC_API cudaStreamQuery(cudaStream_t);
KC_API cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
KC_API cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
KC_API cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
KC_API cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *,
                             unsigned);
KC_API cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
KC_API cudaEventCreate(cudaEvent_t *);
KC_API cudaEventCreateWithFlags(cudaEvent_t *, unsigned);
KC_API cudaEventDestroy(cudaEvent_t);
KC_API cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
KC_API cudaEventSynchronize(cudaEvent_t);
KC_API cudaEventQuery(cudaEvent_t);
KC_API cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
KC_API cudaCreateTextureObject(cudaTextureObject_t *, const cudaResourceDesc *,
                               const cudaTextureDesc *,
                               const cudaResourceViewDesc *);
KC_API cudaDestroyTextureObject(cudaTextureObject_t);
KC_API cudaCreateSurfaceObject(cudaSurfaceObject_t *, const cudaResourceDesc *);
KC_API cudaDestroySurfaceObject(cudaSurfaceObject_t);
KC_API cudaGraphCreate(cudaGraph_t *, unsigned);
KC_API cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
KC_API cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);
KC_API cudaLaunchKernel(const void *, dim3, dim3, void **, size_t = 0,
                        cudaStream_t = 0);
KC_API cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                   size_t = 0, cudaStream_t = 0);
KC_API cudaDeviceGetStreamPriorityRange(int *, int *);
KC_API cudaChooseDevice(int *, const cudaDeviceProp *);
KC_API cudaProfilerStart();
KC_API cudaProfilerStop();

// C's macros, as functions of the host.
#define KC_CLASSIFY(NAME)                                                      \
  template <class T,                                                           \
            class =                                                            \
                typename std::enable_if<std::is_arithmetic<T>::value>::type>   \
  __host__ bool NAME(T X) {                                                    \
    return std::NAME(X);                                                       \
  }
KC_CLASSIFY(isfinite)
KC_CLASSIFY(isinf)
KC_CLASSIFY(isnan)
KC_CLASSIFY(isnormal)
KC_CLASSIFY(signbit)
#undef KC_CLASSIFY

// The typed forms of the C++ interface.
template <class T> __host__ __device__ cudaError_t cudaMalloc(T **P, size_t N);
template <class T>
__host__ cudaError_t cudaMallocHost(T **, size_t, unsigned = 0);
template <class T> __host__ cudaError_t cudaHostAlloc(T **, size_t, unsigned);
template <class T>
__host__ cudaError_t cudaMallocManaged(T **, size_t,
                                       unsigned = cudaMemAttachGlobal);
template <class T>
__host__ cudaError_t cudaMallocPitch(T **, size_t *, size_t, size_t);
template <class T>
__host__ cudaError_t cudaMallocAsync(T **, size_t, cudaStream_t);
template <class T>
__host__ cudaError_t cudaHostGetDevicePointer(T **, void *, unsigned);
template <class T>
__host__ cudaError_t
cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                   cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
__host__ cudaError_t cudaMemcpyToSymbolAsync(const T &, const void *, size_t,
                                             size_t, cudaMemcpyKind,
                                             cudaStream_t = 0);
template <class T>
__host__ cudaError_t
cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0,
                     cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T>
__host__ cudaError_t cudaMemcpyFromSymbolAsync(void *, const T &, size_t,
                                               size_t, cudaMemcpyKind,
                                               cudaStream_t = 0);
template <class P, class T>
__host__ cudaError_t cudaGetSymbolAddress(P **, const T &);
template <class T> __host__ cudaError_t cudaGetSymbolSize(size_t *, const T &);
template <class T>
__host__ cudaError_t cudaLaunchKernel(T *, dim3, dim3, void **, size_t = 0,
                                      cudaStream_t = 0);
template <class T>
__host__ cudaError_t cudaLaunchCooperativeKernel(T *, dim3, dim3, void **,
                                                 size_t = 0, cudaStream_t = 0);
template <class... P, class... A>
__host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *,
                                        void (*)(P...), A...);
template <class T, int D, cudaTextureReadMode M, class... A>
__host__ cudaError_t cudaBindTexture(size_t *, const texture<T, D, M> &,
                                     const void *, A...);
template <class T, int D, cudaTextureReadMode M, class... A>
__host__ cudaError_t cudaBindTexture2D(size_t *, const texture<T, D, M> &,
                                       const void *, A...);
template <class T, int D, cudaTextureReadMode M, class... A>
__host__ cudaError_t cudaBindTextureToArray(const texture<T, D, M> &,
                                            cudaArray_const_t, A...);
template <class T, int D, cudaTextureReadMode M>
__host__ cudaError_t cudaUnbindTexture(const texture<T, D, M> &);
template <class T, int D, class... A>
__host__ cudaError_t cudaBindSurfaceToArray(const surface<T, D> &,
                                            cudaArray_const_t, A...);
template <class T, class U>
__host__ __device__ cudaError_t cudaFuncSetAttribute(T *, U, int);
template <class T>
__host__ cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache);
template <class T>
__host__ cudaError_t cudaFuncSetSharedMemConfig(T *, cudaSharedMemConfig);
template <class T>
__host__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, T *);
template <class T>
__host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T,
                                                                   int, size_t);
template <class T>
__host__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int *, int *, T,
                                                        size_t = 0, int = 0);
template <class F, class T>
__host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *,
                                                                    int *, T, F,
                                                                    int = 0);

// Rare functions: any arguments.
#define KC_ANY(NAME)                                                           \
  template <class... A> __host__ __device__ cudaError_t NAME(A...)
KC_ANY(cudaGraphAddNode);
KC_ANY(cudaGraphAddKernelNode);
KC_ANY(cudaGraphAddMemcpyNode);
KC_ANY(cudaGraphAddMemcpyNode1D);
KC_ANY(cudaGraphAddMemsetNode);
KC_ANY(cudaGraphAddHostNode);
KC_ANY(cudaGraphAddMemAllocNode);
KC_ANY(cudaGraphAddMemFreeNode);
KC_ANY(cudaGraphAddChildGraphNode);
KC_ANY(cudaGraphAddEmptyNode);
KC_ANY(cudaGraphAddDependencies);
KC_ANY(cudaGraphInstantiate);
KC_ANY(cudaGraphInstantiateWithFlags);
KC_ANY(cudaGraphDestroy);
KC_ANY(cudaGraphExecDestroy);
KC_ANY(cudaGraphGetNodes);
KC_ANY(cudaGraphClone);
KC_ANY(cudaGraphExecUpdate);
KC_ANY(cudaGraphUpload);
KC_ANY(cudaGraphSetConditional);
KC_ANY(cudaGraphConditionalHandleCreate);
KC_ANY(cudaDeviceGraphMemTrim);
KC_ANY(cudaDeviceGetP2PAttribute);
KC_ANY(cudaStreamAttachMemAsync);
KC_ANY(cudaStreamSetAttribute);
KC_ANY(cudaStreamGetCaptureInfo);
KC_ANY(cudaStreamIsCapturing);
KC_ANY(cudaStreamGetPriority);
KC_ANY(cudaStreamUpdateCaptureDependencies);
KC_ANY(cudaGraphicsMapResources);
KC_ANY(cudaGraphicsUnmapResources);
KC_ANY(cudaGraphicsUnregisterResource);
KC_ANY(cudaGraphicsGLRegisterBuffer);
KC_ANY(cudaGraphicsGLRegisterImage);
KC_ANY(cudaGraphicsResourceSetMapFlags);
KC_ANY(cudaGraphicsResourceGetMappedPointer);
KC_ANY(cudaGraphicsSubResourceGetMappedArray);
KC_ANY(cudaGLSetGLDevice);
KC_ANY(cudaGLRegisterBufferObject);
KC_ANY(cudaGLMapBufferObject);
KC_ANY(cudaGLUnmapBufferObject);
KC_ANY(cudaGLUnregisterBufferObject);
KC_ANY(cudaGLGetDevices);
KC_ANY(cudaMallocMipmappedArray);
KC_ANY(cudaFreeMipmappedArray);
KC_ANY(cudaGetMipmappedArrayLevel);
KC_ANY(cudaArrayGetInfo);
KC_ANY(cudaMemPoolCreate);
KC_ANY(cudaMemPoolDestroy);
KC_ANY(cudaMemPoolSetAttribute);
KC_ANY(cudaMemPoolGetAttribute);
KC_ANY(cudaMemPoolSetAccess);
KC_ANY(cudaMemPoolTrimTo);
KC_ANY(cudaMemPoolExportToShareableHandle);
KC_ANY(cudaMemPoolExportPointer);
KC_ANY(cudaMemPoolImportFromShareableHandle);
KC_ANY(cudaMemPoolImportPointer);
KC_ANY(cudaMallocFromPoolAsync);
KC_ANY(cudaDeviceGetDefaultMemPool);
KC_ANY(cudaDeviceGetMemPool);
KC_ANY(cudaDeviceSetMemPool);
KC_ANY(cudaIpcGetMemHandle);
KC_ANY(cudaIpcOpenMemHandle);
KC_ANY(cudaIpcCloseMemHandle);
KC_ANY(cudaIpcGetEventHandle);
KC_ANY(cudaIpcOpenEventHandle);
KC_ANY(cudaImportExternalMemory);
KC_ANY(cudaDestroyExternalMemory);
KC_ANY(cudaExternalMemoryGetMappedBuffer);
KC_ANY(cudaExternalMemoryGetMappedMipmappedArray);
KC_ANY(cudaImportExternalSemaphore);
KC_ANY(cudaDestroyExternalSemaphore);
KC_ANY(cudaSignalExternalSemaphoresAsync);
KC_ANY(cudaWaitExternalSemaphoresAsync);
KC_ANY(cudaPointerGetAttributes);
KC_ANY(cudaMemRangeGetAttribute);
KC_ANY(cudaDeviceGetPCIBusId);
KC_ANY(cudaDeviceGetByPCIBusId);
KC_ANY(cudaCtxResetPersistingL2Cache);
KC_ANY(cudaHostGetFlags);
KC_ANY(cudaLaunchCooperativeKernelMultiDevice);
KC_ANY(cudaGetTextureReference);
KC_ANY(cudaOccupancyMaxActiveClusters);
KC_ANY(cudaOccupancyMaxPotentialClusterSize);
KC_ANY(cudaGetFuncBySymbol);
KC_ANY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
KC_ANY(cudaGetTextureObjectResourceDesc);
KC_ANY(cudaMemcpyArrayToArray);
KC_ANY(cudaMemPrefetchBatchAsync);
KC_ANY(cudaGetDriverEntryPoint);
KC_ANY(cudaGetDriverEntryPointByVersion);
KC_ANY(cudaSetDoubleForDevice);
KC_ANY(cudaGetChannelDesc);
KC_ANY(cudaSetupArgument);
KC_ANY(cudaLaunch);
KC_ANY(cudaMemcpy2DArrayToArray);
KC_ANY(cudaMemcpy2DToArrayAsync);
KC_ANY(cudaMemcpy2DFromArrayAsync);
KC_ANY(cudaMemcpyToArrayAsync);
KC_ANY(cudaMemcpy3DPeer);
// The driver interface, likewise.
#define KC_DRIVER(NAME) template <class... A> CUresult NAME(A &&...)
KC_DRIVER(cuInit);
KC_DRIVER(cuDeviceGet);
KC_DRIVER(cuDeviceGetCount);
KC_DRIVER(cuDeviceGetAttribute);
KC_DRIVER(cuDeviceGetName);
KC_DRIVER(cuCtxCreate);
KC_DRIVER(cuCtxDestroy);
KC_DRIVER(cuCtxGetCurrent);
KC_DRIVER(cuCtxSetCurrent);
KC_DRIVER(cuCtxSynchronize);
KC_DRIVER(cuGetErrorString);
KC_DRIVER(cuGetErrorName);
KC_DRIVER(cuMemAlloc);
KC_DRIVER(cuMemFree);
KC_DRIVER(cuMemcpyHtoD);
KC_DRIVER(cuMemcpyDtoH);
KC_DRIVER(cuModuleLoad);
KC_DRIVER(cuModuleLoadData);
KC_DRIVER(cuModuleLoadDataEx);
KC_DRIVER(cuModuleGetFunction);
KC_DRIVER(cuLaunchKernel);
KC_DRIVER(cuLaunchCooperativeKernel);
KC_DRIVER(cuFuncGetAttribute);
KC_DRIVER(cuLinkCreate);
KC_DRIVER(cuLinkAddData);
KC_DRIVER(cuLinkAddFile);
KC_DRIVER(cuLinkComplete);
KC_DRIVER(cuLinkDestroy);
KC_DRIVER(cuTensorMapEncodeIm2col);
KC_DRIVER(cuTensorMapReplaceAddress);
KC_DRIVER(cuLibraryLoadData);
KC_DRIVER(cuLibraryLoadFromFile);
KC_DRIVER(cuLibraryGetKernel);
KC_DRIVER(cuLibraryUnload);
KC_DRIVER(cuKernelGetFunction);
KC_DRIVER(cuLaunchKernelEx);
KC_DRIVER(cuFuncSetAttribute);
KC_DRIVER(cuStreamCreate);
KC_DRIVER(cuStreamSynchronize);
KC_DRIVER(cuTensorMapEncodeTiled);
KC_DRIVER(cuMemAddressReserve);
KC_DRIVER(cuMemAddressFree);
KC_DRIVER(cuMemCreate);
KC_DRIVER(cuMemMap);
KC_DRIVER(cuMemUnmap);
KC_DRIVER(cuMemRelease);
KC_DRIVER(cuMemSetAccess);
KC_DRIVER(cuMemGetAllocationGranularity);
KC_DRIVER(cuCtxPushCurrent);
KC_DRIVER(cuCtxPopCurrent);
KC_DRIVER(cuCtxGetDevice);
KC_DRIVER(cuCtxSetLimit);
KC_DRIVER(cuCtxGetLimit);
KC_DRIVER(cuCtxSetCacheConfig);
KC_DRIVER(cuDevicePrimaryCtxRetain);
KC_DRIVER(cuDevicePrimaryCtxRelease);
KC_DRIVER(cuDevicePrimaryCtxReset);
KC_DRIVER(cuDeviceTotalMem);
KC_DRIVER(cuDriverGetVersion);
KC_DRIVER(cuMemAllocAsync);
KC_DRIVER(cuMemAllocHost);
KC_DRIVER(cuMemAllocManaged);
KC_DRIVER(cuMemAllocPitch);
KC_DRIVER(cuMemFreeAsync);
KC_DRIVER(cuMemFreeHost);
KC_DRIVER(cuMemGetInfo);
KC_DRIVER(cuMemHostAlloc);
KC_DRIVER(cuMemHostGetDevicePointer);
KC_DRIVER(cuMemcpy);
KC_DRIVER(cuMemcpyAsync);
KC_DRIVER(cuMemcpyDtoD);
KC_DRIVER(cuMemcpyDtoDAsync);
KC_DRIVER(cuMemcpyDtoHAsync);
KC_DRIVER(cuMemcpyHtoDAsync);
KC_DRIVER(cuMemsetD8);
KC_DRIVER(cuMemsetD8Async);
KC_DRIVER(cuMemsetD16);
KC_DRIVER(cuMemsetD32);
KC_DRIVER(cuMemsetD32Async);
KC_DRIVER(cuMemExportToShareableHandle);
KC_DRIVER(cuMemImportFromShareableHandle);
KC_DRIVER(cuMemGetAllocationPropertiesFromHandle);
KC_DRIVER(cuMemGetAddressRange);
KC_DRIVER(cuModuleGetGlobal);
KC_DRIVER(cuModuleUnload);
KC_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor);
KC_DRIVER(cuOccupancyMaxPotentialBlockSize);
KC_DRIVER(cuPointerGetAttribute);
KC_DRIVER(cuPointerSetAttribute);
KC_DRIVER(cuStreamDestroy);
KC_DRIVER(cuStreamWaitEvent);
KC_DRIVER(cuStreamWaitValue32);
KC_DRIVER(cuStreamWriteValue32);
KC_DRIVER(cuEventCreate);
KC_DRIVER(cuEventDestroy);
KC_DRIVER(cuEventElapsedTime);
KC_DRIVER(cuEventQuery);
KC_DRIVER(cuEventRecord);
KC_DRIVER(cuEventSynchronize);
KC_DRIVER(cuFuncSetCacheConfig);
#undef KC_DRIVER
#undef KC_ANY
#undef KC_API

// Dynamic parallelism.
#define cudaStreamTailLaunch ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x100)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x200)
__device__ cudaGraphExec_t cudaGetCurrentGraphExec();
__device__ void cudaTriggerProgrammaticLaunchCompletion();
__device__ void cudaGridDependencySynchronize();
__device__ void *cudaGetParameterBuffer(size_t, size_t);
