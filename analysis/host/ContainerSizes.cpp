//===- ContainerSizes.cpp - How many elements a vector has ----------------===//

#include "analysis/host/ContainerSizes.h"
#include "analysis/host/Containers.h"
#include "analysis/host/HostValues.h"
#include "analysis/host/IteratorPositions.h"
#include "analysis/host/LibraryAlgorithms.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

/// The size of a container that is made of \p Made's first \p Count arguments,
/// as the constructors and assign() have them.
template <class CallT>
static const k::Expr *sizeOfMade(const CallT *Made, unsigned Count,
                                 const Frame *F, HostValues &Values,
                                 ExpressionPool &Pool) {
  ScalarType Size = scalarType(Values.context().getSizeType(), Values.context())
                        .value_or(ScalarType::integer(64, false));
  if (Count == 0)
    return Pool.constant(0, Size);
  const clang::Expr *First = Made->getArg(0);
  if (containerKind(First->getType()) != ContainerKind::None)
    return Values.part(First, PathStep{nullptr, PathStep::Size}, F);
  if (const auto *List =
          dyn_cast<clang::CXXStdInitializerListExpr>(stripped(First)))
    if (const auto *Elements =
            dyn_cast<clang::InitListExpr>(stripped(List->getSubExpr())))
      return Pool.constant(Elements->getNumInits(), Size);
  if (isNumber(First)) {
    const k::Expr *N = Values.integer(First, F);
    return N ? Pool.cast(N, Size) : nullptr;
  }
  if (Count < 2)
    return nullptr;
  const k::Expr *Length =
      IteratorPositions(Values, Pool).distance(First, Made->getArg(1), F);
  return Length ? Pool.cast(Length, Size) : nullptr;
}

const k::Expr *
kernelcast::host::sizeConstructed(const clang::CXXConstructExpr *Made,
                                  const Frame *F, HostValues &Values,
                                  ExpressionPool &Pool) {
  return sizeOfMade(Made, static_cast<unsigned>(givenTo(Made).size()), F,
                    Values, Pool);
}

const k::Expr *kernelcast::host::sizeLeft(const clang::CXXMemberCallExpr *Call,
                                          const Frame *F, HostValues &Values,
                                          ExpressionPool &Pool) {
  StringRef Name = memberOfContainer(Call);
  if (Name == "clear")
    return sizeOfMade(Call, 0, F, Values, Pool);
  if ((Name == "resize" || Name == "assign") && !givenTo(Call).empty())
    return sizeOfMade(Call, static_cast<unsigned>(givenTo(Call).size()), F,
                      Values, Pool);
  int More = Name == "push_back" || Name == "emplace_back" ? 1
             : Name == "pop_back"                          ? -1
                                                           : 0;
  if (!More)
    return nullptr;
  const k::Expr *Before = Values.part(Call->getImplicitObjectArgument(),
                                      PathStep{nullptr, PathStep::Size}, F);
  return Before ? Pool.add(Before, Pool.constant(More, Before->type()))
                : nullptr;
}
