"""A group's rows as a list of configurations for kernelcast prune.

A configuration's parameters are the macros that the row's kernel was compiled
with. Its launch is what was measured: six more columns, of names that no kernel
has, since prune hands every column to the compiler as a macro.
"""
import os

from . import templates
from .commands import named, source_of
from .descriptions import BadInput

LAUNCH = {"grid": [f"launch_grid_{axis}" for axis in "xyz"],
          "block": [f"launch_block_{axis}" for axis in "xyz"]}


class MeasuredSpace:
    """`columns` and `configurations` of the list, prune's `options` and
    `compiler_arguments`. BadInput where the rows are no one space: of several
    sources, with different arguments, or with launches that differ alone."""

    def __init__(self, description, group, sources, cache):
        if not group.rows:
            raise BadInput(f"{description.name}: no row ran or failed")
        self.configurations, self.columns = [], []
        common, seen = {}, {}
        for row in group.rows:
            rule = description.rule_of(row.columns)
            if rule is None:
                raise BadInput(f"no rule for kernel {row.kernel}")
            constants = self._constants(rule, row, sources, cache)
            self._same(common, constants, row)
            configuration = self._configuration(rule, row)
            before = seen.setdefault(tuple(configuration.values()), row)
            if before is not row:
                raise BadInput(f"rows {before.number + 2} and {row.number + 2} "
                               "have the same macros: choose with --where "
                               "COLUMN=VALUE")
            for shape, names in LAUNCH.items():
                sizes = templates.filled(rule[shape], row.columns).split(",")
                configuration.update(zip(names, sizes))
            self.configurations.append(configuration)
        self.columns = list(self.configurations[0])
        self.options = ["--source", common["source"],
                        "--kernel", common["kernel"],
                        "--grid", ",".join(LAUNCH["grid"]),
                        "--local-size", ",".join(LAUNCH["block"])]
        for argument in common["arguments"]:
            self.options += ["--arg", argument]
        self.compiler_arguments = common["flags"]

    @staticmethod
    def _configuration(rule, row):
        macros = dict(named(rule.get("macros", []), row.columns))
        for name, value in macros.items():
            if not value.strip():
                raise BadInput(f"row {row.number + 2}: macro {name} has no "
                               "value")
        return macros

    @staticmethod
    def _constants(rule, row, sources, cache):
        """What prune takes once, for all configurations."""
        columns = row.columns
        for field in ("launch", "argument_list", "macro_list", "options",
                      "host_arguments"):
            if field in rule:
                raise BadInput(f"a set with {field} is no tuning space")
        shared = templates.filled(rule["dynamic_shared"] or "0", columns)
        if shared not in ("", "0"):
            raise BadInput(f"row {row.number + 2}: prune gives no shared "
                           "memory at the launch to a list")
        path, folder, _, flags = source_of(rule, columns, sources, cache)
        given = [templates.filled(flag, columns)
                 for flag in rule.get("compiler_arguments", [])]
        return {"source": os.path.join(folder, path),
                "kernel": templates.filled(rule["kernel"], columns),
                "arguments": [f"{name}={text}" for name, text in
                              named(rule.get("arguments", []), columns)],
                "macros": sorted(name for name, _ in
                                 named(rule.get("macros", []), columns)),
                "flags": flags + [placed(flag, folder) for flag in given]}

    @staticmethod
    def _same(common, found, row):
        for name, value in found.items():
            if common.setdefault(name, value) != value:
                raise BadInput(f"row {row.number + 2}: {name}: not the same as "
                               "in the rows before; choose with --where "
                               "COLUMN=VALUE")


def placed(flag, folder):
    """-I of a folder in the source's repository, from anywhere."""
    if flag.startswith("-I") and len(flag) > 2:
        return "-I" + os.path.join(folder, flag[2:])
    return flag
