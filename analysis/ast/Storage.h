//===- Storage.h - Variables as register slots or memory --------*- C++ -*-===//
//
// Storage is uniform: every variable is an array of the model with a Base
// address, and every lvalue is an address expression. A local variable that is
// small enough is an object in registers (RegisterVariables), and loads and
// stores of it are definitions and uses of SSA variables; everything else is a
// memory access, and so is what leads to a computed place in an object.
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

#include "analysis/ast/RegisterVariables.h"

namespace kernelcast {

class Storage {
public:
  Storage(const clang::ASTContext &Context, KernelModel &Model,
          TypeLayouts &Layouts, PointerTargets &Pointers,
          const SourceText &Source, const InlinedCalls &Inlined,
          FlowBuilder &Flow, EscapedAddresses &Escapes, Arithmetic &Numbers,
          ElementExtents &Extents, RegisterVariables &Registers)
      : Context(Context), Model(Model), Pool(*Model.Pool), Layouts(Layouts),
        Pointers(Pointers), Source(Source), Inlined(Inlined), Flow(Flow),
        Escapes(Escapes), Numbers(Numbers), Extents(Extents),
        Registers(Registers) {}

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
  ArrayId add(ArrayInfo Info);
  ArrayId staticArray(const clang::VarDecl *Variable);
  void setPiece(AccessId Id, const clang::Expr *Site, uint64_t Offset);
  Value loadSlots(const RegisterVariables::Place &At, ScalarExpr Address,
                  const TypeLayout &Layout);
  Value loadMemory(ScalarExpr Address, clang::QualType Type,
                   const clang::Expr *Site);
  void storeSlots(const RegisterVariables::Place &At, ScalarExpr Address,
                  const TypeLayout &Layout, const Value &V);
  void storeMemory(ScalarExpr Address, clang::QualType Type, const Value &V,
                   const clang::Expr *Site);
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
  Arithmetic &Numbers;
  ElementExtents &Extents;
  RegisterVariables &Registers;
  llvm::DenseMap<const clang::VarDecl *, ArrayId> StaticArrays;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_STORAGE_H
