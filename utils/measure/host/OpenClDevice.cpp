//===- OpenClDevice.cpp - A device through OpenCL
//---------------------------===//
//
// Any OpenCL 1.2 device: GPUs first, then whatever else there is, so that the
// same command also runs on a processor through PoCL. Times are those of the
// device's profiling events: of one command its start to its end, of several
// the first one's start to the last one's end.
//===----------------------------------------------------------------------===//
#define CL_TARGET_OPENCL_VERSION 120
#include "host/Device.h"

#include <CL/cl.h>
#include <fstream>
#include <sstream>

using namespace measure;

namespace {

/// NVIDIA's extension cl_nv_device_attribute_query.
constexpr cl_device_info ComputeCapabilityMajor = 0x4000,
                         ComputeCapabilityMinor = 0x4001,
                         RegistersPerBlock = 0x4002, WarpSizeNv = 0x4003;
/// AMD's extension cl_amd_device_attribute_query.
constexpr cl_device_info WavefrontWidthAmd = 0x4043;

void check(cl_int Status, const char *Call) {
  if (Status == CL_SUCCESS)
    return;
  std::string Text = std::string(Call) + " failed with OpenCL status " +
                     std::to_string(Status);
  switch (Status) {
  case CL_OUT_OF_RESOURCES:
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_INVALID_BUFFER_SIZE:
  case CL_INVALID_WORK_GROUP_SIZE:
  case CL_INVALID_WORK_ITEM_SIZE:
    throw Unsupported(Text);
  default:
    throw Failure(Text);
  }
}

template <class T>
T query(cl_device_id Id, cl_device_info What, T Otherwise = T()) {
  T Value = Otherwise;
  return clGetDeviceInfo(Id, What, sizeof(T), &Value, nullptr) == CL_SUCCESS
             ? Value
             : Otherwise;
}

std::string queryText(cl_device_id Id, cl_device_info What) {
  size_t Size = 0;
  if (clGetDeviceInfo(Id, What, 0, nullptr, &Size) != CL_SUCCESS || Size == 0)
    return {};
  std::string Text(Size, '\0');
  clGetDeviceInfo(Id, What, Size, &Text[0], nullptr);
  Text.resize(std::strlen(Text.c_str()));
  return Text;
}

class OpenClDevice final : public Device {
public:
  explicit OpenClDevice(cl_device_id Id) : Id(Id) {
    readFacts();
    cl_int Status;
    Context = clCreateContext(nullptr, 1, &Id, nullptr, nullptr, &Status);
    check(Status, "clCreateContext");
    Queue =
        clCreateCommandQueue(Context, Id, CL_QUEUE_PROFILING_ENABLE, &Status);
    check(Status, "clCreateCommandQueue");
  }

  ~OpenClDevice() override {
    unload();
    clReleaseCommandQueue(Queue);
    clReleaseContext(Context);
  }

  Face face() const override { return Face::OpenCl; }
  const DeviceFacts &facts() const override { return Facts; }

  BufferHandle allocate(size_t Bytes) override {
    cl_int Status;
    cl_mem Memory = clCreateBuffer(Context, CL_MEM_READ_WRITE,
                                   Bytes ? Bytes : 1, nullptr, &Status);
    check(Status, "clCreateBuffer");
    return BufferHandle(Memory);
  }

  void release(BufferHandle Buffer) override {
    if (Buffer)
      clReleaseMemObject(cl_mem(Buffer));
  }

  void upload(BufferHandle To, size_t Offset, const void *From,
              size_t Bytes) override {
    cl_event Event;
    check(clEnqueueWriteBuffer(Queue, cl_mem(To), CL_TRUE, Offset, Bytes, From,
                               0, nullptr, &Event),
          "clEnqueueWriteBuffer");
    keep(Event);
  }

  void download(void *To, BufferHandle From, size_t Offset,
                size_t Bytes) override {
    cl_event Event;
    check(clEnqueueReadBuffer(Queue, cl_mem(From), CL_TRUE, Offset, Bytes, To,
                              0, nullptr, &Event),
          "clEnqueueReadBuffer");
    keep(Event);
  }

  void copy(BufferHandle To, BufferHandle From, size_t Bytes) override {
    cl_event Event;
    check(clEnqueueCopyBuffer(Queue, cl_mem(From), cl_mem(To), 0, 0, Bytes, 0,
                              nullptr, &Event),
          "clEnqueueCopyBuffer");
    keep(Event);
  }

  void fill(BufferHandle Buffer, unsigned char Value, size_t Bytes) override {
    cl_event Event;
    check(clEnqueueFillBuffer(Queue, cl_mem(Buffer), &Value, 1, 0, Bytes, 0,
                              nullptr, &Event),
          "clEnqueueFillBuffer");
    keep(Event);
  }

  /// OpenCL's pinned memory is a mapped buffer of CL_MEM_ALLOC_HOST_PTR.
  void *allocateHost(HostMemory Kind, size_t Bytes) override {
    if (Kind == HostMemory::Pageable)
      return ::operator new(Bytes);
    cl_int Status;
    cl_mem Memory =
        clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                       Bytes, nullptr, &Status);
    check(Status, "clCreateBuffer(CL_MEM_ALLOC_HOST_PTR)");
    void *Mapped =
        clEnqueueMapBuffer(Queue, Memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                           0, Bytes, 0, nullptr, nullptr, &Status);
    if (Status != CL_SUCCESS)
      clReleaseMemObject(Memory);
    check(Status, "clEnqueueMapBuffer");
    Pinned.push_back({Mapped, Memory});
    return Mapped;
  }

  void releaseHost(HostMemory Kind, void *Memory) override {
    if (Kind == HostMemory::Pageable)
      return ::operator delete(Memory);
    for (size_t I = 0; I < Pinned.size(); ++I)
      if (Pinned[I].first == Memory) {
        clEnqueueUnmapMemObject(Queue, Pinned[I].second, Memory, 0, nullptr,
                                nullptr);
        clFinish(Queue);
        clReleaseMemObject(Pinned[I].second);
        Pinned.erase(Pinned.begin() + I);
        return;
      }
  }

  void load(const std::string &Path, const std::string &Options) override {
    unload();
    std::ifstream File(Path);
    if (!File)
      throw Failure("cannot read " + Path);
    std::stringstream Text;
    Text << File.rdbuf();
    const std::string Source = Text.str();
    const char *Pointer = Source.c_str();
    cl_int Status;
    Program = clCreateProgramWithSource(Context, 1, &Pointer, nullptr, &Status);
    check(Status, "clCreateProgramWithSource");
    const std::string All = "-cl-std=CL1.2 " + Options;
    Status = clBuildProgram(Program, 1, &Id, All.c_str(), nullptr, nullptr);
    if (Status == CL_SUCCESS)
      return;
    size_t Size = 0;
    clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &Size);
    std::string Log(Size, '\0');
    clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, Size, &Log[0],
                          nullptr);
    throw Failure(Path + " does not compile: " + Log.substr(0, 2000));
  }

  FunctionHandle find(const std::string &Name) override {
    for (const auto &[Known, Kernel] : Kernels)
      if (Known == Name)
        return FunctionHandle(Kernel);
    cl_int Status;
    cl_kernel Kernel = clCreateKernel(Program, Name.c_str(), &Status);
    if (Status != CL_SUCCESS)
      throw Failure("no kernel '" + Name + "' in the loaded program");
    Kernels.push_back({Name, Kernel});
    return FunctionHandle(Kernel);
  }

  KernelFacts kernelFacts(FunctionHandle Function) override {
    KernelFacts Result;
    size_t Threads = 0;
    cl_ulong Local = 0, Private = 0;
    cl_kernel Kernel = cl_kernel(Function);
    if (clGetKernelWorkGroupInfo(Kernel, Id, CL_KERNEL_WORK_GROUP_SIZE,
                                 sizeof(Threads), &Threads,
                                 nullptr) == CL_SUCCESS)
      Result.MaxThreadsPerBlock = int(Threads);
    if (clGetKernelWorkGroupInfo(Kernel, Id, CL_KERNEL_LOCAL_MEM_SIZE,
                                 sizeof(Local), &Local, nullptr) == CL_SUCCESS)
      Result.StaticSharedBytes = int(Local);
    if (clGetKernelWorkGroupInfo(Kernel, Id, CL_KERNEL_PRIVATE_MEM_SIZE,
                                 sizeof(Private), &Private,
                                 nullptr) == CL_SUCCESS)
      Result.LocalBytesPerThread = int(Private);
    return Result;
  }

  /// NVIDIA's OpenCL gives PTX as the binary of a program.
  std::string assembly() override {
    size_t Size = 0;
    if (!Program ||
        clGetProgramInfo(Program, CL_PROGRAM_BINARY_SIZES, sizeof(Size), &Size,
                         nullptr) != CL_SUCCESS)
      return {};
    std::string Text(Size, '\0');
    char *Pointer = &Text[0];
    if (clGetProgramInfo(Program, CL_PROGRAM_BINARIES, sizeof(Pointer),
                         &Pointer, nullptr) != CL_SUCCESS)
      return {};
    return Text.find(".target sm_") == std::string::npos ? std::string() : Text;
  }

  void launch(FunctionHandle Function, const Launch &What) override {
    if (What.Block.count() > Facts.MaxThreadsPerBlock)
      throw Unsupported("a block of " + std::to_string(What.Block.count()) +
                        " threads, the device takes " +
                        std::to_string(Facts.MaxThreadsPerBlock));
    cl_kernel Kernel = cl_kernel(Function);
    size_t Shared = 0;
    for (cl_uint I = 0; I < What.Arguments.size(); ++I) {
      const LaunchArgument &A = What.Arguments[I];
      cl_mem Memory = cl_mem(A.Buffer);
      switch (A.Is) {
      case LaunchArgument::Kind::Buffer:
        check(clSetKernelArg(Kernel, I, sizeof(Memory), &Memory),
              "clSetKernelArg");
        break;
      case LaunchArgument::Kind::Scalar:
        check(clSetKernelArg(Kernel, I, A.Bytes.size(), A.Bytes.data()),
              "clSetKernelArg");
        break;
      case LaunchArgument::Kind::Shared:
        Shared += A.SharedBytes;
        if (Shared > Facts.SharedPerBlock)
          throw Unsupported("a block asks for " + std::to_string(Shared) +
                            " bytes of local memory, the device has " +
                            std::to_string(Facts.SharedPerBlock));
        check(clSetKernelArg(Kernel, I, A.SharedBytes, nullptr),
              "clSetKernelArg");
        break;
      }
    }
    size_t Block[3] = {What.Block.X, What.Block.Y, What.Block.Z};
    size_t Global[3] = {size_t(What.Grid.X) * Block[0],
                        size_t(What.Grid.Y) * Block[1],
                        size_t(What.Grid.Z) * Block[2]};
    cl_event Event;
    check(clEnqueueNDRangeKernel(Queue, Kernel, 3, nullptr, Global, Block, 0,
                                 nullptr, &Event),
          "clEnqueueNDRangeKernel");
    keep(Event);
  }

  void finish() override { check(clFinish(Queue), "clFinish"); }

  double milliseconds(const std::function<void()> &Enqueue) override {
    Recording = true;
    struct Stop {
      OpenClDevice &D;
      ~Stop() { D.forget(); }
    } AtEnd{*this};
    Enqueue();
    finish();
    if (!First)
      return 0;
    cl_ulong Start = 0, End = 0;
    check(clGetEventProfilingInfo(First, CL_PROFILING_COMMAND_START,
                                  sizeof(Start), &Start, nullptr),
          "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(Last ? Last : First, CL_PROFILING_COMMAND_END,
                                  sizeof(End), &End, nullptr),
          "clGetEventProfilingInfo");
    return double(End - Start) * 1e-6;
  }

private:
  void readFacts() {
    Facts.Name = queryText(Id, CL_DEVICE_NAME);
    Facts.Vendor = queryText(Id, CL_DEVICE_VENDOR);
    Facts.Driver = queryText(Id, CL_DRIVER_VERSION);
    Facts.Api = queryText(Id, CL_DEVICE_VERSION);
    Facts.Multiprocessors = query<cl_uint>(Id, CL_DEVICE_MAX_COMPUTE_UNITS);
    Facts.MaxThreadsPerBlock =
        unsigned(query<size_t>(Id, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    Facts.SharedPerBlock = query<cl_ulong>(Id, CL_DEVICE_LOCAL_MEM_SIZE);
    Facts.MemoryBytes = query<cl_ulong>(Id, CL_DEVICE_GLOBAL_MEM_SIZE);
    Facts.L2Bytes = query<cl_ulong>(Id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    Facts.ClockKHz = query<cl_uint>(Id, CL_DEVICE_MAX_CLOCK_FREQUENCY) * 1000;
    Facts.DoublePrecision =
        query<cl_device_fp_config>(Id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    Facts.IsGpu =
        query<cl_device_type>(Id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
    Facts.WarpSize = query<cl_uint>(Id, WarpSizeNv);
    if (!Facts.WarpSize)
      Facts.WarpSize = query<cl_uint>(Id, WavefrontWidthAmd);
    Facts.RegistersPerMultiprocessor = query<cl_uint>(Id, RegistersPerBlock);
    if (cl_uint Major = query<cl_uint>(Id, ComputeCapabilityMajor))
      Facts.Architecture =
          "sm_" + std::to_string(Major) +
          std::to_string(query<cl_uint>(Id, ComputeCapabilityMinor));
  }

  /// Remembers the first and the last event while milliseconds() listens.
  void keep(cl_event Event) {
    if (!Recording) {
      clReleaseEvent(Event);
    } else if (!First) {
      First = Event;
    } else {
      if (Last)
        clReleaseEvent(Last);
      Last = Event;
    }
  }

  void forget() {
    for (cl_event *E : {&First, &Last}) {
      if (*E)
        clReleaseEvent(*E);
      *E = nullptr;
    }
    Recording = false;
  }

  void unload() {
    for (auto &Known : Kernels)
      clReleaseKernel(Known.second);
    Kernels.clear();
    if (Program)
      clReleaseProgram(Program);
    Program = nullptr;
  }

  cl_device_id Id;
  DeviceFacts Facts;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;
  std::vector<std::pair<std::string, cl_kernel>> Kernels;
  std::vector<std::pair<void *, cl_mem>> Pinned;
  bool Recording = false;
  cl_event First = nullptr, Last = nullptr;
};

} // namespace

std::unique_ptr<Device> measure::openDevice(unsigned Index) {
  cl_uint Platforms = 0;
  std::vector<cl_device_id> Gpus, Others;
  if (clGetPlatformIDs(0, nullptr, &Platforms) == CL_SUCCESS && Platforms) {
    std::vector<cl_platform_id> Ids(Platforms);
    clGetPlatformIDs(Platforms, Ids.data(), nullptr);
    for (cl_platform_id Platform : Ids) {
      cl_uint Count = 0;
      if (clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &Count) !=
              CL_SUCCESS ||
          !Count)
        continue;
      std::vector<cl_device_id> Devices(Count);
      clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, Count, Devices.data(),
                     nullptr);
      for (cl_device_id Id : Devices)
        (query<cl_device_type>(Id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU
             ? Gpus
             : Others)
            .push_back(Id);
    }
  }
  Gpus.insert(Gpus.end(), Others.begin(), Others.end());
  if (Gpus.empty())
    throw Failure("no OpenCL device: no platform offers one (is a driver's ICD "
                  "installed?)");
  if (Index >= Gpus.size())
    throw Failure("no OpenCL device " + std::to_string(Index) + ": there are " +
                  std::to_string(Gpus.size()));
  return std::make_unique<OpenClDevice>(Gpus[Index]);
}
