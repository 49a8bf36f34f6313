//===- NvccSpellingTest.cpp - What nvcc takes and Clang does not ----------===//
#include "analysis/frontend/NvccSpelling.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

std::string respell(llvm::StringRef Source) {
  std::optional<std::string> Text = withClangSpelling(Source);
  if (!Text)
    return "as it is";
  EXPECT_EQ(Text->size(), Source.size()) << Source.str();
  return *Text;
}

TEST(NvccSpelling, JoinsLaunches) {
  EXPECT_EQ(respell("k << <g, b >> > (p);"), "k <<< g, b >>>  (p);");
  EXPECT_EQ(respell("k<3> << <g, b>> >(p);"), "k<3> <<< g, b>>> (p);");
  EXPECT_EQ(respell("k << <(n >> 2), dim3(b, c), s >> >(p);"),
            "k <<< (n >> 2), dim3(b, c), s >>> (p);");
  EXPECT_EQ(respell("k << <1, 2 >> >(a); k << <3, 4 >> >(b);"),
            "k <<< 1, 2 >>> (a); k <<< 3, 4 >>> (b);");
}

TEST(NvccSpelling, NamesSizesInBraces) {
  EXPECT_EQ(respell("k<<<g, {32, 8}>>>(p);"), "k<<<g,$(32, 8)>>>(p);");
  EXPECT_EQ(respell("k<<<{x, y}, {32, 8, 1}, 0, s>>>(p);"),
            "k<<<$(x,y),$(32, 8, 1), 0, s>>>(p);");
  EXPECT_EQ(respell("k << <g, {32, 8} >> > (p);"),
            "k <<< g,$(32, 8) >>>  (p);");
  EXPECT_EQ(respell("k<<<{f({1, 2}), y}, 8>>>(p);"),
            "k<<<$(f({1,2}), y), 8>>>(p);");
  EXPECT_EQ(respell("k<<< {x,y}, 8>>>(p);"), "k<<<$(x,y), 8>>>(p);");
  EXPECT_EQ(respell("#define GO k<<<4, {32,\\\n2}>>>(p)\n"),
            "#define GO k<<<4,$(32,\\\n2)>>>(p)\n");
  EXPECT_EQ(respell("#define GO(x) k<<<x, {32, 8}>>>(p)\n"),
            "#define GO(x) k<<<x,$(32, 8)>>>(p)\n");
}

TEST(NvccSpelling, DefinesSharedArraysWithASize) {
  EXPECT_EQ(respell("extern __shared__ float s[4][8];"),
            "       __shared__ float s[4][8];");
  EXPECT_EQ(respell("__shared__ extern __align__(16) int n;"),
            "__shared__        __align__(16) int n;");
}

TEST(NvccSpelling, EscapesNamesOfPtx) {
  EXPECT_EQ(respell("asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(l));"),
            "asm volatile(\"mov.u32 %0,%%laneid;\" : \"=r\"(l));");
  EXPECT_EQ(respell("asm(\"{ .reg .u32 %t; mov.u32 %t, %0;}\" :: \"r\"(a));"),
            "asm(\"{.reg .u32 %%t;mov.u32 %%t, %0;}\" :: \"r\"(a));");
  EXPECT_EQ(respell("asm(\".reg .u32 a;  .reg .u32 %t; mov.u32 %t, %0;\""
                    " :: \"r\"(a));"),
            "asm(\".reg .u32 a; .reg .u32 %%t;mov.u32 %%t, %0;\""
            " :: \"r\"(a));");
}

TEST(NvccSpelling, TakesTheBlankBehindTheText) {
  EXPECT_EQ(respell("asm(\"mov.u32 %0,%laneid;\" : \"=r\"(l));"),
            "asm(\"mov.u32 %0,%%laneid;\": \"=r\"(l));");
  EXPECT_EQ(respell("asm(\"mov.u32 %0,%laneid;\": \"=r\"(l));"), "as it is");
}

TEST(NvccSpelling, WrapsPragmasOfMacros) {
  EXPECT_EQ(respell("#define UNROLL #pragma unroll\nUNROLL\n"),
            "#define UNROLL $P( unroll)   \nUNROLL\n");
  EXPECT_EQ(respell("# define ONCE   # pragma unroll 1 // not\n"),
            "# define ONCE   $P( unroll 1)     // not\n");
  EXPECT_EQ(respell("#pragma once\n#define A #pragma unroll 2"),
            "#pragma once\n#define A $P( unroll 2)   ");
}

TEST(NvccSpelling, LeavesTheRest) {
  for (const char *Source :
       {"k<<<g, b>>>(p);", "// k << <g, b >> > (p);",
        "puts(\"k << <g, b >> > (p)\");",
        "std::operator<< <T>(o, x); A<B<C>> >(y);", "A<B<C>> > x; o << < y;",
        "k << <g; b >> >(p);",
        // No blank in which a character more could go.
        "k<<<{1,2},{3,4}>>>(p);", "k<<<g, f({1, 2})>>>(p);",
        // Blanks that stand between words, or in a literal.
        "k<<<{sizeof(\"a b\"),2},8>>>(p);", "k<<<{(unsigned int)x,y},8>>>(p);",
        // In a macro, whose end is not that of the declaration.
        "#define SHARED extern __shared__\nint n = 4;",
        "#define SHARED(T, s) extern __shared__ T s\nint n = 4;",
        "extern __shared__ float s[];", "extern __shared__ float SIZED(s);",
        "extern __shared__ float s[], t[4];", "extern int n; __shared__ int m;",
        "extern \"C\" __global__ void f() { __shared__ int s; }",
        // Pragmas in their own lines, or of a macro that takes arguments, which
        // nvcc's preprocessor refuses as well.
        "#define A 1\n#pragma unroll\n", "#define A(n) #pragma unroll n\n",
        "#define A #pragma\n", "#define A \"#pragma unroll\"\n",
        // Operands, escaped names, and texts without operands.
        "asm(\"add %0, %c1, %n[x];\" : \"=r\"(a) : \"n\"(1), [x] \"n\"(2));",
        "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(l));",
        "asm(\"mov.u32 a, %laneid;\");",
        "printf(\"%d, %lane\" , n); asm(\"exit;\");"})
    EXPECT_EQ(respell(Source), "as it is") << Source;
}

} // namespace
