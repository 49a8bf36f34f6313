//===- WorkflowGraph.cpp - Reading and writing work flow graphs -----------===//
//
//   graph    := sequence [';' arc...]
//   sequence := { [NAME '='] node }
//   node     := 'C' N ['.sfu' | '.fp64'] | 'S' N | 'B' | 'L' N | 'W' N
//             | 'if' '(' N ',' N ')' '{' sequence ['|' sequence] '}'
//             | 'loop' '(' N ')' '{' sequence '}'
//   arc      := NAME '->' NAME ['@' N]
//===----------------------------------------------------------------------===//

#include "analysis/workflow/WorkflowGraph.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

class Parser {
public:
  explicit Parser(StringRef Text) : Text(Text) {}

  Expected<WorkflowGraph> parse() {
    Graph.Regions.emplace_back();
    std::vector<WorkflowId> Around;
    if (!sequence(Graph.Root, 0, Around))
      return failure();
    if (eat(";"))
      while (peek())
        if (!arc())
          return failure();
    if (peek()) {
      fail("expected a node");
      return failure();
    }
    return std::move(Graph);
  }

private:
  Error failure() const {
    return createStringError("work flow graph, column %zu: %s", Position + 1,
                             Message.c_str());
  }
  bool fail(const Twine &What) {
    Message = What.str();
    return false;
  }
  char peek() {
    while (Position < Text.size() && isSpace(Text[Position]))
      ++Position;
    return Position < Text.size() ? Text[Position] : 0;
  }
  bool eat(StringRef Token) {
    peek();
    if (!Text.substr(Position).starts_with(Token))
      return false;
    Position += Token.size();
    return true;
  }
  bool expect(StringRef Token) {
    return eat(Token) || fail("expected '" + Token + "'");
  }
  StringRef word() {
    peek();
    StringRef Word = Text.substr(Position).take_while(
        [](char C) { return isAlnum(C) || C == '_'; });
    Position += Word.size();
    return Word;
  }
  bool number(double &Value) {
    peek();
    StringRef Digits = Text.substr(Position).take_while(
        [](char C) { return isDigit(C) || C == '.'; });
    if (Digits.ends_with(".")) // the dot of C2.sfu stays
      Digits = Digits.drop_back();
    if (size_t Second = Digits.find('.', Digits.find('.') + 1);
        Digits.contains('.') && Second != StringRef::npos)
      Digits = Digits.take_front(Second);
    if (Digits.empty() || Digits.size() > 32 || Digits.getAsDouble(Value))
      return fail("expected a number");
    Position += Digits.size();
    return true;
  }

  bool sequence(WorkflowSequence &Into, unsigned Region,
                std::vector<WorkflowId> &Around) {
    if (Around.size() > MaxWorkflowDepth)
      return fail("nested deeper than " + Twine(MaxWorkflowDepth));
    while (char Next = peek()) {
      if (Next == '}' || Next == '|' || Next == ';')
        return true;
      WorkflowId Id = Graph.Nodes.size();
      Graph.Nodes.emplace_back().Region = Region;
      if (!node(Id, Around))
        return false;
      Into.push_back(Id);
    }
    return true;
  }

  bool node(WorkflowId Id, std::vector<WorkflowId> &Around) {
    size_t Start = (peek(), Position);
    StringRef Word = word();
    if (Word.empty())
      return fail("expected a node");
    if (eat("=")) {
      if (!Names.try_emplace(Word, Id).second)
        return fail("the name '" + Word + "' is taken");
      Graph.Nodes[Id].Name = Word.str();
      Start = (peek(), Position);
      Word = word();
    }
    Enclosing.resize(Graph.Nodes.size());
    Enclosing[Id] = Around;
    if (Word == "if")
      return branch(Id, Around);
    if (Word == "loop")
      return loop(Id, Around);
    Position = Start + 1; // kind letter; the number follows
    return !Word.empty() ? leaf(Id, Word[0]) : fail("expected a node");
  }

  bool leaf(WorkflowId Id, char Letter) {
    WorkflowNode &Node = Graph.Nodes[Id];
    switch (Letter) {
    case 'C':
      Node.Kind = WorkflowKind::Compute;
      if (!number(Node.Instructions))
        return false;
      if (eat(".sfu"))
        Node.Unit = ComputeUnit::Sfu;
      else if (eat(".fp64"))
        Node.Unit = ComputeUnit::Fp64;
      Graph.Regions[Node.Region].Instructions += Node.Instructions;
      return true;
    case 'S':
      Node.Kind = WorkflowKind::Shared;
      if (!number(Node.BankSteps))
        return false;
      Node.IdealBankSteps = Node.BankSteps;
      return true;
    case 'B':
      Node.Kind = WorkflowKind::Barrier;
      return true;
    case 'L':
    case 'W':
      Node.Kind = WorkflowKind::Memory;
      Node.IsLoad = Letter == 'L';
      if (!number(Node.Bytes))
        return false;
      Node.IdealBytes = Node.Bytes;
      return true;
    default:
      --Position;
      return fail("expected a node");
    }
  }

  unsigned newRegion(WorkflowId Id, double Active, double Trip) {
    ParallelismRegion Region;
    Region.Active = std::min(Active, 1.0);
    Region.Trip = Trip;
    Region.Parent = Graph.Nodes[Id].Region;
    Graph.Regions.push_back(Region);
    return Graph.Regions.size() - 1;
  }

  bool branch(WorkflowId Id, std::vector<WorkflowId> &Around) {
    double RhoTrue = 0, RhoFalse = 0;
    if (!expect("(") || !number(RhoTrue) || !expect(",") || !number(RhoFalse) ||
        !expect(")") || !expect("{"))
      return false;
    if (RhoTrue > 1 || RhoFalse > 1)
      return fail("a fraction of warps is at most 1");
    WorkflowSequence Body, Else;
    Around.push_back(Id);
    if (!sequence(Body, newRegion(Id, RhoTrue, 1), Around))
      return false;
    if (eat("|") && !sequence(Else, newRegion(Id, RhoFalse, 1), Around))
      return false;
    Around.pop_back();
    WorkflowNode &Node = Graph.Nodes[Id];
    Node.Kind = WorkflowKind::Branch;
    Node.RhoTrue = RhoTrue, Node.RhoFalse = RhoFalse;
    Node.Body = std::move(Body), Node.Else = std::move(Else);
    return expect("}");
  }

  bool loop(WorkflowId Id, std::vector<WorkflowId> &Around) {
    double Trip = 0;
    if (!expect("(") || !number(Trip) || !expect(")") || !expect("{"))
      return false;
    WorkflowSequence Body;
    Around.push_back(Id);
    if (!sequence(Body, newRegion(Id, 1, Trip), Around))
      return false;
    Around.pop_back();
    WorkflowNode &Node = Graph.Nodes[Id];
    Node.Kind = WorkflowKind::Loop;
    Node.Trip = Trip;
    Node.Body = std::move(Body);
    return expect("}");
  }

  bool end(WorkflowId &Id) {
    StringRef Name = word();
    auto Found = Names.find(Name);
    if (Found == Names.end())
      return fail("no node is called '" + Name + "'");
    Id = Found->second;
    return true;
  }

  bool arc() {
    DependenceArc Arc;
    if (!end(Arc.Load) || !expect("->") || !end(Arc.Use))
      return false;
    if (WorkflowKind Kind = Graph.Nodes[Arc.Load].Kind;
        Kind == WorkflowKind::Branch || Kind == WorkflowKind::Loop)
      return fail("an arc starts at an instruction");
    if (double Distance; eat("@")) {
      if (!number(Distance))
        return false;
      if (Distance < 1 || Distance > 16 || Distance != std::floor(Distance))
        return fail("the distance is a whole number from 1 to 16");
      Arc.Distance = unsigned(Distance);
      const auto &A = Enclosing[Arc.Load], &B = Enclosing[Arc.Use];
      for (size_t I = 0; I < std::min(A.size(), B.size()) && A[I] == B[I]; ++I)
        if (Graph.Nodes[A[I]].Kind == WorkflowKind::Loop)
          Arc.Loop = A[I];
      if (Arc.Loop == None)
        return fail("no loop contains both ends");
    }
    if (Arc.Load == Arc.Use && !Arc.Distance)
      return fail("an arc to its own start needs a distance");
    Graph.Arcs.push_back(Arc);
    return true;
  }

  StringRef Text;
  size_t Position = 0;
  std::string Message;
  WorkflowGraph Graph;
  StringMap<WorkflowId> Names;
  std::vector<std::vector<WorkflowId>> Enclosing; ///< outermost first
};

class Writer {
public:
  explicit Writer(const WorkflowGraph &Graph) : Graph(Graph), Out(Text) {
    Named.resize(Graph.Nodes.size());
    for (const DependenceArc &Arc : Graph.Arcs)
      Named[Arc.Load] = Named[Arc.Use] = true;
  }
  std::string write() {
    sequence(Graph.Root, 0);
    for (size_t I = 0; I < Graph.Arcs.size(); ++I) {
      const DependenceArc &Arc = Graph.Arcs[I];
      Out << (I ? " " : " ; ") << nameOf(Arc.Load) << "->" << nameOf(Arc.Use);
      if (Arc.Distance)
        Out << '@' << Arc.Distance;
    }
    return std::move(Text);
  }

private:
  std::string nameOf(WorkflowId Id) const {
    const std::string &Name = Graph.Nodes[Id].Name;
    return Name.empty() ? "n" + std::to_string(Id) : Name;
  }
  void number(double Value) {
    std::string Digits;
    raw_string_ostream(Digits) << format("%.6f", Value);
    StringRef Short = Digits;
    Short = Short.rtrim('0');
    Short.consume_back(".");
    Out << Short;
  }
  void sequence(const WorkflowSequence &Sequence, unsigned Depth) {
    if (Depth > 2 * MaxWorkflowDepth)
      return; // deeper than any graph that parser or builder make
    for (size_t I = 0; I < Sequence.size(); ++I) {
      if (I)
        Out << ' ';
      node(Sequence[I], Depth);
    }
  }
  void node(WorkflowId Id, unsigned Depth) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    if (!Node.Name.empty() || Named[Id])
      Out << nameOf(Id) << '=';
    switch (Node.Kind) {
    case WorkflowKind::Compute:
      Out << 'C';
      number(Node.Instructions);
      Out << (Node.Unit == ComputeUnit::Sfu    ? ".sfu"
              : Node.Unit == ComputeUnit::Fp64 ? ".fp64"
                                               : "");
      break;
    case WorkflowKind::Shared:
      Out << 'S';
      number(Node.BankSteps);
      break;
    case WorkflowKind::Barrier:
      Out << 'B';
      break;
    case WorkflowKind::Memory:
      Out << (Node.IsLoad ? 'L' : 'W');
      number(Node.Bytes);
      break;
    case WorkflowKind::Branch:
      Out << "if(";
      number(Node.RhoTrue);
      Out << ',';
      number(Node.RhoFalse);
      Out << "){";
      sequence(Node.Body, Depth + 1);
      if (!Node.Else.empty()) {
        Out << " | ";
        sequence(Node.Else, Depth + 1);
      }
      Out << '}';
      break;
    case WorkflowKind::Loop:
      Out << "loop(";
      number(Node.Trip);
      Out << "){";
      sequence(Node.Body, Depth + 1);
      Out << '}';
      break;
    }
  }
  const WorkflowGraph &Graph;
  std::string Text;
  raw_string_ostream Out;
  std::vector<bool> Named;
};

} // namespace

Expected<WorkflowGraph> kernelcast::parseWorkflow(StringRef Text) {
  return Parser(Text).parse();
}

std::string kernelcast::toText(const WorkflowGraph &Graph) {
  return Writer(Graph).write();
}
