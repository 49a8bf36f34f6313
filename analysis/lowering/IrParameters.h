//===- IrParameters.h - Parameters by the source's names --------*- C++ -*-===//
//
// A parameter of the function is the one of the same number in the source's
// model: a scalar is its symbol, a pointer the start of its array. One that is
// handed over by value is memory that nothing writes; what is loaded from a
// fixed place in it is the symbol or array of the member there, no access.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRPARAMETERS_H
#define KERNELCAST_ANALYSIS_LOWERING_IRPARAMETERS_H

#include "analysis/lowering/IrValues.h"

namespace kernelcast {

class IrParameters {
public:
  IrParameters(const ReaderParts &Parts, IrArrays &Arrays, IrValues &Values)
      : Parts(Parts), Arrays(Arrays), Values(Values) {}

  /// Gives all arguments their values; false if they are not those of the
  /// source.
  bool define();

  /// What \p Load reads, if it is from a fixed place in a parameter; nothing
  /// else.
  std::optional<IrScalars> loaded(const llvm::LoadInst &Load);
  /// The array that the pointer \p V leads to: an argument, or a pointer that
  /// is loaded from one. None: it is no such pointer.
  ArrayId arrayOf(const llvm::Value *V) const;

private:
  const Expr *leaf(const ParameterInfo &Parameter, uint64_t Offset,
                   llvm::Type *Type);
  std::optional<IrScalars> ofLaunch(const llvm::LoadInst &Load);
  const llvm::Argument *byValue(const llvm::Value *Pointer,
                                uint64_t &Offset) const;

  ReaderParts Parts;
  IrArrays &Arrays;
  IrValues &Values;
  llvm::DenseMap<const llvm::Value *, ArrayId> Pointers;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRPARAMETERS_H
