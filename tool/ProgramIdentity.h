//===- ProgramIdentity.h - Which program this is, to the byte ---*- C++ -*-===//
#ifndef KERNELCAST_TOOL_PROGRAMIDENTITY_H
#define KERNELCAST_TOOL_PROGRAMIDENTITY_H

#include "analysis/support/SourceInputs.h"

namespace kernelcast {

/// Another number for another build of this program or of a library that it has
/// loaded: of their build IDs, which the linker makes of what they hold, or of
/// the whole file where it has made none.
ContentHash programIdentity();

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PROGRAMIDENTITY_H
