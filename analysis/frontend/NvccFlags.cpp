//===- NvccFlags.cpp - Compiler arguments of users, made ours -------------===//
//
// llvm::opt over the table in NvccOptions.td, one argument at a time; response
// files are read first. What the table does not know is told, and parsing goes
// on with the next argument.
//===----------------------------------------------------------------------===//

#include "analysis/frontend/NvccFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include <algorithm>

using llvm::ArrayRef;
using llvm::StringLiteral;
using llvm::StringRef;
using llvm::opt::DefaultVis;

namespace kernelcast {
namespace {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "analysis/frontend/NvccOptions.inc"
#undef OPTION
};

#define PREFIX(NAME, VALUE)                                                    \
  constexpr StringLiteral NAME##_init[] = VALUE;                               \
  constexpr ArrayRef<StringLiteral> NAME(NAME##_init,                          \
                                         std::size(NAME##_init) - 1);
#include "analysis/frontend/NvccOptions.inc"
#undef PREFIX

constexpr llvm::opt::OptTable::Info Table[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "analysis/frontend/NvccOptions.inc"
#undef OPTION
};

class NvccOptions : public llvm::opt::GenericOptTable {
public:
  NvccOptions() : GenericOptTable(Table) {}
};

/// Walks the arguments once, front to back.
class Translator {
public:
  explicit Translator(TranslatedArguments &Result) : Result(Result) {}

  llvm::Error translate(ArrayRef<const char *> Arguments);

private:
  llvm::Error note(const llvm::opt::Arg &A);
  llvm::Error macro(const llvm::opt::Arg &A);
  void headers(const llvm::opt::Arg &A);
  void standard(StringRef Name);
  llvm::Error architecture(StringRef Value);
  llvm::Error hostOptions(StringRef List);
  void keep(StringRef Option, StringRef Value) {
    Result.Preprocessor.insert(Result.Preprocessor.end(),
                               {Option.str(), Value.str()});
  }

  NvccOptions Options;
  TranslatedArguments &Result;
};

llvm::Error error(const llvm::Twine &Text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
}

/// "-D" of -DN=4, "--define-macro" of --define-macro=N=4.
StringRef spelling(const llvm::opt::Arg &A) {
  const llvm::opt::Arg *Written = A.getAlias() ? A.getAlias() : &A;
  return Written->getSpelling().rtrim('=');
}

llvm::Error Translator::macro(const llvm::opt::Arg &A) {
  StringRef Value = A.getValue();
  if (Value.empty() || !(llvm::isAlpha(Value[0]) || Value[0] == '_'))
    return error("'" + Value + "' after '" + spelling(A) +
                 "' is not a macro's name");
  keep(A.getOption().getPrefixedName(), Value);
  return llvm::Error::success();
}

void Translator::headers(const llvm::opt::Arg &A) {
  llvm::SmallVector<StringRef> Parts;
  StringRef(A.getValue()).split(Parts, ',', -1, false);
  for (StringRef Part : Parts)
    keep(A.getOption().getPrefixedName(), Part);
}

/// -std names C++'s or OpenCL's; other languages are of no interest.
void Translator::standard(StringRef Name) {
  if (Name.starts_with("CL") || Name.starts_with("cl"))
    Result.OpenCLStandard = Name.str();
  else if (Name.starts_with("c++") || Name.starts_with("gnu++"))
    Result.CxxStandard = Name.str();
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

/// -Xcompiler: options of the host compiler, separated by commas or spaces.
llvm::Error Translator::hostOptions(StringRef List) {
  llvm::SmallVector<StringRef> Parts, Words;
  List.trim("\"'").split(Parts, ',', -1, false);
  for (StringRef Part : Parts)
    Part.split(Words, ' ', -1, false);
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *> Arguments;
  for (StringRef Word : Words)
    Arguments.push_back(Saver.save(Word).begin()); // ends with a null
  Result.Ignored.push_back("-Xcompiler");
  return translate(Arguments);
}

/// Whether \p A, which is left out, changes how floats are rounded.
static bool changesRounding(const llvm::opt::Arg &A) {
  StringRef Name = StringRef(A.getSpelling()).ltrim('-').rtrim('=');
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  if (Name == "ftz")
    return Value != "false";
  if (Name == "prec-div" || Name == "prec-sqrt")
    return Value != "true";
  if (Name == "cl-")
    return Value != "opt-disable" && Value != "kernel-arg-info";
  return Name == "f" && (Value.contains("math") || Value.contains("denormal") ||
                         Value.contains("approx"));
}

/// Takes down what \p A means.
llvm::Error Translator::note(const llvm::opt::Arg &A) {
  const llvm::opt::Option &Option = A.getOption();
  if (Option.matches(OPT_IgnoredGroup)) {
    Result.InexactFloats |= changesRounding(A);
    if (llvm::StringRef(A.getSpelling()).ltrim('-').rtrim('=') == "prec-sqrt") {
      Result.ApproximateRoots = changesRounding(A);
      return llvm::Error::success();
    }
    Result.InexactSums |= changesRounding(A);
    Result.Ignored.push_back(spelling(A).str());
    return llvm::Error::success();
  }
  if (Option.matches(OPT_MacroGroup))
    return macro(A);
  if (Option.matches(OPT_HeaderGroup)) {
    headers(A);
    return llvm::Error::success();
  }
  switch (Option.getID()) {
  case OPT_std:
    standard(A.getValue());
    break;
  case OPT_cl_std:
    Result.OpenCLStandard = A.getValue();
    break;
  case OPT_x:
    Result.Language = A.getValue();
    break;
  case OPT_arch:
    return architecture(A.getValue());
  case OPT_maxrregcount: {
    StringRef Value = A.getValue();
    unsigned Registers;
    if (Value.getAsInteger(10, Registers) || Registers > 1024)
      return error("'" + Value + "' is not a number of registers");
    Result.MaxRegisters = Registers;
    break;
  }
  case OPT_Xcompiler:
    return hostOptions(A.getValue());
  case OPT_cl_fast_relaxed_math:
    keep("-D", "__FAST_RELAXED_MATH__=1");
    [[fallthrough]];
  case OPT_fast_math:
    Result.FastMath = true;
    break;
  case OPT_openmp:
    keep("-D", "_OPENMP=201511");
    break;
  default: // what is no option, and what no table knows
    Result.Unknown.push_back(A.getSpelling().str());
  }
  return llvm::Error::success();
}

llvm::Error Translator::translate(ArrayRef<const char *> Arguments) {
  llvm::opt::InputArgList List(Arguments.begin(), Arguments.end());
  for (unsigned I = 0; I < Arguments.size();) {
    const char *Argument = Arguments[I];
    if (!*Argument) {
      ++I;
      continue;
    }
    if (std::unique_ptr<llvm::opt::Arg> A = Options.ParseOneArg(List, I)) {
      if (llvm::Error E = note(*A))
        return E;
      continue;
    }
    // The last option lacks its value. Nothing is lost if it has no effect.
    const char *Completed[] = {Argument, ""};
    llvm::opt::InputArgList Whole(std::begin(Completed), std::end(Completed));
    unsigned First = 0;
    std::unique_ptr<llvm::opt::Arg> A = Options.ParseOneArg(Whole, First);
    if (!A || !A->getOption().matches(OPT_IgnoredGroup))
      return error("option '" + llvm::Twine(Argument) + "' needs a value");
    return note(*A);
  }
  return llvm::Error::success();
}

/// Replaces @FILE, -optf FILE and --options-file=FILE by the words of the file.
llvm::Error readResponseFiles(llvm::ArrayRef<std::string> Arguments,
                              llvm::vfs::FileSystem &Files,
                              llvm::StringSaver &Saver, unsigned Depth,
                              std::vector<const char *> &Words) {
  for (size_t I = 0; I != Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    StringRef Name = Argument;
    bool OptionsFile = Argument == "-optf" || Argument == "--options-file";
    if (OptionsFile && I + 1 != Arguments.size()) {
      Name = Arguments[++I];
    } else if (!(Argument.size() > 1 && Name.consume_front("@")) &&
               !Name.consume_front("-optf=") &&
               !Name.consume_front("--options-file=")) {
      Words.push_back(Saver.save(Argument).data());
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
  std::vector<const char *> Words;
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
