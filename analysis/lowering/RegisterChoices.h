//===- RegisterChoices.h - Indexed arrays in registers ----------*- C++ -*-===//
//
// A thread's small array that is indexed by a variable need not go to local
// memory: the assembler may give each element a register and let every access
// choose among them. A load is as many moves as there are places that the index
// can mean, each under a predicate of its own, and so is a store:
//
//   float a[8];  ... a[i] += x;         i a multiple of 2:  4 ways
//
//   p0 = i == 0, p1 = i == 2, ...       once for an index
//   @p0 t = r0; @p1 t = r2; ...         one of the four happens
//   t = t + x
//   @p0 r0 = t; @p1 r2 = t; ...
//
// What tells places apart is how much is known of the address: the lowest bits,
// up to those of 16 bytes. An index that grows by 4 floats chooses among a
// fourth of the elements, however few of them the loop goes to.
//
// Source: stack frames that ptxas -v of ptxas 13.0 reports for sm_75, of arrays
// of 2 to 64 floats in a loop that is unrolled 1 to 32 times (directCoulombSum
// of KTT), and of arrays of 2 to 32 that a loop around one load, one store or
// both goes through. In registers are
//
//   a load alone            up to 9 ways
//   a store alone           up to 8
//   both                    up to 4 each, also for several elements of one
//                           index; 8 in some kernels and not in others
//   four indices, both      none, not even 2 ways
//   places 16 bytes apart   up to 16 ways each, 32 accesses in all, not 64
//
// so the ways of all loads' and stores' indices together decide here. The
// compiler that ktt_coulomb3d was measured with, of a version that nobody
// noted, has 8 ways of both in local memory in most kernels
// (local_bytes_per_thread); that decided between the two.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_REGISTERCHOICES_H
#define KERNELCAST_ANALYSIS_LOWERING_REGISTERCHOICES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace kernelcast {

class RegisterChoices {
public:
  /// No array is in registers.
  RegisterChoices() = default;
  /// The arrays of \p Kernel, whose machine code is NVIDIA's.
  explicit RegisterChoices(const llvm::Function &Kernel);

  /// A load or store of an array in registers.
  struct Access {
    unsigned Ways = 1;      ///< registers that each one read or written may be
    unsigned Registers = 1; ///< read or written, one after the other
    bool Compares = false;  ///< on behalf of those of its block and index
  };
  /// Null for what accesses memory.
  const Access *of(const llvm::Instruction &I) const {
    auto Found = Accesses.find(&I);
    return Found == Accesses.end() ? nullptr : &Found->second;
  }

  bool keeps(const llvm::AllocaInst &Array) const {
    return Arrays.contains(&Array);
  }
  /// That the arrays take, together.
  unsigned registers() const { return Registers; }

private:
  void consider(const llvm::AllocaInst &Array);

  llvm::DenseMap<const llvm::Instruction *, Access> Accesses;
  llvm::DenseMap<const llvm::AllocaInst *, unsigned> Arrays; ///< registers
  unsigned Registers = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_REGISTERCHOICES_H
