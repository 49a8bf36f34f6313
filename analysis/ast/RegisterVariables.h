//===- RegisterVariables.h - Local variables as register slots --*- C++ -*-===//
//
// A local variable that is small enough lives in registers: it is an *object*,
// a list of scalar *slots*, each of them a variable of the SSA construction.
// An address that starts from an object leads
//
//   &v + 4                       to a slot, or to bytes of one or several
//   c ? &v : &w, &v + 4 * i      to one of a few places: loads select between
//                                what they hold, stores give each of them its
//                                new value where the condition holds
//   &v + f(i)                    anywhere within the reach of the index
//
// Which of the three it is, what a load reads and what a store leaves behind is
// told here; Storage adds the accesses to memory that go with it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_REGISTERVARIABLES_H
#define KERNELCAST_ANALYSIS_AST_REGISTERVARIABLES_H

#include "analysis/ast/Arithmetic.h"
#include "analysis/ast/ChosenPlaces.h"
#include "analysis/ast/ElementExtents.h"
#include "analysis/ast/EscapedAddresses.h"
#include "analysis/ast/SlotBytes.h"
#include "analysis/ast/UnsettledUses.h"

namespace kernelcast {

class RegisterVariables {
  struct Object;

public:
  /// Where in an object an address leads.
  struct Place {
    Object *Of = nullptr; ///< null: into memory
    ArrayId Array = None;
    uint64_t Offset = 0;
    bool Constant = false; ///< the offset is

    /// Into an object, and where in it is known.
    bool isSlot() const { return Of && Constant; }
  };
  using Slots = llvm::SmallVector<unsigned, 16>;

  RegisterVariables(const clang::ASTContext &Context, ExpressionPool &Pool,
                    TypeLayouts &Layouts, PointerTargets &Pointers,
                    const ElementExtents &Extents, FlowBuilder &Flow,
                    EscapedAddresses &Escapes, UnsettledUses &Uses,
                    Arithmetic &Numbers)
      : Context(Context), Pool(Pool), Layouts(Layouts), Pointers(Pointers),
        Extents(Extents), Flow(Flow), Escapes(Escapes), Uses(Uses),
        Numbers(Numbers) {}

  /// The variable \p Id, declared at \p Location, lives in registers.
  void declare(ArrayId Id, const TypeLayout &Layout,
               clang::SourceLocation Location);
  bool contains(ArrayId Id) const { return object(Id) != nullptr; }

  /// Where \p Address leads.
  Place placeOf(ScalarExpr Address) const;
  /// Whether what lies at \p Address is part of a variable in registers.
  bool isInRegisters(ScalarExpr Address) const {
    return placeOf(Address).Of != nullptr;
  }
  /// Whether it is known as well which part.
  bool isSlot(ScalarExpr Address) const { return placeOf(Address).isSlot(); }
  /// Whether the object \p Id has more than one slot.
  bool hasParts(ArrayId Id) const;

  /// The slots that the variable at \p Address, of \p Type, holds now; none if
  /// it has none.
  Value held(ScalarExpr Address, clang::QualType Type);
  /// What the slots of the variable at \p Address hold from now on.
  void define(ScalarExpr Address, const Value &V);
  /// The variable at \p Address is taken to keep what its slots hold now. If it
  /// is written later after all, the kernel is lowered once more without that.
  /// Spares the SSA construction a phi in every loop, and an address that is
  /// kept so stays plain.
  void keep(ScalarExpr Address);

  /// The places that \p Address chooses between, by a condition or by a
  /// computed offset; none if it is one place, or leads elsewhere. A table
  /// whose elements are as wide as \p Part is no such choice (smallTable()).
  ChosenPlaces chosenPlaces(ScalarExpr Address, const TypeLayout &Part) const;
  /// The slots that \p Address may lead to if it is in an array of at most 16
  /// integers of the width that \p Element describes, and the index is
  /// computed; else none.
  Slots smallTable(ScalarExpr Address, const TypeLayout &Element) const;

  /// Notes that \p Site reads or writes \p Part of a type at \p Address, or at
  /// \p Places if there are any. False if the value is known to depend on an
  /// order that is left open.
  bool settled(ScalarExpr Address, const ChosenPlaces &Places,
               const TypeLayout &Part, const clang::Expr *Site, bool Writes);

  /// What \p Part of the type that is read at \p At, a slot, holds: the slot as
  /// it is, or bytes of one or several.
  ScalarExpr load(const Place &At, const Leaf &Part);
  ScalarExpr loadChosen(const ChosenPlaces &From, const Leaf &Part);
  ScalarExpr loadFrom(const Slots &Table, ScalarExpr Address,
                      const Leaf &Element);
  /// The bit-field \p Field, whose first byte is at \p At.
  ScalarExpr loadBits(const Place &At, const clang::FieldDecl *Field);

  /// Writes \p V, which is \p Part of a type that is stored at \p At, a slot:
  /// over the slot, or over bytes of one or several.
  void store(const Place &At, const Leaf &Part, ScalarExpr V);
  void storeChosen(const ChosenPlaces &To, const Leaf &Part, ScalarExpr V);
  void storeTo(const Slots &Table, ScalarExpr Address, ScalarExpr V);
  /// Whoever writes a whole struct leaves its padding open, which may be part
  /// of something else there, such as another member of a union.
  void storePadding(const Place &At, const TypeLayout &Layout);
  void storeBits(const Place &At, const clang::FieldDecl *Field, ScalarExpr V);

  /// All slots of the object at \p At, which \p Site writes if it is not null,
  /// hold what nobody knows.
  void clobber(const Place &At, llvm::StringRef Why,
               const clang::Expr *Site = nullptr);
  /// So do those that \p Address, which leads to \p At, may mean.
  void clobberAround(const Place &At, ScalarExpr Address, llvm::StringRef Why);
  /// So do all objects whose addresses have been lost.
  void clobberExposed(llvm::StringRef Why);

private:
  struct Object {
    TypeLayout Layout;
    bool Unknown = false;   ///< its slots hold what nobody knows
    bool Rewritten = false; ///< it is not to be kept
    Value Kept;             ///< what its slots hold for good, if that is known
  };

  Object *object(ArrayId Id) const {
    return Id < Objects.size() ? Objects[Id].get() : nullptr;
  }
  static llvm::SmallVector<unsigned, 4> slotsIn(const Object &O, uint64_t From,
                                                ScalarType Type);
  Slots slotsAround(const Object &O, ScalarExpr Address) const;
  void write(SsaVariable Variable, ScalarExpr V);
  void overwrite(SsaVariable Variable, ScalarExpr V);
  ScalarExpr readSlot(const Place &At, unsigned Slot);
  ScalarExpr elementTest(ScalarExpr Offset, const Leaf &Element);
  bool settled(ScalarExpr Address, const TypeLayout &Part,
               const clang::Expr *Site, bool Writes);

  const clang::ASTContext &Context;
  ExpressionPool &Pool;
  TypeLayouts &Layouts;
  PointerTargets &Pointers;
  const ElementExtents &Extents;
  FlowBuilder &Flow;
  EscapedAddresses &Escapes;
  UnsettledUses &Uses;
  Arithmetic &Numbers;
  std::vector<std::unique_ptr<Object>> Objects; ///< by array; null: in memory
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_REGISTERVARIABLES_H
