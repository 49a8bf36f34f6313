"""Where the kernels' sources are: repositories of others, at their commit.

They are looked for in the folders of --sources, as OWNER+NAME or NAME: a git
repository, bare or not, or an unpacked folder. Of a repository only files of
code are taken, of the commit that the set names, into the cache: a work tree
that stands elsewhere does no harm, and a repository's own measurements stay
where they are.
"""
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
CODE = (".cu", ".cuh", ".h", ".hpp", ".hxx", ".hh", ".inl", ".cl", ".opencl",
        ".c", ".cc", ".cpp", ".cxx", ".inc", ".hip", ".def")
OURS = "kernelcast"  # stands for this tree


class Missing(Exception):
    """A source is not there; the message says which and why."""


def git(folder, *words, **more):
    return subprocess.run(["git", "-C", folder, *words],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, **more)


def is_repository(folder):
    return (os.path.exists(os.path.join(folder, ".git")) or
            os.path.exists(os.path.join(folder, "HEAD")) and
            os.path.isdir(os.path.join(folder, "objects")))


class Sources:
    """Finds and unpacks; from any thread."""

    def __init__(self, roots, cache):
        self.roots = [os.path.abspath(root) for root in roots]
        self.cache = os.path.join(cache, "sources")
        self.known, self.lock = {}, threading.Lock()

    def folder(self, repository, commit, folder):
        """(root, identity): where the repository's `folder` lies as it was at
        the commit, and a text that changes when it does."""
        key = (repository, commit, folder)
        with self.lock:
            if key not in self.known:
                try:
                    self.known[key] = self._folder(*key)
                except Missing as reason:
                    self.known[key] = reason
            found = self.known[key]
        if isinstance(found, Missing):
            raise found
        return found

    def _folder(self, repository, commit, folder):
        if repository == OURS:
            return ROOT, contents(os.path.join(ROOT, folder))
        place = self._checkout(repository)
        if not is_repository(place):
            inside = os.path.join(place, folder)
            if not os.path.isdir(inside):
                raise Missing(f"{repository}: {place} has no folder {folder}")
            return place, contents(inside)
        if git(place, "cat-file", "-e", commit + "^{commit}").returncode:
            raise Missing(f"{repository}: {place} has no commit {commit[:12]}")
        return (self._unpacked(repository, place, commit, folder),
                f"{repository}@{commit}:{folder}")

    def _checkout(self, repository):
        owner, _, name = repository.partition("/")
        for root in self.roots:
            for entry in (f"{owner}+{name}", name, name.lower()):
                for inside in ("repo", ""):
                    place = os.path.join(root, entry, inside).rstrip(os.sep)
                    if os.path.isdir(place) and (not inside or
                                                 is_repository(place)):
                        return place
        raise Missing(f"{repository} is in none of the folders of --sources"
                      if self.roots else
                      f"{repository} is needed: name a folder that has it "
                      "with --sources")

    def _unpacked(self, repository, place, commit, folder):
        target = os.path.join(self.cache,
                              f"{repository.replace('/', '+')}@{commit[:16]}")
        mark = os.path.join(target, ".complete",
                            folder.replace("/", "+") or "everything")
        if os.path.exists(mark):
            return target
        listing = git(place, "ls-tree", "-r", "-z", "--name-only", commit, "--",
                      *([folder + "/"] if folder else []), text=True)
        names = [n for n in listing.stdout.split("\0") if n.endswith(CODE)]
        if not names:
            raise Missing(f"{repository}@{commit[:12]} has no code in "
                          f"{folder or 'it'}")
        os.makedirs(os.path.dirname(mark), exist_ok=True)
        for start in range(0, len(names), 500):
            self._unpack(place, commit, names[start:start + 500], target)
        with open(mark, "w", encoding="utf-8"):
            pass
        return target

    @staticmethod
    def _unpack(place, commit, names, target):
        with tempfile.TemporaryFile() as archive:
            done = subprocess.run(
                ["git", "-C", place, "archive", "--format=tar", commit, "--",
                 *names], stdout=archive, stderr=subprocess.PIPE, check=False)
            if done.returncode:
                raise Missing(f"{place}: git archive: "
                              f"{done.stderr.decode(errors='replace').strip()}")
            archive.seek(0)
            with tarfile.open(fileobj=archive) as members:
                for member in members:
                    if member.isfile():
                        write_member(members, member, target)


def write_member(members, member, target):
    """One regular file; a name that leads out of the target is left out."""
    path = os.path.normpath(os.path.join(target, member.name))
    if not path.startswith(target + os.sep):
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.getpid()}.new"
    with members.extractfile(member) as source, open(temporary, "wb") as out:
        shutil.copyfileobj(source, out)
    os.replace(temporary, path)


def contents(folder):
    """A digest of all code in a folder that is no git repository."""
    digest = hashlib.sha256()
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(CODE):
                path = os.path.join(place, name)
                digest.update(os.path.relpath(path, folder).encode() + b"\0")
                with open(path, "rb") as source:
                    digest.update(hashlib.sha256(source.read()).digest())
    return digest.hexdigest()
