//===- YamlReader.h - YAML files with every mistake located -----*- C++ -*-===//
//
// The part of reading a GPU file that is about YAML rather than GPUs. It goes
// on after a mistake, so that one run names them all, and walks the lazy node
// tree of LLVM's parser itself: it gives up at a nesting that no such file has,
// which that parser would follow by recursion until the stack ends.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_YAMLREADER_H
#define KERNELCAST_ANALYSIS_HARDWARE_YAMLREADER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <string>
#include <vector>

namespace kernelcast {

/// The text of the YAML file at \p Path, which the user knows as \p What ("GPU
/// file"). Errors, `path: error: ...`: what is no regular file, cannot be read
/// or has more than \p MaxBytes.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readYamlText(llvm::StringRef Path, llvm::StringRef What, uint64_t MaxBytes);

/// Reads one file whose top level is a mapping. A subclass says what the
/// mapping means in readRoot().
class YamlReader {
public:
  /// \p Example of a file's first line, with where to read more.
  YamlReader(llvm::StringRef Text, llvm::StringRef FileName,
             llvm::StringRef Example = "'name: gtx-970'; see docs/gpu-files.md")
      : Text(Text), File(FileName.empty() ? "<text>" : FileName),
        Example(Example) {}
  virtual ~YamlReader() = default;

protected:
  /// Counted from 1; columns in bytes.
  struct Place {
    unsigned Line = 1, Column = 1;
  };

  virtual void readRoot(llvm::yaml::MappingNode *Map) = 0;

  /// Reads the file; the error has one line `file:line:column: error: ...` for
  /// each mistake, in the order of the file.
  llvm::Error parse();

  void mistake(Place At, const llvm::Twine &Message);
  /// Nothing more can be read; no node may be touched any longer.
  bool stopped() const { return Stopped; }

  Place placeOf(const llvm::yaml::Node *Node) const;

  /// The text of a scalar, or a mistake about \p Of. \p Quoted says whether it
  /// stood in quotes.
  bool scalar(llvm::yaml::Node *Value, const llvm::Twine &Of, std::string &Into,
              bool *Quoted = nullptr);

  /// Reads over a node that means nothing, so that its successor can be read.
  void pass(llvm::yaml::Node *Node, unsigned Depth = 1);

  /// Visits every pair of \p Map whose key is plain text.
  void forEachPair(llvm::yaml::MappingNode *Map,
                   llvm::function_ref<void(llvm::StringRef Key, Place At,
                                           llvm::yaml::Node *Value)>
                       Visit);

private:
  struct Mistake {
    Place At;
    std::string Message;
  };

  llvm::StringRef Text;
  std::string File;
  std::string Example;
  llvm::SourceMgr Sources;
  std::vector<Mistake> Mistakes;
  bool Stopped = false;

  bool isText();
  llvm::Error takeMistakes();
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_YAMLREADER_H
