//===- CompileTarget.h - What a kernel is compiled for ----------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_COMPILETARGET_H
#define KERNELCAST_ANALYSIS_HARDWARE_COMPILETARGET_H

#include <optional>
#include <string>

namespace kernelcast {

struct GpuSpec;

/// Names the machine code that a compiler makes: of an NVIDIA GPU by the
/// capability, of an AMD GPU by the processor.
struct CompileTarget {
  unsigned ComputeCapability = 0; ///< 75 for sm_75; 0: of AMD
  std::string Processor;          ///< "gfx90a"; empty: of NVIDIA

  bool isAmd() const { return !Processor.empty(); }
  /// Lanes that run together: CDNA's waves have 64, RDNA's 32.
  unsigned waveSize() const {
    return isAmd() && Processor.compare(0, 4, "gfx9") == 0 ? 64 : 32;
  }
  bool operator==(const CompileTarget &) const = default;
};

/// That of \p Gpu; none where no compiler for it is known here.
std::optional<CompileTarget> compileTarget(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_COMPILETARGET_H
