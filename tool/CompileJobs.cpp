//===- CompileJobs.cpp - How the files are compiled -----------------------===//

#include "tool/CompileJobs.h"
#include "analysis/frontend/CompilerCommand.h"
#include "analysis/frontend/KernelStrings.h"
#include "tool/GpuOption.h"
#include "tool/OutputFile.h"
#include "tool/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

/// The lowest compute capability of the GPUs that \p Command is for; 0 if none
/// of them is NVIDIA's, or one does not exist, which is told elsewhere.
static unsigned capabilityOf(const CommandLine &Command) {
  GpuPool Pool(Command.Changes);
  auto Gpus = Pool.list(Command.Gpus);
  if (!Gpus) {
    consumeError(Gpus.takeError());
    return 0;
  }
  unsigned Lowest = 0;
  for (const std::shared_ptr<const GpuSpec> &Gpu : *Gpus)
    if (Gpu->Vendor == GpuVendor::Nvidia) {
      const unsigned Its = nvidiaArchitecture(*Gpu);
      Lowest = Lowest ? std::min(Lowest, Its) : Its;
    }
  return Lowest;
}

Expected<std::vector<CompileJob>>
kernelcast::jobsOf(const std::string &File, const CommandLine &Command,
                   const CompileDatabase *Database) {
  std::vector<CompileJob> Jobs;
  if (!Command.Database.empty()) {
    auto Found = Database ? Database->jobs(File)
                          : jobsFromDatabase(Command.Database, File);
    if (!Found)
      return Found.takeError();
    Jobs = std::move(*Found);
  } else {
    CompileJob Job;
    Job.File = File;
    Job.Arguments = Command.CompilerArguments;
    Jobs.push_back(std::move(Job));
  }
  const unsigned Capability = capabilityOf(Command);
  for (CompileJob &Job : Jobs) {
    append_range(Job.Arguments, Command.ExtraArguments);
    Job.ComputeCapability = Capability;
  }
  return Jobs;
}

/// What \p Path holds, by \p Texts or on the disk; nothing if it is no file
/// that can be read.
static std::optional<std::string>
textOf(StringRef Path, const std::map<std::string, std::string> &Texts) {
  if (auto Given = Texts.find(Path.str()); Given != Texts.end())
    return Given->second;
  if (!sys::fs::is_regular_file(Path))
    return std::nullopt;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

std::vector<CompileJob>
kernelcast::jobsOfStrings(ArrayRef<CompileJob> Jobs,
                          const std::map<std::string, std::string> &Texts,
                          std::vector<ReportDiagnostic> &LeftOut) {
  std::vector<CompileJob> Result;
  for (const CompileJob &Job : Jobs) {
    SmallString<256> Path(Job.File);
    if (!Job.Directory.empty())
      sys::fs::make_absolute(Job.Directory, Path);
    if (sys::fs::make_absolute(Path)) {
      Result.push_back(Job);
      continue;
    }
    const std::optional<std::string> Source = textOf(Path, Texts);
    // What is wrong with a file that cannot be read is said where it is parsed.
    if (!Source) {
      Result.push_back(Job);
      continue;
    }
    std::vector<KernelString> Strings = kernelStringsOf(*Source);
    auto Say = [&](unsigned Line, unsigned Column, std::string Text) {
      LeftOut.push_back({ReportDiagnostic::Level::Warning,
                         SourceSpot{Job.File, Line, Column}, std::move(Text)});
    };
    if (Strings.empty())
      Say(0, 0, "no string in this file holds a kernel");
    for (KernelString &String : Strings) {
      if (!String.WhyNot.empty()) {
        Say(String.Line, String.Column,
            "the kernel in this string is left out: " + String.WhyNot);
        continue;
      }
      CompileJob One = Job;
      One.Texts[std::string(Path)] = std::move(String.Text);
      One.Arguments.push_back("-x");
      One.Arguments.push_back(String.Lang == Language::OpenCL ? "cl" : "cuda");
      Result.push_back(std::move(One));
    }
  }
  return Result;
}

bool kernelcast::hasKernels(const CompileJob &Job) {
  if (is_contained({".cu", ".hip", ".cl", ".ocl", ".opencl"},
                   sys::path::extension(Job.File)))
    return true;
  const std::vector<std::string> &Words = Job.Arguments;
  for (size_t I = 0; I != Words.size(); ++I)
    if (is_contained({"-xcu", "-xcuda", "-x=cu", "--x=cu"}, Words[I]) ||
        (I != 0 && is_contained({"-x", "--x"}, Words[I - 1]) &&
         is_contained({"cu", "cuda", "hip", "cl"}, Words[I])))
      return true;
  return false;
}

/// The entries of \p File in the database that is printed.
static Error addCommands(const std::string &File, const CommandLine &Command,
                         json::Array &Entries) {
  Expected<std::vector<CompileJob>> Jobs = jobsOf(File, Command);
  if (!Jobs)
    return Jobs.takeError();
  for (const CompileJob &Job : *Jobs) {
    Expected<std::vector<std::string>> Words = compilerCommand(Job);
    if (!Words)
      return Words.takeError();
    SmallString<256> Directory(Job.Directory);
    if (std::error_code Why = sys::fs::make_absolute(Directory))
      return createStringError(Why, "cannot use '" + Twine(Job.File) +
                                        "': " + Why.message());
    Entries.push_back(json::Object{
        {"directory", json::fixUTF8(Directory)},
        {"file", json::fixUTF8(Job.File)},
        {"arguments", json::Array(map_range(*Words, json::fixUTF8))}});
  }
  return Error::success();
}

int kernelcast::printCompilerCommands(const CommandLine &Command) {
  json::Array Entries;
  for (const std::string &File : Command.Files)
    if (Error E = addCommands(File, Command, Entries))
      return complain(std::move(E));
  if (Error E = writeOutput(Command.Output, [&](raw_ostream &OS) {
        OS << formatv("{0:2}", json::Value(std::move(Entries))) << '\n';
      }))
    return complain(std::move(E));
  return Done;
}
