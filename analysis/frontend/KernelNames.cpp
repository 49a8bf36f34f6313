//===- KernelNames.cpp - Names of kernels as users write them -------------===//

#include "analysis/frontend/KernelNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace kernelcast;

std::string kernelcast::withoutTemplateArguments(StringRef Name) {
  std::string Result;
  unsigned Depth = 0;
  for (char C : Name) {
    if (C == '<')
      ++Depth;
    else if (C == '>' && Depth)
      --Depth;
    else if (Depth == 0)
      Result += C;
  }
  return Result;
}

std::string kernelcast::comparableName(StringRef Name) {
  std::string Result;
  for (size_t I = 0; I != Name.size(); ++I) {
    char C = Name[I];
    if (isSpace(C))
      continue;
    bool NewWord =
        Result.empty() || !(isAlnum(Result.back()) || Result.back() == '_');
    if (C == '(' && NewWord) { // a cast before a number: (int)16
      size_t Close = Name.find(')', I);
      if (Close != StringRef::npos && Close + 1 < Name.size() &&
          (isDigit(Name[Close + 1]) || Name[Close + 1] == '-')) {
        I = Close;
        continue;
      }
    }
    if (isDigit(C) && NewWord) {
      while (I != Name.size() && isDigit(Name[I]))
        Result += Name[I++];
      while (I != Name.size() && StringRef("uUlL").contains(Name[I]))
        ++I;
      --I;
      continue;
    }
    Result += C;
  }
  return Result;
}

/// The part after the last "::" outside template arguments.
static StringRef lastComponent(StringRef Name) {
  unsigned Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I + 1 < Name.size(); ++I) {
    if (Name[I] == '<')
      ++Depth;
    else if (Name[I] == '>' && Depth)
      --Depth;
    else if (Depth == 0 && Name[I] == ':' && Name[I + 1] == ':')
      Start = I + 2;
  }
  return Name.substr(Start);
}

bool kernelcast::matchesKernel(StringRef Wanted, StringRef Qualified,
                               ArrayRef<std::string> Arguments) {
  std::string Base = comparableName(withoutTemplateArguments(Qualified));
  std::string Full = Base;
  if (!Arguments.empty())
    Full += comparableName("<" + join(Arguments, ",") + ">");
  Wanted.consume_front("::");
  std::string Key = comparableName(Wanted);
  return Key == Base || Key == Full || Key == comparableName(Qualified) ||
         Key == lastComponent(Base) || Key == lastComponent(Full);
}

bool kernelcast::selectsKernel(StringRef Wanted, StringRef Qualified,
                               ArrayRef<std::string> Arguments) {
  if (matchesKernel(Wanted, Qualified, Arguments))
    return true;
  if (Wanted.find_first_of("*?[") == StringRef::npos)
    return false;
  Expected<GlobPattern> Glob = GlobPattern::create(Wanted);
  if (!Glob) { // a name with a bracket, such as f<int[4]>
    consumeError(Glob.takeError());
    return false;
  }
  std::string Base = withoutTemplateArguments(Qualified);
  return Glob->match(Qualified) || Glob->match(Base) ||
         Glob->match(lastComponent(Base));
}
