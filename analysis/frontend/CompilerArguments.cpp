//===- CompilerArguments.cpp - What Clang is told -------------------------===//
//
// The frontend of Clang (cc1) is called directly, not its driver: the driver
// searches for a CUDA installation and costs more than the parse of a small
// file. The options are those that a driver would pass for
//   -x cuda --cuda-device-only -nocudainc -nocudalib      or      -x cl
//===----------------------------------------------------------------------===//
#include "analysis/frontend/CompilerArguments.h"
#include "analysis/frontend/Preludes.h"
#include "analysis/frontend/Toolchain.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>

namespace kernelcast {

llvm::Expected<Language> languageOf(llvm::StringRef File,
                                    const TranslatedArguments &Arguments) {
  enum { Cuda, OpenCL, Other } Kind;
  if (!Arguments.Language.empty())
    Kind = llvm::StringSwitch<decltype(Kind)>(Arguments.Language)
               .Cases("cu", "cuda", "c++", "hip", Cuda)
               .Cases("cl", "clcpp", OpenCL)
               .Default(Other);
  else
    Kind = llvm::StringSwitch<decltype(Kind)>(
               llvm::sys::path::extension(File).lower())
               .Cases(".cl", ".ocl", ".opencl", OpenCL)
               .Default(Cuda);
  if (Kind == Other)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "language '" + Arguments.Language +
                                       "' is neither CUDA nor OpenCL");
  return Kind == Cuda ? Language::Cuda : Language::OpenCL;
}

bool isHip(llvm::StringRef File, const TranslatedArguments &Arguments) {
  return Arguments.Language.empty()
             ? llvm::sys::path::extension(File).equals_insensitive(".hip")
             : Arguments.Language == "hip";
}

std::vector<std::string> standardsOf(Language Lang,
                                     const TranslatedArguments &Arguments) {
  if (Lang == Language::Cuda) {
    const std::string &Given = Arguments.CxxStandard;
    // The prelude is C++11, as the vendor's headers are.
    llvm::StringRef Year = llvm::StringRef(Given).split("++").second;
    if (Year == "98" || Year == "03" || Year == "0x")
      return {"c++11"};
    return {Given.empty() ? "c++17" : Given};
  }
  if (!Arguments.OpenCLStandard.empty())
    return {Arguments.OpenCLStandard};
  // Without -cl-std the language is the highest OpenCL C 1.x; kernels written
  // for later ones fail there.
  return {"CL1.2", "CL2.0", "CL3.0"};
}

unsigned parsedCapability(unsigned Given) {
  // From 7.0 on every warp function exists; clang 19 knows up to 9.0.
  static const unsigned Known[] = {70, 72, 75, 80, 86, 87, 89, 90};
  unsigned Result = Known[0];
  for (unsigned Capability : Known)
    if (Capability <= Given)
      Result = Capability;
  return Result;
}

std::vector<std::string> commonArguments(Language Lang,
                                         llvm::StringRef Standard,
                                         unsigned ComputeCapability,
                                         bool FastMath) {
  std::string Gpu = "sm_" + std::to_string(parsedCapability(ComputeCapability));
  std::vector<std::string> Result = {
      "-triple", "nvptx64-nvidia-cuda", "-target-cpu", Gpu, "-target-feature",
      "+ptx80", "-resource-dir", toolchain().ResourceDirectory,
      // Errors are judged kernel by kernel: see them all, and only them.
      "-ferror-limit", "0", "-Wno-everything", "-Wno-register",
      "-Wno-reserved-user-defined-literal", "-fno-spell-checking",
      "-fgnuc-version=4.2.1",
      // Generated code nests deeply; the parse has a stack for it.
      "-fbracket-depth", "65536", "-fno-caret-diagnostics",
      "-fmessage-length=0"};
  auto Add = [&](std::initializer_list<std::string> More) {
    Result.insert(Result.end(), More);
  };
  if (FastMath)
    Add({"-menable-no-infs", "-menable-no-nans", "-funsafe-math-optimizations",
         "-fno-signed-zeros", "-mreassociate", "-freciprocal-math",
         "-ffp-contract=fast", "-ffast-math"});
  if (Lang == Language::OpenCL) {
    Add({"-x", "cl", "-cl-std=" + Standard.str(), "-finclude-default-header",
         "-fdeclare-opencl-builtins", "-cl-ext=+all",
         // The vendors' compilers take asm().
         "-fgnu-keywords"});
    return Result;
  }
  Add({"-x", "cuda", "-std=" + Standard.str(), "-fcuda-is-device",
       "-aux-triple", llvm::sys::getDefaultTargetTriple(),
       "-target-sdk-version=12.0", "-fcuda-allow-variadic-functions",
       "-fcxx-exceptions", "-fexceptions", "-fdeprecated-macro",
       "-fsized-deallocation",
       // Functions for the host and for the device with one signature are not
       // two definitions of one function, as C++20 modules would have it.
       "-fno-cxx-modules"});
  // The prelude's replacements win over any SDK's headers.
  Add({"-I", (PreludeRoot + "/core").str()});
  return Result;
}

std::vector<std::string> trailingIncludeArguments(Language Lang) {
  const Toolchain &Tools = toolchain();
  std::vector<std::string> Result;
  auto Add = [&](llvm::StringRef Option, const std::string &Folder) {
    Result.insert(Result.end(), {Option.str(), Folder});
  };
  if (Lang == Language::Cuda) {
    Add("-internal-isystem",
        Tools.ResourceDirectory + "/include/cuda_wrappers");
    for (const std::string &Folder : Tools.CxxFolders)
      Add("-internal-isystem", Folder);
  }
  Add("-internal-isystem", Tools.ResourceDirectory + "/include");
  if (Lang == Language::Cuda) {
    for (const std::string &Folder : Tools.PlainFolders)
      Add("-internal-externc-isystem", Folder);
    Add("-idirafter", (PreludeRoot + "/last").str());
  }
  return Result;
}

std::vector<std::string>
compilerArguments(llvm::StringRef File, Language Lang, llvm::StringRef Standard,
                  const std::string &Prelude,
                  const TranslatedArguments &Arguments) {
  std::vector<std::string> Result = commonArguments(
      Lang, Standard, Arguments.ComputeCapability, Arguments.FastMath);
  // A text with the time in it is to be told.
  Result.insert(Result.end(), {"-fsyntax-only", "-Wdate-time"});
  if (Lang == Language::Cuda) {
    if (Prelude.empty())
      Result.insert(Result.end(),
                    {"-include", (PreludeRoot + "/cuda_prelude.h").str()});
    else
      Result.insert(Result.end(), {"-include-pch", Prelude});
  }
  Result.insert(Result.end(), Arguments.Preprocessor.begin(),
                Arguments.Preprocessor.end());
  for (std::string &Argument : trailingIncludeArguments(Lang))
    Result.push_back(std::move(Argument));
  // A name that begins with a dash must not look like an option.
  Result.push_back(File.starts_with("-") ? ("./" + File).str() : File.str());
  return Result;
}

} // namespace kernelcast
