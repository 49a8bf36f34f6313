//===- CompilerLog.cpp - What the user's own compiler said ----------------===//
#include "analysis/hardware/CompilerLog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

namespace kernelcast {
namespace {

using llvm::StringRef;

/// \p Text between \p Before and the next \p After.
std::optional<StringRef> between(StringRef Text, StringRef Before,
                                 StringRef After) {
  size_t Begin = Text.find(Before);
  if (Begin == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Text.drop_front(Begin + Before.size());
  size_t End = Rest.find(After);
  if (End == StringRef::npos)
    return std::nullopt;
  return Rest.take_front(End);
}

/// "32" or, as old compilers write static plus parameter bytes, "16+8".
std::optional<uint64_t> number(StringRef Text) {
  uint64_t Sum = 0;
  do {
    auto [Part, Rest] = Text.trim().split('+');
    uint64_t Value;
    if (Part.getAsInteger(10, Value) || Value > UINT32_MAX)
      return std::nullopt;
    Sum += Value;
    Text = Rest;
  } while (!Text.empty());
  return Sum;
}

/// The number in front of \p What among the comma-separated parts of \p Text.
std::optional<uint64_t> amount(StringRef Text, StringRef What) {
  while (!Text.empty()) {
    auto [Part, Rest] = Text.split(',');
    Part = Part.trim();
    Part.consume_front("Used ");
    if (Part.consume_back(What) && Part.ends_with(" "))
      return number(Part.rtrim());
    Text = Rest;
  }
  return std::nullopt;
}

} // namespace

std::vector<const CompiledKernel *>
CompilerLog::findAll(StringRef Name, StringRef Architecture) const {
  std::vector<const CompiledKernel *> Found;
  std::string Wanted = Architecture.str();
  if (!Wanted.empty() && llvm::isDigit(Wanted[0])) { // "7.5" is sm_75
    llvm::erase(Wanted, '.');
    Wanted.insert(0, "sm_");
  }
  for (unsigned Kind = 0; Kind < KindsOfMatch && Found.empty(); ++Kind)
    for (const CompiledKernel &Entry : Entries)
      if ((Wanted.empty() || Entry.Architecture == Wanted) &&
          matches(Entry, Name, Kind))
        Found.push_back(&Entry);
  return Found;
}

const CompiledKernel *CompilerLog::find(StringRef Name,
                                        StringRef Architecture) const {
  std::vector<const CompiledKernel *> Found = findAll(Name, Architecture);
  if (Found.empty())
    return nullptr;
  bool Agree = llvm::all_of(Found, [&](const CompiledKernel *Entry) {
    return Entry->Registers == Found.front()->Registers &&
           Entry->SharedBytes == Found.front()->SharedBytes &&
           Entry->SpillStoreBytes == Found.front()->SpillStoreBytes &&
           Entry->SpillLoadBytes == Found.front()->SpillLoadBytes;
  });
  return Agree ? Found.front() : nullptr;
}

llvm::Expected<CompilerLog> parseCompilerLog(StringRef Text,
                                             StringRef FileName) {
  CompilerLog Log;
  llvm::StringMap<size_t> Known; // "mangled architecture"
  std::optional<size_t> Current; // the kernel being compiled
  bool InCurrent = false; // properties belong to it, not to a device function
  unsigned Line = 0;
  while (!Text.empty()) {
    auto [Now, Rest] = Text.split('\n');
    Text = Rest;
    ++Line;
    if (auto Mangled = between(Now, "Compiling entry function '", "'")) {
      CompiledKernel Entry(compiledName(*Mangled));
      Entry.Architecture = between(Now, "' for '", "'").value_or("").str();
      Entry.Line = Line;
      std::string Key = Entry.Mangled + " " + Entry.Architecture;
      auto [Place, New] = Known.try_emplace(Key, Log.Entries.size());
      if (New)
        Log.Entries.push_back(std::move(Entry));
      else
        Log.Entries[Place->second] = std::move(Entry);
      Current = Place->second;
      InCurrent = true;
      continue;
    }
    size_t Properties = Now.find("Function properties for ");
    if (Properties != StringRef::npos) {
      StringRef Function =
          Now.drop_front(Properties +
                         StringRef("Function properties for ").size())
              .trim(" '\r\t");
      InCurrent = Current && Function == Log.Entries[*Current].Mangled;
      continue;
    }
    if (!Current)
      continue;
    CompiledKernel &Entry = Log.Entries[*Current];
    StringRef Facts = Now.trim();
    if (InCurrent && Facts.contains("bytes stack frame")) {
      Entry.StackBytes = amount(Facts, "bytes stack frame");
      Entry.SpillStoreBytes = amount(Facts, "bytes spill stores");
      Entry.SpillLoadBytes = amount(Facts, "bytes spill loads");
      continue;
    }
    size_t Used = Now.find("Used ");
    if (Used != StringRef::npos && Now.contains(" registers")) {
      Facts = Now.drop_front(Used).trim();
      if (auto Registers = amount(Facts, "registers")) {
        Entry.Registers = Registers;
        Entry.SharedBytes = amount(Facts, "bytes smem");
      }
    }
  }
  llvm::erase_if(Log.Entries,
                 [](const CompiledKernel &Entry) { return !Entry.Registers; });
  if (Log.Entries.empty())
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        llvm::Twine(FileName) +
            ": error: no kernel in this log; compile with 'nvcc -Xptxas -v' "
            "and save what it prints");
  return Log;
}

llvm::Expected<CompilerLog> loadCompilerLog(StringRef Path) {
  auto Refuse = [&](const llvm::Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   llvm::Twine(Path) + ": error: " + Why);
  };
  llvm::sys::fs::file_status Status;
  if (std::error_code EC = llvm::sys::fs::status(Path, Status))
    return Refuse("cannot read the ptxas log: " + EC.message());
  if (Status.type() != llvm::sys::fs::file_type::regular_file)
    return Refuse("cannot read the ptxas log: not a regular file");
  if (Status.getSize() > MaxCompilerLogBytes)
    return Refuse("a ptxas log has at most " +
                  llvm::Twine(MaxCompilerLogBytes) + " bytes, this one has " +
                  llvm::Twine(Status.getSize()));
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Refuse("cannot read the ptxas log: " + Buffer.getError().message());
  return parseCompilerLog((*Buffer)->getBuffer(), Path);
}

} // namespace kernelcast
