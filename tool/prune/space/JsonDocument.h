//===- JsonDocument.h - JSON with the places of its values ------*- C++ -*-===//
//
// A space file is written by hand, so a message about it says where. LLVM's
// JSON keeps neither places nor the order of an object's fields, and takes the
// last of two fields of one name. So once it has read a text, a second pass
// notes where each value begins, in the order in which they are written:
//
//   {"a": [1, 2]}   ──▶   {…} up to 4   [1, 2] up to 4   1   2
//
// Each entry says where those of its parts end, which is all that it takes to
// go through the values and their places side by side.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_JSONDOCUMENT_H
#define KERNELCAST_TOOL_PRUNE_SPACE_JSONDOCUMENT_H

#include "analysis/support/SourceSpot.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>

namespace kernelcast {

/// Larger files are refused unread.
inline constexpr uint64_t MaxSpaceFileBytes = uint64_t(1) << 28;

class JsonDocument;

/// One value of a document, which must outlive it.
class JsonNode {
public:
  JsonNode(const JsonDocument &Document, const llvm::json::Value &Value,
           uint32_t Entry)
      : Document(&Document), Value(&Value), Entry(Entry) {}

  const llvm::json::Value &operator*() const { return *Value; }
  const llvm::json::Value *operator->() const { return Value; }

  /// Where the value begins, and \p Bytes further. Of a text, the place of its
  /// Bytes-th byte, if no escaped character comes before it.
  SourceSpot place() const;
  SourceSpot placeInText(unsigned Column) const;
  SourceSpot placeOfKey() const;

  /// The field \p Name of an object; nothing for other values.
  std::optional<JsonNode> field(llvm::StringRef Name) const;
  /// An object's fields in the order of the text.
  std::vector<std::pair<std::string, JsonNode>> fields() const;
  /// An array's elements.
  std::vector<JsonNode> elements() const;

private:
  const JsonDocument *Document;
  const llvm::json::Value *Value;
  uint32_t Entry;
};

class JsonDocument {
public:
  /// \p Text and \p FileName must outlive the document. The error is one line,
  /// `file:line:column: error: ...`: no JSON, nested too deeply, a number that
  /// is too large, a field that is there twice, a text that is too long.
  static llvm::Expected<std::unique_ptr<JsonDocument>>
  parse(llvm::StringRef Text, llvm::StringRef FileName);

  JsonNode root() const { return {*this, Root, 0}; }

private:
  friend class JsonNode;
  struct Entry {
    uint32_t Offset = 0;    ///< of the value
    uint32_t KeyOffset = 0; ///< of its name in an object
    uint32_t End = 0;       ///< the entry after those of its parts
  };
  JsonDocument(llvm::StringRef Text, llvm::StringRef FileName)
      : Text(Text), FileName(FileName), Root(nullptr) {}
  llvm::Error notePlaces();
  SourceSpot spot(uint32_t Offset) const;
  std::string keyAt(uint32_t Offset) const;

  llvm::StringRef Text, FileName;
  llvm::json::Value Root;
  std::vector<Entry> Entries;
  std::vector<uint32_t> LineStarts;
};

/// `file:line:column: error: ...`; without a line, the file alone.
std::string errorLine(const SourceSpot &Place, const llvm::Twine &Message);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_JSONDOCUMENT_H
