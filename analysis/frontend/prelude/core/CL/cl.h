//===- cl.h - OpenCL's host functions, declared ---------------------------===//
//
// Enough for host code to parse, so that its timeline can be followed. What
// moves data or starts work has its real parameters; the rest takes anything.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CL_H
#define KERNELCAST_CL_H
#include <stddef.h>
#include <stdint.h>
typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort, cl_half;
typedef int32_t cl_int;
typedef uint32_t cl_uint, cl_bool;
typedef int64_t cl_long;
typedef uint64_t cl_ulong, cl_bitfield, cl_properties;
typedef float cl_float;
typedef double cl_double;
typedef cl_bitfield cl_mem_flags, cl_device_type, cl_map_flags,
    cl_command_queue_properties, cl_svm_mem_flags, cl_mem_migration_flags;
typedef cl_uint cl_platform_info, cl_device_info, cl_context_info,
    cl_program_info, cl_program_build_info, cl_kernel_info, cl_event_info,
    cl_kernel_work_group_info, cl_profiling_info, cl_mem_object_type,
    cl_channel_order, cl_channel_type, cl_addressing_mode, cl_filter_mode,
    cl_kernel_arg_info, cl_mem_info, cl_image_info, cl_command_queue_info;
typedef cl_int cl_build_status;
typedef intptr_t cl_context_properties, cl_device_partition_property;
typedef cl_bitfield cl_queue_properties;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef struct _cl_image_format {
  cl_channel_order image_channel_order;
  cl_channel_type image_channel_data_type;
} cl_image_format;
typedef struct _cl_buffer_region {
  size_t origin, size;
} cl_buffer_region;
#define KC_VECTOR(T)                                                           \
  typedef union {                                                              \
    T s[2];                                                                    \
    struct {                                                                   \
      T x, y;                                                                  \
    };                                                                         \
  } T##2;                                                                      \
  typedef union {                                                              \
    T s[4];                                                                    \
    struct {                                                                   \
      T x, y, z, w;                                                            \
    };                                                                         \
  } T##4, T##3;                                                                \
  typedef union {                                                              \
    T s[8];                                                                    \
  } T##8;                                                                      \
  typedef union {                                                              \
    T s[16];                                                                   \
  } T##16
KC_VECTOR(cl_char);
KC_VECTOR(cl_uchar);
KC_VECTOR(cl_short);
KC_VECTOR(cl_ushort);
KC_VECTOR(cl_int);
KC_VECTOR(cl_uint);
KC_VECTOR(cl_long);
KC_VECTOR(cl_ulong);
KC_VECTOR(cl_float);
KC_VECTOR(cl_double);
#undef KC_VECTOR
#define CL_CALLBACK
#define CL_API_CALL
#define CL_API_ENTRY

// The enumerations are tables: many names in a row.
// clang-format off
#define CL_VERSION_1_0 1
#define CL_VERSION_1_1 1
#define CL_VERSION_1_2 1
#define CL_FALSE 0
#define CL_TRUE 1
#define CL_BLOCKING 1
#define CL_NON_BLOCKING 0
enum {
  CL_SUCCESS = 0, CL_DEVICE_NOT_FOUND = -1, CL_DEVICE_NOT_AVAILABLE = -2,
  CL_COMPILER_NOT_AVAILABLE = -3, CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
  CL_OUT_OF_RESOURCES = -5, CL_OUT_OF_HOST_MEMORY = -6,
  CL_PROFILING_INFO_NOT_AVAILABLE = -7, CL_MEM_COPY_OVERLAP = -8,
  CL_IMAGE_FORMAT_MISMATCH = -9, CL_IMAGE_FORMAT_NOT_SUPPORTED = -10,
  CL_BUILD_PROGRAM_FAILURE = -11, CL_MAP_FAILURE = -12,
  CL_MISALIGNED_SUB_BUFFER_OFFSET = -13,
  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14, CL_INVALID_VALUE = -30,
  CL_INVALID_DEVICE_TYPE, CL_INVALID_PLATFORM = -32, CL_INVALID_DEVICE = -33,
  CL_INVALID_CONTEXT = -34, CL_INVALID_QUEUE_PROPERTIES = -35,
  CL_INVALID_COMMAND_QUEUE = -36, CL_INVALID_HOST_PTR = -37,
  CL_INVALID_MEM_OBJECT = -38, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR = -39,
  CL_INVALID_IMAGE_SIZE = -40, CL_INVALID_SAMPLER = -41, CL_INVALID_BINARY = -42,
  CL_INVALID_BUILD_OPTIONS = -43, CL_INVALID_PROGRAM = -44,
  CL_INVALID_PROGRAM_EXECUTABLE = -45, CL_INVALID_KERNEL_NAME = -46,
  CL_INVALID_KERNEL_DEFINITION = -47, CL_INVALID_KERNEL = -48,
  CL_INVALID_ARG_INDEX = -49, CL_INVALID_ARG_VALUE = -50,
  CL_INVALID_ARG_SIZE = -51, CL_INVALID_KERNEL_ARGS = -52,
  CL_INVALID_WORK_DIMENSION = -53, CL_INVALID_WORK_GROUP_SIZE = -54,
  CL_INVALID_WORK_ITEM_SIZE = -55, CL_INVALID_GLOBAL_OFFSET = -56,
  CL_INVALID_EVENT_WAIT_LIST = -57, CL_INVALID_EVENT = -58,
  CL_INVALID_OPERATION = -59, CL_INVALID_GL_OBJECT = -60,
  CL_INVALID_BUFFER_SIZE = -61, CL_INVALID_MIP_LEVEL = -62,
  CL_INVALID_GLOBAL_WORK_SIZE = -63, CL_INVALID_PROPERTY = -64,
};
enum : cl_uint {
  CL_PLATFORM_PROFILE = 0x900, CL_PLATFORM_VERSION, CL_PLATFORM_NAME,
  CL_PLATFORM_VENDOR, CL_PLATFORM_EXTENSIONS,
  CL_DEVICE_TYPE = 0x1000, CL_DEVICE_VENDOR_ID, CL_DEVICE_MAX_COMPUTE_UNITS,
  CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, CL_DEVICE_MAX_WORK_GROUP_SIZE,
  CL_DEVICE_MAX_WORK_ITEM_SIZES, CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100c,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010, CL_DEVICE_IMAGE_SUPPORT = 0x1016,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101f, CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_NAME = 0x102b, CL_DEVICE_VENDOR, CL_DRIVER_VERSION,
  CL_DEVICE_PROFILE, CL_DEVICE_VERSION, CL_DEVICE_EXTENSIONS,
  CL_DEVICE_PLATFORM, CL_CONTEXT_DEVICES = 0x1081, CL_CONTEXT_PLATFORM = 0x1084,
  CL_CONTEXT_NUM_DEVICES = 0x1083,
  CL_PROGRAM_NUM_DEVICES = 0x1162, CL_PROGRAM_BINARY_SIZES = 0x1165,
  CL_PROGRAM_BINARIES, CL_PROGRAM_BUILD_STATUS = 0x1181,
  CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG,
  CL_KERNEL_WORK_GROUP_SIZE = 0x11b0, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
  CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
  CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11d3, CL_COMPLETE = 0,
  CL_PROFILING_COMMAND_QUEUED = 0x1280, CL_PROFILING_COMMAND_SUBMIT,
  CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
  CL_R = 0x10b0, CL_A, CL_RG, CL_RA, CL_RGB, CL_RGBA, CL_BGRA, CL_ARGB,
  CL_INTENSITY, CL_LUMINANCE, CL_SNORM_INT8 = 0x10d0, CL_SNORM_INT16,
  CL_UNORM_INT8, CL_UNORM_INT16, CL_UNORM_SHORT_565, CL_UNORM_SHORT_555,
  CL_UNORM_INT_101010, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
  CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,
  CL_FLOAT, CL_MEM_OBJECT_BUFFER = 0x10f0, CL_MEM_OBJECT_IMAGE2D,
  CL_MEM_OBJECT_IMAGE3D, CL_ADDRESS_NONE = 0x1130, CL_ADDRESS_CLAMP_TO_EDGE,
  CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST = 0x1140,
  CL_FILTER_LINEAR,
};
#define CL_BUILD_SUCCESS 0
#define CL_BUILD_ERROR (-2)
#define CL_DEVICE_TYPE_DEFAULT (1 << 0)
#define CL_DEVICE_TYPE_CPU (1 << 1)
#define CL_DEVICE_TYPE_GPU (1 << 2)
#define CL_DEVICE_TYPE_ACCELERATOR (1 << 3)
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFF
#define CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE (1 << 0)
#define CL_QUEUE_PROFILING_ENABLE (1 << 1)
#define CL_MEM_READ_WRITE (1 << 0)
#define CL_MEM_WRITE_ONLY (1 << 1)
#define CL_MEM_READ_ONLY (1 << 2)
#define CL_MEM_USE_HOST_PTR (1 << 3)
#define CL_MEM_ALLOC_HOST_PTR (1 << 4)
#define CL_MEM_COPY_HOST_PTR (1 << 5)
#define CL_MAP_READ (1 << 0)
#define CL_MAP_WRITE (1 << 1)
// clang-format on

extern "C" {
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id,
                                      cl_command_queue_properties, cl_int *);
cl_command_queue clCreateCommandQueueWithProperties(cl_context, cl_device_id,
                                                    const cl_queue_properties *,
                                                    cl_int *);
cl_context clCreateContext(const cl_context_properties *, cl_uint,
                           const cl_device_id *,
                           void (*)(const char *, const void *, size_t, void *),
                           void *, cl_int *);
cl_context
clCreateContextFromType(const cl_context_properties *, cl_device_type,
                        void (*)(const char *, const void *, size_t, void *),
                        void *, cl_int *);
cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **,
                                     const size_t *, cl_int *);
cl_program clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id *,
                                     const size_t *, const unsigned char **,
                                     cl_int *, cl_int *);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                      void (*)(cl_program, void *), void *);
cl_kernel clCreateKernel(cl_program, const char *, cl_int *);
cl_mem clCreateBuffer(cl_context, cl_mem_flags, size_t, void *, cl_int *);
cl_mem clCreateSubBuffer(cl_mem, cl_mem_flags, cl_uint, const void *, cl_int *);
cl_mem clCreateImage2D(cl_context, cl_mem_flags, const cl_image_format *,
                       size_t, size_t, size_t, void *, cl_int *);
cl_sampler clCreateSampler(cl_context, cl_bool, cl_addressing_mode,
                           cl_filter_mode, cl_int *);
cl_int clSetKernelArg(cl_kernel, cl_uint, size_t, const void *);
cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
                            const void *, cl_uint, const cl_event *,
                            cl_event *);
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
                           void *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueCopyBuffer(cl_command_queue, cl_mem, cl_mem, size_t, size_t,
                           size_t, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueFillBuffer(cl_command_queue, cl_mem, const void *, size_t,
                           size_t, size_t, cl_uint, const cl_event *,
                           cl_event *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint,
                              const size_t *, const size_t *, const size_t *,
                              cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueTask(cl_command_queue, cl_kernel, cl_uint, const cl_event *,
                     cl_event *);
void *clEnqueueMapBuffer(cl_command_queue, cl_mem, cl_bool, cl_map_flags,
                         size_t, size_t, cl_uint, const cl_event *, cl_event *,
                         cl_int *);
cl_int clFinish(cl_command_queue);
cl_int clFlush(cl_command_queue);
cl_int clWaitForEvents(cl_uint, const cl_event *);
}
// Programs include this file inside extern "C".
extern "C++" {
#define KC_ANY(NAME)                                                           \
  template <class... A> cl_int NAME(A...) { return 0; }
KC_ANY(clGetPlatformIDs)
KC_ANY(clGetPlatformInfo)
KC_ANY(clGetDeviceIDs)
KC_ANY(clGetDeviceInfo)
KC_ANY(clGetContextInfo)
KC_ANY(clGetProgramInfo)
KC_ANY(clGetProgramBuildInfo)
KC_ANY(clGetKernelInfo)
KC_ANY(clGetKernelWorkGroupInfo)
KC_ANY(clGetEventInfo)
KC_ANY(clGetEventProfilingInfo)
KC_ANY(clGetMemObjectInfo)
KC_ANY(clGetCommandQueueInfo)
KC_ANY(clGetSupportedImageFormats)
KC_ANY(clReleaseMemObject)
KC_ANY(clReleaseEvent)
KC_ANY(clReleaseKernel)
KC_ANY(clReleaseProgram)
KC_ANY(clReleaseContext)
KC_ANY(clReleaseCommandQueue)
KC_ANY(clReleaseSampler)
KC_ANY(clReleaseDevice)
KC_ANY(clRetainMemObject)
KC_ANY(clRetainEvent)
KC_ANY(clRetainKernel)
KC_ANY(clRetainContext)
KC_ANY(clRetainCommandQueue)
KC_ANY(clUnloadCompiler)
KC_ANY(clSetEventCallback)
KC_ANY(clEnqueueBarrier)
KC_ANY(clEnqueueBarrierWithWaitList)
KC_ANY(clEnqueueMarker)
KC_ANY(clEnqueueMarkerWithWaitList)
KC_ANY(clEnqueueWaitForEvents)
KC_ANY(clEnqueueUnmapMemObject)
KC_ANY(clEnqueueWriteImage)
KC_ANY(clEnqueueReadImage)
KC_ANY(clEnqueueCopyImage)
KC_ANY(clEnqueueCopyBufferToImage)
KC_ANY(clEnqueueCopyImageToBuffer)
KC_ANY(clEnqueueWriteBufferRect)
KC_ANY(clEnqueueReadBufferRect)
KC_ANY(clEnqueueCopyBufferRect)
KC_ANY(clEnqueueMigrateMemObjects)
KC_ANY(clEnqueueNativeKernel)
#undef KC_ANY
} // extern "C++"
#endif
