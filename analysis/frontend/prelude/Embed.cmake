# Turns the prelude's header files into one C++ source, so that the library
# needs no files at run time. Run as a script with -DROOT, -DOUTPUT.
file(GLOB_RECURSE FILES RELATIVE ${ROOT} ${ROOT}/*.h ${ROOT}/*.cuh ${ROOT}/*.txt
  ${ROOT}/core/cuda/*)
list(REMOVE_DUPLICATES FILES)
list(SORT FILES)
set(TEXT "// Generated from analysis/frontend/prelude.\n")
string(APPEND TEXT "#include \"analysis/frontend/Preludes.h\"\n")
string(APPEND TEXT "namespace kernelcast {\nstatic const EmbeddedFile Files[] = {\n")
file(WRITE ${OUTPUT} "${TEXT}")
foreach(FILE ${FILES})
  file(READ ${ROOT}/${FILE} CONTENT)
  file(APPEND ${OUTPUT} "{\"${FILE}\", R\"KCPRELUDE(")
  # Compilers limit the length of one literal; neighbours are joined.
  string(LENGTH "${CONTENT}" LENGTH)
  set(START 0)
  while(START LESS LENGTH)
    string(SUBSTRING "${CONTENT}" ${START} 12000 PIECE)
    file(APPEND ${OUTPUT} "${PIECE}")
    math(EXPR START "${START} + 12000")
    if(START LESS LENGTH)
      file(APPEND ${OUTPUT} ")KCPRELUDE\" R\"KCPRELUDE(")
    endif()
  endwhile()
  file(APPEND ${OUTPUT} ")KCPRELUDE\"},\n")
endforeach()
file(APPEND ${OUTPUT}
  "};\nllvm::ArrayRef<EmbeddedFile> embeddedFiles() { return Files; }\n}\n")
