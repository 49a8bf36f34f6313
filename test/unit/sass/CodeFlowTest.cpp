//===- CodeFlowTest.cpp - Blocks and loops of machine code ----------------===//

#include "analysis/sass/CodeFlow.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Instructions of 16 bytes, one after the other.
struct Code {
  explicit Code(const std::vector<const char *> &Lines) {
    std::string Text = "code for sm_75\nFunction : k\n";
    for (size_t I = 0; I != Lines.size(); ++I)
      Text += "/*" + llvm::utohexstr(16 * I) + "*/ " + Lines[I] + " ;\n";
    Listing = llvm::cantFail(parseSassListing(Text, "k"));
  }
  llvm::Expected<CodeFlow> flow() const {
    return codeFlow(Listing.functions()[0]);
  }
  std::string error() const {
    auto Flow = flow();
    return Flow ? "" : llvm::toString(Flow.takeError());
  }
  SassListing Listing;
};

// An exit for some, a branch around a loop, the loop, the end; the jump behind
// it is padding.
//
//   b0 0 1   b1 2 3   b2 4   b3 5 6   b4 7   b5 8
TEST(CodeFlow, LoopBehindAGuard) {
  Code K({"ISETP P0, PT, R0, R1, PT", "@P0 EXIT", "MOV R2, RZ", "@P1 BRA 0x80",
          "MOV R3, RZ", "FADD R3, R3, R3", "@P1 BRA 0x50", "MOV R2, R3", "EXIT",
          "BRA 0x90"});
  CodeFlow Flow = llvm::cantFail(K.flow());
  ASSERT_EQ(Flow.Blocks.size(), 6u);
  EXPECT_TRUE(Flow.Blocks[0].MayExit);
  EXPECT_THAT(Flow.Blocks[0].Successors, ElementsAre(1));
  EXPECT_THAT(Flow.Blocks[1].Successors, testing::UnorderedElementsAre(2, 5));
  EXPECT_EQ(Flow.Blocks[1].FallThrough, 2u);
  EXPECT_THAT(Flow.Blocks[3].Successors, testing::UnorderedElementsAre(3, 4));
  EXPECT_THAT(Flow.Blocks[5].Successors, IsEmpty());
  ASSERT_EQ(Flow.Loops.size(), 1u);
  EXPECT_EQ(Flow.Loops[0].Header, 3u);
  EXPECT_THAT(Flow.Loops[0].Latches, ElementsAre(3));
  EXPECT_EQ(Flow.Blocks[3].Loop, 0u);
  EXPECT_EQ(Flow.Blocks[4].Loop, NoCode);
  EXPECT_EQ(Flow.Blocks[5].Dominator, 1u);
  EXPECT_EQ(Flow.Blocks[1].PostDominator, 5u);
  EXPECT_EQ(Flow.Blocks[0].PostDominator, NoCode); // some end there
  EXPECT_EQ(Flow.Blocks[2].PostDominator, 3u);
}

TEST(CodeFlow, LoopsInLoops) {
  Code K({"MOV R0, RZ", "MOV R1, RZ", "IADD3 R1, R1, 0x1, RZ", "@P0 BRA 0x20",
          "@P1 BRA 0x10", "EXIT"});
  CodeFlow Flow = llvm::cantFail(K.flow());
  ASSERT_EQ(Flow.Loops.size(), 2u);
  EXPECT_EQ(Flow.Loops[0].Parent, NoCode);
  EXPECT_EQ(Flow.Loops[1].Parent, 0u);
  EXPECT_EQ(Flow.Loops[1].Header, 2u);
  EXPECT_TRUE(Flow.isIn(2, 0));
}

// Lanes that take the side end it with BSYNC, which goes on at BSSY's place.
TEST(CodeFlow, LanesMeet) {
  Code K({"BSSY B0, 0x40", "@P0 BRA 0x30", "BSYNC B0", "BSYNC B0", "EXIT"});
  CodeFlow Flow = llvm::cantFail(K.flow());
  ASSERT_EQ(Flow.Blocks.size(), 4u);
  EXPECT_THAT(Flow.Blocks[1].Successors, ElementsAre(3));
  EXPECT_THAT(Flow.Blocks[2].Successors, ElementsAre(3));
  Code Stack({"SSY 0x40", "SSY 0x30", "@P0 SYNC", "SYNC", "EXIT"});
  CodeFlow Inner = llvm::cantFail(Stack.flow());
  // The inner place is closed by the first SYNC; a lane that goes on meets
  // there, too, and the second leads to the outer place.
  EXPECT_THAT(Inner.Blocks.back().Predecessors, testing::SizeIs(1));
}

TEST(CodeFlow, SaysWhatIsUnknown) {
  EXPECT_EQ(Code({"BRX R2 -0x10", "EXIT"}).error(),
            "line 3 (BRX at 0x0) leads to code that is not known "
            "here");
  EXPECT_EQ(Code({"BRA 0x500"}).error(),
            "line 3 (BRA at 0x0) goes on where the listing shows no "
            "instruction");
  EXPECT_EQ(Code({"NOP"}).error(), "line 3 (NOP at 0x0) goes on where the "
                                   "listing shows no instruction");
  EXPECT_EQ(Code({"BSYNC B0", "EXIT"}).error(),
            "line 3 (BSYNC at 0x0) has no place to go on at");
  EXPECT_EQ(
      Code({"@P0 BRA 0x20", "NOP", "NOP", "@P1 BRA 0x10", "EXIT"}).error(),
      "line 4 (NOP at 0x10) jumps into a loop that has several entries");
}

// Each exit that a predicate guards ends a block.
TEST(CodeFlow, NamesTheBoundOfBlocks) {
  std::vector<const char *> Lines(20001, "@P0 EXIT");
  Lines.back() = "EXIT";
  EXPECT_NE(Code(Lines).error().find("comes after 20000 basic blocks"),
            std::string::npos);
  Lines.pop_back();
  Lines.back() = "EXIT";
  EXPECT_EQ(Code(Lines).error(), "");
}

} // namespace
