//===- SassListingTest.cpp - Machine code as text -------------------------===//

#include "analysis/sass/SassListing.h"
#include "analysis/sass/RegisterUse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

namespace {

SassListing read(llvm::StringRef Text) {
  auto Listing = parseSassListing(Text, "a.sass");
  EXPECT_TRUE(bool(Listing)) << llvm::toString(Listing.takeError());
  return Listing ? std::move(*Listing) : SassListing();
}

/// The control code of \p I; one that waits for nothing where there is none.
ControlCode controlOf(const SassInstruction &I) {
  return I.Control.value_or(ControlCode());
}

std::string errorOf(llvm::StringRef Text) {
  auto Listing = parseSassListing(Text, "a.sass");
  return Listing ? "" : llvm::toString(Listing.takeError());
}

// Maxwell, from the lowest bit:
//   bits  0..20  0x7f6 = 6 | 1 << 4 | 7 << 5 | 7 << 8: stall 6
//   bits 21..41  0x711 = 1 | 1 << 4 | 0 << 5 | 7 << 8: write barrier 0
//   bits 42..62  0x7f2: stall 2
TEST(ControlCode, OfThree) {
  const uint64_t Word = 0x7f6ull | 0x711ull << 21 | 0x7f2ull << 42;
  EXPECT_EQ(controlOfThree(Word, 0),
            (ControlCode{.Stall = 6, .YieldBit = true}));
  EXPECT_EQ(controlOfThree(Word, 1),
            (ControlCode{.Stall = 1, .YieldBit = true, .WriteBarrier = 0}));
  EXPECT_EQ(controlOfThree(Word, 2),
            (ControlCode{.Stall = 2, .YieldBit = true}));
}

// The upper halves that the vendor's assembler makes of a load, a sum that
// needs what is loaded and a store (sm_75): 0x000ea2... sets barrier 2 and
// stalls one cycle, 0x004fd0... waits for it and stalls 8.
//   0x000ea200001ee900 >> 41 = 0x751 = 1 | 1 << 4 | 2 << 5 | 7 << 8
//   0x004fd00000000000 >> 41 = 0x27e8 = 8 | 7 << 5 | 7 << 8 | 4 << 11
TEST(ControlCode, OfHalf) {
  EXPECT_EQ(controlOfHalf(0x000ea200001ee900),
            (ControlCode{.Stall = 1, .YieldBit = true, .WriteBarrier = 2}));
  EXPECT_EQ(controlOfHalf(0x004fd00000000000),
            (ControlCode{.Stall = 8, .WaitMask = 4}));
}

constexpr const char *Turing = R"(
	code for sm_75
		Function : _Z4axpyfPf
	.headerflags    @"EF_CUDA_SM75"
        /*0000*/              LDG.E.SYS R2, [R2] ;          /* 0x0000000002027381 */
                                                            /* 0x000ea200001ee900 */
        /*0010*/        @!P0 FADD R7, R2, R2 ;              /* 0x0000000202077221 */
                                                            /* 0x004fd00000000000 */
        /*0020*/              EXIT ;                        /* 0x000000000000794d */
                                                            /* 0x000fea0003800000 */
)";

TEST(SassListing, Turing) {
  SassListing Listing = read(Turing);
  ASSERT_EQ(Listing.functions().size(), 1u);
  const SassFunction &F = Listing.functions()[0];
  EXPECT_EQ(F.Name.Name, "axpy");
  EXPECT_EQ(F.Architecture, 75u);
  ASSERT_EQ(F.Instructions.size(), 3u);
  const SassInstruction &Add = F.Instructions[1];
  EXPECT_EQ(Add.Address, 0x10u);
  EXPECT_EQ(Add.Line, 7u);
  EXPECT_EQ(Add.Guard, "!P0");
  EXPECT_EQ(Add.Opcode, "FADD");
  EXPECT_THAT(Add.operands(), ElementsAre("R7", "R2", "R2"));
  ASSERT_TRUE(F.Instructions[0].Control && Add.Control);
  EXPECT_EQ(controlOf(F.Instructions[0]).WriteBarrier, 2u);
  EXPECT_EQ(controlOf(Add).WaitMask, 4u);
  EXPECT_EQ(F.registers(), 8u); // R7
  EXPECT_EQ(F.codeBytes(), 48u);
}

// Two instructions in braces, and two whose first stalls for nothing.
constexpr const char *Maxwell = R"(	code for sm_52
		Function : k
                                                   /* 0x001fc400fe2007f6 */
        /*0008*/                   MOV R1, c[0x0][0x20] ;
        /*0010*/         {         MOV R0, RZ ;
        /*0018*/                   LDG.E.64 R10, [R2] ;  }
                                                   /* 0x001fbc00fea007e0 */
        /*0028*/                   FADD R5, R0, R5 ;
        /*0030*/               @P0 BRA 0x20 ;
        /*0038*/                   EXIT ;
)";

TEST(SassListing, Maxwell) {
  SassListing Listing = read(Maxwell);
  ASSERT_EQ(Listing.functions().size(), 1u);
  const SassFunction &F = Listing.functions()[0];
  ASSERT_EQ(F.Instructions.size(), 6u);
  std::vector<bool> Pairs;
  Pairs.reserve(F.Instructions.size());
  for (const SassInstruction &I : F.Instructions)
    Pairs.push_back(I.WithNext);
  EXPECT_THAT(Pairs, ElementsAre(false, true, false, true, false, false));
  EXPECT_EQ(controlOf(F.Instructions[0]).Stall, 6u);
  EXPECT_EQ(controlOf(F.Instructions[1]).Stall, 1u);
  EXPECT_EQ(controlOf(F.Instructions[2]).Stall, 1u);
  EXPECT_EQ(F.registers(), 12u); // R10 and R11
  EXPECT_EQ(F.codeBytes(), 64u);
  // 0x20 is the control word in front of the sum.
  EXPECT_EQ(F.target("0x20"), 3u);
  EXPECT_EQ(F.target("0x28"), 3u);
  EXPECT_EQ(F.target("0x24"), std::nullopt);
}

TEST(SassListing, Nvdisasm) {
  SassListing Listing = read(
      R"--(	.headerflags	@"EF_CUDA_SM80 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM80)"
	.section	.text._Z1kPi,"ax",@progbits
	.sectionflags	@"SHF_BARRIERS=1"
	.sectioninfo	@"SHI_REGISTERS=32"
.text._Z1kPi:
	//## File "/src/a.cu", line 4
        /*0000*/                   BAR.SYNC 0x0 ;
.L_x_0:
	//## File "/src/a.cu", line 6 inlined at "/src/a.cu", line 9
        /*0010*/              @!P0 BRA `(.L_x_0) ;
        /*0020*/                   EXIT ;
	.section	.nv.info,"",@"SHT_CUDA_INFO"
        /*0000*/ 	.byte	0x04
)--");
  ASSERT_EQ(Listing.functions().size(), 1u);
  const SassFunction &F = Listing.functions()[0];
  EXPECT_EQ(F.Architecture, 80u);
  EXPECT_EQ(F.registers(), 32u);
  EXPECT_EQ(F.StatedBarriers, 1u);
  ASSERT_EQ(F.Instructions.size(), 3u);
  EXPECT_EQ(F.Instructions[0].SourceLine, 4u);
  EXPECT_EQ(F.Instructions[0].SourceFile, "/src/a.cu");
  EXPECT_EQ(F.Instructions[0].InlinedAt, "");
  EXPECT_EQ(F.Instructions[1].SourceLine, 6u);
  EXPECT_EQ(F.Instructions[1].InlinedAt, "\"/src/a.cu\", line 9");
  EXPECT_EQ(F.target("`(.L_x_0)"), 1u);
  EXPECT_EQ(F.target("`(.L_x_1)"), std::nullopt);
  EXPECT_FALSE(F.Instructions[0].Control);
}

// nvdisasm -gi: behind an inlined line stand those of the calls, up to the
// kernel's own. Another line in front of the same instruction counts instead.
TEST(SassListing, LinesOfInlinedCode) {
  SassListing Listing = read(R"--(	.section	.text.k,"ax",@progbits
.text.k:
	//## File "/line 7/b.h", line 3 inlined at "a.cu", line 6
	//## File "a.cu", line 6 inlined at "a.cu", line 9
	//## File "a.cu", line 9
        /*0000*/ NOP ;
	//## File "a.cu", line 9
        /*0010*/ NOP ;
	//## File "a.cu", line 6 inlined at "a.cu", line 9
	//## File "a.cu", line 12
        /*0020*/ EXIT ;
)--");
  const std::vector<SassInstruction> &All = Listing.functions()[0].Instructions;
  ASSERT_EQ(All.size(), 3u);
  EXPECT_EQ(All[0].SourceFile, "/line 7/b.h");
  EXPECT_EQ(All[0].SourceLine, 3u);
  EXPECT_EQ(All[0].InlinedAt, "\"a.cu\", line 6");
  EXPECT_EQ(All[1].SourceFile, "a.cu");
  EXPECT_EQ(All[1].SourceLine, 9u);
  EXPECT_EQ(All[1].InlinedAt, "");
  EXPECT_EQ(All[2].SourceLine, 12u);
  EXPECT_EQ(All[2].InlinedAt, "");
}

// On Maxwell a control word of 8 bytes stands in front of three instructions.
TEST(SassListing, BytesOfInstructionsAddUp) {
  SassListing Listing =
      read("code for sm_52\nFunction : k\n/*0008*/ NOP ;\n/*0010*/ NOP ;\n"
           "/*0018*/ NOP ;\n/*0028*/ EXIT ;\n");
  const SassFunction &F = Listing.functions()[0];
  EXPECT_EQ(F.bytesOf(0), 16u);
  EXPECT_EQ(F.bytesOf(1), 8u);
  EXPECT_EQ(F.bytesOf(2), 8u);
  EXPECT_EQ(F.bytesOf(3), 16u);
  EXPECT_EQ(F.codeBytes(), 48u);
}

TEST(SassListing, ChoosesTheArchitecture) {
  SassListing Listing = read("code for sm_70\nFunction : k\n/*0000*/ EXIT ;\n"
                             "code for sm_80\nFunction : k\n/*0000*/ EXIT ;\n"
                             "code for sm_86\nFunction : k\n/*0000*/ EXIT ;\n");
  auto Of = [&](unsigned Architecture) -> std::string {
    auto F = Listing.find("k", Architecture);
    return F ? std::to_string((*F)->Architecture)
             : llvm::toString(F.takeError());
  };
  EXPECT_EQ(Of(70), "70");
  EXPECT_EQ(Of(75), "70"); // runs what is made for 7.0
  EXPECT_EQ(Of(80), "80");
  EXPECT_EQ(Of(89), "86");
  EXPECT_EQ(Of(90),
            "it has 'k' for sm_70 and others, which sm_90 does not run");
  EXPECT_EQ(llvm::toString(Listing.find("l", 80).takeError()),
            "it has no function 'l'");
}

TEST(SassListing, RefusesWhatIsNone) {
  EXPECT_THAT(errorOf("hello\n"), HasSubstr("no function in this listing"));
  EXPECT_EQ(errorOf("Function : k\n  /*0000*/ MOV R1, R2\n"),
            "a.sass:2:12: error: an instruction ends with ';'");
  EXPECT_EQ(errorOf("Function : k\n  /*0000*/ ;\n"),
            "a.sass:2:12: error: an opcode is missing");
  EXPECT_EQ(errorOf("Function : k\n/*0010*/ NOP ;\n/*0010*/ NOP ;\n"),
            "a.sass:3:1: error: this address is not above the last one");
  EXPECT_EQ(errorOf("Function : k\n/*00\n"),
            "a.sass:2:1: error: this comment has no end");
  EXPECT_EQ(errorOf("Function : k\n/* 0x11112222333344445 */\n"),
            "a.sass:2:1: error: an encoding is a number of at most 64 bits");
  EXPECT_EQ(errorOf("Function : k\n/*0000*/ @ NOP ;\n"),
            "a.sass:2:12: error: a predicate is missing behind '@'");
  for (const char *Count : {"0", "00", "256"})
    EXPECT_EQ(errorOf(("Function : k\n .sectioninfo @\"SHI_REGISTERS=" +
                       llvm::Twine(Count) + "\"\n/*0000*/ NOP ;\n")
                          .str()),
              "a.sass:2:2: error: a thread has 1 to 255 registers");
  EXPECT_EQ(errorOf("Function : k\n/*fffffffffffffff8*/ NOP ;\n"),
            "a.sass:2:1: error: an address is a number of at most 48 bits");
}

RegisterUse useOf(const char *Text, unsigned Architecture = 75) {
  SassListing Listing =
      read((llvm::Twine("Function : k\n/*0000*/ ") + Text + " ;\n").str());
  const SassInstruction &I = Listing.functions()[0].Instructions[0];
  return registerUse(I, opcodeFacts(I.mnemonic(), Architecture));
}

TEST(RegisterUse, ByOperands) {
  RegisterUse Load = useOf("@P0 LDG.E.64.SYS R4, [R2]");
  EXPECT_THAT(Load.Reads, UnorderedElementsAre(320, 2, 3));
  EXPECT_THAT(Load.Writes, UnorderedElementsAre(4, 5));
  RegisterUse Store = useOf("STG.E [R2+0x10], R7");
  EXPECT_THAT(Store.Reads, UnorderedElementsAre(2, 3, 7));
  EXPECT_TRUE(Store.Writes.empty());
  RegisterUse Carry = useOf("IADD3 R2, P1, R4, c[0x0][0x160], RZ");
  EXPECT_THAT(Carry.Writes, UnorderedElementsAre(2, 321));
  EXPECT_THAT(Carry.Reads, UnorderedElementsAre(4));
  RegisterUse Compare = useOf("ISETP.GE.AND P2, PT, R0, R9, P3");
  EXPECT_THAT(Compare.Writes, UnorderedElementsAre(322));
  EXPECT_THAT(Compare.Reads, UnorderedElementsAre(0, 9, 323));
  RegisterUse Low = useOf("IADD R2.CC, R6, c[0x0][0x148]", 52);
  EXPECT_THAT(Low.Writes, UnorderedElementsAre(2, ConditionCode));
  RegisterUse High = useOf("IADD.X R3, R7, c[0x0][0x14c]", 52);
  EXPECT_THAT(High.Reads, UnorderedElementsAre(7, ConditionCode));
  RegisterUse Double = useOf("DFMA R8, R8, R10, R12");
  EXPECT_THAT(Double.Writes, UnorderedElementsAre(8, 9));
  EXPECT_THAT(Double.Reads, UnorderedElementsAre(8, 9, 10, 11, 12, 13));
}

TEST(Opcodes, Classes) {
  EXPECT_EQ(opcodeFacts("FFMA", 75).Class, InstructionClass::Fp32);
  EXPECT_EQ(opcodeFacts("XMAD", 52).Latency, CodeLatency::Multiply);
  EXPECT_EQ(opcodeFacts("I2I", 61).Latency, CodeLatency::Sfu);
  EXPECT_EQ(opcodeFacts("I2I", 75).Latency, CodeLatency::Alu);
  const OpcodeFacts Unknown = opcodeFacts("FROB", 75);
  EXPECT_EQ(Unknown.Class, InstructionClass::Other);
  EXPECT_FALSE(Unknown.Known);
}

} // namespace
