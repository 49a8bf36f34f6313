//===- PtxTable.h - What an instruction of PTX does and costs ---*- C++ -*-===//
//
// The table is Ptx.def; here is what its columns mean, and what the modifiers
// of an opcode say: which memory, how many bytes, which matrices.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXTABLE_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXTABLE_H

#include "analysis/instructions/InstructionCost.h"
#include "analysis/instructions/PtxText.h"

namespace kernelcast {

enum class PtxForm : uint8_t {
  Unknown,
  // Memory: the address stands in brackets.
  Load,             ///< destination, [address]
  Store,            ///< [address], value
  Reduction,        ///< [address], value: an atomic without a result
  Atomic,           ///< destination, [address], value...
  AsynchronousCopy, ///< [shared], [global], bytes: a load and a store
  BulkCopy,         ///< [to], [from], bytes: the same, by one thread
  TensorCopy,       ///< the same, of a box that the host describes
  Announcement,     ///< [barrier], bytes that bulk copies are going to bring
  LoadMatrix,       ///< of rows of 16 bytes, one to a lane, from shared memory
  StoreMatrix,
  // Effects.
  Matrix,           ///< a product by the tensor cores
  MatrixOfSizes,    ///< the same: M, N, K, bits of a factor's element
  DescribedMatrix,  ///< the same: an operand has M and N in its bits
  TensorAllocation, ///< [shared], columns: stores where they are
  TensorMemory,     ///< moves between registers and tensor memory
  TensorFill,       ///< [tensor memory], descriptor of shared memory
  Fence,            ///< for memory
  Wait, ///< for other threads, without being a barrier of all of a block's
  Barrier,
  WarpBarrier,
  Shuffle,
  Vote,
  Elect, ///< one lane of the warp
  Nothing,
  Exit,
  Branch,
  // Values: the destination comes first.
  Move,
  Add,
  Subtract,
  Multiply,
  MultiplyAdd,
  And,
  Or,
  Xor,
  Not,
  Negate,
  ShiftLeft,
  ShiftRight,
  Minimum,
  Maximum,
  BitField,
  Compare,
  Choose,
  Convert,
  Opaque, ///< a value that nobody follows
};

/// The form of \p I; Unknown if the table does not have it.
PtxForm formOf(const PtxInstruction &I);

/// The last type among the modifiers of \p I: ".f32", ".u64", of a vector that
/// of an element; nothing if there is none. Bits have no sign; formats of less
/// than 16 bits are unsigned integers.
std::optional<ScalarType> typeOf(const PtxInstruction &I);
/// How many elements ".v2" and ".v4" move, else 1.
unsigned vectorOf(const PtxInstruction &I);
/// The memory that a modifier names; nothing for a generic address.
std::optional<MemorySpace> spaceOf(const PtxInstruction &I);
/// The memories that a copy's modifiers name: where to, where from.
struct PtxCopySpaces {
  MemorySpace To = MemorySpace::Shared, From = MemorySpace::Global;
};
PtxCopySpaces copySpacesOf(const PtxInstruction &I);
/// What mma, wmma.mma or wgmma.mma_async multiplies; nothing where the shape
/// or the type is not to be read.
std::optional<MatrixProduct> productOf(const PtxInstruction &I);
/// What tcgen05.mma with the instruction descriptor \p Descriptor multiplies;
/// nothing where its kind is not to be read.
std::optional<MatrixProduct> describedProduct(const PtxInstruction &I,
                                              uint32_t Descriptor);
/// Bytes of shared memory that tcgen05.cp copies; nothing where its shape is
/// not to be read.
std::optional<unsigned> tensorFillBytes(const PtxInstruction &I);
/// Rows of 16 bytes that ldmatrix and stmatrix move, each of a lane's address:
/// 8, 16 or 32; nothing where the shape is none of m8n8 and m16n16.
std::optional<unsigned> matrixRowsOf(const PtxInstruction &I);
/// Bytes that a lane's access moves, of a vector those of all its elements.
unsigned bytesOf(const PtxInstruction &I);
/// Whether the threads that meet at the barrier \p I may be others than those
/// of the whole block: it says how many they are.
bool hasThreadCount(const PtxInstruction &I);

/// Machine instructions of \p I beside its accesses to memory. Those it has as
/// PtxForm tells: one each, two for an asynchronous copy.
OperationCost ptxCost(const PtxInstruction &I);

/// The name of the call that stands for a value which an instruction of opcode
/// \p Opcode computes and nobody follows.
std::string ptxCallName(llvm::StringRef Opcode);
/// What computing the call \p Name costs; nothing for any other name.
std::optional<OperationCost> ptxCallCost(llvm::StringRef Name);
/// Whether the call \p Name computes halves or bfloat16.
bool isPtxCallOfHalves(llvm::StringRef Name);

/// The elements of 16 bits that an instruction of packed ones works on.
bool isOfHalves(const PtxInstruction &I);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXTABLE_H
