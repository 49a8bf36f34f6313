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
  if (!Form || Form->Stride.size() != 1 || Form->Stride[0].Number != -1 ||
      !Form->Stride[0].Factors.empty())
    return false;
  Bounds.push_back(std::move(*Form));
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
  if (!Form || Form->Stride.size() != 1 || Form->Stride[0].Number != -1 ||
      !Form->Stride[0].Factors.empty())
    return false;
  Bounds.push_back(std::move(*Form));
  return true;
}
