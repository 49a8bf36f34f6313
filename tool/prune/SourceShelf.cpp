//===- SourceShelf.cpp - Sources read for earlier questions ---------------===//

#include "tool/prune/SourceShelf.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::string kernelcast::textKey(const ConfiguredKernel &Configured,
                                function_ref<bool(StringRef Name)> IsAsked) {
  std::string Key = Configured.KernelName;
  for (const std::string &Option : Configured.CompilerOptions)
    Key += '\1' + Option;
  for (const std::string &Name : Configured.DroppedUnrolls)
    Key += '\4' + Name;
  for (const auto &[Name, Value] : Configured.Macros) {
    Key += '\2' + Name;
    if (IsAsked(Name))
      Key += '\3' + Value;
  }
  return Key;
}

/// textKey() of \p Configured by what the parse of \p Source has asked; nothing
/// if that is not known.
static std::optional<std::string> keyFor(const ConfiguredKernel &Configured,
                                         const ConfiguredSource &Source) {
  const std::optional<PreprocessedText> &Text = Source.text();
  if (!Text)
    return std::nullopt;
  const std::vector<std::string> &Asked = Text->MacrosAsked;
  return textKey(Configured, [&](StringRef Name) {
    return std::binary_search(Asked.begin(), Asked.end(), Name);
  });
}

std::shared_ptr<const ConfiguredSource>
SourceShelf::find(const ConfiguredKernel &Configured,
                  InstructionSource Counts) {
  const std::lock_guard Hold(Lock);
  for (auto Each = Entries.begin(); Each != Entries.end(); ++Each)
    if (Each->Counts == Counts &&
        Each->Key == keyFor(Configured, *Each->Source)) {
      Entries.splice(Entries.begin(), Entries, Each);
      return Each->Source;
    }
  return nullptr;
}

void SourceShelf::keep(const ConfiguredKernel &Configured,
                       InstructionSource Counts,
                       std::shared_ptr<const ConfiguredSource> Source) {
  std::optional<std::string> Key = keyFor(Configured, *Source);
  if (!Key || Source->mayDiffer())
    return;
  const std::lock_guard Hold(Lock);
  // Two threads may have read the same.
  size_t Places = 1;
  for (auto Each = Entries.begin(); Each != Entries.end();)
    if (Each->Counts == Counts && (Each->Key == *Key || ++Places > MaxSources))
      Each = Entries.erase(Each);
    else
      ++Each;
  Entries.push_front({Counts, std::move(*Key), std::move(Source)});
}

std::shared_ptr<const ConfiguredSource>
SourceShelf::read(const ConfiguredKernel &Configured,
                  const ForecastSetup &Setup, InstructionSource Counts) {
  auto Source = find(Configured, Counts);
  if (!Source) {
    Source =
        std::make_shared<const ConfiguredSource>(Configured, Setup, Counts);
    keep(Configured, Counts, Source);
  }
  return Source;
}
