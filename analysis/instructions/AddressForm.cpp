//===- AddressForm.cpp - Addresses as a compiler computes them ------------===//

#include "analysis/instructions/AddressForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace kernelcast;

/// Sums with more terms are left as they are from there on.
static constexpr unsigned MaxTerms = 64;
static constexpr unsigned MaxSteps = 512;

namespace {

/// Factor * Value; Value is of 32 bits if it stood under a sign extension.
struct Term {
  const Expr *Value;
  uint64_t Factor;
  unsigned Level = 0; ///< loops around the access in which it varies
};

struct Sum {
  SmallVector<Term, 8> Terms;
  uint64_t Constant = 0;

  void add(const Expr *Value, uint64_t Factor) {
    auto *Same =
        find_if(Terms, [&](const Term &T) { return T.Value == Value; });
    if (Same == Terms.end())
      Terms.push_back({Value, Factor});
    else
      Same->Factor += Factor;
  }
};

} // namespace

/// Whether arithmetic of this type may be moved out of an extension to 64 bits.
static bool distributes(ScalarType Type) {
  return !Type.Float && (Type.Bits == 64 || (Type.Bits == 32 && Type.Signed));
}

static Sum takeApart(const Expr *Address) {
  Sum Result;
  SmallVector<std::pair<const Expr *, uint64_t>, 16> Work{{Address, 1}};
  for (unsigned Step = 0; !Work.empty(); ++Step) {
    auto [E, Factor] = Work.pop_back_val();
    if (E->isIntegerConstant()) {
      Result.Constant += Factor * static_cast<uint64_t>(E->value());
      continue;
    }
    bool Open = Step < MaxSteps && Result.Terms.size() < MaxTerms &&
                distributes(E->type());
    const Expr *A = E->operands().empty() ? nullptr : E->operand(0);
    const Expr *B = E->operands().size() < 2 ? nullptr : E->operand(1);
    if (Open && E->op() == Op::Add) {
      Work.emplace_back(B, Factor);
      Work.emplace_back(A, Factor);
    } else if (Open && E->op() == Op::Sub) {
      Work.emplace_back(B, -Factor);
      Work.emplace_back(A, Factor);
    } else if (Open && E->op() == Op::Mul && B->isIntegerConstant()) {
      Work.emplace_back(A, Factor * static_cast<uint64_t>(B->value()));
    } else if (Open && E->op() == Op::Shl && B->isIntegerConstant() &&
               B->value() >= 0 && B->value() < 32) {
      Work.emplace_back(A, Factor << B->value());
    } else if (Open && E->op() == Op::Cast && distributes(A->type()) &&
               E->type().Bits >= A->type().Bits) {
      Work.emplace_back(A, Factor);
    } else {
      Result.add(E, Factor);
    }
  }
  return Result;
}

/// Number of the loops in \p Around (innermost first) in which \p Value does
/// not merely stand still: 0 if it is invariant in all, their number if it
/// varies in the innermost.
static unsigned levelOf(const Expr *Value, ArrayRef<LoopId> Around,
                        LoopVariance &Variance) {
  for (auto [I, Loop] : enumerate(Around))
    if (Variance.varies(Value, Loop))
      return Around.size() - I;
  return 0;
}

/// The sum of terms of one level: equal widths are added before they are
/// scaled and extended, as i * n + j is in a[i * n + j].
static const Expr *putTogether(ExpressionPool &Pool, const Expr *Start,
                               ArrayRef<Term> Terms) {
  ScalarType Wide = ScalarType::pointer();
  const Expr *Total = Start;
  auto Accumulate = [&](const Expr *E) {
    Total = Total ? Pool.add(Total, E) : E;
  };
  uint64_t Common = 0;
  for (const Term &T : Terms)
    if (T.Value->type().Bits == 32)
      Common = std::gcd(Common, T.Factor >> 63 ? -T.Factor : T.Factor);
  const Expr *Narrow = nullptr;
  for (const Term &T : Terms) {
    if (T.Value->type().Bits != 32)
      continue;
    ScalarType Int = ScalarType::integer(32, true);
    int64_t Quotient =
        static_cast<int64_t>(T.Factor) / static_cast<int64_t>(Common);
    const Expr *E = Pool.mul(Pool.cast(T.Value, Int),
                             Pool.constant(wrapToType(Quotient, Int), Int));
    Narrow = Narrow ? Pool.add(Narrow, E) : E;
  }
  if (Narrow)
    Accumulate(Pool.mul(Pool.cast(Narrow, Wide),
                        Pool.constant(static_cast<int64_t>(Common), Wide)));
  for (const Term &T : Terms)
    if (T.Value->type().Bits != 32)
      Accumulate(Pool.mul(Pool.cast(T.Value, Wide),
                          Pool.constant(static_cast<int64_t>(T.Factor), Wide)));
  return Total;
}

const Expr *kernelcast::addressForm(const KernelModel &Kernel,
                                    const MemoryAccess &Access,
                                    LoopVariance &Variance,
                                    ConstantInIteration &Constants) {
  const Expr *Address = Access.computedAddress();
  if (!Address || !Kernel.Pool)
    return Address;
  Sum Parts = takeApart(Address);
  bool FixedStart = Access.Space != MemorySpace::Global &&
                    Access.Space != MemorySpace::Texture;
  erase_if(Parts.Terms, [&](const Term &T) {
    return T.Factor == 0 || (FixedStart && T.Value->op() == Op::Base) ||
           (T.Value->op() != Op::Base && Constants.contains(T.Value));
  });

  SmallVector<LoopId, 4> Around;
  LoopId Loop = Access.Block < Kernel.Blocks.size()
                    ? Kernel.Blocks[Access.Block].Loop
                    : None;
  for (; Loop != None; Loop = Kernel.Loops[Loop].Parent)
    Around.push_back(Loop);
  for (Term &T : Parts.Terms)
    T.Level = levelOf(T.Value, Around, Variance);
  llvm::sort(Parts.Terms, [](const Term &A, const Term &B) {
    return std::pair(A.Level, A.Value->id()) <
           std::pair(B.Level, B.Value->id());
  });

  ExpressionPool &Pool = *Kernel.Pool;
  const Expr *Result = nullptr;
  // Immediate offsets have 24 bits with sign.
  if (!isInt<24>(static_cast<int64_t>(Parts.Constant)))
    Result = Pool.constant(static_cast<int64_t>(Parts.Constant),
                           ScalarType::pointer());
  for (ArrayRef<Term> Rest = Parts.Terms; !Rest.empty();) {
    size_t Count = 1;
    while (Count < Rest.size() && Rest[Count].Level == Rest[0].Level)
      ++Count;
    Result = putTogether(Pool, Result, Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
  }
  return Result && !Result->isConstant() ? Result : nullptr;
}
