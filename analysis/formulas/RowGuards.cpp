//===- RowGuards.cpp - Which threads of a row pass ------------------------===//

#include "analysis/formulas/RowGuards.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

static bool dependsOn(const Expr *E, Coordinate Which) {
  bool Found = false;
  visitPostOrder(E, [&](const Expr *N) { Found |= isCoordinate(N, Which); });
  return Found;
}

static bool dependsOn(const Sum &S, Coordinate Which) {
  return llvm::any_of(S, [&](const Product &P) {
    return llvm::any_of(P.Factors, [&](const Expr *Factor) {
      return dependsOn(Factor, Which);
    });
  });
}

/// Adds \p New to \p To, to the product of the same factors if there is one.
static void addProduct(Sum &To, Product New) {
  if (New.Number == 0)
    return;
  auto *Same = llvm::find_if(
      To, [&](const Product &P) { return P.Factors == New.Factors; });
  if (Same == To.end())
    To.push_back(std::move(New));
  else if ((Same->Number += New.Number) == 0)
    To.erase(Same);
}

std::optional<AlongX> kernelcast::alongX(const Sum &All) {
  AlongX Result;
  for (const Product &P : All) {
    Product Left = P;
    auto *At = llvm::find_if(Left.Factors, [](const Expr *F) {
      return isCoordinate(F, Coordinate::ThreadX);
    });
    bool Varies = At != Left.Factors.end();
    if (Varies)
      Left.Factors.erase(At);
    if (dependsOn(Sum{Left}, Coordinate::ThreadX))
      return std::nullopt;
    (Varies ? Result.Stride : Result.Rest).push_back(Left);
  }
  return Result;
}

bool kernelcast::takeBlocksAlongX(AlongX &Form) {
  Sum Rest = Form.Rest;
  for (const Product &P : Form.Stride) {
    auto *Partner = llvm::find_if(Rest, [&](const Product &Q) {
      llvm::SmallVector<const Expr *, 4> Left;
      unsigned Blocks = 0, Sizes = 0;
      for (const Expr *F : Q.Factors)
        if (isCoordinate(F, Coordinate::BlockX) && !Blocks)
          ++Blocks;
        else if (isCoordinate(F, Coordinate::BlockSizeX) && !Sizes)
          ++Sizes;
        else
          Left.push_back(F);
      return Q.Number == P.Number && Blocks && Sizes && Left == P.Factors;
    });
    if (Partner == Rest.end())
      return false;
    Rest.erase(Partner);
  }
  if (dependsOn(Rest, Coordinate::BlockX) ||
      dependsOn(Form.Stride, Coordinate::BlockX))
    return false;
  Form.Rest = std::move(Rest);
  return true;
}

bool RowGuards::add(const Expr *Condition, bool Side,
                    FormulaTranslation &Translation, unsigned Depth) {
  Op Operation = Condition->op();
  if (Operation == Op::Not)
    return add(Condition->operand(0), !Side, Translation, Depth + 1);
  if (!dependsOn(Condition, Coordinate::ThreadX)) {
    Formula F = Translation.of(Condition);
    Others.push_back(Side ? F : isFalse(F));
    return bool(F);
  }
  if (Depth > 16)
    return false;
  if (Operation == (Side ? Op::And : Op::Or) &&
      Condition->type() == ScalarType::truth())
    return add(Condition->operand(0), Side, Translation, Depth + 1) &&
           add(Condition->operand(1), Side, Translation, Depth + 1);
  bool Equals = Operation == (Side ? Op::Equal : Op::NotEqual);
  if (Operation != Op::Less && Operation != Op::LessEqual && !Equals)
    return false;
  const Expr *A = Condition->operand(0), *B = Condition->operand(1);
  if (A->type().Float)
    return false;
  if (Equals)
    return addFirst(A, B);
  // A < B or A <= B; the other side is B <= A or B < A.
  if (!Side)
    std::swap(A, B);
  bool Equal = (Operation == Op::LessEqual) == Side;
  std::optional<Sum> Low = sumOfProducts(A), High = sumOfProducts(B);
  if (!Low || !High)
    return false;
  for (Product &P : *Low) {
    if (P.Number == INT64_MIN)
      return false; // it has no opposite
    P.Number = -P.Number;
    High->push_back(P);
  }
  if (Equal)
    High->push_back({1, {}});
  std::optional<AlongX> Form = alongX(*High);
  return Form && addBound(std::move(*Form));
}

/// The number s of Rest - s * threadIdx.x, if it is a positive one; else 0.
static int64_t fallOf(const AlongX &Form) {
  bool Falls = Form.Stride.size() == 1 && Form.Stride[0].Factors.empty() &&
               Form.Stride[0].Number < 0 && Form.Stride[0].Number > INT32_MIN;
  return Falls ? -Form.Stride[0].Number : 0;
}

/// Rest - s * threadIdx.x > 0: that is (Rest + s - 1) / s > threadIdx.x.
bool RowGuards::addBound(AlongX Form) {
  int64_t Fall = fallOf(Form);
  if (!Fall)
    return false;
  addProduct(Form.Rest, {Fall - 1, {}});
  Bounds.push_back({std::move(Form), Fall});
  return true;
}

/// threadIdx.x + R == 0 with R >= 0: that is threadIdx.x < 1 - R.
bool RowGuards::addFirst(const Expr *A, const Expr *B) {
  if (B->op() == Op::Coordinate)
    std::swap(A, B);
  std::optional<Sum> All = sumOfProducts(A);
  if (!All || !B->isConstant(0) || llvm::any_of(*All, [](const Product &P) {
        return P.Number < 0 ||
               !llvm::all_of(
                   P.Factors,
                   [](const Expr *F) { return F->op() == Op::Coordinate; });
      }))
    return false;
  for (Product &P : *All)
    P.Number = -P.Number;
  All->push_back({1, {}});
  std::optional<AlongX> Form = alongX(*All);
  return Form && fallOf(*Form) == 1 && addBound(std::move(*Form));
}

/// Whether \p S is above 0 in every launch.
static bool isAlwaysPositive(const Sum &S) {
  return !S.empty() && llvm::all_of(S, [](const Product &P) {
    return P.Number > 0 && llvm::all_of(P.Factors, [](const Expr *F) {
             return F->op() == Op::Coordinate &&
                    F->value() >= int64_t(Coordinate::BlockSizeX) &&
                    F->value() <= int64_t(Coordinate::GridSizeZ);
           });
  });
}

std::optional<LeavingLoop> kernelcast::leavingLoop(const Expr *TripCount) {
  LeavingLoop Loop;
  const Expr *E = withoutWideCasts(TripCount);
  if (E->op() == Op::Add && E->operand(1)->isConstant(1)) {
    Loop.TestsAtEnd = true;
    E = withoutWideCasts(E->operand(0));
  }
  if (E->op() != Op::Max || !E->operand(1)->isConstant(0))
    return std::nullopt;
  const Expr *Iterations = withoutWideCasts(E->operand(0));
  if (Iterations->op() == Op::Div) {
    std::optional<Sum> Step = sumOfProducts(Iterations->operand(1));
    if (!Step || !isAlwaysPositive(*Step))
      return std::nullopt;
    Loop.Step = std::move(*Step);
    Iterations = Iterations->operand(0);
  } else {
    Loop.Step = {{1, {}}};
  }
  std::optional<Sum> All = sumOfProducts(Iterations);
  std::optional<AlongX> Left = All ? alongX(*All) : std::nullopt;
  if (!Left || !fallOf(*Left))
    return std::nullopt;
  Loop.Left = std::move(*Left);
  return Loop;
}

void RowGuards::addIteration(const LeavingLoop &Loop, const Expr *Counter,
                             bool TestsAgain) {
  // The test in front of iteration k, and with a test at the end the iteration
  // itself, comes after iteration k - 1; what is first comes in any case.
  const bool AfterOne = Loop.TestsAtEnd || TestsAgain;
  RowBound Bound{Loop.Left, fallOf(Loop.Left)};
  // Left.Rest - (k + 1) * Step >= s * threadIdx.x, that is
  // (Left.Rest - (k + 1) * Step + s) / s > threadIdx.x
  addProduct(Bound.Rest, {Bound.Divisor, {}});
  for (const Product &P : Loop.Step) {
    Product Iterated{-P.Number, P.Factors};
    if (!AfterOne)
      addProduct(Bound.Rest, Iterated);
    Iterated.Factors.insert(llvm::upper_bound(Iterated.Factors, Counter,
                                              [](const Expr *A, const Expr *B) {
                                                return A->id() < B->id();
                                              }),
                            Counter);
    addProduct(Bound.Rest, std::move(Iterated));
  }
  if (AfterOne)
    Bound.NotInFirstOf = static_cast<unsigned>(Counter->value());
  Bounds.push_back(std::move(Bound));
}
