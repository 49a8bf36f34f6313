//===- NearbyHeaders.cpp - Folders of headers that nobody named -----------===//

#include "analysis/frontend/NearbyHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace llvm;

namespace kernelcast {

static constexpr size_t MostNames = 64;
static constexpr unsigned MostLevels = 6;
static constexpr unsigned MostLevelsOfProject = 12;
static constexpr size_t MostEntries = 20000;

/// Where the headers of a program stand, relative to its folder; "" is itself.
static constexpr StringLiteral OfProgram[] = {
    "",     "include", "inc",    "includes", "headers", "src",
    "csrc", "source",  "common", "util",     "utils",   "lib"};
/// Where a program keeps libraries that it is built with.
static constexpr StringLiteral OfLibraries[] = {
    "third_party", "thirdparty", "3rdparty", "dependencies", "external",
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
  while (Result.size() != MostLevelsOfProject &&
         sys::path::has_relative_path(Level)) {
    Result.push_back(Level.str().str());
    if (Files.exists(Level + "/.git"))
      break;
    sys::path::remove_filename(Level);
  }
  return Result;
}

/// The highest of \p Levels that looks like that of a whole project.
static StringRef projectOf(ArrayRef<std::string> Levels,
                           vfs::FileSystem &Files) {
  const auto Highest = [&](ArrayRef<const char *> Signs) -> StringRef {
    for (const std::string &Level : reverse(Levels))
      for (const char *Sign : Signs)
        if (Files.exists(Level + Sign))
          return Level;
    return "";
  };
  const StringRef Licensed =
      Highest({"/.git", "/LICENSE", "/LICENSE.txt", "/LICENSE.md", "/COPYING"});
  if (!Licensed.empty())
    return Licensed;
  return Highest({"/README", "/README.md", "/README.rst", "/README.txt"});
}

namespace {

/// All files of a project whose names are the last part of some header's.
class ProjectFiles {
public:
  /// Reads the folders below \p Project, if they are not too many.
  ProjectFiles(StringRef Project, ArrayRef<std::string> Names,
               vfs::FileSystem &Files);

  /// The folder that \p Name is below, nearest to \p Near; "" if there is none
  /// or if there are several.
  std::string folderOf(StringRef Name, StringRef Near) const;

  /// Of where the files of \p Name, without a folder, are.
  ContentHash hashOf(StringRef Name) const;

private:
  std::vector<std::string> Paths;
};

} // namespace

ProjectFiles::ProjectFiles(StringRef Project, ArrayRef<std::string> Names,
                           vfs::FileSystem &Files) {
  if (Project.empty())
    return;
  StringSet<> Wanted;
  for (const std::string &Name : Names)
    Wanted.insert(sys::path::filename(Name));
  size_t Entries = 0;
  std::vector<std::string> Folders = {Project.str()};
  while (!Folders.empty()) {
    const std::string Folder = std::move(Folders.back());
    Folders.pop_back();
    std::error_code Failed;
    for (vfs::directory_iterator I = Files.dir_begin(Folder, Failed), End;
         !Failed && I != End; I.increment(Failed)) {
      if (++Entries > MostEntries) {
        Paths.clear();
        return;
      }
      const StringRef Name = sys::path::filename(I->path());
      // Links are not followed: they may lead around in circles. What a build
      // has made are copies, and of another day.
      if (I->type() == sys::fs::file_type::directory_file) {
        if (!Name.starts_with(".") && !Name.starts_with("build"))
          Folders.push_back(I->path().str());
      } else if (Wanted.contains(Name)) {
        Paths.push_back(I->path().str());
      }
    }
  }
}

ContentHash ProjectFiles::hashOf(StringRef Name) const {
  std::vector<StringRef> Places;
  for (StringRef Path : Paths)
    if (sys::path::filename(Path) == Name)
      Places.push_back(Path);
  sort(Places);
  return contentHash(join(Places, "\n"));
}

/// How many folders lead from \p From, a folder, to \p To and back.
static size_t distance(StringRef From, StringRef To) {
  auto A = sys::path::begin(From), AEnd = sys::path::end(From);
  auto B = sys::path::begin(To), BEnd = sys::path::end(To);
  while (A != AEnd && B != BEnd && *A == *B)
    ++A, ++B;
  return std::distance(A, AEnd) + std::distance(B, BEnd);
}

std::string ProjectFiles::folderOf(StringRef Name, StringRef Near) const {
  StringRef Best;
  size_t Nearest = SIZE_MAX;
  bool Several = false;
  for (StringRef Path : Paths) {
    StringRef Folder = Path;
    if (!Folder.consume_back(Name) || !Folder.consume_back("/"))
      continue;
    const size_t Far = distance(Near, Folder);
    if (Far == Nearest)
      Several = true;
    if (Far >= Nearest)
      continue;
    Best = Folder;
    Nearest = Far;
    Several = false;
  }
  return Several ? "" : Best.str();
}

std::vector<NearbyHeader> nearbyHeaders(StringRef File,
                                        ArrayRef<std::string> Names,
                                        vfs::FileSystem &Files,
                                        std::vector<InputFile> &Searches) {
  const std::vector<std::string> Levels = levelsAround(File, Files);
  StringRef Project;
  std::optional<ProjectFiles> All;
  const auto Find = [&](StringRef Name) -> NearbyHeader {
    for (const std::string &Level : ArrayRef(Levels).take_front(MostLevels))
      for (std::string &Folder : foldersOf(Level, Name)) {
        SmallString<256> Path(Folder);
        sys::path::append(Path, Name);
        if (auto Status = Files.status(Path); Status && Status->isRegularFile())
          return {Name.str(), std::move(Folder)};
      }
    if (!All) {
      Project = projectOf(Levels, Files);
      All.emplace(Project, Names, Files);
    }
    const std::string File = sys::path::filename(Name).str();
    if (!Project.empty())
      Searches.push_back({Project.str(), All->hashOf(File), File});
    return {Name.str(),
            All->folderOf(Name, Levels.empty() ? "" : Levels.front()), true};
  };
  std::vector<NearbyHeader> Result;
  for (const std::string &Name : Names.take_front(MostNames))
    if (!sys::path::is_absolute(Name) && !StringRef(Name).starts_with(".."))
      if (NearbyHeader Found = Find(Name); !Found.Folder.empty())
        Result.push_back(std::move(Found));
  return Result;
}

ContentHash hashOf(const InputFile &Search, vfs::FileSystem &Files) {
  return ProjectFiles(Search.Path, {Search.Sought}, Files)
      .hashOf(Search.Sought);
}

} // namespace kernelcast
