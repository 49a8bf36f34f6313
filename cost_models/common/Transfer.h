//===- Transfer.h - Copies between host and device --------------*- C++ -*-===//
//
// Gajger 2017, sections 4.5 and 5.4: a copy takes a start-up time and then the
// link's bandwidth, of which only a share lambda is reached; each direction has
// its own start-up and share.
//
//   T          = t_s + n / (bw * lambda)                          (4.8)(5.5)
//   throughput = n / (T - t_s)               (5.4), which is printed inverted
//   lambda     = throughput / bw                                  after (4.4)
//
// Pageable memory is copied through a buffer of the driver's and reaches less
// than pinned memory. Copies do not overlap one another or kernels here: who
// knows the streams of a program puts these times on its timeline.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_TRANSFER_H
#define KERNELCAST_COST_MODELS_COMMON_TRANSFER_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

enum class TransferDirection : uint8_t { ToDevice, FromDevice };
enum class HostMemory : uint8_t { Pageable, Pinned };

/// One direction of a link with one kind of host memory.
struct TransferLine {
  double Startup = 0;   ///< t_s, seconds
  double Bandwidth = 0; ///< bw, B/s, raw
  double Lambda = 1;    ///< share of bw that is reached
};

/// (4.8): seconds of a copy of \p Bytes. A copy of nothing still costs its
/// start-up (the thesis measured 0.5 us: the runtime then starts none). Errors:
/// no bandwidth, or a number that is negative or not finite.
llvm::Expected<double> transferSeconds(const TransferLine &Line, double Bytes);

/// (5.4), right way up: B/s of a copy of \p Bytes that took \p Seconds. Errors:
/// a copy that took no longer than the start-up.
llvm::Expected<double> transferThroughput(double Bytes, double Seconds,
                                          double Startup);

/// What a GPU file says about its host.
struct HostLink {
  TransferLine Lines[2][2];  ///< by TransferDirection, HostMemory
  double LaunchOverhead = 0; ///< seconds of a kernel launch
  /// Numbers that the file lacks and what is taken instead.
  std::vector<Assumption> Assumptions;

  const TransferLine &line(TransferDirection Direction,
                           HostMemory Memory) const {
    return Lines[unsigned(Direction)][unsigned(Memory)];
  }
};

/// The link of \p Gpu. An error if the file has no bandwidth to the host.
llvm::Expected<HostLink> hostLink(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_TRANSFER_H
