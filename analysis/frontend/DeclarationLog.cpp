//===- DeclarationLog.cpp - What a parse tells its consumer ---------------===//

#include "analysis/frontend/DeclarationLog.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace kernelcast {

void DeclarationLog::topLevel(DeclGroupRef Group) {
  for (Decl *D : Group)
    add(Event::TopLevel, D);
}

void DeclarationLog::staticMember(VarDecl *Variable) {
  add(Event::StaticMember, Variable);
}

void DeclarationLog::tentativeDefinition(VarDecl *Variable) {
  add(Event::Tentative, Variable);
}

void DeclarationLog::virtualTable(CXXRecordDecl *Class) {
  add(Event::VirtualTable, Class);
}

void DeclarationLog::add(Event Kind, Decl *Declaration) {
  Entries.push_back({Kind, Declaration});
  if (Listener)
    tell(*Listener, Entry{Kind, Declaration});
}

void DeclarationLog::tell(ASTConsumer &Consumer, const Entry &One) {
  switch (One.Kind) {
  case Event::TopLevel:
    Consumer.HandleTopLevelDecl(DeclGroupRef(One.Declaration));
    return;
  case Event::StaticMember:
    Consumer.HandleCXXStaticMemberVarInstantiation(
        cast<VarDecl>(One.Declaration));
    return;
  case Event::Tentative:
    Consumer.CompleteTentativeDefinition(cast<VarDecl>(One.Declaration));
    return;
  case Event::VirtualTable:
    Consumer.HandleVTable(cast<CXXRecordDecl>(One.Declaration));
    return;
  }
}

bool DeclarationLog::replay(ASTConsumer &Consumer,
                            llvm::function_ref<bool()> GoOn) {
  Listener = &Consumer;
  // What is added meanwhile is told at once. The list may move then.
  for (size_t I = 0, Size = Entries.size(); I != Size; ++I) {
    if (!GoOn())
      return false;
    Entry One = Entries[I];
    tell(Consumer, One);
  }
  return true;
}

} // namespace kernelcast
