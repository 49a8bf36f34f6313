//===- IrSignsTest.cpp ----------------------------------------------------===//

#include "analysis/lowering/IrSigns.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace {

/// Whether the variable of a loop is signed whose next value %n is made so and
/// compared as a signed number.
bool isSigned(const std::string &Step) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto Module = llvm::parseAssemblyString(
      "define void @k(i32 %b, i32 %s, i1 %c) {\n"
      "entry:\n"
      "  br label %loop\n"
      "loop:\n"
      "  %v = phi i32 [ %b, %entry ], [ %n, %loop ]\n" +
          Step +
          "  %stays = icmp slt i32 %v, 100\n"
          "  br i1 %stays, label %loop, label %end\n"
          "end:\n"
          "  ret void\n"
          "}\n",
      Problem, Context);
  EXPECT_TRUE(Module) << Problem.getMessage().str();
  if (!Module)
    return false;
  const llvm::Function &F = *Module->getFunction("k");
  return kernelcast::IrSigns().isSigned(&std::next(F.begin())->front());
}

} // namespace

TEST(IrSigns, StepsThatStayInRange) {
  EXPECT_TRUE(isSigned("  %n = add nsw i32 %v, 1\n"));
  EXPECT_TRUE(isSigned("  %n = shl nsw i32 %v, 1\n"));
  // Shifts to the right never leave it.
  EXPECT_TRUE(isSigned("  %n = ashr i32 %v, 1\n"));
  // What has nothing to do with the variable does not count.
  EXPECT_TRUE(isSigned("  %n = add i32 %s, 1\n"));
}

TEST(IrSigns, StepsThatMayWrap) {
  EXPECT_FALSE(isSigned("  %n = add i32 %v, 1\n"));
  EXPECT_FALSE(isSigned("  %n = add nuw i32 %v, 1\n"));
  EXPECT_FALSE(isSigned("  %n = shl i32 %v, 1\n"));
  // As the second operand, through a choice, and through other widths.
  EXPECT_FALSE(isSigned("  %n = add i32 %s, %v\n"));
  EXPECT_FALSE(isSigned("  %m = add i32 %v, 1\n"
                        "  %n = select i1 %c, i32 %m, i32 %v\n"));
  EXPECT_FALSE(isSigned("  %w = trunc i32 %v to i16\n"
                        "  %m = add i16 %w, 1\n"
                        "  %n = sext i16 %m to i32\n"));
}
