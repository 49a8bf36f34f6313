"""One build that holds every drawn change, each switched on by its number.

A build a change would take hours. Here a function with changes in it is written
several times: behind `if (mutation::active(17))` its body with change 17, and
last its body as it is. KERNELCAST_MUTANT=17 in the environment picks one; with
KERNELCAST_REACHED=FILE instead, the numbers of the changes whose functions run
are added to FILE. A change that does not compile is left out and the build goes
on: nobody would have committed it.
"""
import os
import re
import shutil
import subprocess

# In front of every source. Without a definition of its own in one of the
# libraries: each of the tests' programs links some of them.
_SWITCH = """#pragma once
#ifdef __cplusplus
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace mutation {{
/// Whether the change of this number is switched on.
inline bool active(int Number) {{
  static const char *const Wanted = std::getenv("KERNELCAST_MUTANT");
  static const int Chosen = Wanted ? std::atoi(Wanted) : -1;
  if (Wanted)
    return Number == Chosen;
  static const char *const Reached = std::getenv("KERNELCAST_REACHED");
  static std::atomic<bool> Seen[{count}];
  if (Reached && !Seen[Number].exchange(true)) {{
    char Line[16];
    int Size = std::snprintf(Line, sizeof(Line), "%d\\n", Number);
    int File = ::open(Reached, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (File >= 0 && ::write(File, Line, size_t(Size)) == Size)
      ::close(File);
  }}
  return false;
}}
}} // namespace mutation
#endif
"""

# What the copy's tests need to know.
_TEST_SETTINGS = """
for name in ("KERNELCAST_MUTANT", "KERNELCAST_REACHED"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.test_exec_root = os.environ.get("MUTATION_OUTPUT", config.test_exec_root)
"""


class Failure(Exception):
    """Something the user must know; the message says it all."""


def bodies(text, numbered):
    """The text of a file with its changes in it; `numbered`: [(number, Change)]
    of this file."""
    by_function = {}
    for number, change in numbered:
        function = change.function
        by_function.setdefault((function.begin, function.end), []).append(
            (number, change))
    for (begin, end), some in sorted(by_function.items(), reverse=True):
        body = text[begin:end]
        parts = []
        for number, change in some:
            changed = (body[:change.begin - begin] + change.text +
                       body[change.end - begin:])
            leave = " return;" if change.function.returns_nothing else ""
            parts.append(f"\nif (mutation::active({number})) {{"
                         f"/*change {number}*/{changed}{leave}/*end*/}}")
        text = text[:begin] + "".join(parts) + body + text[end:]
    return text


class Program:
    """Two copies of the tree in `folder`: the sources as they were when the
    first run began, whatever becomes of the tree, and the same with the changes
    in them."""

    def __init__(self, root, folder):
        self.sources = os.path.join(folder, "sources")
        self.tree = os.path.join(folder, "tree")
        self.build_folder = os.path.join(folder, "build")
        if not os.path.exists(self.sources):
            tracked = subprocess.run(["git", "-C", root, "ls-files", "-z",
                                      "--cached", "--others",
                                      "--exclude-standard"], check=True, stdout=subprocess.PIPE).stdout
            for name in filter(None, tracked.decode().split("\0")):
                source = os.path.join(root, name)
                target = os.path.join(self.sources + ".new", name)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                if os.path.isfile(source):
                    shutil.copy2(source, target)
            os.rename(self.sources + ".new", self.sources)

    def _write(self, path, text):
        path = os.path.join(self.tree, path)
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            with open(path, "w", encoding="utf-8") as target:
                target.write(text)

    def _instrument(self, changes):
        by_file = {}
        for number, change in changes.items():
            by_file.setdefault(change.path, []).append((number, change))
        for path, some in by_file.items():
            with open(os.path.join(self.sources, path),
                      encoding="utf-8") as source:
                self._write(path, bodies(source.read(), some))

    def build(self, changes, spare, count, say):
        """Builds with `count` changes of `changes`, an iterator's first ones;
        one that does not compile is replaced by the next of `spare`. Returns
        {number: Change}."""
        shutil.copytree(self.sources, self.tree, dirs_exist_ok=True)
        chosen = dict(enumerate(changes))
        number = len(chosen)
        room = 4 * count
        self._write("Mutation.h", _SWITCH.format(count=room))
        with open(os.path.join(self.tree, "test", "lit.cfg.py"), "a",
                  encoding="utf-8") as settings:
            settings.write(_TEST_SETTINGS)
        configure = ["cmake", "-G", "Ninja", "-S", self.tree, "-B",
                     self.build_folder, "-DCMAKE_BUILD_TYPE=Release",
                     "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DKERNELCAST_WERROR=OFF",
                     "-DCMAKE_UNITY_BUILD=ON", "-DKERNELCAST_TESTS=ON",
                     f"-DCMAKE_CXX_FLAGS=-w -include {self.tree}/Mutation.h"]
        if shutil.which("mold"):
            configure += ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold",
                          "-DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=mold"]
        self._instrument(chosen)
        self._run(configure)
        while True:
            done = subprocess.run(["ninja", "-C", self.build_folder, "-k", "0"],
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True,
                                  errors="replace")
            if done.returncode == 0:
                return chosen
            wrong = self._blamed(done.stdout, chosen)
            if not wrong:
                raise Failure("the changed tree does not build:\n" +
                              done.stdout[-3000:])
            say(f"{len(wrong)} changes do not compile: others are drawn")
            touched = {chosen.pop(bad).path for bad in wrong}
            while len(chosen) < count and number < room:
                change = next(spare, None)
                if change is None:
                    break
                chosen[number] = change
                number += 1
            for path in touched:
                shutil.copy2(os.path.join(self.sources, path),
                             os.path.join(self.tree, path))
            self._instrument(chosen)

    @staticmethod
    def _run(command):
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise Failure(done.stdout[-3000:])

    def _blamed(self, log, chosen):
        """The changes whose copies of a body hold a line that an error names."""
        wrong = set()
        for path, line in set(re.findall(
                re.escape(self.tree) + r"/([\w/.-]+):(\d+):\d+: (?:fatal )?error:",
                log)):
            with open(os.path.join(self.tree, path), encoding="utf-8") as source:
                lines = source.read().split("\n")
            above = "\n".join(lines[:int(line)])
            marks = list(re.finditer(r"/\*change (\d+)\*/|/\*end\*/", above))
            # An error on the closing line belongs to the change before it.
            inside = [m for m in marks if m[1]]
            if inside and (marks[-1][1] or
                           marks[-1].start() > len(above) - len(lines[int(line) - 1])):
                wrong.add(int(inside[-1][1]))
        return wrong & set(chosen)
