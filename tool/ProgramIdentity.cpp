//===- ProgramIdentity.cpp - Which program this is, to the byte -----------===//

#include "tool/ProgramIdentity.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <link.h>
#include <sys/auxv.h>

using namespace llvm;
using namespace kernelcast;

/// The build ID among the \p Notes of a segment; "" if there is none.
static StringRef buildIdAmong(StringRef Notes, size_t Alignment) {
  auto padded = [&](size_t Bytes) {
    const size_t To = Alignment == 8 ? 8 : 4;
    return (Bytes + To - 1) / To * To;
  };
  ElfW(Nhdr) Head;
  while (Notes.size() >= sizeof(Head)) {
    std::memcpy(&Head, Notes.data(), sizeof(Head));
    const size_t Text = padded(sizeof(Head) + Head.n_namesz);
    if (Head.n_type == NT_GNU_BUILD_ID)
      return Notes.substr(Text, Head.n_descsz);
    Notes =
        Notes.drop_front(std::min(Notes.size(), padded(Text + Head.n_descsz)));
  }
  return "";
}

static void addObject(const dl_phdr_info &Object, std::string &To) {
  // The kernel's own part changes nothing.
  const uint64_t Kernels = getauxval(AT_SYSINFO_EHDR);
  if (Kernels != 0 && Object.dlpi_addr == Kernels)
    return;
  for (ElfW(Half) I = 0; I != Object.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object.dlpi_phdr[I];
    if (Segment.p_type != PT_NOTE)
      continue;
    // The loader gives addresses as numbers.
    const StringRef Notes(
        llvm::bit_cast<const char *>(Object.dlpi_addr + Segment.p_vaddr),
        Segment.p_memsz);
    const StringRef Id = buildIdAmong(Notes, Segment.p_align);
    if (!Id.empty()) {
      To += Id;
      return;
    }
  }
  const StringRef Name =
      *Object.dlpi_name ? Object.dlpi_name : "/proc/self/exe";
  if (auto Whole = MemoryBuffer::getFile(Name))
    for (const uint64_t Part : contentHash((*Whole)->getBuffer()))
      To += std::to_string(Part);
}

ContentHash kernelcast::programIdentity() {
  std::string Objects;
  dl_iterate_phdr(
      [](dl_phdr_info *Object, size_t, void *To) {
        addObject(*Object, *static_cast<std::string *>(To));
        return 0;
      },
      &Objects);
  return contentHash(Objects);
}
