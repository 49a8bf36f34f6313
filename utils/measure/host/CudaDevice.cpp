//===- CudaDevice.cpp - An NVIDIA GPU through CUDA's driver ---------------===//
//
// Works in the device's primary context and on its default stream, so that
// launches, copies and events follow one another in the order of the calls. An
// error of a kernel shows in the next call that waits; the context is lost
// then, and so is this process: the one that started it starts another.
//===----------------------------------------------------------------------===//
#include "host/CudaDriver.h"
#include "host/Device.h"

#include <algorithm>
#include <fstream>
#include <map>

using namespace measure;
using namespace measure::cuda;

namespace {

/// The version of the kernel driver, which CUDA itself does not tell.
std::string kernelDriverVersion() {
  std::ifstream File("/proc/driver/nvidia/version");
  std::string Word;
  while (File >> Word)
    if (Word.find('.') != std::string::npos &&
        Word.find_first_not_of("0123456789.") == std::string::npos)
      return Word;
  return {};
}

std::string bytesText(uint64_t Bytes) {
  return std::to_string(Bytes) + " bytes";
}

/// A kernel and what a launch must know of it, asked once: launches are timed.
struct Kernel {
  Function Handle = nullptr;
  KernelFacts Facts;
  size_t DynamicShared = 0; ///< bytes permitted above the default
  /// Bytes of each parameter; meaningless if not Known.
  std::vector<size_t> Parameters;
  bool Known = false;
};

class CudaDevice final : public Device {
public:
  CudaDevice(const Driver &Cuda, Ordinal Id) : Cuda(Cuda), Id(Id) {
    check(Cuda.DevicePrimaryCtxRetain(&Primary, Id),
          "cuDevicePrimaryCtxRetain");
    check(Cuda.CtxSetCurrent(Primary), "cuCtxSetCurrent");
    check(Cuda.EventCreate(&Start, 0), "cuEventCreate");
    check(Cuda.EventCreate(&End, 0), "cuEventCreate");
    readFacts();
  }

  // The context stays: it ends with the process, also after a kernel's error.
  ~CudaDevice() override {
    Cuda.EventDestroy(Start);
    Cuda.EventDestroy(End);
    if (Loaded)
      Cuda.ModuleUnload(Loaded);
  }

  Face face() const override { return Face::Cuda; }
  const DeviceFacts &facts() const override { return Facts; }

  BufferHandle allocate(size_t Bytes) override {
    Address Memory = 0;
    check(Cuda.MemAlloc(&Memory, std::max<size_t>(Bytes, 1)), "cuMemAlloc");
    return Memory;
  }

  void release(BufferHandle Buffer) override {
    if (Buffer)
      Cuda.MemFree(Buffer);
  }

  void upload(BufferHandle To, size_t Offset, const void *From,
              size_t Bytes) override {
    if (Bytes)
      check(Cuda.MemcpyHtoD(To + Offset, From, Bytes), "cuMemcpyHtoD");
  }

  void download(void *To, BufferHandle From, size_t Offset,
                size_t Bytes) override {
    if (Bytes)
      check(Cuda.MemcpyDtoH(To, From + Offset, Bytes), "cuMemcpyDtoH");
  }

  void copy(BufferHandle To, BufferHandle From, size_t Bytes) override {
    if (Bytes)
      check(Cuda.MemcpyDtoDAsync(To, From, Bytes, nullptr),
            "cuMemcpyDtoDAsync");
  }

  void fill(BufferHandle Buffer, unsigned char Value, size_t Bytes) override {
    if (Bytes)
      check(Cuda.MemsetD8Async(Buffer, Value, Bytes, nullptr),
            "cuMemsetD8Async");
  }

  void *allocateHost(HostMemory Kind, size_t Bytes) override {
    if (Kind == HostMemory::Pageable) {
      void *Memory = ::operator new(Bytes);
      std::memset(Memory, 0, Bytes); // pages exist once they are written
      return Memory;
    }
    void *Memory = nullptr;
    check(Cuda.MemHostAlloc(&Memory, Bytes, 0), "cuMemHostAlloc");
    return Memory;
  }

  void releaseHost(HostMemory Kind, void *Memory) override {
    if (Kind == HostMemory::Pageable)
      ::operator delete(Memory);
    else if (Memory)
      Cuda.MemFreeHost(Memory);
  }

  void load(const std::string &Path, const std::string &) override {
    if (Loaded) {
      finish();
      check(Cuda.ModuleUnload(Loaded), "cuModuleUnload");
    }
    Loaded = nullptr;
    Kernels.clear();
    check(Cuda.ModuleLoad(&Loaded, Path.c_str()),
          ("cuModuleLoad " + Path).c_str());
  }

  FunctionHandle find(const std::string &Name) override {
    if (!Loaded)
      throw Failure("no module is loaded");
    const auto Known = Kernels.find(Name);
    if (Known != Kernels.end())
      return FunctionHandle(&Known->second);
    Kernel Result;
    check(Cuda.ModuleGetFunction(&Result.Handle, Loaded, Name.c_str()),
          ("cuModuleGetFunction " + Name).c_str());
    readFacts(Result);
    readParameters(Result);
    return FunctionHandle(&(Kernels[Name] = Result));
  }

  KernelFacts kernelFacts(FunctionHandle Handle) override {
    return reinterpret_cast<const Kernel *>(Handle)->Facts;
  }

  void launch(FunctionHandle Handle, const Launch &What) override {
    Kernel &Callee = *reinterpret_cast<Kernel *>(Handle);
    // The driver copies each argument from the address it gets here.
    std::vector<Address> Addresses(What.Arguments.size());
    std::vector<void *> Parameters;
    size_t Shared = 0;
    for (size_t I = 0; I < What.Arguments.size(); ++I) {
      const LaunchArgument &A = What.Arguments[I];
      switch (A.Is) {
      case LaunchArgument::Kind::Buffer:
        Addresses[I] = A.Buffer;
        expectSize(Callee, Parameters.size(), sizeof(Address));
        Parameters.push_back(&Addresses[I]);
        break;
      case LaunchArgument::Kind::Scalar:
        expectSize(Callee, Parameters.size(), A.Bytes.size());
        Parameters.push_back(const_cast<unsigned char *>(A.Bytes.data()));
        break;
      case LaunchArgument::Kind::Shared:
        Shared += A.SharedBytes;
        break;
      }
    }
    expectSize(Callee, Parameters.size(), 0);
    refuseShape(Callee, What);
    permitShared(Callee, Shared);
    check(Cuda.LaunchKernel(Callee.Handle, What.Grid.X, What.Grid.Y,
                            What.Grid.Z, What.Block.X, What.Block.Y,
                            What.Block.Z, unsigned(Shared), nullptr,
                            Parameters.data(), nullptr),
          "cuLaunchKernel");
  }

  void finish() override { check(Cuda.CtxSynchronize(), "cuCtxSynchronize"); }

  double milliseconds(const std::function<void()> &Enqueue) override {
    check(Cuda.EventRecord(Start, nullptr), "cuEventRecord");
    Enqueue();
    check(Cuda.EventRecord(End, nullptr), "cuEventRecord");
    check(Cuda.EventSynchronize(End), "cuEventSynchronize");
    float Result = 0;
    check(Cuda.EventElapsedTime(&Result, Start, End), "cuEventElapsedTime");
    return Result;
  }

private:
  void check(Status Error, const char *Call) const {
    if (Error == Success)
      return;
    const std::string Text = errorText(Cuda, Error, Call);
    if (Error == OutOfMemory || Error == LaunchOutOfResources)
      throw Unsupported(Text);
    throw Failure(Text);
  }

  int attribute(DeviceAttribute Which) const {
    int Value = 0;
    return Cuda.DeviceGetAttribute(&Value, Which, Id) == Success ? Value : 0;
  }

  int attribute(Function Of, FunctionAttribute Which) const {
    int Value = -1;
    return Cuda.FuncGetAttribute(&Value, Which, Of) == Success ? Value : -1;
  }

  void readFacts() {
    char Name[256] = "";
    check(Cuda.DeviceGetName(Name, sizeof(Name) - 1, Id), "cuDeviceGetName");
    Facts.Name = Name;
    Facts.Vendor = "NVIDIA";
    Facts.Driver = kernelDriverVersion();
    int Version = 0;
    if (Cuda.DriverGetVersion(&Version) == Success)
      Facts.Api = "CUDA " + std::to_string(Version / 1000) + "." +
                  std::to_string(Version % 1000 / 10);
    Facts.Architecture =
        "sm_" +
        std::to_string(attribute(DeviceAttribute::ComputeCapabilityMajor)) +
        std::to_string(attribute(DeviceAttribute::ComputeCapabilityMinor));
    Facts.Multiprocessors =
        unsigned(attribute(DeviceAttribute::MultiprocessorCount));
    Facts.WarpSize = unsigned(attribute(DeviceAttribute::WarpSize));
    Facts.MaxThreadsPerBlock =
        unsigned(attribute(DeviceAttribute::MaxThreadsPerBlock));
    // Some devices offer more to a kernel that asks for it.
    SharedByDefault = attribute(DeviceAttribute::MaxSharedMemoryPerBlock);
    Facts.SharedPerBlock = uint64_t(
        std::max(SharedByDefault,
                 attribute(DeviceAttribute::MaxSharedMemoryPerBlockOptin)));
    Facts.SharedPerMultiprocessor =
        uint64_t(attribute(DeviceAttribute::MaxSharedMemoryPerMultiprocessor));
    Facts.RegistersPerMultiprocessor =
        unsigned(attribute(DeviceAttribute::MaxRegistersPerMultiprocessor));
    size_t Bytes = 0;
    check(Cuda.DeviceTotalMem(&Bytes, Id), "cuDeviceTotalMem");
    Facts.MemoryBytes = Bytes;
    Facts.L2Bytes = uint64_t(attribute(DeviceAttribute::L2CacheSize));
    Facts.ClockKHz = unsigned(attribute(DeviceAttribute::ClockRate));
    Facts.MemoryClockKHz =
        unsigned(attribute(DeviceAttribute::MemoryClockRate));
    Facts.MemoryBusBits =
        unsigned(attribute(DeviceAttribute::GlobalMemoryBusWidth));
    MostThreads = {unsigned(attribute(DeviceAttribute::MaxBlockDimX)),
                   unsigned(attribute(DeviceAttribute::MaxBlockDimY)),
                   unsigned(attribute(DeviceAttribute::MaxBlockDimZ))};
    MostBlocks = {unsigned(attribute(DeviceAttribute::MaxGridDimX)),
                  unsigned(attribute(DeviceAttribute::MaxGridDimY)),
                  unsigned(attribute(DeviceAttribute::MaxGridDimZ))};
  }

  void readFacts(Kernel &Callee) const {
    auto Ask = [&](FunctionAttribute Which) {
      return attribute(Callee.Handle, Which);
    };
    KernelFacts &F = Callee.Facts;
    F.RegistersPerThread = Ask(FunctionAttribute::NumRegs);
    F.StaticSharedBytes = Ask(FunctionAttribute::SharedSizeBytes);
    F.LocalBytesPerThread = Ask(FunctionAttribute::LocalSizeBytes);
    F.MaxThreadsPerBlock = Ask(FunctionAttribute::MaxThreadsPerBlock);
  }

  void readParameters(Kernel &Callee) const {
    if (!Cuda.FuncGetParamInfo)
      return;
    for (;;) {
      size_t Offset = 0, Bytes = 0;
      const Status Error = Cuda.FuncGetParamInfo(
          Callee.Handle, Callee.Parameters.size(), &Offset, &Bytes);
      Callee.Known = Error == InvalidValue; // behind the last parameter
      if (Error != Success)
        return;
      Callee.Parameters.push_back(Bytes);
    }
  }

  /// Throws if the kernel's parameter \p Index has another size than the
  /// argument for it (0: it must not exist). The driver reads as many bytes as
  /// the parameter has, whatever was given.
  static void expectSize(const Kernel &Callee, size_t Index, size_t Bytes) {
    if (!Callee.Known)
      return;
    const size_t Count = Callee.Parameters.size();
    if (Bytes == 0 ? Index < Count : Index >= Count)
      throw Failure("the kernel has " + std::to_string(Count) +
                    " parameters, " + (Bytes ? "more" : "fewer") +
                    " arguments were given");
    if (Bytes && Callee.Parameters[Index] != Bytes)
      throw Failure("argument " + std::to_string(Index) + " has " +
                    bytesText(Bytes) + ", the kernel's parameter " +
                    bytesText(Callee.Parameters[Index]));
  }

  /// Throws Unsupported for blocks and grids beyond the device's limits; a
  /// kernel's own limit of threads comes from its registers.
  void refuseShape(const Kernel &Callee, const Launch &What) const {
    auto Within = [](Size3 Asked, Size3 Most) {
      return Asked.X <= Most.X && Asked.Y <= Most.Y && Asked.Z <= Most.Z;
    };
    const int Most = Callee.Facts.MaxThreadsPerBlock;
    const uint64_t Threads = What.Block.count();
    if ((Most > 0 && Threads > uint64_t(Most)) ||
        Threads > Facts.MaxThreadsPerBlock || !Within(What.Block, MostThreads))
      throw Unsupported(
          "a block of " + std::to_string(Threads) +
          " threads, the kernel takes " +
          std::to_string(Most > 0 ? unsigned(Most) : Facts.MaxThreadsPerBlock));
    if (!Within(What.Grid, MostBlocks))
      throw Unsupported("a grid of " + std::to_string(What.Grid.X) + "x" +
                        std::to_string(What.Grid.Y) + "x" +
                        std::to_string(What.Grid.Z) +
                        " blocks is beyond the device's limits");
  }

  /// Lets \p Kernel be launched with \p Bytes of dynamic shared memory. Above
  /// the default limit, static and dynamic together, it must be asked for.
  void permitShared(Kernel &Callee, size_t Bytes) {
    const uint64_t Both =
        uint64_t(Bytes) + unsigned(std::max(0, Callee.Facts.StaticSharedBytes));
    if (Both > Facts.SharedPerBlock)
      throw Unsupported("a block asks for " + bytesText(Both) +
                        " of shared memory, the device has " +
                        bytesText(Facts.SharedPerBlock));
    if (Both <= unsigned(SharedByDefault) || Bytes <= Callee.DynamicShared)
      return;
    check(Cuda.FuncSetAttribute(Callee.Handle,
                                FunctionAttribute::MaxDynamicSharedSizeBytes,
                                int(Bytes)),
          "cuFuncSetAttribute");
    Callee.DynamicShared = Bytes;
  }

  const Driver Cuda;
  const Ordinal Id;
  DeviceFacts Facts;
  Size3 MostThreads, MostBlocks;
  int SharedByDefault = 0;
  Context Primary = nullptr;
  Event Start = nullptr, End = nullptr;
  Module Loaded = nullptr;
  std::map<std::string, Kernel> Kernels; ///< of the loaded module
};

} // namespace

std::unique_ptr<Device> measure::openDevice(unsigned Index) {
  const Driver Cuda = loadDriver();
  auto Need = [&](Status Error, const char *Call) {
    if (Error != Success)
      throw Failure("no CUDA device: " + errorText(Cuda, Error, Call));
  };
  Need(Cuda.Init(0), "cuInit");
  int Count = 0;
  Need(Cuda.DeviceGetCount(&Count), "cuDeviceGetCount");
  if (Count <= 0)
    throw Failure("no CUDA device: the driver finds none");
  if (Index >= unsigned(Count))
    throw Failure("no CUDA device " + std::to_string(Index) + ": there are " +
                  std::to_string(Count));
  Ordinal Id = 0;
  Need(Cuda.DeviceGet(&Id, int(Index)), "cuDeviceGet");
  return std::make_unique<CudaDevice>(Cuda, Id);
}
