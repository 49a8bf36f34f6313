//===- SourceText.h - What the reader's source says, and where --*- C++ -*-===//
//
// Places as the reader counts them (in the outermost file of a macro's use, as
// #line has it), and the text that stands there.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_SOURCETEXT_H
#define KERNELCAST_ANALYSIS_AST_SOURCETEXT_H

#include "analysis/support/SourceChange.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <optional>

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

  /// Where text may be put in: before \p Location, or behind the token there if
  /// \p Behind. Not known where that is not in the main file as it is written.
  TextRange insertion(clang::SourceLocation Location,
                      bool Behind = false) const;

  /// Where the use of a macro begins if \p Location is the first that it
  /// expands to, else \p Location.
  clang::SourceLocation beforeMacro(clang::SourceLocation Location) const;

  /// \p Range as text that may be replaced; not known where that is not in the
  /// main file as it is written.
  TextRange replaceable(clang::SourceRange Range) const;

  /// Why text at \p Location may not be changed.
  ChangeObstacle obstacleAt(clang::SourceLocation Location) const;

  /// Whether a blank or the end of a line is at \p Location, in a file.
  bool isBlank(clang::SourceLocation Location) const;

  /// The blanks that begin the line of \p Location, a place in a file; nothing
  /// where something else stands before it.
  std::optional<std::string> blanksBefore(clang::SourceLocation Location) const;

  /// Whether \p Word stands in the text of \p Range.
  bool contains(clang::SourceRange Range, llvm::StringRef Word) const;

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
