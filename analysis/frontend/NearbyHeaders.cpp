//===- NearbyHeaders.cpp - Folders of headers that nobody named -----------===//

#include "analysis/frontend/NearbyHeaders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kernelcast {

static constexpr size_t MostNames = 64;
static constexpr unsigned MostLevels = 6;

/// Where the headers of a program stand, relative to its folder; "" is itself.
static constexpr StringLiteral OfProgram[] = {
    "",     "include", "inc",    "includes", "headers", "src",
    "csrc", "source",  "common", "util",     "utils",   "lib"};
/// Where a program keeps libraries that it is built with.
static constexpr StringLiteral OfLibraries[] = {
    "third_party", "thirdparty", "3rdparty", "external",
    "extern",      "deps",       "vendor",   "submodules"};

/// The folders of \p Level in which header \p Name may be.
static std::vector<std::string> foldersOf(StringRef Level, StringRef Name) {
  std::vector<std::string> Result;
  const auto Add = [&](std::initializer_list<StringRef> Parts) {
    SmallString<256> Folder(Level);
    for (StringRef Part : Parts)
      if (!Part.empty())
        sys::path::append(Folder, Part);
    Result.push_back(Folder.str().str());
  };
  for (StringRef Folder : OfProgram)
    Add({Folder});
  for (StringRef Folder : OfProgram)
    Add({Folder, "cuda"});
  // <glm/vec3.hpp> is third_party/glm/glm/vec3.hpp, or has include/ between.
  const auto [Library, Rest] = Name.split('/');
  if (Rest.empty())
    return Result;
  for (StringRef Folder : OfLibraries) {
    Add({Folder});
    Add({Folder, Library});
    Add({Folder, Library, "include"});
  }
  return Result;
}

/// The folders of \p File and around it, the nearest first.
static std::vector<std::string> levelsAround(StringRef File,
                                             vfs::FileSystem &Files) {
  SmallString<256> Level(File);
  if (Files.makeAbsolute(Level))
    return {};
  sys::path::remove_dots(Level, /*remove_dot_dot=*/true);
  sys::path::remove_filename(Level);
  std::vector<std::string> Result;
  while (Result.size() != MostLevels && sys::path::has_relative_path(Level)) {
    Result.push_back(Level.str().str());
    if (Files.exists(Level + "/.git"))
      break;
    sys::path::remove_filename(Level);
  }
  return Result;
}

std::vector<NearbyHeader> nearbyHeaders(StringRef File,
                                        ArrayRef<std::string> Names,
                                        vfs::FileSystem &Files) {
  const std::vector<std::string> Levels = levelsAround(File, Files);
  const auto FolderOf = [&](StringRef Name) -> std::string {
    for (const std::string &Level : Levels)
      for (std::string &Folder : foldersOf(Level, Name)) {
        SmallString<256> Path(Folder);
        sys::path::append(Path, Name);
        if (auto Status = Files.status(Path); Status && Status->isRegularFile())
          return std::move(Folder);
      }
    return "";
  };
  std::vector<NearbyHeader> Result;
  for (const std::string &Name : Names.take_front(MostNames))
    if (!sys::path::is_absolute(Name) && !StringRef(Name).starts_with(".."))
      if (std::string Folder = FolderOf(Name); !Folder.empty())
        Result.push_back({Name, std::move(Folder)});
  return Result;
}

} // namespace kernelcast
