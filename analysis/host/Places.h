//===- Places.h - Which part of which variable ------------------*- C++ -*-===//
//
// A place is a variable and a path of members and elements inside it: block.x,
// params.n, sizes[2], p->n (which is p[0].n). A change of one place may change
// another that it overlaps, and decides about those that it covers.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_PLACES_H
#define KERNELCAST_ANALYSIS_HOST_PLACES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <optional>
#include <string>

namespace kernelcast::host {

/// One step from an object to a part of it: a member, an element (with
/// AnyElement where the index is not a constant), or the number of a
/// container's elements, Size (Containers.h).
struct PathStep {
  static constexpr int64_t AnyElement = -1, Size = -2;
  const clang::FieldDecl *Field = nullptr; ///< null for an element
  int64_t Element = 0;

  bool isSize() const { return !Field && Element == Size; }

  auto operator<=>(const PathStep &) const = default;
};
using Path = llvm::SmallVector<PathStep, 2>;

/// A part of a variable; a null Variable is the object of a member function.
struct Place {
  const clang::VarDecl *Variable = nullptr;
  Path Steps;
};

/// Whether a change of \p Changed may change \p Read.
bool overlaps(llvm::ArrayRef<PathStep> Changed, llvm::ArrayRef<PathStep> Read);
/// Whether \p Changed is all of \p Read or an object that \p Read is part of.
bool covers(llvm::ArrayRef<PathStep> Changed, llvm::ArrayRef<PathStep> Read);

/// The place that the lvalue \p E names, if it is one.
std::optional<Place> placeOf(const clang::Expr *E,
                             const clang::ASTContext &Context,
                             unsigned Depth = 0);

/// Whether \p Call is std::forward, std::move or std::as_const: its value is
/// its argument, under another type of reference.
bool isPassedOn(const clang::CallExpr *Call);

/// \p E without parentheses, implicit casts, temporaries and cleanups; explicit
/// casts stay.
const clang::Expr *stripped(const clang::Expr *E);

/// The type of \p P; null where its path does not fit its variable.
clang::QualType typeOf(const Place &P, const clang::ASTContext &Context);

/// \p P as the source would write it: params.n, sizes[2], p->n, width.
std::string textOf(const Place &P);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_PLACES_H
