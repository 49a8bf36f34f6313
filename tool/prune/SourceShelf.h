//===- SourceShelf.h - Sources read for earlier questions -------*- C++ -*-===//
//
// A tuner asks about one configuration after the other, most of which have a
// text that was read before: reading takes a hundred times as long as looking
// at one more launch. So the sources used last stay. As for a whole space,
// what a parse has asked of macros tells which configurations it serves.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SOURCESHELF_H
#define KERNELCAST_TOOL_PRUNE_SOURCESHELF_H

#include "tool/prune/ConfiguredSource.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <list>
#include <mutex>

namespace kernelcast {

/// Configurations have one text where this is equal, with \p IsAsked telling
/// the macros that a parse of it looks at.
std::string textKey(const ConfiguredKernel &Configured,
                    llvm::function_ref<bool(llvm::StringRef Name)> IsAsked);

/// Sources of one ForecastSetup. May be asked by several threads at once.
class SourceShelf {
public:
  /// More of one kind of counts do not stay. Each is a model of one kernel,
  /// some 100 KB.
  static constexpr size_t MaxSources = 64;

  /// The source that \p Configured has, with these \p Counts; null: it is not
  /// here.
  std::shared_ptr<const ConfiguredSource>
  find(const ConfiguredKernel &Configured, InstructionSource Counts);
  /// The same, read with \p Setup and kept if it is not here.
  std::shared_ptr<const ConfiguredSource>
  read(const ConfiguredKernel &Configured, const ForecastSetup &Setup,
       InstructionSource Counts);
  /// Keeps \p Source, that of \p Configured, if reading it again would give the
  /// same.
  void keep(const ConfiguredKernel &Configured, InstructionSource Counts,
            std::shared_ptr<const ConfiguredSource> Source);

private:
  struct Entry {
    InstructionSource Counts = InstructionSource::Ast;
    std::string Key; ///< textKey() of those that it serves
    std::shared_ptr<const ConfiguredSource> Source;
  };
  std::mutex Lock;
  std::list<Entry> Entries; ///< the one used last first
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SOURCESHELF_H
