# kernelcast_lint(TARGET [GPUS gpu...] [FAIL_ON error|warning|never]
#   [SOURCES file...] [OPTIONS option...] [ARGUMENTS compiler-argument...])
#
# Lints the .cu and .cl files of TARGET. A file's step writes its findings and
# the files that they rest on, and never fails because of what it finds, so that
# its output stands and is not made again. A last step reads all findings, shows
# them and fails as FAIL_ON says. Ninja and Makefiles; docs/lint/index.md.

if(CMAKE_SCRIPT_MODE_FILE)
  # The last step: cmake -DREPORTS=a.json;b.json -DFAIL_ON=error -P this-file
  set(ERRORS 0)
  set(WARNINGS 0)
  foreach(REPORT ${REPORTS})
    file(READ ${REPORT} JSON)
    string(JSON COUNT LENGTH "${JSON}" findings)
    math(EXPR LAST "${COUNT} - 1")
    if(COUNT GREATER 0)
      foreach(I RANGE ${LAST})
        foreach(FIELD check severity text)
          string(JSON ${FIELD} GET "${JSON}" findings ${I} ${FIELD})
        endforeach()
        foreach(FIELD file line column)
          string(JSON ${FIELD} GET "${JSON}" findings ${I} location ${FIELD})
        endforeach()
        message("${file}:${line}:${column}: ${severity}: ${text} [${check}]")
        if(severity STREQUAL error)
          math(EXPR ERRORS "${ERRORS} + 1")
        else()
          math(EXPR WARNINGS "${WARNINGS} + 1")
        endif()
      endforeach()
    endif()
  endforeach()
  if(FAIL_ON STREQUAL error AND ERRORS GREATER 0
      OR FAIL_ON STREQUAL warning AND (ERRORS GREATER 0 OR WARNINGS GREATER 0))
    message(FATAL_ERROR "kernelcast lint: ${ERRORS} errors, ${WARNINGS} warnings")
  endif()
  return()
endif()

set(KERNELCAST_LINT_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(kernelcast_lint TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 LINT "" "FAIL_ON" "GPUS;SOURCES;OPTIONS;ARGUMENTS")
  if(LINT_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kernelcast_lint: unknown argument '${LINT_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT LINT_FAIL_ON)
    set(LINT_FAIL_ON error)
  endif()
  find_program(KERNELCAST kernelcast REQUIRED)
  if(NOT LINT_SOURCES)
    get_target_property(LINT_SOURCES ${TARGET} SOURCES)
  endif()
  get_target_property(FOLDER ${TARGET} SOURCE_DIR)
  set(GPUS)
  foreach(GPU ${LINT_GPUS})
    list(APPEND GPUS --gpu ${GPU})
  endforeach()
  set(INCLUDES "$<TARGET_PROPERTY:${TARGET},INCLUDE_DIRECTORIES>")
  set(DEFINITIONS "$<TARGET_PROPERTY:${TARGET},COMPILE_DEFINITIONS>")
  set(OUT ${CMAKE_CURRENT_BINARY_DIR}/kernelcast-lint/${TARGET})
  set(REPORTS)
  foreach(SOURCE ${LINT_SOURCES})
    if(NOT SOURCE MATCHES "\\.(cu|cl)$")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH SOURCE BASE_DIRECTORY ${FOLDER})
    cmake_path(RELATIVE_PATH SOURCE BASE_DIRECTORY ${FOLDER} OUTPUT_VARIABLE NAME)
    string(REGEX REPLACE "[^A-Za-z0-9._-]" "_" NAME "${NAME}")
    set(REPORT ${OUT}/${NAME}.json)
    add_custom_command(OUTPUT ${REPORT}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${OUT}
      COMMAND ${KERNELCAST} lint ${SOURCE} ${GPUS} ${LINT_OPTIONS} --fail-on never
              --format json -o ${REPORT} --depfile ${REPORT}.d --
              "$<$<BOOL:${INCLUDES}>:-I$<JOIN:${INCLUDES},;-I>>"
              "$<$<BOOL:${DEFINITIONS}>:-D$<JOIN:${DEFINITIONS},;-D>>"
              ${LINT_ARGUMENTS}
      DEPENDS ${SOURCE} ${KERNELCAST} DEPFILE ${REPORT}.d
      COMMENT "Linting ${SOURCE}" COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND REPORTS ${REPORT})
  endforeach()
  if(NOT REPORTS)
    message(WARNING "kernelcast_lint: ${TARGET} has no .cu or .cl file")
    return()
  endif()
  add_custom_command(OUTPUT ${OUT}/judged
    COMMAND ${CMAKE_COMMAND} "-DREPORTS=${REPORTS}" -DFAIL_ON=${LINT_FAIL_ON}
            -P ${KERNELCAST_LINT_SCRIPT}
    COMMAND ${CMAKE_COMMAND} -E touch ${OUT}/judged
    DEPENDS ${REPORTS} VERBATIM)
  add_custom_target(${TARGET}-lint ALL DEPENDS ${OUT}/judged)
endfunction()
