//===- WarpProfile.cpp - Names of the profile's enumerations --------------===//

#include "analysis/WarpProfile.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(AccessClass Class) {
  constexpr StringLiteral Names[] = {"continuous", "constant", "interval",
                                     "identical", "complex"};
  return Names[static_cast<unsigned>(Class)];
}

StringRef kernelcast::name(RegisterSource Source) {
  constexpr StringLiteral Names[] = {"option", "ptxas", "ast"};
  return Names[static_cast<unsigned>(Source)];
}

StringRef kernelcast::name(InstructionSource Source) {
  constexpr StringLiteral Names[] = {"ast", "ir"};
  return Names[static_cast<unsigned>(Source)];
}
