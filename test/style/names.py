"""Names that mislead.

Two files of one name in the house are told apart by their folder alone, which
an include, a debugger and a reader's memory leave out.

Two types of one name in one program are worse: the linker keeps one instance of
what templates make of them, the wrong one for the other. So each type of the
house, and of its unit tests, has a name of its own, unless it is in a namespace
without a name.

Shared is shared memory in a program about GPUs, never "in common": an
identifier with the word is one of those below.
"""
import os
import re

import tree

HOUSE = ("analysis/", "cost_models/", "tool/")
TYPE = re.compile(r"(?:struct|class|enum class|enum) (\w+)\b(?!::)[^;]*$")
MEMORY = re.compile(
    r"(?:[A-Za-z]*(?:Dynamic|Static|Is|Load|Store|Latency|Bank|By|resolve|find))?"
    r"[Ss]hared(?:Bytes|BytesPerBlock(?:OptIn)?|BytesPerMultiprocessor|PerBlock|"
    r"BytesWithoutOptIn|OptIn|"
    r"Memory[A-Za-z]*|Unit|Reserved|Lanes|Copies|Cycles|NodeCycles|Address|Offset)?$")
# Written by others: C++, Clang, the CUDA runtime.
THEIRS = re.compile(r"shared_ptr|make_shared|CUDASharedAttr|cuda|__|"
                    r".*_shared|shared_|OPT_")



def types(text):
    """[(line, name), ...] of the types that other files can know."""
    nameless = False
    for number, line in enumerate(text.split("\n"), 1):
        if line == "namespace {":
            nameless = True
        elif line == "} // namespace":
            nameless = False
        elif not nameless and (found := TYPE.match(line)):
            yield number, found[1]


names, owners, problems = {}, {}, []
for name in tree.files(".cpp", ".h"):
    if not name.startswith((*HOUSE, "test/unit/")) or "/prelude" in name:
        continue
    for number, kind in types(tree.text(name)):
        if owners.setdefault(kind, name) != name:
            problems.append(f"{name}:{number}: {kind}: a type of "
                            f"{owners[kind]} has the same name")
    if not name.startswith(HOUSE):
        continue
    base = os.path.basename(name)
    if base in names:
        problems.append(f"{name}: {names[base]} has the same name")
    names[base] = name
    for number, line in enumerate(tree.text(name).split("\n"), 1):
        line = re.sub(r'"(?:[^"\\]|\\.)*"|//.*', "", line)
        for word in re.findall(r"\b\w*[Ss]hared\w*", line):
            if not MEMORY.match(word) and not THEIRS.match(word):
                problems.append(f"{name}:{number}: {word}: shared memory?")
tree.finish(len(names), problems)
