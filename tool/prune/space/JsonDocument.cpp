//===- JsonDocument.cpp - Places of JSON's values -------------------------===//

#include "tool/prune/space/JsonDocument.h"
#include "analysis/support/BoundedJson.h"
#include "llvm/ADT/StringSet.h"

using namespace kernelcast;
using namespace llvm;

std::string kernelcast::errorLine(const SourceSpot &Place,
                                  const Twine &Message) {
  if (!Place.isValid())
    return (Place.File + ": error: " + Message).str();
  return (Place.File + ":" + Twine(Place.Line) + ":" + Twine(Place.Column) +
          ": error: " + Message)
      .str();
}

/// "[3:7, byte=40]: Expected value" and "[3:7] too deep" with our form of
/// place.
static Error placed(Error Failure, StringRef FileName) {
  const std::string Said = toString(std::move(Failure));
  StringRef Rest = Said;
  SourceSpot Place{FileName.str(), 0, 0};
  if (!Rest.consume_front("[") || Rest.consumeInteger(10, Place.Line) ||
      !Rest.consume_front(":") || Rest.consumeInteger(10, Place.Column))
    return createStringError(errorLine(Place, Said));
  Rest = Rest.split(']').second.ltrim(": ");
  return createStringError(errorLine(Place, "not JSON: " + Rest));
}

Expected<std::unique_ptr<JsonDocument>>
JsonDocument::parse(StringRef Text, StringRef FileName) {
  if (Text.size() > MaxSpaceFileBytes)
    return createStringError(
        errorLine({FileName.str(), 0, 0},
                  "larger than " + Twine(MaxSpaceFileBytes) + " bytes"));
  if (size_t At = 0; !json::isUTF8(Text, &At)) {
    const StringRef Before = Text.take_front(At);
    const size_t LineStart = Before.rfind('\n') + 1; // npos + 1 is 0
    return createStringError(errorLine(
        {FileName.str(), static_cast<unsigned>(Before.count('\n') + 1),
         static_cast<unsigned>(At - LineStart + 1)},
        "not JSON: this byte is not UTF-8"));
  }
  std::unique_ptr<JsonDocument> Made(new JsonDocument(Text, FileName));
  Expected<json::Value> Root = parseJson(Text);
  if (!Root)
    return placed(Root.takeError(), FileName);
  Made->Root = std::move(*Root);
  if (Error Twice = Made->notePlaces())
    return Twice;
  return Made;
}

/// The length of the quoted text at the start of \p Rest, with its quotes.
static size_t quotedLength(StringRef Rest) {
  size_t At = 1;
  while (At < Rest.size() && Rest[At] != '"')
    At += Rest[At] == '\\' ? 2 : 1;
  return std::min(At + 1, Rest.size());
}

std::string JsonDocument::keyAt(uint32_t Offset) const {
  const StringRef Quoted =
      Text.substr(Offset).take_front(quotedLength(Text.substr(Offset)));
  if (!Quoted.contains('\\'))
    return Quoted.drop_front().drop_back().str();
  Expected<json::Value> Key = json::parse(Quoted);
  if (!Key) {
    consumeError(Key.takeError());
    return Quoted.str();
  }
  return Key->getAsString().value_or(Quoted).str();
}

/// The text is known to be JSON, so that brackets and quotes tell all.
Error JsonDocument::notePlaces() {
  struct Open {
    uint32_t Entry;
    bool IsObject;
    StringSet<> Names;
  };
  std::vector<Open> Around;
  uint32_t KeyOffset = 0;
  bool HasKey = false;
  LineStarts.push_back(0);
  auto note = [&](size_t At) {
    const auto Here = static_cast<uint32_t>(At);
    Entries.push_back({Here, HasKey ? KeyOffset : Here,
                       static_cast<uint32_t>(Entries.size() + 1)});
    HasKey = false;
  };
  for (size_t I = 0; I != Text.size(); ++I) {
    const char C = Text[I];
    if (C == '\n') {
      LineStarts.push_back(static_cast<uint32_t>(I + 1));
    } else if (C == '{' || C == '[') {
      note(I);
      Around.push_back(
          {static_cast<uint32_t>(Entries.size() - 1), C == '{', {}});
    } else if (C == '}' || C == ']') {
      Entries[Around.back().Entry].End = static_cast<uint32_t>(Entries.size());
      Around.pop_back();
    } else if (C == '"') {
      if (!Around.empty() && Around.back().IsObject && !HasKey) {
        KeyOffset = static_cast<uint32_t>(I);
        HasKey = true;
        const std::string Name = keyAt(KeyOffset);
        if (!Around.back().Names.insert(Name).second)
          return createStringError(errorLine(
              spot(KeyOffset), "the field '" + Name + "' is there twice"));
      } else {
        note(I);
      }
      I += quotedLength(Text.substr(I)) - 1;
    } else if (isAlnum(C) || C == '-') {
      note(I);
      I += Text.substr(I)
               .take_while([](char Each) {
                 return isAlnum(Each) || StringRef("+-.").contains(Each);
               })
               .size() -
           1;
    }
  }
  return Error::success();
}

SourceSpot JsonDocument::spot(uint32_t Offset) const {
  const auto After = llvm::upper_bound(LineStarts, Offset);
  return {FileName.str(), static_cast<unsigned>(After - LineStarts.begin()),
          Offset - *(After - 1) + 1};
}

SourceSpot JsonNode::place() const {
  return Document->spot(Document->Entries[Entry].Offset);
}

SourceSpot JsonNode::placeOfKey() const {
  return Document->spot(Document->Entries[Entry].KeyOffset);
}

SourceSpot JsonNode::placeInText(unsigned Column) const {
  SourceSpot Place = place();
  const uint32_t Offset = Document->Entries[Entry].Offset;
  const StringRef Before = Document->Text.substr(Offset + 1).take_front(Column);
  if (Value->getAsString() && !Before.contains('\\'))
    Place.Column += Column;
  return Place;
}

std::optional<JsonNode> JsonNode::field(StringRef Name) const {
  const json::Object *Object = Value->getAsObject();
  const json::Value *Found = Object ? Object->get(Name) : nullptr;
  if (!Found)
    return std::nullopt;
  const std::vector<JsonDocument::Entry> &Entries = Document->Entries;
  for (uint32_t I = Entry + 1; I != Entries[Entry].End; I = Entries[I].End)
    if (Document->keyAt(Entries[I].KeyOffset) == Name)
      return JsonNode(*Document, *Found, I);
  return std::nullopt;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::fields() const {
  std::vector<std::pair<std::string, JsonNode>> All;
  const json::Object *Object = Value->getAsObject();
  if (!Object)
    return All;
  const std::vector<JsonDocument::Entry> &Entries = Document->Entries;
  for (uint32_t I = Entry + 1; I != Entries[Entry].End; I = Entries[I].End) {
    std::string Name = Document->keyAt(Entries[I].KeyOffset);
    const json::Value *Found = Object->get(Name);
    if (Found) // always, but for names that are not UTF-8
      All.emplace_back(std::move(Name), JsonNode(*Document, *Found, I));
  }
  return All;
}

std::vector<JsonNode> JsonNode::elements() const {
  std::vector<JsonNode> All;
  const json::Array *Array = Value->getAsArray();
  if (!Array)
    return All;
  uint32_t I = Entry + 1;
  for (const json::Value &Each : *Array) {
    All.emplace_back(*Document, Each, I);
    I = Document->Entries[I].End;
  }
  return All;
}
