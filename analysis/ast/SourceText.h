//===- SourceText.h - What the reader's source says, and where --*- C++ -*-===//
//
// Places as the reader counts them (in the outermost file of a macro's use, as
// #line has it), and the text that stands there.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_SOURCETEXT_H
#define KERNELCAST_ANALYSIS_AST_SOURCETEXT_H

#include "analysis/support/SourceSpot.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace kernelcast {

/// \p Name, a file of \p Sources, so that it is found from anywhere: a relative
/// one begins in the folder in which the compiler runs, where that is set.
std::string pathOf(llvm::StringRef Name, const clang::SourceManager &Sources);

class SourceText {
public:
  explicit SourceText(const clang::ASTContext &Context) : Context(Context) {}

  SourceSpot spot(clang::SourceLocation Location) const;

  /// The stretch of text that \p Range stands for, its last token included;
  /// not known if it begins and ends in different files.
  TextRange range(clang::SourceRange Range) const;

  /// The text of \p S in one line, cut after 120 characters.
  std::string text(const clang::Stmt *S) const;

  /// Whether \p Location is in one of the headers that come with the tool.
  bool isPrelude(clang::SourceLocation Location) const;

  /// Whether \p Location is neither in those nor in a system header.
  bool isUserCode(clang::SourceLocation Location) const;

private:
  const clang::ASTContext &Context;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_SOURCETEXT_H
