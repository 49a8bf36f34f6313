//===- GpuFile.cpp - Reading a GPU file -----------------------------------===//
//
// A GPU file is one YAML mapping. Descriptive keys have a plain value, every
// number is a mapping of value, unit, source and confidence:
//
//   name: gtx-970
//   clock: {value: 1253e6, unit: Hz, source: "...", confidence: A}
//===----------------------------------------------------------------------===//
#include "analysis/hardware/GpuSpec.h"
#include "analysis/hardware/NumberReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace kernelcast {
namespace {

namespace yaml = llvm::yaml;
using llvm::StringRef;
using llvm::Twine;

class Reader : NumberReader {
public:
  using NumberReader::NumberReader;
  llvm::Expected<GpuSpec> read();

private:
  GpuSpec Gpu;
  llvm::StringMap<Place> Seen; ///< top-level keys

  void readRoot(yaml::MappingNode *Map) override;
  void readEntry(StringRef Key, Place At, yaml::Node *Value);
  void readWord(StringRef Key, yaml::Node *Value);
  void readCalibration(yaml::Node *Value);
  void readCurve(StringRef Operation, yaml::Node *Value);
  void readAliases(yaml::Node *Value);
  bool readText(StringRef Key, yaml::Node *Value, std::string &Into);
  void checkWhole();
};

bool Reader::readText(StringRef Key, yaml::Node *Value, std::string &Into) {
  Place At = placeOf(Value);
  std::string Found;
  if (!scalar(Value, "'" + Key + "'", Found))
    return false;
  if (StringRef(Found).trim().empty()) {
    mistake(At, "'" + Key + "' is empty");
    return false;
  }
  Into = std::move(Found);
  return true;
}

bool isFileName(StringRef Name) {
  return !Name.empty() && llvm::all_of(Name, [](char C) {
    return (C >= 'a' && C <= 'z') || (C >= '0' && C <= '9') || C == '-';
  });
}

void Reader::readAliases(yaml::Node *Value) {
  auto *List = llvm::dyn_cast_or_null<yaml::SequenceNode>(Value);
  if (!List) {
    mistake(placeOf(Value), "'aliases' must be a list: [first, second]");
    pass(Value, 1);
    return;
  }
  for (auto It = List->begin(); It != List->end(); ++It) {
    std::string Alias;
    Place At = placeOf(&*It);
    if (scalar(&*It, "an alias", Alias)) {
      if (isFileName(Alias))
        Gpu.Aliases.push_back(Alias);
      else
        mistake(At, "alias '" + Twine(Alias) +
                        "' may have lower-case letters, digits and '-' only");
    }
    if (stopped())
      return;
  }
}

/// The section of the model "cache-aware".
void Reader::readCalibration(yaml::Node *Value) {
  auto *Map = llvm::dyn_cast_or_null<yaml::MappingNode>(Value);
  if (!Map) {
    mistake(placeOf(Value), "'calibration' must be a mapping of operations");
    pass(Value, 1);
    return;
  }
  llvm::StringMap<Place> Given;
  forEachPair(Map, [&](StringRef Key, Place At, yaml::Node *Number) {
    if (!Given.try_emplace(Key, At).second) {
      mistake(At, "repeated key '" + Key.take_front(40) + "' in 'calibration'");
      pass(Number, 1);
      return;
    }
    for (const Calibration::Field &Field : Calibration::fields())
      if (Key == Field.Key)
        return readNumber({Field.Key, Field.Unit, nullptr, false, false, 0,
                           Field.High, Field.Meaning},
                          At, Number, Gpu.Calibrated.*Field.Member);
    StringRef Operation = Key;
    bool IsCurve = Operation.consume_back("_curve");
    if (!isCalibratedOperation(Operation)) {
      mistake(At, "unknown operation '" + Key.take_front(40) +
                      "' in 'calibration'");
      pass(Number, 1);
    } else if (IsCurve) {
      readCurve(Operation, Number);
    } else {
      std::string Name = Operation.str();
      readNumber({Name.c_str(), "s", nullptr, false, false, 0, 1,
                  "one operation of each work-item"},
                 At, Number, Gpu.Calibrated.Operations[Name].PerItem);
    }
  });
}

/// a, b, c, a', c' and the saturation of W(n).
void Reader::readCurve(StringRef Operation, yaml::Node *Value) {
  Place At = placeOf(Value);
  std::vector<double> Curve;
  auto *List = llvm::dyn_cast_or_null<yaml::SequenceNode>(Value);
  if (!List) {
    pass(Value, 1);
  } else {
    for (auto It = List->begin(); It != List->end() && !stopped(); ++It) {
      std::string Text;
      double Number = 0;
      if (scalar(&*It, "a number of a curve", Text) &&
          !StringRef(Text).getAsDouble(Number) && std::isfinite(Number))
        Curve.push_back(Number);
    }
  }
  if (stopped())
    return;
  if (Curve.size() != 6)
    mistake(At, "'" + Operation +
                    "_curve' must be six numbers: [a, b, c, a', c', sat]");
  else
    Gpu.Calibrated.Operations[Operation.str()].Curve = std::move(Curve);
}

/// The enumerator of \p Values whose name is \p Text.
template <typename Enum>
bool enumerator(StringRef Text, llvm::ArrayRef<Enum> Values, Enum &Into,
                std::string &Choices) {
  for (Enum Value : Values) {
    if (name(Value) == Text) {
      Into = Value;
      return true;
    }
    Choices += (Choices.empty() ? "" : ", ") + name(Value).str();
  }
  return false;
}

void Reader::readEntry(StringRef Key, Place At, yaml::Node *Value) {
  auto [First, New] = Seen.try_emplace(Key, At);
  if (!New) {
    mistake(At, llvm::formatv("repeated key '{0}'; first at {1}:{2}",
                              Key.take_front(40), First->second.Line,
                              First->second.Column));
    pass(Value, 1);
    return;
  }
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Key == Field.Key)
      return readNumber(Field, At, Value, Gpu.*Field.Member);
  if (Key == "aliases")
    return readAliases(Value);
  if (Key == "calibration")
    return readCalibration(Value);
  if (!llvm::is_contained(GpuSpec::words(), Key)) {
    std::vector<StringRef> Known(GpuSpec::words().begin(),
                                 GpuSpec::words().end());
    for (const GpuSpec::Field &Field : GpuSpec::fields())
      Known.push_back(Field.Key);
    StringRef Near = nearestKey(Key, Known);
    mistake(At, llvm::formatv("unknown key '{0}'{1}", Key.take_front(40),
                              Near.empty()
                                  ? std::string()
                                  : "; did you mean '" + Near.str() + "'?"));
    pass(Value, 1);
    return;
  }

  readWord(Key, Value);
}

/// One of the keys with a plain value.
void Reader::readWord(StringRef Key, yaml::Node *Value) {
  Place ValueAt = placeOf(Value);
  std::string Text;
  if (!readText(Key, Value, Text))
    return;
  std::string Choices;
  auto Wrong = [&](const Twine &Allowed) {
    mistake(ValueAt, "'" + Key + "' is '" + StringRef(Text).take_front(40) +
                         "', must be " + Allowed);
  };
  if (Key == "name") {
    if (!isFileName(Text))
      Wrong("lower-case letters, digits and '-'");
    Gpu.Name = Text;
  } else if (Key == "marketing_name") {
    Gpu.MarketingName = Text;
  } else if (Key == "architecture") {
    Gpu.Architecture = Text;
  } else if (Key == "vendor") {
    auto Vendor = llvm::StringSwitch<std::optional<GpuVendor>>(Text)
                      .Case("nvidia", GpuVendor::Nvidia)
                      .Case("amd", GpuVendor::Amd)
                      .Case("intel", GpuVendor::Intel)
                      .Default(std::nullopt);
    if (!Vendor)
      Wrong("nvidia, amd or intel");
    Gpu.Vendor = Vendor.value_or(Gpu.Vendor);
  } else if (Key == "compute_capability") {
    Gpu.ComputeCapability = Text;
  } else if (Key == "warp_size") {
    unsigned Lanes = 0;
    if (StringRef(Text).getAsInteger(10, Lanes) ||
        (Lanes != 8 && Lanes != 16 && Lanes != 32 && Lanes != 64))
      Wrong("8, 16, 32 or 64");
    else
      Gpu.WarpSize = Lanes;
  } else if (Key == "coalescing") {
    if (!enumerator<CoalescingRule>(
            Text,
            {CoalescingRule::HalfWarpStrict, CoalescingRule::HalfWarpSegments,
             CoalescingRule::CacheLines, CoalescingRule::Sectors,
             CoalescingRule::Wave64Lines, CoalescingRule::Wave32Lines},
            Gpu.Coalescing, Choices))
      Wrong("one of " + Choices);
  } else if (Key == "banks") {
    if (!enumerator<BankRule>(Text, {BankRule::HalfWarp16, BankRule::Warp32},
                              Gpu.Banks, Choices))
      Wrong("one of " + Choices);
  } else if (!enumerator<RegisterAllocation>(
                 Text,
                 {RegisterAllocation::PerBlock, RegisterAllocation::PerWarp,
                  RegisterAllocation::PerSimd},
                 Gpu.RegisterGranularity, Choices)) {
    Wrong("one of " + Choices);
  }
}

/// What only the file as a whole can be wrong about.
void Reader::checkWhole() {
  Place End{1, 1};
  for (const auto &[Name, Operation] : Gpu.Calibrated.Operations)
    if (!Operation.PerItem.isKnown())
      mistake(Seen.lookup("calibration"),
              "operation '" + Twine(Name) + "' has a curve and no time");
  for (StringRef Key : {"name", "marketing_name", "architecture", "vendor",
                        "compute_capability", "warp_size", "coalescing",
                        "banks", "register_allocation"})
    if (!Seen.count(Key))
      mistake(End, llvm::formatv("required key '{0}' is missing", Key));
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Field.Required && !Seen.count(Field.Key))
      mistake(End, llvm::formatv("required key '{0}' is missing ({1}, in {2})",
                                 Field.Key, Field.Meaning, Field.Unit));

  auto Shown = [](double Value) {
    std::string Text;
    llvm::raw_string_ostream(Text) << llvm::format("%.10g", Value);
    return Text;
  };
  for (const GpuSpec::Order &Order : GpuSpec::orders()) {
    const HardwareNumber &Small = Gpu.*Order.Small->Member,
                         &Large = Gpu.*Order.Large->Member;
    // 0: there is none.
    if (Small.isKnown() && Large.Value > 0 && Small.Value > Large.Value)
      mistake(Seen.lookup(Order.Small->Key),
              llvm::formatv("'{0}' is {1}, more than '{2}', which is {3}",
                            Order.Small->Key, Shown(Small), Order.Large->Key,
                            Shown(Large)));
  }
  double Threads = Gpu.MaxWarps * Gpu.WarpSize;
  if (Gpu.MaxThreadsPerBlock.isKnown() && Threads > 0 &&
      Gpu.MaxThreadsPerBlock > Threads)
    mistake(Seen.lookup("max_threads_per_block"),
            "'max_threads_per_block' is " + Shown(Gpu.MaxThreadsPerBlock) +
                ", more than max_warps * warp_size, which is " +
                Shown(Threads));
  // What the schedulers issue in a cycle is enough for the FP32 lanes; AMD has
  // instructions that are two operations.
  double Issued = Gpu.Schedulers * std::max(1.0, Gpu.IssuePerScheduler.Value) *
                  Gpu.WarpSize * (Gpu.Vendor == GpuVendor::Amd ? 2 : 1);
  if (Gpu.Fp32Lanes.isKnown() && Issued > 0 && Gpu.Fp32Lanes > Issued)
    mistake(Seen.lookup("fp32_lanes"),
            "'fp32_lanes' is " + Shown(Gpu.Fp32Lanes) +
                ", more than the schedulers can feed, which is " +
                Shown(Issued));
}

void Reader::readRoot(yaml::MappingNode *Map) {
  forEachPair(Map, [&](StringRef Key, Place At, yaml::Node *Value) {
    readEntry(Key, At, Value);
  });
  if (!stopped())
    checkWhole();
}

llvm::Expected<GpuSpec> Reader::read() {
  if (llvm::Error Mistakes = parse())
    return Mistakes;
  return std::move(Gpu);
}

} // namespace

llvm::Expected<GpuSpec> loadGpuText(StringRef Text, StringRef FileName) {
  return Reader(Text, FileName).read();
}

llvm::Expected<GpuSpec> loadGpuFile(StringRef Path) {
  auto Buffer = readYamlText(Path, "GPU file", MaxGpuFileBytes);
  if (!Buffer)
    return Buffer.takeError();
  return loadGpuText((*Buffer)->getBuffer(), Path);
}

} // namespace kernelcast
