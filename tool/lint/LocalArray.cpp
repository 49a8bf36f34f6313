//===- LocalArray.cpp - A thread's own array in memory --------------------===//
//
// An array of a thread lives in registers only while every index into it is a
// constant once loops are unrolled. An index that depends on the thread, on
// arguments or on data sends the whole array to local memory, which is a part
// of the global one. Arrays that are only read become constants, and small ones
// a choice among registers: nothing is said of these, nor of arrays whose
// places differ by constants, of which each load finds the thread's own store.
//===----------------------------------------------------------------------===//

#include "analysis/dependences/ConstantDistances.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Arrays of so many elements may become a choice among registers: ptxas 13
/// makes one of 32 words.
static constexpr uint64_t FewElements = 32;

/// Whether no unrolling makes \p Address a constant.
static bool isDynamic(const Expr *Address) {
  bool Dynamic = false;
  visitPostOrder(Address, [&](const Expr *Node) {
    Dynamic |= is_contained({Op::Symbol, Op::Coordinate, Op::Load, Op::Opaque},
                            Node->op());
  });
  return Dynamic;
}

std::vector<Finding> kernelcast::findLocalArray(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  const KernelModel &Kernel = Launch.model();
  const WarpProfile &Profile = Launch.profile();
  for (const auto &[Id, Array] : enumerate(Kernel.Arrays)) {
    if (Array.Space != MemorySpace::Local || Array.InRegisters ||
        !Array.Location.isValid() ||
        Array.Bytes <= FewElements * Array.ElementBytes)
      continue;
    std::vector<AccessId> Accesses;
    const MemoryAccess *Dynamic = nullptr;
    bool Stores = false;
    for (const auto &[Number, Access] : enumerate(Kernel.Accesses)) {
      if (Access.Array != Id || Access.Space != MemorySpace::Local ||
          !(Profile.Accesses[Number].WarpExecutions.Value > 0))
        continue;
      Accesses.push_back(static_cast<AccessId>(Number));
      Stores |= Access.Kind != AccessKind::Load;
      if (!Dynamic && Access.Address && isDynamic(Access.Address))
        Dynamic = &Access;
    }
    if (!Dynamic || !Stores || !Launch.isInMemory(static_cast<ArrayId>(Id)) ||
        differByConstants(Kernel, Accesses))
      continue;
    Finding F;
    F.Location = Array.Location;
    F.Known = How::Assumed; // the compiler decides
    F.Message = fmt::format("{} ({} a thread) lies in local memory, since {} "
                            "has an index that is no constant",
                            Array.Name, bytesText(Array.Bytes), Dynamic->Text);
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Access : Accesses)
        keepInRegisters(Ideal, Access);
    });
    F.Notes.push_back({ReportDiagnostic::Level::Note, Dynamic->Location,
                       "the index that is no constant is here"});
    Result.push_back(std::move(F));
  }
  return Result;
}
