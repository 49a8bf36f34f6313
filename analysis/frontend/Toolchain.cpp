//===- Toolchain.cpp - Where the compiler's own headers are ---------------===//
//
// Clang's device headers must be of the very version of the library that reads
// them. They lie beside it: LIB/libclang-cpp.so -> LIB/clang/MAJOR. The folder
// known at build time comes first, the library's own place second.
//===----------------------------------------------------------------------===//
#include "analysis/frontend/Toolchain.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <dlfcn.h>

namespace kernelcast {

static bool holdsClangHeaders(llvm::StringRef Folder) {
  return !Folder.empty() &&
         llvm::sys::fs::exists(Folder + "/include/opencl-c-base.h");
}

static std::string findResourceDirectory() {
  if (holdsClangHeaders(KERNELCAST_RESOURCE_DIR))
    return KERNELCAST_RESOURCE_DIR;
  Dl_info Info;
  auto *Symbol = reinterpret_cast<void *>(&clang::getClangFullVersion);
  llvm::SmallString<256> Library;
  if (dladdr(Symbol, &Info) && Info.dli_fname &&
      !llvm::sys::fs::real_path(Info.dli_fname, Library)) {
    llvm::StringRef Folder = llvm::sys::path::parent_path(Library);
    for (llvm::StringRef Up : {"/clang/", "/../lib/clang/"})
      if (std::string Found = (Folder + Up + CLANG_VERSION_MAJOR_STRING).str();
          holdsClangHeaders(Found))
        return Found;
  }
  std::string Debian = "/usr/lib/llvm-" CLANG_VERSION_MAJOR_STRING
                       "/lib/clang/" CLANG_VERSION_MAJOR_STRING;
  return holdsClangHeaders(Debian) ? Debian : std::string();
}

/// GCC's multi-arch name of this machine, as in /usr/include/NAME.
static std::string machineName() {
  llvm::Triple Host(llvm::sys::getDefaultTargetTriple());
  return (Host.getArchName() + "-linux-gnu").str();
}

static Toolchain find() {
  Toolchain Result;
  Result.ResourceDirectory = findResourceDirectory();
  unsigned Newest = 0;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator I("/usr/include/c++", Error), End;
       I != End && !Error; I.increment(Error)) {
    unsigned Version;
    if (!llvm::sys::path::filename(I->path()).split('.').first.getAsInteger(
            10, Version) &&
        Version > Newest && llvm::sys::fs::exists(I->path() + "/cmath")) {
      Newest = Version;
      Result.CxxFolders = {I->path(),
                           "/usr/include/" + machineName() + "/c++/" +
                               llvm::sys::path::filename(I->path()).str(),
                           I->path() + "/backward"};
    }
  }
  Result.PlainFolders = {"/usr/local/include", "/usr/include/" + machineName(),
                         "/usr/include"};
  return Result;
}

const Toolchain &toolchain() {
  static const Toolchain Found = find();
  return Found;
}

} // namespace kernelcast
