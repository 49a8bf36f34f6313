//===- ExpressionCompiler.cpp - A Pratt parser for a part of Python -------===//
//
// Every operator binds with a strength. parse(Least) reads one operand and then
// takes in operators as long as they bind at least as strongly as Least; the
// operand on the right of one is read with the strength above its own (the same
// again for `**`, which groups from the right).
//===----------------------------------------------------------------------===//

#include "tool/prune/space/ExpressionCompiler.h"
#include "analysis/support/NearestName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace kernelcast;
using namespace llvm;

namespace {

enum Strength : unsigned {
  Anything,
  Conditional,
  Disjunction,
  Conjunction,
  Negation,
  Comparing,
  BitOring,
  BitXoring,
  BitAnding,
  Shifting,
  Adding,
  Multiplying,
  Prefix,
  Raising
};

struct InfixOperator {
  StringLiteral Text;
  Strength Binds;
  BinaryOperator Meaning;
};
constexpr InfixOperator Infix[] = {
    {"|", BitOring, BinaryOperator::BitOr},
    {"^", BitXoring, BinaryOperator::BitXor},
    {"&", BitAnding, BinaryOperator::BitAnd},
    {"<<", Shifting, BinaryOperator::ShiftLeft},
    {">>", Shifting, BinaryOperator::ShiftRight},
    {"+", Adding, BinaryOperator::Add},
    {"-", Adding, BinaryOperator::Subtract},
    {"*", Multiplying, BinaryOperator::Multiply},
    {"/", Multiplying, BinaryOperator::Divide},
    {"//", Multiplying, BinaryOperator::FloorDivide},
    {"%", Multiplying, BinaryOperator::Modulo},
    {"**", Raising, BinaryOperator::Power},
};

struct ComparisonSign {
  StringLiteral Text;
  Comparison Meaning;
};
constexpr ComparisonSign Comparisons[] = {
    {"<", Comparison::Less},    {"<=", Comparison::LessEqual},
    {">", Comparison::Greater}, {">=", Comparison::GreaterEqual},
    {"==", Comparison::Equal},  {"!=", Comparison::NotEqual},
    {"in", Comparison::In},
};

struct FunctionName {
  StringLiteral Text;
  ExpressionFunction Meaning;
  unsigned Least, Most; ///< arguments
};
constexpr FunctionName Functions[] = {
    {"abs", ExpressionFunction::Abs, 1, 1},
    {"float", ExpressionFunction::Float, 1, 1},
    {"int", ExpressionFunction::Int, 1, 1},
    {"len", ExpressionFunction::Len, 1, 1},
    {"list", ExpressionFunction::List, 1, 1},
    {"max", ExpressionFunction::Max, 1, UINT_MAX},
    {"min", ExpressionFunction::Min, 1, UINT_MAX},
    {"range", ExpressionFunction::Range, 1, 3},
    {"round", ExpressionFunction::Round, 1, 1},
    {"sum", ExpressionFunction::Sum, 1, 1},
};

constexpr StringLiteral Reserved[] = {"and",    "or",   "not",  "if",
                                      "else",   "in",   "for",  "is",
                                      "lambda", "True", "False"};

template <typename Table> const auto *rowOf(const Table &Rows, StringRef Text) {
  auto *Found =
      llvm::find_if(Rows, [&](const auto &Row) { return Row.Text == Text; });
  return Found == std::end(Rows) ? nullptr : Found;
}

} // namespace

namespace kernelcast {

struct ExpressionToken {
  enum class Kind : uint8_t { End, Number, Text, Name, Sign } Type = Kind::End;
  StringRef Text;
  unsigned Column = 1;
};

/// Reads one expression and writes its code.
class ExpressionCompiler {
public:
  ExpressionCompiler(StringRef Text, ArrayRef<std::string> Names)
      : Text(Text), Names(Names), Made(std::make_shared<ExpressionCode>()),
        Code(Made->Instructions) {}

  Expected<std::shared_ptr<const ExpressionCode>> compile() {
    if (Text.size() > MaxExpressionBytes)
      return make_error<ExpressionError>(
          MaxExpressionBytes + 1,
          formatv("the expression is longer than {0} bytes",
                  MaxExpressionBytes));
    if (advance() && parse(Anything) &&
        (Now.Type == ExpressionToken::Kind::End ||
         failHere("expected an operator")))
      resolveNames();
    if (!Message.empty())
      return make_error<ExpressionError>(MessageColumn, Message);
    return Made;
  }

private:
  using Kind = ExpressionInstruction::Kind;

  // Tokens.
  bool advance();
  bool readNumber(StringRef Rest);
  bool is(StringRef Wanted) const {
    return (Now.Type == ExpressionToken::Kind::Sign ||
            Now.Type == ExpressionToken::Kind::Name) &&
           Now.Text == Wanted;
  }
  bool expect(StringRef Wanted) {
    if (is(Wanted))
      return advance();
    return failHere(formatv("expected '{0}'", Wanted).str());
  }

  // Grammar.
  bool parse(unsigned Least);
  bool parseOperand(unsigned Least);
  bool parseOperators(unsigned Least, size_t Start);
  bool parseNumber();
  bool parseText();
  bool parseName();
  bool parseBrackets(bool IsTuple);
  bool parseComprehension(size_t Start, unsigned Column);
  bool parseCall(const FunctionName &Function, unsigned Column);
  bool parseConditional(size_t Start);
  bool parseComparisons();
  bool parseShortCircuit(Kind Jump, unsigned Least);

  // Code.
  void emit(ExpressionInstruction Instruction, unsigned Operands);
  size_t emitJump(Kind Type, unsigned Column, uint8_t Variant = 0) {
    Code.push_back({Type, Variant, static_cast<uint16_t>(Column), 0});
    return Code.size() - 1;
  }
  void land(size_t Jump) {
    Code[Jump].Operand = static_cast<int32_t>(Code.size() - Jump - 1);
    LastTarget = Code.size();
  }
  void push(ExpressionValue Constant, unsigned Column) {
    Made->Constants.push_back(Constant);
    Code.push_back({Kind::Constant, 0, static_cast<uint16_t>(Column),
                    static_cast<int32_t>(Made->Constants.size() - 1)});
  }
  void resolveNames();

  bool fail(unsigned Column, std::string What) {
    if (Message.empty()) {
      Message = std::move(What);
      MessageColumn = Column;
    }
    return false;
  }
  bool failHere(std::string What) {
    if (Now.Type == ExpressionToken::Kind::End)
      What += ", but the expression ends";
    else
      What += formatv(", not '{0}'", Now.Text).str();
    return fail(Now.Column, std::move(What));
  }

  StringRef Text;
  ArrayRef<std::string> Names;
  std::shared_ptr<ExpressionCode> Made;
  std::vector<ExpressionInstruction> &Code;
  /// Names that are not resolved yet: Parameter instructions have a place here.
  std::vector<StringRef> Mentioned;
  size_t LastTarget = 0; ///< constants before it may be jumped over
  ExpressionToken Now;
  size_t At = 0;
  unsigned Depth = 0;
  std::string Message;
  unsigned MessageColumn = 1;
};

} // namespace kernelcast

bool ExpressionCompiler::advance() {
  At = std::min(Text.find_first_not_of(" \t\r\n", At), Text.size());
  const StringRef Rest = Text.substr(At);
  Now = {ExpressionToken::Kind::End, "", static_cast<unsigned>(At + 1)};
  if (Rest.empty())
    return true;
  const char First = Rest[0];
  auto take = [&](ExpressionToken::Kind Type, size_t Length) {
    Now.Type = Type;
    Now.Text = Rest.take_front(Length);
    At += Length;
    return true;
  };
  if (isDigit(First) || (First == '.' && Rest.size() > 1 && isDigit(Rest[1])))
    return readNumber(Rest);
  if (isAlpha(First) || First == '_')
    return take(
        ExpressionToken::Kind::Name,
        Rest.take_while([](char C) { return isAlnum(C) || C == '_'; }).size());
  if (First == '\'' || First == '"') {
    const size_t End = Rest.find(First, 1);
    const StringRef Inside = Rest.slice(1, End);
    if (End == StringRef::npos)
      return fail(Now.Column, "the text has no end");
    if (Inside.contains('\\') || Inside.contains("__") || Inside.contains('\n'))
      return fail(Now.Column,
                  "backslashes, '__' and line ends are not taken in texts");
    return take(ExpressionToken::Kind::Text, End + 1);
  }
  for (StringRef Sign : {"**=", "//=", "==", "!=", "<=", ">=", "**", "//", "<<",
                         ">>", "&&", "||", ":=", "->"})
    if (Rest.starts_with(Sign))
      return take(ExpressionToken::Kind::Sign, Sign.size());
  if (StringRef("+-*/%<>()[],|&^~=!.:?{}@").contains(First))
    return take(ExpressionToken::Kind::Sign, 1);
  return fail(Now.Column, "this character has no meaning in an expression");
}

bool ExpressionCompiler::readNumber(StringRef Rest) {
  auto wordOf = [](StringRef Digits) {
    return Digits.take_while([](char C) { return isAlnum(C) || C == '_'; });
  };
  StringRef Word = wordOf(Rest);
  const bool IsBased = Word.size() > 1 && Word[0] == '0' && isAlpha(Word[1]) &&
                       !Word.starts_with_insensitive("0e");
  if (!IsBased) {
    size_t Length = Word.size();
    if (Length < Rest.size() && Rest[Length] == '.')
      Length += 1 + wordOf(Rest.substr(Length + 1)).size();
    if (StringRef("eE").contains(Rest[Length - 1]) && Length < Rest.size() &&
        StringRef("+-").contains(Rest[Length]))
      Length += 1 + wordOf(Rest.substr(Length + 1)).size();
    Word = Rest.take_front(Length);
  }
  Now.Type = ExpressionToken::Kind::Number;
  Now.Text = Word;
  At += Word.size();
  return true;
}

bool ExpressionCompiler::parse(unsigned Least) {
  if (Depth == MaxExpressionDepth)
    return fail(Now.Column,
                formatv("nested deeper than {0} levels", MaxExpressionDepth));
  ++Depth;
  const size_t Start = Code.size();
  const bool Done = parseOperand(Least) && parseOperators(Least, Start);
  --Depth;
  return Done;
}

bool ExpressionCompiler::parseOperand(unsigned Least) {
  const unsigned Column = Now.Column;
  switch (Now.Type) {
  case ExpressionToken::Kind::Number:
    return parseNumber();
  case ExpressionToken::Kind::Text:
    return parseText();
  case ExpressionToken::Kind::Name:
    if (!is("not"))
      return parseName();
    if (Least > Negation)
      return fail(Column, "'not' needs brackets around it here");
    if (!advance() || !parse(Negation))
      return false;
    emit({Kind::Unary, static_cast<uint8_t>(UnaryOperator::Not),
          static_cast<uint16_t>(Column)},
         1);
    return true;
  case ExpressionToken::Kind::Sign:
    break;
  case ExpressionToken::Kind::End:
    return failHere("expected a value");
  }
  if (is("(") || is("["))
    return parseBrackets(is("("));
  if (is("!"))
    return fail(Column, "expected a value, not '!'; Python's word is 'not'");
  const auto Operator = StringSwitch<std::optional<UnaryOperator>>(Now.Text)
                            .Case("-", UnaryOperator::Negate)
                            .Case("+", UnaryOperator::Plus)
                            .Case("~", UnaryOperator::Invert)
                            .Default(std::nullopt);
  if (!Operator)
    return failHere("expected a value");
  if (!advance() || !parse(Prefix))
    return false;
  emit({Kind::Unary, static_cast<uint8_t>(*Operator),
        static_cast<uint16_t>(Column)},
       1);
  return true;
}

bool ExpressionCompiler::parseOperators(unsigned Least, size_t Start) {
  while (Now.Type == ExpressionToken::Kind::Sign ||
         Now.Type == ExpressionToken::Kind::Name) {
    const unsigned Column = Now.Column;
    if (const InfixOperator *Operator = rowOf(Infix, Now.Text)) {
      if (Operator->Binds < Least)
        return true;
      // The right side of ** may begin with a sign.
      const unsigned Right =
          Operator->Binds == Raising ? unsigned(Prefix) : Operator->Binds + 1;
      if (!advance() || !parse(Right))
        return false;
      emit({Kind::Binary, static_cast<uint8_t>(Operator->Meaning),
            static_cast<uint16_t>(Column)},
           2);
      continue;
    }
    if (rowOf(Comparisons, Now.Text) || is("not")) {
      if (Comparing < Least)
        return true;
      if (!parseComparisons())
        return false;
      continue;
    }
    if (is("and") || is("or")) {
      const unsigned Binds = is("and") ? Conjunction : Disjunction;
      if (Binds < Least)
        return true;
      if (!parseShortCircuit(is("and") ? Kind::KeepFalse : Kind::KeepTrue,
                             Binds + 1))
        return false;
      continue;
    }
    if (is("if")) {
      if (Conditional < Least)
        return true;
      if (!parseConditional(Start))
        return false;
      continue;
    }
    if (is("="))
      return fail(Column, "'=' sets a value; '==' compares");
    if (is("&&"))
      return fail(Column, "'&&' is not Python; its word is 'and'");
    if (is("||"))
      return fail(Column, "'||' is not Python; its word is 'or'");
    if (is("."))
      return fail(Column, "attributes are not taken here");
    if (is("["))
      return fail(Column, "elements of lists are not taken here");
    if (is("("))
      return fail(Column, "only functions can be called: abs, float, int, len, "
                          "list, max, min, range, round, sum");
    return true;
  }
  return true;
}

bool ExpressionCompiler::parseShortCircuit(Kind Jump, unsigned Least) {
  const size_t Over = emitJump(Jump, Now.Column);
  if (!advance() || !parse(Least))
    return false;
  land(Over);
  return true;
}

/// a < b <= c: b is worked out once, and c only if a < b.
bool ExpressionCompiler::parseComparisons() {
  std::vector<size_t> Jumps;
  while (true) {
    const unsigned Column = Now.Column;
    Comparison Meaning = Comparison::NotIn;
    if (is("not")) {
      if (!advance() || !expect("in"))
        return false;
    } else {
      Meaning = rowOf(Comparisons, Now.Text)->Meaning;
      if (!advance())
        return false;
    }
    if (!parse(Comparing + 1))
      return false;
    const bool Goes = (Now.Type == ExpressionToken::Kind::Sign ||
                       Now.Type == ExpressionToken::Kind::Name) &&
                      (rowOf(Comparisons, Now.Text) || is("not"));
    if (!Goes) {
      emit({Kind::Compare, static_cast<uint8_t>(Meaning),
            static_cast<uint16_t>(Column)},
           Jumps.empty() ? 2 : 0);
      break;
    }
    Jumps.push_back(
        emitJump(Kind::CompareNext, Column, static_cast<uint8_t>(Meaning)));
    // The right side was a constant perhaps, but is no operand to fold.
    LastTarget = Code.size();
  }
  for (size_t Jump : Jumps)
    land(Jump);
  return true;
}

/// x if c else y: the code of x, from \p Start on, moves behind that of c.
bool ExpressionCompiler::parseConditional(size_t Start) {
  const size_t Condition = Code.size();
  const unsigned Column = Now.Column;
  if (!advance() || !parse(Disjunction))
    return false;
  emitJump(Kind::JumpIfFalse, Column);
  const size_t Length = Code.size() - Condition;
  std::rotate(Code.begin() + Start, Code.begin() + Condition, Code.end());
  const size_t Moved = Start + Length - 1;
  const size_t ToEnd = emitJump(Kind::Jump, Column);
  land(Moved);
  if (!expect("else") || !parse(Conditional))
    return false;
  land(ToEnd);
  return true;
}

bool ExpressionCompiler::parseNumber() {
  const ExpressionToken Number = Now;
  std::string Digits = Number.Text.str();
  const bool Separated =
      Digits.find("__") != std::string::npos || Digits.back() == '_';
  llvm::erase(Digits, '_');
  const StringRef Plain = Digits;
  const bool IsReal = !Plain.starts_with_insensitive("0x") &&
                      Plain.find_first_of(".eE") != StringRef::npos;
  if (!advance())
    return false;
  if (IsReal) {
    double Value = 0;
    if (Separated ||
        Plain.find_first_not_of("0123456789.eE+-") != StringRef::npos ||
        Plain.getAsDouble(Value, true))
      return fail(Number.Column, formatv("'{0}' is not a number", Number.Text));
    if (!std::isfinite(Value))
      return fail(Number.Column, "the number is too large");
    push(ExpressionValue::real(Value), Number.Column);
    return true;
  }
  // Python has no octal numbers that begin with a mere 0.
  const bool IsBased = Plain.size() > 1 && Plain[0] == '0' && isAlpha(Plain[1]);
  const bool IsZero = Plain.find_first_not_of('0') == StringRef::npos;
  const bool Wrong =
      Separated || (Plain.size() > 1 && Plain[0] == '0' && !IsBased && !IsZero);
  uint64_t Value = 0;
  APInt Wide;
  if (Wrong || Plain.getAsInteger(IsBased ? 0 : 10, Wide))
    return fail(Number.Column, formatv("'{0}' is not a number", Number.Text));
  if (Wide.getActiveBits() > 63)
    return fail(Number.Column, "the number does not fit 64 bits");
  Value = Wide.getZExtValue();
  push(ExpressionValue::integer(static_cast<int64_t>(Value)), Number.Column);
  return true;
}

bool ExpressionCompiler::parseText() {
  const ExpressionToken Token = Now;
  Made->Storage.Texts.push_back(Token.Text.drop_front().drop_back().str());
  push(ExpressionValue::text(Made->Storage.Texts.back()), Token.Column);
  return advance();
}

bool ExpressionCompiler::parseName() {
  const ExpressionToken Name = Now;
  if (Name.Text.starts_with("__"))
    return fail(Name.Column, "names that begin with '__' are not taken");
  if (is("True") || is("False")) {
    push(ExpressionValue::boolean(is("True")), Name.Column);
    return advance();
  }
  if (is("lambda"))
    return fail(Name.Column, "functions cannot be written here");
  if (llvm::is_contained(Reserved, Name.Text))
    return failHere("expected a value");
  if (!advance())
    return false;
  if (const FunctionName *Function = rowOf(Functions, Name.Text);
      Function && is("("))
    return parseCall(*Function, Name.Column);
  if (is("("))
    return fail(Name.Column,
                formatv("there is no function '{0}' here; abs, float, int, "
                        "len, list, max, min, range, round and sum are known",
                        Name.Text));
  Mentioned.push_back(Name.Text);
  Code.push_back({Kind::Parameter, 0, static_cast<uint16_t>(Name.Column),
                  static_cast<int32_t>(Mentioned.size() - 1)});
  return true;
}

bool ExpressionCompiler::parseBrackets(bool IsTuple) {
  const StringLiteral Close = IsTuple ? StringLiteral(")") : StringLiteral("]");
  const unsigned Column = Now.Column;
  const size_t Start = Code.size();
  if (!advance())
    return false;
  unsigned Elements = 0;
  bool HasComma = false;
  while (!is(Close)) {
    if (!parse(Anything))
      return false;
    ++Elements;
    if (is("for")) {
      if (IsTuple)
        return fail(Now.Column, "'for' needs square brackets around it");
      return (Elements == 1 && !HasComma) ||
                     fail(Now.Column, "'for' goes with one element alone")
                 ? parseComprehension(Start, Column)
                 : false;
    }
    if (!is(","))
      break;
    HasComma = true;
    if (!advance())
      return false;
  }
  if (!expect(Close))
    return false;
  if (IsTuple && Elements == 1 && !HasComma)
    return true;
  emit({Kind::MakeList, IsTuple, static_cast<uint16_t>(Column),
        static_cast<int32_t>(Elements)},
       Elements);
  return true;
}

/// [e for i in list if c]: the code of e, from \p Start on, moves to the end of
/// the loop's body, and the name i in it and in c becomes the element.
bool ExpressionCompiler::parseComprehension(size_t Start, unsigned Column) {
  const auto Place = static_cast<uint16_t>(Column);
  const size_t ElementEnd = Code.size();
  if (!advance())
    return false;
  const StringRef Name = Now.Text;
  if (Now.Type != ExpressionToken::Kind::Name ||
      llvm::is_contained(Reserved, Name) || rowOf(Functions, Name))
    return failHere("expected a name");
  if (Made->Iterations > UINT8_MAX)
    return fail(Column, "over 256 lists are made with 'for'");
  const auto Slot = static_cast<uint8_t>(Made->Iterations++);
  if (!advance() || !expect("in") || !parse(Disjunction))
    return false;
  Code.push_back({Kind::BeginList, 0, Place, Slot});
  const size_t Next = emitJump(Kind::NextElement, Column, Slot);
  size_t Filter = 0;
  const size_t ConditionStart = Code.size();
  if (is("if")) {
    if (!advance() || !parse(Disjunction))
      return false;
    Filter = emitJump(Kind::JumpIfFalse, Column);
  }
  if (is("for") || is("if"))
    return fail(Now.Column, "one 'for' with one 'if' is taken");
  auto bind = [&](size_t From, size_t To) {
    for (size_t I = From; I != To; ++I)
      if (Code[I].Type == Kind::Parameter && Mentioned[Code[I].Operand] == Name)
        Code[I] = {Kind::Element, 0, Code[I].Column, Slot};
  };
  bind(Start, ElementEnd);
  bind(ConditionStart, Code.size());
  const size_t Length = ElementEnd - Start;
  std::rotate(Code.begin() + Start, Code.begin() + ElementEnd, Code.end());
  Code.push_back({Kind::AppendElement, 0, Place, Slot});
  const size_t Head = Next - Length; // where NextElement is now
  Code.push_back(
      {Kind::Jump, 0, Place,
       static_cast<int32_t>(Head) - static_cast<int32_t>(Code.size()) - 1});
  if (Filter) {
    const size_t Moved = Filter - Length;
    Code[Moved].Operand =
        static_cast<int32_t>(Head) - static_cast<int32_t>(Moved) - 1;
  }
  land(Head);
  Code.push_back({Kind::EndList, 0, Place, Slot});
  LastTarget = Code.size();
  return expect("]");
}

bool ExpressionCompiler::parseCall(const FunctionName &Function,
                                   unsigned Column) {
  unsigned Arguments = 0;
  if (!advance())
    return false;
  while (!is(")")) {
    if (!parse(Anything))
      return false;
    ++Arguments;
    if (is("for"))
      return fail(Now.Column, "'for' needs square brackets around it");
    if (!is(","))
      break;
    if (!advance())
      return false;
  }
  if (!expect(")"))
    return false;
  if (Arguments < Function.Least || Arguments > Function.Most)
    return fail(Column, Function.Least == Function.Most
                            ? formatv("{0}() takes one value, not {1}",
                                      Function.Text, Arguments)
                                  .str()
                            : formatv("{0}() does not take {1} values",
                                      Function.Text, Arguments)
                                  .str());
  emit({Kind::Call, static_cast<uint8_t>(Function.Meaning),
        static_cast<uint16_t>(Column), static_cast<int32_t>(Arguments)},
       Arguments);
  return true;
}

/// Appends an operation on the last \p Operands values; where they are
/// constants and it succeeds, its value takes their place. 0: they are not
/// known.
void ExpressionCompiler::emit(ExpressionInstruction Instruction,
                              unsigned Operands) {
  Code.push_back(Instruction);
  const size_t Length = Operands + 1;
  if ((!Operands && Instruction.Type != Kind::MakeList) ||
      Code.size() < LastTarget + Length)
    return;
  const size_t First = Code.size() - Length;
  for (size_t I = First; I + 1 != Code.size(); ++I)
    if (Code[I].Type != Kind::Constant)
      return;
  ExpressionCode Part;
  Part.Instructions.assign(Code.begin() + First, Code.end());
  for (size_t I = 0; I != Operands; ++I) {
    int32_t &Constant = Part.Instructions[I].Operand;
    Part.Constants.push_back(Made->Constants[Constant]);
    Constant = static_cast<int32_t>(I);
  }
  ExpressionEvaluator Evaluator;
  if (!Evaluator.execute(Part, {}, Made->Storage))
    return;
  Code.resize(First);
  push(Evaluator.Stack.front(), Instruction.Column);
}

/// What is left of the names are parameters.
void ExpressionCompiler::resolveNames() {
  for (ExpressionInstruction &Each : Code) {
    if (Each.Type != Kind::Parameter)
      continue;
    const StringRef Name = Mentioned[Each.Operand];
    const auto *Found = llvm::find(Names, Name);
    if (Found == Names.end()) {
      const StringRef Near = nearestName(Name, Names);
      fail(Each.Column,
           formatv("no parameter '{0}'", Name).str() +
               (Near.empty() ? ""
                             : formatv("; did you mean '{0}'?", Near).str()));
      return;
    }
    Each.Operand = static_cast<int32_t>(Found - Names.begin());
    Made->Parameters.push_back(static_cast<unsigned>(Each.Operand));
  }
  llvm::sort(Made->Parameters);
  Made->Parameters.erase(llvm::unique(Made->Parameters),
                         Made->Parameters.end());
}

Expected<std::shared_ptr<const ExpressionCode>>
kernelcast::compileExpression(StringRef Text, ArrayRef<std::string> Names) {
  return ExpressionCompiler(Text, Names).compile();
}
