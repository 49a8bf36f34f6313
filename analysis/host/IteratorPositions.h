//===- IteratorPositions.h - Where a host's iterator stands -----*- C++ -*-===//
//
// A position is a base and an offset in elements from it, so that the distance
// of two iterators with one base is the difference of their offsets:
//
//   v.begin(), v.end()          base v, offsets 0 and v.size()
//   p, p + n                    base p, offsets 0 and n
//   make_counting_iterator(a)   no memory, offset a
//   make_zip_iterator(x, y)     that of x, and the elements of both
//
// A variable that nothing but its declaration sets is followed to what it is
// declared with, a parameter to what the call passes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_ITERATORPOSITIONS_H
#define KERNELCAST_ANALYSIS_HOST_ITERATORPOSITIONS_H

#include "analysis/host/CallChains.h"
#include "analysis/symbolic/Expression.h"
#include <optional>

namespace kernelcast::host {

class HostValues;

struct IteratorPosition {
  enum class Memory : uint8_t {
    None,    ///< values that are made up: counting, constant, discarded
    Host,    ///< of a container of the host
    Device,  ///< of a container of the device, or a device_ptr
    Pointer, ///< a plain pointer, which says nothing
  } In = Memory::None;
  /// What Offset counts from: two positions with equal bases are in one array.
  Place Base;
  const Frame *Owner = nullptr; ///< where Base's variable lives
  const Expr *Offset = nullptr; ///< elements; null: not known
  uint64_t Bytes = 0;           ///< of an element, of all arrays together
  uint64_t ValueBytes = 0;      ///< of what it gives: without indexes
  clang::QualType Element;      ///< of the first array; null for none
  bool CallsFunction = false;   ///< of the user's, for every element
};

class IteratorPositions {
public:
  IteratorPositions(HostValues &Values, ExpressionPool &Pool)
      : Values(Values), Pool(Pool) {}

  /// Where \p E, an iterator or a pointer, stands in \p F; nothing for what is
  /// neither, or not understood.
  std::optional<IteratorPosition> of(const clang::Expr *E, const Frame *F) {
    return of(E, F, 0);
  }
  /// The elements from \p First to \p Last; null where that is not known.
  const Expr *distance(const clang::Expr *First, const clang::Expr *Last,
                       const Frame *F);

private:
  using Answer = std::optional<IteratorPosition>;

  Answer of(const clang::Expr *E, const Frame *F, unsigned Depth);
  Answer ofVariable(const clang::VarDecl *V, const clang::Expr *E,
                    const Frame *F, unsigned Depth);
  Answer ofCall(const clang::CallExpr *Call, const Frame *F, unsigned Depth);
  Answer ofMember(const clang::Expr *Container, llvm::StringRef Name,
                  const Frame *F);
  Answer ofObject(const clang::CXXConstructExpr *Made, const Frame *F,
                  unsigned Depth);
  Answer made(llvm::StringRef Maker, llvm::ArrayRef<const clang::Expr *> From,
              const Frame *F, unsigned Depth);
  Answer moved(Answer From, const clang::Expr *By, bool Back, const Frame *F);
  Answer base(const clang::Expr *E, clang::QualType Element,
              IteratorPosition::Memory In, const Frame *F);

  HostValues &Values;
  ExpressionPool &Pool;
  bool IsEarlier = false; ///< read when a variable was made, not now
};

/// The name of the outermost namespace around \p D, or "".
llvm::StringRef outermostSpace(const clang::Decl *D);
/// Whether calls of \p Callable run code of the user's: not a function object
/// of thrust, cub, cuda or the standard library.
bool isOfUser(const clang::Expr *Callable);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_ITERATORPOSITIONS_H
