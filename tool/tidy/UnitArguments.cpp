//===- UnitArguments.cpp - How clang-tidy reads the file at hand ----------===//
//
// Nobody hands a check the command. What it came to is in the preprocessor.
//===----------------------------------------------------------------------===//

#include "tool/tidy/UnitArguments.h"
#include "analysis/frontend/PrecompiledPrelude.h"
#include "analysis/frontend/Toolchain.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace kernelcast {

/// Whether \p Path is below the folder that the module's own headers are
/// written to.
static bool isWritten(llvm::StringRef Path) {
  const std::string Folder = cacheFolder();
  return !Folder.empty() && Path.starts_with(Folder);
}

/// Whether \p Folder is one of the compiler's own, or of the C library.
static bool isOwn(llvm::StringRef Folder) {
  const Toolchain &Tools = toolchain();
  auto holds = [&](const std::vector<std::string> &Folders) {
    return llvm::is_contained(Folders, Folder);
  };
  return holds(Tools.CxxFolders) || holds(Tools.PlainFolders) ||
         Folder.starts_with(Tools.ResourceDirectory);
}

static void addFolders(const Preprocessor &Source,
                       std::vector<std::string> &To) {
  for (const HeaderSearchOptions::Entry &Entry :
       Source.getHeaderSearchInfo().getHeaderSearchOpts().UserEntries) {
    llvm::SmallString<256> Folder(Entry.Path);
    Source.getFileManager().makeAbsolutePath(Folder);
    llvm::SmallString<256> Plain(Folder);
    llvm::sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
    const char *Option = nullptr;
    switch (Entry.Group) {
    case frontend::Quoted:
      Option = "-iquote";
      break;
    case frontend::Angled:
      Option = "-I";
      break;
    case frontend::System:
      Option = isOwn(Plain) ? nullptr : "-isystem";
      break;
    case frontend::After:
      Option = "-idirafter";
      break;
    default: // of the compiler itself
      break;
    }
    if (Option && !isWritten(Folder))
      To.insert(To.end(), {Option, Folder.str().str()});
  }
}

/// Whether the file of this name declares what is built into a language, where
/// a compile command names it (`kernelcast compile-commands`, OpenCL).
static bool isPreludeName(llvm::StringRef Name) {
  constexpr llvm::StringLiteral Names[] = {"cuda_prelude.h", "opencl-c.h",
                                           "opencl-c-base.h"};
  return llvm::is_contained(Names, Name);
}

static void addStandard(const LangOptions &Language,
                        std::vector<std::string> &To) {
  // Those that nobody has asked for: kernelcast has its own.
  if (Language.LangStd == LangStandard::lang_gnucxx17 ||
      Language.LangStd == LangStandard::lang_opencl12 ||
      Language.LangStd == LangStandard::lang_unspecified)
    return;
  const llvm::StringRef Name =
      LangStandard::getLangStandardForKind(Language.LangStd).getName();
  To.push_back(((Language.OpenCL ? "-cl-std=" : "-std=") + Name).str());
}

std::vector<std::string> unitArguments(const Preprocessor &Source) {
  std::vector<std::string> Result;
  const PreprocessorOptions &Options = Source.getPreprocessorOpts();
  Result.reserve(Options.Macros.size());
  for (const auto &[Text, IsUndefined] : Options.Macros)
    Result.push_back((IsUndefined ? "-U" : "-D") + Text);
  addFolders(Source, Result);
  for (const std::string &File : Options.Includes) {
    if (isPreludeName(llvm::sys::path::filename(File)) || isWritten(File))
      continue;
    llvm::SmallString<256> Path(File);
    Source.getFileManager().makeAbsolutePath(Path);
    Result.insert(Result.end(), {"-include", Path.str().str()});
  }
  const LangOptions &Language = Source.getLangOpts();
  addStandard(Language, Result);
  if (Language.CUDAIsDevice)
    Result.push_back("-arch=" + Source.getTargetInfo().getTargetOpts().CPU);
  if (Language.FastMath)
    Result.push_back(Language.OpenCL ? "-cl-fast-relaxed-math"
                                     : "-use_fast_math");
  return Result;
}

} // namespace kernelcast
