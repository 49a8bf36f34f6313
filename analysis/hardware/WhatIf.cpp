//===- WhatIf.cpp - A device that does not exist --------------------------===//

#include "analysis/hardware/WhatIf.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace kernelcast {

using llvm::StringRef;
using llvm::Twine;

static llvm::Error refuse(const Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
}

/// \p Value in six digits at most, with an exponent where it is far from 1.
static std::string shortNumber(double Value) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%g", Value);
  return Text;
}

llvm::Expected<const GpuSpec::Field *> numberField(StringRef Name) {
  if (Name == "sms")
    Name = "multiprocessors";
  std::vector<StringRef> Known;
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    if (Name == Field.Key)
      return &Field;
    Known.push_back(Field.Key);
  }
  if (llvm::is_contained(GpuSpec::words(), Name))
    return refuse("'" + Name +
                  "' of a GPU file is not a number; to change it, write a file "
                  "of your own");
  Known.push_back("sms");
  StringRef Near = nearestKey(Name, Known);
  return refuse("a GPU file has no number '" + Name.take_front(40) + "'" +
                (Near.empty()
                     ? Twine("; 'kernelcast gpus show NAME' lists them")
                     : "; did you mean '" + Near + "'?"));
}

llvm::Expected<NumberChange> numberChange(const GpuSpec::Field &Field,
                                          double Value) {
  if (!std::isfinite(Value) || Value < Field.Low || Value > Field.High)
    return refuse(Twine("must be from ") + shortNumber(Field.Low) + " to " +
                  shortNumber(Field.High) + " " + Field.Unit);
  if (Field.Whole && Value != std::floor(Value))
    return refuse("must be a whole number");
  return NumberChange{&Field, Value};
}

/// Numbers per second of what runs with the SMs' clock.
static constexpr HardwareNumber GpuSpec::*RatesOfClock[] = {
    &GpuSpec::L2Bandwidth, &GpuSpec::AtomicRate, &GpuSpec::AtomicFloatRate,
    &GpuSpec::AtomicSectorRate, &GpuSpec::BlockRate};

static std::vector<GpuSpec::Change>::iterator
changeOf(GpuSpec &Gpu, HardwareNumber GpuSpec::*Member) {
  return llvm::find_if(Gpu.Changes, [&](const GpuSpec::Change &C) {
    return C.Number->Member == Member;
  });
}

/// With its clock set to something new, the rates of \p Gpu that nobody has set
/// are again the file's, or \p Move with the clock.
static void settleRates(GpuSpec &Gpu, bool Move) {
  const double Factor =
      Gpu.Clock.Value / changeOf(Gpu, &GpuSpec::Clock)->Before.Value;
  for (HardwareNumber GpuSpec::*Member : RatesOfClock) {
    HardwareNumber &Rate = Gpu.*Member;
    if (!Rate.isKnown() || Rate.Confidence == 'S')
      continue;
    if (auto Moved = changeOf(Gpu, Member); Moved != Gpu.Changes.end()) {
      Rate = Moved->Before;
      Gpu.Changes.erase(Moved);
    }
    if (!Move)
      continue;
    const auto *Field =
        llvm::find_if(GpuSpec::fields(), [&](const GpuSpec::Field &F) {
          return F.Member == Member;
        });
    Gpu.Changes.push_back({Field, Rate});
    Rate.Value *= Factor;
  }
}

GpuSpec atItsBaseClock(GpuSpec Gpu) {
  for (HardwareNumber GpuSpec::*Member : RatesOfClock)
    if (HardwareNumber &Rate = Gpu.*Member; Rate.Confidence != 'S')
      Rate.Value *= Gpu.BaseClock.Value / Gpu.Clock.Value;
  Gpu.Clock = Gpu.BaseClock;
  return Gpu;
}

llvm::Error changeNumbers(GpuSpec &Gpu, llvm::ArrayRef<NumberChange> Changes) {
  for (const NumberChange &Change : Changes) {
    HardwareNumber &Number = Gpu.*Change.Number->Member;
    if (changeOf(Gpu, Change.Number->Member) == Gpu.Changes.end())
      Gpu.Changes.push_back({Change.Number, Number});
    Number = {Change.Value, Change.Number->Unit, "--set", 'S'};
    if (Change.Number->Member == &GpuSpec::Clock)
      settleRates(Gpu, Change.MovesRates);
  }
  for (const GpuSpec::Order &Order : GpuSpec::orders()) {
    if (!Order.Always)
      continue;
    const HardwareNumber &Small = Gpu.*Order.Small->Member,
                         &Large = Gpu.*Order.Large->Member;
    bool Changed = Small.Confidence == 'S' || Large.Confidence == 'S';
    if (Changed && Small.isKnown() && Large.isKnown() &&
        Small.Value > Large.Value)
      return refuse(llvm::formatv(
          "'{0}' of {1} would be {2}, more than '{3}', which is {4}; --set the "
          "other, too",
          Order.Small->Key, Gpu.Name, shortNumber(Small), Order.Large->Key,
          shortNumber(Large)));
  }
  if (!Gpu.Changes.empty() && Gpu.Calibrated.isKnown()) {
    Gpu.Calibrated = {};
    Gpu.DroppedCalibration = true;
  }
  return llvm::Error::success();
}

/// Not by the user, that is.
static bool hasMoved(const GpuSpec &Gpu, const GpuSpec::Change &Change) {
  return (Gpu.*Change.Number->Member).Confidence != 'S';
}

std::vector<std::string> movedRates(const GpuSpec &Gpu) {
  std::vector<std::string> Keys;
  for (const GpuSpec::Change &Change : Gpu.Changes)
    if (hasMoved(Gpu, Change))
      Keys.push_back(Change.Number->Key);
  return Keys;
}

std::vector<std::string> keptNumbers(const GpuSpec &Gpu) {
  using G = GpuSpec;
  struct Dependence {
    HardwareNumber G::*Of;
    std::vector<HardwareNumber G::*> On;
  };
  // Shares of a peak were calibrated at that peak; latencies are in cycles of
  // the clock, and rates in seconds.
  static const Dependence Dependences[] = {
      {&G::IntLanes, {&G::Fp32Lanes}},
      {&G::Fp64Lanes, {&G::Fp32Lanes}},
      {&G::SfuLanes, {&G::Fp32Lanes}},
      {&G::LoadStoreLanes, {&G::Fp32Lanes}},
      {&G::TensorRate, {&G::Fp32Lanes}},
      {&G::L2Bandwidth, {&G::Multiprocessors, &G::Clock}},
      {&G::L1Bytes, {&G::SharedBytes}},
      {&G::AtomicRate, {&G::Clock}},
      {&G::AtomicFloatRate, {&G::Clock}},
      {&G::AtomicSectorRate, {&G::Clock}},
      {&G::BlockRate, {&G::Multiprocessors, &G::Clock}},
      {&G::L1Ways, {&G::L1Bytes}},
      {&G::L2Ways, {&G::L2Bytes}},
      {&G::Clusters, {&G::Multiprocessors}},
      {&G::MemoryChannels, {&G::DramBandwidth}},
      {&G::LatencyL2, {&G::Clock, &G::L2Bytes}},
      {&G::LatencyGlobal, {&G::Clock, &G::LatencyL2}},
      {&G::LambdaCompute, {&G::Multiprocessors, &G::Clock, &G::Fp32Lanes}},
      {&G::LambdaMemory, {&G::DramBandwidth}},
      {&G::LambdaLatency, {&G::LatencyGlobal, &G::LatencyAlu, &G::Clock}},
      {&G::DepartureCoalesced, {&G::Clock, &G::LoadStoreLanes}},
      {&G::DepartureUncoalesced, {&G::Clock, &G::LoadStoreLanes}},
      {&G::RegistersPerBlock, {&G::Registers}},
      {&G::SharedBytesPerBlock, {&G::SharedBytes}},
  };
  std::vector<std::string> Keys;
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    const HardwareNumber &Number = Gpu.*Field.Member;
    if (!Number.isKnown() || Number.Confidence == 'S')
      continue;
    const bool Moved = llvm::any_of(Gpu.Changes, [&](const G::Change &C) {
      return C.Number == &Field && hasMoved(Gpu, C);
    });
    for (const Dependence &D : Dependences)
      if (D.Of == Field.Member &&
          llvm::any_of(D.On, [&](HardwareNumber G::*Member) {
            return (Gpu.*Member).Confidence == 'S' &&
                   !(Moved && Member == &G::Clock);
          }))
        Keys.push_back(Field.Key);
  }
  return Keys;
}

} // namespace kernelcast
