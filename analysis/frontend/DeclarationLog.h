//===- DeclarationLog.h - What a parse tells its consumer -------*- C++ -*-===//
//
// Clang's code generator expects to hear of each declaration while the file is
// parsed: of those that the file makes, of templates that are instantiated, and
// of those that are read in from a precompiled prelude when they are first
// named. Whether code is wanted at all is known only when the kernels have been
// judged, and it may be wanted several times. So the log keeps what the parse
// said, in its order, and says it again to any consumer.
//
// Generating code reads more of the prelude in: a function's body names other
// functions. The log is told, as during the parse, and hands that on at once.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_DECLARATIONLOG_H
#define KERNELCAST_ANALYSIS_FRONTEND_DECLARATIONLOG_H

#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelcast {

class DeclarationLog {
public:
  void topLevel(clang::DeclGroupRef Group);
  void staticMember(clang::VarDecl *Variable);
  void tentativeDefinition(clang::VarDecl *Variable);
  void virtualTable(clang::CXXRecordDecl *Class);

  /// Says it all to \p Consumer; false if \p GoOn said no on the way.
  /// \p Consumer hears of everything that is read in until silence().
  bool replay(clang::ASTConsumer &Consumer, llvm::function_ref<bool()> GoOn);
  /// The consumer of the last replay is complete or gone.
  void silence() { Listener = nullptr; }

private:
  enum class Event : uint8_t {
    TopLevel,
    StaticMember,
    Tentative,
    VirtualTable
  };
  struct Entry {
    Event Kind;
    clang::Decl *Declaration;
  };
  std::vector<Entry> Entries;
  clang::ASTConsumer *Listener = nullptr;

  static void tell(clang::ASTConsumer &Consumer, const Entry &One);
  void add(Event Kind, clang::Decl *Declaration);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_DECLARATIONLOG_H
