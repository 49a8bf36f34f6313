//===- DecisionText.cpp - A tree of decisions in C ------------------------===//

#include "cost_models/emit/DecisionText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

std::string kernelcast::literal(double Value) {
  char Buffer[40];
  std::snprintf(Buffer, sizeof(Buffer), "%.17g", Value);
  for (int Digits = 1; Digits < 17; ++Digits) {
    char Shorter[40];
    std::snprintf(Shorter, sizeof(Shorter), "%.*g", Digits, Value);
    if (std::strtod(Shorter, nullptr) == Value) {
      std::snprintf(Buffer, sizeof(Buffer), "%s", Shorter);
      break;
    }
  }
  std::string Text = Buffer;
  if (Text.find_first_of(".en") == std::string::npos)
    Text += ".0";
  return Value < 0 ? "(" + Text + ")" : Text;
}

DecisionText::DecisionText(const CostFunction &F, std::string &Out)
    : F(F), Out(Out) {
  Uses.assign(F.trace().size(), 0);
  Reached.assign(F.trace().size(), false);
  for (const CostStep &Step : F.steps()) {
    if (Step.What == CostStep::Decision) {
      use(Step.Asked.A);
      use(Step.Asked.B);
    } else if (Step.What == CostStep::Result) {
      use(Step.Cycles.id());
    }
    Sizes.push_back(0);
  }
  Variable.assign(F.trace().size(), false);
  size(0);
}

bool DecisionText::needs(StringRef Input) const {
  for (TraceId Id = 0; Id != F.trace().size(); ++Id)
    if (Reached[Id] && F.trace()[Id].Op == TraceOp::Input &&
        F.trace()[Id].Name == Input)
      return true;
  return false;
}

void DecisionText::use(TraceId First) {
  SmallVector<TraceId> Stack{First};
  while (!Stack.empty()) {
    TraceId Id = Stack.pop_back_val();
    if (Id == NotTraced)
      continue;
    ++Uses[Id];
    if (Reached[Id])
      continue;
    Reached[Id] = true;
    const TraceNode &Node = F.trace()[Id];
    Stack.push_back(Node.A);
    if (Node.B != Node.A)
      Stack.push_back(Node.B);
  }
}

unsigned DecisionText::size(unsigned At) {
  const CostStep &Step = F.steps()[At];
  Sizes[At] = 1;
  for (unsigned Next : Step.Next)
    if (Step.What == CostStep::Decision && Next)
      Sizes[At] += size(Next);
  return Sizes[At];
}

static std::string variable(TraceId Id) { return "v" + std::to_string(Id); }

std::string DecisionText::operation(TraceId Id) {
  const TraceNode &Node = F.trace()[Id];
  std::string A = text(Node.A);
  std::string B = Node.B == Node.A ? A : text(Node.B);
  switch (Node.Op) {
  case TraceOp::Add:
    return A + " + " + B;
  case TraceOp::Sub:
    return A + " - " + B;
  case TraceOp::Mul:
    return A + " * " + B;
  case TraceOp::Div:
    return A + " / " + B;
  case TraceOp::Min:
    return "lower(" + A + ", " + B + ")";
  case TraceOp::Max:
    return "higher(" + A + ", " + B + ")";
  case TraceOp::Abs:
    return "absolute(" + A + ")";
  case TraceOp::Ceil:
    return "round_up(" + A + ")";
  default:
    return "";
  }
}

/// An operand: a literal, a name, or an operation that only it needs.
std::string DecisionText::text(TraceId Id) {
  const TraceNode &Node = F.trace()[Id];
  if (Node.Op == TraceOp::Constant)
    return literal(Node.Value);
  if (Node.Op == TraceOp::Input)
    return Node.Name;
  if (Variable[Id])
    return variable(Id);
  std::string Text = operation(Id);
  bool IsCall = Node.Op >= TraceOp::Min;
  return IsCall ? Text : "(" + Text + ")";
}

/// Writes the variables that \p First needs, operands first.
void DecisionText::define(TraceId First, unsigned Indent) {
  if (First == NotTraced)
    return;
  std::vector<std::pair<TraceId, bool>> Stack{{First, false}};
  while (!Stack.empty()) {
    auto [Id, Ready] = Stack.back();
    Stack.pop_back();
    const TraceNode &Node = F.trace()[Id];
    if (Node.Op <= TraceOp::Unknown || Variable[Id])
      continue;
    if (!Ready) {
      Stack.push_back({Id, true});
      Stack.push_back({Node.B, false});
      Stack.push_back({Node.A, false});
      continue;
    }
    // Named: what several need, or what would make a line too long.
    std::string Text = operation(Id);
    if (Uses[Id] < 2 && Text.size() < 60)
      continue;
    Variable[Id] = true;
    Defined.push_back(Id);
    line(Indent, "const double " + variable(Id) + " = " + Text + ";");
  }
}

void DecisionText::line(unsigned Indent, const std::string &Text) {
  Out += std::string(Indent, ' ') + Text + "\n";
}

void DecisionText::step(unsigned At, unsigned Indent) {
  for (;;) {
    const CostStep &Step = F.steps()[At];
    if (Step.What != CostStep::Decision)
      return end(Step, Indent);
    define(Step.Asked.A, Indent);
    define(Step.Asked.B, Indent);
    static constexpr const char *Signs[] = {" < ", " <= ", " == "};
    std::string Condition =
        text(Step.Asked.A) + Signs[Step.Asked.What] + text(Step.Asked.B);
    auto Weight = [&](bool Side) {
      return Step.Next[Side] ? Sizes[Step.Next[Side]] : 0;
    };
    bool Inside = Weight(true) < Weight(false);
    std::string If = "if (" + (Inside ? Condition : "!(" + Condition + ")");
    if (!Weight(Inside)) {
      line(Indent, If + ") return -1.0;");
    } else {
      line(Indent, If + ") {");
      size_t Outer = Defined.size();
      step(Step.Next[Inside], Indent + 2);
      while (Defined.size() > Outer)
        Variable[Defined.pop_back_val()] = false;
      line(Indent, "}");
    }
    At = Step.Next[!Inside];
  }
}

void DecisionText::end(const CostStep &Step, unsigned Indent) {
  if (Step.What != CostStep::Result)
    return line(Indent, "return -1.0;");
  define(Step.Cycles.id(), Indent);
  std::string Cycles = Step.Cycles.isConstant() ? literal(Step.Cycles.value())
                                                : text(Step.Cycles.id());
  line(Indent,
       "return " + Cycles + " / " + literal(F.gpu().Clock.Value) + " * 1e6;");
}
