"""Brings a ranking's configurations and measured rows together.

Both are the same configuration where every parameter that both have is equal.
That must be a matter of one to one: a parameter of the ranking that has no
column and takes several values, or two measured rows that differ in something
which the ranking does not have, would give a row the wrong prediction, so it is
an error that names the parameter or the columns.
"""
from .descriptions import BadInput

# What Row reads of the columns; a parameter of such a name would be compared
# with something else.
BOOKKEEPING = ("gpu", "kernel", "status", "flags", "in_random_sample",
               "is_best", "rank")


class Join:
    """`pairs` are (row, forecast) in the order of the measurements."""

    def __init__(self, forecasts, rows, time):
        columns = rows[0].columns
        every = list(dict.fromkeys(
            name for f in forecasts for name in f.configuration))
        self.parameters = [name for name in every if name in columns]
        self.only_ranked = [name for name in every if name not in columns]
        for name in self.parameters:
            if name in (*BOOKKEEPING, time):
                raise BadInput(f"the ranking has a parameter {name}, and the "
                               f"measurements have something else in {name}")
        if not self.parameters:
            raise BadInput("the ranking and the measurements have no parameter "
                           "in common: " + ", ".join(every[:8]) +
                           ("..." if len(every) > 8 else "") +
                           " are no columns")
        by_key = self._ranked(forecasts)
        self.pairs = self._paired(by_key, rows)
        self.ranked, self.measured = len(forecasts), len(rows)
        if not self.pairs:
            raise BadInput("no measured row has the values of a configuration "
                           "of the ranking in " + ", ".join(self.parameters))

    def _ranked(self, forecasts):
        by_key = {}
        for forecast in forecasts:
            for name in self.parameters:
                if name not in forecast.configuration:
                    raise BadInput(f"line {forecast.line} of the ranking has "
                                   f"no parameter {name}")
            key = key_of(forecast.configuration, self.parameters)
            if key in by_key:
                names = differing(by_key[key].configuration,
                                  forecast.configuration)
                raise BadInput(
                    f"lines {by_key[key].line} and {forecast.line} of the "
                    "ranking " +
                    (f"differ only in {', '.join(names)}, which is no column "
                     "of the measurements" if names else
                     "are the same configuration"))
            by_key[key] = forecast
        return by_key

    def _paired(self, by_key, rows):
        pairs, seen = [], {}
        for row in rows:
            key = key_of(row.columns, self.parameters)
            if key not in by_key:
                continue
            if key in seen:
                names = differing(seen[key].columns, row.columns)
                raise BadInput(
                    f"rows {seen[key].number + 2} and {row.number + 2} of the "
                    "measurements are the same configuration of the ranking; "
                    + (f"they differ in {', '.join(names[:6])}" +
                       ("..." if len(names) > 6 else "") +
                       ": choose with --where COLUMN=VALUE" if names else
                       "they are equal in all columns"))
            seen[key] = row
            pairs.append((row, by_key[key]))
        return pairs

    def as_json(self):
        return {"parameters": self.parameters,
                "only_in_the_ranking": self.only_ranked,
                "ranked": self.ranked, "measured": self.measured,
                "joined": len(self.pairs),
                "ranked_not_measured": self.ranked - len(self.pairs),
                "measured_not_ranked": self.measured - len(self.pairs)}


def comparable(value):
    """1, 1.0, true and the text 1 are one value; other text is itself."""
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in ("true", "false"):
            return int(text.lower() == "true")
        if "_" in text:
            return text  # which Python takes for a number: 1_000
        try:
            return int(text)
        except ValueError:
            pass
        try:
            return float(text)
        except ValueError:
            return text
    return int(value) if isinstance(value, bool) else value


def key_of(values, names):
    return tuple(comparable(values[name]) for name in names)


def differing(one, other):
    return [name for name in one if name in other and
            comparable(one[name]) != comparable(other[name])]
