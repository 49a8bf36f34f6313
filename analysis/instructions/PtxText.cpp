//===- PtxText.cpp - Inline assembly as a list of instructions ------------===//

#include "analysis/instructions/PtxText.h"
#include "llvm/ADT/STLExtras.h"

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

SmallVector<PtxInstruction, 4> parsePtx(StringRef Text) {
  SmallVector<PtxInstruction, 4> Result;
  const std::string Plain = plainText(Text);
  SmallVector<StringRef, 8> Statements;
  StringRef(Plain).split(Statements, ';');
  for (StringRef Statement : Statements) {
    if (Result.size() >= MostPtxInstructions)
      break;
    PtxInstruction I;
    Statement = Statement.trim();
    for (;;) { // scopes and labels
      if (Statement.consume_front("{") || Statement.consume_front("}")) {
        Statement = Statement.ltrim();
      } else if (StringRef Label = takeLabel(Statement); !Label.empty()) {
        I.Label = Label.str();
      } else {
        break;
      }
    }
    if (Statement.starts_with(".reg") || Statement.starts_with(".pragma"))
      continue;
    if (Statement.consume_front("@")) {
      I.Negated = Statement.consume_front("!");
      const size_t End =
          std::min(Statement.find_first_of(" \t\n"), Statement.size());
      I.Predicate = Statement.take_front(End).str();
      Statement = Statement.drop_front(End).ltrim();
    }
    const size_t End =
        std::min(Statement.find_first_of(" \t\n"), Statement.size());
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
