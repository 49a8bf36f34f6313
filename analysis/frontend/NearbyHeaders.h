//===- NearbyHeaders.h - Folders of headers that nobody named ---*- C++ -*-===//
//
// Who reads a kernel rarely gives the options of its build, and builds name the
// folders of their own headers there. Those folders have names by habit: the
// headers of a/src/b/k.cu stand in a/include, a/src/common or a/third_party. A
// header that the compiler did not find is looked for there, from the file's
// own folder upwards; the nearest wins. What is in none of them is looked for
// in all of the project: a sibling module's header, say. There, too, the
// nearest wins, and of equally near ones none is taken.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_NEARBYHEADERS_H
#define KERNELCAST_ANALYSIS_FRONTEND_NEARBYHEADERS_H

#include "analysis/support/SourceInputs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace kernelcast {

/// A header, as its #include has it, and the folder below which it is.
struct NearbyHeader {
  std::string Name, Folder;
  /// Whether it took a look at the whole project to find it: other headers are
  /// not to come from there, if they can be had elsewhere.
  bool IsFar = false;
};

/// Those of the headers \p Names, as their #include has them, that stand in a
/// folder near \p File, in the order of \p Names. At most 64 names are looked
/// for, in the folders of six levels; none above that of the project, which is
/// the first with a .git, and none in the root of \p Files. All of a project
/// are the folders below the highest of twelve levels that has a .git, a
/// LICENSE or a README, if they have 20,000 entries at most.
std::vector<NearbyHeader> nearbyHeaders(llvm::StringRef File,
                                        llvm::ArrayRef<std::string> Names,
                                        llvm::vfs::FileSystem &Files,
                                        std::vector<InputFile> &Searches);

/// Of what \p Search finds now.
ContentHash hashOf(const InputFile &Search, llvm::vfs::FileSystem &Files);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_NEARBYHEADERS_H
