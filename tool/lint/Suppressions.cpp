//===- Suppressions.cpp - NOLINT comments ---------------------------------===//
//
// clang-tidy's handler wants a diagnostic at a place in a source manager. Each
// finding becomes one, in a manager that holds nothing but the text.
//===----------------------------------------------------------------------===//

#include "tool/lint/Suppressions.h"
#include "clang-tidy/NoLintDirectiveHandler.h"
#include "tool/report/SourceLines.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/Core/Diagnostic.h"

using namespace llvm;
using namespace kernelcast;

class Suppressions::Reader : public clang::DiagnosticConsumer {
public:
  Reader()
      : Files(clang::FileSystemOptions()),
        Engine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, this,
               /*ShouldOwnClient=*/false),
        Sources(Engine, Files) {
    Engine.setSourceManager(&Sources);
  }

  bool suppress(const Finding &F) {
    auto Entry = Files.getOptionalFileRef(F.Location.File);
    if (!Entry || !F.Location.isValid())
      return false;
    // A "#line" may name what never ends, and Clang would read it.
    constexpr uint64_t MostBytes = 64 << 20;
    if (!Sources.isFileOverridden(*Entry)) {
      auto Text = readSource(F.Location.File, MostBytes);
      if (!Text)
        return false;
      Sources.overrideFileContents(*Entry, std::move(*Text));
    }
    const clang::FileID File =
        Sources.getOrCreateFileID(*Entry, clang::SrcMgr::C_User);
    const clang::SourceLocation Place =
        Sources.translateLineCol(File, F.Location.Line, F.Location.Column);
    if (Place.isInvalid())
      return false;
    Check = info(F.Check).Name;
    Suppressed = false;
    Engine.Report(Place, Engine.getCustomDiagID(
                             clang::DiagnosticsEngine::Warning, "finding"));
    return Suppressed;
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    SmallVector<clang::tooling::Diagnostic, 1> Errors;
    Suppressed = Handler.shouldSuppress(Level, Info, Check, Errors,
                                        /*AllowIO=*/true,
                                        /*EnableNoLintBlocks=*/true);
    for (const clang::tooling::Diagnostic &Error : Errors)
      note(Error.Message);
  }

  std::vector<ReportDiagnostic> Diagnostics;

private:
  void note(const clang::tooling::DiagnosticMessage &Message) {
    ReportDiagnostic New;
    New.Severity = ReportDiagnostic::Level::Warning;
    New.Message = Message.Message;
    New.Location.File = Message.FilePath;
    if (auto Entry = Files.getOptionalFileRef(Message.FilePath)) {
      const clang::FileID File =
          Sources.getOrCreateFileID(*Entry, clang::SrcMgr::C_User);
      New.Location.Line = Sources.getLineNumber(File, Message.FileOffset);
      New.Location.Column = Sources.getColumnNumber(File, Message.FileOffset);
    }
    Diagnostics.push_back(std::move(New));
  }

  clang::FileManager Files;
  clang::DiagnosticsEngine Engine;
  clang::SourceManager Sources;
  clang::tidy::NoLintDirectiveHandler Handler;
  StringRef Check;
  bool Suppressed = false;
};

Suppressions::Suppressions() : Own(std::make_unique<Reader>()) {}
Suppressions::~Suppressions() = default;

bool Suppressions::suppress(const Finding &F) { return Own->suppress(F); }

std::vector<ReportDiagnostic> Suppressions::takeDiagnostics() {
  return std::move(Own->Diagnostics);
}
