//===- ClosedForms.cpp - Loop-carried variables as functions of k ---------===//
//
// A header phi v of loop L takes its first value from outside and every other
// from a latch, where it is some expression E(v). With k the iterations
// completed (Counter of L), and c invariant in L:
//
//   E = v + c               v = init + c * k         (modulo 2^n: always exact)
//   E = v * 2^c, v << c     v = init << c * k
//   E = v >> c, v / 2^c     v = init >> c * k        (for signed v / 2^c the
//                           magnitude is shifted, as C truncates towards zero)
//   E = c - v, v ^ c, ~v    v = k even ? init : E(init)
//   E = w, where w takes v  v and w change places each iteration
//   E = a*k + b == c ? f(v, k) : v
//                           v = k > j ? f(init, j) : init, where j = (c - b)/a:
//                           an element of a small array, set in one iteration
//   E = f(k)                v = k == 0 ? init : f(k - 1), or f(k - 1) alone
//                           where f(-1) is init
//
// Joins that are no loop headers become selects where the branch at their
// immediate dominator decides between the two ways in, and where an address or
// a condition needs the value (other values are better computed in the arms,
// as the machine does).
//
// Haghighat, Polychronopoulos 1996, describe the general theory; kernels need
// little more than the above.
//===----------------------------------------------------------------------===//
#include "analysis/control/ClosedForms.h"
#include "analysis/control/LoopValues.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <deque>

using namespace kernelcast;

namespace {

class ClosedFormFinder {
public:
  explicit ClosedFormFinder(KernelModel &Kernel)
      : Kernel(Kernel), Pool(*Kernel.Pool), Idom(immediateDominators(Kernel)) {
    for (const LoopInfo &Loop : Kernel.Loops)
      Values.emplace_back(Kernel, Loop);
    HeaderOf.assign(Kernel.Blocks.size(), None);
    for (const LoopInfo &Loop : Kernel.Loops)
      if (Loop.Header < HeaderOf.size())
        HeaderOf[Loop.Header] = Loop.Id;
  }

  void run() {
    // Every round closes phis or ends; loops nested deeper than this keep the
    // rest of their phis.
    constexpr unsigned MaxRounds = 32;
    for (unsigned Round = 0; Round < MaxRounds; ++Round) {
      if (!findForms())
        return;
      substitute();
    }
  }

private:
  KernelModel &Kernel;
  ExpressionPool &Pool;
  std::vector<BlockId> Idom;
  std::deque<LoopValues> Values; ///< parallel to Loops
  std::vector<LoopId> HeaderOf;  ///< the loop of which a block is the header
  std::vector<PhiId> Closed;     ///< in this round
  unsigned Oldest = 0;           ///< least id of their leaves

  bool findForms() {
    Closed.clear();
    llvm::BitVector Needed = neededPhis();
    for (PhiId P = Kernel.Phis.size(); P-- > 0;) {
      PhiNode &Phi = Kernel.Phis[P];
      if (Phi.ClosedForm || Phi.Block >= Kernel.Blocks.size())
        continue;
      LoopId Loop = HeaderOf[Phi.Block];
      const Expr *Form = Loop != None ? header(P, Loop) : join(P, Needed[P]);
      if (Form && !Kernel.Irreducible) {
        Phi.ClosedForm = Form;
        unsigned Id = Pool.phi(P, Phi.Type)->id();
        Oldest = Closed.empty() ? Id : std::min(Oldest, Id);
        Closed.push_back(P);
      }
    }
    return !Closed.empty();
  }

  /// The closed form that stands for \p Leaf, or null.
  const Expr *formOf(const Expr *Leaf) const {
    if (Leaf->op() != Op::Phi ||
        static_cast<uint64_t>(Leaf->value()) >= Kernel.Phis.size())
      return nullptr;
    return Kernel.Phis[Leaf->value()].ClosedForm;
  }

  /// Whether a form of this round holds a phi that has one, too.
  bool formsHoldClosedPhis() const {
    llvm::DenseSet<const Expr *> Seen;
    llvm::SmallVector<const Expr *, 32> Work;
    for (PhiId P : Closed)
      Work.push_back(Kernel.Phis[P].ClosedForm);
    while (!Work.empty()) {
      const Expr *E = Work.pop_back_val();
      if (E->id() < Oldest || !Seen.insert(E).second)
        continue;
      if (formOf(E))
        return true;
      Work.append(E->operands().begin(), E->operands().end());
    }
    return false;
  }

  /// Replaces closed phis everywhere; those of earlier rounds are gone. Where a
  /// form holds another phi of this round, that takes one more pass.
  void substitute() {
    bool Again = true;
    for (unsigned Pass = 0; Again && Pass < 64; ++Pass) {
      Again = formsHoldClosedPhis();
      rewriteModel(Kernel, [&](const Expr *Leaf) { return formOf(Leaf); });
    }
  }

  /// The phis whose values reach an address or a condition.
  llvm::BitVector neededPhis() const {
    llvm::BitVector Needed(Kernel.Phis.size());
    llvm::DenseMap<const Expr *, bool> Seen;
    std::vector<const Expr *> Work;
    Work.reserve(Kernel.Accesses.size() + Kernel.Blocks.size());
    for (const MemoryAccess &Access : Kernel.Accesses)
      Work.push_back(Access.Address);
    for (const BasicBlock &Block : Kernel.Blocks)
      Work.push_back(Block.Condition);
    while (!Work.empty()) {
      const Expr *E = Work.back();
      Work.pop_back();
      if (!E || !Seen.try_emplace(E, true).second)
        continue;
      Work.insert(Work.end(), E->operands().begin(), E->operands().end());
      if (E->op() != Op::Phi ||
          static_cast<uint64_t>(E->value()) >= Kernel.Phis.size())
        continue;
      Needed.set(E->value());
      const PhiNode &Phi = Kernel.Phis[E->value()];
      Work.insert(Work.end(), Phi.Incoming.begin(), Phi.Incoming.end());
    }
    return Needed;
  }

  //===--------------------------------------------------------------------===//
  // Loop headers
  //===--------------------------------------------------------------------===//

  /// The one value from outside (\p Inside false) or from the latches of
  /// \p Phi; null where they differ.
  const Expr *incoming(const PhiNode &Phi, LoopValues &Loop, bool Inside) {
    const BasicBlock &Block = Kernel.Blocks[Phi.Block];
    const Expr *Only = nullptr;
    if (Block.Predecessors.size() != Phi.Incoming.size())
      return nullptr;
    for (unsigned I = 0; I < Phi.Incoming.size(); ++I) {
      if (Loop.contains(Block.Predecessors[I]) != Inside)
        continue;
      if (!Phi.Incoming[I] || (Only && Only != Phi.Incoming[I]))
        return nullptr;
      Only = Phi.Incoming[I];
    }
    return Only;
  }

  const Expr *header(PhiId P, LoopId L) {
    PhiNode &Phi = Kernel.Phis[P];
    LoopValues &Loop = Values[L];
    const Expr *Self = Pool.phi(P, Phi.Type);
    const Expr *Init = incoming(Phi, Loop, false);
    if (!Init || Init == Self)
      return nullptr;
    if (const Expr *Next = incoming(Phi, Loop, true))
      return recurrence(Phi, Self, Init, Next, L);
    // Several latches that all add the same, written differently.
    const BasicBlock &Block = Kernel.Blocks[Phi.Block];
    const Expr *Step = nullptr;
    for (unsigned I = 0; I < Phi.Incoming.size(); ++I) {
      if (!Loop.contains(Block.Predecessors[I]))
        continue;
      auto Form = Phi.Incoming[I]
                      ? Loop.linearIn(Phi.Incoming[I], Self, Phi.Type)
                      : std::nullopt;
      if (!Form || !Form->Coefficient->isConstant(1) ||
          (Step && Step != Form->Rest))
        return nullptr;
      Step = Form->Rest;
    }
    return Step ? linear(Phi, Init, Step, Loop) : nullptr;
  }

  const Expr *linear(const PhiNode &Phi, const Expr *Init, const Expr *Step,
                     LoopValues &Loop) {
    return Pool.add(Init, Pool.mul(Pool.cast(Loop.counter(), Phi.Type), Step));
  }

  const Expr *recurrence(const PhiNode &Phi, const Expr *Self, const Expr *Init,
                         const Expr *Next, LoopId L) {
    LoopValues &Loop = Values[L];
    if (Next == Self || Next == Init)
      return Init;
    if (Phi.Type.Float)
      return delayed(Init, Next, Loop);
    if (auto Form = Loop.linearIn(Next, Self, Phi.Type)) {
      const Expr *Factor = Form->Coefficient;
      if (Factor->isConstant(1))
        return linear(Phi, Init, Form->Rest, Loop);
      if (Factor->isConstant(wrapToType(-1, Phi.Type)))
        return alternating(Init, Pool.sub(Form->Rest, Init), Loop);
      if (Factor->isConstant() && Factor->value() > 1 &&
          llvm::isPowerOf2_64(Factor->value()) && Form->Rest->isConstant(0))
        return Pool.binary(
            Op::Shl, Init,
            Pool.mul(Loop.counter(),
                     Pool.constant(llvm::Log2_64(Factor->value()),
                                   Loop.counter()->type())));
    }
    if (const Expr *Form = shiftedRight(Phi, Self, Init, Next, Loop))
      return Form;
    if (Next->op() == Op::Not && Next->operand(0) == Self)
      return alternating(Init, Pool.unary(Op::Not, Init), Loop);
    if (Next->op() == Op::Xor)
      for (unsigned I : {0, 1})
        if (Next->operand(I) == Self && Loop.isInvariant(Next->operand(1 - I)))
          return alternating(
              Init, Pool.binary(Op::Xor, Init, Next->operand(1 - I)), Loop);
    if (const Expr *Form = rotating(Self, Init, Next, Loop))
      return Form;
    if (const Expr *Form = setOnce(Self, Init, Next, L))
      return Form;
    return delayed(Init, Next, Loop);
  }

  const Expr *alternating(const Expr *Even, const Expr *Odd, LoopValues &Loop) {
    const Expr *K = Loop.counter();
    const Expr *Parity = Pool.binary(Op::And, K, Pool.constant(1, K->type()));
    return Pool.select(
        Pool.binary(Op::Equal, Parity, Pool.constant(0, K->type())), Even, Odd);
  }

  /// v >> c and v / 2^c, perhaps computed in another type that holds v.
  const Expr *shiftedRight(const PhiNode &Phi, const Expr *Self,
                           const Expr *Init, const Expr *Next,
                           LoopValues &Loop) {
    while (Next->op() == Op::Cast && !Next->operand(0)->type().Float &&
           Next->type().Bits <= Next->operand(0)->type().Bits)
      Next = Next->operand(0);
    if (Next->op() != Op::Shr && Next->op() != Op::Div)
      return nullptr;
    const Expr *Value = Next->operand(0), *Amount = Next->operand(1);
    ScalarType Type = Next->type();
    bool SameWidth = Type.Bits == Phi.Type.Bits;
    bool Holds = Type.Bits > Phi.Type.Bits && (Type.Signed || !Phi.Type.Signed);
    if (Value != Self && !(Value->op() == Op::Cast &&
                           Value->operand(0) == Self && (SameWidth || Holds)))
      return nullptr;
    if (Next->op() == Op::Div) {
      if (!Amount->isIntegerConstant() || Amount->value() <= 1 ||
          !llvm::isPowerOf2_64(Amount->value()))
        return nullptr;
      Amount = Pool.constant(llvm::Log2_64(Amount->value()));
    } else if (!Loop.isInvariant(Amount) || !isNonNegative(Amount)) {
      return nullptr;
    }
    const Expr *K = Loop.counter();
    Amount = Pool.mul(K, Pool.cast(Amount, K->type()));
    const Expr *Start = Pool.cast(Init, Type);
    const Expr *Result = Pool.binary(Op::Shr, Start, Amount);
    if (Next->op() == Op::Div && !isNonNegative(Start)) {
      ScalarType Unsigned = ScalarType::integer(Type.Bits, false);
      const Expr *Magnitude =
          Pool.cast(Pool.unary(Op::Negate, Start), Unsigned);
      Result = Pool.select(
          Pool.binary(Op::Less, Start, Pool.constant(0, Type)),
          Pool.unary(Op::Negate,
                     Pool.cast(Pool.binary(Op::Shr, Magnitude, Amount), Type)),
          Result);
    }
    return Pool.cast(Result, Phi.Type);
  }

  /// Two to four variables of the loop that pass their values on in a circle,
  /// such as the buffers of a ping-pong.
  const Expr *rotating(const Expr *Self, const Expr *Init, const Expr *Next,
                       LoopValues &Loop) {
    llvm::SmallVector<const Expr *, 4> Circle{Init};
    for (const Expr *At = Next; At != Self;) {
      if (At->op() != Op::Phi || Circle.size() == 4)
        return nullptr;
      const PhiNode &Other = Kernel.Phis[At->value()];
      if (Other.Block != Kernel.Phis[Self->value()].Block)
        return nullptr;
      const Expr *First = incoming(Other, Loop, false);
      At = incoming(Other, Loop, true);
      if (!First || !At)
        return nullptr;
      Circle.push_back(First);
    }
    const Expr *K = Loop.counter();
    auto Number = [&](int64_t V) { return Pool.constant(V, K->type()); };
    const Expr *Place = Pool.binary(Op::Rem, K, Number(Circle.size()));
    const Expr *Result = Circle.back();
    for (unsigned I = Circle.size() - 1; I-- > 0;)
      Result = Pool.select(Pool.binary(Op::Equal, Place, Number(I)), Circle[I],
                           Result);
    return Result;
  }

  /// Whether \p Step * k + \p Rest may wrap around in \p Type, so that it comes
  /// to a value again that it has had. Where the loop's end is not known, small
  /// steps are taken not to: signed numbers must not in C, 64 bits would take
  /// 2^50 iterations, and 32 unsigned bits counted by ones 2^32.
  bool mayWrap(int64_t Step, int64_t Rest, ScalarType Type, LoopId L) const {
    constexpr int64_t SmallStep = 4096;
    const __int128 Room = static_cast<__int128>(1) << (Type.Bits - 1);
    const __int128 Size = Step < 0 ? -static_cast<__int128>(Step) : Step;
    const __int128 Start = Rest < 0 ? -static_cast<__int128>(Rest) : Rest;
    if (const Expr *Trips = Kernel.Loops[L].TripCount;
        Trips && Trips->isIntegerConstant() && Trips->value() >= 0)
      return Start + Size * Trips->value() >= Room;
    if (Type.Bits < 32)
      return true;
    if (Type.Bits == 32 && !Type.Signed)
      return Size != 1;
    return Size > SmallStep || Start >= Room / 2;
  }

  /// Of the types in which \p Sides are computed from \p Counter the one that
  /// wraps around first, from \p Type on.
  static ScalarType narrowestOf(llvm::ArrayRef<const Expr *> Sides,
                                ScalarType Type, const Expr *Counter) {
    for (const Expr *Side : Sides)
      visitPostOrder(Side, [&](const Expr *E) {
        if (E == Counter || E->isConstant() || E->type().Float)
          return;
        const ScalarType Own = E->type();
        if (Own.Bits < Type.Bits || (Own.Bits == Type.Bits && !Own.Signed))
          Type = Own;
      });
    return Type;
  }

  /// The iteration in which \p Condition, an equation that is linear in k,
  /// holds, if that is a constant; negative: in none.
  std::optional<int64_t> iterationOf(const Expr *Condition, LoopId L) {
    LoopValues &Loop = Values[L];
    if (Condition->op() != Op::Equal && Condition->op() != Op::NotEqual)
      return std::nullopt;
    const Expr *Left = Condition->operand(0), *Right = Condition->operand(1);
    if (Left->type().Float || Left->type().Bits < 32)
      return std::nullopt;
    const auto Form = Loop.linearIn(Pool.sub(Left, Right), Loop.counter(),
                                    Left->type(), Overflow::DoesNotHappen);
    if (!Form || !Form->Coefficient->isIntegerConstant() ||
        !Form->Rest->isIntegerConstant())
      return std::nullopt;
    const ScalarType Signed = ScalarType::integer(Left->type().Bits, true);
    const int64_t Step = wrapToType(Form->Coefficient->value(), Signed);
    const int64_t Rest = wrapToType(Form->Rest->value(), Signed);
    const ScalarType Narrow =
        narrowestOf({Left, Right}, Left->type(), Loop.counter());
    if (Step == 0 || Rest == INT64_MIN || mayWrap(Step, Rest, Narrow, L))
      return std::nullopt;
    return Rest % Step == 0 ? -Rest / Step : -1;
  }

  /// A variable that keeps its value but in one iteration.
  const Expr *setOnce(const Expr *Self, const Expr *Init, const Expr *Next,
                      LoopId L) {
    LoopValues &Loop = Values[L];
    // A pointer's variable is a distance: (c ? p : base + v) - base.
    const Expr *Choice = Next, *Base = nullptr;
    if (Next->op() == Op::Sub && Loop.isInvariant(Next->operand(1))) {
      Choice = Next->operand(0);
      Base = Next->operand(1);
    }
    if (Choice->op() != Op::Select)
      return nullptr;
    auto Arm = [&](unsigned Side) {
      const Expr *E = Choice->operand(Side);
      return Base ? Pool.sub(E, Base) : E;
    };
    const Expr *Condition = Choice->operand(0);
    const bool Sets = Arm(2) == Self;
    if ((!Sets && Arm(1) != Self) ||
        Condition->op() != (Sets ? Op::Equal : Op::NotEqual))
      return nullptr;
    const std::optional<int64_t> J = iterationOf(Condition, L);
    if (!J)
      return nullptr;
    if (*J < 0)
      return Init;
    const Expr *K = Loop.counter();
    const Expr *When = Pool.constant(*J, K->type());
    const Expr *Then = Pool.rewrite(Arm(Sets ? 1 : 2), [&](const Expr *Leaf) {
      return Leaf == Self ? Init : Leaf == K ? When : nullptr;
    });
    // What else the iteration knows does not hold behind it.
    if (!Loop.isInvariant(Then) && Then != Init)
      return nullptr;
    return Pool.select(Pool.binary(Op::Less, When, K), Then, Init);
  }

  /// A variable that is recomputed each iteration from k and invariants lags
  /// one iteration behind.
  const Expr *delayed(const Expr *Init, const Expr *Next, LoopValues &Loop) {
    if (!Loop.isFunctionOfCounter(Next) || Next->op() == Op::Opaque)
      return nullptr;
    const Expr *K = Loop.counter();
    auto At = [&](const Expr *Iteration) {
      return Pool.rewrite(Next, [&](const Expr *Leaf) {
        return Leaf == K ? Iteration : nullptr;
      });
    };
    const Expr *Before = At(Pool.add(K, Pool.constant(-1, K->type())));
    if (At(Pool.constant(-1, K->type())) == Init)
      return Before;
    return Pool.select(Pool.binary(Op::Equal, K, Pool.constant(0, K->type())),
                       Init, Before);
  }

  //===--------------------------------------------------------------------===//
  // Other joins
  //===--------------------------------------------------------------------===//

  const Expr *join(PhiId P, bool Needed) {
    const PhiNode &Phi = Kernel.Phis[P];
    const BasicBlock &Block = Kernel.Blocks[Phi.Block];
    if (Phi.Incoming.empty() ||
        Phi.Incoming.size() != Block.Predecessors.size())
      return nullptr;
    const Expr *Self = Pool.phi(P, Phi.Type);
    bool Same = true;
    for (const Expr *Value : Phi.Incoming) {
      if (!Value || Value == Self)
        return nullptr;
      Same &= Value == Phi.Incoming[0];
    }
    if (Same)
      return Phi.Incoming[0];
    if (!Needed || Phi.Type.Float || Phi.Incoming.size() != 2)
      return nullptr;
    BlockId Decides = Idom[Phi.Block];
    if (Decides == None)
      return nullptr;
    const BasicBlock &Branch = Kernel.Blocks[Decides];
    if (Branch.Successors.size() != 2 || !Branch.Condition ||
        Branch.Successors[0] == Branch.Successors[1])
      return nullptr;
    std::optional<unsigned> First =
        side(Phi.Block, Block.Predecessors[0], Decides);
    std::optional<unsigned> Second =
        side(Phi.Block, Block.Predecessors[1], Decides);
    if (!First || !Second || *First == *Second)
      return nullptr;
    return Pool.select(Branch.Condition, Phi.Incoming[*First == 0 ? 0 : 1],
                       Phi.Incoming[*First == 0 ? 1 : 0]);
  }

  /// The outcome of the branch at \p Decides (0: true) through which alone
  /// \p Predecessor of \p Join is reached.
  std::optional<unsigned> side(BlockId Join, BlockId Predecessor,
                               BlockId Decides) {
    const BasicBlock &Branch = Kernel.Blocks[Decides];
    auto OutcomeTo = [&](BlockId Target) -> std::optional<unsigned> {
      if (Branch.Successors[0] == Target)
        return 0;
      if (Branch.Successors[1] == Target)
        return 1;
      return std::nullopt;
    };
    if (Predecessor == Decides)
      return OutcomeTo(Join);
    BlockId Arm = Predecessor;
    while (Arm != None && Idom[Arm] != Decides)
      Arm = Idom[Arm];
    if (Arm == None || Arm == Join)
      return std::nullopt;
    for (BlockId P : Kernel.Blocks[Arm].Predecessors)
      if (P != Decides && !dominates(Idom, Arm, P))
        return std::nullopt;
    return OutcomeTo(Arm);
  }
};

} // namespace

void kernelcast::findClosedForms(KernelModel &Kernel) {
  if (Kernel.Pool)
    ClosedFormFinder(Kernel).run();
}
