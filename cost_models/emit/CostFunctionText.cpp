//===- CostFunctionText.cpp - A cost function in C ------------------------===//
//
// The function first sends away what it does not cover, then computes counts in
// whole numbers, then goes down the tree of decisions in double precision.
//===----------------------------------------------------------------------===//

#include "cost_models/emit/CostFunctionText.h"
#include "analysis/launch/ResolveLaunch.h"
#include "cost_models/emit/DecisionText.h"
#include "cost_models/emit/FormulaInC.h"
#include "cost_models/emit/Helpers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// A call gives up beyond this, so that it never takes a second.
static constexpr unsigned MostWarpsByLanes = 1 << 17;

namespace {

class FileWriter {
public:
  FileWriter(const CostFunction &F, const CostFunctionTextOptions &Options)
      : F(F), Options(Options) {
    for (char Axis : {'x', 'y', 'z'}) {
      Names[std::string("gridDim.") + Axis] = std::string("grid_") + Axis;
      Names[std::string("blockDim.") + Axis] = std::string("block_") + Axis;
    }
    Names["warpSize"] = std::to_string(F.gpu().WarpSize);
    for (const ParameterInfo &P : F.profile().kernel().Parameters)
      if (!P.Pointer && !P.Aggregate && !P.LocalPointer && !P.Scalar.Float)
        addArgument(P.Name, P.Scalar);
    for (const std::string &Name : F.profile().arguments())
      if (!Names.count(Name))
        addArgument(Name, ScalarType::integer(64, true));
  }

  void write(raw_ostream &OS) {
    DecisionText Tree(F, Body);
    launch();
    magnitudes();
    conditions();
    residency();
    counts(Tree);
    Tree.write();
    OS << "/*";
    for (const std::string &Line : Options.Head)
      OS << (Line.empty() ? "\n *" : "\n * ") << Line;
    OS << "\n */\n#include <stdint.h>\n\n"
       << helpersFor(Body) << "double " << Options.Function << "(";
    for (const auto &[Name, Type] : Arguments)
      OS << (Name == Arguments.front().first ? "" : " ") << "int64_t " << Name
         << ",";
    OS << (Arguments.empty() ? "" : "\n    ")
       << "int64_t grid_x, int64_t grid_y, int64_t grid_z,\n"
          "    int64_t block_x, int64_t block_y, int64_t block_z)\n{\n"
       << Body << "}\n";
  }

private:
  void addArgument(const std::string &Name, ScalarType Type) {
    std::string Plain;
    for (char C : Name)
      Plain += isAlnum(C) || C == '_' ? C : '_';
    while (isTaken(Plain))
      Plain += '_';
    Names[Name] = Plain;
    Arguments.push_back({Plain, Type});
  }

  bool isTaken(const std::string &Name) const {
    static constexpr const char *Words[] = {
        "grid_x",       "grid_y",    "grid_z",  "block_x",
        "block_y",      "block_z",   "blocks",  "blocks_per_sm",
        "warps_per_sm", "undefined", "threads", "warps_left"};
    bool IsOurs = Name.size() > 1 && StringRef("cvmins").contains(Name[0]) &&
                  all_of(StringRef(Name).drop_front(), isDigit);
    return IsOurs || is_contained(Words, Name) || isHelper(Name) ||
           isKeyword(Name) ||
           any_of(Arguments, [&](const auto &A) { return A.first == Name; });
  }

  void line(const Twine &Text) { Body += ("  " + Text + "\n").str(); }

  void launch() {
    line("/* A launch that " + F.gpu().Name +
         " takes, arguments of their "
         "types. */");
    auto Most = mostBlocks(F.gpu());
    std::string Threads = std::to_string(mostThreads(F.gpu()));
    for (unsigned D = 0; D != 3; ++D) {
      char Axis = "xyz"[D];
      std::string Grid = (Twine("grid_") + Twine(Axis)).str();
      std::string Block = (Twine("block_") + Twine(Axis)).str();
      line("if (" + Twine(Grid) + " < 1 || " + Grid + " > " + Twine(Most[D]) +
           " || " + Block + " < 1 || " + Block + " > " + Threads +
           ") return -1.0;");
    }
    line("if (block_x * block_y * block_z > " + Threads + ") return -1.0;");
    for (const auto &[Name, Type] : Arguments) {
      if (Type.Bits >= 64) {
        if (!is_contained(used(), Name))
          line("(void)" + Name + ";");
        continue;
      }
      int64_t Half = int64_t(1) << (Type.Bits - 1);
      int64_t Low = Type.Signed ? -Half : 0,
              High = Type.Signed ? Half - 1 : 2 * Half - 1;
      auto Number = [](int64_t V) {
        return "INT64_C(" + std::to_string(V) + ")";
      };
      line("if (" + Twine(Name) + " < " + Number(Low) + " || " + Name + " > " +
           Number(High) + ") return -1.0;");
    }
  }

  std::vector<std::string> used() const {
    std::vector<std::string> Result;
    for (const std::string &Name : F.profile().arguments())
      Result.push_back(Names.at(Name));
    return Result;
  }

  void magnitudes() {
    line("/* Nothing overflows, in the kernel or here. */");
    auto Steps = F.profile().magnitudes().steps();
    auto Of = [&](unsigned I) {
      return Steps[I].What == MagnitudeStep::Number ? literal(Steps[I].Value)
                                                    : "m" + std::to_string(I);
    };
    std::vector<bool> Needed(Steps.size());
    for (size_t I = Steps.size(); I-- > 0;)
      if (Needed[I] || Steps[I].Limit > 0) {
        bool Leaf = Steps[I].What <= MagnitudeStep::Leaf;
        Needed[I] = true;
        if (!Leaf)
          Needed[Steps[I].A] = true;
        if (!Leaf && Steps[I].What != MagnitudeStep::Power)
          Needed[Steps[I].B] = true;
      }
    std::vector<std::string> Checks;
    for (size_t I = 0; I != Steps.size(); ++I) {
      const MagnitudeStep &Step = Steps[I];
      if (!Needed[I])
        continue;
      std::string A = Of(Step.A), B = Of(Step.B), Text;
      switch (Step.What) {
      case MagnitudeStep::Number:
        continue;
      case MagnitudeStep::Leaf:
        Text = ("absolute((double)" + Twine(Names.at(toText(Step.Of))) + ")")
                   .str();
        break;
      case MagnitudeStep::Add:
        Text = (Twine(A) + " + " + B).str();
        break;
      case MagnitudeStep::Mul:
        Text = (Twine(A) + " * " + B).str();
        break;
      case MagnitudeStep::Larger:
        Text = ("higher(" + Twine(A) + ", " + B + ")").str();
        break;
      case MagnitudeStep::Smaller:
        Text = ("lower(" + Twine(A) + ", " + B + ")").str();
        break;
      case MagnitudeStep::Power:
        Text = ("power_of_two(" + Twine(A) + ")").str();
        break;
      }
      line("const double m" + std::to_string(I) + " = " + Text + ";");
      if (Step.Limit > 0)
        Checks.push_back("m" + std::to_string(I) + " < " + literal(Step.Limit));
    }
    if (!Checks.empty())
      line("if (!(" + join(Checks, " &&\n        ") + ")) return -1.0;");
  }

  void conditions() {
    if (!F.profile().conditions().empty())
      line("/* What the formulas below hold for. */");
    for (Formula Condition : F.profile().conditions()) {
      std::string Loops;
      std::string Text = Formulas.condition(Condition, Loops, 2);
      Body += Loops;
      line("if (!(" + Text + ")) return -1.0;");
    }
  }

  void residency() {
    line("/* Blocks and warps on an SM, by the warps of a block. */");
    auto Table = [&](const char *Name, auto Of) {
      std::string Text;
      for (const ResidentBlocks &R : F.residency())
        Text += (Text.empty() ? "" : ", ") + std::to_string(Of(R));
      line(std::string("static const short ") + Name + "[] = {" + Text + "};");
    };
    Table("resident_blocks", [](const ResidentBlocks &R) { return R.Blocks; });
    Table("resident_warps", [](const ResidentBlocks &R) { return R.Warps; });
    line("const int64_t warps = block_x * block_y * block_z / " +
         std::to_string(F.gpu().WarpSize) + ";");
    line("if (resident_blocks[warps] == 0) return -1.0;");
    line("const double blocks_per_sm = resident_blocks[warps];");
    line("const double warps_per_sm = resident_warps[warps];");
    line("const double blocks = (double)grid_x * (double)grid_y * "
         "(double)grid_z;");
  }

  void counts(const DecisionText &Tree) {
    for (const CountFormula &C : F.profile().counts()) {
      if (!Tree.needs(C.Name))
        continue;
      std::string Loops, Text = Formulas.expression(C.Value, Loops, 2);
      Body += "  /* " + C.What + " */\n" + Loops;
      line("const double " + C.Name + " = (double)(" + Text + ");");
    }
    if (Formulas.goesOverLanes())
      Body = "  /* Lanes are gone over one by one: of this many warps at most. "
             "*/\n  int64_t warps_left = " +
             std::to_string(MostWarpsByLanes) + ";\n" + Body;
    if (Formulas.mayBeUndefined()) {
      Body = "  int undefined = 0;\n" + Body;
      line("if (undefined) return -1.0;");
    }
    for (const char *Input : {CostFunction::Blocks, CostFunction::BlocksPerSM,
                              CostFunction::WarpsPerSM})
      if (!Tree.needs(Input))
        line("(void)" + std::string(Input) + ";");
    line("/* The model, way by way through its decisions. */");
  }

  const CostFunction &F;
  const CostFunctionTextOptions &Options;
  std::map<std::string, std::string> Names;
  std::vector<std::pair<std::string, ScalarType>> Arguments;
  FormulaInC Formulas{Names};
  std::string Body;
};

} // namespace

void kernelcast::writeC(const CostFunction &Function,
                        const CostFunctionTextOptions &Options,
                        raw_ostream &OS) {
  FileWriter(Function, Options).write(OS);
}
