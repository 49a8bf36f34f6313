"""What a set of measurements is: which source ran, how a row becomes a command.

A description is a JSON object beside the rows (`set.json`) or of ours
(`sets/NAME.json`). docs/validation.md lists its fields; here they are read and
checked, so that a mistake is one message and not a wrong prediction.
"""
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = {"about": str, "kind": str, "gpus": dict, "gpu": str, "gpu_names": bool,
          "time": str, "group": str, "keep": dict, "skip_flags": list,
          "translations": dict, "guessed_apart": bool, "sample_factor": int,
          "least_ms": (int, float), "clocks": dict, "clocks_from": str,
          "counters": dict, "defaults": dict, "rules": list}
RULE = {"where": dict, "repository": str, "commit": str, "path": str,
        "find": str, "lines": list, "ending": str, "folder": str, "kernel": str,
        "grid": str, "block": str, "launch": str, "dynamic_shared": str,
        "arguments": (dict, list), "argument_list": str, "host_arguments": str,
        "macros": (dict, list), "macro_list": str, "compiler_arguments": list,
        "options": list}
LAUNCH = {"kernel": "${kernel}", "dynamic_shared": "${dynamic_smem_bytes}",
          "grid": "${grid_x},${grid_y},${grid_z}",
          "block": "${block_x},${block_y},${block_z}"}


class BadInput(Exception):
    """What the user gave cannot be read; the message says what and where."""


class Description:
    """Of one set. A rule is a dictionary of the fields above."""

    def __init__(self, name, path, content):
        self.name, self.path = name, path
        if not isinstance(content, dict):
            raise BadInput(f"{path}: not an object")
        for field, value in content.items():
            if not isinstance(value, FIELDS.get(field, ())) or (
                    field in ("gpus", "counters", "keep", "skip_flags",
                              "clocks") and
                    not texts(value)):
                raise BadInput(f"{path}: " + (
                    f"{field} has the wrong type" if field in FIELDS else
                    f"unknown field {field}"))
        if ("clocks" in content) != ("clocks_from" in content):
            raise BadInput(f"{path}: clocks and clocks_from go together: a "
                           "clock without its source is a guess")
        if not content.get("rules"):
            raise BadInput(f"{path}: no rules")
        self.gpus, self.gpu = content.get("gpus", {}), content.get("gpu")
        self.gpu_names = content.get("gpu_names", False)
        self.clocks = content.get("clocks", {})
        self.kind = content.get("kind", "")
        self.time = content.get("time", "time_ms")
        self.group = content.get("group", "${kernel}")
        self.guessed_apart = content.get("guessed_apart", False)
        self.least_ms = content.get("least_ms", 0)
        self.sample_factor = content.get("sample_factor", 1)
        self.counters = content.get("counters", {})
        self.skip_flags = {"launch_bound", *content.get("skip_flags", [])}
        self.keep = self._patterns(content.get("keep", {}))
        self.translations = content.get("translations", {})
        for name, how in self.translations.items():
            if not is_translation(how):
                raise BadInput(f"{path}: translation {name} has neither column "
                               "and values nor column, pattern and to")
        self.rules = [self._rule(rule, content.get("defaults", {}))
                      for rule in content["rules"]]

    def _patterns(self, columns):
        try:
            return {column: re.compile(pattern)
                    for column, pattern in columns.items()}
        except (re.error, TypeError) as reason:
            raise BadInput(f"{self.path}: {reason}") from None

    def _rule(self, rule, defaults):
        if not isinstance(rule, dict):
            raise BadInput(f"{self.path}: a rule is not an object")
        rule = {**LAUNCH, **defaults, **rule}
        for field, content in rule.items():
            if field not in RULE:
                raise BadInput(f"{self.path}: unknown field {field} of a rule")
            if not isinstance(content, RULE[field]) or not texts(content):
                raise BadInput(f"{self.path}: {field} of a rule has the wrong "
                               "type")
        if "repository" not in rule:
            raise BadInput(f"{self.path}: a rule has no repository")
        if not {"path", "find", "lines"} & set(rule):
            raise BadInput(f"{self.path}: a rule has no path, find or lines")
        rule["where"] = self._patterns(rule.get("where", {}))
        return rule

    def translate(self, row):
        """Adds the columns that the description makes of others: by a list of
        values, or by a pattern and what it becomes."""
        for name, how in self.translations.items():
            value = row.get(how["column"], "")
            if "values" in how:
                row[name] = how["values"].get(value, value)
            else:
                row[name] = re.sub(how["pattern"], how["to"], value)

    def kept(self, row):
        return matches(self.keep, row)

    def rule_of(self, row):
        """The first rule whose patterns the row's columns match as a whole."""
        return next((rule for rule in self.rules
                     if matches(rule["where"], row)), None)

    def gpu_of(self, row):
        """(the measured GPU's name, its GPU file or None)."""
        name = row.get("gpu") or self.gpu or ""
        file = self.gpus.get(name, self.gpu)
        if not file and self.gpu_names:
            words = re.split(r"\s+", name.lower())
            file = "-".join(word for word in words if word not in
                            ("nvidia", "geforce", "tesla", "quadro"))
        return name, file


def texts(value):
    """Whether a list or an object holds nothing but text."""
    inside = value.values() if isinstance(value, dict) else value
    return isinstance(value, str) or all(isinstance(v, str) for v in inside)


def is_translation(how):
    if not isinstance(how, dict) or not isinstance(how.get("column"), str):
        return False
    if "values" in how:
        return isinstance(how["values"], dict) and texts(how["values"])
    try:
        re.compile(how["pattern"])
    except (KeyError, TypeError, re.error):
        return False
    return isinstance(how.get("to"), str)


def matches(patterns, row):
    return all(pattern.fullmatch(row.get(column, ""))
               for column, pattern in patterns.items())


def read_json(path):
    try:
        with open(path, encoding="utf-8") as source:
            return json.load(source)
    except OSError as reason:
        raise BadInput(f"{path}: {reason.strerror}") from None
    except ValueError as reason:
        raise BadInput(f"{path}: not JSON: {reason}") from None


def description_of(folder, columns):
    """The description of the set in this folder: its own, ours of its name, or
    that of utils/measure/run or utils/measure/programs if the columns are."""
    name = os.path.basename(os.path.abspath(folder))
    candidates = [os.path.join(folder, "set.json"),
                  os.path.join(HERE, "sets", name + ".json")]
    if {"face", "arguments", "defines", "source"} <= set(columns):
        candidates.append(os.path.join(HERE, "sets", "measure.json"))
    if {"program", "arguments", "signature"} <= set(columns):
        candidates.append(os.path.join(HERE, "sets", "programs.json"))
    for path in candidates:
        if os.path.exists(path):
            return Description(name, path, read_json(path))
    raise BadInput(f"{folder}: no set.json in it, and no description "
                   f"utils/validation/sets/{name}.json")
