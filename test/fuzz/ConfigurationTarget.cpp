//===- ConfigurationTarget.cpp - Fuzzing .kernelcast.yml ------------------===//
//
// The input is a configuration file. One that is accepted reads back the same
// as it is written, and adds to itself; the mistakes of the others name their
// place.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "tool/Configuration.h"

using namespace llvm;
using namespace kernelcast;

static std::string written(const Configuration &Whole) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeConfiguration(Whole, OS);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ProcessorTimeLimit Limit;
  auto Whole = readConfiguration(fuzzText(Data, Size), "in.yml");
  if (!Whole) {
    SmallVector<StringRef> Lines;
    const std::string Mistakes = toString(Whole.takeError());
    StringRef(Mistakes).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    if (Lines.empty())
      abort();
    for (StringRef Line : Lines)
      if (!Line.starts_with("in.yml:") || !Line.contains(": error: "))
        abort();
    return 0;
  }
  const std::string Text = written(*Whole);
  auto Again = readConfiguration(Text, "in.yml");
  if (!Again || written(*Again) != Text) {
    errs() << Text << "--- read back:\n"
           << (Again ? written(*Again) : toString(Again.takeError())) << '\n';
    abort();
  }
  inherited(*Whole, *Again);
  return 0;
}
