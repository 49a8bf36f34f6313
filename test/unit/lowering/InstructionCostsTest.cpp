//===- InstructionCostsTest.cpp -------------------------------------------===//

#include "analysis/lowering/InstructionCosts.h"
#include "analysis/lowering/RegisterEstimate.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <memory>

using kernelcast::InstructionClass;

/// A kernel with a body, and with %t, the thread's number.
class CostTest : public testing::Test {
protected:
  const llvm::Function &kernel(const std::string &Parameters,
                               const std::string &Body) {
    llvm::SMDiagnostic Problem;
    Module = llvm::parseAssemblyString(
        "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "declare void @llvm.nvvm.barrier0()\n"
        "@shared = internal addrspace(3) global [64 x float] undef, align 4\n"
        "define ptx_kernel void @k(" +
            Parameters +
            ") {\n"
            "entry:\n"
            "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" +
            Body + "}\n",
        Problem, Context);
    EXPECT_TRUE(Module) << Problem.getMessage().str();
    return *Module->getFunction("k");
  }

  /// Instructions of one class in the whole kernel, without what comes first.
  static float count(const llvm::Function &Kernel, InstructionClass Class,
                     unsigned Architecture = 75) {
    kernelcast::InstructionCosts Costs(Kernel, Architecture);
    float Sum = 0;
    for (const llvm::Instruction &I : llvm::instructions(Kernel))
      for (const kernelcast::MachineInstructions &Steps : Costs.of(I))
        if (Steps.Class == Class)
          Sum += Steps.Count;
    return Sum;
  }

private:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module;
};

using InstructionCostsTest = CostTest;
using RegisterEstimateTest = CostTest;

namespace {

/// A body that \p Number floating-point multiply-adds stand in, behind a
/// branch.
std::string guarded(unsigned Number, const std::string &Condition) {
  std::string Body = "  %a = getelementptr float, ptr addrspace(1) %p, i32 %t\n"
                     "  %v = load float, ptr addrspace(1) %a\n"
                     "  %c = icmp slt i32 " +
                     Condition +
                     ", %n\n  br i1 %c, label %then, label %join\nthen:\n";
  std::string Last = "%v";
  for (unsigned I = 0; I < Number; ++I) {
    std::string Name = "%f" + std::to_string(I);
    Body += llvm::formatv("  {0} = fadd float {1}, %v\n", Name, Last).str();
    Last = Name;
  }
  return Body + "  br label %join\njoin:\n  %r = phi float [ %v, %entry ], [ " +
         Last +
         ", %then ]\n  store float %r, ptr addrspace(1) %a\n  ret void\n";
}

} // namespace

// a[t] = x * b[t] + c[t]: the three addresses are one wide multiply-add
// each: 3. They share the scale 4 in a register, for the parameters are their
// one operand that is not in a register: a move. Two loads, a store, one FFMA.
TEST_F(InstructionCostsTest, FoldsIndicesAndProducts) {
  const llvm::Function &F = kernel(
      "ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, float %x",
      "  %w = zext i32 %t to i64\n"
      "  %pb = getelementptr float, ptr addrspace(1) %b, i64 %w\n"
      "  %vb = load float, ptr addrspace(1) %pb\n"
      "  %pc = getelementptr float, ptr addrspace(1) %c, i64 %w\n"
      "  %vc = load float, ptr addrspace(1) %pc\n"
      "  %m = fmul contract float %x, %vb\n"
      "  %s = fadd contract float %m, %vc\n"
      "  %pa = getelementptr float, ptr addrspace(1) %a, i64 %w\n"
      "  store float %s, ptr addrspace(1) %pa\n"
      "  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Int), 3);
  EXPECT_EQ(count(F, InstructionClass::Fp32), 1);
  EXPECT_EQ(count(F, InstructionClass::LoadGlobal), 2);
  EXPECT_EQ(count(F, InstructionClass::StoreGlobal), 1);
  EXPECT_EQ(count(F, InstructionClass::Branch), 1); // EXIT
  EXPECT_EQ(count(F, InstructionClass::Other), 2);  // S2R, MOV
}

// a[t] = b[t + 1] + b[t + 2]: the row of b is one wide multiply-add, whose
// register both loads take with an offset of their own, and a[t] is another.
TEST_F(InstructionCostsTest, TakesNeighboursFromOneRegister) {
  const llvm::Function &F =
      kernel("ptr addrspace(1) %a, ptr addrspace(1) %b",
             "  %x = add i32 %t, 1\n  %wx = sext i32 %x to i64\n"
             "  %px = getelementptr float, ptr addrspace(1) %b, i64 %wx\n"
             "  %vx = load float, ptr addrspace(1) %px\n"
             "  %y = add i32 %t, 2\n  %wy = sext i32 %y to i64\n"
             "  %py = getelementptr float, ptr addrspace(1) %b, i64 %wy\n"
             "  %vy = load float, ptr addrspace(1) %py\n"
             "  %s = fadd float %vx, %vy\n  %w = sext i32 %t to i64\n"
             "  %pa = getelementptr float, ptr addrspace(1) %a, i64 %w\n"
             "  store float %s, ptr addrspace(1) %pa\n  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Int), 2);
  EXPECT_EQ(count(F, InstructionClass::LoadGlobal), 2);
}

/// b[n + 200 r + t + c] with the constants on either side of the sum, as an
/// address named %p\p Name.
static std::string rowElement(llvm::StringRef Name, unsigned R, unsigned C) {
  return llvm::formatv(
      "  %r{0} = add i32 %n, {1}\n  %c{0} = add i32 %t, {2}\n"
      "  %i{0} = add i32 %r{0}, %c{0}\n"
      "  %w{0} = sext i32 %i{0} to i64\n"
      "  %p{0} = getelementptr float, ptr addrspace(1) %b, i64 "
      "%w{0}\n",
      Name, 200 * R, C);
}

// b[n + t + 1] + b[n + 200 + t + 3]: n + t is one addition, the address one
// wide multiply-add; both constants are offsets, wherever LLVM has added them.
TEST_F(InstructionCostsTest, TakesSumsApartForNeighbours) {
  const llvm::Function &F =
      kernel("ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n",
             rowElement("x", 0, 1) + rowElement("y", 1, 3) +
                 "  %vx = load float, ptr addrspace(1) %px\n"
                 "  %vy = load float, ptr addrspace(1) %py\n"
                 "  %s = fadd float %vx, %vy\n"
                 "  store float %s, ptr addrspace(1) %a\n  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Int), 2);
}

// b[(n + m) + (k + t)], of which 4 terms make 2 additions of three operands,
// and an address. A second one, with 9 more, takes nothing away from that.
TEST_F(InstructionCostsTest, AddsAllTermsOfARow) {
  const std::string First = "  %x = add i32 %u, %v\n  %y = add i32 %w, %t\n"
                            "  %i = add i32 %x, %y\n"
                            "  %e = sext i32 %i to i64\n"
                            "  %p = getelementptr float, ptr addrspace(1) %b, "
                            "i64 %e\n  %f = load float, ptr addrspace(1) %p\n",
                    Second = "  %j = add i32 %u, 9\n  %k = add i32 %j, %v\n"
                             "  %l = add i32 %k, %y\n"
                             "  %g = sext i32 %l to i64\n"
                             "  %q = getelementptr float, ptr addrspace(1) "
                             "%b, i64 %g\n"
                             "  %h = load float, ptr addrspace(1) %q\n";
  auto Additions = [&](const std::string &Body, const char *Sum) {
    return count(kernel("ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %u, "
                        "i32 %v, i32 %w",
                        Body + "  %s = fadd float " + Sum +
                            "\n  store float %s, ptr addrspace(1) %a\n"
                            "  ret void\n"),
                 InstructionClass::Int);
  };
  EXPECT_EQ(Additions(First, "%f, 1.5"), 3);
  EXPECT_GE(Additions(First + Second, "%f, %h"), 3);
}

// Of __ldg(p + t) and __ldg(p + t + 64), neither takes the other one's register
// with an offset: 4 operations each, as nvcc and ptxas make of
// y[0] = __ldg(p + t) + __ldg(p + t + 64) with t in a loop around it.
TEST_F(InstructionCostsTest, ReadOnlyLoadsTakeNoOffsets) {
  const llvm::Function &F =
      kernel("ptr addrspace(1) %p, ptr addrspace(1) %a",
             "  %w = sext i32 %t to i64\n"
             "  %q = getelementptr float, ptr addrspace(1) %p, i64 %w\n"
             "  %x = load float, ptr addrspace(1) %q, !invariant.load !{}\n"
             "  %r = getelementptr i8, ptr addrspace(1) %q, i64 256\n"
             "  %y = load float, ptr addrspace(1) %r, !invariant.load !{}\n"
             "  %s = fadd float %x, %y\n"
             "  store float %s, ptr addrspace(1) %a\n  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Int), 8);
  EXPECT_EQ(count(F, InstructionClass::LoadGlobal), 2);
}

// A product with two users is computed; both sums still multiply on the way.
// Here one of the users is no sum: 1 product and 1 multiply-add.
TEST_F(InstructionCostsTest, KeepsAProductThatIsAlsoStored) {
  const llvm::Function &F = kernel("ptr addrspace(1) %p, float %x",
                                   "  %v = load float, ptr addrspace(1) %p\n"
                                   "  %m = fmul contract float %v, %v\n"
                                   "  %s = fadd contract float %m, %x\n"
                                   "  store float %m, ptr addrspace(1) %p\n"
                                   "  store float %s, ptr addrspace(1) %p\n"
                                   "  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Fp32), 2);
}

// Unsigned division by 10 is a product's upper half and a shift; by 7 the
// reciprocal has 33 bits, and the dividend is added: subtract, shift-and-add,
// shift. By 8 it is one shift. The addition that keeps all three is one more
// instruction of three operands: 2 + 4 + 1 + 1 = 8. The value comes from memory
// at the pointer, which is moved to a pair of registers: 2 moves.
TEST_F(InstructionCostsTest, DividesByConstants) {
  const llvm::Function &F =
      kernel("ptr addrspace(1) %p", "  %v = load i32, ptr addrspace(1) %p\n"
                                    "  %a = udiv i32 %v, 10\n"
                                    "  %b = udiv i32 %v, 7\n"
                                    "  %c = udiv i32 %v, 8\n"
                                    "  %d = add i32 %a, %b\n"
                                    "  %e = add i32 %d, %c\n"
                                    "  store i32 %e, ptr addrspace(1) %p\n"
                                    "  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Int), 8);
  EXPECT_EQ(count(F, InstructionClass::Other), 2);
}

// Four neighbours from a multiple of 16 bytes on are one load; the fifth is
// another one.
TEST_F(InstructionCostsTest, LoadsNeighboursInSharedMemoryAtOnce) {
  std::string Body;
  for (unsigned I = 0; I < 5; ++I)
    Body += llvm::formatv("  %s{0} = getelementptr i8, "
                          "ptr addrspace(3) @shared, i32 {1}\n"
                          "  %v{0} = load float, ptr addrspace(3) %s{0}\n",
                          I, 4 * I)
                .str();
  for (unsigned I = 0; I < 5; ++I)
    Body += "  store float %v" + std::to_string(I) + ", ptr addrspace(1) %p\n";
  const llvm::Function &F =
      kernel("ptr addrspace(1) %p", Body + "  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::LoadShared), 2);
}

// Eight instructions are predicated where lanes part, and no branch is left but
// EXIT. Nine are jumped over: BRA, BSSY, BSYNC and, before sm_80, BMOV.
TEST_F(InstructionCostsTest, PredicatesShortSides) {
  const char *Parameters = "ptr addrspace(1) %p, i32 %n, i32 %m";
  EXPECT_EQ(
      count(kernel(Parameters, guarded(8, "%t")), InstructionClass::Branch), 1);
  EXPECT_EQ(
      count(kernel(Parameters, guarded(9, "%t")), InstructionClass::Branch), 5);
  EXPECT_EQ(
      count(kernel(Parameters, guarded(9, "%t")), InstructionClass::Branch, 80),
      4);
}

// Parameters are the same for all lanes: nobody has to wait, and only six
// instructions are predicated.
TEST_F(InstructionCostsTest, JumpsWhereAllLanesGo) {
  const char *Parameters = "ptr addrspace(1) %p, i32 %n, i32 %m";
  EXPECT_EQ(
      count(kernel(Parameters, guarded(6, "%m")), InstructionClass::Branch), 1);
  EXPECT_EQ(
      count(kernel(Parameters, guarded(7, "%m")), InstructionClass::Branch), 2);
}

// Two comparisons, the second of which also joins both results: no PLOP3. What
// has no comparison of its own to join it is one.
TEST_F(InstructionCostsTest, ComparisonsJoinPredicates) {
  const char *Parameters = "ptr addrspace(1) %p, i32 %n, i32 %m";
  const std::string Compare = "  %a = icmp slt i32 %t, %n\n"
                              "  %b = icmp slt i32 %t, %m\n";
  const std::string Use = "  %w = select i1 %c, i32 %t, i32 %n\n"
                          "  store i32 %w, ptr addrspace(1) %p\n";
  const llvm::Function &F =
      kernel(Parameters, Compare + "  %c = select i1 %a, i1 %b, i1 false\n" +
                             Use + "  ret void\n");
  EXPECT_EQ(count(F, InstructionClass::Int), 3);   // ISETP, ISETP, SEL
  EXPECT_EQ(count(F, InstructionClass::Other), 3); // S2R, the pointer moved
  const llvm::Function &G = kernel(
      Parameters, Compare + "  %c = select i1 %a, i1 %b, i1 false\n" + Use +
                      "  %v = select i1 %a, i32 %m, i32 1\n"
                      "  %u = select i1 %b, i32 %v, i32 2\n"
                      "  store i32 %u, ptr addrspace(1) %p\n  ret void\n");
  EXPECT_EQ(count(G, InstructionClass::Int), 5);
}

// The address of what all lanes load is advanced by the uniform datapath, two
// halves: UIADD3, UIADD3.X. sm_70 has none; lanes that start elsewhere use the
// usual one.
TEST_F(InstructionCostsTest, AdvancesUniformAddressesOnce) {
  auto Loop = [](const std::string &Start) {
    return "  %s = getelementptr float, ptr addrspace(1) %p, i32 " + Start +
           "\n  br label %body\nbody:\n"
           "  %a = phi ptr addrspace(1) [ %s, %entry ], [ %b, %body ]\n"
           "  %v = load volatile float, ptr addrspace(1) %a\n"
           "  %b = getelementptr i8, ptr addrspace(1) %a, i64 4\n"
           "  %c = fcmp olt float %v, 0.0\n"
           "  br i1 %c, label %body, label %end\nend:\n  ret void\n";
  };
  const char *Parameters = "ptr addrspace(1) %p, i32 %n";
  float OfLanes = count(kernel(Parameters, Loop("%t")), InstructionClass::Int);
  float Uniform = count(kernel(Parameters, Loop("%n")), InstructionClass::Int);
  float Before =
      count(kernel(Parameters, Loop("%n")), InstructionClass::Int, 70);
  EXPECT_EQ(OfLanes - Uniform, 2);
  EXPECT_EQ(Before - Uniform, 2);
}

// All lanes count at one place: one of them adds how many they are. One lane
// alone just adds.
TEST_F(InstructionCostsTest, GathersAtomicsOfAWarp) {
  const char *Add =
      "  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic\n";
  EXPECT_EQ(
      count(kernel("ptr addrspace(1) %p", std::string(Add) + "  ret void\n"),
            InstructionClass::Other),
      4); // S2R of the lane's number, VOTE, the pointer's two halves moved;
          // %t is never read
  EXPECT_EQ(count(kernel("ptr addrspace(1) %p",
                         "  %c = icmp eq i32 %t, 0\n"
                         "  br i1 %c, label %one, label %end\none:\n" +
                             std::string(Add) +
                             "  br label %end\nend:\n  ret void\n"),
                  InstructionClass::Other),
            4); // S2R of %t; the pointer's two halves and the 1, moved
}

// Eight floats from memory and a pair for each address are 8 + 2 registers at
// least. All loads are started first, each with an address of its own.
TEST_F(RegisterEstimateTest, KeepsLoadsInFlight) {
  std::string Body;
  for (unsigned I = 0; I < 8; ++I)
    Body +=
        llvm::formatv(
            "  %i{0} = add i32 %t, {1}\n"
            "  %a{0} = getelementptr float, ptr addrspace(1) %p, i32 %i{0}\n"
            "  %v{0} = load float, ptr addrspace(1) %a{0}\n",
            I, 1000 * I)
            .str();
  std::string Last = "%v0";
  for (unsigned I = 1; I < 8; ++I) {
    std::string Name = "%s" + std::to_string(I);
    Body +=
        llvm::formatv("  {0} = fadd float {1}, %v{2}\n", Name, Last, I).str();
    Last = Name;
  }
  Body += "  store float " + Last + ", ptr addrspace(1) %a0\n  ret void\n";
  const llvm::Function &F = kernel("ptr addrspace(1) %p", Body);
  EXPECT_GE(kernelcast::estimateRegisters(F, 75, 0).Registers, 10u);
  EXPECT_LE(kernelcast::estimateRegisters(F, 75, 0).Registers, 24u);
  EXPECT_EQ(kernelcast::estimateRegisters(F, 75, 10).Registers, 10u);
}

// 65,536 registers for 1,024 threads, twice: 32. For 96 threads: 255 at most.
TEST_F(RegisterEstimateTest, LaunchBoundsLeaveRoomForBlocks) {
  EXPECT_EQ(kernelcast::registerLimit(1024, 2), 32u);
  EXPECT_EQ(kernelcast::registerLimit(1024, 0), 64u);
  EXPECT_EQ(kernelcast::registerLimit(96, 1), 255u);
}

namespace {

/// \p Number floats of @shared, as %r0, %r1, ...
std::string sharedLoads(unsigned Number) {
  std::string Body;
  for (unsigned I = 0; I != Number; ++I)
    Body += "  %r" + std::to_string(I) +
            " = load float, ptr addrspace(3) getelementptr (float, "
            "ptr addrspace(3) @shared, i32 " +
            std::to_string(I) + ")\n";
  return Body;
}

/// Their sum, as %NAME1, %NAME2, ...
std::string sumOfLoads(const std::string &Name, unsigned Number) {
  std::string Body, Last = "%r0";
  for (unsigned I = 1; I != Number; ++I) {
    std::string Sum = "%" + Name + std::to_string(I);
    Body +=
        llvm::formatv("  {0} = fadd float {1}, %r{2}\n", Sum, Last, I).str();
    Last = Sum;
  }
  return Body;
}

} // namespace

// 30 floats are loaded in front of a barrier and stored behind it. With the
// stack pointer these are 31 registers; of a limit of 24 seven are missing,
// which are 28 bytes. The array of ten whole numbers stays in memory.
TEST_F(RegisterEstimateTest, SpillsWhatExceedsTheLimit) {
  std::string Stores;
  for (unsigned I = 0; I != 30; ++I)
    Stores +=
        "  store float %r" + std::to_string(I) + ", ptr addrspace(3) @shared\n";
  const llvm::Function &F = kernel(
      "", "  %a = alloca [10 x i32]\n" + sharedLoads(30) +
              "  call void @llvm.nvvm.barrier0()\n" + Stores + "  ret void\n");
  kernelcast::RegisterEstimate Free = kernelcast::estimateRegisters(F, 75, 0);
  EXPECT_EQ(Free.Least, 31u);
  EXPECT_EQ(Free.Registers, 31u);
  EXPECT_EQ(Free.Spilled, 0u);
  EXPECT_EQ(Free.localBytes(), 40u);
  kernelcast::RegisterEstimate Held = kernelcast::estimateRegisters(F, 75, 24);
  EXPECT_EQ(Held.Registers, 24u);
  EXPECT_EQ(Held.Spilled, 7u);
  EXPECT_EQ(Held.localBytes(), 68u);
}

// 30 values live while a sum with a parameter is made from one more. On sm_75
// the parameter is an operand: 30, the sum in the place of what it is made
// from, and the stack pointer are 32. On sm_90 it is loaded for it, which takes
// one.
TEST_F(RegisterEstimateTest, ParametersAreLoadedFromHopperOn) {
  std::string Stores;
  for (unsigned I = 0; I != 30; ++I)
    Stores +=
        "  store float %r" + std::to_string(I) + ", ptr addrspace(3) @shared\n";
  const llvm::Function &F =
      kernel("float %x", sharedLoads(30) +
                             "  call void @llvm.nvvm.barrier0()\n"
                             "  %z = load float, ptr addrspace(3) @shared\n"
                             "  %y = fadd float %z, %x\n"
                             "  store float %y, ptr addrspace(3) @shared\n"
                             "  call void @llvm.nvvm.barrier0()\n" +
                             Stores + "  ret void\n");
  EXPECT_EQ(kernelcast::estimateRegisters(F, 75, 0).Least, 32u);
  EXPECT_EQ(kernelcast::estimateRegisters(F, 90, 0).Least, 33u);
}

// 20 addresses of one row, which differ by constants and are used behind a
// barrier in another block: each is computed there. What is kept is t and the
// first address, not 20 pairs of registers.
TEST_F(RegisterEstimateTest, ComputesNeighboursAnew) {
  std::string Addresses, Uses;
  for (unsigned I = 0; I != 20; ++I) {
    const std::string Name = std::to_string(I);
    Addresses += rowElement(Name, I, I);
    Uses += "  store float 1.0, ptr addrspace(1) %p" + Name + "\n";
  }
  const llvm::Function &F = kernel("ptr addrspace(1) %b, i32 %n",
                                   Addresses +
                                       "  br label %later\nlater:\n"
                                       "  call void @llvm.nvvm.barrier0()\n" +
                                       Uses + "  ret void\n");
  EXPECT_LE(kernelcast::estimateRegisters(F, 75, 0).Least, 8u);
}

// Without the barrier each load can come right before the addition that takes
// it: a load, the sum and the stack pointer, below the least that there is, 8.
TEST_F(RegisterEstimateTest, LoadsLateWhereRegistersAreFew) {
  const llvm::Function &F =
      kernel("", sharedLoads(30) + sumOfLoads("s", 30) +
                     "  store float %s29, ptr addrspace(3) @shared\n"
                     "  ret void\n");
  EXPECT_EQ(kernelcast::estimateRegisters(F, 75, 0).Least, 8u);
}

// The second sum stands behind a branch, as LLVM leaves it there: in front of
// it, it takes one register, and 30 floats for it do not stay.
TEST_F(RegisterEstimateTest, TakesArithmeticBackInFrontOfABranch) {
  const llvm::Function &F =
      kernel("", sharedLoads(30) + sumOfLoads("s", 30) +
                     "  store float %s29, ptr addrspace(3) @shared\n"
                     "  %c = icmp ult i32 %t, 5\n"
                     "  br i1 %c, label %then, label %end\nthen:\n" +
                     sumOfLoads("q", 30) +
                     "  store float %q29, ptr addrspace(3) @shared\n"
                     "  br label %end\nend:\n  ret void\n");
  EXPECT_EQ(kernelcast::estimateRegisters(F, 75, 0).Least, 8u);
}
