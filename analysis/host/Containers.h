//===- Containers.h - The vectors that host code works with -----*- C++ -*-===//
//
// std::vector and thrust's vectors: which memory they are in, what they hold,
// and which of their functions leave their size alone.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_CONTAINERS_H
#define KERNELCAST_ANALYSIS_HOST_CONTAINERS_H

#include "clang/AST/ExprCXX.h"
#include <vector>

namespace kernelcast::host {

/// The class of \p Type, perhaps behind a reference, by its own name; "" for
/// what is none.
llvm::StringRef className(clang::QualType Type);

enum class ContainerKind : uint8_t {
  None,
  OnHost,   ///< std::vector, thrust::host_vector
  OnDevice, ///< thrust::device_vector, thrust::universal_vector
};

/// What \p Type, perhaps behind a reference, is.
ContainerKind containerKind(clang::QualType Type);
/// The type of the elements of \p Type; null for what is no container.
clang::QualType elementOf(clang::QualType Type);

/// The name of the member function that \p Call runs on a container, or "".
llvm::StringRef memberOfContainer(const clang::CXXMemberCallExpr *Call);
/// Whether \p Call, of a container's member function that may write, leaves
/// the container's size as it is: begin(), data(), reserve(n).
bool keepsSize(const clang::CXXMemberCallExpr *Call);
/// The container whose size() \p Call asks for; null if it asks none.
const clang::Expr *sizeAskedOf(const clang::CallExpr *Call);

/// The arguments of \p Call that the source gives.
template <class CallT>
std::vector<const clang::Expr *> givenTo(const CallT *Call) {
  std::vector<const clang::Expr *> Given;
  for (const clang::Expr *A : Call->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(A))
      Given.push_back(A);
  return Given;
}

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_CONTAINERS_H
