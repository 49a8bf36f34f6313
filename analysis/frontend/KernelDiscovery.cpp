//===- KernelDiscovery.cpp - Kernels of a file and their health -----------===//
#include "analysis/frontend/KernelDiscovery.h"
#include "analysis/ast/SourceText.h"
#include "analysis/frontend/BrokenTypes.h"
#include "analysis/frontend/DroppedStatements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace clang;

namespace kernelcast {

SourceSpot sourceSpot(SourceLocation Location, const SourceManager &Sources,
                      bool AsLineDirectivesSay) {
  SourceSpot Spot;
  PresumedLoc Place = Sources.getPresumedLoc(Sources.getExpansionLoc(Location),
                                             AsLineDirectivesSay);
  if (Place.isInvalid())
    return Spot;
  Spot.File = pathOf(Place.getFilename(), Sources);
  Spot.Line = Place.getLine();
  Spot.Column = Place.getColumn();
  return Spot;
}

using BrokenFunctions = llvm::DenseMap<const FunctionDecl *, const NamedDecl *>;

namespace {

/// A kernel may be a free function, a static member, or a template of either.
class Finder {
public:
  struct Found {
    const FunctionDecl *Function;
    bool Uninstantiated;
  };
  llvm::SmallVector<Found> Kernels;

  void declaration(Decl *D) {
    if (!D || D->isFromASTFile())
      return;
    if (auto *Function = dyn_cast<FunctionDecl>(D))
      return function(Function);
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      return functionTemplate(Template);
    if (auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      if (Seen.insert(Template->getCanonicalDecl()).second)
        for (auto *Specialization : Template->specializations())
          members(Specialization);
      return;
    }
    if (auto *Record = dyn_cast<CXXRecordDecl>(D)) {
      if (!Record->isDependentContext())
        members(Record);
      return;
    }
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      for (Decl *Inner : cast<DeclContext>(D)->decls())
        declaration(Inner);
  }

private:
  llvm::SmallPtrSet<const Decl *, 32> Seen;

  static bool isKernel(const FunctionDecl *F) {
    return F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<OpenCLKernelAttr>();
  }
  void members(CXXRecordDecl *Record) {
    if (Seen.insert(Record->getCanonicalDecl()).second &&
        Record->hasDefinition())
      for (Decl *Inner : Record->getDefinition()->decls())
        declaration(Inner);
  }
  void function(FunctionDecl *F) {
    if (!isKernel(F) || F->isDependentContext())
      return;
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && !Definition->isFromASTFile() &&
        Seen.insert(Definition).second)
      Kernels.push_back({Definition, false});
  }
  void functionTemplate(FunctionTemplateDecl *Template) {
    Template = Template->getCanonicalDecl();
    if (!isKernel(Template->getTemplatedDecl()) ||
        !Seen.insert(Template).second)
      return;
    bool Instantiated = false;
    for (FunctionDecl *Specialization : Template->specializations()) {
      const FunctionDecl *Definition = nullptr;
      // One that failed has no body, but is a kernel that the file asks for.
      if (!Specialization->hasBody(Definition)) {
        if (!Specialization->isInvalidDecl())
          continue;
        if (Seen.insert(Specialization).second)
          Kernels.push_back({Specialization, false});
      } else
        function(Specialization);
      Instantiated = true;
    }
    const FunctionDecl *Pattern = nullptr;
    if (!Instantiated && Template->getTemplatedDecl()->hasBody(Pattern))
      Kernels.push_back({Pattern, true});
  }
};

/// Collects what is wrong with one kernel.
class Judge {
public:
  Judge(ASTContext &Context, llvm::ArrayRef<ParseError> Errors,
        const SkippedText &Skipped, BrokenTypes &Types,
        const BrokenFunctions &Instantiations)
      : Context(Context), Sources(Context.getSourceManager()), Errors(Errors),
        Skipped(Skipped), Types(Types), Instantiations(Instantiations) {}

  /// What is to be said of \p Kernel, in order of appearance.
  void judge(const FunctionDecl *Kernel, KernelDeclaration &Into) {
    function(Kernel);
    // Visited grows while callees are found.
    for (size_t I = 0; I != Visited.size() && I < MaxCallees; ++I)
      body(Visited[I]);
    for (const ParseError &Error : Errors)
      if (affects(Error)) {
        if (Error.IsDeviceLaunch)
          add(Into.Missing, Error.Location, "kernel launch from device code");
        else
          add(Reasons, Error.Location, Error.Message);
        addMacro(Error.Message);
        IsNewer |= namesNewerStandard(Error.Message);
      }
    // The statement that is dropped is the launch.
    if (Reasons.empty() && Suspicious.isValid() && Into.Missing.empty())
      add(Reasons, Suspicious,
          "an expression or declaration could not be understood");
    if (!Macros.empty())
      Reasons.push_back("macros that the build gives may be missing; behind "
                        "the file: -- " +
                        llvm::join(Macros, " "));
    if (IsNewer && !Context.getLangOpts().CPlusPlus20)
      Reasons.push_back("the file seems to be in C++20; behind the file: -- "
                        "-std=c++20");
    Into.Reasons = std::move(Reasons);
  }

private:
  /// A kernel that calls more functions than this is not followed further.
  static constexpr size_t MaxCallees = 2000;
  static constexpr size_t MaxReasons = 8;
  static constexpr size_t MaxMacros = 8;
  const ASTContext &Context;
  const SourceManager &Sources;
  llvm::ArrayRef<ParseError> Errors;
  const SkippedText &Skipped;
  BrokenTypes &Types;
  const BrokenFunctions &Instantiations;
  llvm::SmallVector<const FunctionDecl *> Visited;
  llvm::SmallPtrSet<const Decl *, 16> Known;
  llvm::SmallPtrSet<const Decl *, 4> Rested; ///< declarations in error
  std::vector<std::string> Reasons;
  std::vector<std::string> Macros; ///< options that would define them
  SourceLocation Suspicious;
  bool IsNewer = false; ///< an error names what C++20 has

  /// Whether what \p Message does not find is something that C++20 added.
  static bool namesNewerStandard(llvm::StringRef Message) {
    if (Message == "unknown type name 'concept'")
      return true;
    const auto [Before, Name] = Message.split('\'');
    return Message.ends_with("' in namespace 'std'") &&
           Before.starts_with("no ") &&
           llvm::StringSwitch<bool>(Name.split('\'').first)
               .Cases("integral", "signed_integral", "unsigned_integral",
                      "floating_point", "same_as", "convertible_to", true)
               .Cases("bit_cast", "bit_ceil", "bit_floor", "bit_width",
                      "has_single_bit", "popcount", "countl_zero",
                      "countr_zero", true)
               .Cases("span", "ranges", "views", "numbers", "remove_cvref_t",
                      "source_location", "type_identity_t", "invocable", true)
               .Default(false);
  }

  /// A name that nobody declares and that is written as macros are, such as
  /// BLOCK_SIZE, is one that programs leave to the command that compiles them.
  void addMacro(llvm::StringRef Message) {
    if (!Message.consume_front("use of undeclared identifier '") &&
        !Message.consume_front("unknown type name '"))
      return;
    llvm::StringRef Name = Message.take_until([](char C) { return C == '\''; });
    bool IsWrittenAsOne = llvm::all_of(Name, [](char C) {
      return llvm::isUpper(C) || llvm::isDigit(C) || C == '_';
    });
    std::string Option = "-D" + Name.str() + "=…";
    if (IsWrittenAsOne && Macros.size() < MaxMacros &&
        !llvm::is_contained(Macros, Option))
      Macros.push_back(std::move(Option));
  }

  void add(std::vector<std::string> &To, SourceLocation Location,
           llvm::StringRef Message) {
    if (To.size() == MaxReasons)
      return;
    SourceSpot Spot = sourceSpot(Location, Sources);
    std::string Text = llvm::utostr(Spot.Line) + ":" +
                       llvm::utostr(Spot.Column) + ": " + Message.str();
    // The deeper of two files needs its name.
    if (!Visited.empty() &&
        Spot.File != sourceSpot(Visited[0]->getLocation(), Sources).File)
      Text = Spot.File + ":" + Text;
    if (!llvm::is_contained(To, Text))
      To.push_back(std::move(Text));
  }

  void function(const FunctionDecl *F) {
    if (!F || F->isFromASTFile())
      return;
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition)) {
      // An instantiation that failed lost its body.
      if (!F->isInvalidDecl())
        return;
      Definition = F;
    }
    if (Definition->isFromASTFile() ||
        Sources.isInSystemHeader(
            Sources.getExpansionLoc(Definition->getLocation())))
      return;
    if (Known.insert(Definition).second)
      Visited.push_back(Definition);
  }

  void body(const FunctionDecl *F) {
    if (F->isInvalidDecl())
      suspect(F->getLocation());
    rests(Instantiations.lookup(F->getCanonicalDecl()));
    for (const ParmVarDecl *Parameter : F->parameters()) {
      if (Parameter->isInvalidDecl())
        suspect(Parameter->getLocation());
      rests(Types.find(Parameter->getType()));
    }
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Initializer : Constructor->inits())
        statement(Initializer->getInit());
    statement(F->getBody());
  }

  /// \p Broken, null for none, is something that the kernel is made of.
  void rests(const NamedDecl *Broken) {
    if (!Broken || !Rested.insert(Broken).second)
      return;
    const std::string Name = Broken->getNameAsString();
    add(Reasons, Broken->getLocation(),
        "the declaration of " +
            (Name.empty() ? "a type without a name" : "'" + Name + "'") +
            ", which it uses, is in error");
    const SourceRange Range =
        Sources.getExpansionRange(Broken->getSourceRange()).getAsRange();
    for (const ParseError &Error : Errors)
      if (Error.Location.isValid() &&
          Sources.isPointWithin(Error.Location, Range.getBegin(),
                                Range.getEnd()))
        addMacro(Error.Message);
  }

  /// A variable of whatever scope; returns its initializer, if that is to be
  /// looked at, too.
  const clang::Expr *variable(const VarDecl *Variable) {
    if (Variable->isFromASTFile() || !Known.insert(Variable).second)
      return nullptr;
    const clang::Expr *Initializer = Variable->getAnyInitializer();
    // An initializer in error is dropped; the constant then counts as zero.
    // Parameters have none.
    bool Dropped = !isa<ParmVarDecl>(Variable) &&
                   Variable->getType().isConstQualified() &&
                   Variable->getType()->isScalarType() &&
                   !Variable->hasExternalStorage() &&
                   (!Initializer || isa<ImplicitValueInitExpr>(Initializer));
    if (Variable->isInvalidDecl() || (Dropped && !Errors.empty()))
      suspect(Variable->getLocation());
    return Initializer;
  }

  void suspect(SourceLocation Location) {
    if (Suspicious.isInvalid())
      Suspicious = Location;
  }

  /// Walks without recursion: bodies may be nested thousands deep.
  void statement(const Stmt *Root) {
    llvm::SmallVector<const Stmt *, 64> Open{Root};
    while (!Open.empty()) {
      const Stmt *S = Open.pop_back_val();
      if (!S)
        continue;
      if (!Errors.empty())
        if (SourceLocation Lost = droppedStatement(S, Context, Skipped);
            Lost.isValid())
          suspect(Lost);
      if (const auto *E = dyn_cast<clang::Expr>(S)) {
        if (E->containsErrors())
          suspect(E->getBeginLoc());
        rests(Types.find(E->getType()));
      }
      if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
          Trait && Trait->isArgumentType())
        rests(Types.find(Trait->getArgumentType()));
      if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
        for (const Decl *D : Declaration->decls()) {
          if (D->isInvalidDecl())
            suspect(D->getLocation());
          if (const auto *Variable = dyn_cast<VarDecl>(D))
            rests(Types.find(Variable->getType()));
          if (const auto *Record = dyn_cast<CXXRecordDecl>(D);
              Record && Record->isInvalidDecl())
            suspect(D->getLocation());
        }
      } else if (const auto *Reference = dyn_cast<DeclRefExpr>(S)) {
        function(dyn_cast<FunctionDecl>(Reference->getDecl()));
        if (const auto *Enumerator =
                dyn_cast<EnumConstantDecl>(Reference->getDecl()))
          if (const auto *Enumeration =
                  dyn_cast<EnumDecl>(Enumerator->getDeclContext());
              Enumeration && Types.hasError(Enumeration->getSourceRange()))
            rests(Enumerator);
        if (const auto *Used = dyn_cast<VarDecl>(Reference->getDecl()))
          if (const clang::Expr *Initializer = variable(Used))
            Open.push_back(Initializer);
      } else if (const auto *Member = dyn_cast<MemberExpr>(S)) {
        function(dyn_cast<FunctionDecl>(Member->getMemberDecl()));
      } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
        function(Construct->getConstructor());
      } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
        Open.push_back(Lambda->getBody());
      } else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S)) {
        Open.push_back(Default->getExpr());
      }
      const Stmt *Discarded = discardedSide(S, Context);
      for (const Stmt *Child : S->children())
        if (Child != Discarded)
          Open.push_back(Child);
    }
  }

  bool affects(const ParseError &Error) const {
    bool Inside = false;
    for (const FunctionDecl *F : Visited) {
      if (llvm::is_contained(Error.Instantiating, F))
        return true;
      Inside |= covers(F, Error.Location);
    }
    // Found while another instantiation of the same text was made.
    return Inside && Error.Instantiating.empty();
  }

  /// Whether \p Location lies in the text of \p F, parts of which may be in
  /// files of their own.
  bool covers(const FunctionDecl *F, SourceLocation Location) const {
    auto NotBefore = [&](SourceLocation A, SourceLocation B) {
      if (A.isInvalid() || B.isInvalid())
        return false;
      auto First = Sources.getDecomposedExpansionLoc(A);
      auto Second = Sources.getDecomposedExpansionLoc(B);
      auto [Comparable, Before] =
          Sources.isInTheSameTranslationUnit(First, Second);
      return Comparable && !Before;
    };
    return NotBefore(Location, F->getBeginLoc()) &&
           NotBefore(F->getEndLoc(), Location);
  }
};

} // namespace

/// Errors that a missing header explains: names and types nobody declared.
static bool namesUnresolved(llvm::ArrayRef<std::string> Reasons) {
  return llvm::any_of(Reasons, [](llvm::StringRef Reason) {
    return Reason.contains("undeclared") || Reason.contains("unknown type") ||
           Reason.contains("no member named") ||
           Reason.contains("no template named") ||
           Reason.contains("incomplete type") ||
           Reason.contains("could not be understood") ||
           Reason.contains("expected");
  });
}

std::vector<KernelDeclaration>
discoverKernels(ASTContext &Context, llvm::ArrayRef<Decl *> TopLevel,
                llvm::ArrayRef<ParseError> Errors, const SkippedText &Skipped,
                llvm::ArrayRef<std::string> MissingHeaders) {
  Finder Find;
  for (Decl *D : TopLevel)
    Find.declaration(D);
  const SourceManager &Sources = Context.getSourceManager();
  llvm::SmallVector<Finder::Found> Found;
  for (const Finder::Found &F : Find.Kernels)
    if (!Sources.isInSystemHeader(
            Sources.getExpansionLoc(F.Function->getLocation())))
      Found.push_back(F);
  llvm::stable_sort(Found, [&](const auto &A, const auto &B) {
    return Sources.isBeforeInTranslationUnit(
        Sources.getExpansionLoc(A.Function->getLocation()),
        Sources.getExpansionLoc(B.Function->getLocation()));
  });

  llvm::SmallVector<SourceLocation> Places;
  for (const ParseError &Error : Errors)
    if (!Error.IsDeviceLaunch)
      Places.push_back(Error.Location);
  BrokenTypes Types(Sources, Places);
  BrokenFunctions Instantiations;
  if (!Errors.empty()) // Without an error, no declaration is in error.
    Instantiations = brokenInstantiations(TopLevel, Types);
  std::vector<KernelDeclaration> Kernels;
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressTagKeyword = true;
  for (const auto &[Function, Uninstantiated] : Found) {
    KernelDeclaration Kernel;
    Kernel.Function = Function;
    llvm::raw_string_ostream Name(Kernel.QualifiedName);
    Function->getNameForDiagnostic(Name, Policy, /*Qualified=*/true);
    if (const TemplateArgumentList *Arguments =
            Function->getTemplateSpecializationArgs())
      for (const TemplateArgument &Argument : Arguments->asArray()) {
        auto Print = [&](const TemplateArgument &One) {
          std::string Text;
          llvm::raw_string_ostream Out(Text);
          One.print(Policy, Out, /*IncludeType=*/false);
          Kernel.TemplateArguments.push_back(std::move(Text));
        };
        if (Argument.getKind() == TemplateArgument::Pack)
          for (const TemplateArgument &One : Argument.pack_elements())
            Print(One);
        else
          Print(Argument);
      }
    Kernel.Location = sourceSpot(Function->getLocation(), Sources);
    Judge(Context, Errors, Skipped, Types, Instantiations)
        .judge(Function, Kernel);
    Kernel.Clean = Kernel.Reasons.empty();
    Kernel.UninstantiatedTemplate = Uninstantiated;
    if (Uninstantiated)
      Kernel.Reasons.insert(Kernel.Reasons.begin(),
                            "a template that this file does not instantiate");
    if (!Kernel.Clean && namesUnresolved(Kernel.Reasons))
      for (const std::string &Header : MissingHeaders)
        Kernel.Reasons.push_back("header '" + Header +
                                 "' was not found and may declare what is "
                                 "missing");
    Kernels.push_back(std::move(Kernel));
  }
  return Kernels;
}

} // namespace kernelcast
