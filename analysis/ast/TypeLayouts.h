//===- TypeLayouts.h - The scalar leaves of a type --------------*- C++ -*-===//
//
// A value of any type is the list of its scalars in memory order: members of
// structs with those of bases and of structs within, elements of vectors and of
// arrays of known size. The members of a union share their storage; it counts
// as 32-bit words, and bit-fields as the units that they are declared in.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_TYPELAYOUTS_H
#define KERNELCAST_ANALYSIS_AST_TYPELAYOUTS_H

#include "analysis/symbolic/Expression.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <vector>

namespace kernelcast {

/// One scalar leaf of a type.
struct Leaf {
  uint64_t Offset; ///< bytes from the start
  ScalarType Type;
};

/// The scalar leaves of a type in memory order. Valid only if Complete: types
/// with more leaves than MaxLeaves, or of unknown size, have none.
struct TypeLayout {
  std::vector<Leaf> Leaves;
  uint64_t Bytes = 0;
  bool Complete = true;
  static constexpr unsigned MaxLeaves = 128;
};

/// The layouts of one translation unit's types, made when first asked for.
class TypeLayouts {
public:
  explicit TypeLayouts(const clang::ASTContext &Context) : Context(Context) {}

  /// The reference stays valid.
  const TypeLayout &of(clang::QualType Type);

  /// Enumerations are integers, numbers of more than 64 bits have 64; what is
  /// no number is an address.
  ScalarType scalar(clang::QualType Type) const;

  /// Bytes from one element of an array of \p Type to the next.
  uint64_t bytes(clang::QualType Type) const {
    return Context.getTypeSizeInChars(Type).getQuantity();
  }

  /// Whether the hardware moves \p Type with one instruction: scalars, vectors
  /// and structs that are aligned to their size of at most 16 bytes.
  bool isSingleAccess(clang::QualType Type) const;

  /// What the address of an access of \p Type by \p Site is a multiple of, in
  /// bytes, as far as types can tell: 1 in a packed structure.
  unsigned alignment(const clang::Expr *Site, clang::QualType Type) const;

  /// A piece of memory that is aligned to its size, and how far a place lies
  /// behind the start of such a piece. No bytes where no type tells of one.
  struct Piece {
    uint64_t Bytes = 0, Offset = 0;
  };
  /// The piece of at most 16 bytes that \p Site lies in, by the alignment of
  /// the record that it is a part of.
  Piece alignedPiece(const clang::Expr *Site);

private:
  void append(clang::QualType Type, uint64_t Offset, TypeLayout &To,
              unsigned Nesting) const;
  void appendMembers(const clang::RecordDecl *Record, uint64_t Offset,
                     TypeLayout &To, unsigned Nesting) const;

  void appendBits(const clang::FieldDecl *Field, uint64_t Offset,
                  TypeLayout &To) const;

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::Type *, std::unique_ptr<TypeLayout>> Layouts;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_TYPELAYOUTS_H
