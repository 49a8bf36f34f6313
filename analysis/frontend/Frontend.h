//===- Frontend.h - From a source file to Clang's AST of its kernels ------===//
//
// All of the languages' mess stays behind this header: preludes instead of
// SDKs, missing headers, nvcc's flags, templates, broken host code. What comes
// out is a list of kernels, each judged by its own errors.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_FRONTEND_H
#define KERNELCAST_ANALYSIS_FRONTEND_FRONTEND_H

#include "analysis/KernelModel.h"
#include "analysis/support/ReportDiagnostic.h"
#include "analysis/support/SourceInputs.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <map>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace kernelcast {

class DeclarationLog;
class SkippedText;

/// One file to read and how.
struct CompileJob {
  std::string File;      ///< as given by the user
  std::string Directory; ///< where relative paths start; empty: the current one
  /// Compiler arguments as the user or compile_commands.json has them (nvcc or
  /// clang), without the compiler and the file.
  std::vector<std::string> Arguments;
  bool FromDatabase = false; ///< the arguments are all that the build gives
  /// By absolute path: what files would hold instead of what is on the disk.
  std::map<std::string, std::string> Texts;
  bool NoteText = false; ///< fill in TranslationUnit::Text
  /// Compute capability of the GPU that the code is for (86), which is what
  /// __CUDA_ARCH__ says where no argument does; 0: the lowest that is parsed.
  unsigned ComputeCapability = 0;
};

/// What a job's text was once its macros were gone (TextRecord.h).
struct PreprocessedText {
  ContentHash Tokens{}; ///< the same for the same program
  /// Names of macros whose texts were looked at, sorted. A job that differs in
  /// the texts of others alone has the same tokens.
  std::vector<std::string> MacrosAsked;
};

/// A __global__ or __kernel function with a body (or an instantiation).
struct KernelDeclaration {
  const clang::FunctionDecl *Function = nullptr;
  std::string QualifiedName;
  std::vector<std::string> TemplateArguments;
  SourceSpot Location;
  bool Clean = true; ///< no error, RecoveryExpr or invalid declaration inside
  bool UninstantiatedTemplate = false;
  /// Why it is not clean, and headers that were missing and may affect it.
  std::vector<std::string> Reasons;
  /// What a clean kernel does and its syntax tree does not say.
  std::vector<std::string> Missing;
};

/// A parsed file, alive only during the callback of parse().
struct TranslationUnit {
  clang::ASTContext *Context = nullptr;
  DeclarationLog *Declarations = nullptr; ///< for a generator of code
  const SkippedText *Skipped = nullptr;   ///< by the preprocessor
  Language Lang = Language::Cuda;
  bool IsHip = false; ///< CUDA by name, but compiled by Clang itself
  std::vector<KernelDeclaration> Kernels; ///< in source order
  std::vector<ReportDiagnostic> Diagnostics;
  bool AnyError = false;         ///< in the file, be it in kernels or elsewhere
  SourceInputs Inputs;           ///< the source, what it includes
  unsigned MaxRegisters = 0;     ///< -maxrregcount, 0 if not given
  bool FastMath = false;         ///< -use_fast_math
  bool InexactFloats = false;    ///< options change how floats are rounded
  bool InexactSums = false;      ///< and not of roots alone
  bool ApproximateRoots = false; ///< of floats, -prec-sqrt=false
  double ParseSeconds = 0;
  std::optional<PreprocessedText> Text; ///< if the job asks for it
};

/// Parses \p Job and calls \p Use with the result. The error is for input that
/// cannot be read at all (missing, a directory, not text, over a size or depth
/// limit); broken code is reported in the TranslationUnit instead.
llvm::Error parse(const CompileJob &Job,
                  llvm::function_ref<void(TranslationUnit &)> Use);

/// A job of a compilation database, as it stands there.
struct DatabaseEntry {
  CompileJob Job;                 ///< without the compiler
  std::vector<std::string> Words; ///< all of the command
};

/// All jobs of compile_commands.json under \p Directory, in its order.
llvm::Expected<std::vector<DatabaseEntry>>
allJobsOfDatabase(llvm::StringRef Directory);

/// compile_commands.json, read once; may be asked by several threads.
class CompileDatabase {
public:
  /// The one under \p Directory, or the file of this name.
  static llvm::Expected<CompileDatabase> load(llvm::StringRef Directory);
  CompileDatabase(CompileDatabase &&) noexcept;
  ~CompileDatabase();

  /// Errors: it has none for \p File.
  llvm::Expected<std::vector<CompileJob>> jobs(llvm::StringRef File) const;

private:
  struct Loaded;
  explicit CompileDatabase(std::unique_ptr<Loaded> Own);
  std::unique_ptr<Loaded> Own;
};

/// The jobs for \p File in compile_commands.json under \p Directory.
llvm::Expected<std::vector<CompileJob>>
jobsFromDatabase(llvm::StringRef Directory, llvm::StringRef File);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_FRONTEND_H
