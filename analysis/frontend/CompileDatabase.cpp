//===- CompileDatabase.cpp - Jobs from compile_commands.json --------------===//
#include "analysis/frontend/Frontend.h"
#include "analysis/support/BoundedJson.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <mutex>

namespace kernelcast {

using clang::tooling::CompileCommand;
using clang::tooling::JSONCompilationDatabase;

static llvm::Error error(const llvm::Twine &Text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
}

/// The path of the database that \p Directory means, a folder or the file.
static std::string databasePath(llvm::StringRef Directory) {
  llvm::SmallString<256> Path(Directory);
  if (llvm::sys::fs::is_directory(Path))
    llvm::sys::path::append(Path, "compile_commands.json");
  return Path.str().str();
}

static llvm::Expected<std::unique_ptr<JSONCompilationDatabase>>
load(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return error("cannot use '" + Path + "': " + Buffer.getError().message());
  // The loader below prints syntax errors by itself and without the file's
  // name. Paths may be in any encoding.
  auto Checked = parseJson((*Buffer)->getBuffer());
  if (!Checked)
    return error("cannot use '" + Path +
                 "': " + llvm::toString(Checked.takeError()));
  std::string Message;
  auto Database = JSONCompilationDatabase::loadFromFile(
      Path, Message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Database)
    return error("cannot use '" + Path + "': " + Message);
  return Database;
}

/// \p Command as a job of \p File, by its full path: the user's own name for
/// it, seen from the job's folder.
static CompileJob jobOf(const CompileCommand &Command, llvm::StringRef File) {
  CompileJob Job;
  Job.FromDatabase = true;
  Job.File = File.str();
  Job.Directory = Command.Directory;
  for (size_t I = 1; I < Command.CommandLine.size(); ++I) {
    const std::string &Argument = Command.CommandLine[I];
    // The file itself, however it is spelled, and the mark before it.
    if (Argument == Command.Filename || Argument == "--")
      continue;
    llvm::SmallString<256> Spelled(Argument);
    if (!Argument.empty() && Argument[0] != '-' && Argument[0] != '@') {
      llvm::sys::fs::make_absolute(Command.Directory, Spelled);
      llvm::sys::path::remove_dots(Spelled, true);
      if (Spelled == File)
        continue;
    }
    Job.Arguments.push_back(Argument);
  }
  return Job;
}

struct CompileDatabase::Loaded {
  std::string Path;
  std::unique_ptr<JSONCompilationDatabase> Commands;
  std::mutex Lock; ///< nobody says that Clang's may be asked by two at once
};

CompileDatabase::CompileDatabase(std::unique_ptr<Loaded> Own)
    : Own(std::move(Own)) {}
CompileDatabase::CompileDatabase(CompileDatabase &&) noexcept = default;
CompileDatabase::~CompileDatabase() = default;

llvm::Expected<CompileDatabase>
CompileDatabase::load(llvm::StringRef Directory) {
  auto Own = std::make_unique<Loaded>();
  Own->Path = databasePath(Directory);
  auto Commands = kernelcast::load(Own->Path);
  if (!Commands)
    return Commands.takeError();
  Own->Commands = std::move(*Commands);
  return CompileDatabase(std::move(Own));
}

llvm::Expected<std::vector<CompileJob>>
CompileDatabase::jobs(llvm::StringRef File) const {
  llvm::SmallString<256> Absolute(File);
  if (std::error_code Why = llvm::sys::fs::make_absolute(Absolute))
    return error("cannot use '" + File + "': " + Why.message());
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  std::vector<CompileJob> Jobs;
  const std::lock_guard Hold(Own->Lock);
  for (const CompileCommand &Command :
       Own->Commands->getCompileCommands(Absolute))
    Jobs.push_back(jobOf(Command, Absolute));
  if (Jobs.empty())
    return error("'" + Own->Path + "' has no command for '" + File + "'");
  return Jobs;
}

llvm::Expected<std::vector<CompileJob>>
jobsFromDatabase(llvm::StringRef Directory, llvm::StringRef File) {
  auto Database = CompileDatabase::load(Directory);
  if (!Database)
    return Database.takeError();
  return Database->jobs(File);
}

llvm::Expected<std::vector<DatabaseEntry>>
allJobsOfDatabase(llvm::StringRef Directory) {
  auto Database = load(databasePath(Directory));
  if (!Database)
    return Database.takeError();
  std::vector<DatabaseEntry> Entries;
  for (const CompileCommand &Command : (*Database)->getAllCompileCommands()) {
    llvm::SmallString<256> Absolute(Command.Filename);
    llvm::sys::fs::make_absolute(Command.Directory, Absolute);
    llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    Entries.push_back({jobOf(Command, Absolute), Command.CommandLine});
  }
  return Entries;
}

} // namespace kernelcast
