//===- KernelLowering.cpp - A kernel's AST as a flow graph in SSA ---------===//

#include "analysis/ast/KernelLowering.h"
#include "analysis/ast/BodyLowering.h"
#include "analysis/ast/CallLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/ast/KernelParameters.h"
#include "analysis/ast/ModifiedVariables.h"

using namespace llvm;

namespace kernelcast {

namespace {

/// All objects of one lowering, each made from those before it; expressions,
/// calls and bodies need one another.
struct KernelLowering {
  KernelLowering(clang::ASTContext &Context, Language Lang,
                 const BuilderOptions &Options, OpenUses &Open,
                 ReachedVariables &Reached)
      : Context(Context), Options(Options), Model(emptyModel(Context, Lang)),
        Layouts(Context), Source(Context), Pointers(Model, Reached),
        Ssa(Model, Pointers), Inlined(Source),
        Flow(Model, Options, Ssa, Source, Inlined),
        Escapes(Model, Pointers, Flow), Uses(Open),
        Numbers(Context, Model, Layouts),
        Extents(Context, Layouts, *Model.Pool, Pointers),
        Registers(Context, *Model.Pool, Layouts, Pointers, Extents, Flow,
                  Escapes, Uses, Numbers),
        Memory(Context, Model, Layouts, Pointers, Source, Inlined, Flow,
               Escapes, Numbers, Extents, Registers),
        Parts{Context, Options,   Model, *Model.Pool, Layouts,
              Source,  Inlined,   Flow,  Uses,        Numbers,
              Extents, Registers, Memory},
        Expressions(Parts, Calls), Builtins(Parts, Expressions),
        Calls(Parts, Expressions, Builtins, Bodies),
        Bodies(Parts, Expressions, Builtins, Calls) {}

  static KernelModel emptyModel(const clang::ASTContext &Context,
                                Language Lang) {
    KernelModel Model;
    Model.Lang = Lang;
    Model.FastMath = Context.getLangOpts().FastMath;
    Model.Pool = std::make_unique<ExpressionPool>();
    return Model;
  }

  void lower(const clang::FunctionDecl *Kernel);
  void lowerBody(const clang::FunctionDecl *Definition);

  clang::ASTContext &Context;
  const BuilderOptions &Options;
  KernelModel Model;
  TypeLayouts Layouts;
  SourceText Source;
  PointerTargets Pointers;
  SsaBuilder Ssa;
  InlinedCalls Inlined;
  FlowBuilder Flow;
  EscapedAddresses Escapes;
  UnsettledUses Uses;
  Arithmetic Numbers;
  ElementExtents Extents;
  RegisterVariables Registers;
  Storage Memory;
  LoweringParts Parts;
  ExpressionLowering Expressions;
  BuiltinLowering Builtins;
  CallLowering Calls;
  BodyLowering Bodies;
};

} // namespace

void KernelLowering::lower(const clang::FunctionDecl *Kernel) {
  Model.Name = Kernel->getNameAsString();
  Model.QualifiedName = Kernel->getQualifiedNameAsString();
  Model.Location = Source.spot(Kernel->getLocation());
  const clang::FunctionDecl *Definition = nullptr;
  if (!Kernel->hasBody(Definition))
    return Flow.refuse("no body in this file");
  if (Definition->isDependentContext())
    return Flow.refuse("template without an instantiation");
  lowerBody(Definition);
  if (Flow.gaveUp())
    return;
  Escapes.settle();
  Memory.placeDynamicShared();
  Memory.dropElementUses();
  if (Ssa.finish([&] { return Flow.overBudget(); }))
    Memory.dropAmbiguousArrays();
}

void KernelLowering::lowerBody(const clang::FunctionDecl *Definition) {
  KernelParameters Parameters(Parts);
  Parameters.readAttributes(Definition);
  InlinedFrame F;
  F.Function = Definition;
  F.Modified = modifiedVariables(Definition->getBody());
  Inlined.enter(F);
  Uses.enter(Definition, /*Call=*/nullptr, /*FirstArray=*/0);
  Flow.goOnIn(Flow.newBlock());
  Flow.seal(Flow.current());
  Parameters.declare(Definition);
  if (!Bodies.lower())
    Flow.refuse("no control flow graph for this kernel");
  Uses.leave();
  Inlined.leave();
}

KernelModel lowerKernel(const clang::FunctionDecl *Kernel,
                        clang::ASTContext &Context, Language Lang,
                        const BuilderOptions &Options, OpenUses &Open,
                        ReachedVariables &Reached) {
  KernelLowering Lowering(Context, Lang, Options, Open, Reached);
  Lowering.lower(Kernel);
  return std::move(Lowering.Model);
}

} // namespace kernelcast
