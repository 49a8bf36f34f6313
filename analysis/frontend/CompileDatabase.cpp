//===- CompileDatabase.cpp - Jobs from compile_commands.json --------------===//
#include "analysis/frontend/Frontend.h"
#include "analysis/support/BoundedJson.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace kernelcast {

llvm::Expected<std::vector<CompileJob>>
jobsFromDatabase(llvm::StringRef Directory, llvm::StringRef File) {
  auto Error = [](const llvm::Twine &Text) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
  };
  llvm::SmallString<256> Path(Directory);
  if (llvm::sys::fs::is_directory(Path))
    llvm::sys::path::append(Path, "compile_commands.json");
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Error("cannot use '" + Path + "': " + Buffer.getError().message());
  // The loader below prints syntax errors by itself and without the file's
  // name. Paths may be in any encoding.
  auto Checked = parseJson((*Buffer)->getBuffer());
  if (!Checked)
    return Error("cannot use '" + Path +
                 "': " + llvm::toString(Checked.takeError()));
  std::string Message;
  auto Database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      Path, Message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Database)
    return Error("cannot use '" + Path + "': " + Message);
  llvm::SmallString<256> Absolute(File);
  if (std::error_code Why = llvm::sys::fs::make_absolute(Absolute))
    return Error("cannot use '" + File.str() + "': " + Why.message());
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  std::vector<CompileJob> Jobs;
  for (const clang::tooling::CompileCommand &Command :
       Database->getCompileCommands(Absolute)) {
    CompileJob Job;
    // The user's own name for the file, seen from the job's directory.
    Job.File = Absolute.str();
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
        if (Spelled == Absolute)
          continue;
      }
      Job.Arguments.push_back(Argument);
    }
    Jobs.push_back(std::move(Job));
  }
  if (Jobs.empty())
    return Error("'" + Path + "' has no command for '" + File + "'");
  return Jobs;
}

} // namespace kernelcast
