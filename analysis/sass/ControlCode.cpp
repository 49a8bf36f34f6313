//===- ControlCode.cpp - How an instruction is scheduled ------------------===//

#include "analysis/sass/ControlCode.h"

using namespace kernelcast;

ControlCode kernelcast::decodeControl(uint32_t Bits) {
  auto Field = [&](unsigned From, unsigned Width) {
    return Bits >> From & ((1u << Width) - 1);
  };
  ControlCode Code;
  Code.Stall = Field(0, 4);
  Code.YieldBit = Field(4, 1);
  Code.WriteBarrier = Field(5, 3);
  Code.ReadBarrier = Field(8, 3);
  Code.WaitMask = Field(11, 6);
  Code.ReuseMask = Field(17, 4);
  return Code;
}

static constexpr uint64_t Mask = (1u << 21) - 1;

ControlCode kernelcast::controlOfThree(uint64_t Word, unsigned Place) {
  return decodeControl(static_cast<uint32_t>(Word >> (21 * Place) & Mask));
}

ControlCode kernelcast::controlOfHalf(uint64_t High) {
  return decodeControl(static_cast<uint32_t>(High >> (105 - 64) & Mask));
}
