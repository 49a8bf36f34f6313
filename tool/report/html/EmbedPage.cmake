# Writes OUTPUT, a C++ file that holds the parts of the report's pages:
#   cmake -DFOLDER=... -DOUTPUT=... -P EmbedPage.cmake
file(GLOB FILES ${FOLDER}/*.html ${FOLDER}/*.css ${FOLDER}/*.js)
list(SORT FILES)
set(ENTRIES "")
foreach(FILE ${FILES})
  get_filename_component(NAME ${FILE} NAME)
  file(READ ${FILE} TEXT)
  string(APPEND ENTRIES "    {\"${NAME}\", R\"page-part(${TEXT})page-part\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made from tool/report/html by EmbedPage.cmake.
#include \"tool/report/html/HtmlPage.h\"

llvm::ArrayRef<kernelcast::PagePart> kernelcast::pageParts() {
  static constexpr PagePart Parts[] = {
${ENTRIES}  };
  return Parts;
}
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
