//===- Memory.cpp - Memory and events of the fake library -----------------===//
#include "State.h"

#include <cstdlib>
#include <cstring>

using namespace measure;
using namespace measure::cuda;

static void *pointer(Address Memory) {
  return reinterpret_cast<void *>(Memory);
}

EXPORT cuMemAlloc_v2(Address *Memory, size_t Bytes) {
  READY();
  if (!Bytes)
    return InvalidValue;
  void *New = Bytes <= size_t(1) << 30 ? Fake.Memory.allocate(Bytes) : nullptr;
  *Memory = reinterpret_cast<Address>(New);
  return New ? Success : OutOfMemory;
}

EXPORT cuMemFree_v2(Address Memory) {
  READY();
  return Fake.Memory.release(pointer(Memory)) ? Success : InvalidValue;
}

EXPORT cuMemcpyHtoD_v2(Address To, const void *From, size_t Bytes) {
  READY();
  if (!Fake.Memory.holds(pointer(To), Bytes))
    return InvalidValue;
  std::memcpy(pointer(To), From, Bytes);
  return Success;
}

EXPORT cuMemcpyDtoH_v2(void *To, Address From, size_t Bytes) {
  READY();
  if (!Fake.Memory.holds(pointer(From), Bytes))
    return InvalidValue;
  std::memcpy(To, pointer(From), Bytes);
  return Success;
}

EXPORT cuMemcpyDtoDAsync_v2(Address To, Address From, size_t Bytes, Stream On) {
  READY();
  if (On || !Fake.Memory.holds(pointer(To), Bytes) ||
      !Fake.Memory.holds(pointer(From), Bytes))
    return InvalidValue;
  std::memmove(pointer(To), pointer(From), Bytes);
  return Success;
}

EXPORT cuMemsetD8Async(Address To, unsigned char Value, size_t Count,
                       Stream On) {
  READY();
  if (On || !Fake.Memory.holds(pointer(To), Count))
    return InvalidValue;
  std::memset(pointer(To), Value, Count);
  return Success;
}

EXPORT cuMemHostAlloc(void **Memory, size_t Bytes, unsigned Flags) {
  READY();
  *Memory = std::malloc(Bytes);
  Fake.HostMemory.insert(*Memory);
  return Flags > 7 ? InvalidValue : Success;
}

EXPORT cuMemFreeHost(void *Memory) {
  READY();
  if (!Fake.HostMemory.erase(Memory))
    return InvalidValue;
  std::free(Memory);
  return Success;
}

EXPORT cuEventCreate(Event *Created, unsigned Flags) {
  READY();
  *Created = newHandle<Event>();
  Fake.Events[*Created] = {};
  return Flags == 0 ? Success : InvalidValue;
}

EXPORT cuEventDestroy_v2(Event Destroyed) {
  READY();
  return Fake.Events.erase(Destroyed) ? Success : InvalidHandle;
}

EXPORT cuEventRecord(Event Recorded, Stream On) {
  READY();
  auto It = Fake.Events.find(Recorded);
  if (It == Fake.Events.end() || On)
    return InvalidHandle;
  It->second = {true, Clock::now()};
  return Success;
}

EXPORT cuEventSynchronize(Event Awaited) {
  READY();
  return Fake.Events.count(Awaited) ? Success : InvalidHandle;
}

EXPORT cuEventElapsedTime(float *Milliseconds, Event Start, Event End) {
  READY();
  auto A = Fake.Events.find(Start), B = Fake.Events.find(End);
  if (A == Fake.Events.end() || B == Fake.Events.end() || !A->second.Recorded ||
      !B->second.Recorded)
    return InvalidHandle;
  *Milliseconds =
      std::chrono::duration<float, std::milli>(B->second.At - A->second.At)
          .count();
  return Success;
}
