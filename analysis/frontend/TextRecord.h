//===- TextRecord.h - What is left of a text after its macros ---*- C++ -*-===//
//
// Two sets of macros may make the same program of a source. That is told
// without comparing syntax trees by two things that a parse notes on its way:
//
//   tokens   a hash of everything that the preprocessor hands to the parser.
//            Equal tokens are equal programs. Of a pragma, which Clang turns
//            into a single token, its place and the macros that it expands
//   macros   whose text was looked at, in conditions or by expanding them. A
//            parse with other texts of other macros goes the same way, step by
//            step, so that it need not be made at all
//
// Places in the source are no part of it: a macro may add lines.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_TEXTRECORD_H
#define KERNELCAST_ANALYSIS_FRONTEND_TEXTRECORD_H

#include "analysis/frontend/Frontend.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace kernelcast {

/// Of one job, whose parse may take several attempts.
class TextRecord {
public:
  /// To be called before each attempt. The record outlives \p Source.
  void watch(clang::Preprocessor &Source);
  /// Every token of \p Source, in order.
  void add(const clang::Preprocessor &Source, const clang::Token &Token);

  PreprocessedText text() const;

private:
  friend class MacroWatch;
  void add(llvm::StringRef Bytes);

  ContentHash Hash{};              ///< of all that has left the buffer
  llvm::SmallString<4096> Pending; ///< what has not
  llvm::StringSet<> Macros;
  bool InPragma = false; ///< until the next token
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_TEXTRECORD_H
