//===- SourceEdits.h - A file's text with changes in it ---------*- C++ -*-===//
//
// Changes of one file, put together by Clang's own machinery: two that overlap
// are refused, equal ones count once, and places of the old text are found in
// the new one.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_SOURCEEDITS_H
#define KERNELCAST_TOOL_LINT_SOURCEEDITS_H

#include "analysis/support/SourceChange.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>

namespace kernelcast {

class SourceEdits {
public:
  /// \p Path is for messages and exports, and need not exist.
  SourceEdits(std::string Path, std::string Text);
  SourceEdits(SourceEdits &&) noexcept;
  ~SourceEdits();

  /// Adds all of \p Change, or nothing: false where it overlaps with what is
  /// there, or names a place that the text does not have.
  bool add(const SourceChange &Change);

  const std::string &before() const;
  const std::string &after() const;
  /// Where in the new text \p Spot of the old one is; places of other files
  /// stay.
  SourceSpot moved(const SourceSpot &Spot) const;

private:
  friend class FixExport;
  struct Implementation;
  std::unique_ptr<Implementation> Own;
};

/// Fixes as YAML, for clang-apply-replacements.
class FixExport {
public:
  FixExport();
  ~FixExport();
  /// A finding of \p Check with the text \p Message at \p At, in the file of
  /// \p Edits, which are its fix.
  void add(llvm::StringRef Check, llvm::StringRef Message, const SourceSpot &At,
           const SourceEdits &Edits);
  void write(llvm::raw_ostream &OS) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> Own;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_SOURCEEDITS_H
