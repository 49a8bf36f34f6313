//===- LaunchPrecedence.cpp - Who wins where two say something ------------===//

#include "analysis/launch/LaunchPrecedence.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::overrideLaunch(LaunchOverrides &Base,
                                const LaunchOverrides &Stronger) {
  if (Stronger.Grid || Stronger.GlobalSize) {
    Base.Grid = Stronger.Grid;
    Base.GlobalSize = Stronger.GlobalSize;
  }
  if (Stronger.Block)
    Base.Block = Stronger.Block;
  if (Stronger.DynamicSharedBytes)
    Base.DynamicSharedBytes = Stronger.DynamicSharedBytes;
  for (const auto &[Name, Value] : Stronger.Arguments)
    Base.Arguments[Name] = Value;
  append_range(Base.Constraints, Stronger.Constraints);
}
