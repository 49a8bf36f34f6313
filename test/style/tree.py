"""The tracked files of the source tree, for the style tests."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))


def files(*suffixes):
    """Tracked text files by name, all or those with one of the suffixes."""
    listing = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout
    return [name for name in listing.split("\0")
            if name and os.path.isfile(os.path.join(ROOT, name))
            and (not suffixes or name.endswith(suffixes))]


def text(name):
    """The file's text; empty if it is not UTF-8 text."""
    with open(os.path.join(ROOT, name), "rb") as file:
        data = file.read()
    try:
        return "" if b"\0" in data else data.decode()
    except UnicodeDecodeError:
        return ""


def finish(checked, problems):
    """Prints what was found; exit status 1 if anything was."""
    for problem in problems:
        print(problem)
    print(f"{checked} checked, {len(problems)} wrong")
    sys.exit(1 if problems or not checked else 0)
