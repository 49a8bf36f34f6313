//===- AddressPattern.h - How the work-items share an array -----*- C++ -*-===//
//
// The access classes of Pöppl and Herz's static OpenCL model, told from the
// addresses alone. One instruction has, in each iteration of the loops around
// it, one address for each work-item g of the launch that runs it (all groups,
// first dimension fastest). In every iteration, with B the bytes of an element,
//
//   constant    all addresses are equal
//   continuous  the address is +-B * g0 + p1 * g1 + p2 * g2 + c, one sign and
//               one p1, p2 for all work-items of the iteration
//   interval    from a work-item to the next one (both run it) the address
//               stays, moves on by +-B, or goes back to where the iteration's
//               addresses begin: the lowest one, or the highest for -B
//
// Each is a property of one launch's numbers; a constant address is an interval
// as well. Anything may be called complex.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_ADDRESSPATTERN_H
#define KERNELCAST_TEST_ORACLE_ADDRESSPATTERN_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace oracle {

/// Global number of a work-item in dimensions 2, 1, 0: in the launch's order.
using WorkItemId = std::array<uint32_t, 3>;
using Iterations = std::vector<uint64_t>;

class AddressPattern {
public:
  void add(const Iterations &Around, WorkItemId Item, size_t Address) {
    Addresses[Around][Item] = Address;
  }

  /// Pairs of work-items, one behind the other in the first dimension, that
  /// both have an address in an iteration.
  uint64_t neighbours() const;
  bool isConstant() const;
  bool isContinuous(unsigned Bytes) const;
  /// \p Items is the number of work-items in each dimension, 0 to 2.
  bool isInterval(unsigned Bytes, const std::array<uint32_t, 3> &Items) const;
  /// Whether work-items that run both, in the same iteration of the loops that
  /// the less deeply nested one is in, use one address.
  bool agrees(const AddressPattern &Other) const;

private:
  using Row = std::map<WorkItemId, size_t>;
  static bool isContinuous(const Row &Items, int64_t Step);
  static bool isInterval(const Row &Items, int64_t Step,
                         const std::array<uint32_t, 3> &Sizes);
  std::map<Iterations, Row> Addresses;
};

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_ADDRESSPATTERN_H
