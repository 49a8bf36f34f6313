//===- SharedSumsTest.cpp -------------------------------------------------===//

#include "analysis/lowering/SharedSums.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class SharedSumsTest : public testing::Test {
protected:
  /// The body of @k(ptr %p, i32 %n, i32 %m, i1 %c, i1 %d) with shared sums.
  const Function &shared(const std::string &Body) {
    SMDiagnostic Problem;
    Code = parseAssemblyString("define void @k(ptr %p, i32 %n, i32 %m, i1 %c, "
                               "i1 %d) {\n" +
                                   Body + "}\n",
                               Problem, Context);
    if (!Code)
      report_fatal_error(Problem.getMessage());
    Function &Kernel = *Code->getFunction("k");
    shareSums(Kernel);
    EXPECT_FALSE(verifyFunction(Kernel, &errs()));
    return Kernel;
  }

  /// How many instructions of \p Opcode there are, in \p Block or anywhere.
  static unsigned count(const Function &Kernel, unsigned Opcode,
                        StringRef Block = "") {
    return count_if(instructions(Kernel), [&](const Instruction &I) {
      return I.getOpcode() == Opcode &&
             (Block.empty() || I.getParent()->getName() == Block);
    });
  }

private:
  LLVMContext Context;
  std::unique_ptr<Module> Code;
};

/// Two blocks behind guards, one after the other.
std::string guards(const std::string &First, const std::string &Second) {
  return "entry:\n  br i1 %c, label %one, label %between\none:\n" + First +
         "  br label %between\nbetween:\n"
         "  br i1 %d, label %two, label %end\ntwo:\n" +
         Second + "  br label %end\nend:\n  ret void\n";
}

} // namespace

TEST_F(SharedSumsTest, GoBeforeTheFirstGuard) {
  const Function &Kernel =
      shared(guards("  %a = add i32 %n, %m\n  store i32 %a, ptr %p\n",
                    "  %b = add i32 %n, %m\n  store i32 %b, ptr %p\n"));
  EXPECT_EQ(count(Kernel, Instruction::Add), 1u);
  EXPECT_EQ(count(Kernel, Instruction::Add, "entry"), 1u);
}

TEST_F(SharedSumsTest, StayWhereTheyDiffer) {
  const Function &Kernel =
      shared(guards("  %a = add i32 %n, %m\n  store i32 %a, ptr %p\n",
                    "  %b = add i32 %n, 1\n  store i32 %b, ptr %p\n"));
  EXPECT_EQ(count(Kernel, Instruction::Add, "one"), 1u);
  EXPECT_EQ(count(Kernel, Instruction::Add, "two"), 1u);
}

// n < m and n > m are two comparisons; a second n < m is none where the first
// comes before it.
TEST_F(SharedSumsTest, ComparisonsAreToldByWhatTheyCompare) {
  const Function &Kernel =
      shared("entry:\n  %a = icmp slt i32 %n, %m\n"
             "  %b = icmp sgt i32 %n, %m\n  br i1 %a, label %one, label %end\n"
             "one:\n  %e = icmp slt i32 %n, %m\n  %x = and i1 %e, %b\n"
             "  store i1 %x, ptr %p\n  br label %end\nend:\n  ret void\n");
  EXPECT_EQ(count(Kernel, Instruction::ICmp), 2u);
}

// Of p[n + m], computed as sext(n + m) and as sext(n) + sext(m), one is left if
// n + m does not overflow, and both if it may.
TEST_F(SharedSumsTest, AddressesAreToldByTheirSummands) {
  for (bool Overflows : {false, true}) {
    const Function &Kernel = shared(
        std::string("entry:\n  %s = add ") + (Overflows ? "" : "nsw ") +
        "i32 %n, %m\n  %w = sext i32 %s to i64\n"
        "  %a = getelementptr float, ptr %p, i64 %w\n"
        "  store float 1.0, ptr %a\n  br i1 %c, label %one, label %end\none:\n"
        "  %v = sext i32 %m to i64\n  %u = sext i32 %n to i64\n"
        "  %t = add i64 %u, %v\n"
        "  %b = getelementptr float, ptr %p, i64 %t\n"
        "  store float 2.0, ptr %b\n  br label %end\nend:\n  ret void\n");
    EXPECT_EQ(count(Kernel, Instruction::GetElementPtr), Overflows ? 2u : 1u);
    EXPECT_EQ(count(Kernel, Instruction::Add, "one"), Overflows ? 1u : 0u);
  }
}

// What does not change in a loop is there once; an address is left to the
// access that it belongs to.
TEST_F(SharedSumsTest, LeaveLoopsThatDoNotChangeThem) {
  const Function &Kernel =
      shared("entry:\n  br label %body\nbody:\n"
             "  %i = phi i32 [ 0, %entry ], [ %j, %body ]\n"
             "  %x = icmp slt i32 %n, %m\n"
             "  %a = getelementptr i8, ptr %p, i64 4\n"
             "  store i1 %x, ptr %a\n  %j = add i32 %i, 1\n"
             "  %more = icmp slt i32 %j, %n\n"
             "  br i1 %more, label %body, label %end\nend:\n  ret void\n");
  EXPECT_EQ(count(Kernel, Instruction::ICmp, "entry"), 1u);
  EXPECT_EQ(count(Kernel, Instruction::ICmp, "body"), 1u);
  EXPECT_EQ(count(Kernel, Instruction::Add, "body"), 1u);
  EXPECT_EQ(count(Kernel, Instruction::GetElementPtr, "body"), 1u);
}

// Divisions and loads are not moved: one might fail, one might read another
// value.
TEST_F(SharedSumsTest, LeaveWhatIsNotCheapAlone) {
  const Function &Kernel =
      shared(guards("  %a = sdiv i32 %n, %m\n  store i32 %a, ptr %p\n",
                    "  %b = sdiv i32 %n, %m\n  store i32 %b, ptr %p\n"));
  EXPECT_EQ(count(Kernel, Instruction::SDiv, "one"), 1u);
  EXPECT_EQ(count(Kernel, Instruction::SDiv, "two"), 1u);
}
