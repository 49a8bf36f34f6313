//===- AccessClasses.cpp - How work-items share an array ------------------===//
//
// The address is multiplied out into a sum of products. Uniform products go;
// what is left is matched against the shapes of the classes.
//===----------------------------------------------------------------------===//
#include "analysis/control/AccessClasses.h"
#include "analysis/symbolic/PowersOfTwo.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

namespace {

/// Number * the product of Factors, those ordered by id.
struct Product {
  int64_t Number = 1;
  llvm::SmallVector<const Expr *, 4> Factors;
};
using Sum = llvm::SmallVector<Product, 8>;

constexpr unsigned MaxProducts = 64;

/// Multiplies \p E out into \p Result; false if it gets too long.
bool expand(const Expr *E, Sum &Result, unsigned Depth = 0) {
  E = withoutCasts(E);
  if (Depth > 64 || Result.size() > MaxProducts)
    return false;
  if (E->isIntegerConstant()) {
    Result.push_back(
        {wrapToType(E->value(), ScalarType::integer(E->type().Bits, true)),
         {}});
    return true;
  }
  Sum A, B;
  switch (E->type().Float ? Op::Call : E->op()) {
  case Op::Add:
  case Op::Sub:
    if (!expand(E->operand(0), A, Depth + 1) ||
        !expand(E->operand(1), B, Depth + 1))
      return false;
    if (E->op() == Op::Sub)
      for (Product &P : B)
        P.Number = -P.Number;
    Result.append(A.begin(), A.end());
    Result.append(B.begin(), B.end());
    return Result.size() <= MaxProducts;
  case Op::Negate:
    if (!expand(E->operand(0), A, Depth + 1))
      return false;
    for (Product &P : A)
      P.Number = -P.Number;
    Result.append(A.begin(), A.end());
    return true;
  case Op::Mul:
    if (!expand(E->operand(0), A, Depth + 1) ||
        !expand(E->operand(1), B, Depth + 1) ||
        A.size() * B.size() > MaxProducts)
      return false;
    for (const Product &X : A)
      for (const Product &Y : B) {
        Product P;
        P.Number = static_cast<int64_t>(static_cast<uint64_t>(X.Number) *
                                        static_cast<uint64_t>(Y.Number));
        P.Factors = X.Factors;
        P.Factors.append(Y.Factors.begin(), Y.Factors.end());
        llvm::sort(P.Factors, [](const Expr *L, const Expr *R) {
          return L->id() < R->id();
        });
        Result.push_back(std::move(P));
      }
    return Result.size() <= MaxProducts;
  default:
    Result.push_back({1, {E}});
    return true;
  }
}

bool isUniform(const Expr *E) {
  bool Uniform = true;
  visitPostOrder(E, [&](const Expr *N) {
    if (N->op() == Op::Coordinate)
      Uniform &= static_cast<Coordinate>(N->value()) >= Coordinate::BlockSizeX;
    if (N->op() == Op::Load || N->op() == Op::Opaque || N->op() == Op::Phi)
      Uniform = false;
  });
  return Uniform;
}

bool isCoordinate(const Expr *E, Coordinate Which) {
  return E->op() == Op::Coordinate &&
         static_cast<Coordinate>(E->value()) == Which;
}

Coordinate plus(Coordinate First, unsigned Dimension) {
  return static_cast<Coordinate>(static_cast<unsigned>(First) + Dimension);
}

/// The varying products of a sum, like terms added up.
Sum varying(const Sum &All) {
  Sum Result;
  for (const Product &P : All) {
    if (llvm::all_of(P.Factors, isUniform))
      continue;
    auto *Same = llvm::find_if(
        Result, [&](const Product &R) { return R.Factors == P.Factors; });
    if (Same != Result.end())
      Same->Number += P.Number;
    else
      Result.push_back(P);
  }
  llvm::erase_if(Result, [](const Product &P) { return P.Number == 0; });
  return Result;
}

/// Takes Scale * g of dimension \p D out of \p Terms, where g is threadIdx +
/// blockIdx * blockDim: the product with threadIdx alone (times uniform
/// factors, for a pitch) and its partner. False where there is none.
bool takeGlobalNumber(Sum &Terms, unsigned D, bool PitchAllowed,
                      int64_t &Scale) {
  Coordinate Thread = plus(Coordinate::ThreadX, D);
  Coordinate Block = plus(Coordinate::BlockX, D);
  Coordinate Size = plus(Coordinate::BlockSizeX, D);
  for (Product *T = Terms.begin(); T != Terms.end(); ++T) {
    auto *At = llvm::find_if(
        T->Factors, [&](const Expr *F) { return isCoordinate(F, Thread); });
    if (At == T->Factors.end() || (!PitchAllowed && T->Factors.size() > 1))
      continue;
    llvm::SmallVector<const Expr *, 4> Pitch(T->Factors);
    Pitch.erase(Pitch.begin() + (At - T->Factors.begin()));
    if (!llvm::all_of(Pitch, isUniform))
      continue;
    for (Product *B = Terms.begin(); B != Terms.end(); ++B) {
      if (B == T)
        continue;
      // Remove the pitch, one block number and the block size: that is all.
      llvm::SmallVector<const Expr *, 4> Left(B->Factors);
      int64_t Number = T->Number;
      for (const Expr *F : Pitch) {
        auto *It = llvm::find(Left, F);
        if (It == Left.end())
          break;
        Left.erase(It);
      }
      if (Left.size() + Pitch.size() != B->Factors.size() || Left.empty() ||
          Left.size() > 2)
        continue;
      bool HasBlock = llvm::any_of(
          Left, [&](const Expr *F) { return isCoordinate(F, Block); });
      bool HasSize = llvm::any_of(
          Left, [&](const Expr *F) { return isCoordinate(F, Size); });
      // A block size that is a constant in the source: its number instead.
      bool Constant = Left.size() == 1 && HasBlock && Number != 0 &&
                      B->Number % Number == 0 && B->Number / Number > 1;
      if (!(HasBlock && HasSize && B->Number == Number) && !Constant)
        continue;
      Scale = Number;
      Product *First = std::min(T, B), *Second = std::max(T, B);
      Terms.erase(Second);
      Terms.erase(First);
      return true;
    }
  }
  return false;
}

/// Whether \p E is +-g + u in elements: the thread's number among all.
bool isGlobalNumber(const Expr *E) {
  Sum All;
  int64_t Scale = 0;
  if (!expand(E, All))
    return false;
  Sum Terms = varying(All);
  return takeGlobalNumber(Terms, 0, false, Scale) && Terms.empty() &&
         (Scale == 1 || Scale == -1);
}

/// A factor whose values are a stretch that neighbours walk slowly.
bool isInterval(const Expr *E) {
  E = withoutCasts(E);
  if (E->op() == Op::Coordinate)
    return static_cast<Coordinate>(E->value()) < Coordinate::BlockSizeX;
  switch (E->op()) {
  case Op::Rem:
  case Op::Div:
  case Op::Shr:
  case Op::Min:
  case Op::Max: {
    const Expr *X = E->operand(0), *Y = E->operand(1);
    if (!isUniform(Y))
      std::swap(X, Y);
    return isUniform(Y) && (isGlobalNumber(X) || isInterval(X));
  }
  case Op::And: { // g & (2^k - 1)
    const Expr *Mask = E->operand(1);
    return Mask->isIntegerConstant() && Mask->value() > 0 &&
           (Mask->value() & (Mask->value() + 1)) == 0 &&
           (isGlobalNumber(E->operand(0)) || isInterval(E->operand(0)));
  }
  default:
    return false;
  }
}

} // namespace

AccessClass kernelcast::classifyAddress(const Expr *Address, unsigned Bytes) {
  Sum All;
  if (!Address || Bytes == 0 || !expand(Address, All))
    return AccessClass::Complex;
  Sum Terms = varying(All);
  if (Terms.empty())
    return AccessClass::Constant;

  Sum Rest = Terms;
  int64_t Scale = 0;
  if (takeGlobalNumber(Rest, 0, false, Scale) &&
      (Scale == Bytes || Scale == -int64_t(Bytes))) {
    int64_t Pitch = 0;
    for (unsigned D : {1, 2})
      if (!Rest.empty())
        takeGlobalNumber(Rest, D, true, Pitch);
    if (Rest.empty())
      return AccessClass::Continuous;
  }
  // (x / n) * n + x % n is x.
  if (Terms.size() == 2)
    for (unsigned I : {0, 1}) {
      const Product &Row = Terms[I], &Column = Terms[1 - I];
      if (Column.Factors.size() != 1 || Column.Factors[0]->op() != Op::Rem ||
          (Column.Number != Bytes && Column.Number != -int64_t(Bytes)))
        continue;
      const Expr *X = withoutCasts(Column.Factors[0]->operand(0));
      const Expr *N = withoutCasts(Column.Factors[0]->operand(1));
      auto IsQuotient = [&](const Expr *F) {
        return F->op() == Op::Div && withoutCasts(F->operand(0)) == X &&
               withoutCasts(F->operand(1)) == N;
      };
      bool Matches =
          N->isIntegerConstant()
              ? Row.Factors.size() == 1 && IsQuotient(Row.Factors[0]) &&
                    Row.Number == Column.Number * N->value()
              : Row.Factors.size() == 2 && Row.Number == Column.Number &&
                    llvm::any_of(Row.Factors, IsQuotient) &&
                    llvm::is_contained(Row.Factors, N);
      if (Matches && isGlobalNumber(X))
        return AccessClass::Continuous;
    }
  if (Terms.size() == 1 && Terms[0].Factors.size() == 1 &&
      (Terms[0].Number == Bytes || Terms[0].Number == -int64_t(Bytes)) &&
      isInterval(Terms[0].Factors[0]))
    return AccessClass::Interval;
  return AccessClass::Complex;
}

AccessClass kernelcast::classifyElements(llvm::ArrayRef<int64_t> Elements) {
  if (Elements.empty())
    return AccessClass::Constant;
  auto [Low, High] = std::minmax_element(Elements.begin(), Elements.end());
  int64_t Span = *High - *Low + 1;
  bool Same = true, Up = true, Down = true, Slow = true;
  for (size_t I = 1; I < Elements.size(); ++I) {
    int64_t Step = Elements[I] - Elements[I - 1];
    Same &= Step == 0;
    Up &= Step == 1;
    Down &= Step == -1;
    Slow &= Step == 0 || Step == 1 || Step == -(Span - 1);
  }
  if (Same)
    return AccessClass::Constant;
  if (Up || Down)
    return AccessClass::Continuous;
  if (Slow && Span <= static_cast<int64_t>(Elements.size() / 2))
    return AccessClass::Interval;
  return AccessClass::Complex;
}

std::vector<AccessClass>
kernelcast::classifyAccesses(const KernelModel &Kernel) {
  std::vector<AccessClass> Result;
  for (AccessId I = 0; I < Kernel.Accesses.size(); ++I) {
    const MemoryAccess &Access = Kernel.Accesses[I];
    AccessClass Class = classifyAddress(Access.Address, Access.Bytes);
    for (AccessId J = I; J-- > 0 && Class != AccessClass::Identical;) {
      const MemoryAccess &Earlier = Kernel.Accesses[J];
      // Separate reads and writes are separate operations.
      if (Access.Address && Earlier.Address == Access.Address &&
          Earlier.Kind == Access.Kind && Earlier.Bytes == Access.Bytes &&
          Earlier.Space == Access.Space && Earlier.Array == Access.Array)
        Class = AccessClass::Identical;
      else if (Earlier.Kind != AccessKind::Load &&
               (Earlier.Array == Access.Array || Earlier.Array == None ||
                Access.Array == None))
        break;
    }
    Result.push_back(Class);
  }
  return Result;
}
