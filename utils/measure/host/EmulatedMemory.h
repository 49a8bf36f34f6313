//===- EmulatedMemory.h - Device memory that notices stray accesses -------===//
//
// Every buffer lies alone between pages that cannot be touched, its end as
// close to the upper ones as its alignment permits. What is left on both sides
// is filled with a pattern, to find writes that stay within a page.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_EMULATEDMEMORY_H
#define MEASURE_HOST_EMULATEDMEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace measure {

class EmulatedMemory {
public:
  /// \p Alignment is a power of two, at most a page's size.
  explicit EmulatedMemory(size_t Alignment = 256) : Alignment(Alignment) {}
  ~EmulatedMemory();
  EmulatedMemory(const EmulatedMemory &) = delete;
  EmulatedMemory &operator=(const EmulatedMemory &) = delete;

  /// Null if there is no memory. Its bytes are all 0xff: NaN, or -1.
  void *allocate(size_t Bytes);
  /// False if \p Memory is not one of ours.
  bool release(void *Memory);
  /// Whether \p Bytes from \p Begin lie within one buffer.
  bool holds(const void *Begin, size_t Bytes) const;
  /// Where \p Address lies: "12 bytes behind a buffer of 4000 bytes".
  std::string describe(const void *Address) const;
  /// Empty, or which buffer's surroundings were written; restores them.
  std::string strayWrites();

private:
  struct Region {
    char *Mapping; ///< with its forbidden pages
    size_t MappedBytes;
    char *Open; ///< the accessible pages
    size_t OpenBytes;
    size_t Bytes; ///< what was asked for
  };
  void spread(const Region &R, char *Memory);

  size_t Alignment;
  std::map<char *, Region> Regions; ///< by the buffer's first byte
};

} // namespace measure

#endif // MEASURE_HOST_EMULATEDMEMORY_H
