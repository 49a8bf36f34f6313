//===- DeviceModule.cpp - LLVM's module of the wanted kernels -------------===//

#include "analysis/lowering/DeviceModule.h"
#include "analysis/frontend/DeclarationLog.h"
#include "analysis/lowering/CastAlignments.h"
#include "analysis/lowering/CodeReach.h"
#include "analysis/lowering/DeviceLibrary.h"
#include "analysis/lowering/InstructionCosts.h"
#include "analysis/lowering/SourceReach.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace kernelcast {

static constexpr char SourceNameAttribute[] = "source-name";

namespace {

/// As for -O3 and line tables.
CodeGenOptions generatorOptions(const LangOptions &Language) {
  CodeGenOptions Options;
  Options.OptimizationLevel = 3;
  Options.setInlining(CodeGenOptions::NormalInlining);
  Options.UnrollLoops = true;
  Options.DiscardValueNames = false;
  Options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  Options.DebugColumnInfo = true;
  Options.DwarfVersion = 4;
  // nvcc flushes denormals to zero with -use_fast_math.
  if (Language.CUDA && Language.FastMath)
    Options.FP32DenormalMode = llvm::DenormalMode::getPreserveSign();
  return Options;
}

/// What the generator cannot make code of, with the place.
class GeneratorErrors : public DiagnosticConsumer {
public:
  struct One {
    SourceLocation Location;
    std::string Message;
  };
  std::vector<One> All;

  explicit GeneratorErrors(DiagnosticsEngine *&Engine) : Engine(Engine) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    if (All.size() < MaxErrors) {
      llvm::SmallString<128> Text;
      Info.FormatDiagnostic(Text);
      All.push_back({Info.getLocation(), std::string(Text)});
    }
    // The generator drops the whole module after an error; only the functions
    // in error are to be lost.
    Engine->Reset(/*soft=*/true);
  }

private:
  static constexpr size_t MaxErrors = 1000;
  DiagnosticsEngine *&Engine;
};

/// Stands before the generator: takes scopes apart, so that each declaration
/// in them is judged, and keeps back what is not wanted.
class DeclarationFilter : public ASTConsumer {
public:
  DeclarationFilter(ASTConsumer &Next, const TranslationUnit &Unit)
      : Next(Next), Trusted(*Unit.Context),
        Sources(Unit.Context->getSourceManager()),
        OfNvcc(Unit.Lang == Language::Cuda && !Unit.IsHip),
        Erroneous(Unit.AnyError), Reach(*Unit.Context, *Unit.Skipped) {}

  /// Lets \p Kernel through; or says why it must not become code.
  std::string add(const FunctionDecl *Kernel) {
    if (Erroneous)
      if (std::optional<SourceLocation> Where = Reach.add(Kernel))
        return "the compiler found errors in what it calls, at " +
               placeText(*Where);
    Kernels.insert(Kernel->getCanonicalDecl());
    return {};
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      declaration(D);
    return true;
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *Variable) override {
    if (!Variable->isInvalidDecl())
      Next.HandleCXXStaticMemberVarInstantiation(Variable);
  }
  void CompleteTentativeDefinition(VarDecl *Variable) override {
    if (!Variable->isInvalidDecl())
      Next.CompleteTentativeDefinition(Variable);
  }
  void HandleVTable(CXXRecordDecl *Class) override {
    if (!Erroneous)
      Next.HandleVTable(Class);
  }

private:
  ASTConsumer &Next;
  TrustedCasts Trusted;
  const SourceManager &Sources;
  bool OfNvcc; ///< else Clang is the vendor's compiler itself
  llvm::SmallPtrSet<const FunctionDecl *, 16> Kernels;
  bool Erroneous;    ///< somewhere in the unit
  SourceReach Reach; ///< of the kernels, if so

  std::string placeText(SourceLocation Where) const {
    PresumedLoc Place =
        Sources.getPresumedLoc(Sources.getExpansionLoc(Where), false);
    if (Place.isInvalid())
      return "a place unknown";
    return llvm::formatv("{0}:{1}:{2}", Place.getFilename(), Place.getLine(),
                         Place.getColumn());
  }

  void declaration(Decl *Root) {
    llvm::SmallVector<Decl *> Open{Root};
    while (!Open.empty()) {
      Decl *D = Open.pop_back_val();
      if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
        size_t First = Open.size();
        llvm::append_range(Open, cast<DeclContext>(D)->decls());
        std::reverse(Open.begin() + First, Open.end());
      } else if (wanted(D)) {
        if (OfNvcc && !D->isFromASTFile() &&
            !Sources.isInSystemHeader(D->getLocation()))
          Trusted.add(D);
        Next.HandleTopLevelDecl(DeclGroupRef(D));
      }
    }
  }

  bool wanted(const Decl *D) const {
    if (D->isInvalidDecl())
      return false;
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      return !Erroneous || !Variable->hasInit() ||
             !Variable->getInit()->containsErrors();
    const auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function)
      return true;
    if (Function->hasAttr<CUDAGlobalAttr>() ||
        Function->hasAttr<OpenCLKernelAttr>())
      return Kernels.contains(Function->getCanonicalDecl());
    return !Erroneous || Function->isFromASTFile() || Reach.contains(Function);
  }
};

/// Whether the error at \p Where lies in the text of \p Function.
bool standsIn(SourceLocation Where, const FunctionDecl *Function,
              const SourceManager &Sources) {
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Where);
  auto [First, Begin] =
      Sources.getDecomposedExpansionLoc(Function->getBeginLoc());
  auto [Last, End] = Sources.getDecomposedExpansionLoc(Function->getEndLoc());
  return File == First && File == Last && Begin <= Offset && Offset <= End;
}

/// One generator and what it is made of.
class Generation {
public:
  Generation(TranslationUnit &Unit,
             llvm::ArrayRef<const KernelDeclaration *> Wanted)
      : Unit(Unit), Wanted(Wanted), Errors(EngineOfErrors),
        Engine(new DiagnosticIDs, new DiagnosticOptions, &Errors,
               /*ShouldOwnClient=*/false),
        Options(generatorOptions(Unit.Context->getLangOpts())) {
    EngineOfErrors = &Engine;
    Engine.setSourceManager(&Unit.Context->getSourceManager());
  }

  std::unique_ptr<llvm::Module> run(llvm::LLVMContext &Context,
                                    CompileBudget &Budget,
                                    std::vector<GeneratedKernel> &Kernels);

private:
  TranslationUnit &Unit;
  llvm::ArrayRef<const KernelDeclaration *> Wanted;
  DiagnosticsEngine *EngineOfErrors = nullptr;
  GeneratorErrors Errors;
  DiagnosticsEngine Engine;
  HeaderSearchOptions HeaderSearch;
  PreprocessorOptions Preprocessing;
  CodeGenOptions Options;
  std::unique_ptr<CodeGenerator> Generator;

  std::string problemOf(const llvm::Function &Code);
  void describeLibrary(llvm::Module &Code);
};

/// Why the code of \p Code itself cannot be trusted; empty if it can.
std::string Generation::problemOf(const llvm::Function &Code) {
  if (Code.isIntrinsic())
    return {};
  const auto *Declaration = dyn_cast_or_null<FunctionDecl>(
      Generator->GetDeclForMangledName(Code.getName()));
  if (Code.isDeclaration()) {
    if (Declaration && !Declaration->isFromASTFile() && Declaration->hasBody())
      return "no code could be made of '" +
             Declaration->getQualifiedNameAsString() + "', which it calls";
    return {};
  }
  for (const GeneratorErrors::One &Error : Errors.All)
    if (!Declaration || Error.Location.isInvalid() ||
        standsIn(Error.Location, Declaration, Unit.Context->getSourceManager()))
      return "the compiler cannot make code of it: " + Error.Message;
  return {};
}

/// Says what is known of the functions that have no code here.
void Generation::describeLibrary(llvm::Module &Code) {
  // Some are added on the way.
  std::vector<llvm::Function *> Declared;
  for (llvm::Function &F : Code)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty())
      Declared.push_back(&F);
  for (llvm::Function *F : Declared) {
    const auto *Source = dyn_cast_or_null<FunctionDecl>(
        Generator->GetDeclForMangledName(F->getName()));
    if (!Source)
      continue;
    F->addFnAttr(SourceNameAttribute, Source->getQualifiedNameAsString());
    if (!Source->getDeclName().isIdentifier())
      continue;
    LibraryFunction Known{Source->getName(), Unit.Lang};
    if (Source->getNumParams() != 0) {
      QualType First = Source->getParamDecl(0)->getType();
      if (First->isPointerType())
        First = First->getPointeeType();
      if (const auto *Vector = First->getAs<VectorType>())
        First = Vector->getElementType();
      Known.FirstIsUnsigned = First->isUnsignedIntegerType();
    }
    describeLibraryFunction(*F, Known);
  }
}

std::unique_ptr<llvm::Module>
Generation::run(llvm::LLVMContext &Context, CompileBudget &Budget,
                std::vector<GeneratedKernel> &Kernels) {
  ASTContext &Tree = *Unit.Context;
  Generator.reset(CreateLLVMCodeGen(
      Engine, "device code",
      &Tree.getSourceManager().getFileManager().getVirtualFileSystem(),
      HeaderSearch, Preprocessing, Options, Context));
  Generator->Initialize(Tree);
  DeclarationFilter Filter(*Generator, Unit);
  Kernels.assign(Wanted.size(), {});
  for (auto [Kernel, Declaration] : llvm::zip_equal(Kernels, Wanted))
    Kernel.WhyNot = Filter.add(Declaration->Function);
  bool Whole = Unit.Declarations->replay(
      Filter, [&] { return Budget.goesOn(Generator->GetModule()); });
  if (Whole)
    Generator->HandleTranslationUnit(Tree);
  Unit.Declarations->silence();
  llvm::Module *Code = Whole ? Generator->GetModule() : nullptr;
  if (!Code)
    return nullptr;

  std::vector<llvm::Function *> Good;
  for (auto [Kernel, Declaration] : llvm::zip_equal(Kernels, Wanted)) {
    if (!Kernel.WhyNot.empty())
      continue;
    auto *Function = llvm::dyn_cast<llvm::Function>(
        Generator->GetAddrOfGlobal(GlobalDecl(Declaration->Function), false));
    if (!Function || Function->isDeclaration()) {
      Kernel.WhyNot = "the compiler makes no code of it";
      continue;
    }
    for (const llvm::Function *Reached : reachedFrom(*Function))
      if (Kernel.WhyNot = problemOf(*Reached); !Kernel.WhyNot.empty())
        break;
    if (Kernel.WhyNot.empty())
      Good.push_back(Kernel.Function = Function);
  }
  keepOnly(*Code, Good);
  describeLibrary(*Code);
  if (Unit.ApproximateRoots)
    for (llvm::Function *Kernel : Good)
      Kernel->addFnAttr(ApproximateRootsAttribute);
  return std::unique_ptr<llvm::Module>(Generator->ReleaseModule());
}

} // namespace

llvm::StringRef sourceName(const llvm::Function &Declared) {
  llvm::Attribute Given = Declared.getFnAttribute(SourceNameAttribute);
  return Given.isValid() ? Given.getValueAsString() : Declared.getName();
}

std::unique_ptr<llvm::Module>
generateModule(TranslationUnit &Unit,
               llvm::ArrayRef<const KernelDeclaration *> Wanted,
               llvm::LLVMContext &Context, CompileBudget &Budget,
               std::vector<GeneratedKernel> &Kernels) {
  return Generation(Unit, Wanted).run(Context, Budget, Kernels);
}

} // namespace kernelcast
