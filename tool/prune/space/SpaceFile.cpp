//===- SpaceFile.cpp - Tuning spaces from files ---------------------------===//

#include "tool/prune/space/SpaceFile.h"
#include "tool/prune/space/SpaceReading.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace kernelcast;
using namespace llvm;

/// Fields that say which format an object is in.
static void readObject(const JsonNode &Root, SpaceReading &Reading) {
  if (const auto List = Root.field("configurations"))
    return readJsonList(*List, "", Reading);
  if (Root.field("ConfigurationSpace") || Root.field("KernelSpecification"))
    return readT1(Root, Reading);
  if (const auto Results = Root.field("results"))
    return readJsonList(*Results, "configuration", Reading);
  Reading.mistake(Root.place(),
                  "neither T1 ('ConfigurationSpace' and 'KernelSpecification') "
                  "nor a list ('configurations')");
}

Expected<TuningSpace> kernelcast::readSpace(StringRef Text, StringRef FileName,
                                            const SpaceOverrides &Overrides) {
  SpaceReading Reading(FileName, Overrides);
  Text.consume_front("\xef\xbb\xbf"); // some editors' mark of UTF-8
  const StringRef Start = Text.ltrim();
  if (Start.empty())
    return createStringError(
        errorLine({FileName.str(), 0, 0}, "the file is empty"));
  if (Start[0] != '{' && Start[0] != '[') {
    readCsvList(Text, Reading);
  } else {
    Expected<std::unique_ptr<JsonDocument>> Document =
        JsonDocument::parse(Text, FileName);
    if (!Document)
      return Document.takeError();
    const JsonNode Root = (*Document)->root();
    if (Root->getAsArray())
      readJsonList(Root, "", Reading);
    else
      readObject(Root, Reading);
  }
  if (!Reading.hasMistakes())
    Reading.applyOverrides();
  return Reading.finish();
}

Expected<TuningSpace> kernelcast::loadSpace(StringRef Path,
                                            const SpaceOverrides &Overrides) {
  auto unreadable = [&](const Twine &Why) {
    return createStringError(errorLine({Path.str(), 0, 0}, Why));
  };
  uint64_t Bytes = 0;
  if (std::error_code Failure = sys::fs::file_size(Path, Bytes))
    return unreadable(Failure.message());
  if (Bytes > MaxSpaceFileBytes)
    return unreadable("larger than " + Twine(MaxSpaceFileBytes) + " bytes");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return unreadable(Buffer.getError().message());
  return readSpace((*Buffer)->getBuffer(), Path, Overrides);
}
