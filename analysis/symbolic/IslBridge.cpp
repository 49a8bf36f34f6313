//===- IslBridge.cpp - Quasi-affine expressions by isl --------------------===//
//
// The C++ binding reports errors, the operation limit among them, as
// exceptions. They do not leave this file: every entry point answers "no
// answer" instead.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/IslBridge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <isl/cpp.h>

using namespace kernelcast;

namespace {

constexpr unsigned long MaxOperations = 100000;
constexpr unsigned MaxNodes = 300;

/// Owns a context; declared before everything that lives in it.
struct Context {
  isl_ctx *Get = isl_ctx_alloc();
  Context() {
    isl_options_set_on_error(Get, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(Get, MaxOperations);
  }
  ~Context() { isl_ctx_free(Get); }
  Context(const Context &) = delete;
};

std::optional<int64_t> integer(const isl::val &Value) {
  if (!Value.is_int())
    return std::nullopt;
  isl::val Limit(Value.ctx(), INT64_MAX);
  if (Value.gt(Limit) || Value.lt(Limit.neg()))
    return std::nullopt;
  return isl_val_get_num_si(Value.get());
}

/// One of two threads of a launch whose numbers are known.
struct OneThread {
  char Mark; ///< begins the names of what is this thread's own
  llvm::function_ref<std::optional<int64_t>(const Expr *)> ValueOf;
};

class Translator {
public:
  Translator(isl_ctx *Raw, llvm::function_ref<std::string(const Expr *)> NameOf)
      : Ctx(Raw), NameOf(NameOf),
        Universe(isl::space::unit(Ctx).add_unnamed_tuple(0).universe_set()),
        Launch(Universe) {}
  /// What \p Thread computes, exactly: nothing is taken not to wrap around
  /// where it might.
  Translator(isl_ctx *Raw, const OneThread &Thread) : Translator(Raw, nullptr) {
    Own = &Thread;
  }

  /// Everything below \p Root; false where it is too large or no integer.
  bool translate(const Expr *Root) {
    unsigned Count = 0;
    visitPostOrder(Root, [&](const Expr *) { ++Count; });
    if (Count > MaxNodes || Root->type().Float || Root->type().Bits > 64)
      return false;
    visitPostOrder(Root, [&](const Expr *E) {
      if (isTruth(E))
        Truths[E] = truth(E);
      else if (!Values.count(E))
        Values[E] = E->type().Float ? constant(0) : kept(E, value(E));
    });
    return true;
  }

  isl::pw_aff valueOf(const Expr *E) {
    return isTruth(E) ? Truths[E].indicator_function() : Values[E];
  }
  isl::set truthOf(const Expr *E) { return Truths[E]; }
  isl::set launch() const { return Launch; }
  void require(const isl::set &Condition) {
    Launch = Launch.intersect(Condition);
  }

  /// The coordinate \p Which as this thread has it.
  isl::pw_aff coordinate(Coordinate Which) {
    for (auto &[E, Value] : Unknowns)
      if (E->op() == Op::Coordinate && isCoordinate(E, Which))
        return Value;
    return isl::pw_aff::param_on_domain(Universe, isl::id(Ctx, nameOf(Which)));
  }
  /// Whether what is in the sets is all there is to it: no data, no product of
  /// unknowns, no argument without a value.
  bool isExact() const { return Exact; }

  /// This thread at a point of \p Set.
  MeetingThread at(const isl::set &Set, const isl::point &Point) const {
    auto Value = [&](const std::string &Name) -> std::optional<int64_t> {
      int At = isl_set_find_dim_by_name(Set.get(), isl_dim_param, Name.c_str());
      if (At < 0)
        return std::nullopt;
      isl::val V = isl::manage(
          isl_point_get_coordinate_val(Point.get(), isl_dim_param, At));
      return V.is_int() ? isl_val_get_num_si(V.get()) : 0;
    };
    MeetingThread Result;
    for (unsigned C = 0; C != Result.Coordinates.size(); ++C)
      Result.Coordinates[C] =
          Value(nameOf(static_cast<Coordinate>(C))).value_or(0);
    for (auto &[E, Parameter] : Unknowns)
      if (E->op() == Op::Counter)
        if (std::optional<int64_t> V = Value(ParameterOf.lookup(E)))
          Result.Counters[E] = *V;
    return Result;
  }

  /// isl's text with the parameters' names.
  std::string named(llvm::StringRef Text) const {
    std::string Result;
    while (!Text.empty()) {
      size_t At = Text.find("kc");
      Result += Text.take_front(At);
      if (At == llvm::StringRef::npos)
        break;
      Text = Text.drop_front(At + 2);
      unsigned Number = 0;
      if (Text.consumeInteger(10, Number) || Number >= Names.size())
        Result += "kc";
      else
        Result += Names[Number];
    }
    return Result;
  }

private:
  isl::ctx Ctx;
  llvm::function_ref<std::string(const Expr *)> NameOf;
  isl::set Universe;
  isl::set Launch; ///< what holds in every launch
  llvm::DenseMap<const Expr *, isl::pw_aff> Values;
  llvm::DenseMap<const Expr *, isl::set> Truths;
  llvm::DenseMap<const Expr *, isl::pw_aff> Unknowns;
  std::vector<std::string> Names; ///< of the parameters kc0, kc1, ...
  const OneThread *Own = nullptr;
  llvm::DenseMap<const Expr *, std::string> ParameterOf; ///< isl's names
  bool Exact = true;

  static bool isCoordinate(const Expr *E, Coordinate Which) {
    return E->value() == static_cast<int64_t>(Which);
  }
  std::string nameOf(Coordinate Which) const {
    return Own->Mark + std::string("c") +
           std::to_string(static_cast<unsigned>(Which));
  }

  /// isl's name for \p E: threads of a launch share its sizes and arguments,
  /// and arrays' addresses, but nothing else.
  std::string parameterName(const Expr *E) const {
    if (!Own)
      return "kc" + std::to_string(Names.size());
    if (E->op() == Op::Coordinate && E->value() < 6)
      return nameOf(static_cast<Coordinate>(E->value()));
    bool Common = E->op() == Op::Symbol || E->op() == Op::Base ||
                  E->op() == Op::Coordinate;
    return (Common ? 's' : Own->Mark) + std::to_string(E->id());
  }

  std::optional<int64_t> known(const Expr *E) const {
    return Own && E->isLeaf() && !E->isConstant() ? Own->ValueOf(E)
                                                  : std::nullopt;
  }

  /// \p Value, the mathematical result of \p E, if \p E has it in every case;
  /// else an unknown.
  isl::pw_aff kept(const Expr *E, const isl::pw_aff &Value) {
    ScalarType Type = E->type();
    bool Converts = E->op() == Op::Cast;
    if (!Own || E->isLeaf() || Type.Bits >= 64 || (Type.Signed && !Converts))
      return Value;
    int64_t Low = Type.Signed ? -(int64_t(1) << (Type.Bits - 1)) : 0;
    int64_t High = (int64_t(1) << (Type.Bits - (Type.Signed ? 1 : 0))) - 1;
    isl::set Outside =
        Value.lt_set(constant(Low)).unite(Value.gt_set(constant(High)));
    return Outside.intersect(Launch).is_empty() ? Value : unknown(E);
  }

  static bool isTruth(const Expr *E) {
    return E->type() == ScalarType::truth();
  }

  isl::pw_aff constant(int64_t V) {
    return isl::pw_aff(isl::manage(isl_pw_aff_val_on_domain(
        Universe.copy(), isl_val_int_from_si(Ctx.get(), V))));
  }

  /// A parameter that stands for \p E, within its range.
  isl::pw_aff unknown(const Expr *E) {
    auto Found = Unknowns.find(E);
    if (Found != Unknowns.end())
      return Found->second;
    if (auto Number = known(E))
      return Unknowns[E] = constant(*Number);
    std::string Name = toText(E, NameOf);
    if (Name.size() > 60)
      Name = "x" + std::to_string(E->id());
    // isl's own names end at a dot, so that it sees numbers only.
    std::string Parameter = parameterName(E);
    isl::pw_aff Result =
        isl::pw_aff::param_on_domain(Universe, isl::id(Ctx, Parameter));
    Names.push_back(std::move(Name));
    ParameterOf[E] = std::move(Parameter);
    Exact &= E->op() == Op::Coordinate || E->op() == Op::Counter ||
             E->op() == Op::Base;
    ValueRange R = rangeOf(E);
    Launch = Launch.intersect(Result.ge_set(constant(R.Low)));
    if (R.High != INT64_MAX)
      Launch = Launch.intersect(Result.le_set(constant(R.High)));
    Unknowns[E] = Result;
    relate(E, Result);
    return Result;
  }

  /// threadIdx below blockDim, blockIdx below gridDim, where both occur.
  void relate(const Expr *E, const isl::pw_aff &Value) {
    if (E->op() != Op::Coordinate)
      return;
    auto Which = static_cast<unsigned>(E->value());
    constexpr auto SizeFrom = static_cast<unsigned>(Coordinate::BlockSizeX);
    for (auto &[Other, OtherValue] : Unknowns) {
      if (Other->op() != Op::Coordinate)
        continue;
      auto That = static_cast<unsigned>(Other->value());
      if (Which < SizeFrom && That == Which + SizeFrom)
        Launch = Launch.intersect(Value.lt_set(OtherValue));
      else if (That < SizeFrom && Which == That + SizeFrom)
        Launch = Launch.intersect(OtherValue.lt_set(Value));
    }
  }

  /// Whether \p E, as it is computed here, is the number that its bits stand
  /// for without a sign, if it has none. One of 64 bits may be negative here,
  /// which comes to the same in addresses and not in comparisons or divisions.
  bool isWithinItsType(const Expr *E) {
    return !Own || E->type().Signed || E->type().Bits < 64 ||
           valueOf(E).lt_set(constant(0)).intersect(Launch).is_empty();
  }

  isl::set truth(const Expr *E) {
    auto A = [&] { return Truths[E->operand(0)]; };
    auto B = [&] { return Truths[E->operand(1)]; };
    isl::set Result;
    bool Compares = E->op() >= Op::Equal && E->op() <= Op::LessEqual &&
                    !E->operand(0)->type().Float;
    if (Compares) {
      isl::pw_aff X = valueOf(E->operand(0)), Y = valueOf(E->operand(1));
      if (E->op() >= Op::Less &&
          !(isWithinItsType(E->operand(0)) && isWithinItsType(E->operand(1))))
        return unknown(E).ne_set(constant(0));
      Result = E->op() == Op::Equal      ? X.eq_set(Y)
               : E->op() == Op::NotEqual ? X.ne_set(Y)
               : E->op() == Op::Less     ? X.lt_set(Y)
                                         : X.le_set(Y);
    } else if (E->op() == Op::Constant) {
      Result = E->value() ? Universe : Universe.subtract(Universe);
    } else if (E->op() == Op::And) {
      Result = A().intersect(B());
    } else if (E->op() == Op::Or) {
      Result = A().unite(B());
    } else if (E->op() == Op::Not) {
      Result = Universe.subtract(A());
    } else {
      Result = unknown(E).ne_set(constant(0));
    }
    return Result;
  }

  /// A constant summand or factor; unsigned ones that wrap count down.
  static std::optional<int64_t> number(const Expr *E) {
    if (!E->isIntegerConstant())
      return std::nullopt;
    return wrapToType(E->value(), ScalarType::integer(E->type().Bits, true));
  }

  isl::pw_aff value(const Expr *E) {
    if (E->op() == Op::Constant)
      return constant(E->value());
    if (E->isLeaf() || E->type().Bits > 64)
      return unknown(E);
    auto In = [&](unsigned I) {
      auto N = number(E->operand(I));
      bool Wraps = E->op() == Op::Add || E->op() == Op::Mul;
      return N && Wraps ? constant(*N) : valueOf(E->operand(I));
    };
    auto Constant = [&](unsigned I) -> std::optional<int64_t> {
      const Expr *X = E->operand(I);
      if (auto N = number(X))
        return N;
      isl::pw_aff V = valueOf(X);
      if (!Own || isl_pw_aff_is_cst(V.get()) != isl_bool_true)
        return std::nullopt;
      return integer(V.max_val());
    };
    auto Scaled = [&](int64_t By) { return In(0).scale_down(By).floor(); };
    switch (E->op()) {
    case Op::Add:
      return In(0).add(In(1));
    case Op::Sub:
      return In(0).sub(In(1));
    case Op::Negate:
      return In(0).neg();
    case Op::Mul: {
      isl::pw_aff X = In(0), Y = In(1);
      bool Affine = isl_pw_aff_is_cst(X.get()) == isl_bool_true ||
                    isl_pw_aff_is_cst(Y.get()) == isl_bool_true;
      return Affine ? X.mul(Y) : unknown(E);
    }
    case Op::Min:
    case Op::Max:
      if (!isWithinItsType(E->operand(0)) || !isWithinItsType(E->operand(1)))
        return unknown(E);
      return E->op() == Op::Min ? In(0).min(In(1)) : In(0).max(In(1));
    case Op::Cast:
      return E->operand(0)->type().Float ? unknown(E) : In(0);
    case Op::Select:
      return Truths[E->operand(0)].indicator_function().cond(
          valueOf(E->operand(1)), valueOf(E->operand(2)));
    case Op::Div:
      if (Constant(1).value_or(0) <= 0 || !isWithinItsType(E->operand(0)))
        return unknown(E);
      return E->type().Signed ? In(0).tdiv_q(In(1)) : Scaled(*Constant(1));
    case Op::Rem:
      if (Constant(1).value_or(0) <= 0 || !isWithinItsType(E->operand(0)))
        return unknown(E);
      return E->type().Signed ? In(0).tdiv_r(In(1)) : In(0).mod(*Constant(1));
    case Op::Shr:
      if (!Constant(1) || *Constant(1) < 0 || *Constant(1) > 61 ||
          !isWithinItsType(E->operand(0)))
        return unknown(E);
      return Scaled(int64_t(1) << *Constant(1));
    case Op::And: {
      auto Mask = Constant(1);
      if (!Mask || *Mask <= 0 || !llvm::isMask_64(*Mask) || *Mask == INT64_MAX)
        return unknown(E);
      return In(0).mod(*Mask + 1);
    }
    default:
      return unknown(E);
    }
  }
};

/// Runs \p Question; isl's errors become "no answer".
template <typename T, typename Callable> T answer(Callable Question) {
  try {
    return Question();
  } catch (const isl::exception &) {
    return T();
  }
}

/// A string that isl allocated.
std::string taken(char *Text) {
  std::string Result = Text ? Text : "";
  free(Text);
  return Result;
}

/// What stands between \p Open and the last \p Close in isl's notation.
std::string between(const std::string &Text, llvm::StringRef Open,
                    llvm::StringRef Close) {
  size_t First = Text.find(Open), Last = Text.rfind(Close);
  if (First == std::string::npos || Last == std::string::npos ||
      First + Open.size() > Last)
    return "";
  return Text.substr(First + Open.size(), Last - First - Open.size());
}

} // namespace

std::string kernelcast::simplifiedFormula(
    const Expr *E, llvm::function_ref<std::string(const Expr *)> NameOf) {
  constexpr size_t MaxPieces = 4;
  Context Own;
  return answer<std::string>([&]() -> std::string {
    Translator Isl(Own.Get, NameOf);
    if (!E || !Isl.translate(E))
      return "";
    isl::pw_aff Value = Isl.valueOf(E)
                            .intersect_domain(Isl.launch())
                            .coalesce()
                            .gist(Isl.launch())
                            .coalesce();
    std::vector<std::pair<std::string, std::string>> Pieces;
    Value.foreach_piece([&](const isl::set &Where, const isl::multi_aff &What) {
      std::string Condition = taken(isl_set_to_str(Where.get()));
      std::string Text = taken(isl_multi_aff_to_str(What.get()));
      // "[n] -> { [] -> [(n - 1)] }" and "[n] -> { [] : n > 0 }".
      Pieces.push_back({Isl.named(between(Text, "-> [(", ")] }")),
                        Isl.named(between(Condition, "{ [] : ", " }"))});
    });
    if (Pieces.empty() || Pieces.size() > MaxPieces)
      return "";
    // A piece that is 0 everywhere else comes last.
    std::stable_sort(Pieces.begin(), Pieces.end(), [](auto &A, auto &B) {
      return (A.first == "0") < (B.first == "0");
    });
    std::string Result;
    for (size_t I = 0; I < Pieces.size(); ++I) {
      if (Pieces[I].first.empty())
        return "";
      if (I)
        Result += "; ";
      Result += Pieces[I].first;
      if (I && I + 1 == Pieces.size() && Pieces[I].first == "0")
        Result += " otherwise";
      else if (!Pieces[I].second.empty())
        Result += " if " + Pieces[I].second;
    }
    return Result;
  });
}

std::optional<ValueRange> kernelcast::quasiAffineRange(const Expr *E) {
  Context Own;
  return answer<std::optional<ValueRange>>([&]() -> std::optional<ValueRange> {
    Translator Isl(Own.Get, nullptr);
    if (!E || !Isl.translate(E))
      return std::nullopt;
    isl::pw_aff Value = Isl.valueOf(E).intersect_domain(Isl.launch());
    auto Low = integer(Value.min_val()), High = integer(Value.max_val());
    if (!Low || !High)
      return std::nullopt;
    return ValueRange{*Low, *High};
  });
}

std::optional<bool> kernelcast::alwaysHolds(const Expr *Condition) {
  if (!Condition || !(Condition->type() == ScalarType::truth()))
    return std::nullopt;
  Context Own;
  return answer<std::optional<bool>>([&]() -> std::optional<bool> {
    Translator Isl(Own.Get, nullptr);
    if (!Isl.translate(Condition))
      return std::nullopt;
    isl::set True = Isl.truthOf(Condition);
    if (Isl.launch().intersect(True).is_empty())
      return false;
    if (Isl.launch().subtract(True).is_empty())
      return true;
    return std::nullopt;
  });
}

//===- What threads touch in common ---------------------------------------===//

static constexpr Coordinate ThreadCoordinates[] = {
    Coordinate::ThreadX, Coordinate::ThreadY, Coordinate::ThreadZ};
static constexpr Coordinate BlockCoordinates[] = {
    Coordinate::BlockX, Coordinate::BlockY, Coordinate::BlockZ};

/// What holds of \p Thread where it runs the access \p Bytes; false where a
/// part is too large.
static bool enter(Translator &Thread, const TouchedBytes &Bytes) {
  for (const auto &[Counter, Trips] : Bytes.Counters) {
    if (!Thread.translate(Trips) || (Counter && !Thread.translate(Counter)))
      return false;
    isl::pw_aff Count = Thread.valueOf(Trips);
    Thread.require(
        (Counter ? Thread.valueOf(Counter) : Count.sub(Count)).lt_set(Count));
  }
  for (const auto &[Condition, Side] : Bytes.Conditions) {
    if (!Thread.translate(Condition))
      return false;
    isl::set True = Thread.truthOf(Condition);
    Thread.require(Side ? True : Thread.launch().subtract(True));
  }
  return Thread.translate(Bytes.Address);
}

/// Coordinates from 0 to below the launch's sizes.
static void
place(Translator &Thread, isl::ctx Ctx,
      llvm::function_ref<std::optional<int64_t>(const Expr *)> ValueOf,
      ExpressionPool &Sizes) {
  constexpr auto SizeFrom = static_cast<unsigned>(Coordinate::BlockSizeX);
  for (unsigned C = 0; C != SizeFrom; ++C) {
    isl::pw_aff Value = Thread.coordinate(static_cast<Coordinate>(C));
    isl::pw_aff Zero = Value.sub(Value);
    Thread.require(Value.ge_set(Zero));
    if (auto Size =
            ValueOf(Sizes.coordinate(static_cast<Coordinate>(SizeFrom + C))))
      Thread.require(Value.lt_set(Zero.add_constant(isl::val(Ctx, *Size))));
  }
}

std::optional<int64_t> MeetingThread::valueOf(const Expr *Leaf) const {
  if (Leaf->op() == Op::Coordinate &&
      static_cast<size_t>(Leaf->value()) < Coordinates.size())
    return Coordinates[static_cast<size_t>(Leaf->value())];
  auto Found = Counters.find(Leaf);
  return Found == Counters.end() ? std::nullopt : std::optional(Found->second);
}

OverlapAnswer kernelcast::overlap(
    const TouchedBytes &A, const TouchedBytes &B, ThreadPair Pair,
    llvm::function_ref<std::optional<int64_t>(const Expr *)> ValueOf) {
  Context Own;
  return answer<OverlapAnswer>([&]() -> OverlapAnswer {
    OneThread One{'a', ValueOf}, Two{'b', ValueOf};
    Translator First(Own.Get, One), Second(Own.Get, Two);
    ExpressionPool Sizes;
    for (Translator *Thread : {&First, &Second})
      place(*Thread, Own.Get, ValueOf, Sizes);
    if (!A.Address || !B.Address || !enter(First, A) || !enter(Second, B))
      return OverlapAnswer();
    isl::set Both = First.launch().intersect(Second.launch());
    auto Equal = [&](llvm::ArrayRef<Coordinate> Which) {
      isl::set Result = Both;
      for (Coordinate C : Which)
        Result =
            Result.intersect(First.coordinate(C).eq_set(Second.coordinate(C)));
      return Result;
    };
    isl::set OneBlock = Equal(BlockCoordinates);
    isl::set OneThread = OneBlock.intersect(Equal(ThreadCoordinates));
    isl::set Pairs = Pair == ThreadPair::Same ? OneThread
                     : Pair == ThreadPair::SameBlock
                         ? OneBlock.subtract(OneThread)
                         : Both.subtract(OneBlock);
    auto Bytes = [&](uint64_t Count) { return isl::val(Own.Get, long(Count)); };
    isl::pw_aff X = First.valueOf(A.Address), Y = Second.valueOf(B.Address);
    isl::set Common = Pairs.intersect(X.lt_set(Y.add_constant(Bytes(B.Bytes))))
                          .intersect(Y.lt_set(X.add_constant(Bytes(A.Bytes))));
    OverlapAnswer Result;
    if (Common.is_empty()) {
      Result.Found = Overlap::Never;
    } else if (First.isExact() && Second.isExact() && A.AllConditions &&
               B.AllConditions) {
      isl::point Point = Common.sample_point();
      Result.Found = Overlap::Exists;
      Result.First = First.at(Common, Point);
      Result.Second = Second.at(Common, Point);
    }
    return Result;
  });
}
