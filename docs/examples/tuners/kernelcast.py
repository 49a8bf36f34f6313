"""kernelcast's C interface for Python, by ctypes alone:

    space = kernelcast.Space("transpose.json", "--gpu", "a100-pcie-40gb")
    for forecast in space.ask([{"block_size_x": 32, "block_size_y": 8,
                                "PADDING": 1}]):
        print(forecast.rank, forecast.time_s, forecast.bottleneck)

The library is found where the loader looks, or by its path in the environment
variable KERNELCAST_LIBRARY.
"""
import collections
import ctypes
import json
import os

Forecast = collections.namedtuple(
    "Forecast", "rank same_as can_run time_s low_s high_s reason bottleneck "
                "counts")


class Error(Exception):
    """What kernelcast says about a space or a question that is wrong."""


class _Forecast(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_uint64), ("same_as", ctypes.c_uint64),
                ("can_run", ctypes.c_int), ("time_s", ctypes.c_double),
                ("low_s", ctypes.c_double), ("high_s", ctypes.c_double),
                ("reason", ctypes.c_char_p), ("bottleneck", ctypes.c_char_p),
                ("counts", ctypes.c_char_p)]


def _load():
    library = ctypes.CDLL(os.environ.get("KERNELCAST_LIBRARY",
                                         "libkernelcast-c.so.1"))
    handle, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
    handles, texts = ctypes.POINTER(handle), ctypes.POINTER(text)
    message = ctypes.POINTER(ctypes.c_void_p) # to be released, so no c_char_p
    for name, result, *arguments in (
            ("version", text),
            ("interface", ctypes.c_int),
            ("open", ctypes.c_int, text, texts, size, handles, message),
            ("close", None, handle),
            ("free", None, handle),
            ("parameter_count", size, handle),
            ("parameter_name", text, handle, size),
            ("note_count", size, handle),
            ("note", text, handle, size),
            ("ask", ctypes.c_int, handle, texts, size, texts, size, handles,
             message),
            ("ask_json", ctypes.c_int, handle, text, handles, message),
            ("answer_count", size, handle),
            ("forecast_at", ctypes.POINTER(_Forecast), handle, size),
            ("answer_json", text, handle),
            ("release", None, handle)):
        function = getattr(library, "kernelcast_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def _text(characters):
    """Names of files may be in any encoding, and messages name files."""
    return characters.decode(errors="replace")


def version():
    return _text(_library.kernelcast_version())


def _called(function, *arguments):
    """What function() puts into the handle before its message."""
    handle, message = ctypes.c_void_p(), ctypes.c_void_p()
    status = function(*arguments, ctypes.byref(handle), ctypes.byref(message))
    if status:
        text = _text(ctypes.string_at(message)) if message else "no memory"
        _library.kernelcast_free(message)
        raise Error(text)
    return handle


class Space:
    """A tuning space. Options are those of `kernelcast prune`, a text a word.
    Several threads may ask at once; ctypes lets the others run meanwhile."""

    def __init__(self, file, *options):
        words = (ctypes.c_char_p * len(options))(
            *(os.fsencode(option) for option in options))
        self._handle = _called(_library.kernelcast_open, os.fsencode(file),
                               words, len(words))

    def __del__(self):
        if getattr(self, "_handle", None):
            _library.kernelcast_close(self._handle)

    @property
    def parameters(self):
        return [_text(_library.kernelcast_parameter_name(self._handle, i))
                for i in range(
                    _library.kernelcast_parameter_count(self._handle))]

    @property
    def notes(self):
        return [_text(_library.kernelcast_note(self._handle, i))
                for i in range(_library.kernelcast_note_count(self._handle))]

    def ask(self, configurations):
        """A Forecast for each of the configurations, dictionaries with a value
        for each parameter. Ranks are those among them."""
        answer = _called(_library.kernelcast_ask_json, self._handle,
                         json.dumps(list(configurations)).encode())
        try:
            return [self._forecast(answer, i) for i in range(
                _library.kernelcast_answer_count(answer))]
        finally:
            _library.kernelcast_release(answer)

    @staticmethod
    def _forecast(answer, place):
        known = _library.kernelcast_forecast_at(answer, place).contents
        return Forecast(known.rank, known.same_as or None, bool(known.can_run),
                        known.time_s, known.low_s, known.high_s,
                        _text(known.reason), _text(known.bottleneck),
                        _text(known.counts))
