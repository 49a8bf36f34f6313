//===- Gpus.cpp - kernelcast gpus -----------------------------------------===//

#include "analysis/hardware/GpuListing.h"
#include "tool/CalibrateGpu.h"
#include "tool/OptionValues.h"
#include "tool/Tool.h"
#include "tool/report/TextReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

static int list() {
  printGpuTable(outs());
  return Done;
}

static int show(StringRef Name) {
  Expected<GpuSpec> Gpu = findGpu(Name);
  if (!Gpu)
    return complain(Gpu.takeError());
  printGpu(*Gpu, outs());
  return Done;
}

/// Names in lines under a title.
static void listKeys(StringRef Title, ArrayRef<std::string> Keys) {
  if (!Keys.empty())
    writeParagraph((Title + ": " + join(Keys, ", ")).str(), outs(), 2, 100);
}

static int check(StringRef Path) {
  Expected<GpuSpec> Gpu = loadGpuFile(Path);
  if (!Gpu)
    return complain(Gpu.takeError());
  std::vector<std::string> Unverified = unverifiedNumbers(*Gpu);
  outs() << Path << ": complete and consistent";
  if (!Unverified.empty())
    outs() << "; unverified: " << join(Unverified, ", ");
  outs() << '\n';
  std::vector<std::string> Absent;
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (!((*Gpu).*Field.Member).isKnown())
      Absent.push_back(Field.Key);
  listKeys("not given, so models do without or say what they assume", Absent);
  if (!Gpu->Calibrated.isKnown())
    listKeys("without a calibration these have no answer",
             {"cache-aware faithful", "cache-aware corrected"});
  return Done;
}

int kernelcast::runGpus(const CommandLine &Command) {
  ArrayRef<std::string> Words = Command.Files;
  if (Words.size() == 2 && Words[0] == "calibrate")
    return calibrateGpu(Words[1], Command);
  if (!Command.Gpus.empty() || !Command.Output.empty())
    return complain(usageError("--gpu and -o are for gpus calibrate"));
  if (Words.empty())
    return list();
  if (Words.size() == 2 && Words[0] == "show")
    return show(Words[1]);
  if (Words.size() == 2 && Words[0] == "check")
    return check(Words[1]);
  return complain(usageError("gpus takes nothing, 'show NAME', 'check "
                             "FILE.yaml' or 'calibrate RESULTS'"));
}
