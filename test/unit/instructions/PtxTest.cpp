//===- PtxTest.cpp - Inline assembly as instructions ----------------------===//

#include "analysis/instructions/PtxReading.h"
#include "gmock/gmock.h"

using namespace kernelcast;
using testing::ElementsAre;

namespace {

PtxInstruction only(llvm::StringRef Text) {
  auto Code = parsePtx(Text);
  EXPECT_EQ(Code.size(), 1u) << Text.str();
  return Code.empty() ? PtxInstruction() : Code.front();
}

} // namespace

TEST(Ptx, InstructionsAreCutFromTheText) {
  auto Code = parsePtx("{ .reg .pred p; /* a ; b */ setp.ne.b32 p, $1, 0;\n"
                       "  @!p ld.global.v2.u32 {$0, ${2:x}}, [$3 + 8]; } // c");
  ASSERT_EQ(Code.size(), 2u);
  EXPECT_EQ(Code[0].Opcode, "setp.ne.b32");
  EXPECT_EQ(Code[1].Predicate, "p");
  EXPECT_TRUE(Code[1].Negated);
  ASSERT_EQ(Code[1].Operands.size(), 2u);
  EXPECT_THAT(Code[1].Operands[0].Elements, ElementsAre("$0", "$2"));
  EXPECT_TRUE(Code[1].Operands[1].IsAddress);
  EXPECT_THAT(Code[1].Operands[1].Elements, ElementsAre("$3 + 8"));
}

TEST(Ptx, OperandsMayFollowAtOnce) {
  PtxInstruction I = only("ldmatrix.sync.aligned.m8n8.x1.shared.b16{$0},[$1];");
  EXPECT_EQ(I.Opcode, "ldmatrix.sync.aligned.m8n8.x1.shared.b16");
  ASSERT_EQ(I.Operands.size(), 2u);
  EXPECT_THAT(I.Operands[0].Elements, ElementsAre("$0"));
  EXPECT_TRUE(I.Operands[1].IsAddress);
}

TEST(Ptx, LabelsAreNoModifiers) {
  auto Code = parsePtx("AGAIN: bra AGAIN; ld.shared::cta.u32 $0, [$1];");
  ASSERT_EQ(Code.size(), 2u);
  EXPECT_EQ(Code[0].Label, "AGAIN");
  EXPECT_EQ(Code[1].Label, "");
  EXPECT_EQ(spaceOf(Code[1]), MemorySpace::Shared);
}

TEST(Ptx, BrokenTextsEnd) {
  for (const char *Text : {"", ";;;", "@", "{", "ld [", "$(", "/*", "a:", "[}"})
    parsePtx(Text);
}

// Multiply-adds of a warp, and as many of halves as keep the tensor cores busy
// for as long: M * N * K; a quarter of what four warps do together; half of it
// where half of the factor's elements are left out.
TEST(Ptx, ProductsOfMatrices) {
  struct {
    const char *Text;
    double MultiplyAdds, Work;
  } const Known[] = {
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0}, {$1};", 2048,
       2048},
      {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0}, {$1};", 1024,
       2048},
      {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {$0}, {$1};", 4096,
       2048},
      {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {$0}, {$1};", 4096,
       2048},
      {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {$0}, {$1};", 256,
       4096},
      // Four products of halves at once, 8 * 8 * 4 multiply-adds each.
      {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {$0}, {$1};", 1024,
       1024},
      {"mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {$0}, {$1};", 2048,
       2048},
      {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {$0}, {$1};", 4096,
       4096},
      {"wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {$0}, d;", 32768,
       32768},
  };
  for (const auto &Each : Known) {
    const auto Product = productOf(only(Each.Text));
    ASSERT_TRUE(Product) << Each.Text;
    EXPECT_EQ(Product->MultiplyAdds, Each.MultiplyAdds) << Each.Text;
    EXPECT_EQ(Product->work(), Each.Work) << Each.Text;
  }
  EXPECT_FALSE(productOf(only("mma.sync.aligned.row.col.f32 {$0}, {$1};")));
}

// What a warp's quarter of a product reads in shared memory: B of K x N
// elements, and A of 64 x K where it has a descriptor, of which half is there
// if it is sparse.
TEST(Ptx, FactorsInSharedMemory) {
  struct {
    const char *Text;
    double Bytes;
  } const Known[] = {
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0}, {$1};", 0},
      // (64 + 64) x 16 halves of two bytes.
      {"wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0}, $1, $2, p;",
       4096 / 4},
      // 128 x 32 bytes, A in registers.
      {"wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {$0}, {$1, $2}, "
       "$3, p;",
       4096 / 4},
      // 8 x 8 floats for B, 64 x 8 for A.
      {"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {$0}, $1, $2, p;",
       (64 + 8) * 8 * 4 / 4},
      // 64 x 32 halves of which half are there, and 8 x 32.
      {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {$0}, $1, $2, $3, "
       "0, p;",
       (64 * 16 + 8 * 32) * 2 / 4},
  };
  for (const auto &Each : Known) {
    const auto Product = productOf(only(Each.Text));
    ASSERT_TRUE(Product) << Each.Text;
    EXPECT_EQ(Product->SharedBytes, Each.Bytes) << Each.Text;
  }
}

// A row of 16 bytes is of one lane's address.
TEST(Ptx, RowsOfMatrices) {
  auto Rows = [](llvm::StringRef Text) { return matrixRowsOf(only(Text)); };
  EXPECT_EQ(Rows("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0}, [$1];"), 16u);
  EXPECT_EQ(Rows("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {$0}, [$1];"),
            32u);
  EXPECT_EQ(Rows("stmatrix.sync.aligned.m8n8.x1.shared.b16 [$0], {$1};"), 8u);
  for (const char *Text :
       {"ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32 {$0}, [$1];",
        "ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {$0}, [$1];",
        "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [$0], {$1};"})
    EXPECT_NE(unknownIn(parsePtx(Text)), "") << Text;
}

TEST(Ptx, UnknownInstructionsHaveTheirNames) {
  EXPECT_EQ(unknownIn(parsePtx("mov.u32 $0, 1; multimem.st.u32 [$1], 64;")),
            "multimem.st.u32");
  EXPECT_EQ(unknownIn(parsePtx("st.bulk.weak.shared::cta [$0], $1, 0;")),
            "st.bulk.weak.shared::cta");
  EXPECT_EQ(unknownIn(parsePtx("st.shared.u32 0, 1;")),
            "operand of st.shared.u32");
  EXPECT_EQ(unknownIn(parsePtx("tcgen05.cp.cta_group::1.4x256b 0, 0;")),
            "operand of tcgen05.cp.cta_group::1.4x256b");
  EXPECT_EQ(unknownIn(parsePtx("A: red.global.add.u32 [$0], 1; bra A;")),
            "bra");
  EXPECT_EQ(unknownIn(parsePtx("A: mbarrier.test_wait.shared.b64 p, [$0], $1;"
                               "@!p bra A;")),
            "");
}

TEST(Ptx, Costs) {
  struct {
    const char *Opcode;
    InstructionClass Class;
    float Count;
  } const Known[] = {
      {"fma.rn.f32", InstructionClass::Fp32, 1},
      {"fma.rn.f64", InstructionClass::Fp64, 1},
      {"fma.rn.f16x2", InstructionClass::Fp32, 1},
      {"add.u32", InstructionClass::Int, 1},
      {"add.u64", InstructionClass::Int, 2},
      {"ex2.approx.ftz.f32", InstructionClass::Sfu, 1},
      {"cvt.rn.f16x2.f32", InstructionClass::Conversion, 1},
      {"cvt.u32.u64", InstructionClass::Int, 0},
      {"prmt.b32", InstructionClass::Int, 1},
      {"bar.sync", InstructionClass::Barrier, 1},
      {"ld.global.u32", InstructionClass::Other, 0},
  };
  for (const auto &Each : Known) {
    PtxInstruction I;
    I.Opcode = Each.Opcode;
    const OperationCost Cost = ptxCost(I);
    if (Cost.Count != 0) {
      EXPECT_EQ(Cost.Class, Each.Class) << Each.Opcode;
    }
    EXPECT_EQ(Cost.Count, Each.Count) << Each.Opcode;
  }
}
