# Writes OUTPUT, a C++ file that holds the text of every GPU file of FOLDER:
#   cmake -DFOLDER=... -DOUTPUT=... -P EmbedGpuFiles.cmake
file(GLOB FILES ${FOLDER}/*.yaml)
list(SORT FILES)
set(ENTRIES "")
foreach(FILE ${FILES})
  get_filename_component(NAME ${FILE} NAME_WE)
  file(READ ${FILE} TEXT)
  string(APPEND ENTRIES "    {\"${NAME}\", R\"gpu-file(${TEXT})gpu-file\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made from cost_models/gpus/*.yaml by EmbedGpuFiles.cmake.
#include \"analysis/hardware/GpuCollection.h\"

llvm::ArrayRef<kernelcast::BuiltInGpu> kernelcast::builtInGpus() {
  static constexpr BuiltInGpu Gpus[] = {
${ENTRIES}  };
  return Gpus;
}
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
