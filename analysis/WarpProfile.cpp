//===- WarpProfile.cpp - Names of the profile's enumerations --------------===//

#include "analysis/WarpProfile.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(AccessClass Class) {
  constexpr StringLiteral Names[] = {"continuous", "constant", "interval",
                                     "identical", "complex"};
  return Names[static_cast<unsigned>(Class)];
}
