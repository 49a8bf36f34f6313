"""From a row to the kernelcast command that it stands for."""
import hashlib
import os
import re

from . import templates
from .sources import Missing


class Command:
    """Arguments after the program's name, the folder to run in, and a text that
    changes with the sources. With `host_shape`, (grid, block), the launch of
    this shape in host code is asked for first, since its arguments are its
    own; `words` without `shape` are that command. `host` are values of main's
    variables, as NAME=VALUE."""

    def __init__(self, words, shape, folder, identity, signature):
        self.words, self.shape, self.folder = words, shape, folder
        self.identity, self.signature = identity, signature
        self.host_shape, self.host = None, []

    def add_options(self, words):
        """Further options of kernelcast."""
        after = self.words.index("predict") + 2  # the file
        self.words[after:after] = words


def write_unit(lines, ending, cache):
    """A file of our own that brings a set's sources together, named by what is
    in it."""
    text = "\n".join(lines) + "\n"
    name = hashlib.sha256(text.encode()).hexdigest()[:24] + ending
    path = os.path.join(cache, "units", name)
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        temporary = f"{path}.{os.getpid()}.new"
        with open(temporary, "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(temporary, path)
    return path


def find_source(root, inside, kernel):
    """The .cu file in or below the folder that launches the kernel and has its
    definition, by itself or from a header; else the one that defines it."""
    launch = re.compile(rf"\b{re.escape(kernel)}\s*(<[^;{{}}]*>)?\s*<<<")
    definition = re.compile(rf"__global__[^;{{}}]*\b{re.escape(kernel)}\s*"
                            r"\([^;{}]*\)\s*\{")
    texts = {}
    for place, folders, names in os.walk(os.path.join(root, inside)):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".cu"):
                path = os.path.join(place, name)
                with open(path, encoding="utf-8", errors="replace") as source:
                    texts[os.path.relpath(path, root)] = source.read()
    defining = [name for name, text in texts.items() if definition.search(text)]
    launching = [name for name, text in texts.items() if launch.search(text)]
    included = [name for name in launching for other in defining
                if f'{os.path.basename(other)}"' in texts[name]]
    both = [name for name in launching if name in defining]
    found = (both or included or defining or launching)[:1]
    if not found:
        raise Missing(f"{inside}: no .cu file launches or defines {kernel}")
    return found[0]


def source_of(rule, row, sources, cache):
    """(file, folder, identity, flags) of the rule's source."""
    def fill(text):
        return templates.filled(text, row)

    path = fill(rule.get("path", ""))
    inside = fill(rule.get("folder", os.path.dirname(path)))
    root, identity = sources.folder(fill(rule["repository"]),
                                    fill(rule.get("commit", "")), inside)
    if "find" in rule:
        path = find_source(root, inside, fill(rule["find"]))
    if path and not os.path.isfile(os.path.join(root, path)):
        raise Missing(f"{rule['repository']}: no file {path}")
    if "lines" not in rule:
        return path, root, identity, []
    unit = write_unit([fill(line) for line in rule["lines"]],
                      rule.get("ending", ".cu"), cache)
    return (unit, root, identity, ["-I" + os.path.join(root, inside)])


def host_arguments(path, row, rule):
    """NAME=VALUE of the host variables that take a number of the command line:
    `NAME = atoi(argv[2])` and the like."""
    values = templates.filled(rule["host_arguments"], row).split()
    with open(path, encoding="utf-8", errors="replace") as source:
        text = source.read()
    found = {}
    for name, index in re.findall(
            r"(\w+)\s*=\s*(?:\([\w ]+\)\s*)?(?:std::)?"
            r"(?:atoi|atol|atoll|atof|stoi|stol|stoul|stod|strtol|strtoul)"
            r"\s*\(\s*argv\s*\[\s*(\d+)\s*\]", text):
        place = int(index) - 1
        if 0 <= place < len(values):
            try:
                found[name] = f"{name}={float(values[place]):.17g}"
            except ValueError:
                continue
    return list(found.values())


def named(texts, row):
    """(name, filled text) pairs: of an object as it says, of a list each column
    under its own name."""
    if isinstance(texts, list):
        return [(name, templates.filled(f"${{{name}}}", row)) for name in texts]
    return [(name, templates.filled(text, row)) for name, text in texts.items()]


def listed(rule, field, row):
    """The parts of the column that the field names, which holds a list."""
    return [p for p in row.get(rule.get(field), "").split(";") if p]


def command_of(row, rule, sources, cache):
    """The command; Missing or ValueError says why there is none."""
    def fill(text):
        return templates.filled(text, row)

    path, folder, identity, flags = source_of(rule, row, sources, cache)
    words = ["predict", path, "--kernel", fill(rule["kernel"])]
    grid, block = fill(rule["grid"]), fill(rule["block"])
    shared = fill(rule["dynamic_shared"]) if rule["dynamic_shared"] else "0"
    if shared not in ("", "0"):
        words += ["--dynamic-shared", shared]
    given = [f"{name}={text}"
             for name, text in named(rule.get("arguments", []), row)]
    given += listed(rule, "argument_list", row)
    for argument in given:
        words += ["--arg", argument]
    words += [fill(option) for option in rule.get("options", [])]
    flags += [f"-D{name}={text}"
              for name, text in named(rule.get("macros", []), row)]
    flags += ["-D" + text for text in listed(rule, "macro_list", row)]
    flags += [fill(flag) for flag in rule.get("compiler_arguments", [])]
    command = Command(words + (["--"] + flags if flags else []),
                      ["--grid", grid, "--block", block], folder, identity,
                      row.get("signature", ""))
    if rule.get("launch") == "host":
        command.host_shape = tuple([int(n) for n in shape.split(",")]
                                   for shape in (grid, block))
    if "host_arguments" in rule:
        command.host = host_arguments(os.path.join(folder, path), row, rule)
    return command
