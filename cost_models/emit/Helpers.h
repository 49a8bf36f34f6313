//===- Helpers.h - Functions that emitted C rests on ------------*- C++ -*-===//
#ifndef KERNELCAST_COST_MODELS_EMIT_HELPERS_H
#define KERNELCAST_COST_MODELS_EMIT_HELPERS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelcast {

/// The C definitions of the helpers that \p Code calls; an unused one would be
/// a warning.
std::string helpersFor(llvm::StringRef Code);

/// Whether \p Name is a helper's, or a word of C.
bool isHelper(llvm::StringRef Name);
bool isKeyword(llvm::StringRef Name);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_HELPERS_H
