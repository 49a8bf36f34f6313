//===- MachineCodeTest.cpp - Machine code and how often it runs -----------===//

#include "analysis/lowering/MachineJoin.h"
#include "analysis/lowering/MachineWaits.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gmock/gmock.h"
#include <gtest/gtest.h>

using namespace kernelcast;
using testing::ElementsAre;

namespace kernelcast {
bool operator==(const MachineStep &A, const MachineStep &B) {
  return A.Kind == B.Kind && A.Count == B.Count;
}
void PrintTo(const MachineStep &Step, std::ostream *OS) {
  *OS << unsigned(Step.Kind) << " x " << Step.Count;
}
} // namespace kernelcast

namespace {

TEST(MachineCode, ClassesFollowTheUnit) {
  using Class = InstructionClass;
  EXPECT_EQ(machineClass("v_fma_f32"), Class::Fp32);
  EXPECT_EQ(machineClass("v_add_f64"), Class::Fp64);
  EXPECT_EQ(machineClass("v_mad_u64_u32"), Class::Int);
  EXPECT_EQ(machineClass("v_rcp_iflag_f32_e32"), Class::Sfu);
  EXPECT_EQ(machineClass("v_cvt_f32_u32_e32"), Class::Conversion);
  EXPECT_EQ(machineClass("s_load_dwordx2"), Class::Other);
  EXPECT_EQ(machineClass("s_cbranch_execz"), Class::Branch);
  EXPECT_EQ(machineClass("s_barrier"), Class::Barrier);
  EXPECT_EQ(machineClass("s_waitcnt"), std::nullopt);
  EXPECT_EQ(machineClass("global_load_dwordx4"), Class::LoadGlobal);
  EXPECT_EQ(machineClass("global_store_b32"), Class::StoreGlobal);
  EXPECT_EQ(machineClass("global_atomic_add"), Class::Atomic);
  EXPECT_EQ(machineClass("buffer_gl0_inv"), std::nullopt);
  EXPECT_EQ(machineClass("ds_read2_b32"), Class::LoadShared);
  EXPECT_EQ(machineClass("ds_store_b64"), Class::StoreShared);
  EXPECT_EQ(machineClass("ds_add_u32"), Class::Atomic);
  EXPECT_EQ(machineClass("ds_bpermute_b32"), Class::Other);
}

TEST(MachineCode, OperationsAreAdditionsAndMultiplications) {
  auto Of = [](llvm::StringRef Mnemonic) {
    const FloatOperations Each = machineOperations(Mnemonic);
    return std::vector<double>{Each.Fp16, Each.Fp32, Each.Fp64};
  };
  EXPECT_THAT(Of("v_fmac_f32_e32"), ElementsAre(0, 2, 0));
  EXPECT_THAT(Of("v_pk_fma_f32"), ElementsAre(0, 4, 0));
  EXPECT_THAT(Of("v_dual_mul_f32"), ElementsAre(0, 1, 0));
  EXPECT_THAT(Of("v_fma_f64"), ElementsAre(0, 0, 2));
  EXPECT_THAT(Of("v_pk_add_f16"), ElementsAre(2, 0, 0));
  EXPECT_THAT(Of("v_fma_mix_f32"), ElementsAre(0, 2, 0));
  EXPECT_THAT(Of("v_fma_mixlo_f16"), ElementsAre(2, 0, 0));
  EXPECT_THAT(Of("v_subrev_f32_e32"), ElementsAre(0, 1, 0));
  for (const char *None :
       {"v_max_f32_e32", "v_cmp_lt_f32_e32", "v_rcp_f32_e32", "v_add_u32_e32",
        "v_div_scale_f32", "s_add_f32", "v_cvt_f32_u32_e32", "v_mul_lo_u32"})
    EXPECT_THAT(Of(None), ElementsAre(0, 0, 0)) << None;
}

/// Machine blocks by hand; each issues one instruction.
class JoinOf : public testing::Test {
protected:
  void SetUp() override {
    llvm::SMDiagnostic Problem;
    Code = llvm::parseAssemblyString("define void @f() {\n"
                                     "a:\n  br label %b\n"
                                     "b:\n  br label %c\n"
                                     "c:\n  ret void\n}\n",
                                     Problem, Context);
    auto At = Code->getFunction("f")->begin();
    A = &*At++;
    B = &*At++;
    C = &*At++;
  }
  void add(const llvm::BasicBlock *From, std::vector<unsigned> Successors) {
    MachineBlock Block;
    Block.From = From;
    Block.Successors = std::move(Successors);
    Block.Issued[0] = 1;
    Made.Blocks.push_back(std::move(Block));
  }
  JoinedCode join() const { return joinMachineCode(Made, *A); }
  static unsigned in(const JoinedCode &Joined, const llvm::BasicBlock *Block) {
    return Joined.Issued.lookup(Block)[0];
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Code;
  const llvm::BasicBlock *A = nullptr, *B = nullptr, *C = nullptr;
  MachineFunctionCode Made;
};

// A jumps around B to a block that joins both sides: it runs as often as A.
TEST_F(JoinOf, WhatJoinsTheSidesRunsAsOftenAsTheBranch) {
  add(A, {1, 2});
  add(B, {2});
  add(nullptr, {});
  JoinedCode Joined = join();
  EXPECT_EQ(in(Joined, A), 2u);
  EXPECT_EQ(in(Joined, B), 1u);
  EXPECT_EQ(Joined.Bounded, 0u);
  EXPECT_EQ(Joined.Instructions, 3u);
}

// No jump around B: its instructions are issued whenever those of A are.
TEST_F(JoinOf, ASideWithoutAJumpRunsWithTheBranch) {
  add(A, {1});
  add(B, {2});
  add(C, {});
  JoinedCode Joined = join();
  EXPECT_EQ(in(Joined, A), 3u);
  EXPECT_EQ(in(Joined, B), 0u);
}

// A new block on one side only runs at most as often as the branch.
TEST_F(JoinOf, ASideOfItsOwnIsBounded) {
  add(A, {1, 2});
  add(nullptr, {2});
  add(C, {});
  JoinedCode Joined = join();
  EXPECT_EQ(in(Joined, A), 2u);
  EXPECT_EQ(Joined.Bounded, 1u);
}

// In a loop from B to a new block and back, that block runs as often as B.
TEST_F(JoinOf, ALoopsOwnBlockStaysInTheLoop) {
  add(A, {1});
  add(B, {2});
  add(nullptr, {1, 3});
  add(C, {});
  JoinedCode Joined = join();
  EXPECT_EQ(in(Joined, A), 1u);
  EXPECT_EQ(in(Joined, B), 2u);
  EXPECT_EQ(in(Joined, C), 1u);
  EXPECT_EQ(Joined.Bounded, 0u);
}

std::vector<MachineStep> steps(llvm::StringRef Processor,
                               llvm::StringRef Text) {
  const MachineWaits Waits(Processor);
  std::vector<MachineStep> Result;
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    auto [Mnemonic, Operands] = Line.trim().split(' ');
    Waits.add(Mnemonic, Operands, Result);
  }
  return Result;
}

TEST(MachineWaits, EachCounterHasItsResults) {
  EXPECT_THAT(steps("gfx1030", "s_load_dwordx2 s[0:1], s[4:5], 0x0\n"
                               "v_mov_b32_e32 v0, 0\n"
                               "v_add_u32_e32 v1, v0, v0\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_load_dword v2, v[0:1], off\n"
                               "ds_read2_b32 v[4:5], v1 offset1:1\n"
                               "buffer_load_dword v3, off, s[0:3], 0\n"
                               "s_waitcnt vmcnt(1) lgkmcnt(0)"),
              ElementsAre(MachineStep{MachineStepKind::Scalar, 1},
                          MachineStep{MachineStepKind::Issue, 2},
                          MachineStep{MachineStepKind::SharedMemoryWait, 0},
                          MachineStep{MachineStepKind::LoadGlobal, 1},
                          MachineStep{MachineStepKind::Shared, 1},
                          MachineStep{MachineStepKind::LoadLocal, 1},
                          MachineStep{MachineStepKind::MemoryWait, 1},
                          MachineStep{MachineStepKind::SharedMemoryWait, 0}));
}

// CDNA waits for stores as for loads; RDNA has a counter for them, which is not
// waited for here.
TEST(MachineWaits, StoresAreCountedWithLoadsOnCdnaAlone) {
  const char *const Text = "global_store_dword v[0:1], v2, off\n"
                           "global_load_dword v3, v[0:1], off\n"
                           "s_waitcnt vmcnt(0)";
  EXPECT_THAT(steps("gfx90a", Text),
              ElementsAre(MachineStep{MachineStepKind::Store, 1},
                          MachineStep{MachineStepKind::LoadGlobal, 1},
                          MachineStep{MachineStepKind::MemoryWait, 0}));
  EXPECT_THAT(steps("gfx1100", Text),
              ElementsAre(MachineStep{MachineStepKind::Issue, 1},
                          MachineStep{MachineStepKind::LoadGlobal, 1},
                          MachineStep{MachineStepKind::MemoryWait, 0}));
}

TEST(MachineWaits, Rdna4NamesEachCounterApart) {
  EXPECT_THAT(steps("gfx1201", "scratch_load_b32 v3, off, off\n"
                               "scratch_load_b32 v4, off, off offset:4\n"
                               "s_wait_loadcnt 0x1\n"
                               "ds_load_b32 v5, v0\n"
                               "s_wait_dscnt 0x0\n"
                               "s_wait_loadcnt_dscnt 0x0"),
              ElementsAre(MachineStep{MachineStepKind::LoadLocal, 2},
                          MachineStep{MachineStepKind::MemoryWait, 1},
                          MachineStep{MachineStepKind::Shared, 1},
                          MachineStep{MachineStepKind::SharedMemoryWait, 0},
                          MachineStep{MachineStepKind::MemoryWait, 0},
                          MachineStep{MachineStepKind::SharedMemoryWait, 0}));
}

} // namespace
