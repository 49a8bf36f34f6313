//===- AccessClassesTest.cpp - How work-items share an array --------------===//
#include "analysis/control/AccessClasses.h"
#include "test/unit/golden/GoldenCases.h"
#include "gtest/gtest.h"
#include <map>

using namespace kernelcast;

namespace {

// Element numbers of work-items 0 to 999, n = 100.
TEST(AccessClasses, NumbersOfALaunch) {
  const std::map<std::string, int64_t (*)(int64_t)> Elements = {
      {"2*gid", [](int64_t G) { return 2 * G; }},
      {"N-1-gid", [](int64_t G) { return 999 - G; }},
      {"col", [](int64_t G) { return G % 100; }},
      {"const", [](int64_t) -> int64_t { return 7; }},
      {"gid", [](int64_t G) { return G; }},
      {"gid&0x7F", [](int64_t G) { return G & 127; }},
      {"gid*gid%1000", [](int64_t G) { return G * G % 1000; }},
      {"gid/n (row)", [](int64_t G) { return G / 100; }},
      {"group(64)", [](int64_t G) { return G / 64; }},
      {"lid(64)", [](int64_t G) { return G % 64; }},
      {"n*col", [](int64_t G) { return 100 * (G % 100); }},
      {"row*n+col", [](int64_t G) { return G / 100 * 100 + G % 100; }}};
  GoldenCase Case = golden("PH.classes");
  EXPECT_EQ(Case.Out.names().size(), Elements.size());
  for (const auto &[Name, Element] : Elements) {
    std::vector<int64_t> Numbers(1000);
    for (int64_t G = 0; G < 1000; ++G)
      Numbers[G] = Element(G);
    EXPECT_EQ(name(classifyElements(Numbers)), Case.Out[Name].text()) << Name;
  }
}

// The same expressions without a launch.
TEST(AccessClasses, Expressions) {
  using enum AccessClass;
  ExpressionPool P;
  auto Number = [&](unsigned D) {
    auto At = [&](Coordinate First) {
      return P.coordinate(
          static_cast<Coordinate>(static_cast<unsigned>(First) + D));
    };
    return P.cast(
        P.add(P.mul(At(Coordinate::BlockX), At(Coordinate::BlockSizeX)),
              At(Coordinate::ThreadX)),
        {});
  };
  const Expr *G = Number(0), *G1 = Number(1), *N = P.symbol("n");
  const Expr *Local = P.cast(P.coordinate(Coordinate::ThreadX), {});
  const Expr *Group = P.cast(P.coordinate(Coordinate::BlockX), {});
  auto Class = [&](const Expr *Index) {
    ScalarType Pointer = ScalarType::pointer();
    return classifyAddress(
        P.add(P.base(0), P.mul(P.cast(Index, Pointer), P.constant(4, Pointer))),
        4);
  };
  EXPECT_EQ(Class(P.constant(7)), Constant);
  EXPECT_EQ(Class(P.add(N, P.cast(P.counter(0), {}))), Constant);
  EXPECT_EQ(Class(G), Continuous);
  EXPECT_EQ(Class(P.sub(P.add(N, P.constant(-1)), G)), Continuous);
  EXPECT_EQ(Class(P.add(G, P.mul(P.cast(P.counter(0), {}), N))), Continuous);
  EXPECT_EQ(Class(P.add(P.mul(G1, N), G)), Continuous);
  EXPECT_EQ(Class(P.add(P.mul(G, N), G1)), Complex);
  EXPECT_EQ(Class(P.binary(Op::Rem, G, N)), Interval);
  EXPECT_EQ(Class(P.binary(Op::Div, G, N)), Interval);
  EXPECT_EQ(Class(P.binary(Op::And, G, P.constant(127))), Interval);
  EXPECT_EQ(
      Class(P.add(P.mul(P.binary(Op::Div, G, N), N), P.binary(Op::Rem, G, N))),
      Continuous);
  EXPECT_EQ(Class(P.mul(P.binary(Op::Rem, G, N), N)), Complex);
  EXPECT_EQ(Class(Local), Interval);
  EXPECT_EQ(Class(Group), Interval);
  EXPECT_EQ(Class(P.mul(G, P.constant(2))), Complex);
  EXPECT_EQ(Class(P.mul(G, G)), Complex);
  EXPECT_EQ(Class(P.load(0, {})), Complex);
  // g / -4 is 0, 0, 0, 0, -1, ...: its remainders by 33 move down by one and
  // back to 0. Unsigned, -1 is 2^32 - 1, whose remainder is 3, not 32.
  const ScalarType Unsigned = ScalarType::integer(32, false);
  const Expr *Falling = P.binary(Op::Div, G, P.constant(-4));
  EXPECT_EQ(Class(P.binary(Op::Rem, Falling, P.constant(33))), Interval);
  EXPECT_EQ(Class(P.binary(Op::Rem, P.cast(Falling, Unsigned),
                           P.constant(33, Unsigned))),
            Complex);
  EXPECT_EQ(
      Class(P.binary(Op::Rem, P.cast(G, Unsigned), P.constant(33, Unsigned))),
      Interval);
}

// The second load of an address is identical; after a store to the array it
// may read something else.
TEST(AccessClasses, RepeatedLoads) {
  KernelModel Kernel;
  Kernel.Pool = std::make_unique<ExpressionPool>();
  const Expr *Address = Kernel.Pool->base(0);
  for (AccessKind Kind : {AccessKind::Load, AccessKind::Load, AccessKind::Store,
                          AccessKind::Load}) {
    MemoryAccess Access;
    Access.Kind = Kind;
    Access.Array = 0;
    Access.Address = Address;
    Kernel.Accesses.push_back(Access);
  }
  using enum AccessClass;
  EXPECT_EQ(
      classifyAccesses(Kernel),
      (std::vector<AccessClass>{Constant, Identical, Constant, Constant}));
}

} // namespace
