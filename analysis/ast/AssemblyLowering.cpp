//===- AssemblyLowering.cpp - Inline assembly of the source ---------------===//

#include "analysis/ast/AssemblyLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/instructions/PtxReading.h"

using namespace llvm;

namespace kernelcast {
namespace {

/// Puts the effects of one asm statement into the flow graph.
class SourceSteps : public PtxSteps {
public:
  SourceSteps(const clang::GCCAsmStmt *S, clang::ASTContext &Context,
              KernelModel &Model, FlowBuilder &Flow,
              const RegisterVariables &Registers, Storage &Memory)
      : S(S), Context(Context), Model(Model), Flow(Flow), Registers(Registers),
        Memory(Memory) {}

  AccessId access(const PtxAccess &Access) override {
    const clang::Expr *Site = operand(Access.Argument);
    const clang::QualType Type =
        Access.FloatingPoint ? Context.FloatTy : Context.UnsignedIntTy;
    if (Access.Kind != AccessKind::Load &&
        Registers.isInRegisters(Access.Address))
      Memory.clobber(Access.Address, "written by inline assembly");
    const AccessId Id = Memory.access(Access.Kind, Access.Address, Access.Bytes,
                                      Site, Type, Access.Stored, Access.Space);
    MemoryAccess &Made = Model.Accesses[Id];
    // The hardware asks for addresses that are multiples of the whole access.
    Made.Alignment = std::min(16u, Access.Bytes);
    Made.Volatile = Access.Volatile;
    Made.CanGather = Access.Kind == AccessKind::Atomic && Access.CanGather;
    Made.Combines =
        Made.CanGather && !Access.FloatingPoint && Access.Bytes == 4;
    if (Access.Lanes < 32)
      Model.MatrixRows.push_back({Id, Access.Lanes});
    Made.Bulk = Access.Bulk;
    if (Access.Bulk == BulkSource::Barrier)
      Made.Text = "bulk copies";
    if (Access.SizeUnknown)
      Model.UnsizedCopies.push_back(Id);
    return Id;
  }

  void effect(EffectKind Kind, const MatrixProduct &Product) override {
    Flow.effect(Kind, S, Product);
  }

  void enterPredicated(const Expr *Predicate) override {
    Flow.enterPredicated(Predicate, S);
  }
  void leavePredicated() override { Flow.leavePredicated(); }

  void bringBoxes() override { Model.BringsBoxes = true; }

  void reason(StringRef Why) override { Flow.reason(Why, S->getAsmLoc()); }

private:
  /// The expression of operand \p Number, or of any.
  const clang::Expr *operand(unsigned Number) const {
    const unsigned Outputs = S->getNumOutputs();
    if (Number < Outputs)
      return S->getOutputExpr(Number);
    if (Number != None && Number - Outputs < S->getNumInputs())
      return S->getInputExpr(Number - Outputs);
    return S->getNumInputs() ? S->getInputExpr(0) : S->getOutputExpr(0);
  }

  const clang::GCCAsmStmt *S;
  clang::ASTContext &Context;
  KernelModel &Model;
  FlowBuilder &Flow;
  const RegisterVariables &Registers;
  Storage &Memory;
};

} // namespace

/// Whether \p Code has an access whose address is no operand of \p S.
static bool needsOperands(ArrayRef<PtxInstruction> Code) {
  return any_of(Code, [](const PtxInstruction &I) {
    return any_of(I.Operands, [](const PtxOperand &O) { return O.IsAddress; });
  });
}

bool AssemblyLowering::understood(const clang::GCCAsmStmt *S, StringRef Text) {
  const auto Code = parsePtx(Text);
  if (std::string Name = unknownIn(Code); !Name.empty()) {
    Flow.reason("inline assembly: " + Name + ", which is not understood",
                S->getAsmLoc());
    return false;
  }
  const unsigned Outputs = S->getNumOutputs(), Inputs = S->getNumInputs();
  SmallVector<PtxArgument, 8> Arguments;
  bool InRegisters = Outputs + Inputs != 0 || !needsOperands(Code);
  for (unsigned I = 0; I < Outputs; ++I) {
    const clang::Expr *Output = S->getOutputExpr(I);
    PtxArgument A;
    const auto &Leaves = Layouts.of(Output->getType()).Leaves;
    A.Type = Leaves.size() == 1 ? Leaves.front().Type
                                : Layouts.scalar(Output->getType());
    InRegisters &= Leaves.size() == 1 &&
                   S->getOutputConstraint(I).find('m') == StringRef::npos;
    if (InRegisters && S->isOutputPlusConstraint(I))
      A.In = Memory.load(Expressions.address(Output), Output->getType(), Output)
                 .front();
    Arguments.push_back(A);
  }
  for (unsigned I = 0; I < Inputs && InRegisters; ++I) {
    const clang::Expr *Input = S->getInputExpr(I);
    if (Input->isGLValue()) {
      InRegisters = false;
      break;
    }
    const Value V = Expressions.rvalue(Input);
    InRegisters = V.size() == 1;
    if (InRegisters)
      Arguments.push_back({V.front(), V.front()->type()});
  }
  if (!InRegisters) {
    Flow.reason("inline assembly with operands that are no registers",
                S->getAsmLoc());
    return false;
  }
  SourceSteps Steps(S, Context, Model, Flow, Registers, Memory);
  const auto Written = readPtx(Code, Arguments, Pool, Steps);
  for (unsigned I = 0; I < Outputs; ++I) {
    const clang::Expr *Output = S->getOutputExpr(I);
    const Value V = Written[I]
                        ? Numbers.convertAll({Written[I]}, Output->getType())
                    : Arguments[I].In
                        ? Value{Arguments[I].In}
                        : Numbers.opaque(Output->getType(), "inline assembly");
    Memory.store(Expressions.address(Output), Output->getType(), V, Output);
  }
  return true;
}

void AssemblyLowering::unknown(const clang::AsmStmt *S, StringRef Text) {
  const auto *Gcc = dyn_cast<clang::GCCAsmStmt>(S);
  if (!Gcc)
    Flow.reason("inline assembly", S->getAsmLoc());
  for (unsigned I = 0; Gcc && I < Gcc->getNumInputs(); ++I) {
    const clang::Expr *Input = Gcc->getInputExpr(I);
    Memory.lose(Input->isGLValue() ? Value{Expressions.address(Input)}
                                   : Expressions.rvalue(Input));
  }
  for (unsigned I = 0; Gcc && I < Gcc->getNumOutputs(); ++I) {
    const clang::Expr *Output = Gcc->getOutputExpr(I);
    ScalarExpr At = Expressions.address(Output);
    if (Gcc->isOutputPlusConstraint(I)) // which is an input, too
      Memory.lose(Memory.load(At, Output->getType(), nullptr));
    if (Gcc->getOutputConstraint(I).contains('m'))
      Memory.lose(At);
  }
  Memory.runUnseen("inline assembly");
  if (!Text.empty())
    Flow.effect(EffectKind::Call, S);
  for (unsigned I = 0; Gcc && I < Gcc->getNumOutputs(); ++I) {
    const clang::Expr *Output = Gcc->getOutputExpr(I);
    Value Written =
        Memory.relayed(Numbers.opaque(Output->getType(), "inline assembly"));
    Memory.store(Expressions.address(Output), Output->getType(), Written,
                 nullptr);
  }
}

void AssemblyLowering::lower(const clang::AsmStmt *S) {
  const std::string Code = S->generateAsmString(Context);
  const StringRef Text = StringRef(Code).trim();
  const auto *Gcc = dyn_cast<clang::GCCAsmStmt>(S);
  // One without a text keeps the optimiser off its operands, and with the
  // clobber "memory" off all memory.
  bool Clobbers = !Gcc;
  for (unsigned I = 0; Gcc && I < Gcc->getNumClobbers(); ++I)
    Clobbers |= Gcc->getClobber(I) == "memory";
  if ((Text.empty() && Clobbers) || !Gcc || !understood(Gcc, Text))
    unknown(S, Text);
}

} // namespace kernelcast
