//===- Storage.h - Variables as register slots or memory --------*- C++ -*-===//
//
// Storage is uniform: every variable is an array of the model with a Base
// address, and every lvalue is an address expression. A local variable that is
// small enough is an *object*: a list of scalar slots that live in registers.
// An address whose Base is an object and whose offset is a constant names a
// slot, and loads and stores of it are definitions and uses of an SSA variable;
// everything else is a memory access.
//
// Elements of local arrays at constant indices. s[0] = f(x) defines the value
// of an element; for (c ...) y += s[c] then reads memory, as far as the
// lowering can tell, and f(x) would have no use. Where an array is indexed by
// computed values too, reads and writes of single elements are therefore kept
// beside those accesses, as silent ones, until it is known which instructions
// there are and how long the array is needed. The same goes for all but the
// first lane of a vector that is stored at once, and for the coordinates and
// values that texture instructions take.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_STORAGE_H
#define KERNELCAST_ANALYSIS_AST_STORAGE_H

#include "analysis/ast/Arithmetic.h"
#include "analysis/ast/BitFields.h"
#include "analysis/ast/ChosenPlaces.h"
#include "analysis/ast/ElementExtents.h"
#include "analysis/ast/EscapedAddresses.h"
#include "analysis/ast/SlotBytes.h"
#include "analysis/ast/UnsettledUses.h"

namespace kernelcast {

class Storage {
public:
  Storage(const clang::ASTContext &Context, KernelModel &Model,
          TypeLayouts &Layouts, PointerTargets &Pointers,
          const SourceText &Source, const InlinedCalls &Inlined,
          FlowBuilder &Flow, EscapedAddresses &Escapes, UnsettledUses &Uses,
          Arithmetic &Numbers)
      : Extents(Context, Layouts, *Model.Pool, Pointers), Context(Context),
        Model(Model), Pool(*Model.Pool), Layouts(Layouts), Pointers(Pointers),
        Source(Source), Inlined(Inlined), Flow(Flow), Escapes(Escapes),
        Uses(Uses), Numbers(Numbers) {}

  ElementExtents Extents; ///< how far computed indices may lead

  /// A new local variable, in registers if it is small enough.
  ScalarExpr newObject(clang::QualType Type, llvm::StringRef Name,
                       clang::SourceLocation Location);
  /// What is in memory all the time.
  ScalarExpr newArray(ArrayInfo Info);

  /// Whether \p Variable is there once, not in each call.
  static bool isStatic(const clang::VarDecl *Variable);
  /// Such a variable has its place from where it is declared.
  void declareStatic(const clang::VarDecl *Variable) { staticArray(Variable); }
  ScalarExpr addressOf(const clang::VarDecl *Variable);

  /// The slots that \p Object of \p Type holds now; none if it has none.
  Value held(ScalarExpr Object, clang::QualType Type);
  /// What the slots of \p Object hold from now on.
  void define(ScalarExpr Object, const Value &V);
  /// \p Object is taken to keep what its slots hold now. If it is written later
  /// after all, the kernel is lowered once more without that. Spares the SSA
  /// construction a phi in every loop, and an address that is kept so stays
  /// plain.
  void keep(ScalarExpr Object);
  /// Whether what lies at \p Address is part of a variable in registers.
  bool isInRegisters(ScalarExpr Address);
  /// Whether it is known as well which part.
  bool isSlot(ScalarExpr Address);
  /// \p Site is what reads.
  Value load(ScalarExpr Address, clang::QualType Type, const clang::Expr *Site);
  /// \p Site is what writes; null: initialises, and nothing is written in
  /// memory.
  void store(ScalarExpr Address, clang::QualType Type, const Value &V,
             const clang::Expr *Site);
  /// The bit-field \p Field, whose first byte is at \p Address, becomes \p V;
  /// in registers only.
  void storeBits(ScalarExpr Address, const clang::FieldDecl *Field,
                 ScalarExpr V);
  /// The variable at \p Address, if it is in registers, holds what nobody
  /// knows.
  void clobber(ScalarExpr Address, llvm::StringRef Why,
               const clang::Expr *Site = nullptr);

  /// The address of a variable becomes a value.
  void take(ScalarExpr Address) { Escapes.take(Address); }
  /// \p V goes where it is not followed any more.
  void lose(llvm::ArrayRef<ScalarExpr> V);
  /// \p V, of which nothing else is known, holds no address that was not lost
  /// before.
  Value relayed(Value V);
  /// Code runs here that is not seen: what it may know the address of holds
  /// what nobody knows.
  void runUnseen(llvm::StringRef Why);

  /// Something that is not modelled may write here or later, whatever has had
  /// its address taken.
  void writeAnywhere(llvm::StringRef Why);

  /// An access to memory, as it stands. \p Type says whether it moves floating
  /// point numbers, \p Stated to which memory it goes if not the address but
  /// the instruction tells.
  AccessId access(AccessKind Kind, ScalarExpr Address, unsigned Bytes,
                  const clang::Expr *Site, clang::QualType Type,
                  ScalarExpr Stored = nullptr,
                  std::optional<MemorySpace> Stated = std::nullopt);
  /// What an instruction takes beside an access's address and first value.
  void compute(llvm::ArrayRef<ScalarExpr> Needed);

  /// With all variables known: shared arrays whose size the host gives lie
  /// behind the others.
  void placeDynamicShared();
  /// With the graph complete, before and after phis have their final values.
  void dropElementUses();
  void dropAmbiguousArrays();

private:
  /// Slots of a variable that lives in registers.
  struct Object {
    TypeLayout Layout;
    bool Unknown = false;   ///< its slots hold what nobody knows
    bool Rewritten = false; ///< it is not to be kept
    Value Kept;             ///< what its slots hold for good, if that is known
  };
  /// Where in an object an address leads.
  struct Place {
    Object *Of = nullptr; ///< null: into memory
    ArrayId Array = None;
    uint64_t Offset = 0;
    bool Constant = false; ///< the offset is
  };

  ArrayId add(ArrayInfo Info);
  ArrayId staticArray(const clang::VarDecl *Variable);
  Place placeOf(ScalarExpr Address);
  llvm::SmallVector<unsigned, 16> slotsAround(const Object &O,
                                              ScalarExpr Address) const;
  void setPiece(AccessId Id, const clang::Expr *Site, uint64_t Offset);
  static llvm::SmallVector<unsigned, 4> slotsIn(const Object &O, uint64_t From,
                                                ScalarType Type);
  void write(SsaVariable Variable, ScalarExpr V);
  void overwrite(SsaVariable Variable, ScalarExpr V);
  ScalarExpr readSlot(const Place &At, unsigned Slot);
  ScalarExpr loadScalar(const Place &At, const Leaf &Part);
  void storeScalar(const Place &At, const Leaf &Part, ScalarExpr V);
  void storePadding(const Place &At, const TypeLayout &Layout);
  ScalarExpr loadBits(const Place &At, const clang::FieldDecl *Field);
  bool settled(ScalarExpr Address, const TypeLayout &Part,
               const clang::Expr *Site, bool Writes);
  Value loadSlots(const Place &At, ScalarExpr Address,
                  const TypeLayout &Layout);
  Value loadMemory(ScalarExpr Address, clang::QualType Type,
                   const clang::Expr *Site);
  void storeSlots(const Place &At, ScalarExpr Address, const TypeLayout &Layout,
                  const Value &V);
  void storeMemory(ScalarExpr Address, clang::QualType Type, const Value &V,
                   const clang::Expr *Site);
  ChosenPlaces chosenPlaces(ScalarExpr Address, const TypeLayout &Part);
  ScalarExpr loadChosen(const ChosenPlaces &From, const Leaf &Part);
  void storeChosen(const ChosenPlaces &To, const Leaf &Part, ScalarExpr V);
  bool settled(ScalarExpr Address, const ChosenPlaces &Places,
               const TypeLayout &Part, const clang::Expr *Site, bool Writes);
  llvm::SmallVector<unsigned, 16> smallTable(ScalarExpr Address,
                                             const TypeLayout &Element);
  ScalarExpr elementTest(ScalarExpr Offset, const Leaf &Element);
  void silentAccess(AccessKind Kind, ArrayId Array, ScalarExpr Address,
                    ScalarExpr Stored);
  void elementUse(AccessKind Kind, ScalarExpr Address, const Leaf &Element,
                  ScalarExpr Stored = nullptr);

  const clang::ASTContext &Context;
  KernelModel &Model;
  ExpressionPool &Pool;
  TypeLayouts &Layouts;
  PointerTargets &Pointers;
  const SourceText &Source;
  const InlinedCalls &Inlined;
  FlowBuilder &Flow;
  EscapedAddresses &Escapes;
  UnsettledUses &Uses;
  Arithmetic &Numbers;
  std::vector<std::unique_ptr<Object>> Objects; ///< parallel to Model.Arrays
  llvm::DenseMap<const clang::VarDecl *, ArrayId> StaticArrays;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_STORAGE_H
