//===- CompiledName.cpp - A kernel's name in compiled code ----------------===//

#include "analysis/hardware/CompiledName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <iterator>

namespace kernelcast {

using llvm::StringRef;

/// Longer ones are kept as they are: the demangler works by recursion.
static constexpr size_t MaxMangledLength = 8192;

CompiledName compiledName(StringRef Mangled) {
  CompiledName Entry;
  Entry.Mangled = Entry.Demangled = Entry.Name = Mangled.str();
  if (Entry.Mangled.size() > MaxMangledLength)
    return Entry;
  llvm::ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Entry.Mangled.c_str()))
    return Entry;
  size_t Length = 0;
  if (char *Text = Demangler.finishDemangle(nullptr, &Length)) {
    Entry.Demangled = Text;
    std::free(Text);
  }
  if (!Demangler.isFunction())
    return Entry;
  if (char *Text = Demangler.getFunctionName(nullptr, &Length)) {
    Entry.Name = Text;
    std::free(Text);
  }
  return Entry;
}

namespace {

/// \p Name without blanks, so that "k<int, 4>" and "k<int,4>" are one.
std::string dense(StringRef Name) {
  std::string Text;
  llvm::copy_if(Name, std::back_inserter(Text),
                [](char C) { return C != ' '; });
  return Text;
}

/// \p Name without the template arguments at its end.
StringRef withoutArguments(StringRef Name) {
  if (!Name.ends_with(">"))
    return Name;
  int Open = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    Open += Name[I] == '>' ? 1 : Name[I] == '<' ? -1 : 0;
    if (!Open)
      return Name.take_front(I).rtrim();
  }
  return Name;
}

/// \p Name without the namespaces before its last part.
StringRef withoutScopes(StringRef Name) {
  size_t Arguments = Name.size() - withoutArguments(Name).size();
  size_t Scope = Name.drop_back(Arguments).rfind("::");
  return Scope == StringRef::npos ? Name : Name.drop_front(Scope + 2);
}

} // namespace

bool matches(const CompiledName &Entry, StringRef Name, unsigned Kind) {
  switch (Kind) {
  case 0:
    return Entry.Mangled == Name;
  case 1:
    return dense(Entry.Demangled) == dense(Name);
  case 2:
    return dense(Entry.Name) == dense(Name);
  case 3:
    return dense(withoutScopes(Entry.Name)) == dense(Name) ||
           dense(withoutArguments(Entry.Name)) == dense(Name);
  default:
    return dense(withoutScopes(withoutArguments(Entry.Name))) == dense(Name);
  }
}

} // namespace kernelcast
