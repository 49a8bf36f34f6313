//===- SourceEdits.cpp - A file's text with changes in it -----------------===//

#include "tool/lint/SourceEdits.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;
using namespace kernelcast;

/// Where the lines of \p Text begin.
static std::vector<size_t> lineStarts(StringRef Text) {
  std::vector<size_t> Starts = {0};
  for (const auto &[I, C] : enumerate(Text))
    if (C == '\n')
      Starts.push_back(I + 1);
  return Starts;
}

struct SourceEdits::Implementation {
  Implementation(std::string Path, std::string Text)
      : Path(std::move(Path)), Text(std::move(Text)),
        Starts(lineStarts(this->Text)) {}

  /// The bytes before line \p Line and column \p Column, from 1.
  std::optional<unsigned> offset(unsigned Line, unsigned Column) const {
    if (Line == 0 || Column == 0 || Line > Starts.size())
      return std::nullopt;
    const size_t End = Line == Starts.size() ? Text.size() : Starts[Line];
    const size_t Offset = Starts[Line - 1] + Column - 1;
    return Offset <= End ? std::optional(unsigned(Offset)) : std::nullopt;
  }

  /// The new text, made when it is first asked for.
  const std::string &after() {
    if (Changed)
      return *Changed;
    Expected<std::string> Made =
        clang::tooling::applyAllReplacements(Text, All);
    if (!Made)
      consumeError(Made.takeError());
    // Without a new text it is as if nothing changed: not confirmed then.
    Changed = Made ? std::move(*Made) : Text;
    NewStarts = lineStarts(*Changed);
    return *Changed;
  }

  std::string Path, Text;
  std::vector<size_t> Starts, NewStarts;
  clang::tooling::Replacements All;
  std::optional<std::string> Changed;
};

SourceEdits::SourceEdits(std::string Path, std::string Text)
    : Own(std::make_unique<Implementation>(std::move(Path), std::move(Text))) {}
SourceEdits::SourceEdits(SourceEdits &&) noexcept = default;
SourceEdits::~SourceEdits() = default;

bool SourceEdits::add(const SourceChange &Change) {
  clang::tooling::Replacements Together = Own->All;
  for (const Replacement &Each : Change.Replacements) {
    auto From = Own->offset(Each.Range.Line, Each.Range.Column);
    auto To = Own->offset(Each.Range.EndLine, Each.Range.EndColumn);
    if (!From || !To || *To < *From)
      return false;
    if (Error Conflict = Together.add(clang::tooling::Replacement(
            Own->Path, *From, *To - *From, Each.Text))) {
      consumeError(std::move(Conflict));
      return false;
    }
  }
  Own->All = std::move(Together);
  Own->Changed.reset();
  return true;
}

const std::string &SourceEdits::before() const { return Own->Text; }

const std::string &SourceEdits::after() const { return Own->after(); }

SourceSpot SourceEdits::moved(const SourceSpot &Spot) const {
  auto Offset = Own->offset(Spot.Line, Spot.Column);
  if (!Offset || Spot.File != Own->Path)
    return Spot;
  after();
  const unsigned At = Own->All.getShiftedCodePosition(*Offset);
  const std::vector<size_t> &Starts = Own->NewStarts;
  const auto Line = std::prev(upper_bound(Starts, size_t(At)));
  return {Spot.File, unsigned(Line - Starts.begin()) + 1,
          unsigned(At - *Line) + 1};
}

struct FixExport::Implementation {
  clang::tooling::TranslationUnitDiagnostics All;
};

FixExport::FixExport() : Own(std::make_unique<Implementation>()) {}
FixExport::~FixExport() = default;

void FixExport::add(StringRef Check, StringRef Message, const SourceSpot &At,
                    const SourceEdits &Edits) {
  clang::tooling::DiagnosticMessage Text(Message);
  Text.FilePath = At.File;
  Text.FileOffset = 0;
  if (At.File == Edits.Own->Path)
    Text.FileOffset = Edits.Own->offset(At.Line, At.Column).value_or(0);
  Text.Fix[Edits.Own->Path] = Edits.Own->All;
  Own->All.MainSourceFile = Edits.Own->Path;
  Own->All.Diagnostics.emplace_back(
      Check, Text, SmallVector<clang::tooling::DiagnosticMessage, 1>(),
      clang::tooling::Diagnostic::Warning, /*BuildDirectory=*/"");
}

void FixExport::write(raw_ostream &OS) const {
  yaml::Output Out(OS);
  clang::tooling::TranslationUnitDiagnostics Copy = Own->All;
  Out << Copy;
}
