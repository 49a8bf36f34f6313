//===- CompilerCommand.cpp - Clang's command line for a file --------------===//

#include "analysis/frontend/CompilerCommand.h"
#include "analysis/frontend/CompilerArguments.h"
#include "analysis/frontend/PrecompiledPrelude.h"
#include "analysis/frontend/Preludes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kernelcast {

/// Writes the prelude's files below \p Folder and calls \p Wrote with the path
/// that each seems to have and the one where it is.
static Error
writePrelude(StringRef Folder,
             function_ref<void(StringRef Name, StringRef Real)> Wrote) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = fileSystemWithPreludes("");
  std::error_code Failed;
  for (vfs::recursive_directory_iterator I(*Files, PreludeRoot, Failed), End;
       I != End && !Failed; I.increment(Failed)) {
    if (I->type() != sys::fs::file_type::regular_file)
      continue;
    StringRef Name = I->path();
    SmallString<256> Real(Folder);
    sys::path::append(Real, Name.substr(PreludeRoot.size()));
    auto Text = Files->getBufferForFile(Name);
    if (!Text)
      return createStringError(Text.getError(), Name);
    if (std::error_code Code =
            sys::fs::create_directories(sys::path::parent_path(Real)))
      return createStringError(Code, "cannot write '" + Real + "'");
    if (Error E = writeToOutput(Real, [&](raw_ostream &OS) {
          OS << (*Text)->getBuffer();
          return Error::success();
        }))
      return E;
    Wrote(Name, Real);
  }
  return Failed ? createStringError(Failed, "cannot list the prelude's files")
                : Error::success();
}

Error writePrelude(StringRef Folder) {
  return writePrelude(Folder, [](StringRef, StringRef) {});
}

namespace {

/// The prelude's files on the disk.
struct WrittenPrelude {
  std::string Folder;
  std::string Overlay; ///< that puts them where they seem to lie
};

} // namespace

/// Writes them to the cache folder, once for each version of them.
static Expected<WrittenPrelude> writtenPrelude() {
  std::string Cache = cacheFolder();
  if (Cache.empty())
    return createStringError("there is no cache folder to write the prelude "
                             "to: set XDG_CACHE_HOME");
  WrittenPrelude Result;
  Result.Folder =
      Cache + "/prelude-" + utohexstr(preludeFingerprint(), /*LowerCase=*/true);
  Result.Overlay = Result.Folder + ".yaml";
  if (sys::fs::exists(Result.Overlay))
    return Result;
  vfs::YAMLVFSWriter Mapping;
  Mapping.setUseExternalNames(false);
  if (Error E =
          writePrelude(Result.Folder, [&](StringRef Name, StringRef Real) {
            Mapping.addFileMapping(Name, Real);
          }))
    return E;
  // The overlay comes last: where it is, the files are whole.
  if (Error E = writeToOutput(Result.Overlay, [&](raw_ostream &OS) {
        Mapping.write(OS);
        return Error::success();
      }))
    return E;
  return Result;
}

static Error writeText(const Twine &Path, StringRef Text) {
  const std::string Name = Path.str();
  if (std::error_code Code =
          sys::fs::create_directories(sys::path::parent_path(Name)))
    return createStringError(Code, "cannot write '" + Name + "'");
  return writeToOutput(Name, [&](raw_ostream &OS) {
    OS << Text;
    return Error::success();
  });
}

/// For each of the prelude's headers in the folders \p Parts a header of the
/// same name below \p Folder that leads to it from CUDA, and from another
/// language to the next one of that name.
static Error writeForCudaAlone(const Twine &Folder, StringRef Prelude,
                               ArrayRef<StringRef> Parts) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = fileSystemWithPreludes("");
  for (StringRef Part : Parts) {
    const std::string Root = (PreludeRoot + "/" + Part).str();
    std::error_code Failed;
    for (vfs::recursive_directory_iterator I(*Files, Root, Failed), End;
         I != End && !Failed; I.increment(Failed)) {
      if (I->type() != sys::fs::file_type::regular_file)
        continue;
      const StringRef Name = I->path().substr(Root.size() + 1);
      if (Error E = writeText(
              Folder + "/" + Part + "/" + Name,
              ("#pragma GCC system_header\n#ifdef __CUDA__\n#include \"" +
               Prelude + "/" + Part + "/" + Name +
               "\"\n#else\n#include_next <" + Name + ">\n#endif\n")
                  .str()))
        return E;
    }
    if (Failed)
      return createStringError(Failed, "cannot list the prelude's files");
  }
  return Error::success();
}

Expected<std::vector<std::string>> preludeArguments() {
  Expected<WrittenPrelude> Written = writtenPrelude();
  if (!Written)
    return Written.takeError();
  const std::string Folder = Written->Folder + "-if-cuda";
  // It comes last: where it is, the others are.
  const std::string First = Folder + "/prelude_if_cuda.h";
  if (!sys::fs::exists(First)) {
    if (Error E = writeForCudaAlone(Folder, Written->Folder, {"core", "last"}))
      return E;
    if (Error E = writeText(
            First, "#pragma GCC system_header\n#ifdef __CUDA__\n"
                   "#include \"" +
                       Written->Folder + "/cuda_prelude.h\"\n#endif\n"))
      return E;
  }
  return std::vector<std::string>{"-nocudainc",
                                  "-nocudalib",
                                  "-Wno-unknown-cuda-version",
                                  "--cuda-device-only",
                                  "--cuda-gpu-arch=sm_" +
                                      std::to_string(parsedCapability(0)),
                                  "-Qunused-arguments",
                                  "-I",
                                  Folder + "/core",
                                  "-idirafter",
                                  Folder + "/last",
                                  "-include",
                                  First};
}

namespace {

/// What a job's arguments say of how its file is read.
struct Reading {
  TranslatedArguments Arguments;
  Language Lang = Language::Cuda;
  std::string Standard; ///< the first that is tried
};

} // namespace

static Expected<Reading> readingOf(const CompileJob &Job) {
  auto Arguments =
      translateArguments(Job.Arguments, *fileSystemWithPreludes(Job.Directory));
  if (!Arguments)
    return Arguments.takeError();
  if (!Arguments->ComputeCapability)
    Arguments->ComputeCapability = parsedCapability(Job.ComputeCapability);
  auto Lang = languageOf(Job.File, *Arguments);
  if (!Lang)
    return Lang.takeError();
  std::string Standard = standardsOf(*Lang, *Arguments)[0];
  return Reading{std::move(*Arguments), *Lang, std::move(Standard)};
}

Expected<std::vector<std::string>> compilerCommand(const CompileJob &Job) {
  Expected<Reading> How = readingOf(Job);
  if (!How)
    return How.takeError();
  Expected<WrittenPrelude> Written = writtenPrelude();
  if (!Written)
    return Written.takeError();
  std::string Prelude;
  if (How->Lang == Language::Cuda)
    Prelude =
        precompiledPrelude(How->Standard, How->Arguments.ComputeCapability,
                           How->Arguments.FastMath);
  std::vector<std::string> Command = {"clang-19", "-cc1", "-ivfsoverlay",
                                      Written->Overlay, "-fno-validate-pch"};
  append_range(Command, compilerArguments(Job.File, How->Lang, How->Standard,
                                          Prelude, How->Arguments));
  return Command;
}

Expected<std::vector<std::string>> driverCommand(const CompileJob &Job,
                                                 StringRef Prelude) {
  Expected<Reading> How = readingOf(Job);
  if (!How)
    return How.takeError();
  const TranslatedArguments &Arguments = How->Arguments;
  std::vector<std::string> Command = {"clang++", "-Qunused-arguments"};
  if (How->Lang == Language::Cuda)
    append_range(
        Command,
        std::vector<std::string>{
            "-x", "cuda", "-std=" + How->Standard, "--cuda-device-only",
            "--cuda-gpu-arch=sm_" +
                std::to_string(parsedCapability(Arguments.ComputeCapability)),
            "-nocudainc", "-nocudalib", "-I", (Prelude + "/core").str(),
            "-idirafter", (Prelude + "/last").str(), "-include",
            (Prelude + "/cuda_prelude.h").str()});
  else
    append_range(Command, std::vector<std::string>{"-x", "cl",
                                                   "-cl-std=" + How->Standard});
  if (Arguments.FastMath)
    Command.push_back(How->Lang == Language::Cuda ? "-ffast-math"
                                                  : "-cl-fast-relaxed-math");
  append_range(Command, Arguments.Preprocessor);
  append_range(Command,
               std::vector<std::string>{"-fsyntax-only", "--", Job.File});
  return Command;
}

} // namespace kernelcast
