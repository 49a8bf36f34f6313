//===- ControlCode.h - How an instruction is scheduled ----------*- C++ -*-===//
//
// Since Maxwell the assembler, not the machine, keeps instructions apart that
// wait for one another. It writes 21 bits with each:
//
//   bits   20..17   16..11      10..8         7..5          4       3..0
//          reuse    wait mask   read barrier  write barrier  yield  stall
//
//   stall   cycles until the next instruction of the warp may issue; on Maxwell
//           and Pascal 0 issues it together with this one
//   barrier one of six counters that this instruction, whose time is not fixed,
//           releases: when its result is there (write), or when its operands
//           have been read (read); 7: none
//   wait    the barriers that have to be released before it issues
//
// Where the bits stand:
//
//   sm_50 to sm_62  a word of 64 bits in front of three instructions has theirs
//                   in bits 0, 21 and 42 upwards
//   sm_70 onwards   each instruction has 128 bits; its own are 105 to 125
//
// Sources: the layouts are those that assemblers by others than the vendor use
// (S. Gray, MaxAs, 2014; Jia et al., Dissecting the NVIDIA Volta GPU
// architecture via microbenchmarking, 2018, section 2.1).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SASS_CONTROLCODE_H
#define KERNELCAST_ANALYSIS_SASS_CONTROLCODE_H

#include <cstdint>

namespace kernelcast {

struct ControlCode {
  /// Of a barrier: none.
  static constexpr unsigned NoBarrier = 7;

  unsigned Stall = 0;    ///< cycles, 0 to 15
  bool YieldBit = false; ///< as it stands; clear: another warp may go first
  unsigned WriteBarrier = NoBarrier;
  unsigned ReadBarrier = NoBarrier;
  unsigned WaitMask = 0;  ///< bit b: waits for barrier b
  unsigned ReuseMask = 0; ///< operand slots that are kept for the next one

  friend bool operator==(const ControlCode &, const ControlCode &) = default;
};

/// The fields of the 21 \p Bits.
ControlCode decodeControl(uint32_t Bits);

/// Of the instruction that is number \p Place (0, 1, 2) behind the control word
/// \p Word: sm_50 to sm_62.
ControlCode controlOfThree(uint64_t Word, unsigned Place);

/// Of an instruction whose upper 64 bits are \p High: sm_70 onwards.
ControlCode controlOfHalf(uint64_t High);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_CONTROLCODE_H
