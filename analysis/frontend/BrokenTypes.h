//===- BrokenTypes.h - Types that rest on a declaration in error *- C++ -*-===//
//
// Clang goes on after an error: a typedef of an unknown type stands for int
// from then on, a class loses the member that it could not read. Whatever is
// made of such a type has the wrong size, and looks right. This finds it.
//
// A type is broken if a declaration that it was written with is invalid or has
// an error inside, at any depth: behind pointers, in the fields and bases of a
// class, among the arguments of a template. Only sugar remembers; where Clang
// keeps the canonical type alone (f<T> called with such a T), the place that
// asked for the instantiation tells (brokenInstantiations).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_BROKENTYPES_H
#define KERNELCAST_ANALYSIS_FRONTEND_BROKENTYPES_H

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace kernelcast {

class BrokenTypes {
public:
  /// \p Errors: where Clang found any, macros expanded.
  BrokenTypes(const clang::SourceManager &Sources,
              llvm::ArrayRef<clang::SourceLocation> Errors);

  /// The declaration in error that \p Type rests on, or null.
  const clang::NamedDecl *find(clang::QualType Type);
  /// Whether Clang found an error from the first to the last token of \p Range.
  bool hasError(clang::SourceRange Range) const;

private:
  const clang::NamedDecl *look(const clang::Type *Type);
  const clang::NamedDecl *inRecord(const clang::RecordDecl *Record);

  const clang::SourceManager &Sources;
  std::set<std::pair<clang::FileID, unsigned>> Errors; ///< (file, offset)
  /// One that is being looked at counts as sound: a class may point to itself.
  llvm::DenseMap<const clang::Type *, const clang::NamedDecl *> Known;
};

/// The functions of \p TopLevel's code that were instantiated for an argument
/// of a broken type, with the declaration that broke it.
llvm::DenseMap<const clang::FunctionDecl *, const clang::NamedDecl *>
brokenInstantiations(llvm::ArrayRef<clang::Decl *> TopLevel,
                     BrokenTypes &Types);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_BROKENTYPES_H
