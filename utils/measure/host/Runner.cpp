//===- Runner.cpp - Run one case at one point: check, then time
//-------------===//
#include "host/Runner.h"

#include <algorithm>
#include <map>
#include <thread>

using namespace measure;

namespace {

/// A launch that takes this long is not repeated: clocks and caches no longer
/// matter, and a slow device must come to an end.
constexpr double SlowMilliseconds = 500;

/// One element of a buffer's bytes as a number.
double elementAt(const unsigned char *Bytes, Type Of, size_t Index) {
  auto Read = [&](auto Value) {
    std::memcpy(&Value, Bytes + Index * sizeof(Value), sizeof(Value));
    return double(Value);
  };
  switch (Of) {
  case Type::F32:
    return Read(float());
  case Type::F64:
    return Read(double());
  case Type::I32:
    return Read(int32_t());
  case Type::U32:
    return Read(uint32_t());
  case Type::I64:
    return Read(int64_t());
  case Type::U64:
    return Read(uint64_t());
  case Type::U8:
    return Bytes[Index];
  }
  return 0;
}

void setElement(unsigned char *Bytes, Type Of, size_t Index, double Value) {
  auto Write = [&](auto Typed) {
    std::memcpy(Bytes + Index * sizeof(Typed), &Typed, sizeof(Typed));
  };
  switch (Of) {
  case Type::F32:
    return Write(float(Value));
  case Type::F64:
    return Write(Value);
  case Type::I32:
    return Write(int32_t(Value));
  case Type::U32:
    return Write(uint32_t(Value));
  case Type::I64:
    return Write(int64_t(Value));
  case Type::U64:
    return Write(uint64_t(Value));
  case Type::U8:
    return Write((unsigned char)(Value));
  }
}

/// The problem's buffers on the device, and a copy of those that the kernel
/// spoils. Freed with this object.
class DeviceBuffers final : public Results {
public:
  DeviceBuffers(Device &Gpu, const Problem &Q) : Gpu(Gpu), Q(Q) {
    uint64_t Bytes = 0;
    for (const Buffer &B : Q.Buffers)
      Bytes += B.Elements * bytesOf(B.Of);
    // Twice for the copies, and the device wants some for itself.
    uint64_t Limit = Gpu.facts().MemoryBytes / 5 * (Q.Restore ? 2 : 4);
    if (Gpu.facts().MemoryBytes && Bytes > Limit)
      throw Unsupported("needs " + std::to_string(Bytes) +
                        " bytes of device memory");
    for (const Buffer &B : Q.Buffers) {
      size_t Size = B.Elements * bytesOf(B.Of);
      BufferHandle Handle = Gpu.allocate(Size);
      Handles[B.Name] = Handle;
      fill(B, Handle);
      if (Q.Restore) {
        Copies[B.Name] = Gpu.allocate(Size);
        Gpu.copy(Copies[B.Name], Handle, Size);
      }
    }
    Gpu.finish();
  }

  ~DeviceBuffers() override {
    for (auto &Known : Handles)
      Gpu.release(Known.second);
    for (auto &Known : Copies)
      Gpu.release(Known.second);
  }

  DeviceBuffers(const DeviceBuffers &) = delete;
  DeviceBuffers &operator=(const DeviceBuffers &) = delete;

  BufferHandle handle(const std::string &Name) const {
    return Handles.at(Name);
  }

  /// Queues the copies back.
  void restore() {
    for (const Buffer &B : Q.Buffers)
      if (auto It = Copies.find(B.Name); It != Copies.end())
        Gpu.copy(Handles[B.Name], It->second, B.Elements * bytesOf(B.Of));
  }

  double after(const std::string &Name, size_t Index) const override {
    const Buffer &B = find(Name);
    std::vector<unsigned char> &Bytes = Downloaded[&B];
    if (Bytes.empty() && B.Elements) {
      Bytes.resize(B.Elements * bytesOf(B.Of));
      Gpu.download(Bytes.data(), Handles.at(Name), 0, Bytes.size());
    }
    if (Index >= B.Elements)
      throw Failure("the check reads " + Name + " out of range");
    return elementAt(Bytes.data(), B.Of, Index);
  }

  double before(const std::string &Name, size_t Index) const override {
    const Buffer &B = find(Name);
    if (Index >= B.Elements)
      throw Failure("the check reads " + Name + " out of range");
    switch (B.Holds.Is) {
    case Contents::Kind::Zero:
      return 0;
    case Contents::Kind::Random:
      return randomElement(Name, B.Holds, B.Of, Index);
    case Contents::Kind::Given:
      return elementAt(B.Holds.Given.data(), B.Of, Index);
    }
    return 0;
  }

  size_t elements(const std::string &Name) const override {
    return find(Name).Elements;
  }

private:
  const Buffer &find(const std::string &Name) const {
    for (const Buffer &B : Q.Buffers)
      if (B.Name == Name)
        return B;
    throw Failure("the check asks for a buffer '" + Name +
                  "' that is not there");
  }

  void fill(const Buffer &B, BufferHandle Handle) {
    const size_t Size = bytesOf(B.Of), Bytes = B.Elements * Size;
    switch (B.Holds.Is) {
    case Contents::Kind::Zero:
      Gpu.fill(Handle, 0, Bytes);
      return;
    case Contents::Kind::Given:
      Gpu.upload(Handle, 0, B.Holds.Given.data(), Bytes);
      return;
    case Contents::Kind::Random:
      break;
    }
    // In pieces, each made by all of the processor's threads.
    const size_t Piece = size_t(1) << 24;
    std::vector<unsigned char> Host(std::min(B.Elements, Piece) * Size);
    const unsigned Threads = std::max(1u, std::thread::hardware_concurrency());
    for (size_t Begin = 0; Begin < B.Elements; Begin += Piece) {
      const size_t Count = std::min(Piece, B.Elements - Begin);
      auto Make = [&](size_t From, size_t To) {
        for (size_t I = From; I < To; ++I)
          setElement(Host.data(), B.Of, I,
                     randomElement(B.Name, B.Holds, B.Of, Begin + I));
      };
      std::vector<std::thread> Workers;
      if (Count > 100000)
        for (unsigned T = 0; T < Threads; ++T)
          Workers.emplace_back(Make, Count * T / Threads,
                               Count * (T + 1) / Threads);
      else
        Make(0, Count);
      for (std::thread &Worker : Workers)
        Worker.join();
      Gpu.upload(Handle, Begin * Size, Host.data(), Count * Size);
    }
  }

  Device &Gpu;
  const Problem &Q;
  std::map<std::string, BufferHandle> Handles, Copies;
  mutable std::map<const Buffer *, std::vector<unsigned char>> Downloaded;
};

Launch launchOf(const Problem &Q, const DeviceBuffers &Buffers) {
  Launch Result;
  Result.Grid = Q.Grid;
  Result.Block = Q.Block;
  for (const Argument &A : Q.Arguments)
    Result.Arguments.push_back([&] {
      switch (A.Is) {
      case Argument::Kind::Buffer:
        return bufferArgument(Buffers.handle(A.Name));
      case Argument::Kind::Int:
        return scalarArgument(int32_t(A.Value));
      case Argument::Kind::Unsigned:
        return scalarArgument(uint32_t(A.Value));
      case Argument::Kind::Long:
        return scalarArgument(int64_t(A.Value));
      case Argument::Kind::Float:
        return scalarArgument(float(A.Value));
      case Argument::Kind::Double:
        return scalarArgument(A.Value);
      case Argument::Kind::Shared:
        break;
      }
      return sharedArgument(size_t(A.Value));
    }());
  return Result;
}

/// Something that pushes everything else out of the caches: twice the last
/// level's size, written. None on a device that names no cache.
struct CacheFlush {
  explicit CacheFlush(Device &Gpu) : Gpu(Gpu) {
    if (!Gpu.facts().IsGpu || !Gpu.facts().L2Bytes)
      return;
    Bytes = size_t(Gpu.facts().L2Bytes) * 2;
    Buffer = Gpu.allocate(Bytes);
  }
  ~CacheFlush() { Gpu.release(Buffer); }
  void run() { Gpu.fill(Buffer, 0x5a, Bytes); }

  Device &Gpu;
  BufferHandle Buffer = 0;
  size_t Bytes = 0;
};

Times measureTimes(Device &Gpu, FunctionHandle Function, const Launch &What,
                   DeviceBuffers &Buffers, bool Restore,
                   const RunSettings &How) {
  Times Result;
  auto Enqueue = [&] { Gpu.launch(Function, What); };
  auto Once = [&](CacheFlush *Flush) {
    if (Restore)
      Buffers.restore();
    if (Flush)
      Flush->run();
    if (Restore || Flush)
      Gpu.finish();
    return Gpu.milliseconds(Enqueue);
  };
  Once(nullptr); // the first run after a pause finds slow clocks
  double Spent = 0;
  while (Result.Warm.size() < How.MostRuns &&
         (Result.Warm.size() < How.FewestRuns ||
          Spent < How.SecondsPerPoint * 1e3)) {
    Result.Warm.push_back(Once(nullptr));
    Spent += Result.Warm.back();
    if (Result.Warm.size() >= 3 && Spent > How.SecondsPerPoint * 1e4)
      break; // far over: three runs must do
  }
  std::vector<double> Sorted = Result.Warm;
  std::sort(Sorted.begin(), Sorted.end());
  const double Median = Sorted[Sorted.size() / 2];

  if (!Restore && Median < 1) {
    const unsigned Launches =
        unsigned(std::clamp(5.0 / std::max(Median, 1e-3), 10.0, 500.0));
    auto Many = [&] {
      for (unsigned I = 0; I < Launches; ++I)
        Enqueue();
    };
    Gpu.milliseconds(Many);
    Result.Batch = Gpu.milliseconds(Many) / Launches;
  }
  if (CacheFlush Flush(Gpu); Flush.Buffer && Median < 100)
    for (unsigned I = 0; I < How.FewestRuns; ++I)
      Result.Cold.push_back(Once(&Flush));
  return Result;
}

} // namespace

std::string measure::definitionOptions(const Parameters &Definitions) {
  std::string Text;
  for (const auto &[Name, Value] : Definitions.all())
    Text += (Text.empty() ? "-D" : " -D") + Name + "=" + std::to_string(Value);
  return Text;
}

Outcome measure::runCase(Device &Gpu, const Case &C, const Parameters &P,
                         const std::string &Module, const RunSettings &How) {
  Outcome Result;
  try {
    Result.Ran = makeProblem(C, P);
    const Problem &Q = Result.Ran;
    if (C.DoublePrecision && !Gpu.facts().DoublePrecision)
      throw Unsupported("the device has no double precision");
    Gpu.load(Module, definitionOptions(Q.Definitions));
    FunctionHandle Function = Gpu.find(C.Kernel);
    Result.Kernel = Gpu.kernelFacts(Function);
    DeviceBuffers Buffers(Gpu, Q);
    const Launch What = launchOf(Q, Buffers);
    const double First = Gpu.milliseconds([&] { Gpu.launch(Function, What); });
    Result.Message = Q.IsRight(Buffers);
    Result.Status = Result.Message.empty() ? "ok" : "wrong";
    if (Result.Status != "ok" || !How.Time || !Gpu.facts().Times)
      ; // nothing to time
    else if (First > SlowMilliseconds)
      Result.Took.Warm = {First};
    else
      Result.Took = measureTimes(Gpu, Function, What, Buffers, Q.Restore, How);
  } catch (const Unsupported &Error) {
    Result.Status = "unsupported";
    Result.Message = Error.what();
  } catch (const std::exception &Error) {
    Result.Status = "failed";
    Result.Message = Error.what();
  }
  for (Buffer &B : Result.Ran.Buffers)
    B.Holds.Given = {};
  return Result;
}
