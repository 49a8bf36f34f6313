//===- NumberReader.h - A number with its unit and source -------*- C++ -*-===//
//
// How every number of a GPU file is written, whatever section it stands in:
//
//   {value: 1253e6, unit: Hz, source: "...", confidence: A}
//
// and, where it was measured, with what its repetitions spread over:
//
//   {value: 4.07, interval: [4.05, 4.1], unit: cycles, ..., confidence: M}
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_NUMBERREADER_H
#define KERNELCAST_ANALYSIS_HARDWARE_NUMBERREADER_H

#include "analysis/hardware/GpuSpec.h"
#include "analysis/hardware/YamlReader.h"

namespace kernelcast {

class NumberReader : public YamlReader {
public:
  using YamlReader::YamlReader;

protected:
  /// Reads the number at \p Value into \p Into, or reports what is wrong with
  /// it. Of \p Field, Member is not used.
  void readNumber(const GpuSpec::Field &Field, Place At,
                  llvm::yaml::Node *Value, HardwareNumber &Into);

private:
  bool readPart(const GpuSpec::Field &Field, llvm::StringRef Part,
                llvm::yaml::Node *Value, HardwareNumber &Number);
  bool readInterval(const GpuSpec::Field &Field, llvm::yaml::Node *Value,
                    HardwareNumber &Number);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_NUMBERREADER_H
