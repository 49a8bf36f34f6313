//===- BuiltinsTest.cpp ---------------------------------------------------===//

#include "analysis/instructions/Builtins.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::Field;
using testing::Optional;

static const Builtin *cuda(llvm::StringRef Name) {
  return findBuiltin(Name, Language::Cuda);
}

template <typename T> static bool is(const Builtin *Found, T What) {
  return Found && std::holds_alternative<T>(*Found) &&
         std::get<T>(*Found) == What;
}

TEST(Builtins, FullNamesComeBeforeFamilies) {
  EXPECT_TRUE(is(cuda("atomicAdd"), MemoryForm::Atomic));
  EXPECT_TRUE(is(cuda("atomic_init"), MemoryForm::AtomicInitialisation));
  EXPECT_TRUE(is(cuda("atomic_work_item_fence"), EffectKind::Fence));
  EXPECT_TRUE(is(cuda("sub_group_barrier"), EffectKind::WarpBarrier));
}

TEST(Builtins, TheFirstFamilyThatMatchesCounts) {
  EXPECT_TRUE(is(cuda("sub_group_any"), EffectKind::Vote));
  EXPECT_TRUE(is(cuda("sub_group_broadcast"), EffectKind::Shuffle));
  EXPECT_TRUE(is(cuda("tex1Dfetch"), MemoryForm::TextureFetch));
  EXPECT_TRUE(is(cuda("tex1D"), MemoryForm::TextureRead));
  EXPECT_TRUE(is(cuda("convert_int_sat_rte"), ConversionForm::Saturating));
  EXPECT_TRUE(is(cuda("convert_int_rte"), ConversionForm::Plain));
}

TEST(Builtins, AStarIsAnyText) {
  EXPECT_TRUE(is(cuda("surf2Dwrite"), MemoryForm::TextureWrite));
  EXPECT_TRUE(is(cuda("surfCubemapLayeredread"), MemoryForm::TextureRead));
  EXPECT_TRUE(is(cuda("__float_as_int"), ConversionForm::Bits));
  EXPECT_EQ(cuda("surface"), nullptr);
  EXPECT_EQ(cuda("texture"), nullptr);
  EXPECT_EQ(cuda("__syncthreads_of_mine"), nullptr);
}

TEST(Builtins, OpenCLsNamesAreFreeInCuda) {
  EXPECT_EQ(cuda("get_global_id"), nullptr);
  const Builtin *Known = findBuiltin("get_global_id", Language::OpenCL);
  ASSERT_TRUE(Known && std::holds_alternative<IndexFunction>(*Known));
  EXPECT_EQ(std::get<IndexFunction>(*Known).Is, IndexFunction::GlobalId);
}

// %ctaid.x contains the name of no other register.
TEST(Builtins, SpecialRegisters) {
  EXPECT_THAT(specialRegister("mov.u32 $0, %ctaid.x;"),
              Optional(Field(&IndexFunction::First, Coordinate::BlockX)));
  EXPECT_THAT(specialRegister("mov.u32 $0, %laneid;"),
              Optional(Field(&IndexFunction::Is, IndexFunction::Lane)));
  EXPECT_FALSE(specialRegister("mov.u32 $0, %clock;"));
  // The lane's number is an operand here, not the result.
  EXPECT_FALSE(specialRegister("shl.b32 $0, %laneid, 1;"));
  EXPECT_FALSE(specialRegister("mov.u32 $0, %laneid; add.u32 $0, $0, 1;"));
  EXPECT_FALSE(specialRegister("mov.u32 t, %laneid;"));
}

TEST(Builtins, SpellingsOfOneFunction) {
  EXPECT_EQ(plainName("sqrtf"), "sqrt");
  EXPECT_EQ(plainName("__sinf"), "native_sin");
  EXPECT_EQ(plainName("fast_sin"), "native_sin");
  EXPECT_EQ(plainName("native_log1p"), "log1p"); // it has no fast form
  EXPECT_EQ(plainName("fdividef"), "divide");
  EXPECT_EQ(plainName("erf"), "erf");
  EXPECT_EQ(plainName("modf"), "modf");
  EXPECT_EQ(plainName("modff"), "modf");
  EXPECT_EQ(plainName("__nv_modff.1"), "modf");
  EXPECT_EQ(plainName("sincosf.2"), "sincos");
  EXPECT_EQ(plainName("__sincosf.2"), "native_sincos");
  EXPECT_EQ(plainName("__nv_sinf"), "sin"); // the prefix asks for nothing fast
  EXPECT_EQ(plainName("__nv_fast_sinf"), "native_sin");
  EXPECT_EQ(plainName("__builtin_sqrtf"), "sqrt");
  EXPECT_EQ(plainName("__umul24"), "umul24");
}

// A line that its own name does not lead to is never found.
TEST(Builtins, EveryLineIsFoundByItsName) {
#define INTEGER(NAME, MEANING) EXPECT_EQ(plainName(NAME), NAME);
#define FUNCTION(NAME, MEANING, FP32, OPERATIONS32, SFU32, INT32, FP64,        \
                 OPERATIONS64, SINGLE64, SFU64, INT64)                         \
  EXPECT_EQ(plainName(NAME), NAME);
#include "analysis/instructions/Builtins.def"
#define SPELLING(NAME, PLAIN)                                                  \
  EXPECT_EQ(plainName(NAME), PLAIN);                                           \
  EXPECT_EQ(plainName(PLAIN), PLAIN);
#include "analysis/instructions/Builtins.def"
}

TEST(Builtins, CostsByName) {
  EXPECT_EQ(mathFunction("native_sin").Cost.Single.Sfu, 1);
  EXPECT_EQ(mathFunction("fma").Cost.Double.All, 1);
  EXPECT_EQ(mathFunction("nobody_knows").Cost.Single.All,
            UnknownFunctionCost.Single.All);
  EXPECT_EQ(mathFunction("floor").Is, Meaning::Rounding);
  EXPECT_EQ(mathFunction("ullmin").Is, Meaning::Min);
}

TEST(Builtins, NumberConversions) {
  EXPECT_TRUE(isNumberConversion("__float2int_rn"));
  EXPECT_TRUE(isNumberConversion("uint2double"));
  EXPECT_FALSE(isNumberConversion("atan2"));
  EXPECT_FALSE(isNumberConversion("__float22half2_rn"));
}
