"""The one group of measured rows that an option names."""
import argparse

from .descriptions import BadInput, description_of
from .measured import read_rows, whole_groups


def count(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def condition(text):
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError("must be COLUMN=VALUE")
    return name, value


def add_arguments(parser):
    parser.add_argument("--gpu", metavar="NAME",
                        help="rows of this GPU, by its name in the "
                        "measurements or its GPU file; needed where there are "
                        "several")
    parser.add_argument("--kernel", metavar="NAME",
                        help="rows of this kernel; needed where there are "
                        "several")
    parser.add_argument("--where", type=condition, action="append", default=[],
                        metavar="COLUMN=VALUE",
                        help="rows with this text in the column; repeatable")


def group_of(folder, options):
    """(the set's description, the one group that is asked for)."""
    rows = read_rows(folder)
    description = description_of(folder, rows[0])
    groups = [g for g in whole_groups(rows, description,
                                      lambda gpu, kernel: True)
              if options.gpu in (None, g.gpu, g.gpu_file) and
              options.kernel in (None, g.kernel)]
    for column, value in options.where:
        if not any(column in row for row in rows):
            raise BadInput(f"--where {column}={value}: there is no such column")
        for group in groups:
            group.rows = [row for row in group.rows
                          if row.columns.get(column) == value]
    groups = [g for g in groups if g.rows]
    if not groups:
        raise BadInput(f"{folder}: no such rows")
    if len(groups) > 1:
        raise BadInput(f"{folder}: choose with --gpu and --kernel from "
                       + ", ".join(f"{g.kernel} on {g.gpu}" for g in groups))
    return description, groups[0]
