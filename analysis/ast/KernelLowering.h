//===- KernelLowering.h - A kernel's AST as a flow graph in SSA -*- C++ -*-===//
//
// Clang's CFG of the kernel, with the CFGs of its callees spliced in where
// they are called, becomes the block graph of a KernelModel; expressions
// become hash-consed values.
//
// Storage is uniform: every variable is an array of the model with a Base
// address, and every lvalue is an address expression. A local variable that is
// small enough is an *object*: a list of scalar slots that live in registers.
// An address whose Base is an object and whose offset is a constant names a
// slot, and loads and stores of it are definitions and uses of an SSA variable
// (Braun et al., "Simple and Efficient Construction of SSA Form", 2013);
// everything else is a memory access.
//
// Internal to analysis/pdg: the parts of this class are in KernelLowering.cpp
// (blocks, inlining), Storage.cpp (objects, loads, stores, SSA),
// VariableUses.cpp (order of evaluation), LowerExpression.cpp, LowerAddress.cpp
// and LowerCall.cpp.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_KERNELLOWERING_H
#define KERNELCAST_ANALYSIS_AST_KERNELLOWERING_H

#include "analysis/ast/EvaluationOrder.h"
#include "analysis/ast/KernelBuilder.h"
#include "analysis/ast/SsaBuilder.h"
#include "analysis/ast/TypeLayouts.h"
#include "analysis/instructions/Builtins.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace kernelcast {

/// A lowered value: its scalar leaves in memory order. Scalars and pointers
/// have one, structs, vectors and small arrays several, void none.
using Value = llvm::SmallVector<ScalarExpr, 4>;

/// What reads or writes a variable, and a hash of the calls that lead there.
using OpenUses = llvm::DenseSet<std::pair<const clang::Expr *, size_t>>;

class KernelLowering {
public:
  /// Reads and writes in \p Open depend on an order of evaluation that the
  /// language leaves open: they are of unknown values, as are the variables in
  /// \p Chosen. More of both may be found.
  KernelLowering(clang::ASTContext &Context, Language Lang,
                 const BuilderOptions &Options, OpenUses &Open,
                 ChosenVariables &Chosen);
  /// The model of \p Kernel with blocks, phis, accesses and conditions, before
  /// any analysis of loops.
  KernelModel lower(const clang::FunctionDecl *Kernel);

private:
  /// A use of a slot within the full expression that is being lowered.
  struct SlotUse {
    const clang::Expr *Part;   ///< of the frame's own function
    OpenUses::value_type Site; ///< what reads or writes, maybe in a callee
    bool Writes;
  };

  /// One inlined function: its variables and the values of the expressions
  /// that its CFG evaluates apart from their parents.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    Frame *Caller = nullptr;
    const clang::Expr *Call = nullptr; ///< in the caller's function
    size_t Path = 0;                   ///< hash of all calls from the kernel on
    ArrayId FirstArray = 0;            ///< earlier ones are the callers'
    ScalarExpr This = nullptr;
    llvm::DenseMap<SsaVariable, llvm::SmallVector<SlotUse, 2>> Uses;
    llvm::DenseMap<const clang::VarDecl *, ScalarExpr> Addresses;
    /// Variables that are never modified: their value where it is known.
    llvm::DenseMap<const clang::VarDecl *, Value> Fixed;
    llvm::DenseSet<const clang::VarDecl *> Modified;
    llvm::DenseMap<const clang::Stmt *, Value> Values;
    llvm::DenseMap<const clang::OpaqueValueExpr *, Value> OpaqueValues;
    /// Sides of conditional lvalues that are read, and what was read there.
    std::optional<llvm::DenseSet<const clang::Stmt *>> ReadSides;
    llvm::DenseMap<const clang::Stmt *, Value> SideValues;
    ScalarExpr ReturnAddress = nullptr; ///< object for the result
    BlockId Exit = None;
    std::string CallText; ///< "f() at 12:3"
  };

  /// Slots of a variable that lives in registers.
  struct Object {
    TypeLayout Layout;
    llvm::DenseMap<uint64_t, unsigned> SlotAt; ///< by offset
    bool Unknown = false; ///< its slots hold what nobody knows
  };

  // KernelLowering.cpp: parameters, blocks, functions.
  void declareParameters(const clang::FunctionDecl *Kernel);
  void readAttributes(const clang::FunctionDecl *Kernel);
  BlockId newBlock();
  void addEdge(BlockId From, BlockId To);
  void branch(ScalarExpr Condition, BlockId IfTrue, BlockId IfFalse,
              const clang::Stmt *Site);
  /// Lowers \p Function's CFG into fresh blocks from the current one on; ends
  /// with the current block at its exit. False if it has no usable CFG.
  bool lowerBody(Frame &F);
  void lowerBlock(Frame &F, const clang::CFGBlock &Block);
  /// The loop statement around each block of \p Graph, by block number.
  std::vector<unsigned> sourceLoops(const clang::Stmt *Body,
                                    const clang::CFG &Graph);
  void lowerTerminator(Frame &F, const clang::CFGBlock &Block,
                       llvm::ArrayRef<BlockId> Starts);
  void lowerSwitch(const clang::SwitchStmt *Switch,
                   const clang::CFGBlock &Block,
                   llvm::ArrayRef<BlockId> Starts);
  void lowerStatement(const clang::Stmt *S);
  void lowerInitializer(const clang::CXXCtorInitializer *Init);
  void lowerDeclaration(const clang::VarDecl *Variable);
  void finish();

  // Storage.cpp: layouts, objects, loads and stores, SSA.
  ScalarExpr newObject(clang::QualType Type, llvm::StringRef Name,
                       clang::SourceLocation Location);
  ScalarExpr addressOfVariable(const clang::VarDecl *Variable);
  ArrayId staticArray(const clang::VarDecl *Variable);
  Object *objectOf(ScalarExpr Address, uint64_t &Offset, bool &Constant);
  Value load(ScalarExpr Address, clang::QualType Type, const clang::Expr *Site);
  void store(ScalarExpr Address, clang::QualType Type, const Value &V,
             const clang::Expr *Site);
  AccessId access(AccessKind Kind, ScalarExpr Address, unsigned Bytes,
                  const clang::Expr *Site, clang::QualType Type,
                  ScalarExpr Stored = nullptr);
  /// What an instruction takes beside an access's address and first value.
  void compute(llvm::ArrayRef<ScalarExpr> Needed);
  void silentAccess(AccessKind Kind, ArrayId Array, ScalarExpr Address,
                    ScalarExpr Stored);
  /// A silent access to a leaf of the object at \p Address (ElementUses.cpp).
  void elementUse(AccessKind Kind, ScalarExpr Address, const Leaf &Element,
                  ScalarExpr Stored = nullptr);
  /// Forgets those of objects that no computed index reads or writes.
  void dropElementUses();
  const Object *smallTable(ScalarExpr Address, const TypeLayout &Element);
  ScalarExpr elementTest(ScalarExpr Offset, const Leaf &Element);
  void clobber(ScalarExpr Address, llvm::StringRef Why,
               const clang::Expr *Site = nullptr);
  Value opaque(clang::QualType Type, llvm::StringRef Why);
  Value zero(clang::QualType Type);
  // VariableUses.cpp: order of evaluation.
  EvaluationOrder &order(const clang::FunctionDecl *Function);
  bool settled(ScalarExpr Address, const TypeLayout &Part,
               const clang::Expr *Site, bool Writes);
  void use(SsaVariable Slot, const clang::Expr *Site, bool Writes);
  void endFullExpression(const clang::Stmt *S);

  // LowerExpression.cpp: values.
  Value rvalue(const clang::Expr *E);
  Value lowerRvalue(const clang::Expr *E);
  ScalarExpr scalar(const clang::Expr *E);
  ScalarExpr condition(const clang::Expr *E);
  Value lowerCast(const clang::CastExpr *E);
  Value readLvalue(const clang::Expr *E, clang::QualType Type);
  Value readEither(const clang::ConditionalOperator *E, clang::QualType Type);
  bool isReadSide(const clang::Expr *E);
  /// \p Where receives the address that was written.
  Value lowerUnary(const clang::UnaryOperator *E, ScalarExpr *Where = nullptr);
  Value lowerBinary(const clang::BinaryOperator *E);
  Value lowerAssignment(const clang::BinaryOperator *E,
                        ScalarExpr *Where = nullptr);
  Value lowerConditional(const clang::AbstractConditionalOperator *E);
  Value lowerInitList(const clang::InitListExpr *E);
  void initialize(ScalarExpr Address, clang::QualType Type,
                  const clang::Expr *Init);
  Value arithmetic(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                   clang::QualType TypeA, clang::QualType TypeB,
                   clang::QualType Result, const clang::Expr *Site);
  ScalarExpr scalarArithmetic(clang::BinaryOperatorKind Op, ScalarExpr A,
                              ScalarExpr B);
  ScalarExpr convert(ScalarExpr V, ScalarType To);
  Value convertAll(const Value &V, clang::QualType To);
  /// \p V cut to what \p To can hold, where both are integers.
  ScalarExpr saturated(ScalarExpr V, ScalarType To);
  ScalarExpr pointerOffset(ScalarExpr Pointer, ScalarExpr Index,
                           clang::QualType Pointee, bool Negative);
  Value lowerLambda(const clang::LambdaExpr *E);

  // LowerAddress.cpp: lvalues.
  ScalarExpr address(const clang::Expr *E);
  ScalarExpr lowerAddress(const clang::Expr *E);
  ScalarExpr memberAddress(const clang::MemberExpr *E);
  std::optional<Coordinate> launchCoordinate(const clang::Expr *E) const;
  llvm::SmallVector<unsigned, 4>
  swizzle(const clang::ExtVectorElementExpr *E) const;

  // LowerCall.cpp: calls, constructors and built-in functions.
  Value lowerCall(const clang::CallExpr *E);
  Value inlineCall(const clang::FunctionDecl *Callee, ScalarExpr This,
                   llvm::ArrayRef<const clang::Expr *> Arguments,
                   const clang::Expr *Site);
  void construct(ScalarExpr Address, const clang::CXXConstructExpr *E);
  std::optional<Value> lowerBuiltin(const clang::CallExpr *E,
                                    const clang::FunctionDecl *Callee);
  std::optional<Value> lowerIndexFunction(const IndexFunction &F,
                                          const clang::CallExpr *E);
  ScalarExpr indexValue(const IndexFunction &F, unsigned D);
  Value lowerEffect(EffectKind Kind, const clang::CallExpr *E);
  std::optional<Value> lowerMemoryFunction(MemoryForm Form,
                                           const clang::CallExpr *E);
  std::optional<Value> lowerAtomic(MemoryForm Form, const clang::CallExpr *E);
  std::optional<Value> lowerVectorAccess(MemoryForm Form,
                                         const clang::CallExpr *E);
  Value lowerTexture(MemoryForm Form, const clang::CallExpr *E);
  Value loaded(AccessId Id, clang::QualType Type);
  Value chosen(llvm::ArrayRef<Value> Arguments, const TypeLayout &Layout,
               bool Vector);
  ScalarExpr integerFunction(Meaning Kind, llvm::ArrayRef<ScalarExpr> Given,
                             ScalarType T);
  std::optional<Value> lowerMathFunction(llvm::StringRef Name,
                                         const clang::CallExpr *E);
  std::optional<Value> lowerSplittingFunction(llvm::StringRef Name,
                                              const clang::CallExpr *E);
  void lowerAsm(const clang::AsmStmt *S);
  void escapeArguments(const clang::CallExpr *E, llvm::StringRef Why);
  ScalarExpr globalId(unsigned Dimension);
  ScalarExpr linearThread();

  // Small helpers.
  KernelModel &model() { return Model; }
  ExpressionPool &pool() { return *Model.Pool; }
  BasicBlock &current() { return Model.Blocks[Current]; }
  SourceSpot spot(clang::SourceLocation Location) const;
  /// \p Site, or if it is in the prelude the call in the reader's own source
  /// that led there.
  const clang::Expr *inSource(const clang::Expr *Site) const;
  std::string text(const clang::Stmt *S) const;
  /// "f() at 12:3" of each call that is being inlined, innermost first, or "".
  std::string inlinedCalls() const;
  void effect(EffectKind Kind, const clang::Expr *Site);
  /// Records \p Why once with its place; the kernel becomes partial.
  void reason(const llvm::Twine &Why, clang::SourceLocation Where);
  bool overBudget();

  clang::ASTContext &Context;
  BuilderOptions Options;
  KernelModel Model;
  TypeLayouts Layouts;
  PointerTargets Pointers;
  SsaBuilder Ssa;
  Frame *TheFrame = nullptr;
  BlockId Current = 0;
  unsigned SourceLoop = None; ///< loop statement around what is lowered now
  unsigned Depth = 0;         ///< nesting of the expression being lowered
  bool GaveUp = false;
  std::vector<std::unique_ptr<Object>> Objects; ///< parallel to Model.Arrays
  llvm::DenseMap<const clang::VarDecl *, ArrayId> StaticArrays;
  llvm::StringSet<> SeenReasons;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<clang::CFG>>
      Graphs;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<EvaluationOrder>>
      Orders;
  OpenUses &Open;
};

/// The low 64 bits of a constant of any width and sign.
inline int64_t lowWord(const llvm::APSInt &V) {
  return static_cast<int64_t>(V.extOrTrunc(64).getRawData()[0]);
}

/// The variables that \p Body may change after their declaration: assigned,
/// incremented, address taken, bound to a reference.
llvm::DenseSet<const clang::VarDecl *>
modifiedVariables(const clang::Stmt *Body);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_KERNELLOWERING_H
