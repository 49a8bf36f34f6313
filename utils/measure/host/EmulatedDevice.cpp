//===- EmulatedDevice.cpp - CUDA on the processor, for right or wrong -----===//
//
// Shows whether a CUDA kernel computes what it should, and whether it keeps
// within its buffers and its barriers, on a machine without a GPU. Says nothing
// about time.
//===----------------------------------------------------------------------===//
#include "host/Device.h"
#include "host/EmulatedMemory.h"
#include "host/EmulatedModule.h"

#include <chrono>
#include <unistd.h>

using namespace measure;
using measure::emulation::KernelEntry;

namespace {

class EmulatedDevice final : public Device {
public:
  EmulatedDevice() {
    Facts.Name = "CUDA emulated on the processor";
    Facts.Vendor = "kernelcast";
    Facts.Api = "CUDA, emulated";
    Facts.Architecture = "cpu";
    Facts.Multiprocessors = 1;
    Facts.WarpSize = emulation::WarpSize;
    Facts.MaxThreadsPerBlock = EmulatedModule::MaxThreads;
    Facts.SharedPerBlock = EmulatedModule::MaxSharedBytes;
    Facts.SharedPerMultiprocessor = EmulatedModule::MaxSharedBytes;
    Facts.MemoryBytes =
        uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE)) / 2;
    Facts.IsGpu = false;
    Facts.Times = false;
  }

  Face face() const override { return Face::Cuda; }
  const DeviceFacts &facts() const override { return Facts; }

  BufferHandle allocate(size_t Bytes) override {
    void *Result = Memory.allocate(Bytes);
    if (!Result)
      throw Unsupported("no memory for a buffer of " + std::to_string(Bytes) +
                        " bytes");
    return BufferHandle(Result);
  }

  void release(BufferHandle Buffer) override {
    if (Buffer)
      Memory.release(reinterpret_cast<void *>(Buffer));
  }

  void upload(BufferHandle To, size_t Offset, const void *From,
              size_t Bytes) override {
    std::memcpy(within(To, Offset, Bytes), From, Bytes);
  }

  void download(void *To, BufferHandle From, size_t Offset,
                size_t Bytes) override {
    std::memcpy(To, within(From, Offset, Bytes), Bytes);
  }

  void copy(BufferHandle To, BufferHandle From, size_t Bytes) override {
    std::memmove(within(To, 0, Bytes), within(From, 0, Bytes), Bytes);
  }

  void fill(BufferHandle Buffer, unsigned char Value, size_t Bytes) override {
    std::memset(within(Buffer, 0, Bytes), Value, Bytes);
  }

  void *allocateHost(HostMemory, size_t Bytes) override {
    return ::operator new(Bytes);
  }
  void releaseHost(HostMemory, void *Host) override { ::operator delete(Host); }

  void load(const std::string &Path, const std::string &) override {
    const std::string Error = Module.load(Path);
    if (!Error.empty())
      throw Failure(Error);
  }

  FunctionHandle find(const std::string &Name) override {
    const KernelEntry *Entry = Module.find(Name);
    if (!Entry)
      throw Failure("no kernel '" + Name + "' in the loaded module");
    return FunctionHandle(Entry);
  }

  KernelFacts kernelFacts(FunctionHandle Function) override {
    KernelFacts Result;
    const unsigned Bound = entry(Function).MaxThreads;
    Result.MaxThreadsPerBlock = int(Bound ? Bound : Facts.MaxThreadsPerBlock);
    return Result;
  }

  void launch(FunctionHandle Function, const Launch &What) override {
    const KernelEntry &Kernel = entry(Function);
    std::vector<uint64_t> Values(What.Arguments.size());
    std::vector<void *> Arguments;
    size_t Shared = 0;
    for (size_t I = 0; I < What.Arguments.size(); ++I) {
      const LaunchArgument &A = What.Arguments[I];
      switch (A.Is) {
      case LaunchArgument::Kind::Buffer:
        Values[I] = A.Buffer;
        expectSize(Kernel, Arguments.size(), sizeof(Values[I]));
        Arguments.push_back(&Values[I]);
        break;
      case LaunchArgument::Kind::Scalar:
        expectSize(Kernel, Arguments.size(), A.Bytes.size());
        Arguments.push_back(const_cast<unsigned char *>(A.Bytes.data()));
        break;
      case LaunchArgument::Kind::Shared:
        Shared += A.SharedBytes;
        break;
      }
    }
    if (Arguments.size() != Kernel.Parameters)
      throw Failure("the kernel has " + std::to_string(Kernel.Parameters) +
                    " parameters, " + std::to_string(Arguments.size()) +
                    " arguments were given");
    const uint64_t Threads = What.Block.count();
    if (Threads > uint64_t(kernelFacts(Function).MaxThreadsPerBlock))
      throw Unsupported("a block of " + std::to_string(Threads) + " threads");
    if (Shared > Facts.SharedPerBlock)
      throw Unsupported("a block asks for " + std::to_string(Shared) +
                        " bytes of shared memory");
    std::string Error =
        Module.launch(Kernel, {What.Grid.X, What.Grid.Y, What.Grid.Z},
                      {What.Block.X, What.Block.Y, What.Block.Z},
                      Arguments.data(), Shared, Memory);
    if (Error.empty())
      Error = Memory.strayWrites();
    if (!Error.empty())
      throw Failure(std::string(Kernel.Name) + ": " + Error);
  }

  void finish() override {}

  double milliseconds(const std::function<void()> &Enqueue) override {
    const auto Start = std::chrono::steady_clock::now();
    Enqueue();
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now() - Start)
        .count();
  }

private:
  static const KernelEntry &entry(FunctionHandle Function) {
    return *reinterpret_cast<const KernelEntry *>(Function);
  }

  static void expectSize(const KernelEntry &Kernel, size_t Index,
                         size_t Bytes) {
    if (Index < Kernel.Parameters && Kernel.ParameterBytes[Index] != Bytes)
      throw Failure("argument " + std::to_string(Index) + " has " +
                    std::to_string(Bytes) + " bytes, the kernel's parameter " +
                    std::to_string(Kernel.ParameterBytes[Index]));
  }

  /// The place of \p Bytes from \p Offset in a buffer.
  unsigned char *within(BufferHandle Buffer, size_t Offset, size_t Bytes) {
    auto *Place = reinterpret_cast<unsigned char *>(Buffer) + Offset;
    if (!Memory.holds(Place, Bytes))
      throw Failure("a transfer of " + std::to_string(Bytes) +
                    " bytes goes beyond its buffer");
    return Place;
  }

  DeviceFacts Facts;
  EmulatedMemory Memory;
  EmulatedModule Module;
};

} // namespace

std::unique_ptr<Device> measure::openDevice(unsigned Index) {
  if (Index != 0)
    throw Failure("no emulated device " + std::to_string(Index));
  return std::make_unique<EmulatedDevice>();
}
