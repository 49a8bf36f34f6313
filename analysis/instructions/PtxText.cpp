//===- PtxText.cpp - Inline assembly as a list of instructions ------------===//

#include "analysis/instructions/PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kernelcast {

/// \p Text without comments, and with LLVM's spellings of braces and bars
/// ("$(", "$|", "$)") as PTX has them.
static std::string plainText(StringRef Text) {
  std::string Plain;
  while (!Text.empty()) {
    if (Text.starts_with("//")) {
      Text = Text.drop_front(std::min(Text.find('\n'), Text.size()));
    } else if (Text.starts_with("/*")) {
      const size_t End = Text.find("*/", 2);
      Text = End == StringRef::npos ? StringRef() : Text.drop_front(End + 2);
      Plain += ' ';
    } else if (Text.consume_front("$(")) {
      Plain += '{';
    } else if (Text.consume_front("$)")) {
      Plain += '}';
    } else if (Text.consume_front("$|")) {
      Plain += '|';
    } else {
      Plain += Text.front();
      Text = Text.drop_front();
    }
  }
  return Plain;
}

/// \p Text cut at commas that stand in no bracket.
static SmallVector<StringRef, 8> separated(StringRef Text) {
  SmallVector<StringRef, 8> Parts;
  int Depth = 0;
  size_t From = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '{' || Text[I] == '[' || Text[I] == '(';
    Depth -= Text[I] == '}' || Text[I] == ']' || Text[I] == ')';
    if (Text[I] == ',' && Depth <= 0) {
      Parts.push_back(Text.slice(From, I).trim());
      From = I + 1;
    }
  }
  if (StringRef Last = Text.substr(From).trim(); !Last.empty())
    Parts.push_back(Last);
  return Parts;
}

/// "${0:x}" is operand 0 in another print.
static std::string named(StringRef Name) {
  Name = Name.trim();
  if (Name.consume_front("${"))
    return ("$" + Name.take_until([](char C) { return C == ':' || C == '}'; }))
        .str();
  return Name.str();
}

static PtxOperand operand(StringRef Text) {
  PtxOperand Result;
  if (Text.consume_front("[")) {
    Text.consume_back("]");
    Result.IsAddress = true;
    Result.Elements.push_back(named(Text));
  } else if (Text.consume_front("{")) {
    Text.consume_back("}");
    Result.IsVector = true;
    for (StringRef Element : separated(Text))
      Result.Elements.push_back(named(Element));
  } else {
    Result.Elements.push_back(named(Text));
  }
  return Result;
}

/// A label "name:" at the front of \p Statement; "::" is part of a modifier.
static StringRef takeLabel(StringRef &Statement) {
  const size_t Colon = Statement.find(':');
  if (Colon == StringRef::npos || Statement.substr(Colon).starts_with("::"))
    return {};
  const StringRef Name = Statement.take_front(Colon);
  if (Name.empty() || Name.find_first_of(" \t\n[],@{$") != StringRef::npos)
    return {};
  Statement = Statement.drop_front(Colon + 1).ltrim();
  return Name;
}

/// Whether two words stand in \p Element with nothing but blanks between.
static bool hasTwoWords(StringRef Element) {
  constexpr StringLiteral Blanks = " \t\r\n";
  auto IsOfWord = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
  for (size_t At = Element.find_first_of(Blanks); At != StringRef::npos;
       At = Element.find_first_of(Blanks, At)) {
    const size_t Next = Element.find_first_not_of(Blanks, At);
    if (Next == StringRef::npos)
      return false;
    const char Before = At ? Element[At - 1] : ' ', Behind = Element[Next];
    if ((IsOfWord(Before) || StringRef("]})").contains(Before)) &&
        (IsOfWord(Behind) || StringRef("@.%[{").contains(Behind)))
      return true;
    At = Next;
  }
  return false;
}

bool hasBrokenOperand(const PtxInstruction &I) {
  return any_of(I.Operands, [](const PtxOperand &Operand) {
    return Operand.Elements.empty() ||
           any_of(Operand.Elements, [](StringRef Element) {
             return Element.empty() || hasTwoWords(Element);
           });
  });
}

namespace {

/// The registers that the scopes around a place declare.
class DeclaredRegisters {
public:
  void enter() { ++Depth; }
  void leave() {
    while (!Names.empty() && Names.back().second >= Depth)
      Names.pop_back();
    Depth -= Depth > 0;
  }
  /// \p Declaration is ".reg .type name, name<count>". The name that is
  /// declared already, or "".
  StringRef declare(StringRef Declaration) {
    StringRef Twice;
    const size_t Type = Declaration.find_last_of('.');
    const size_t From = Declaration.find_first_of(" \t\r\n", Type);
    for (StringRef Name : separated(Declaration.substr(From))) {
      auto Is = [&](const auto &Each) { return Each.first == Name; };
      if (any_of(Names, Is))
        Twice = Name;
      else
        Names.push_back({Name, Depth});
    }
    return Twice;
  }

private:
  SmallVector<std::pair<StringRef, unsigned>, 8> Names; ///< with their scopes
  unsigned Depth = 0;
};

} // namespace

/// What no table has, in place of an instruction.
static PtxInstruction unreadable(const Twine &What) {
  PtxInstruction I;
  I.Opcode = What.str();
  return I;
}

SmallVector<PtxInstruction, 4> parsePtx(StringRef Text) {
  SmallVector<PtxInstruction, 4> Result;
  DeclaredRegisters Declared;
  const std::string Plain = plainText(Text);
  SmallVector<StringRef, 8> Statements;
  StringRef(Plain).split(Statements, ';');
  for (StringRef Statement : Statements) {
    if (Result.size() >= MostPtxInstructions) {
      Result.push_back(unreadable("what follows " + Twine(MostPtxInstructions) +
                                  " instructions"));
      break;
    }
    PtxInstruction I;
    Statement = Statement.trim();
    for (;;) { // scopes and labels
      if (Statement.consume_front("{")) {
        Declared.enter();
        Statement = Statement.ltrim();
      } else if (Statement.consume_front("}")) {
        Declared.leave();
        Statement = Statement.ltrim();
      } else if (StringRef Label = takeLabel(Statement); !Label.empty()) {
        I.Label = Label.str();
      } else {
        break;
      }
    }
    if (Statement.starts_with(".pragma"))
      continue;
    if (Statement.starts_with(".reg")) {
      if (StringRef Twice = Declared.declare(Statement); !Twice.empty())
        Result.push_back(
            unreadable("register " + Twice + " of two scopes at once"));
      continue;
    }
    if (Statement.consume_front("@")) {
      I.Negated = Statement.consume_front("!");
      const size_t End =
          std::min(Statement.find_first_of(" \t\n"), Statement.size());
      I.Predicate = Statement.take_front(End).str();
      Statement = Statement.drop_front(End).ltrim();
    }
    const size_t End =
        std::min(Statement.find_first_of(" \t\n{["), Statement.size());
    I.Opcode = Statement.take_front(End).str();
    for (StringRef Operand : separated(Statement.drop_front(End)))
      I.Operands.push_back(operand(Operand));
    if (!I.Opcode.empty() || !I.Label.empty())
      Result.push_back(std::move(I));
  }
  return Result;
}

SmallVector<StringRef, 8> PtxInstruction::parts() const {
  SmallVector<StringRef, 8> Parts;
  StringRef(Opcode).split(Parts, '.');
  return Parts;
}

bool PtxInstruction::hasPart(StringRef Part) const {
  return is_contained(parts(), Part);
}

} // namespace kernelcast
