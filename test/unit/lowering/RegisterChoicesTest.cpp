//===- RegisterChoicesTest.cpp --------------------------------------------===//

#include "analysis/lowering/RegisterChoices.h"
#include "analysis/lowering/InstructionCosts.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

enum Done { Loads = 1, Stores = 2, Both = 3 };

/// A kernel with a local array of floats and a loop around what is done with
/// its elements at index %i.
class ArrayInLoop {
public:
  /// The index grows by \p Step; each round goes to \p Copies elements.
  ArrayInLoop(unsigned Elements, unsigned Step, unsigned Copies, Done What)
      : ArrayInLoop(Elements, bodyOf(Copies, What), Step) {}

  ArrayInLoop(unsigned Elements, const std::string &Body, unsigned Step = 1) {
    llvm::SMDiagnostic Problem;
    Module = llvm::parseAssemblyString(
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "define void @k(float %v, i64 %n, i64 %x, ptr %sink) {\n"
        "entry:\n"
        "  %array = alloca [" +
            std::to_string(Elements) +
            " x float], align 4\n"
            "  %a = addrspacecast ptr %array to ptr addrspace(5)\n"
            "  %second = getelementptr i8, ptr addrspace(5) %a, i64 4\n"
            "  store float 0.0, ptr addrspace(5) %second\n"
            "  br label %loop\n"
            "loop:\n"
            "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
            "  %at = getelementptr [" +
            std::to_string(Elements) +
            " x float], ptr addrspace(5) %a, i64 0, i64 %i\n" + Body +
            "  %next = add i64 %i, " + std::to_string(Step) +
            "\n"
            "  %stays = icmp ult i64 %next, %n\n"
            "  br i1 %stays, label %loop, label %end\n"
            "end:\n"
            "  ret void\n"
            "}\n",
        Problem, Context);
    EXPECT_TRUE(Module) << Problem.getMessage().str();
  }

  const llvm::Function &kernel() const { return *Module->getFunction("k"); }

  /// Of the accesses in the loop; 0: the array is in local memory.
  unsigned ways() const {
    const RegisterChoices Choices(kernel());
    unsigned Most = 0;
    for (const llvm::Instruction &I : llvm::instructions(kernel()))
      if (const auto *Choice = Choices.of(I))
        Most = std::max(Most, Choice->Ways);
    return Most;
  }

private:
  static std::string bodyOf(unsigned Copies, Done What) {
    std::string Body;
    for (unsigned Copy = 0; Copy != Copies; ++Copy) {
      Body += llvm::formatv(
                  "  %p{0} = getelementptr i8, ptr addrspace(5) %at, i64 {1}\n",
                  Copy, 4 * Copy)
                  .str();
      if (What & Loads)
        Body += llvm::formatv("  %l{0} = load float, ptr addrspace(5) %p{0}\n",
                              Copy)
                    .str();
      const std::string Value = What & Loads ? "l" + std::to_string(Copy) : "v";
      if (What & Stores)
        Body += llvm::formatv("  store float %{0}, ptr addrspace(5) %p{1}\n",
                              Value, Copy)
                    .str();
    }
    return Body;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module;
};

} // namespace

// The stack frames of ptxas 13.0 for sm_75, as in RegisterChoices.h.
TEST(RegisterChoices, LoopOverElements) {
  EXPECT_EQ(ArrayInLoop(4, 1, 1, Both).ways(), 4u);
  EXPECT_EQ(ArrayInLoop(16, 1, 1, Both).ways(), 0u);
  EXPECT_EQ(ArrayInLoop(32, 2, 2, Both).ways(), 0u);
  EXPECT_EQ(ArrayInLoop(8, 1, 1, Loads).ways(), 8u);
  EXPECT_EQ(ArrayInLoop(12, 1, 1, Loads).ways(), 0u);
  EXPECT_EQ(ArrayInLoop(8, 1, 1, Stores).ways(), 8u);
  EXPECT_EQ(ArrayInLoop(16, 1, 1, Stores).ways(), 0u);
}

TEST(RegisterChoices, MultiplesLeaveFewerWays) {
  EXPECT_EQ(ArrayInLoop(8, 2, 2, Both).ways(), 4u);
  EXPECT_EQ(ArrayInLoop(16, 4, 4, Both).ways(), 4u);
  // No more is known of an address than its place in 16 bytes.
  EXPECT_EQ(ArrayInLoop(16, 8, 8, Both).ways(), 4u);
  EXPECT_EQ(ArrayInLoop(32, 16, 16, Both).ways(), 8u);
  EXPECT_EQ(ArrayInLoop(64, 4, 4, Both).ways(), 16u);
  EXPECT_EQ(ArrayInLoop(64, 32, 32, Both).ways(), 0u);
}

TEST(RegisterChoices, OtherUsesNeedMemory) {
  const std::string Load = "  %l = load float, ptr addrspace(5) %at\n";
  EXPECT_EQ(ArrayInLoop(4, Load).ways(), 4u);
  EXPECT_EQ(ArrayInLoop(4, "  %l = load volatile float, ptr addrspace(5) %at\n")
                .ways(),
            0u);
  EXPECT_EQ(ArrayInLoop(4, "  %l = load i8, ptr addrspace(5) %at\n").ways(),
            0u);
  EXPECT_EQ(
      ArrayInLoop(4, Load + "  store ptr addrspace(5) %at, ptr %sink\n").ways(),
      0u);
  // Two floats at once from any place.
  EXPECT_EQ(
      ArrayInLoop(4, "  %l = load i64, ptr addrspace(5) %at, align 4\n").ways(),
      0u);
  // Four indices.
  std::string Four;
  for (const char *N : {"1", "2", "3", "4"})
    Four += std::string("  %x") + N + " = mul i64 %x, %i\n" + "  %q" + N +
            " = getelementptr float, ptr addrspace(5) %a, i64 %x" + N +
            "\n  %m" + N + " = load float, ptr addrspace(5) %q" + N +
            "\n  store float %v, ptr addrspace(5) %q" + N + "\n";
  EXPECT_EQ(ArrayInLoop(2, Four).ways(), 0u);
}

/// One comparison for each way, shared by the accesses of an index, and a move
/// for each way of each access, of which one happens.
TEST(RegisterChoices, MovesUnderPredicates) {
  const ArrayInLoop Kernel(8, 2, 2, Both);
  const InstructionCosts Costs(Kernel.kernel(), 75);
  float Compared = 0, Moved = 0, Off = 0;
  for (const llvm::Instruction &I : llvm::instructions(Kernel.kernel()))
    if (I.getParent()->getName() == "loop" &&
        (llvm::isa<llvm::LoadInst, llvm::StoreInst>(I)))
      for (const MachineInstructions &Each : Costs.of(I)) {
        (Each.Off > 0 ? Moved : Compared) += Each.Count;
        Off += Each.Off;
      }
  EXPECT_EQ(Compared + Moved, 4 + 4 * 4);
  EXPECT_EQ(Off, 4 * 3);
}
