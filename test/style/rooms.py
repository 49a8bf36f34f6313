"""Includes go one way: a file includes its own room and those that CMake's
kernelcast_room() lists for it, a library's headers only where it is listed.

  rooms.py           checks the tree
  rooms.py --list    prints what each room may include and what it does include
"""
import os
import re
import sys

import tree

# Libraries by the first folder of their headers.
LIBRARIES = {"llvm": "LLVM", "llvm-c": "LLVM", "clang": "clang-cpp",
             "clang-c": "clang-cpp", "clang-tidy": "clang-tidy",
             "isl": "${ISL_LIBRARY}",
             "fmt": "fmt::fmt"}
# In no room: headers for all, which include nothing of ours; the program, which
# sees the tool alone; the module of clang-tidy; the C interface.
APART = {"analysis/support": (set(), {"LLVM"}), "tool/main": ({"tool"}, set()),
         "tool/c": ({"tool", "tool/report"}, {"LLVM"}),
         "tool/tidy": ({"tool", "tool/lint", "analysis/frontend"},
                       {"LLVM", "clang-cpp", "clang-tidy"})}
HOUSE = ("analysis/", "cost_models/", "tool/")
# Nothing of the hardware or of Clang lies behind the first hand-over.
KERNEL_MODEL = "analysis/KernelModel.h"
HIDDEN_FROM_MODEL = ("analysis/hardware", "analysis/access",
                     "analysis/occupancy", "clang")


def models():
    """What CMake calls MODEL_FOLDERS: those of the cost models and of what
    models have in common, but for a room of its own."""
    folders = {os.path.dirname(name) for name in tree.files(".cpp", ".h")}
    return [f for f in sorted(folders)
            if re.match("cost_models/[^/]+$", f) and f != "cost_models/emit"]


def rooms():
    """Place -> (places that it may include, libraries). A place is a folder, or
    a file without its ending that is a room apart from its folder."""
    lists = {}
    for call in re.findall(r"^kernelcast_room\((.*?)\)",
                           tree.text("CMakeLists.txt"), re.M | re.S):
        words = call.replace("${MODEL_FOLDERS}", " ".join(models())).split()
        depends = words.index("DEPENDS")
        places = [w for w in words[1:depends] if w not in ("FOLDERS", "FILES")]
        lists[words[0]] = (places, words[depends + 1:])
    allowed = dict(APART)
    for places, depends in lists.values():
        open_places = set(places) | {"analysis/support"}
        for name in depends:
            if name.startswith("kc-"):
                open_places |= set(lists[name[3:]][0])
        for place in places:
            allowed[place] = (open_places,
                              {d for d in depends if not d.startswith("kc-")})
    return allowed


def place_of(name, allowed):
    """The place of a file of ours: itself, where that is one, or its folder."""
    alone = os.path.splitext(name)[0]
    return alone if alone in allowed else os.path.dirname(name)


def includes(name):
    """(line, folder or library folder, header) of each include."""
    for number, line in enumerate(tree.text(name).split("\n"), 1):
        found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if found:
            yield number, os.path.dirname(found[1]), found[1]


def reachable(name):
    """Our headers that \"name\" includes, directly or not, and itself."""
    seen, left = set(), [name]
    while left:
        header = left.pop()
        if header not in seen and header.startswith(HOUSE):
            seen.add(header)
            left += [h for _, _, h in includes(header)]
    return seen


def main():
    allowed = rooms()
    used = {folder: set() for folder in allowed}
    checked, problems = 0, []
    for name in tree.files(".cpp", ".h"):
        room = place_of(name, allowed)
        if not name.startswith(HOUSE) or "/prelude" in name:
            continue
        checked += 1
        if room not in allowed:
            problems.append(f"{name}: {room} is in no room")
            continue
        folders, libraries = allowed[room]
        for line, _, header in includes(name):
            folder = place_of(header, allowed)
            library = LIBRARIES.get(header.split("/")[0])
            good = True
            if library:
                good = library in libraries
                used[room].add(library)
            elif header.startswith(HOUSE):
                good = folder == room or folder in folders
                used[room].add(folder)
            if not good:
                problems.append(f"{name}:{line}: {room} may not include "
                                + (library or folder))
    for header in sorted(reachable(KERNEL_MODEL)):
        for line, folder, included in includes(header):
            if folder.startswith(HIDDEN_FROM_MODEL):
                problems.append(f"{header}:{line}: {KERNEL_MODEL} must not "
                                f"know {included}")
    if "--list" in sys.argv:
        for room, (folders, libraries) in sorted(allowed.items()):
            print(f"{room}: may {sorted((folders | libraries) - {room})}, "
                  f"does {sorted(used[room] - {room})}")
    tree.finish(checked, problems)


main()
