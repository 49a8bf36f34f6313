//===- CompilerArguments.h - What Clang is told -----------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_COMPILERARGUMENTS_H
#define KERNELCAST_ANALYSIS_FRONTEND_COMPILERARGUMENTS_H

#include "analysis/KernelModel.h"
#include "analysis/frontend/NvccFlags.h"

namespace kernelcast {

/// The language of \p File by its ending and -x; an error where neither says.
llvm::Expected<Language> languageOf(llvm::StringRef File,
                                    const TranslatedArguments &Arguments);

/// Whether \p File, a CUDA file as far as the language goes, is HIP's, whose
/// compiler is Clang itself.
bool isHip(llvm::StringRef File, const TranslatedArguments &Arguments);

/// The language's standards in the order in which they are tried.
std::vector<std::string> standardsOf(Language Lang,
                                     const TranslatedArguments &Arguments);

/// cc1 options that hold for every file of a language, GPU and standard: those
/// that a precompiled prelude is made with.
std::vector<std::string> commonArguments(Language Lang,
                                         llvm::StringRef Standard,
                                         unsigned ComputeCapability,
                                         bool FastMath);

/// The compute capability that is parsed for: as given, at least that of the
/// first architecture with all the functions that the prelude declares.
unsigned parsedCapability(unsigned Given);

/// cc1 options for the headers that follow the user's own folders.
std::vector<std::string> trailingIncludeArguments(Language Lang);

/// All of cc1's options for \p File, and the file. \p Prelude: the precompiled
/// one of CUDA; empty: its text.
std::vector<std::string>
compilerArguments(llvm::StringRef File, Language Lang, llvm::StringRef Standard,
                  const std::string &Prelude,
                  const TranslatedArguments &Arguments);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_COMPILERARGUMENTS_H
