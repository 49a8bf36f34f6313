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

class Translator {
public:
  Translator(isl_ctx *Raw, llvm::function_ref<std::string(const Expr *)> NameOf)
      : Ctx(Raw), NameOf(NameOf),
        Universe(isl::space::unit(Ctx).add_unnamed_tuple(0).universe_set()),
        Launch(Universe) {}

  /// Everything below \p Root; false where it is too large or no integer.
  bool translate(const Expr *Root) {
    unsigned Count = 0;
    visitPostOrder(Root, [&](const Expr *) { ++Count; });
    if (Count > MaxNodes || Root->type().Float || Root->type().Bits > 64)
      return false;
    visitPostOrder(Root, [&](const Expr *E) {
      if (isTruth(E))
        Truths[E] = truth(E);
      else
        Values[E] = E->type().Float ? constant(0) : value(E);
    });
    return true;
  }

  isl::pw_aff valueOf(const Expr *E) {
    return isTruth(E) ? Truths[E].indicator_function() : Values[E];
  }
  isl::set truthOf(const Expr *E) { return Truths[E]; }
  isl::set launch() const { return Launch; }

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
    std::string Name = toText(E, NameOf);
    if (Name.size() > 60)
      Name = "x" + std::to_string(E->id());
    // isl's own names end at a dot, so that it sees numbers only.
    isl::pw_aff Result = isl::pw_aff::param_on_domain(
        Universe, isl::id(Ctx, "kc" + std::to_string(Names.size())));
    Names.push_back(std::move(Name));
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

  isl::set truth(const Expr *E) {
    auto A = [&] { return Truths[E->operand(0)]; };
    auto B = [&] { return Truths[E->operand(1)]; };
    isl::set Result;
    bool Compares = E->op() >= Op::Equal && E->op() <= Op::LessEqual &&
                    !E->operand(0)->type().Float;
    if (Compares) {
      isl::pw_aff X = valueOf(E->operand(0)), Y = valueOf(E->operand(1));
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
    auto Constant = [&](unsigned I) { return number(E->operand(I)); };
    auto Scaled = [&](int64_t By) { return In(0).scale_down(By).floor(); };
    switch (E->op()) {
    case Op::Add:
      return In(0).add(In(1));
    case Op::Sub:
      return In(0).sub(In(1));
    case Op::Negate:
      return In(0).neg();
    case Op::Mul:
      return Constant(1) ? In(0).mul(In(1)) : unknown(E);
    case Op::Min:
      return In(0).min(In(1));
    case Op::Max:
      return In(0).max(In(1));
    case Op::Cast:
      return E->operand(0)->type().Float ? unknown(E) : In(0);
    case Op::Select:
      return Truths[E->operand(0)].indicator_function().cond(
          valueOf(E->operand(1)), valueOf(E->operand(2)));
    case Op::Div:
      if (Constant(1).value_or(0) <= 0)
        return unknown(E);
      return E->type().Signed ? In(0).tdiv_q(In(1)) : Scaled(*Constant(1));
    case Op::Rem:
      if (Constant(1).value_or(0) <= 0)
        return unknown(E);
      return E->type().Signed ? In(0).tdiv_r(In(1)) : In(0).mod(*Constant(1));
    case Op::Shr:
      if (!Constant(1) || *Constant(1) < 0 || *Constant(1) > 61)
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

std::optional<int64_t> integer(const isl::val &Value) {
  if (!Value.is_int())
    return std::nullopt;
  isl::val Limit(Value.ctx(), INT64_MAX);
  if (Value.gt(Limit) || Value.lt(Limit.neg()))
    return std::nullopt;
  return isl_val_get_num_si(Value.get());
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
