//===- SourceEditsTest.cpp - A file's text with changes in it -------------===//

#include "tool/lint/SourceEdits.h"
#include <gtest/gtest.h>

using namespace kernelcast;

/// \p Text in place of columns \p From up to \p To of line \p Line.
static Replacement on(unsigned Line, unsigned From, unsigned To,
                      std::string Text) {
  return {{Line, From, Line, To, ""}, std::move(Text)};
}

static SourceChange change(std::vector<Replacement> Replacements) {
  SourceChange Result;
  Result.File = "a.cu";
  Result.Replacements = std::move(Replacements);
  return Result;
}

TEST(SourceEdits, PutsChangesTogether) {
  SourceEdits Edits("a.cu", "float x;\nfloat y;\n");
  EXPECT_TRUE(Edits.add(change({on(1, 1, 6, "int"), on(2, 8, 8, " = 0")})));
  EXPECT_EQ(Edits.after(), "int x;\nfloat y = 0;\n");
  EXPECT_EQ(Edits.before(), "float x;\nfloat y;\n");
}

TEST(SourceEdits, TakesAllOfAChangeOrNothing) {
  SourceEdits Edits("a.cu", "float x;\nfloat y;\n");
  EXPECT_TRUE(Edits.add(change({on(1, 1, 6, "int")})));
  // The second half overlaps, so the first one is not taken either.
  EXPECT_FALSE(Edits.add(change({on(2, 1, 6, "int"), on(1, 3, 7, "")})));
  EXPECT_EQ(Edits.after(), "int x;\nfloat y;\n");
  // Equal ones count once.
  EXPECT_TRUE(Edits.add(change({on(1, 1, 6, "int")})));
  EXPECT_EQ(Edits.after(), "int x;\nfloat y;\n");
}

TEST(SourceEdits, RefusesPlacesThatAreNotThere) {
  SourceEdits Edits("a.cu", "float x;\nfloat y;");
  EXPECT_FALSE(Edits.add(change({on(3, 1, 1, "z")})));
  EXPECT_FALSE(Edits.add(change({on(1, 11, 11, "z")})));
  EXPECT_FALSE(Edits.add(change({on(0, 0, 0, "z")})));
  EXPECT_FALSE(Edits.add(change({on(1, 4, 2, "z")})));
  EXPECT_TRUE(Edits.add(change({on(2, 9, 9, "z")}))); // the very end
  EXPECT_EQ(Edits.after(), "float x;\nfloat y;z");
}

TEST(SourceEdits, FindsPlacesAgain) {
  SourceEdits Edits("a.cu", "float x;\nfloat y;\n");
  ASSERT_TRUE(Edits.add(change({on(2, 1, 1, "// new\n"), on(1, 1, 6, "int")})));
  EXPECT_EQ(Edits.after(), "int x;\n// new\nfloat y;\n");
  const SourceSpot X = Edits.moved({"a.cu", 1, 7}),
                   Y = Edits.moved({"a.cu", 2, 7});
  EXPECT_EQ(X, (SourceSpot{"a.cu", 1, 5}));
  EXPECT_EQ(Y, (SourceSpot{"a.cu", 3, 7}));
  // In other files nothing moves.
  EXPECT_EQ(Edits.moved({"b.cu", 2, 7}), (SourceSpot{"b.cu", 2, 7}));
}
