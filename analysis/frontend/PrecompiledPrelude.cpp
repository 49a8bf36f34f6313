//===- PrecompiledPrelude.cpp - The CUDA prelude, parsed once -------------===//
//
// The prelude takes longer to parse than most files that follow it. Its syntax
// tree is therefore written to the user's cache folder on first use,
//
//   $XDG_CACHE_HOME/kernelcast or $HOME/.cache/kernelcast
//
// under a name that holds a hash of everything it depends on: the prelude's
// text, the compiler's version, the options, and the state of the C++ library.
// A file of that name is complete, because it is written under another name
// first; processes that make it at the same time replace it by its equal.
//
// One list is left out. Clang notes every device function and reports what it
// has deferred about them at the end of a translation unit, for which the
// functions of a precompiled file are read in, one and all: a sixth of the time
// of a usual file. But what was deferred about them is not in the file, so that
// nothing can come of it.
//===----------------------------------------------------------------------===//
#include "analysis/frontend/PrecompiledPrelude.h"
#include "analysis/frontend/CompilerArguments.h"
#include "analysis/frontend/Preludes.h"
#include "analysis/frontend/Toolchain.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <mutex>

namespace kernelcast {

std::string cacheFolder() {
  llvm::SmallString<256> Folder;
  auto Environment = [](const char *Name) {
    return llvm::sys::Process::GetEnv(Name).value_or("");
  };
  if (std::string Cache = Environment("XDG_CACHE_HOME");
      llvm::sys::path::is_absolute(Cache))
    Folder = Cache;
  else if (std::string Home = Environment("HOME");
           llvm::sys::path::is_absolute(Home)) {
    Folder = Home;
    llvm::sys::path::append(Folder, ".cache");
  } else
    return {};
  llvm::sys::path::append(Folder, "kernelcast");
  if (llvm::sys::fs::create_directories(Folder))
    return {};
  return std::string(Folder);
}

std::string libraryState() {
  std::string State;
  std::vector<std::string> Folders = toolchain().CxxFolders;
  Folders.insert(Folders.end(), toolchain().PlainFolders.begin(),
                 toolchain().PlainFolders.end());
  Folders.push_back(toolchain().ResourceDirectory + "/include");
  for (const std::string &Folder : Folders)
    for (const char *Name : {"", "/cmath", "/bits/c++config.h", "/stdlib.h",
                             "/__clang_cuda_math.h"}) {
      llvm::sys::fs::file_status Status;
      if (!llvm::sys::fs::status(Folder + Name, Status))
        State +=
            Folder + Name + ":" + llvm::utostr(Status.getSize()) + ":" +
            llvm::utostr(
                Status.getLastModificationTime().time_since_epoch().count()) +
            "\n";
    }
  return State;
}

namespace {

/// Sema's list of functions with deferred diagnostics, which it keeps private.
/// An explicit instantiation may name what is private.
llvm::SmallSetVector<clang::Decl *, 4> &deferredChecks(clang::Sema &S);
template <auto List> struct Opened {
  friend llvm::SmallSetVector<clang::Decl *, 4> &
  deferredChecks(clang::Sema &S) {
    return S.*List;
  }
};
template struct Opened<&clang::Sema::DeclsToCheckForDeferredDiags>;

/// Empties the list before the file is written.
class ForgetDeferredChecks : public clang::ASTConsumer {
public:
  explicit ForgetDeferredChecks(clang::CompilerInstance &Compiler)
      : Compiler(Compiler) {}
  void HandleTranslationUnit(clang::ASTContext &) override {
    deferredChecks(Compiler.getSema()).clear();
  }

private:
  clang::CompilerInstance &Compiler;
};

class PreludeAction : public clang::GeneratePCHAction {
protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Compiler,
                    llvm::StringRef File) override {
    std::unique_ptr<clang::ASTConsumer> Writer =
        GeneratePCHAction::CreateASTConsumer(Compiler, File);
    if (!Writer)
      return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> InOrder;
    InOrder.push_back(std::make_unique<ForgetDeferredChecks>(Compiler));
    InOrder.push_back(std::move(Writer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(InOrder));
  }
};

/// Parses the prelude and writes its syntax tree to \p Path.
bool precompile(std::vector<std::string> Arguments, llvm::StringRef Path) {
  Arguments.insert(Arguments.end(), {"-emit-pch", "-fpch-instantiate-templates",
                                     "-o", Path.str()});
  for (std::string &Argument : trailingIncludeArguments(Language::Cuda))
    Arguments.push_back(std::move(Argument));
  Arguments.push_back((PreludeRoot + "/cuda_prelude.h").str());
  std::vector<const char *> Pointers;
  Pointers.reserve(Arguments.size());
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  clang::IgnoringDiagConsumer Quiet;
  clang::CompilerInstance Compiler;
  Compiler.createDiagnostics(&Quiet, /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(
          Compiler.getInvocation(), Pointers, Compiler.getDiagnostics()))
    return false;
  clang::ProcessWarningOptions(Compiler.getDiagnostics(),
                               Compiler.getDiagnosticOpts(), false);
  Compiler.getFrontendOpts().DisableFree = false;
  // A temporary name of our own is used; Clang need not invent another.
  Compiler.getFrontendOpts().UseTemporary = false;
  Compiler.createFileManager(fileSystemWithPreludes(""));
  Compiler.createSourceManager(Compiler.getFileManager());
  PreludeAction Action;
  return Compiler.ExecuteAction(Action) &&
         !Compiler.getDiagnostics().hasErrorOccurred();
}

/// The finished file for \p Arguments in \p Folder, made if need be.
std::string make(const std::vector<std::string> &Arguments,
                 const std::string &Folder) {
  std::string Key = "no deferred checks\n" + llvm::join(Arguments, "\n") +
                    "\n" + clang::getClangFullVersion() + "\n" +
                    llvm::utostr(preludeFingerprint()) + "\n" + libraryState();
  std::string Name = Folder + "/cuda-" +
                     llvm::utohexstr(llvm::xxh3_64bits(Key), true) + ".pch";
  if (llvm::sys::fs::exists(Name))
    return Name;
  llvm::SmallString<256> Temporary;
  if (llvm::sys::fs::createUniqueFile(Name + ".%%%%%%%%", Temporary))
    return {};
  // What cannot be removed there is no harm.
  llvm::FileRemover Unfinished(Temporary);
  if (!precompile(Arguments, Temporary) ||
      llvm::sys::fs::rename(Temporary, Name))
    return {};
  Unfinished.releaseFile();
  return Name;
}

} // namespace

std::string precompiledPrelude(llvm::StringRef Standard,
                               unsigned ComputeCapability, bool FastMath) {
  std::vector<std::string> Arguments =
      commonArguments(Language::Cuda, Standard, ComputeCapability, FastMath);
  // Threads that need the same file wait for the one that makes it; what was
  // found is kept, so that a folder that cannot be written is tried once.
  struct Entry {
    std::once_flag Once;
    std::string Path;
  };
  static std::mutex Lock;
  static std::map<std::string, Entry> Entries;
  std::string Folder = cacheFolder();
  if (Folder.empty())
    return {};
  Entry *Mine;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Mine = &Entries[Folder + "\n" + llvm::join(Arguments, "\n")];
  }
  std::call_once(Mine->Once, [&] { Mine->Path = make(Arguments, Folder); });
  return Mine->Path;
}

} // namespace kernelcast
