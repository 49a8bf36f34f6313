//===- ResolveLaunchTest.cpp - Where a launch's numbers come from ---------===//

#include "analysis/launch/ResolveLaunch.h"
#include "Kernels.h"
#include <gmock/gmock.h>

using namespace kernelcast;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class ResolveLaunch : public testing::Test {
protected:
  ResolveLaunch() {
    KernelWriter W;
    auto [Then, End] =
        W.branch(W.P.binary(Op::Less, W.global(), W.P.symbol("n", W.i32())));
    W.At = Then;
    W.access(W.global());
    W.jump(End);
    Kernel = W.finish(true);
    ParameterInfo N;
    N.Name = "n";
    N.Scalar = W.i32();
    Kernel.Parameters.push_back(N);
    Gpu.MaxThreadsPerBlock = {1024, "count", "test", 'A'};
  }
  /// <<<(size + 255) / 256, 256>>>(size)
  LaunchSite site() {
    ExpressionPool &P = *Kernel.Pool;
    const Expr *Size = P.symbol("size");
    LaunchSite S;
    S.Grid = {P.binary(Op::Div, P.add(Size, P.constant(255)), P.constant(256)),
              P.constant(1), P.constant(1)};
    S.Block = {P.constant(256), P.constant(1), P.constant(1)};
    S.Arguments = {Size};
    return S;
  }
  void give(const char *Name, int64_t Value) { User.give(Name, Value); }
  std::string error(const LaunchSite *Site = nullptr) {
    auto Residency = [](uint64_t, uint64_t) { return std::nullopt; };
    auto L = resolveLaunch(KernelSymbols(Kernel), Site, User, Gpu, Residency);
    return L ? "no error" : llvm::toString(L.takeError());
  }
  LaunchConfiguration resolve(const LaunchSite *Site = nullptr) {
    auto Residency = [](uint64_t, uint64_t) { return std::nullopt; };
    auto L = resolveLaunch(KernelSymbols(Kernel), Site, User, Gpu, Residency);
    EXPECT_TRUE(bool(L)) << llvm::toString(L.takeError());
    return L ? *L : LaunchConfiguration();
  }
  static const ArgumentValue &argument(const LaunchConfiguration &L,
                                       llvm::StringRef Name) {
    for (const ArgumentValue &V : L.Arguments)
      if (V.Name == Name)
        return V;
    static const ArgumentValue Missing;
    ADD_FAILURE() << "no argument " << Name.str();
    return Missing;
  }

  KernelModel Kernel;
  GpuSpec Gpu;
  LaunchOverrides User;
};

} // namespace

TEST_F(ResolveLaunch, NothingKnownIsAssumedAndSaidSo) {
  LaunchConfiguration L = resolve();
  EXPECT_THAT(L.Block, ElementsAre(256, 1, 1));
  EXPECT_THAT(L.Grid, ElementsAre(4096, 1, 1)); // 2^20 threads
  EXPECT_EQ(L.Source, LaunchSource::Assumed);
  EXPECT_EQ(argument(L, "n").Integer, 1 << 20);
  EXPECT_EQ(L.Assumptions.size(), 3u); // block, grid, n
}

TEST_F(ResolveLaunch, HostVariableGivesGridAndArgument) {
  LaunchSite S = site();
  give("size", 1000);
  LaunchConfiguration L = resolve(&S);
  EXPECT_THAT(L.Grid, ElementsAre(4, 1, 1));
  EXPECT_EQ(L.Source, LaunchSource::HostCode);
  EXPECT_EQ(argument(L, "n").Integer, 1000);
  EXPECT_EQ(argument(L, "n").Source, LaunchSource::HostCode);
  EXPECT_TRUE(L.Assumptions.empty());
}

// The parameter's name says the same as the variable that is passed.
TEST_F(ResolveLaunch, ParameterGivesTheHostVariable) {
  LaunchSite S = site();
  give("n", 1000);
  EXPECT_THAT(resolve(&S).Grid, ElementsAre(4, 1, 1));
}

TEST_F(ResolveLaunch, UnknownHostVariableIsOneAssumption) {
  LaunchSite S = site();
  LaunchConfiguration L = resolve(&S);
  EXPECT_THAT(L.Grid, ElementsAre(4096, 1, 1));
  EXPECT_EQ(argument(L, "n").Integer, 1 << 20);
  EXPECT_EQ(argument(L, "n").Source, LaunchSource::Assumed);
  ASSERT_EQ(L.Assumptions.size(), 1u);
  EXPECT_EQ(L.Assumptions[0].Kind, AssumptionKind::HostVariable);
  EXPECT_EQ(L.Assumptions[0].Name, "size");
}

TEST_F(ResolveLaunch, DefaultsOfHostCodeAreUsedAndNamed) {
  LaunchSite S = site();
  S.Defaults = {{"size", 512}};
  LaunchConfiguration L = resolve(&S);
  EXPECT_THAT(L.Grid, ElementsAre(2, 1, 1));
  ASSERT_EQ(L.Assumptions.size(), 1u);
  give("size", 1024);
  EXPECT_THAT(resolve(&S).Grid, ElementsAre(4, 1, 1));
}

TEST_F(ResolveLaunch, OptionsWinAndGlobalSizeIsRoundedUp) {
  LaunchSite S = site();
  User.Block = {{64, 1, 1}};
  User.GlobalSize = {{1000, 1, 1}};
  LaunchConfiguration L = resolve(&S);
  EXPECT_THAT(L.Grid, ElementsAre(16, 1, 1));
  EXPECT_EQ(L.Source, LaunchSource::Option);
  EXPECT_EQ(argument(L, "n").Integer, 1024); // the launch's threads
}

TEST_F(ResolveLaunch, AttributeGivesTheBlock) {
  Kernel.RequiredBlock = {64, 2, 0};
  LaunchConfiguration L = resolve();
  EXPECT_THAT(L.Block, ElementsAre(64, 2, 1));
  EXPECT_EQ(L.Source, LaunchSource::Attribute);
}

TEST_F(ResolveLaunch, AssumedBlockRespectsLaunchBounds) {
  Kernel.MaxThreadsPerBlock = 100;
  EXPECT_THAT(resolve().Block, ElementsAre(64, 1, 1));
}

TEST_F(ResolveLaunch, ImpossibleSizesAreErrors) {
  User.Block = {{2048, 1, 1}};
  EXPECT_THAT(error(), HasSubstr("over the limit of 1024 threads"));
  User.Block = {{0, 1, 1}};
  EXPECT_THAT(error(), HasSubstr("block size in x is 0"));
  User.Block = {{1, 1, ~uint64_t(0)}};
  EXPECT_THAT(error(), HasSubstr("block size in z"));
  User.Block = {{32, 1, 1}};
  User.Grid = {{1, 70000, 1}};
  EXPECT_THAT(error(), HasSubstr("grid size in y is 70000"));
  User.Grid = {{~uint64_t(0), 1, 1}};
  EXPECT_THAT(error(), HasSubstr("grid size in x"));
  User.Grid.reset();
  User.Block.reset();
  LaunchSite S = site();
  give("size", -500); // (-500 + 255) / 256 = 0
  EXPECT_THAT(error(&S), HasSubstr("grid size in x is 0 or less"));
}

TEST_F(ResolveLaunch, HostFloatingPointIsComputed) {
  LaunchSite S = site();
  ExpressionPool &P = *Kernel.Pool;
  const Expr *Ratio =
      P.binary(Op::Div, P.cast(P.symbol("size"), ScalarType::floating(64)),
               P.floatConstant(256, 64));
  S.Grid[0] = P.cast(P.call("ceil", {Ratio}, ScalarType::floating(64)),
                     ScalarType::integer(32, false));
  give("size", 1025);
  EXPECT_THAT(resolve(&S).Grid, ElementsAre(5, 1, 1));
}
