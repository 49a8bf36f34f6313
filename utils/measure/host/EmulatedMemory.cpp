//===- EmulatedMemory.cpp - Device memory that notices stray accesses -----===//
#include "host/EmulatedMemory.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace measure;

/// So far a stray index is caught; address space costs nothing.
static constexpr size_t Forbidden = size_t(1) << 24;
static constexpr unsigned char Pattern = 0xc5;

EmulatedMemory::~EmulatedMemory() {
  for (const auto &Known : Regions)
    munmap(Known.second.Mapping, Known.second.MappedBytes);
}

/// Writes the pattern around the buffer.
void EmulatedMemory::spread(const Region &R, char *Memory) {
  std::memset(R.Open, Pattern, size_t(Memory - R.Open));
  char *End = Memory + R.Bytes;
  std::memset(End, Pattern, size_t(R.Open + R.OpenBytes - End));
}

void *EmulatedMemory::allocate(size_t Bytes) {
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  const size_t Open = (Bytes + Page - 1) / Page * Page + (Bytes ? 0 : Page);
  const size_t Mapped = Open + 2 * Forbidden;
  if (Mapped < Bytes)
    return nullptr;
  void *Mapping = mmap(nullptr, Mapped, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Mapping == MAP_FAILED)
    return nullptr;
  Region R{static_cast<char *>(Mapping), Mapped,
           static_cast<char *>(Mapping) + Forbidden, Open, Bytes};
  if (mprotect(R.Open, Open, PROT_READ | PROT_WRITE) != 0) {
    munmap(Mapping, Mapped);
    return nullptr;
  }
  char *Memory = R.Open + (Open - Bytes) / Alignment * Alignment;
  std::memset(Memory, 0xff, Bytes);
  spread(R, Memory);
  Regions[Memory] = R;
  return Memory;
}

bool EmulatedMemory::release(void *Memory) {
  auto It = Regions.find(static_cast<char *>(Memory));
  if (It == Regions.end())
    return false;
  munmap(It->second.Mapping, It->second.MappedBytes);
  Regions.erase(It);
  return true;
}

bool EmulatedMemory::holds(const void *Begin, size_t Bytes) const {
  char *First = static_cast<char *>(const_cast<void *>(Begin));
  auto It = Regions.upper_bound(First);
  if (It == Regions.begin())
    return false;
  --It;
  const size_t Offset = size_t(First - It->first);
  return Offset <= It->second.Bytes && Bytes <= It->second.Bytes - Offset;
}

std::string EmulatedMemory::describe(const void *Address) const {
  auto *Place = static_cast<const char *>(Address);
  for (const auto &[Memory, R] : Regions) {
    if (Place < R.Mapping || Place >= R.Mapping + R.MappedBytes)
      continue;
    const std::string Buffer =
        " a buffer of " + std::to_string(R.Bytes) + " bytes";
    if (Place < Memory)
      return std::to_string(Memory - Place) + " bytes before" + Buffer;
    return std::to_string(Place - (Memory + R.Bytes)) + " bytes behind" +
           Buffer;
  }
  return "in no buffer";
}

std::string EmulatedMemory::strayWrites() {
  for (const auto &[Memory, R] : Regions) {
    const char *End = R.Open + R.OpenBytes;
    for (const char *Place = R.Open; Place != End; ++Place) {
      if (Place == Memory) {
        Place += R.Bytes;
        if (Place == End)
          break;
      }
      if (static_cast<unsigned char>(*Place) == Pattern)
        continue;
      const std::string Where = describe(Place);
      spread(R, Memory);
      return "something was written " + Where;
    }
  }
  return {};
}
