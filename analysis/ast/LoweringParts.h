//===- LoweringParts.h - What the lowering of the AST stands on -*- C++ -*-===//
//
// References to the objects below the lowering of expressions, calls and
// bodies, from the bottom up: each is made from some of those before it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_LOWERINGPARTS_H
#define KERNELCAST_ANALYSIS_AST_LOWERINGPARTS_H

#include "analysis/ast/Storage.h"

namespace kernelcast {

struct LoweringParts {
  clang::ASTContext &Context;
  const BuilderOptions &Options;
  KernelModel &Model;
  ExpressionPool &Pool;
  TypeLayouts &Layouts;     ///< types as lists of scalars
  const SourceText &Source; ///< places and texts
  InlinedCalls &Inlined;    ///< the function that is lowered, and its callers
  FlowBuilder &Flow;        ///< blocks, edges, steps
  UnsettledUses &Uses;      ///< order of evaluation
  Arithmetic &Numbers;      ///< operations on values
  ElementExtents &Extents;  ///< how far computed indices may lead
  RegisterVariables &Registers; ///< local variables as register slots
  Storage &Memory;              ///< variables, loads and stores

  InlinedFrame &frame() const { return Inlined.top(); }
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_LOWERINGPARTS_H
