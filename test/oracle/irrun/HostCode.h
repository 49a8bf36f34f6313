//===- HostCode.h - A kernel's compiled code, run on the host ---*- C++ -*-===//
//
// The optimised code of a kernel is meant for a GPU. Here a copy of it is made
// to run on the processor that the test runs on: special registers, barriers
// and loads by intrinsics become calls or plain instructions, memory that each
// block has of its own becomes a variable (blocks run one after the other), and
// mathematics is the C library's. Nothing else changes: blocks, branches and
// accesses are those of the GPU's code, and before each of them the code tells
// what it does (Events).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_IRRUN_HOSTCODE_H
#define KERNELCAST_TEST_ORACLE_IRRUN_HOSTCODE_H

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <vector>

namespace irrun {

/// Called by the code. Blocks are numbered in reverse post order, instructions
/// within their block without those for debuggers.
struct Events {
  void (*Block)(uint32_t Number);
  void (*Access)(uint32_t Block, uint32_t Instruction, void *To, void *From);
  void (*Variable)(void *Begin, uint64_t Bytes); ///< of the thread's own
  uint32_t (*Index)(
      uint32_t Register); ///< thread, block, their numbers: 3 each
  void (*Barrier)();
  void (*End)(); ///< of a thread, in the middle of the code
};

/// A second module with the same code, in a context of its own.
struct CodeCopy {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Code;
  llvm::Function *Kernel = nullptr;
};
llvm::Expected<CodeCopy> copyOf(const llvm::Function &Kernel);

/// The reverse post order of the blocks of \p F.
std::vector<llvm::BasicBlock *> numberedBlocks(llvm::Function &F);

/// Ready to run. Errors say what cannot be done on the host.
class HostCode {
public:
  static llvm::Expected<HostCode> make(CodeCopy Copy, uint64_t DynamicShared,
                                       const Events &Told);

  /// Of one thread; \p Arguments lead to the values of the parameters.
  void run(void *const *Arguments) const { Entry(Arguments); }

private:
  std::unique_ptr<llvm::orc::LLJIT> Compiler;
  void (*Entry)(void *const *) = nullptr;
};

} // namespace irrun

#endif // KERNELCAST_TEST_ORACLE_IRRUN_HOSTCODE_H
