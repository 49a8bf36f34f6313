//===- NvccFlags.cpp - Compiler arguments of users, made ours -------------===//

#include "analysis/frontend/NvccFlags.h"
#include "analysis/frontend/IgnoredFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include <algorithm>

using llvm::StringRef;

namespace kernelcast {
namespace {

/// Walks the arguments once, front to back.
class Translator {
public:
  explicit Translator(TranslatedArguments &Result) : Result(Result) {}

  llvm::Error translate(llvm::ArrayRef<StringRef> Arguments);

private:
  TranslatedArguments &Result;
  llvm::ArrayRef<StringRef> Rest;

  static llvm::Error error(const llvm::Twine &Text) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
  }
  /// The value of the option \p Name if \p Argument is that option.
  enum class Match : uint8_t { No, Yes, Missing };
  Match value(StringRef Argument, StringRef Name, bool Joined,
              StringRef &Value);
  llvm::Expected<bool> preprocessor(StringRef Argument);
  llvm::Expected<bool> meaning(StringRef Argument);
  llvm::Error architecture(StringRef Value);
  bool withoutEffect(StringRef Argument);
  void ignored(StringRef Name) { Result.Ignored.push_back(Name.str()); }
};

Translator::Match Translator::value(StringRef Argument, StringRef Name,
                                    bool Joined, StringRef &Value) {
  StringRef Tail = Argument;
  if (!Tail.consume_front(Name))
    return Match::No;
  if (Tail.empty()) {
    if (Rest.empty())
      return Match::Missing;
    Value = Rest.front();
    Rest = Rest.drop_front();
    return Match::Yes;
  }
  if (Joined || Tail.front() == '=') {
    Tail.consume_front("=");
    Value = Tail;
    return Match::Yes;
  }
  return Match::No;
}

llvm::Expected<bool> Translator::preprocessor(StringRef Argument) {
  struct Rule {
    StringRef Name, Clang;
    bool Joined;
  };
  static const Rule Rules[] = {
      {"-isystem", "-isystem", true},
      {"--system-include", "-isystem", false},
      {"-iquote", "-iquote", true},
      {"-idirafter", "-idirafter", true},
      {"-include", "-include", false},
      {"--pre-include", "-include", false},
      {"--include-path", "-I", false},
      {"--define-macro", "-D", false},
      {"--undefine-macro", "-U", false},
      {"-I", "-I", true},
      {"-D", "-D", true},
      {"-U", "-U", true},
  };
  for (const Rule &R : Rules) {
    StringRef Value;
    switch (value(Argument, R.Name, R.Joined, Value)) {
    case Match::No:
      continue;
    case Match::Missing:
      return error("option '" + Argument + "' needs a value");
    case Match::Yes:
      if (R.Clang == "-D" || R.Clang == "-U") {
        if (Value.empty() || !(llvm::isAlpha(Value[0]) || Value[0] == '_'))
          return error("'" + Value + "' after '" + R.Name +
                       "' is not a macro's name");
        Result.Preprocessor.insert(Result.Preprocessor.end(),
                                   {R.Clang.str(), Value.str()});
        return true;
      }
      // nvcc takes lists of folders and files.
      llvm::SmallVector<StringRef> Parts;
      Value.split(Parts, ',', -1, false);
      for (StringRef Part : Parts)
        Result.Preprocessor.insert(Result.Preprocessor.end(),
                                   {R.Clang.str(), Part.str()});
      return true;
    }
  }
  return false;
}

llvm::Error Translator::architecture(StringRef Value) {
  // sm_86, compute_70, arch=compute_70,code=[sm_70,sm_75]; "native" and "all"
  // name no architecture.
  bool Named = false;
  for (size_t At = 0; At < Value.size();) {
    size_t Sm = std::min(Value.find("sm_", At), Value.find("compute_", At));
    if (Sm == StringRef::npos)
      break;
    StringRef Digits =
        Value.substr(Value.find('_', Sm) + 1).take_while(llvm::isDigit);
    unsigned Capability;
    if (Digits.getAsInteger(10, Capability) || Capability < 10 ||
        Capability > 999)
      return error("'" + Value + "' is not a GPU architecture");
    Named = true;
    if (!Result.ComputeCapability || Capability < Result.ComputeCapability)
      Result.ComputeCapability = Capability;
    At = Sm + 3;
  }
  if (!Named && !llvm::StringSwitch<bool>(Value)
                     .Cases("native", "all", "all-major", true)
                     .StartsWith("gfx", true)
                     .Default(false))
    return error("'" + Value + "' is not a GPU architecture");
  return llvm::Error::success();
}

llvm::Expected<bool> Translator::meaning(StringRef Argument) {
  auto Is = [&](std::initializer_list<StringRef> Names, bool Joined,
                StringRef &Value) {
    for (StringRef Name : Names)
      if (Match M = value(Argument, Name, Joined, Value); M != Match::No)
        return M;
    return Match::No;
  };
  StringRef Value;
  auto Missing = [&] {
    return error("option '" + Argument + "' needs a value");
  };
  if (Match M = Is({"-std", "--std"}, false, Value); M != Match::No) {
    if (M == Match::Missing)
      return Missing();
    if (Value.starts_with("CL") || Value.starts_with("cl"))
      Result.OpenCLStandard = Value.str();
    else if (Value.starts_with("c++") || Value.starts_with("gnu++"))
      Result.CxxStandard = Value.str();
    return true;
  }
  if (Match M = Is({"-cl-std"}, false, Value); M != Match::No) {
    if (M == Match::Missing)
      return Missing();
    Result.OpenCLStandard = Value.str();
    return true;
  }
  if (Match M = Is({"-x", "--x"}, false, Value); M != Match::No) {
    if (M == Match::Missing)
      return Missing();
    Result.Language = Value.str();
    return true;
  }
  if (Match M = Is({"-arch", "--gpu-architecture", "-gencode",
                    "--generate-code", "--cuda-gpu-arch", "--offload-arch"},
                   false, Value);
      M != Match::No) {
    if (M == Match::Missing)
      return Missing();
    if (llvm::Error E = architecture(Value))
      return E;
    return true;
  }
  if (Match M = Is({"-maxrregcount", "--maxrregcount"}, false, Value);
      M != Match::No) {
    if (M == Match::Missing)
      return Missing();
    unsigned Registers;
    if (Value.getAsInteger(10, Registers) || Registers > 1024)
      return error("'" + Value + "' is not a number of registers");
    Result.MaxRegisters = Registers;
    return true;
  }
  if (Match M = Is({"-Xcompiler", "--compiler-options"}, false, Value);
      M != Match::No) {
    if (M == Match::Missing)
      return Missing();
    // Options for the host compiler, separated by commas or spaces.
    Translator Inner(Result);
    llvm::SmallVector<StringRef> Parts;
    Value.trim("\"'").split(Parts, ',', -1, false);
    llvm::SmallVector<StringRef> Words;
    for (StringRef Part : Parts)
      Part.split(Words, ' ', -1, false);
    if (llvm::Error E = Inner.translate(Words))
      return E;
    ignored("-Xcompiler");
    return true;
  }
  bool Fast =
      llvm::StringSwitch<bool>(Argument)
          .Cases("-use_fast_math", "--use_fast_math", "-ffast-math",
                 "-fcuda-approx-transcendentals",
                 "-fgpu-approx-transcendentals", true)
          .Cases("-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations", true)
          .Default(false);
  if (Fast) {
    Result.FastMath = true;
    if (Argument == "-cl-fast-relaxed-math")
      Result.Preprocessor.insert(Result.Preprocessor.end(),
                                 {"-D", "__FAST_RELAXED_MATH__=1"});
    return true;
  }
  if (Argument == "-fopenmp" || Argument == "-qopenmp") {
    Result.Preprocessor.insert(Result.Preprocessor.end(),
                               {"-D", "_OPENMP=201511"});
    return true;
  }
  return false;
}

bool Translator::withoutEffect(StringRef Argument) {
  StringRef Value;
  auto Takes = [&](StringRef Name, bool Joined) {
    if (value(Argument, Name, Joined, Value) == Match::No)
      return false;
    ignored(Name);
    return true;
  };
  for (StringRef Name : ignoredOptionsWithValue())
    if (Takes(Name, false))
      return true;
  for (StringRef Name : ignoredOptionsWithJoinedValue())
    if (Takes(Name, true))
      return true;
  // -o, -L and -l may stand apart from their value.
  for (StringRef Name : {"-o", "-L", "-l"})
    if (Argument == Name) {
      if (!Rest.empty())
        Rest = Rest.drop_front();
      ignored(Name);
      return true;
    }
  if (Argument.starts_with("-o")) {
    ignored("-o");
    return true;
  }
  StringRef Longest = ignoredPrefix(Argument);
  if (Longest.empty())
    return false;
  ignored(Longest);
  return true;
}

llvm::Error Translator::translate(llvm::ArrayRef<StringRef> Arguments) {
  Rest = Arguments;
  while (!Rest.empty()) {
    StringRef Argument = Rest.front();
    Rest = Rest.drop_front();
    if (Argument.empty())
      continue;
    llvm::Expected<bool> Done = meaning(Argument);
    if (!Done)
      return Done.takeError();
    if (*Done)
      continue;
    Done = preprocessor(Argument);
    if (!Done)
      return Done.takeError();
    if (!*Done && !withoutEffect(Argument))
      Result.Unknown.push_back(Argument.str());
  }
  return llvm::Error::success();
}

/// Replaces @FILE and -optf FILE by the words of the file.
llvm::Error readResponseFiles(llvm::ArrayRef<std::string> Arguments,
                              llvm::vfs::FileSystem &Files,
                              llvm::StringSaver &Saver, unsigned Depth,
                              std::vector<StringRef> &Words) {
  for (size_t I = 0; I != Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    StringRef Name;
    bool OptionsFile = Argument == "-optf" || Argument == "--options-file";
    if (OptionsFile && I + 1 != Arguments.size())
      Name = Arguments[++I];
    else if (Argument.size() > 1 && Argument.front() == '@')
      Name = Argument.drop_front();
    else {
      Words.push_back(Saver.save(Argument));
      continue;
    }
    if (Depth == 16)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "response file '" + Name +
                                         "' is nested too deeply");
    auto Buffer = Files.getBufferForFile(Name);
    if (!Buffer)
      return llvm::createStringError(Buffer.getError(),
                                     "response file '" + Name +
                                         "': " + Buffer.getError().message());
    llvm::SmallVector<const char *> Parts;
    llvm::cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Parts);
    std::vector<std::string> Inner(Parts.begin(), Parts.end());
    if (llvm::Error E =
            readResponseFiles(Inner, Files, Saver, Depth + 1, Words))
      return E;
  }
  return llvm::Error::success();
}

void sortUnique(std::vector<std::string> &Names) {
  std::sort(Names.begin(), Names.end());
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
}

} // namespace

llvm::Expected<TranslatedArguments>
translateArguments(llvm::ArrayRef<std::string> Arguments,
                   llvm::vfs::FileSystem &Files) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  std::vector<StringRef> Words;
  if (llvm::Error E = readResponseFiles(Arguments, Files, Saver, 0, Words))
    return E;
  TranslatedArguments Result;
  if (llvm::Error E = Translator(Result).translate(Words))
    return E;
  sortUnique(Result.Ignored);
  sortUnique(Result.Unknown);
  return Result;
}

} // namespace kernelcast
