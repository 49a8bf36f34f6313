//===- KernelLowering.h - A kernel's AST as a flow graph in SSA -*- C++ -*-===//
//
// Clang's CFG of the kernel, with the CFGs of its callees spliced in where
// they are called, becomes the block graph of a KernelModel; expressions
// become hash-consed values. The objects that do it, from the bottom up:
//
//   TypeLayouts          a type is a list of scalars
//   SourceText           places and texts
//   PointerTargets       which variables a pointer may lead to
//   SsaBuilder           variables in SSA form while the graph grows
//   InlinedCalls         frames of the functions that are being inlined
//   FlowBuilder          blocks, edges, steps, reasons
//   EscapedAddresses     variables that are written behind their backs
//   UnsettledUses        uses whose order the language leaves open
//   Arithmetic           operations on values
//   Storage              variables as register slots or memory
//   ExpressionLowering   rvalues, lvalues, assignments, initialisers
//   BuiltinLowering      what the hardware implements, by Builtins.def
//   CallLowering         calls and constructors
//   BodyLowering         statements and control flow of one function
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_KERNELLOWERING_H
#define KERNELCAST_ANALYSIS_AST_KERNELLOWERING_H

#include "analysis/ast/KernelBuilder.h"
#include "analysis/ast/UnsettledUses.h"

namespace kernelcast {

/// The model of \p Kernel with blocks, phis, accesses and conditions, before
/// any analysis of loops. Reads and writes in \p Open depend on an order of
/// evaluation that the language leaves open: they are of unknown values, as are
/// the variables in \p Reached. More of both may be found.
KernelModel lowerKernel(const clang::FunctionDecl *Kernel,
                        clang::ASTContext &Context, Language Lang,
                        const BuilderOptions &Options, OpenUses &Open,
                        ReachedVariables &Reached);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_KERNELLOWERING_H
