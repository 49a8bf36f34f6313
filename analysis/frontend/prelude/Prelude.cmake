# Adds the embedded prelude to the frontend's library.
set(PRELUDE_ROOT ${CMAKE_CURRENT_LIST_DIR})
set(PRELUDE_SOURCE ${CMAKE_BINARY_DIR}/EmbeddedPreludes.cpp)
file(GLOB_RECURSE PRELUDE_FILES CONFIGURE_DEPENDS ${PRELUDE_ROOT}/*.h
  ${PRELUDE_ROOT}/*.cuh ${PRELUDE_ROOT}/*.hpp ${PRELUDE_ROOT}/*.txt ${PRELUDE_ROOT}/core/cuda/*)
add_custom_command(OUTPUT ${PRELUDE_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PRELUDE_ROOT} -DOUTPUT=${PRELUDE_SOURCE}
    -P ${PRELUDE_ROOT}/Embed.cmake
  DEPENDS ${PRELUDE_FILES} ${PRELUDE_ROOT}/Embed.cmake
  COMMENT "Embedding the preludes" VERBATIM)
target_sources(kc-frontend PRIVATE ${PRELUDE_SOURCE})
target_compile_definitions(kc-frontend PRIVATE
  KERNELCAST_RESOURCE_DIR="${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}")
