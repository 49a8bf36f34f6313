//===- SourceChanges.cpp - What a kernel's source may say otherwise -------===//

#include "analysis/changes/SourceChanges.h"
#include "analysis/changes/ArrayPaddings.h"
#include "analysis/changes/DoubleOperations.h"
#include "analysis/changes/LoadHoistings.h"
#include "analysis/changes/PointerPromises.h"

using namespace kernelcast;

void kernelcast::findSourceChanges(const clang::FunctionDecl *Kernel,
                                   const clang::ASTContext &Context,
                                   KernelModel &Model) {
  const clang::FunctionDecl *Definition = nullptr;
  if (!Kernel || !Kernel->hasBody(Definition))
    return;
  const SourceText Source(Context);
  const ReachedCode Code(Definition, Source);
  findArrayPaddings(Code, Source, Model);
  findDoubleOperations(Code, Source, Model);
  findPointerPromises(Code, Source, Model);
  findLoadHoistings(Code, Source, Model);
}
