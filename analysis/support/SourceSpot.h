//===- SourceSpot.h - A place in a source file, free of Clang ---*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_SOURCESPOT_H
#define KERNELCAST_ANALYSIS_SUPPORT_SOURCESPOT_H

#include <string>
#include <tuple>

namespace kernelcast {

/// A file, line and column (both from 1; line 0 means no known place). Places
/// inside macro expansions are where the macro is used.
struct SourceSpot {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  bool isValid() const { return Line != 0; }
  friend bool operator==(const SourceSpot &A, const SourceSpot &B) {
    return std::tie(A.Line, A.Column, A.File) ==
           std::tie(B.Line, B.Column, B.File);
  }
  friend bool operator<(const SourceSpot &A, const SourceSpot &B) {
    return std::tie(A.File, A.Line, A.Column) <
           std::tie(B.File, B.Line, B.Column);
  }
};

/// What a fact is about: the text from Line:Column up to, and without,
/// EndLine:EndColumn, in the file of the fact's place. Line 0: not known.
struct TextRange {
  unsigned Line = 0, Column = 0, EndLine = 0, EndColumn = 0;
  /// The macro whose use all or a part of it comes from, the outermost one: the
  /// range then goes over the whole use. "" if it stands there as written, so
  /// that it can be changed.
  std::string Macro;

  bool isValid() const { return Line != 0; }
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_SOURCESPOT_H
