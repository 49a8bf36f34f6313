"""A ranking that `kernelcast prune --format jsonl` wrote.

A line is an object for each configuration. Read here are its parameters,
whether it is said to run, why not, and the predicted time; anything else on the
line is left alone. A mistake is one message with the line, and the column where
it is not JSON.
"""
import json
import math

from .descriptions import BadInput

LONGEST_LINE = 1 << 20  # characters


class Forecast:
    """What the ranking says of one configuration. `time_s` is None where it is
    not known; `reason` then says why. `place` is that among those ranked, from
    the first; neighbours with equal times share one."""

    def __init__(self, line, entry):
        self.line = line
        self.configuration = entry["configuration"]
        self.can_run, self.reason = entry["can_run"], entry["reason"]
        self.time_s, self.counts = entry["time_s"], entry["counts"]
        self.place = 0


class Mistake(ValueError):
    """What is wrong with a line."""


def unique(members):
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise Mistake(f"{twice} is there twice")
    return found


def refuse(constant):
    raise Mistake(f"{constant} is no number of JSON")


def is_plain(value):
    return (isinstance(value, (str, int)) or
            isinstance(value, float) and math.isfinite(value))


def check(entry):
    """Mistake says what of a line that prune writes is not as it writes it."""
    if not isinstance(entry, dict):
        raise Mistake("not an object")
    configuration = entry.get("configuration")
    if not isinstance(configuration, dict) or not configuration:
        raise Mistake("configuration is no object with parameters")
    for name, value in configuration.items():
        if not is_plain(value):
            raise Mistake(f"parameter {name} is neither a finite number nor "
                          "text")
    for field, kind, name in (("can_run", bool, "true or false"),
                              ("reason", str, "text"), ("counts", str, "text")):
        if not isinstance(entry.get(field), kind):
            raise Mistake(f"{field} is not {name}")
    time = entry.get("time_s", "")
    if time is not None and (isinstance(time, (bool, str)) or
                             not is_plain(time) or time <= 0):
        raise Mistake("time_s is neither null nor a finite number above 0")
    if time is not None and not entry["can_run"]:
        raise Mistake("a configuration that cannot run has a time")


def parsed(text):
    try:
        entry = json.loads(text, object_pairs_hook=unique,
                           parse_constant=refuse)
    except RecursionError:
        raise Mistake("nested too deeply") from None
    except (json.JSONDecodeError, Mistake):
        raise
    except ValueError:
        raise Mistake("a number has too many digits") from None
    check(entry)
    try:
        if "\\u" in text:
            json.dumps(entry, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Mistake("half of a character (\\uD800 to \\uDFFF)") from None
    return entry


def place(forecasts):
    """Gives the last one its place behind the others."""
    if len(forecasts) > 1:
        before, last = forecasts[-2:]
        last.place = before.place + (last.time_s != before.time_s)


def read_ranking(path):
    """The forecasts in the order of the file."""
    forecasts = []
    number = 0
    try:
        with open(path, encoding="utf-8") as source:
            while text := source.readline(LONGEST_LINE + 1):
                number += 1
                if len(text) > LONGEST_LINE:
                    raise Mistake(f"longer than {LONGEST_LINE} characters")
                if text.strip():
                    entry = parsed(text.rstrip("\n"))
                    forecasts.append(Forecast(number, entry))
                    place(forecasts)
    except json.JSONDecodeError as reason:
        raise BadInput(f"{path}:{number}:{reason.colno}: not JSON: "
                       f"{reason.msg}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not UTF-8") from None
    except Mistake as reason:
        raise BadInput(f"{path}:{number}: {reason}") from None
    except OSError as reason:
        raise BadInput(f"{path}: {reason.strerror}") from None
    if not forecasts:
        raise BadInput(f"{path}: no configurations")
    return forecasts
