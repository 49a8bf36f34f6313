"""Files that are written whole or not at all."""
import os
import tempfile

from .descriptions import BadInput


def write_whole(path, text):
    try:
        handle, temporary = tempfile.mkstemp(
            dir=os.path.dirname(os.path.abspath(path)),
            prefix=os.path.basename(path) + ".")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
            os.chmod(temporary, 0o666 & ~umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as reason:
        raise BadInput(f"{path}: {reason.strerror}") from None


def umask():
    current = os.umask(0)
    os.umask(current)
    return current
