//===- ElementExtents.h - How far a computed index may lead -----*- C++ -*-===//
//
//   struct { float row[4]; float *next; } s;
//   s.row[i] = 1;
//   float *p = s.row;
//   p[i] = 1;
//
// Whatever i is, s.next keeps its value: an index stays in the array that it is
// applied to. That holds for an array that is named, and nearly so for a
// pointer that was made of one: programs walk on into what lies next to it as
// long as scalars are as wide, but not from words into pointers. A pointer that
// was made otherwise (from a pointer to something else, an integer, the address
// of a member) may lead anywhere in its object.
//
// What a pointer was made of is noted by its value and the type that it points
// to; that it may lead anywhere, by its value alone, for memory can give it
// back as any type. An address is as wide as the widest way in which it was
// made. If a pointer has been used by the time when it turns out to be wider, a
// loop has brought it back, and the kernel is lowered once more with an object
// that holds what nobody knows.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_ELEMENTEXTENTS_H
#define KERNELCAST_ANALYSIS_AST_ELEMENTEXTENTS_H

#include "analysis/ast/PointerTargets.h"
#include "analysis/ast/TypeLayouts.h"
#include "clang/AST/Expr.h"

namespace kernelcast {

class ElementExtents {
public:
  /// Bytes of an object, from its start.
  struct Extent {
    uint64_t From = 0, To = UINT64_MAX;
    friend bool operator==(const Extent &, const Extent &) = default;
  };

  ElementExtents(const clang::ASTContext &Context, const TypeLayouts &Layouts,
                 ExpressionPool &Pool, PointerTargets &Pointers)
      : Context(Context), Layouts(Layouts), Pool(Pool), Pointers(Pointers) {}

  /// \p Object is a variable in registers.
  void declare(ArrayId Object, const TypeLayout &Layout) {
    Objects[Object] = &Layout;
  }
  /// \p At is the address of the element \p E of what \p Base leads to.
  void noteElement(const clang::ArraySubscriptExpr *E, ScalarExpr At,
                   ScalarExpr Base);
  /// \p Part is the address of a part of what lies at \p Whole.
  void notePart(ScalarExpr Part, ScalarExpr Whole);
  /// The object at \p At, of type \p From, is taken for one of type \p To.
  void noteRetyped(ScalarExpr At, clang::QualType From, clang::QualType To);
  /// \p At is where the pointer that \p E follows leads.
  void noteTarget(const clang::UnaryOperator *E, ScalarExpr At);
  /// The expression \p E makes \p Pointer.
  void notePointer(const clang::Expr *E, ScalarExpr Pointer);
  /// \p From, a pointer of \p Type, moved on and became \p Pointer.
  void noteMoved(clang::QualType Type, ScalarExpr Pointer, ScalarExpr From);

  /// Where in its object \p Address may be, if it is not known.
  Extent of(ScalarExpr Address) const { return Extents.lookup(Address); }

private:
  using PointerKey = std::pair<ScalarExpr, const clang::Type *>;

  uint64_t sizeOf(clang::QualType Type) const;
  const clang::Expr *arrayUnder(const clang::Expr *Base) const;
  bool hasEnd(const clang::Expr *Array) const;
  std::optional<Extent> arrayAt(ScalarExpr Address, uint64_t Bytes) const;
  Extent madeOf(const clang::Expr *E, ScalarExpr Pointer) const;
  Extent withAlike(Extent Array, ScalarExpr Pointer) const;
  PointerKey key(ScalarExpr Pointer, clang::QualType Pointee) const;
  Extent used(ScalarExpr Pointer, clang::QualType Pointee);
  void noteSource(ScalarExpr Pointer, clang::QualType Pointee, Extent Within);
  void note(ScalarExpr Address, Extent Within);

  const clang::ASTContext &Context;
  const TypeLayouts &Layouts;
  ExpressionPool &Pool;
  PointerTargets &Pointers;
  llvm::DenseMap<ArrayId, const TypeLayout *> Objects;
  llvm::DenseMap<ScalarExpr, Extent> Extents; ///< of arrays, by element
  llvm::DenseMap<PointerKey, Extent> Sources; ///< of arrays, by pointer
  llvm::DenseSet<ScalarExpr> Wide; ///< pointers that may lead anywhere
  llvm::DenseSet<ScalarExpr> Used; ///< those that were taken not to
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_ELEMENTEXTENTS_H
