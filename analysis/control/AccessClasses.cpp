//===- AccessClasses.cpp - How work-items share an array ------------------===//
//
// The address is multiplied out into a sum of products. Uniform products go;
// what is left is matched against the shapes of the classes.
//===----------------------------------------------------------------------===//
#include "analysis/control/AccessClasses.h"
#include "analysis/control/SumOfProducts.h"
#include "analysis/symbolic/PowersOfTwo.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace kernelcast;

namespace {

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

/// The products that differ between work-items.
Sum varying(Sum All) {
  llvm::erase_if(
      All, [](const Product &P) { return llvm::all_of(P.Factors, isUniform); });
  return All;
}

/// Takes Scale * g of dimension \p D out of \p Terms, where g is threadIdx +
/// blockIdx * blockDim: the product with threadIdx alone (times uniform
/// factors, for a pitch) and its partner. False where there is none.
bool takeGlobalNumber(Sum &Terms, unsigned D, bool PitchAllowed,
                      const BlockSize &Sizes, int64_t &Scale) {
  Coordinate Thread = inDimension(Coordinate::ThreadX, D);
  Coordinate Block = inDimension(Coordinate::BlockX, D);
  Coordinate Size = inDimension(Coordinate::BlockSizeX, D);
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
      bool Constant =
          Left.size() == 1 && HasBlock && Number != 0 &&
          B->Number % Number == 0 && B->Number / Number > 1 &&
          (Sizes[D] == 0 || uint64_t(B->Number / Number) == Sizes[D]);
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
bool isGlobalNumber(const Expr *E, const BlockSize &Sizes) {
  std::optional<Sum> All = sumOfProducts(E);
  int64_t Scale = 0;
  if (!All)
    return false;
  Sum Terms = varying(std::move(*All));
  return takeGlobalNumber(Terms, 0, false, Sizes, Scale) && Terms.empty() &&
         (Scale == 1 || Scale == -1);
}

/// Whether \p E is g itself. The global offset belongs to OpenCL's g.
bool isPlainGlobalNumber(const Expr *E, const BlockSize &Sizes) {
  std::optional<Sum> All = sumOfProducts(E);
  int64_t Scale = 0;
  return All && takeGlobalNumber(*All, 0, false, Sizes, Scale) && Scale == 1 &&
         llvm::all_of(*All, [](const Product &P) {
           return P.Number == 1 && P.Factors.size() == 1 &&
                  isCoordinate(P.Factors[0], Coordinate::OffsetX);
         });
}

/// The operand of \p E that differs between work-items, where the other one,
/// the second unless the order does not matter, does not; else null.
const Expr *onlyVarying(const Expr *E) {
  const Expr *X = E->operand(0), *Y = E->operand(1);
  if ((E->op() == Op::Min || E->op() == Op::Max) && !isUniform(Y))
    std::swap(X, Y);
  return isUniform(Y) ? X : nullptr;
}

/// Whether \p E makes a char or a short of something longer.
bool takesLowBits(const Expr *E) {
  return E->op() == Op::Cast && !E->type().Float && E->type().Bits < 32 &&
         E->type() != ScalarType::truth() &&
         E->type().Bits < E->operand(0)->type().Bits;
}

/// Whether \p E & mask is E % 2^k.
bool keepsLowBits(const Expr *E) {
  const Expr *Mask = E->operand(1);
  return Mask->isIntegerConstant() && Mask->value() > 0 &&
         (Mask->value() & (Mask->value() + 1)) == 0;
}

/// Whether the divisor \p E is above 0 by its value or by its type: a divisor
/// of an unsigned type is never 0.
bool isPositiveDivisor(const Expr *E) {
  E = withoutCasts(E);
  return E->isIntegerConstant() ? E->value() > 0
                                : E->op() == Op::Coordinate ||
                                      (!E->type().Float && !E->type().Signed);
}

/// Whether \p E, from a work-item to the next, stays, moves on by one or goes
/// back to 0. Remainders keep that property; those of g + 3 go back to 0 and,
/// in the next row of work-items, to 3. Quotients by a negative number move
/// down, which \p MayFall allows; low bits and unsigned arithmetic would turn
/// that over at once.
bool goesBackToZero(const Expr *E, const BlockSize &Sizes,
                    bool MayFall = true) {
  E = withoutWideCasts(E);
  MayFall &= E->type().Signed;
  if (takesLowBits(E)) // of a signed type: back to its smallest value
    return !E->type().Signed && goesBackToZero(E->operand(0), Sizes, false);
  switch (E->op()) {
  case Op::Coordinate:
    return static_cast<Coordinate>(E->value()) < Coordinate::BlockSizeX;
  case Op::Div:
    if (!MayFall && !isPositiveDivisor(E->operand(1)))
      return false;
    [[fallthrough]];
  case Op::Rem:
  case Op::Shr:
  case Op::Min: {
    const Expr *X = onlyVarying(E);
    return X && goesBackToZero(X, Sizes, MayFall);
  }
  case Op::And:
    return keepsLowBits(E) && goesBackToZero(E->operand(0), Sizes, false);
  default:
    return isPlainGlobalNumber(E, Sizes);
  }
}

/// A factor whose values are a stretch that neighbours walk slowly.
bool isInterval(const Expr *E, const BlockSize &Sizes, bool MayFall = true) {
  E = withoutWideCasts(E);
  MayFall &= E->type().Signed;
  if (takesLowBits(E))
    return goesBackToZero(E, Sizes, MayFall);
  switch (E->op()) {
  case Op::Coordinate:
  case Op::Rem:
  case Op::And:
    return goesBackToZero(E, Sizes, MayFall);
  case Op::Div:
    if (!MayFall && !isPositiveDivisor(E->operand(1)))
      return false;
    [[fallthrough]];
  case Op::Shr:
  case Op::Min:
  case Op::Max: {
    const Expr *X = onlyVarying(E);
    return X && (isGlobalNumber(X, Sizes) || isInterval(X, Sizes, MayFall));
  }
  default:
    return false;
  }
}

} // namespace

AccessClass kernelcast::classifyAddress(const Expr *Address, unsigned Bytes,
                                        const BlockSize &Sizes) {
  std::optional<Sum> All;
  if (!Address || Bytes == 0 || !(All = sumOfProducts(Address)))
    return AccessClass::Complex;
  Sum Terms = varying(std::move(*All));
  if (Terms.empty())
    return AccessClass::Constant;

  Sum Rest = Terms;
  int64_t Scale = 0;
  if (takeGlobalNumber(Rest, 0, false, Sizes, Scale) &&
      (Scale == Bytes || Scale == -int64_t(Bytes))) {
    int64_t Pitch = 0;
    for (unsigned D : {1, 2})
      if (!Rest.empty())
        takeGlobalNumber(Rest, D, true, Sizes, Pitch);
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
      if (Matches && isGlobalNumber(X, Sizes))
        return AccessClass::Continuous;
    }
  if (Terms.size() == 1 && Terms[0].Factors.size() == 1 &&
      (Terms[0].Number == Bytes || Terms[0].Number == -int64_t(Bytes)) &&
      isInterval(Terms[0].Factors[0], Sizes))
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

/// Whether \p E has the counter of a loop that is left at \p Block: lanes may
/// have left in different iterations.
static bool hasFinalCounter(const Expr *E, BlockId Block,
                            const KernelModel &Kernel) {
  bool Found = false;
  visitPostOrder(E, [&](const Expr *N) {
    if (N->op() != Op::Counter)
      return;
    LoopId L = Kernel.Blocks[Block].Loop;
    while (L != None && L != LoopId(N->value()))
      L = Kernel.Loops[L].Parent;
    Found |= L == None;
  });
  return Found;
}

std::vector<AccessClass> kernelcast::classifyAccesses(const KernelModel &Kernel,
                                                      const BlockSize &Sizes) {
  std::vector<AccessClass> Result;
  // Separate reads and writes are separate operations. Numbers of accesses are
  // from 1 here, so that 0 is none.
  using Operation =
      std::tuple<const Expr *, AccessKind, unsigned, MemorySpace, ArrayId>;
  std::map<Operation, AccessId> Last;
  std::map<ArrayId, AccessId> LastWrite; // of None: to nobody knows where
  AccessId LastOfAll = 0;
  for (AccessId I = 0; I < Kernel.Accesses.size(); ++I) {
    const MemoryAccess &Access = Kernel.Accesses[I];
    AccessClass Class = classifyAddress(Access.Address, Access.Bytes, Sizes);
    if (Access.Address && hasFinalCounter(Access.Address, Access.Block, Kernel))
      Class = AccessClass::Complex;
    const AccessId Overwritten =
        Access.Array == None
            ? LastOfAll
            : std::max(LastWrite[Access.Array], LastWrite[None]);
    if (Access.Address) {
      AccessId &Same = Last[{Access.Address, Access.Kind, Access.Bytes,
                             Access.Space, Access.Array}];
      if (Same > 0 && Same >= Overwritten)
        Class = AccessClass::Identical;
      Same = I + 1;
    }
    if (Access.Kind != AccessKind::Load)
      LastOfAll = LastWrite[Access.Array] = I + 1;
    Result.push_back(Class);
  }
  return Result;
}
