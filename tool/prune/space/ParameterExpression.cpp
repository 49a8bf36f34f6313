//===- ParameterExpression.cpp - The machine that runs expressions --------===//

#include "tool/prune/space/ParameterExpression.h"
#include "tool/prune/space/ExpressionCompiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelcast;
using namespace llvm;

char ExpressionError::ID = 0;

void ExpressionError::log(raw_ostream &Out) const {
  Out << "column " << Column << ": " << Message;
}

std::error_code ExpressionError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Expected<ParameterExpression>
ParameterExpression::parse(StringRef Text, ArrayRef<std::string> Names) {
  auto Code = compileExpression(Text, Names);
  if (!Code)
    return Code.takeError();
  ParameterExpression Made;
  Made.Code = std::move(*Code);
  return Made;
}

ParameterExpression ParameterExpression::constant(int64_t Value) {
  auto Code = std::make_shared<ExpressionCode>();
  Code->Constants.push_back(ExpressionValue::integer(Value));
  Code->Instructions.push_back({ExpressionInstruction::Kind::Constant});
  ParameterExpression Made;
  Made.Code = std::move(Code);
  return Made;
}

ArrayRef<unsigned> ParameterExpression::parameters() const {
  return Code->Parameters;
}

Error ExpressionEvaluator::error() const {
  return make_error<ExpressionError>(Failure.Column, Failure.What);
}

const ExpressionValue *
ExpressionEvaluator::run(const ParameterExpression &Expression,
                         ArrayRef<ExpressionValue> Values) {
  if (!Storage.isEmpty())
    Storage.clear();
  return execute(Expression.code(), Values, Storage) ? Stack.data() : nullptr;
}

/// Elements that an instruction may look at when it gets \p Value.
static uint64_t elements(const ExpressionValue &Value) {
  return Value.Type == ExpressionValue::Kind::List ? Value.List->Weight : 0;
}

/// Runs \p Code until its end; the value is then at the bottom of the stack.
/// Lists and texts are made in \p Lasting.
bool ExpressionEvaluator::execute(const ExpressionCode &Code,
                                  ArrayRef<ExpressionValue> Values,
                                  ExpressionStorage &Lasting) {
  using Kind = ExpressionInstruction::Kind;
  // Every instruction leaves at most one value more than before.
  if (Stack.size() < Code.Instructions.size() + 1)
    Stack.resize(Code.Instructions.size() + 1);
  if (Iterations.size() < Code.Iterations)
    Iterations.resize(Code.Iterations);
  Failure = ExpressionFailure();
  ExpressionValue *Top = Stack.data() - 1;
  const ExpressionInstruction *At = Code.Instructions.data();
  const ExpressionInstruction *const End = At + Code.Instructions.size();
  uint64_t Steps = 0;
  while (At != End) {
    const ExpressionInstruction &Now = *At++;
    if (++Steps > MaxExpressionSteps) {
      Failure.Reason = ExpressionFailure::Kind::TooLarge;
      Failure.What = "the expression takes over 10000000 steps";
      Failure.Column = Now.Column;
      return false;
    }
    bool Done = true;
    switch (Now.Type) {
    case Kind::Constant:
      *++Top = Code.Constants[Now.Operand];
      break;
    case Kind::Parameter:
      *++Top = Values[Now.Operand];
      break;
    case Kind::Element:
      *++Top = Iterations[Now.Operand].Current;
      break;
    case Kind::Unary: {
      const ExpressionValue Operand = *Top;
      Done = apply(static_cast<UnaryOperator>(Now.Variant), Operand, *Top,
                   Failure);
      break;
    }
    case Kind::Binary: {
      const ExpressionValue Left = Top[-1], Right = *Top;
      Steps += elements(Left) + elements(Right);
      Done = apply(static_cast<BinaryOperator>(Now.Variant), Left, Right,
                   *--Top, Lasting, Failure);
      break;
    }
    case Kind::Compare:
    case Kind::CompareNext: {
      bool Holds = false;
      const ExpressionValue Right = *Top--;
      Steps += elements(*Top) + elements(Right);
      Done = apply(static_cast<Comparison>(Now.Variant), *Top, Right, Holds,
                   Failure);
      if (Now.Type == Kind::CompareNext && Holds) {
        *Top = Right;
        break;
      }
      *Top = ExpressionValue::boolean(Holds);
      if (Now.Type == Kind::CompareNext)
        At += Now.Operand;
      break;
    }
    case Kind::KeepFalse:
    case Kind::KeepTrue:
      if (isTrue(*Top) == (Now.Type == Kind::KeepTrue))
        At += Now.Operand;
      else
        --Top;
      break;
    case Kind::JumpIfFalse:
      if (!isTrue(*Top--))
        At += Now.Operand;
      break;
    case Kind::Jump:
      At += Now.Operand;
      break;
    case Kind::MakeList: {
      ExpressionValue Made;
      Done = makeList(Top - Now.Operand + 1, Now.Operand, Now.Variant, Made,
                      Lasting, Failure);
      Top -= Now.Operand;
      *++Top = Made;
      break;
    }
    case Kind::Call: {
      ExpressionValue Made;
      ExpressionValue *First = Top - Now.Operand + 1;
      for (const ExpressionValue *Each = First; Each <= Top; ++Each)
        Steps += elements(*Each);
      Done = apply(static_cast<ExpressionFunction>(Now.Variant), First,
                   Now.Operand, Made, Lasting, Failure);
      Top = First;
      *Top = Made;
      break;
    }
    case Kind::BeginList: {
      Iteration &Over = Iterations[Now.Operand];
      Done = Top->Type == ExpressionValue::Kind::List;
      if (!Done) {
        Failure.Reason = ExpressionFailure::Kind::WrongType;
        Failure.What = "'for' needs a list or a range";
        break;
      }
      Over.List = Top--->List;
      Over.Next = 0;
      Over.Made.clear();
      break;
    }
    case Kind::NextElement: {
      Iteration &Over = Iterations[Now.Variant];
      if (Over.Next == Over.List->Elements.size())
        At += Now.Operand;
      else
        Over.Current = Over.List->Elements[Over.Next++];
      break;
    }
    case Kind::AppendElement:
      Iterations[Now.Operand].Made.push_back(*Top--);
      break;
    case Kind::EndList: {
      const std::vector<ExpressionValue> &Made = Iterations[Now.Operand].Made;
      Done =
          makeList(Made.data(), Made.size(), false, *++Top, Lasting, Failure);
      break;
    }
    }
    if (!Done) {
      Failure.Column = Now.Column;
      return false;
    }
  }
  return true;
}
